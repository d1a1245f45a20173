// How often all lines must be settled, each from what was known before, until nothing changes.
#pragma once

#include "budget.hpp"
#include "problem.hpp"

namespace nonoforge {

struct PassCounts {
    bool fine = true;  // false: a line has no colouring, or the time is over
    std::int64_t passes = 0, settled = 0, fruitful = 0, open = 0;
};

// Each pass settles the lines that changed in the last one, all from the state at its beginning. No line
// may read a cell twice.
template <class W>
class Passes {
    using B = Bits<W>;

public:
    explicit Passes(const Problem& problem)
        : problem_(problem), colours_(problem.colours), lines_(static_cast<int>(problem.lines.size())),
          bench_(problem), domains_(problem.cells, (problem.colours < 64 ? std::uint64_t{1} << problem.colours : 0) - 1),
          seats_(problem.cells) {
        for (int line = 0; line < lines_; ++line) {
            const auto& cells = problem.lines[line].cells;
            const int length = static_cast<int>(cells.size());
            for (int c = 0; c < colours_; ++c) masks_.push_back(B::low(length));
            for (int pos = 0; pos < length; ++pos) seats_[cells[pos]].push_back({line, pos});
        }
        dirty_.assign(lines_, 1);
        settled_.resize(masks_.size());
    }

    PassCounts run(Clock& clock) {
        PassCounts counts;
        for (const auto& [cell, colour] : problem_.given)
            for (int c = 0; c < colours_; ++c)
                if (c != colour) drop(cell, c);
        counts.open = open();
        std::vector<int> telling;
        do {
            telling.clear();
            for (int line = 0; line < lines_; ++line) {
                if (!dirty_[line]) continue;
                dirty_[line] = 0;
                ++counts.settled;
                const W* now = &masks_[line * colours_];
                W* after = &settled_[line * colours_];
                if (clock.late() || !settle(problem_, problem_.lines[line], now, after, bench_)) {
                    counts.fine = false;
                    return counts;
                }
                bool tells = false;
                for (int c = 0; c < colours_; ++c) tells = tells || (now[c] & ~after[c]);
                if (tells) telling.push_back(line);
            }
            if (telling.empty()) break;
            ++counts.passes;
            counts.fruitful += static_cast<std::int64_t>(telling.size());
            for (int line : telling)
                for (int c = 0; c < colours_; ++c)
                    B::each(masks_[line * colours_ + c] & ~settled_[line * colours_ + c],
                            [&](int pos) { drop(problem_.lines[line].cells[pos], c); });
            for (std::uint64_t domain : domains_) counts.fine = counts.fine && domain;
            counts.open = open();
        } while (counts.fine && counts.open);
        return counts;
    }

private:
    struct Seat {
        int line, pos;
    };

    void drop(int cell, int colour) {
        const std::uint64_t bit = std::uint64_t{1} << colour;
        if (!(domains_[cell] & bit)) return;
        domains_[cell] ^= bit;
        for (const Seat& seat : seats_[cell]) {
            B::clear(masks_[seat.line * colours_ + colour], seat.pos);
            dirty_[seat.line] = 1;
        }
    }
    std::int64_t open() const {
        return std::count_if(domains_.begin(), domains_.end(),
                             [](std::uint64_t domain) { return (domain & (domain - 1)) != 0; });
    }

    const Problem& problem_;
    const int colours_, lines_;
    Workbench<W> bench_;
    std::vector<std::uint64_t> domains_;  // by cell
    std::vector<std::vector<Seat>> seats_;
    std::vector<W> masks_, settled_;  // line * colours + colour
    std::vector<char> dirty_;
};

}  // namespace nonoforge
