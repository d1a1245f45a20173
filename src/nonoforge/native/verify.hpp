// The independent check of a finished picture: reads each line cell by cell and compares with its
// clue. Shares no code with the solvers; it does not even use their reading of the puzzle.
#pragma once

#include <cstdint>
#include <vector>

namespace nonoforge {

// Each reads its clue, and moves `at` behind it if it holds.
inline bool has_runs(const std::int32_t*& at, const std::int32_t* cell, const std::int32_t* end,
                     const std::uint8_t* colouring) {
    int left = *at++;
    while (cell != end) {
        const int colour = colouring[*cell];
        if (colour == 0) {
            ++cell;
            continue;
        }
        int run = 0;
        for (; cell != end && colouring[*cell] == colour; ++cell) ++run;
        if (left-- == 0 || (at[0] != 0 && at[0] != run) || at[1] != colour) return false;
        at += 2;
    }
    return left == 0;
}

inline bool has_tally(const std::int32_t*& at, const std::int32_t* first, const std::int32_t* end,
                      const std::uint8_t* colouring) {
    const int count = *at++;
    for (int colour = 1; colour <= count; ++colour, at += 2) {
        int total = 0, groups = 0;
        for (const std::int32_t* cell = first; cell != end; ++cell) {
            if (colouring[*cell] != colour) continue;
            ++total;
            groups += cell == first || colouring[cell[-1]] != colour;
        }
        if (at[0] >= 0 && at[0] != total) return false;
        if (at[1] >= 0 && at[1] != (groups < 3 ? groups : 3)) return false;
    }
    return true;
}

// `numbers` is a packed puzzle; the colouring has one colour for each cell.
inline bool verified(const std::int32_t* numbers, const std::uint8_t* colouring) {
    const std::int32_t* at = numbers;
    at += 2;
    for (int lines = *at++; lines > 0; --lines) {
        ++at;  // the group
        const int length = *at++;
        const std::int32_t* cell = at;
        const std::int32_t* const end = at + length;
        at = end;
        const int kind = *at++;
        if (!(kind == 0 ? has_runs(at, cell, end, colouring) : has_tally(at, cell, end, colouring)))
            return false;
    }
    for (int given = *at++; given > 0; --given, at += 2)
        if (colouring[at[0]] != at[1]) return false;
    return true;
}

// The most cells that a line of a packed puzzle has.
inline int most_cells(const std::int32_t* numbers) {
    int most = 0;
    const std::int32_t* at = numbers + 3;
    for (int lines = numbers[2]; lines > 0; --lines) {
        most = at[1] > most ? at[1] : most;
        at += 3 + at[1];
        at += 1 + 2 * *at;
    }
    return most;
}

// Tells whether the clues of a packed puzzle are runs, none blotted, that fit their lines, and whether the lines
// of its first group count as many cells of each colour as the others. False also where a clue is hidden.
inline bool clues_agree(const std::int32_t* numbers) {
    const int colours = numbers[1];
    std::vector<std::int64_t> balance(colours > 0 ? colours : 0, 0);
    const std::int32_t* at = numbers + 3;
    const std::int32_t first = *at;
    for (int lines = numbers[2]; lines > 0; --lines) {
        const int side = *at++ == first ? 1 : -1;
        const std::int32_t length = *at;
        at += 1 + length;
        if (*at++ != 0) return false;
        std::int64_t needs = 0;
        int before = 0;
        for (int runs = *at++; runs > 0; --runs, at += 2) {
            if (at[0] < 1 || at[1] < 1 || at[1] >= colours) return false;
            needs += std::int64_t{at[0]} + (at[1] == before);
            before = at[1];
            balance[before] += std::int64_t{side} * at[0];
        }
        if (needs > length) return false;
    }
    for (const auto left : balance)
        if (left) return false;
    return true;
}

}  // namespace nonoforge
