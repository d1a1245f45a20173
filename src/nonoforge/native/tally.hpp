// Settling a line whose clue is a `Tally`: how many cells of each colour, in how many groups.
//
// One colour (black, all else being white): layers by the number of black cells so far, or of white
// ones where the line has fewer. A layer says for each number of groups and each colour of the last
// cell where such a beginning of the line can end, as a bit set over positions: a cell of the counted
// colour is a shift to the next layer, cells of the other flood within it. The layers of the mirrored
// line are met with those of the line. Cost: O(counted cells * groups) word operations. Where counting
// alone decides, and where a clue of many groups leaves every cell open, no layer is made.
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

// The first cells of a line, by the number of groups in them and the colour of the last: where they can end.
template <class W>
struct TallyLayer {
    std::array<W, MANY + 1> black, white;  // MANY: that number of groups or more
};

// Working memory for settling, kept between calls.
template <class W>
struct TallyScratch {
    std::vector<TallyLayer<W>> forward;
};

// Layers in one direction: `first` is the first cell. WHITES: layers count white cells, not black ones.
template <class W, int GROUPS, bool WHITES>
struct TallyPass {
    using Layer = TallyLayer<W>;
    const W black, white, first;

    // Seeds in a mask, and the cells of the mask that follow them without a gap.
    static W run(const W& seeds, const W& mask) { return (mask & ~(seeds + mask)) | seeds; }

    static void clear(Layer& layer) {
        layer.black.fill(Bits<W>::zero());
        layer.white.fill(Bits<W>::zero());
    }
    void begin(Layer& layer) const {
        clear(layer);
        if constexpr (WHITES) layer.black[1] = run(first & black, black);
        else layer.white[0] = run(first & white, white);
    }
    // `number`: of the layer `now`, from 1.
    void go_on(const Layer& before, Layer& now, int number) const {
        const W start = number == 1 ? first : Bits<W>::zero();
        if constexpr (WHITES) now.white[0] = ((before.white[0] << 1) | start) & white;
        else now.white[0] = Bits<W>::zero();
        now.black[0] = Bits<W>::zero();
        for (int k = 1; k <= GROUPS; ++k) {
            if constexpr (WHITES) {
                now.white[k] = ((before.white[k] | before.black[k]) << 1) & white;
                const W from = k == MANY ? now.white[k - 1] | now.white[k] : now.white[k - 1];
                now.black[k] = run((from << 1) & black, black);
            } else {
                W from = before.black[k] | before.white[k - 1];
                if (k == MANY) from |= before.white[k];
                now.black[k] = ((k == 1 ? (from << 1) | start : from << 1)) & black;
                now.white[k] = run((now.black[k] << 1) & white, white);
            }
        }
    }
};

// `counted`: how many cells of the counted colour the line has, at least one.
template <class W, int GROUPS, bool WHITES>
bool meet_layers(int counted, int length, W& black, W& white, TallyScratch<W>& scratch, bool feasible_only) {
    using B = Bits<W>;
    using Pass = TallyPass<W, GROUPS, WHITES>;
    auto& forward = scratch.forward;
    if (static_cast<int>(forward.size()) <= counted) forward.resize(counted + 1);
    const Pass pass{black, white, B::one(0)};
    pass.begin(forward[0]);
    for (int number = 1; number <= counted; ++number) pass.go_on(forward[number - 1], forward[number], number);
    const auto& whole = forward[counted];
    if (!B::test(whole.black[GROUPS] | whole.white[GROUPS], length - 1)) return false;
    if (feasible_only) return true;

    const Pass mirrored{B::reverse(black), B::reverse(white), B::one(B::width - length)};
    W blacks = B::zero(), whites = B::zero();
    TallyLayer<W> now, before;
    mirrored.begin(now);
    for (int number = 0;; ++number) {
        // A cell is read from both sides: the layers of its colour, if that is counted, count it twice.
        const int with_black = counted - number + !WHITES, with_white = counted - number + WHITES;
        W rest = B::zero();
        for (int k = 1; with_black <= counted && k <= GROUPS; ++k) {  // its group, too, is seen from both sides
            rest = GROUPS == MANY ? rest | now.black[GROUPS + 1 - k] : now.black[GROUPS + 1 - k];
            blacks |= forward[with_black].black[k] & B::reverse(rest);
        }
        rest = B::zero();
        for (int k = 0; with_white <= counted && k <= GROUPS; ++k) {
            rest = GROUPS == MANY ? rest | now.white[GROUPS - k] : now.white[GROUPS - k];
            whites |= forward[with_white].white[k] & B::reverse(rest);
        }
        if (number == counted) break;
        before = now;
        mirrored.go_on(before, now, number + 1);
    }
    black = blacks;
    white = whites;
    return true;
}

// The groups alone, where the total is not known: phases (before, in group 1, after it, in 2, after 2, in 3
// or more, after those) as bits of a number.
template <class W>
bool settle_groups(int groups, int length, W& black, W& white, bool feasible_only) {
    using B = Bits<W>;
    constexpr unsigned IN = 0b0101010, OUT = 0b1010101, LAST = 0b1000000;
    const auto after_black = [](unsigned s) { return (s & IN) | (s & OUT & ~LAST) << 1 | (s & LAST) >> 1; };
    const auto after_white = [](unsigned s) { return (s & OUT) | (s & IN) << 1; };
    const auto before_black = [](unsigned s) { return (s & IN) | (s & IN) >> 1 | (s & LAST >> 1) << 1; };
    const auto before_white = [](unsigned s) { return (s & OUT) | (s & OUT & ~1u) >> 1; };
    std::vector<unsigned char> reached(length + 1);
    reached[0] = 1;
    for (int p = 0; p < length; ++p)
        reached[p + 1] = static_cast<unsigned char>((B::test(black, p) ? after_black(reached[p]) : 0) |
                                                    (B::test(white, p) ? after_white(reached[p]) : 0));
    unsigned good = reached[length] & (groups == 0 ? 1u : 3u << (2 * groups - 1));
    if (!good || feasible_only) return good != 0;
    for (int p = length - 1; p >= 0; --p) {
        const unsigned by_black = B::test(black, p) ? reached[p] & before_black(good) : 0;
        const unsigned by_white = B::test(white, p) ? reached[p] & before_white(good) : 0;
        if (!by_black) B::clear(black, p);
        if (!by_white) B::clear(white, p);
        good = by_black | by_white;
    }
    return true;
}

// Cells that keep three groups apart if they are black, white, black, white, black in this order; none
// where there are no such cells. Only what is asked for: the cells, not whether they can all be chosen.
inline bool three_apart(std::uint64_t black, std::uint64_t white, std::uint64_t& blacks, std::uint64_t& whites) {
    blacks = whites = 0;
    std::uint64_t beyond = ~std::uint64_t{0};
    for (int step = 0; step < 2 * MANY - 1; ++step) {
        const std::uint64_t here = (step % 2 ? white : black) & beyond;
        if (!here) return false;
        const std::uint64_t cell = here & (~here + 1);
        (step % 2 ? whites : blacks) |= cell;
        beyond = ~(cell | (cell - 1));
    }
    return true;
}

// What a look at the cells says of a total in MANY groups or more, without layers.
enum class Glance { groups_stand, nothing_new, unclear };

inline Glance glance_at_groups(int total, std::uint64_t black, std::uint64_t white) {
    const std::uint64_t open = black & white;
    std::uint64_t blacks, whites;
    if (three_apart(black & ~open, white & ~open, blacks, whites)) return Glance::groups_stand;
    // With some cells as they keep three groups apart, every other open cell may have either colour if the
    // total lies strictly between what is then black and what may be. Two such sets without a common open
    // cell leave every cell free.
    const int known = std::popcount(black & ~open), possible = std::popcount(black);
    std::uint64_t used = 0;
    for (int set = 0; set < 2; ++set) {
        if (!three_apart(black & ~used, white & ~used, blacks, whites)) return Glance::unclear;
        if (known + std::popcount(blacks & open) >= total || possible - std::popcount(whites & open) <= total)
            return Glance::unclear;
        used = (blacks | whites) & open;
    }
    return Glance::nothing_new;
}

// One colour against the rest: `black` and `white` are the positions that may have it, or not.
// Narrows both; false if there is no colouring. `feasible_only`: leaves both as they may be.
template <class W>
bool settle_count(const Count& count, int length, W& black, W& white, TallyScratch<W>& scratch,
                  bool feasible_only = false) {
    using B = Bits<W>;
    if (!((black | white) == B::low(length))) return false;  // a cell without any colour
    if (!count.told()) return true;
    if (count.total > length || count.groups > length) return false;
    if (count.total == UNTOLD) return settle_groups(count.groups, length, black, white, feasible_only);
    const W only_black = black & ~white;
    const int known = B::count(only_black), possible = B::count(black);
    if (known > count.total || possible < count.total) return false;
    if (count.groups == 0 || count.total == 0) {
        black = B::zero();
        return count.total == 0 && count.groups <= 0;
    }
    bool counting = count.groups == UNTOLD;
    if (count.total == length) {
        if (!counting && count.groups != 1) return false;
        counting = true;
    }
    if constexpr (sizeof(W) == sizeof(std::uint64_t)) {
        if (count.groups == MANY && !counting) {
            const Glance glance = glance_at_groups(count.total, black, white);
            if (glance == Glance::nothing_new) return true;
            counting = glance == Glance::groups_stand;
        }
    }
    if (counting) {
        if (known == count.total) {
            black = only_black;
        } else if (possible == count.total) {
            white &= ~black;
        }
        return true;
    }
    const bool whites = length - count.total < count.total;
    const int counted = whites ? length - count.total : count.total;
    const auto meet = [&]<int GROUPS>() {
        return whites ? meet_layers<W, GROUPS, true>(counted, length, black, white, scratch, feasible_only)
                      : meet_layers<W, GROUPS, false>(counted, length, black, white, scratch, feasible_only);
    };
    if (count.groups == 1) return meet.template operator()<1>();
    if (count.groups == 2) return meet.template operator()<2>();
    return meet.template operator()<MANY>();
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
                  TallyScratch<W>& scratch, bool feasible_only = false) {
    for (int c = 0; c < colours; ++c) settled[c] = masks[c];
    if (colours == 2)
        return settle_count(clue.counts[1], length, settled[1], settled[0], scratch, feasible_only);
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
