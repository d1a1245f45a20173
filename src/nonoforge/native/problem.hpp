// A puzzle as the kernel reads it: flat integers in, lines with their clues out.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "repeats.hpp"
#include "runs.hpp"
#include "tally.hpp"

namespace nonoforge {

enum class Kind { runs, tally, repeats };

struct LineSpec {
    std::vector<int> cells;
    Kind kind = Kind::runs;
    RunsClue clue;    // of runs, repeats; also a tally that says no more than runs would
    TallyClue tally;
    std::unique_ptr<Repeats> repeats;  // of runs that read some cell more than once
    bool doubled = false;              // some cell comes more than once
    int group = 0;

    // Whether settling it again may find more: settling a tally takes each visit for a separate cell.
    bool twisted() const { return doubled && kind != Kind::repeats; }
};

// A place in a line.
struct Seat {
    int line, pos;
};

// Where the cells of a puzzle stand in its lines: puzzles of one size share it.
struct Layout {
    std::vector<int> loose;              // cells in no line; each gets a line of one cell, after the others
    std::vector<int> seat_start;         // by cell: the first of its seats
    std::vector<Seat> seats;             // of all cells, each cell's in the order of lines
    std::vector<int> line_start;         // by line: the first of its positions
    std::vector<Seat> mates;             // by position: the other seat of a cell that has two; else line -1
    std::vector<int> by_group, group_start;  // lines, those of each group together

    template <class Lines>
    Layout(const Lines& lines, int cells);
};

struct Problem {
    int cells = 0;
    int colours = 2;
    std::vector<LineSpec> lines;
    std::vector<std::pair<int, int>> given;
    int longest = 0;
    int most_blocks = 1;  // a tally may be a run
    bool plain = true;  // two colours, nothing blotted
    mutable std::shared_ptr<const Layout> layout;  // made when it is asked for
};

template <class Lines>
Layout::Layout(const Lines& lines, int cells) : seat_start(cells + 1, 0) {
    std::vector<int> uses(cells, 0);
    for (const auto& line : lines)
        for (int cell : line.cells) ++uses[cell];
    for (int cell = 0; cell < cells; ++cell)
        if (!uses[cell]) {
            loose.push_back(cell);
            ++uses[cell];
        }
    std::partial_sum(uses.begin(), uses.end(), seat_start.begin() + 1);
    seats.resize(seat_start[cells]);
    line_start.assign(1, 0);
    std::vector<int> next(seat_start.begin(), seat_start.end() - 1);
    const int real = static_cast<int>(lines.size()), all = real + static_cast<int>(loose.size());
    for (int line = 0; line < all; ++line) {
        const int length = line < real ? static_cast<int>(lines[line].cells.size()) : 1;
        line_start.push_back(line_start.back() + length);
        for (int pos = 0; pos < length; ++pos) {
            const int cell = line < real ? lines[line].cells[pos] : loose[line - real];
            seats[next[cell]++] = {line, pos};
        }
    }
    mates.assign(line_start[all], Seat{-1, 0});
    for (int cell = 0; cell < cells; ++cell) {
        const Seat* first = &seats[seat_start[cell]];
        if (uses[cell] == 2 && first[0].line != first[1].line) {
            mates[line_start[first[0].line] + first[0].pos] = first[1];
            mates[line_start[first[1].line] + first[1].pos] = first[0];
        }
    }
    by_group.resize(real);
    std::iota(by_group.begin(), by_group.end(), 0);
    std::stable_sort(by_group.begin(), by_group.end(), [&](int a, int b) { return lines[a].group < lines[b].group; });
    for (int i = 0; i < real; ++i)
        if (i == 0 || lines[by_group[i]].group != lines[by_group[i - 1]].group) group_start.push_back(i);
    group_start.push_back(real);
}

inline std::shared_ptr<const Layout> layout_of(const Problem& problem) {
    if (!problem.layout) problem.layout = std::make_shared<const Layout>(problem.lines, problem.cells);
    return problem.layout;
}

// Reads what the binding packed; throws std::invalid_argument on anything else.
class ProblemReader {
public:
    ProblemReader(const std::int32_t* data, std::size_t size) : data_(data), size_(size) {}

    Problem read() {
        Problem problem;
        read(problem);
        return problem;
    }

    // Reads a puzzle into the place of another. If that had the same cells in its lines, their layout stays.
    void read(Problem& problem) {
        const int cells = next(0, MOST_ATOMS);
        bool same = problem.layout && cells == problem.cells;
        problem.cells = cells;
        problem.colours = next(2, 64);
        problem.longest = 0;
        problem.most_blocks = 1;
        problem.plain = true;
        check_size(problem);
        const int count = next_count(4);  // group, length, kind of clue, runs: at the least
        same = same && count == static_cast<int>(problem.lines.size());
        problem.lines.resize(count);
        for (auto& line : problem.lines) same &= read_line(problem, line, same);
        problem.given.resize(next_count(2));
        for (auto& [cell, colour] : problem.given) {
            cell = next(0, problem.cells - 1);
            colour = next(0, problem.colours - 1);
        }
        if (at_ != size_) throw std::invalid_argument("puzzle: numbers left over");
        problem.plain = problem.plain && problem.colours == 2;
        if (!same) problem.layout.reset();
    }

private:
    static constexpr int MOST_ATOMS = 1 << 27;  // (cell, colour) pairs: so that an int numbers them
    static constexpr std::size_t MOST_LOOSE = 1 << 20;  // cells that no line reads

    // A cell that a line reads stands in the numbers; the others cost memory that no number pays for.
    void check_size(const Problem& problem) const {
        if (static_cast<std::int64_t>(problem.cells) * problem.colours > MOST_ATOMS || size_ > INT_MAX)
            throw std::invalid_argument("puzzle: too many cells");
        if (static_cast<std::size_t>(problem.cells) > size_ + MOST_LOOSE)
            throw std::invalid_argument("puzzle: too many cells on no line");
    }

    // A count of things of at least `each` numbers: checked before any memory is asked for them.
    int next_count(int each) {
        const int count = next(0, INT_MAX);
        if (static_cast<std::size_t>(count) > (size_ - at_) / each)
            throw std::invalid_argument("puzzle: numbers end too early");
        return count;
    }
    int next(int low, int high) {
        if (at_ >= size_) throw std::invalid_argument("puzzle: numbers end too early");
        const int value = data_[at_++];
        if (value < low || value > high) throw std::invalid_argument("puzzle: number out of range");
        return value;
    }

    // Returns whether the line has the group and the cells that it had; never if it is not `known`.
    bool read_line(Problem& problem, LineSpec& line, bool known) {
        const int group = next(INT_MIN, INT_MAX);
        const int length = next_count(1);
        const std::int32_t* cells = data_ + at_;
        const bool same = known && group == line.group && length == static_cast<int>(line.cells.size()) &&
                          std::equal(line.cells.begin(), line.cells.end(), cells);
        if (same) at_ += length;
        else read_cells(problem, line, length);
        line.group = group;
        line.kind = Kind::runs;
        line.repeats.reset();
        if (next(0, 1) == 1) read_tally(problem, line);
        else read_runs(problem, line);
        problem.longest = std::max(problem.longest, length);
        return same;
    }

    void read_cells(const Problem& problem, LineSpec& line, int length) {
        if (read_by_.empty()) read_by_.assign(problem.cells, -1);
        const int index = static_cast<int>(&line - problem.lines.data());
        line.doubled = false;
        line.cells.resize(length);
        for (int& cell : line.cells) {
            cell = next(0, problem.cells - 1);
            line.doubled |= read_by_[cell] == index;
            read_by_[cell] = index;
        }
    }

    void read_tally(const Problem& problem, LineSpec& line) {
        line.kind = Kind::tally;
        line.tally.counts.assign(problem.colours, Count{});
        const int count = next(0, problem.colours - 1);
        for (int c = 1; c <= count; ++c)
            line.tally.counts[c] = {next(UNTOLD, INT_MAX), next(UNTOLD, MANY)};
        line.tally.joint = few_states(line.tally.counts);
        const Count& only = line.tally.counts[1];
        if (problem.colours > 2 || only.total == UNTOLD || only.groups < 0 || only.groups > 1) return;
        // One group of a known number of cells, or none: runs, which are settled faster.
        line.kind = Kind::runs;
        runs_.clear();
        if (only.groups == 1 && only.total > 0) runs_.emplace_back(only.total, 1);
        make_runs(problem, line);
        if ((only.total == 0) != (only.groups == 0)) line.clue.impossible = true;
    }

    void read_runs(Problem& problem, LineSpec& line) {
        runs_.resize(next_count(2));
        for (auto& [length, colour] : runs_) {
            length = next(0, INT_MAX);
            colour = next(1, problem.colours - 1);
        }
        make_runs(problem, line);
        const int most = std::min(runs_.size(), line.cells.size());
        problem.most_blocks = std::max(problem.most_blocks, most);
        problem.plain &= !line.clue.blotted;
        if (!line.doubled) return;
        line.kind = Kind::repeats;
        line.repeats = std::make_unique<Repeats>(line.cells);
    }

    // Makes the clue of `runs_`, in the memory of the clue that was there.
    void make_runs(const Problem& problem, LineSpec& line) {
        line.clue.blocks.clear();
        line.clue.colours.clear();
        line.clue.blotted = line.clue.impossible = false;
        line.clue.slack = 0;
        line.clue.max_power.assign(problem.colours, 0);
        int before = 0;
        std::int64_t needs = 0;
        for (const auto& [length, colour] : runs_) {
            Block block{};
            block.length = length;
            block.colour = colour;
            block.power = block.length ? log2_floor(block.length) : 0;
            block.extra = block.length ? block.length - (1 << block.power) : 0;
            block.gap_before = block.colour == before;
            if (before) line.clue.blocks.back().gap_after = block.gap_before;
            before = block.colour;
            needs += block.gap_before;
            block.first = static_cast<int>(std::min<std::int64_t>(needs, INT_MAX));
            needs += std::max(block.length, 1);
            line.clue.blocks.push_back(block);
            line.clue.blotted |= block.length == 0;
            auto& top = line.clue.max_power[block.colour];
            top = std::max(top, block.power);
            auto& colours = line.clue.colours;
            if (std::find(colours.begin(), colours.end(), block.colour) == colours.end())
                colours.push_back(block.colour);
        }
        if (needs > static_cast<std::int64_t>(line.cells.size())) {
            // No colouring: nothing of the blocks needs to be kept.
            line.clue = RunsClue{};
            line.clue.impossible = true;
        } else {
            line.clue.slack = static_cast<int>(static_cast<std::int64_t>(line.cells.size()) - needs);
        }
    }

    const std::int32_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
    std::vector<int> read_by_;  // by cell: the last line that read it
    std::vector<std::pair<int, int>> runs_;  // of the line that is read: length and colour
};

// Working memory for settling lines of any kind, kept between calls.
template <class W>
struct Workbench {
    Scratch<W> runs;
    TallyScratch<W> tally;
    RepeatsScratch<W> repeats;
    bool single = false;  // whether each visit of a repeated cell is taken for a separate cell

    explicit Workbench(const Problem& problem) { runs.reserve(problem.most_blocks, problem.colours); }
};

// Lines of runs, each visit a separate cell.
template <class W>
inline bool settle_runs(const Problem& problem, const LineSpec& line, const W* masks, W* settled,
                        Workbench<W>& bench) {
    const int length = static_cast<int>(line.cells.size());
    return problem.plain ? settle<W, true>(line.clue, length, masks, settled, 2, bench.runs)
                         : settle<W, false>(line.clue, length, masks, settled, problem.colours, bench.runs);
}

template <class W>
auto repeats_settler(const Problem& problem, const LineSpec& line, Workbench<W>& bench) {
    auto loose = [&problem, &line, &bench](const W* masks, W* settled) {
        return settle_runs(problem, line, masks, settled, bench);
    };
    return RepeatsSettler<W, decltype(loose)>(*line.repeats, line.clue, static_cast<int>(line.cells.size()),
                                              problem.colours, bench.repeats, loose);
}

// masks[c]: positions that may have colour c. Narrows them to exactly what some allowed colouring
// has, into `settled`; false if there is none.
template <class W>
inline bool settle(const Problem& problem, const LineSpec& line, const W* masks, W* settled,
                   Workbench<W>& bench) {
    if (line.kind == Kind::runs || (line.kind == Kind::repeats && bench.single))
        return settle_runs(problem, line, masks, settled, bench);
    if (line.kind == Kind::repeats) return repeats_settler(problem, line, bench).settle(masks, settled);
    const int length = static_cast<int>(line.cells.size());
    return settle_tally(line.tally, length, masks, settled, problem.colours, bench.tally);
}

// Returns whether there is an allowed colouring.
template <class W>
inline bool some_colouring(const Problem& problem, const LineSpec& line, const W* masks, W* spare,
                           Workbench<W>& bench) {
    const int length = static_cast<int>(line.cells.size());
    if (line.kind == Kind::tally)
        return settle_tally(line.tally, length, masks, spare, problem.colours, bench.tally, true);
    if (line.kind == Kind::repeats && !bench.single)
        return repeats_settler(problem, line, bench).some_colouring(masks, spare);
    return problem.plain ? some_colouring<W, true>(line.clue, length, masks, bench.runs)
                         : some_colouring<W, false>(line.clue, length, masks, bench.runs);
}

constexpr int MAX_LENGTH = 4096;  // of a line

[[noreturn]] inline void refuse_length() {
    throw std::invalid_argument("puzzle: a line is longer than 4096 cells");
}

// Calls use(word) with a word of the narrowest kind that holds a line of this length.
template <class F>
auto with_word(int length, F&& use) {
    if (length <= 64) return use(std::uint64_t{});
    if (length <= 128) return use(Double{});
    if (length <= 256) return use(Wide<4>{});
    if (length <= 1024) return use(Wide<16>{});
    if (length <= MAX_LENGTH) return use(Wide<64>{});
    refuse_length();
}

}  // namespace nonoforge
