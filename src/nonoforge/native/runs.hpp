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

#include "wide_runs.hpp"

namespace nonoforge {

struct Block {
    int length;  // 0: blotted, any length from 1
    int colour;
    int power;   // floor(log2(length))
    int extra;   // length - 2^power: how far a second power of two reaches beyond the first
    bool gap_before, gap_after;  // its neighbour has the same colour: a white cell stands between
    int first;   // the earliest start that the blocks before it leave
};

inline int log2_floor(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }

struct RunsClue {
    std::vector<Block> blocks;
    std::vector<int> colours;    // those that occur, each once
    std::vector<int> max_power;  // by colour number
    int slack = 0;               // cells that are left over when all blocks stand as early as they can
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
    std::vector<W> starts, reach, starts_back, reach_back;  // by block; starts_back of blotted ones
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

// Lines of several words are settled word by word.
template <class W>
inline constexpr bool is_wide = false;
template <int N>
inline constexpr bool is_wide<Wide<N>> = true;

template <int N>
struct Scratch<Wide<N>> {
    WideRuns<N> wide;
    void reserve(int blocks, int colours) { wide.reserve(blocks, colours); }
};

// powers[k]: the positions where 2^k cells from here on lie in the mask.
template <class W>
inline void fill_powers(const W& mask, int top, Powers<W>& powers) {
    powers[0] = mask;
    for (int k = 1; k <= top; ++k) powers[k] = powers[k - 1] & Bits<W>::down(powers[k - 1], 1 << (k - 1));
}

// Where a block fits.
template <class W>
inline W fitting(const Block& block, const Powers<W>& powers) {
    return powers[block.power] & Bits<W>::down(powers[block.power], block.extra);
}

// smear[k]: starts of 2^k cells. Returns the cells; the smaller powers are overwritten.
template <class W>
inline W spread(Powers<W>& smear, int top) {
    for (int k = top; k > 0; --k) smear[k - 1] |= smear[k] | Bits<W>::up(smear[k], 1 << (k - 1));
    return smear[0];
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
            starts = free & fitting(block, powers);
            after = Bits<W>::up(starts, block.length - 1) << 1;  // in one, it could be by the full width
        }
        reach = flood(after, white);
        free = PLAIN || gap ? (reach & white) << 1 : reach;
    }
};

// One direction where there is black and white only, so that a white cell stands between any two blocks:
// whites that can be reached are all that counts. Where a block ends at a black cell, nothing follows.
template <class W>
struct PlainPass {
    W white, reached;  // reached: white cells up to which the blocks so far can stand

    PlainPass(const W& edge, const W& whites) : white(whites), reached(flood(edge, white) & white) {}

    // Goes on behind a block that starts at one of `starts`.
    inline void pass(const W& starts, int length) {
        const W seeds = (Bits<W>::up(starts, length - 1) << 1) & white;  // in one, it could be by the full width
        reached = (white & ~(seeds + white)) | seeds;
    }
};

// `settle` below, where there is black and white only and the clue has blocks.
template <class W>
[[gnu::flatten]] bool settle_plain(const RunsClue& clue, int length, const W* masks, W* settled, Scratch<W>& scratch) {
    using B = Bits<W>;
    const int count = static_cast<int>(clue.blocks.size());
    const Block* const blocks = clue.blocks.data();
    W* const starts = scratch.starts.data();
    W* const reach = scratch.reach.data();
    W* const reach_back = scratch.reach_back.data();
    Powers<W>&fits = scratch.fits[1], &fits_back = scratch.fits_back[1], &smear = scratch.smears[1];
    const int top = clue.max_power[1];
    fits[0] = masks[1];
    fits_back[0] = B::reverse(masks[1]);
    smear[0] = B::zero();
    for (int k = 1, step = 1; k <= top; ++k, step += step) {
        fits[k] = fits[k - 1] & B::down(fits[k - 1], step);
        fits_back[k] = fits_back[k - 1] & B::down(fits_back[k - 1], step);
        smear[k] = B::zero();
    }

    const W edge = B::one(0), edge_back = B::one(B::width - length);
    PlainPass<W> left(edge, masks[0]), right(edge_back, B::reverse(masks[0]));
    W free = flood(edge, left.white), free_back = flood(edge_back, right.white);
    const W before = left.reached, tail = B::reverse(free_back);
    for (int j = 0, k = count - 1; j < count; ++j, --k) {
        const Block &a = blocks[j], &b = blocks[k];
        starts[j] = free & fitting(a, fits);
        left.pass(starts[j], a.length);
        free = left.reached << 1;
        reach[j] = left.reached;  // behind block j
        reach_back[k] = right.reached;
        right.pass(free_back & fitting(b, fits_back), b.length);
        free_back = right.reached << 1;
    }
    // Bit p of `ends`: the blocks behind block j can stand if it ends with cell p.
    W ends = tail, whites = (before & B::reverse(right.reached)) | (reach[count - 1] & tail);
    for (int j = count - 1;; --j) {
        const Block& block = blocks[j];
        const W both = starts[j] & B::down(ends, block.length - 1);
        if (!both) return false;
        smear[block.power] |= both | B::up(both, block.extra);
        if (j == 0) break;
        const W rest = B::reverse(reach_back[j - 1]);
        whites |= reach[j - 1] & rest;
        ends = rest >> 1;
    }
    settled[0] = whites;
    settled[1] = spread(smear, top);
    return true;
}

// `settle` below, for any colours; the clue has blocks.
template <class W>
[[gnu::flatten]] bool settle_colours(const RunsClue& clue, int length, const W* masks, W* settled,
                                     Scratch<W>& scratch) {
    using B = Bits<W>;
    const int count = static_cast<int>(clue.blocks.size());
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

    Pass<W, false> left(B::one(0), masks[0], reach[0]);
    Pass<W, false> right(B::one(B::width - length), B::reverse(masks[0]), reach_back[count]);
    for (int j = 0, k = count - 1; j < count; ++j, --k) {
        const Block &a = blocks[j], &b = blocks[k];
        left.place(a, a.gap_after, fits[a.colour], starts[j], reach[j + 1]);
        right.place(b, b.gap_before, fits_back[b.colour], starts_back[k], reach_back[k]);
    }

    // Bit p of `rest`: the blocks behind block j can stand in the cells beyond p.
    W rest = B::reverse(reach_back[count]);
    W whites = reach[count] & rest;
    for (int j = count - 1; j >= 0; --j) {
        const Block& block = blocks[j];
        Powers<W>& smear = smears[block.colour];
        const W ends = block.gap_after ? (rest & masks[0]) >> 1 : rest;
        rest = B::reverse(reach_back[j]);
        whites |= reach[j] & rest;
        if (block.length == 0) {
            const W &mask = fits[block.colour][0], &mask_back = fits_back[block.colour][0];
            const W cells = flood(starts[j], mask) & mask &
                            B::reverse(flood(starts_back[j], mask_back) & mask_back);
            if (!cells) return false;
            smear[0] |= cells;
        } else {
            const W both = starts[j] & B::down(ends, block.length - 1);
            if (!both) return false;
            smear[block.power] |= both | B::up(both, block.extra);
        }
    }
    settled[0] = whites & masks[0];
    for (int c : clue.colours) settled[c] = spread(smears[c], clue.max_power[c]);
    return true;
}

// masks[c]: positions that may have colour c. Narrows them to exactly what some allowed colouring
// has, into `settled`; false if there is none. PLAIN: two colours, nothing blotted. (Flattened: the hot
// place of all must not depend on how much else a compiler finds worth inlining.)
template <class W, bool PLAIN>
inline bool settle(const RunsClue& clue, int length, const W* masks, W* settled, int colours, Scratch<W>& scratch) {
    using B = Bits<W>;
    for (int c = 1; c < colours; ++c) settled[c] = B::zero();
    if (clue.blocks.empty()) {
        settled[0] = masks[0];
        return !clue.impossible && masks[0] == B::low(length);
    }
    if constexpr (is_wide<W>) return scratch.wide.settle(clue, length, masks, settled);
    else if constexpr (PLAIN) return settle_plain(clue, length, masks, settled, scratch);
    else return settle_colours(clue, length, masks, settled, scratch);
}

// `some_colouring` below; the clue has blocks.
template <class W, bool PLAIN>
[[gnu::flatten]] bool some_placement(const RunsClue& clue, int length, const W* masks, Scratch<W>& scratch) {
    using B = Bits<W>;
    Powers<W>* const fits = scratch.fits.data();
    for (int c : clue.colours) fill_powers(masks[c], clue.max_power[c], fits[c]);
    W reach{}, starts{};
    Pass<W, PLAIN> left(B::one(0), masks[0], reach);
    for (const Block& block : clue.blocks) {
        left.place(block, block.gap_after, fits[PLAIN ? 1 : block.colour], starts, reach);
        if (!starts) return false;
    }
    const W tail = B::reverse(flood(B::one(B::width - length), B::reverse(masks[0])));
    const Block& last = clue.blocks.back();
    if (!PLAIN && last.length == 0) {
        const W& mask = fits[last.colour][0];
        return static_cast<bool>(flood(starts, mask) & mask & tail);
    }
    return static_cast<bool>(B::up(starts, last.length - 1) & tail);
}

// Returns whether there is an allowed colouring, at half the work of settling: one pass from the left, then whether
// some end of the last block is followed by nothing but white.
template <class W, bool PLAIN>
inline bool some_colouring(const RunsClue& clue, int length, const W* masks, Scratch<W>& scratch) {
    if (clue.blocks.empty()) return !clue.impossible && masks[0] == Bits<W>::low(length);
    if constexpr (is_wide<W>) return scratch.wide.some_colouring(clue, length, masks);
    else return some_placement<W, PLAIN>(clue, length, masks, scratch);
}

}  // namespace nonoforge
