// Settling a line that reads some cells more than once, exactly.
//
// First loosely: each visit as if it were a separate cell, then what one visit cannot be no other
// visit of that cell can be, until nothing changes. That is sound, and where every repeated cell is
// known by then it is exact. Otherwise few colourings of the open repeated cells are settled one by
// one; many by tables of what the spans between visits allow.
//
// Visits that nest cost O(visits * states^2) set operations. Visits that cross cost more, in the worst
// case exponentially more (deciding such lines is NP-hard in general): beyond MOST_WORK, and where too
// many cross at once, the loose answer stands. As more becomes known there is less work to do, so
// nothing depends on the order in which things become known.
#pragma once

#include <memory>

#include "tables.hpp"

namespace nonoforge {

// (The plain engine has the same limits.)
constexpr double MOST_CASES = 32;      // colourings that are settled one by one (measured)
constexpr double MOST_WORK = 1 << 20;  // words in rows of tables

// Working memory of such a line. Parts that few lines ever need are made on demand.
class Repeats {
public:
    explicit Repeats(const std::vector<int>& cells) : spans_(cut(cells)) {
        for (const auto& places : spans_.places)
            for (std::size_t i = 1; i < places.size(); ++i) pairs_.emplace_back(places[i - 1], places[i]);
    }

    // Pairs of places of one cell, enough to hold all of its places together.
    const std::vector<std::pair<int, int>>& pairs() const { return pairs_; }
    const std::vector<std::vector<int>>& places() const { return spans_.places; }
    const Spans& spans() const {
        if (!planned_) Joiner(spans_).run();
        planned_ = true;
        return spans_;
    }
    const Track& track(const RunsClue& clue, int colours) const {
        if (!track_) track_ = std::make_unique<Track>(clue, colours);
        return *track_;
    }

private:
    std::vector<std::pair<int, int>> pairs_;
    mutable Spans spans_;
    mutable bool planned_ = false;
    mutable std::unique_ptr<Track> track_;
};

// Working memory, kept between calls.
template <class W>
struct RepeatsScratch {
    std::vector<W> masks, trial, found;
    std::vector<std::uint64_t> domains, options;
    Tables tables;
    bool loose = false;  // whether the loose answer of `settle` is enough
};

// Do all places of each cell have the same colours?
template <class W>
bool agree(const Repeats& repeats, const W* masks, int colours) {
    for (int c = 0; c < colours; ++c)
        for (const auto& [a, b] : repeats.pairs())
            if (Bits<W>::test(masks[c], a) != Bits<W>::test(masks[c], b)) return false;
    return true;
}

// A colour that one place of a cell cannot have, no other place of it can.
template <class W>
void make_agree(const Repeats& repeats, std::vector<W>& masks) {
    using B = Bits<W>;
    for (W& mask : masks)
        for (const auto& places : repeats.places()) {
            bool able = true;
            for (int pos : places) able = able && B::test(mask, pos);
            if (able) continue;
            for (int pos : places) B::clear(mask, pos);
        }
}

// Returns whether a repeated cell is still open: then more can be said than the loose answer does.
template <class W>
bool some_open(const Repeats& repeats, const W* masks, int colours) {
    for (const auto& places : repeats.places()) {
        int count = 0;
        for (int c = 0; c < colours; ++c) count += Bits<W>::test(masks[c], places[0]);
        if (count > 1) return true;
    }
    return false;
}

// Settles one line. `loose(masks, settled)` settles it as if each visit were a separate cell.
template <class W, class Loose>
class RepeatsSettler {
    using B = Bits<W>;

public:
    RepeatsSettler(const Repeats& repeats, const RunsClue& clue, int length, int colours,
                   RepeatsScratch<W>& scratch, Loose loose)
        : repeats_(repeats), clue_(clue), length_(length), colours_(colours), at_(scratch), loose_(loose) {}

    // As `settle` of other lines.
    bool settle(const W* masks, W* settled) {
        if (!loosely(masks, settled)) return false;
        if (at_.loose) return true;
        const double cases = count_cases(settled);
        if (cases == 1) return true;
        if (cases <= MOST_CASES) return by_cases(settled, false);
        if (!begin(settled)) return true;
        if (!at_.tables.walk_up()) return false;
        at_.tables.walk_down(at_.options);
        for (int c = 0; c < colours_; ++c) settled[c] = B::zero();
        for (int pos = 0; pos < length_; ++pos)
            for (std::uint64_t left = at_.options[pos]; left; left &= left - 1)
                settled[std::countr_zero(left)] |= B::one(pos);
        return true;
    }

    // Returns whether there is a colouring; `spare` is overwritten.
    bool some_colouring(const W* masks, W* spare) {
        if (!loosely(masks, spare)) return false;
        const double cases = count_cases(spare);
        if (cases == 1) return true;
        if (cases <= MOST_CASES) return by_cases(spare, true);
        return !begin(spare) || at_.tables.walk_up();
    }

private:
    bool loosely(const W* masks, W* settled) {
        for (const W* now = masks;; now = settled) {
            if (!agree(repeats_, now, colours_)) {
                at_.masks.assign(now, now + colours_);
                make_agree(repeats_, at_.masks);
                now = at_.masks.data();
            } else if (now == settled) {
                return true;
            }
            if (!loose_(now, settled)) return false;
        }
    }

    // How many colourings the repeated cells have; domains: the colours of each.
    double count_cases(const W* masks) {
        at_.domains.clear();
        double cases = 1;
        for (const auto& places : repeats_.places()) {
            std::uint64_t domain = 0;
            for (int c = 0; c < colours_; ++c) domain |= std::uint64_t{B::test(masks[c], places[0])} << c;
            at_.domains.push_back(domain);
            cases *= std::popcount(domain);
        }
        return cases;
    }

    // Each case by itself, one over the other; with `any` the first that fits is enough.
    bool by_cases(W* settled, bool any) {
        const std::vector<std::uint64_t>& domains = at_.domains;
        at_.masks.assign(settled, settled + colours_);
        at_.found.assign(colours_, B::zero());
        at_.options = domains;  // of each cell the colours still to be tried, the lowest one now
        bool fits = false;
        for (;;) {
            at_.trial = at_.masks;
            for (std::size_t i = 0; i < domains.size(); ++i) choose(i, std::countr_zero(at_.options[i]));
            if (loose_(at_.trial.data(), settled)) {
                fits = true;
                if (any) return true;
                for (int c = 0; c < colours_; ++c) at_.found[c] |= settled[c];
            }
            std::size_t i = 0;
            for (; i < domains.size(); ++i) {
                if (at_.options[i] &= at_.options[i] - 1) break;
                at_.options[i] = domains[i];
            }
            if (i == domains.size()) break;
        }
        std::copy(at_.found.begin(), at_.found.end(), settled);
        return fits;
    }
    void choose(std::size_t cell, int colour) {
        if (!(at_.domains[cell] & (at_.domains[cell] - 1))) return;
        for (int c = 0; c < colours_; ++c)
            if (c != colour)
                for (int pos : repeats_.places()[cell]) B::clear(at_.trial[c], pos);
    }

    // Prepares the tables, unless they are too much work.
    bool begin(const W* masks) {
        const Spans& spans = repeats_.spans();
        if (spans.joins.empty()) return false;
        at_.options.assign(length_, 0);
        for (int c = 0; c < colours_; ++c)
            B::each(masks[c], [&](int pos) { at_.options[pos] |= std::uint64_t{1} << c; });
        return at_.tables.begin(repeats_.track(clue_, colours_), spans, at_.options) <= MOST_WORK;
    }

    const Repeats& repeats_;
    const RunsClue& clue_;
    const int length_, colours_;
    RepeatsScratch<W>& at_;
    Loose loose_;
};

}  // namespace nonoforge
