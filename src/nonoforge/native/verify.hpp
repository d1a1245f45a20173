// The independent check of a finished picture: reads each line cell by cell and compares with its
// clue. Shares no code with the solvers; it does not even use their reading of the puzzle.
#pragma once

#include <cstdint>
#include <vector>

namespace nonoforge {

// `numbers` is a packed puzzle; the colouring has one colour for each cell.
inline bool verified(const std::int32_t* numbers, const std::uint8_t* colouring) {
    const std::int32_t* at = numbers;
    at += 2;
    for (int lines = *at++; lines > 0; --lines) {
        ++at;  // the group
        const int length = *at++;
        const std::int32_t* cell = at;
        const std::int32_t* const end = at + length;
        at = end + 1;  // the kind of clue
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
        if (left != 0) return false;
    }
    for (int given = *at++; given > 0; --given, at += 2)
        if (colouring[at[0]] != at[1]) return false;
    return true;
}

}  // namespace nonoforge
