// The functions that the binding calls.
#pragma once

#include <atomic>

#include "search.hpp"
#include "thin.hpp"
#include "verify.hpp"

namespace nonoforge {

struct Numbers {
    const std::int32_t* data;
    std::size_t size;
};

inline Result solve_one(const Numbers& numbers, Problem& problem, const Options& options,
                        const std::uint64_t* start) {
    ProblemReader(numbers.data, numbers.size).read(problem);
    Result result = solve(problem, options, start);
    for (const auto& solution : result.solutions)
        if (!verified(numbers.data, solution.data()))
            throw std::runtime_error("internal error: a solution failed the independent check");
    return result;
}

inline std::vector<Result> solve_all(const std::vector<Numbers>& puzzles, const Options& options,
                                     const std::uint64_t* start) {
    std::vector<Result> results;
    results.reserve(puzzles.size());
    Problem problem;
    for (const auto& numbers : puzzles) {
        const double begin = Clock::now();
        results.push_back(solve_one(numbers, problem, options, start));
        results.back().seconds = Clock::now() - begin;
    }
    return results;
}

// Calls use(word, clue) with the narrowest word for the line. `clue` is a packed clue.
template <class F>
auto with_line(const std::int32_t* clue, std::size_t size, int length, int colours, F&& use) {
    if (length < 0 || length > MAX_LENGTH) refuse_length();
    std::vector<std::int32_t> numbers{length, colours, 1, 0, length};
    for (int cell = 0; cell < length; ++cell) numbers.push_back(cell);
    numbers.insert(numbers.end(), clue, clue + size);
    numbers.push_back(0);
    const Problem problem = ProblemReader(numbers.data(), numbers.size()).read();
    return with_word(length, [&](auto word) { return use(word, problem); });
}

// Words of 64 bits to masks: `stride` of them for each colour.
template <class W>
std::vector<W> unpack(const std::uint64_t* words, int length, int colours) {
    const int stride = (length + 63) / 64;
    std::vector<W> masks(colours, Bits<W>::zero());
    for (int c = 0; c < colours; ++c) {
        if constexpr (sizeof(W) == sizeof(std::uint64_t)) {
            if (stride) masks[c] = words[c] & Bits<W>::low(length);
            continue;
        }
        for (int p = 0; p < length; ++p)
            if (words[c * stride + p / 64] >> (p % 64) & 1) masks[c] |= Bits<W>::one(p);
    }
    return masks;
}

constexpr int LINES_AT_ONCE = 1 << 10;  // lines that are made ready together

// Narrows the masks of each of `count` lines, each with its packed clue; `fits`: whether a line has a colouring
// (where it has none, its masks stay).
inline void settle_lines(const std::int32_t* clues, int count, int length, int colours, std::uint64_t* words,
                         std::uint8_t* fits) {
    if (length < 0 || length > MAX_LENGTH) refuse_length();
    const int stride = (length + 63) / 64;
    while (count > LINES_AT_ONCE) {
        settle_lines(clues, LINES_AT_ONCE, length, colours, words, fits);
        for (int line = 0; line < LINES_AT_ONCE; ++line) clues += 2 + 2 * static_cast<std::size_t>(clues[1]);
        words += static_cast<std::size_t>(stride) * colours * LINES_AT_ONCE;
        fits += LINES_AT_ONCE;
        count -= LINES_AT_ONCE;
    }
    std::vector<std::int32_t> numbers{length, colours, count};
    for (int line = 0; line < count; ++line) {
        numbers.push_back(0);
        numbers.push_back(length);
        for (int cell = 0; cell < length; ++cell) numbers.push_back(cell);
        const std::size_t size = 2 + 2 * static_cast<std::size_t>(clues[1]);  // kind, how many pairs, the pairs
        numbers.insert(numbers.end(), clues, clues + size);
        clues += size;
    }
    numbers.push_back(0);
    const Problem problem = ProblemReader(numbers.data(), numbers.size()).read();
    with_word(length, [&](auto word) {
        using W = decltype(word);
        std::vector<W> settled(colours);
        Workbench<W> bench(problem);
        for (int line = 0; line < count; ++line, words += stride * colours) {
            const auto masks = unpack<W>(words, length, colours);
            fits[line] = settle(problem, problem.lines[line], masks.data(), settled.data(), bench);
            if (!fits[line]) continue;
            std::fill(words, words + stride * colours, 0);
            for (int c = 0; c < colours; ++c)
                Bits<W>::each(settled[c], [&](int p) {
                    words[c * stride + p / 64] |= std::uint64_t{1} << (p % 64);
                });
        }
    });
}

inline double time_settle(const std::int32_t* clue, std::size_t size, int length, int colours,
                          const std::uint64_t* words, int repeats) {
    return with_line(clue, size, length, colours, [&](auto word, const Problem& problem) {
        using W = decltype(word);
        const auto masks = unpack<W>(words, length, colours);
        std::vector<W> settled(colours);
        const W* volatile seen = settled.data();  // others might read it
        static_cast<void>(seen);
        Workbench<W> bench(problem);
        const double begin = Clock::now();
        for (int i = 0; i < repeats; ++i) {
            settle(problem, problem.lines[0], masks.data(), settled.data(), bench);
            std::atomic_signal_fence(std::memory_order_seq_cst);  // the work must be done each time
        }
        return (Clock::now() - begin) / repeats;
    });
}

// Makes the set of lines in `kept` (one byte for each) smaller, within a number of steps or seconds; an empty
// set is filled first. Gives the steps that were done, or -1: not even all lines solve the puzzle.
inline std::int64_t thin_out(const Numbers& numbers, std::uint8_t* kept, std::int64_t steps, double seconds,
                             std::uint64_t seed) {
    const Problem problem = ProblemReader(numbers.data, numbers.size).read();
    return with_word(problem.longest, [&](auto word) -> std::int64_t {
        Thinner<decltype(word)> thinner(problem, seed);
        if (seconds >= 0) thinner.end = Clock::now() + seconds;
        const int lines = static_cast<int>(problem.lines.size());
        for (int line = 0; line < lines; ++line) thinner.active[line] = kept[line] != 0;
        if (!thinner.solves() && !thinner.complete(lines, -1, 0.3)) return -1;
        std::int64_t done = 0;
        while (done < steps && !thinner.late()) thinner.step(), ++done;
        for (int line = 0; line < lines; ++line) kept[line] = thinner.active[line];
        return done;
    });
}

inline void interrupt_calls(bool on) { interrupted = on; }

}  // namespace nonoforge
