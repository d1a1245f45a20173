// The functions that the binding `_judging` calls: what ratings take, each for a packed puzzle.
#pragma once

#include "assumptions.hpp"
#include "passes.hpp"
#include "rating.hpp"

namespace nonoforge {

struct RatingLimits {
    std::int64_t settled = -1;  // lines settled and looks at the clock; -1: no limit
    double seconds = -1;
};

constexpr std::int64_t MAX_COST = 1'000'000;  // of a use of a technique: sums of costs have room in an integer

inline bool reads_twice(const Problem& problem) {
    return std::any_of(problem.lines.begin(), problem.lines.end(), [](const LineSpec& line) { return line.doubled; });
}

inline void refuse_repeats(const Problem& problem) {
    if (reads_twice(problem)) throw std::invalid_argument("a line reads a cell twice");
}

// Returns whether a line of the puzzle reads a cell twice: such lines have no finder here.
inline bool reads_cells_twice(const std::int32_t* data, std::size_t size) {
    return reads_twice(ProblemReader(data, size).read());
}

// Takes the rounds of a rating in which single lines help; see LineRater.
inline LineRounds rate_lines(const std::int32_t* data, std::size_t size, const std::array<std::int64_t, RUNGS>& costs,
                             const RatingLimits& limits, const std::uint64_t* start, const std::uint8_t* dirty) {
    const Problem problem = ProblemReader(data, size).read();
    refuse_repeats(problem);
    for (const std::int64_t cost : costs)
        if (cost < 0 || cost > MAX_COST) throw std::invalid_argument("a cost is from 0 to a million");
    Limits seconds;
    seconds.seconds = limits.seconds;
    Clock clock(seconds);
    return with_word(problem.longest, [&](auto word) {
        return LineRater<decltype(word)>(problem, costs).run(start, dirty, limits.settled, clock);
    });
}

// Returns for each assumption how many lines were settled until it broke, or -1: it did not. `start` is a
// mask of colours for each cell.
inline std::vector<std::int64_t> refute(const std::int32_t* data, std::size_t size, const std::uint64_t* start,
                                        const std::vector<Assumption>& assumptions, bool counted) {
    const Problem problem = ProblemReader(data, size).read();
    for (const auto& [cell, colour] : assumptions)
        if (cell < 0 || cell >= problem.cells || colour < 0 || colour >= problem.colours)
            throw std::invalid_argument("an assumption about no cell, or no colour");
    return with_word(problem.longest, [&](auto word) {
        return Assumptions<decltype(word)>(problem, start).run(assumptions, counted);
    });
}

// Counts passes over all lines; not for puzzles with a line that reads a cell twice.
inline PassCounts count_passes(const std::int32_t* data, std::size_t size, double seconds) {
    const Problem problem = ProblemReader(data, size).read();
    refuse_repeats(problem);
    Limits limits;
    limits.seconds = seconds;
    Clock clock(limits);
    return with_word(problem.longest, [&](auto word) { return Passes<decltype(word)>(problem).run(clock); });
}

}  // namespace nonoforge
