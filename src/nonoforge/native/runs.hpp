// Settling a line whose clue is `Runs`: exact, bit-parallel.
//
// Three ideas do the work, each on all positions of the line at once:
//   flood   seeds move upwards through a mask; the carry of one addition does the running
//   fit     where a block of length d fits a mask: two overlapping powers of two cover d
//   smear   block starts become cells, gathered by powers of two and spread once at the end
//
// One pass places the blocks from the left, one from the right on the mirrored line; the passes do
// not depend on each other, so a processor runs both at once. What is reachable from both sides is
// possible, and nothing else is. Cost: O(blocks + log cells) word operations per colour.
#pragma once

#include <vector>

#include "words.hpp"

namespace nonoforge {

struct Block {
    int length;  // 0: blotted, any length from 1
    int colour;
    int power;   // floor(log2(length))
    int extra;   // length - 2^power: how far a second power of two reaches beyond the first
    bool gap_before, gap_after;  // its neighbour has the same colour: a white cell stands between
};

inline int log2_floor(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }

struct RunsClue {
    std::vector<Block> blocks;
    std::vector<int> colours;    // those that occur, each once
    std::vector<int> max_power;  // by colour number
    bool blotted = false;
    bool impossible = false;  // needs more cells than its line has
};

template <class W>
inline W flood(const W& seeds, const W& mask) {
    return (((seeds & mask) + mask) ^ mask) | seeds;
}

template <class W>
using Powers = std::array<W, 16>;  // one set for each power of two up to a line's length

// Working memory for settling, kept between calls.
template <class W>
struct Scratch {
    std::vector<W> starts, reach, starts_back, reach_back;  // by block
    std::vector<Powers<W>> fits, fits_back, smears;         // by colour

    void reserve(int blocks, int colours) {
        if (static_cast<int>(starts.size()) <= blocks) {
            for (auto* part : {&starts, &reach, &starts_back, &reach_back}) part->resize(blocks + 1);
        }
        if (static_cast<int>(fits.size()) < colours) {
            for (auto* part : {&fits, &fits_back, &smears}) part->resize(colours);
        }
    }
};

// powers[k]: the positions where 2^k cells from here on lie in the mask.
template <class W>
inline void fill_powers(const W& mask, int top, Powers<W>& powers) {
    powers[0] = mask;
    for (int k = 1; k <= top; ++k) powers[k] = powers[k - 1] & (powers[k - 1] >> (1 << (k - 1)));
}

// One direction of placing blocks: `free` is where the next block may start.
template <class W, bool PLAIN>
struct Pass {
    W white, free;

    Pass(const W& edge, const W& whites, W& reach) : white(whites) { free = reach = flood(edge, white); }

    // Places a block: its starts, and the positions where white may go on after it. `gap` asks
    // whether the block after this one needs a white cell between.
    inline void place(const Block& block, bool gap, const Powers<W>& powers, W& starts, W& reach) {
        W after;
        if (!PLAIN && block.length == 0) {
            starts = free & powers[0];
            after = (flood(starts, powers[0]) & powers[0]) << 1;
        } else {
            starts = free & powers[block.power] & (powers[block.power] >> block.extra);
            after = (starts << (block.length - 1)) << 1;  // in one, it could be by the full width
        }
        reach = flood(after, white);
        free = PLAIN || gap ? (reach & white) << 1 : reach;
    }
};

// masks[c]: positions that may have colour c. Narrows them to exactly what some allowed colouring
// has, into `settled`; false if there is none. PLAIN: two colours, nothing blotted. (Flattened: the hot
// place of all must not depend on how much else a compiler finds worth inlining.)
template <class W, bool PLAIN>
[[gnu::flatten]] bool settle(const RunsClue& clue, int length, const W* masks, W* settled, int colours,
            Scratch<W>& scratch) {
    using B = Bits<W>;
    const int count = static_cast<int>(clue.blocks.size());
    for (int c = 1; c < colours; ++c) settled[c] = B::zero();
    settled[0] = masks[0];
    if (count == 0) return !clue.impossible && masks[0] == B::low(length);

    const Block* const blocks = clue.blocks.data();
    W* const starts = scratch.starts.data();
    W* const starts_back = scratch.starts_back.data();
    W* const reach = scratch.reach.data();
    W* const reach_back = scratch.reach_back.data();
    Powers<W>* const fits = scratch.fits.data();
    Powers<W>* const fits_back = scratch.fits_back.data();
    Powers<W>* const smears = scratch.smears.data();
    for (int c : clue.colours) {
        fill_powers(masks[c], clue.max_power[c], fits[c]);
        fill_powers(B::reverse(masks[c]), clue.max_power[c], fits_back[c]);
        for (int k = 0; k <= clue.max_power[c]; ++k) smears[c][k] = B::zero();
    }

    Pass<W, PLAIN> left(B::one(0), masks[0], reach[0]);
    Pass<W, PLAIN> right(B::one(B::width - length), B::reverse(masks[0]), reach_back[count]);
    for (int j = 0, k = count - 1; j < count; ++j, --k) {
        const Block &a = blocks[j], &b = blocks[k];
        left.place(a, a.gap_after, fits[PLAIN ? 1 : a.colour], starts[j], reach[j + 1]);
        right.place(b, b.gap_before, fits_back[PLAIN ? 1 : b.colour], starts_back[k], reach_back[k]);
    }

    W whites = reach[count] & B::reverse(reach_back[count]);
    for (int j = 0; j < count; ++j) {
        const Block& block = blocks[j];
        Powers<W>& smear = smears[PLAIN ? 1 : block.colour];
        whites |= reach[j] & B::reverse(reach_back[j]);
        if (!PLAIN && block.length == 0) {
            const W &mask = fits[block.colour][0], &mask_back = fits_back[block.colour][0];
            const W cells = flood(starts[j], mask) & mask &
                            B::reverse(flood(starts_back[j], mask_back) & mask_back);
            if (!cells) return false;
            smear[0] |= cells;
        } else {
            const W both = starts[j] & (B::reverse(starts_back[j]) >> (block.length - 1));
            if (!both) return false;
            smear[block.power] |= both | (both << block.extra);
        }
    }
    settled[0] = whites & masks[0];
    for (int c : clue.colours) {
        Powers<W>& smear = smears[c];
        for (int k = clue.max_power[c]; k > 0; --k)
            smear[k - 1] |= smear[k] | (smear[k] << (1 << (k - 1)));
        settled[c] = smear[0];
    }
    return true;
}

// Returns whether there is an allowed colouring, at half the work of settling: one pass from the left, then whether
// some end of the last block is followed by nothing but white.
template <class W, bool PLAIN>
[[gnu::flatten]] bool some_colouring(const RunsClue& clue, int length, const W* masks, Scratch<W>& scratch) {
    using B = Bits<W>;
    const int count = static_cast<int>(clue.blocks.size());
    if (count == 0) return !clue.impossible && masks[0] == B::low(length);
    Powers<W>* const fits = scratch.fits.data();
    for (int c : clue.colours) fill_powers(masks[c], clue.max_power[c], fits[c]);
    W reach{}, starts{};
    Pass<W, PLAIN> left(B::one(0), masks[0], reach);
    for (int j = 0; j < count; ++j) {
        const Block& block = clue.blocks[j];
        left.place(block, block.gap_after, fits[PLAIN ? 1 : block.colour], starts, reach);
        if (!starts) return false;
    }
    const W tail = B::reverse(flood(B::one(B::width - length), B::reverse(masks[0])));
    const Block& last = clue.blocks[count - 1];
    if (!PLAIN && last.length == 0) {
        const W& mask = fits[last.colour][0];
        return static_cast<bool>(flood(starts, mask) & mask & tail);
    }
    return static_cast<bool>((starts << (last.length - 1)) & tail);
}

}  // namespace nonoforge
