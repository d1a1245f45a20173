// A puzzle as the kernel reads it: flat integers in, lines with their clues out.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "runs.hpp"

namespace nonoforge {

struct LineSpec {
    std::vector<int> cells;
    RunsClue clue;
    int group = 0;
};

struct Problem {
    int cells = 0;
    int colours = 2;
    std::vector<LineSpec> lines;
    std::vector<std::pair<int, int>> given;
    int longest = 0;
    int most_blocks = 0;
    bool plain = true;  // two colours, nothing blotted
};

// Reads what the binding packed; throws std::invalid_argument on anything else.
class ProblemReader {
public:
    ProblemReader(const std::int32_t* data, std::size_t size) : data_(data), size_(size) {}

    Problem read() {
        Problem problem;
        problem.cells = next(0, 1 << 28);
        problem.colours = next(2, 64);
        problem.lines.resize(next(0, 1 << 26));
        for (auto& line : problem.lines) read_line(problem, line);
        problem.given.resize(next(0, 1 << 28));
        for (auto& [cell, colour] : problem.given) {
            cell = next(0, problem.cells - 1);
            colour = next(0, problem.colours - 1);
        }
        if (at_ != size_) throw std::invalid_argument("puzzle: numbers left over");
        problem.plain = problem.plain && problem.colours == 2;
        return problem;
    }

private:
    int next(int low, int high) {
        if (at_ >= size_) throw std::invalid_argument("puzzle: numbers end too early");
        const int value = data_[at_++];
        if (value < low || value > high) throw std::invalid_argument("puzzle: number out of range");
        return value;
    }

    void read_line(Problem& problem, LineSpec& line) {
        line.group = next(INT_MIN, INT_MAX);
        line.cells.resize(next(0, 1 << 20));
        for (int& cell : line.cells) cell = next(0, problem.cells - 1);
        next(0, 0);  // the kind of clue: runs
        const int length = static_cast<int>(line.cells.size());
        const int count = next(0, 1 << 26);
        line.clue.max_power.assign(problem.colours, 0);
        int before = 0;
        std::int64_t needs = 0;
        for (int j = 0; j < count; ++j) {
            Block block{};
            block.length = next(0, INT_MAX);
            block.colour = next(1, problem.colours - 1);
            block.power = block.length ? log2_floor(block.length) : 0;
            block.extra = block.length ? block.length - (1 << block.power) : 0;
            block.gap_before = block.colour == before;
            if (j > 0) line.clue.blocks.back().gap_after = block.gap_before;
            before = block.colour;
            needs += std::max(block.length, 1) + block.gap_before;
            line.clue.blocks.push_back(block);
            line.clue.blotted |= block.length == 0;
            auto& top = line.clue.max_power[block.colour];
            top = std::max(top, block.power);
            auto& colours = line.clue.colours;
            if (std::find(colours.begin(), colours.end(), block.colour) == colours.end())
                colours.push_back(block.colour);
        }
        if (needs > length) {  // no colouring: nothing of the blocks needs to be kept
            line.clue = RunsClue{};
            line.clue.impossible = true;
        }
        problem.longest = std::max(problem.longest, length);
        problem.most_blocks = std::max(problem.most_blocks, std::min(count, length));
        problem.plain &= !line.clue.blotted;
    }

    const std::int32_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

}  // namespace nonoforge
