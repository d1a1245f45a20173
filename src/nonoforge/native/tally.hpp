// Settling a line whose clue is a `Tally`: how many cells of each colour, in how many groups.
//
// One colour: walk along the line with seven phases (before, in group 1, after it, in 2, after 2, in
// 3 or more, after those). Each phase holds a bit set over "cells used so far", so that a filled
// cell is a shift. What is reachable from the left and leads to the end is possible, nothing else.
// Cost: O(cells * groups) word operations.
//
// Several colours: the same walk with a state of (last colour, groups of each, cells used of each),
// where the cells of one colour are a bit set again. Where there are too many such states, each
// colour is settled on its own against all others: sound, and exact once the line is decided.
#pragma once

#include <algorithm>
#include <vector>

#include "words.hpp"

namespace nonoforge {

constexpr int UNTOLD = -1;  // a number that the clue does not give
constexpr int MANY = 3;     // groups: this number or more

struct Count {
    int total = UNTOLD, groups = UNTOLD;
    bool told() const { return total != UNTOLD || groups != UNTOLD; }
};

struct TallyClue {
    std::vector<Count> counts;  // by colour; that of white is untold
    bool joint = true;          // few enough states to walk with all colours at once
};

constexpr double MOST_STATES = 100'000;
constexpr int MOST_TOLD = 8;  // colours that a key has room for

// Could the walk with all colours have too many states? (The plain engine asks the same question.)
inline bool few_states(const std::vector<Count>& counts) {
    double states = 1, largest = 1;
    int told = 0;
    for (const auto& count : counts) {
        told += count.told();
        if (count.groups != UNTOLD) states *= count.groups + 2;
        if (count.total == UNTOLD) continue;
        states *= count.total + 1.0;
        largest = std::max(largest, count.total + 1.0);
    }
    return told <= MOST_TOLD && states / largest <= MOST_STATES;
}

constexpr int PHASES = 2 * MANY + 1;
constexpr int AFTER_BLACK[PHASES] = {1, 1, 3, 3, 5, 5, 5};
constexpr int AFTER_WHITE[PHASES] = {0, 2, 2, 4, 4, 6, 6};

template <class W>
using Phases = std::array<W, PHASES>;

// Working memory for settling, kept between calls.
template <class W>
struct TallyScratch {
    std::vector<Phases<W>> forward;
};

// The walk with a given number of phases: known to the compiler, it makes short loops quick.
template <class W, int phases>
bool walk_phases(const Count& count, int length, W& black, W& white, TallyScratch<W>& scratch) {
    using B = Bits<W>;
    const bool counting = count.total != UNTOLD;
    const int step = counting ? 1 : 0;
    const W most = counting ? B::low(count.total + 1) : B::one(0);
    auto& forward = scratch.forward;
    if (static_cast<int>(forward.size()) <= length) forward.resize(length + 1);

    forward[0].fill(B::zero());
    forward[0][0] = B::one(0);
    for (int p = 0; p < length; ++p) {
        Phases<W>& next = forward[p + 1];
        const Phases<W>& now = forward[p];
        next.fill(B::zero());
        const bool may_black = B::test(black, p), may_white = B::test(white, p);
        for (int s = 0; s < phases; ++s) {
            if (may_black && AFTER_BLACK[s] < phases) next[AFTER_BLACK[s]] |= (now[s] << step) & most;
            if (may_white) next[AFTER_WHITE[s]] |= now[s];
        }
    }

    Phases<W> after;
    after.fill(B::zero());
    const W goal = counting ? B::one(count.total) : B::one(0);
    bool any = false;
    for (int s = 0; s < phases; ++s) {
        if (count.groups != UNTOLD && (s + 1) / 2 != count.groups) continue;
        after[s] = forward[length][s] & goal;
        any |= static_cast<bool>(after[s]);
    }
    if (!any) return false;
    for (int p = length - 1; p >= 0; --p) {
        const Phases<W>& now = forward[p];
        Phases<W> before;
        bool black_here = false, white_here = false;
        const bool may_black = B::test(black, p), may_white = B::test(white, p);
        for (int s = 0; s < phases; ++s) {
            before[s] = B::zero();
            if (may_black && AFTER_BLACK[s] < phases) {
                const W through = now[s] & (after[AFTER_BLACK[s]] >> step);
                black_here |= static_cast<bool>(through);
                before[s] |= through;
            }
            if (may_white) {
                const W through = now[s] & after[AFTER_WHITE[s]];
                white_here |= static_cast<bool>(through);
                before[s] |= through;
            }
        }
        for (int s = phases; s < PHASES; ++s) before[s] = B::zero();
        if (may_black && !black_here) B::clear(black, p);
        if (may_white && !white_here) B::clear(white, p);
        after = before;
    }
    return true;
}

// One colour against the rest: `black` and `white` are the positions that may have it, or not.
// Narrows both; false if there is no colouring.
template <class W>
bool settle_count(const Count& count, int length, W& black, W& white, TallyScratch<W>& scratch) {
    using B = Bits<W>;
    if (!count.told()) return (black | white) == B::low(length);  // but no cell without any colour
    if (count.total > length || count.groups > length) return false;
    if (count.total == length && length > 0) {  // also: more than a bit set of this width could hold
        if ((count.groups != UNTOLD && count.groups != 1) || !(black == B::low(length))) return false;
        white = B::zero();
        return true;
    }
    switch (count.groups) {
        case 0: return walk_phases<W, 1>(count, length, black, white, scratch);
        case 1: return walk_phases<W, 3>(count, length, black, white, scratch);
        case 2: return walk_phases<W, 5>(count, length, black, white, scratch);
        default: return walk_phases<W, PHASES>(count, length, black, white, scratch);
    }
}

// All colours at once. A key has the last colour (where its groups are given), then for each colour
// its groups and its cells, where given; the cells of one colour are in the bit set instead.
template <class W>
class JointTally {
    using B = Bits<W>;
    using Key = Double;
    using Layer = std::vector<std::pair<Key, W>>;  // by key, each once

public:
    JointTally(const TallyClue& clue, int length, int colours)
        : counts_(clue.counts), length_(length), colours_(colours) {
        for (int c = 1; c < colours; ++c)
            if (counts_[c].total != UNTOLD && counts_[c].total < length &&
                (set_ == 0 || counts_[c].total > counts_[set_].total)) set_ = c;
        shift_.assign(colours, 0);
        for (int c = 1, at = LAST; c < colours; ++c)
            if (counts_[c].told()) shift_[c] = at, at += EACH;
    }

    bool settle(const W* masks, W* settled) {
        for (int c = 0; c < colours_; ++c) settled[c] = B::zero();
        std::vector<Layer> layers(length_ + 1);
        layers[0].emplace_back(Key{}, B::one(0));
        for (int p = 0; p < length_; ++p) {
            for (const auto& [key, used] : layers[p])
                for (int c = 0; c < colours_; ++c)
                    if (B::test(masks[c], p)) extend(layers[p + 1], key, used, c);
            merge(layers[p + 1]);
        }
        Layer after, before;
        for (const auto& [key, used] : layers[length_])
            if (const W good = finished(key, used); static_cast<bool>(good)) after.emplace_back(key, good);
        if (after.empty()) return false;
        for (int p = length_ - 1; p >= 0; --p, after.swap(before)) {
            before.clear();
            for (const auto& [key, used] : layers[p]) {
                W good = B::zero();
                for (int c = 0; c < colours_; ++c)
                    if (B::test(masks[c], p)) {
                        const W through = used & leading(after, key, c);
                        if (!through) continue;
                        good |= through;
                        settled[c] |= B::one(p);
                    }
                if (good) before.emplace_back(key, good);
            }
        }
        return true;
    }

    static constexpr int LAST = 6, GROUPS = 2, EACH = GROUPS + 13;  // bits of a key
    static_assert(LAST + MOST_TOLD * EACH <= 128);

private:
    static int bits(const Key& key, int from, int count) {
        return static_cast<int>(static_cast<std::uint64_t>(key >> from) & ((1u << count) - 1));
    }
    // The state after one more cell; false if no count allows it.
    bool step(Key& key, int colour) const {
        const Count& count = counts_[colour];
        const int last = bits(key, 0, LAST);
        const bool grouped = count.groups != UNTOLD;
        key = ((key >> LAST) << LAST) | Key{grouped ? static_cast<std::uint64_t>(colour) : 0};
        if (grouped && last != colour) {
            const int groups = bits(key, shift_[colour], GROUPS);
            if (groups == count.groups && groups < MANY) return false;
            if (groups < MANY) key += Key{1} << shift_[colour];
        }
        if (colour == set_ || count.total == UNTOLD) return true;
        key += Key{1} << (shift_[colour] + GROUPS);
        return used_of(key, colour) <= count.total;
    }
    int used_of(Key key, int colour) const {
        return bits(key, shift_[colour] + GROUPS, EACH - GROUPS);
    }
    bool in_set(int colour) const { return set_ != 0 && colour == set_; }

    void extend(Layer& next, Key key, const W& used, int colour) const {
        const W more = in_set(colour) ? (used << 1) & B::low(counts_[set_].total + 1) : used;
        if (more && step(key, colour)) next.emplace_back(key, more);
    }
    static void merge(Layer& layer) {
        std::sort(layer.begin(), layer.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            if (kept && layer[kept - 1].first == layer[i].first) layer[kept - 1].second |= layer[i].second;
            else layer[kept++] = layer[i];
        }
        layer.resize(kept);
    }
    W finished(Key key, const W& used) const {
        for (int c = 1; c < colours_; ++c) {
            const Count& count = counts_[c];
            if (count.groups != UNTOLD && bits(key, shift_[c], GROUPS) != count.groups)
                return B::zero();
            if (count.total != UNTOLD && c != set_ && used_of(key, c) != count.total) return B::zero();
        }
        return set_ ? used & B::one(counts_[set_].total) : used;
    }
    // The numbers of used cells from which one more cell of this colour leads to the end.
    W leading(const Layer& after, Key key, int colour) const {
        if (!step(key, colour)) return B::zero();
        const auto at = std::lower_bound(after.begin(), after.end(), key,
                                         [](const auto& entry, Key k) { return entry.first < k; });
        if (at == after.end() || !(at->first == key)) return B::zero();
        return in_set(colour) ? at->second >> 1 : at->second;
    }

    const std::vector<Count>& counts_;
    const int length_, colours_;
    int set_ = 0;  // the colour whose cells are the bit set; 0: none
    std::vector<int> shift_;
};

template <class W>
bool settle_tally(const TallyClue& clue, int length, const W* masks, W* settled, int colours,
                  TallyScratch<W>& scratch) {
    for (int c = 0; c < colours; ++c) settled[c] = masks[c];
    if (colours == 2) return settle_count(clue.counts[1], length, settled[1], settled[0], scratch);
    if (clue.joint) return JointTally<W>(clue, length, colours).settle(masks, settled);
    for (int c = 1; c < colours; ++c) {
        const Count& count = clue.counts[c];
        if (!count.told()) continue;
        W others = Bits<W>::zero();
        for (int d = 0; d < colours; ++d)
            if (d != c) others |= settled[d];
        if (!settle_count(count, length, settled[c], others, scratch)) return false;
        for (int d = 0; d < colours; ++d)
            if (d != c) settled[d] &= others;
    }
    return true;
}

}  // namespace nonoforge
