// A clue of runs as a track of states, for those who walk along a line cell by cell.
//
// The states stand in a row, one bit each: white before the first run; then for each run its cells
// one after the other and the white after it. A cell of some colour moves on by one (or by two, over
// a white that need not be there, because the next run has another colour), or stays where that is
// allowed: in white, and in a blotted run. A cell moves a whole set of states at once.
#pragma once

#include <vector>

#include "runs.hpp"

namespace nonoforge {

class Track {
public:
    using Word = std::uint64_t;

    Track(const RunsClue& clue, int colours) {
        int count = 1;
        for (const Block& block : clue.blocks) count += std::max(block.length, 1) + 1;
        words = (count + 63) / 64;
        skips_.assign(words, 0);
        ends.assign(words, 0);
        enter_.assign(static_cast<std::size_t>(words) * colours, 0);
        stay_ = enter_;
        set(enter(0), 0);
        int end = 0;
        for (const Block& block : clue.blocks) {
            if (&block != &clue.blocks.front() && !block.gap_before) set(skips_.data(), end - 1);
            const int size = std::max(block.length, 1);
            for (int i = 1; i <= size; ++i) set(enter(block.colour), end + i);
            if (block.length == 0) set(stay(block.colour), end + 1);
            end += size + 1;
            set(enter(0), end);
        }
        std::copy(enter(0), enter(0) + words, stay(0));
        set(ends.data(), end);
        if (end) set(ends.data(), end - 1);
    }

    static void set(Word* states, int state) { states[state >> 6] |= Word{1} << (state & 63); }

    // The states that a cell with these colours left can lead into, or can stay in.
    void gather(std::uint64_t colours, Word* entered, Word* stayed) const {
        std::fill(entered, entered + words, 0);
        std::fill(stayed, stayed + words, 0);
        for (; colours; colours &= colours - 1) {
            const Word* in = enter(std::countr_zero(colours));
            const Word* on = stay(std::countr_zero(colours));
            for (int w = 0; w < words; ++w) entered[w] |= in[w], stayed[w] |= on[w];
        }
    }
    const Word* enter(int colour) const { return &enter_[static_cast<std::size_t>(colour) * words]; }
    const Word* stay(int colour) const { return &stay_[static_cast<std::size_t>(colour) * words]; }

    // The states possible after the cell, and before it. Both may work in place.
    void step(const Word* from, const Word* entered, const Word* stayed, Word* to) const {
        Word by_one = 0, by_two = 0;
        for (int w = 0; w < words; ++w) {
            const Word now = from[w], skipping = now & skips_[w];
            to[w] = ((now << 1 | by_one | skipping << 2 | by_two) & entered[w]) | (now & stayed[w]);
            by_one = now >> 63;
            by_two = skipping >> 62;
        }
    }
    void back(const Word* from, const Word* entered, const Word* stayed, Word* to) const {
        Word by_one = 0, by_two = 0;
        for (int w = words - 1; w >= 0; --w) {
            const Word now = from[w], came = now & entered[w];
            to[w] = came >> 1 | by_one | ((came >> 2 | by_two) & skips_[w]) | (now & stayed[w]);
            by_one = came << 63;
            by_two = came << 62;
        }
    }

    int words = 0;           // of a set of states
    std::vector<Word> ends;  // where a line may end; it begins in state 0

private:
    Word* enter(int colour) { return &enter_[static_cast<std::size_t>(colour) * words]; }
    Word* stay(int colour) { return &stay_[static_cast<std::size_t>(colour) * words]; }

    std::vector<Word> enter_, stay_, skips_;
};

}  // namespace nonoforge
