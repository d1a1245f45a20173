// The rounds of a rating in which single lines help: each takes everything that the cheapest useful
// technique finds anywhere. What a technique finds is specified by judge/techniques/*.py and
// judge/line.py, whose names are kept here; tests compare the two.
#pragma once

#include <array>

#include "budget.hpp"
#include "problem.hpp"

namespace nonoforge {

enum Rung { ZERO_AND_FULL, OVERLAP, REACH, BLOCKS, WHOLE_LINE, RUNGS };

enum class RatingEnd { solved, stuck, contradiction, out_of_budget };

struct LineRounds {
    RatingEnd end = RatingEnd::solved;
    std::array<std::int64_t, RUNGS> uses{}, rounds{};
    std::int64_t narrowest = -1;  // -1: no round
    std::int64_t effort = 0, settled = 0, looks = 0;
    std::vector<std::uint64_t> domains;  // by cell, where lines are stuck
};

inline int lowest_bit(std::uint64_t x) { return x ? std::countr_zero(x) : -1; }
inline int highest_bit(std::uint64_t x) { return std::bit_width(x) - 1; }
#if defined(__SIZEOF_INT128__) && !defined(NONOFORGE_PORTABLE)
inline int lowest_bit(Double x) {
    const auto low = static_cast<std::uint64_t>(x), high = static_cast<std::uint64_t>(x >> 64);
    return low ? lowest_bit(low) : high ? 64 + lowest_bit(high) : -1;
}
inline int highest_bit(Double x) {
    const auto low = static_cast<std::uint64_t>(x), high = static_cast<std::uint64_t>(x >> 64);
    return high ? 64 + highest_bit(high) : highest_bit(low);
}
#endif
template <int N>
int lowest_bit(const Wide<N>& x) {
    for (int i = 0; i < N; ++i)
        if (x.w[i]) return 64 * i + lowest_bit(x.w[i]);
    return -1;
}
template <int N>
int highest_bit(const Wide<N>& x) {
    for (int i = N - 1; i >= 0; --i)
        if (x.w[i]) return 64 * i + highest_bit(x.w[i]);
    return -1;
}

// The clue of a line as techniques read it (ClueReader and Shape in judge/line.py).
struct ClueShape {
    bool forced = false;  // one colouring is left, whatever is known
    bool runs = true;     // false: a tally that is not one run
    bool blotted = false;
    std::vector<int> absent;
    std::vector<int> least, most;       // by run
    std::vector<std::vector<int>> of;   // the runs of each colour
    std::vector<int> longest;           // by colour: of the least lengths
    int total = UNTOLD;                 // of a tally: all cells that are not white

    ClueShape(const LineSpec& line, int colours) : of(colours), longest(colours, 0) {
        const int length = static_cast<int>(line.cells.size());
        std::vector<bool> has(colours, false);
        if (line.tally.counts.empty()) {
            std::int64_t needs = 0;
            for (const Block& block : line.clue.blocks) {
                has[block.colour] = true;
                needs += std::max(block.length, 1) + block.gap_before;
                blotted |= block.length == 0;
            }
            forced = line.clue.blocks.empty() || (needs == length && !blotted);
        } else {
            bool zero = true, full = false, told = true;
            int sum = 0;
            for (int c = 1; c < colours; ++c) {
                const int count = line.tally.counts[c].total;
                zero = zero && count == 0;
                full = full || count == length;
                told = told && count != UNTOLD;
                has[c] = count != 0;
                sum += std::min(count, length + 1);
            }
            forced = zero || full;
            runs = colours == 2 && line.tally.counts[1].groups == 1 && line.tally.counts[1].total > 0;
            if (told) total = sum;
        }
        if (std::find(has.begin(), has.end(), true) != has.end())
            for (int c = 1; c < colours; ++c)
                if (!has[c]) absent.push_back(c);
        for (int j = 0; runs && j < static_cast<int>(line.clue.blocks.size()); ++j) {
            const Block& block = line.clue.blocks[j];
            least.push_back(std::max(block.length, 1));
            most.push_back(block.length ? block.length : length);
            of[block.colour].push_back(j);
            longest[block.colour] = std::max(longest[block.colour], least.back());
        }
    }
};

// What techniques find in one line of which the state is known. The line must have a colouring.
template <class W>
class LineFinder {
    using B = Bits<W>;

    struct Range {
        int first, latest, last;  // the earliest and the latest start, the last cell
    };
    struct Stretch {
        int first, last;
    };
    struct KnownBlock {
        int colour, first, last;
        std::vector<int> owners;
    };

public:
    explicit LineFinder(int colours) : colours_(colours), removed_(colours), known_(colours) {}

    // Returns the cheapest rung from `from` on that finds something; `removed()` says what.
    int climb(const LineSpec& line, const ClueShape& shape, const W* masks, const W* removable) {
        line_ = &line, shape_ = &shape, masks_ = masks;
        length_ = static_cast<int>(line.cells.size());
        const bool fills = colours_ > 2 || removable[0], empties = colours_ > 2 || removable[1];
        ready_ = false;
        std::fill(removed_.begin(), removed_.end(), B::zero());
        if (zero_and_full(removable)) return ZERO_AND_FULL;
        if (!shape.runs) {
            for (int c = 0; c < colours_; ++c) known_[c] = known(c);
            if (fills && tally_overlaps(false)) return OVERLAP;
            if (tally_reach()) return REACH;
            if (tally_blocks()) return BLOCKS;
        } else {
            if (fills && (push(), overlaps(ranges_))) return OVERLAP;
            if (empties && (push(), reach())) return REACH;
            if (push(), blocks(fills, empties)) return BLOCKS;
        }
        std::copy(removable, removable + colours_, removed_.begin());
        return WHOLE_LINE;
    }

    const std::vector<W>& removed() const { return removed_; }

private:
    static W span(int first, int last) {
        return first <= last ? B::low(last + 1) & ~B::low(std::max(first, 0)) : B::zero();
    }
    // The positions where `size` cells from here on lie in the mask.
    static W fitting(W mask, int size) {
        int have = 1;
        for (; 2 * have <= size; have *= 2) mask = mask & (mask >> have);
        return size > have ? mask & (mask >> (size - have)) : mask;
    }
    template <class F>
    static void stretches(W mask, F&& visit) {
        while (mask) {
            const int first = lowest_bit(mask);
            const int gap = lowest_bit(~(mask >> first));  // -1: it reaches the end of the word
            const int last = gap < 0 ? B::width - 1 : first + gap - 1;
            visit(Stretch{first, std::min(last, B::width - 1)});
            mask = last >= B::width - 1 ? B::zero() : mask & ~B::low(last + 1);
        }
    }
    bool must(int colour, const W& bits) {
        bool any = false;
        for (int c = 0; c < colours_; ++c) {
            if (c == colour) continue;
            const W gone = masks_[c] & bits;
            removed_[c] |= gone;
            any = any || gone;
        }
        return any;
    }
    bool cannot(int colour, const W& bits) {
        const W gone = masks_[colour] & bits;
        removed_[colour] |= gone;
        return static_cast<bool>(gone);
    }
    W known(int colour) const {
        W others = B::zero();
        for (int c = 0; c < colours_; ++c)
            if (c != colour) others |= masks_[c];
        return masks_[colour] & ~others;
    }

    bool zero_and_full(const W* removable) {
        if (shape_->forced) {
            std::copy(removable, removable + colours_, removed_.begin());
            return true;
        }
        bool found = false;
        for (int c : shape_->absent) found |= cannot(c, masks_[c]);
        if (!found && !shape_->runs && shape_->total == length_) found = cannot(0, masks_[0]);
        return found;
    }

    // --- runs

    // Where each run can lie, pushed to both sides; known cells may be left uncovered.
    void push() {
        if (ready_) return;
        ready_ = true;
        const auto& blocks = line_->clue.blocks;
        const int count = static_cast<int>(blocks.size());
        ranges_.resize(count);
        fits_.resize(count);
        int free = 0;
        for (int j = 0; j < count; ++j) {
            fits_[j] = fitting(masks_[blocks[j].colour], shape_->least[j]);
            free += blocks[j].gap_before;
            ranges_[j].first = free = lowest_bit(fits_[j] & ~B::low(free));
            free += shape_->least[j];
        }
        int end = length_;
        for (int j = count - 1; j >= 0; --j) {
            end -= blocks[j].gap_after;
            const int latest = highest_bit(fits_[j] & B::low(end - shape_->least[j] + 1));
            ranges_[j].latest = latest;
            ranges_[j].last = blocks[j].length ? latest + blocks[j].length - 1 : end - 1;
            end = latest;
        }
        find_blocks();
    }

    // All starts of each run in some colouring of the line, as ranges. Nothing is blotted.
    void cover() {
        const auto& blocks = line_->clue.blocks;
        const int count = static_cast<int>(blocks.size());
        covering_.resize(count);
        starts_.resize(count);
        W reach = flood(B::one(0), masks_[0]);
        for (int j = 0; j < count; ++j) {
            starts_[j] = (blocks[j].gap_before ? (reach & masks_[0]) << 1 : reach) & fits_[j];
            reach = flood((starts_[j] << (blocks[j].length - 1)) << 1, masks_[0]);
        }
        const W white = B::reverse(masks_[0]);
        reach = flood(B::one(B::width - length_), white);
        for (int j = count - 1; j >= 0; --j) {
            const int length = blocks[j].length;
            // Ends of the run, mirrored: the cells before an end are those after a mirrored one.
            const W fit = B::reverse(fits_[j] << (length - 1));
            const W ends = (blocks[j].gap_after ? (reach & white) << 1 : reach) & fit;
            reach = flood((ends << (length - 1)) << 1, white);
            const W starts = starts_[j] & (B::reverse(ends) >> (length - 1));
            const int latest = highest_bit(starts);
            covering_[j] = {lowest_bit(starts), latest, latest + length - 1};
        }
    }

    void find_blocks() {
        blocks_.clear();
        for (int c = 1; c < colours_; ++c)
            stretches(known(c), [&](const Stretch& found) {
                blocks_.push_back({c, found.first, found.last, owners(c, found.first, found.last)});
            });
    }
    bool owns(int run, int first, int last) const {
        return shape_->most[run] > last - first && ranges_[run].first <= first && ranges_[run].last >= last;
    }
    std::vector<int> owners(int colour, int first, int last) const {
        std::vector<int> found;
        for (int j : shape_->of[colour])
            if (owns(j, first, last)) found.push_back(j);
        return found;
    }

    bool overlaps(const std::vector<Range>& ranges) {
        bool found = false;
        for (std::size_t j = 0; j < ranges.size(); ++j) {
            const int end = ranges[j].first + shape_->least[j];
            if (ranges[j].latest < end)
                found |= must(line_->clue.blocks[j].colour, span(ranges[j].latest, end - 1));
        }
        return found;
    }

    bool out_of_reach(const std::vector<Range>& ranges) {
        bool found = false;
        for (int c = 1; c < colours_; ++c) {
            W far = masks_[c];
            for (int j : shape_->of[c]) far &= ~span(ranges[j].first, ranges[j].last);
            found |= cannot(c, far);
        }
        return found;
    }

    bool reach() {
        // A block that can only be one run keeps that run close.
        near_ = ranges_;
        for (const KnownBlock& block : blocks_) {
            if (block.owners.size() != 1) continue;
            const int j = block.owners[0], most = shape_->most[j];
            Range& range = near_[j];
            range.latest = std::min(range.latest, block.first);
            range.first = std::max(range.first, block.last - most + 1);
            range.last = std::min(range.last, range.latest + most - 1);
        }
        bool found = out_of_reach(near_);
        for (int c = 1; c < colours_; ++c)
            stretches(masks_[c], [&](const Stretch& gap) {
                const int size = gap.last - gap.first + 1;
                if (size >= shape_->longest[c]) return;
                bool near = false;
                for (int j : shape_->of[c]) {
                    if (ranges_[j].first > gap.last || ranges_[j].last < gap.first) continue;
                    near = true;
                    if (shape_->least[j] <= size) return;
                }
                if (near) found |= cannot(c, span(gap.first, gap.last));
            });
        return found;
    }

    bool blocks(bool fills, bool empties) {
        bool found = false;
        for (const KnownBlock& block : blocks_)
            if (!block.owners.empty()) {
                found |= ended(block);
                found |= grown(block);
            }
        for (std::size_t i = 1; i < blocks_.size(); ++i) {
            const KnownBlock &one = blocks_[i - 1], &other = blocks_[i];
            if (one.colour != other.colour) continue;
            const int between = one.last + 1;
            if (other.first == between + 1 && owners(one.colour, one.first, other.last).empty())
                found |= cannot(one.colour, B::one(between));
            if (one.owners.size() == 1 && one.owners == other.owners)
                found |= must(one.colour, span(one.last, other.first));
        }
        if (found || shape_->blotted) return found;
        cover();
        if (fills) found |= overlaps(covering_);
        if (empties) found |= out_of_reach(covering_);
        return found;
    }
    bool ended(const KnownBlock& block) {
        for (int j : block.owners)
            if (shape_->most[j] > block.last - block.first + 1) return false;
        W beside = B::zero();
        if (block.first > 0) beside |= B::one(block.first - 1);
        if (block.last + 1 < length_) beside |= B::one(block.last + 1);
        return cannot(block.colour, beside);
    }
    bool grown(const KnownBlock& block) {
        int size = INT_MAX;
        for (int j : block.owners) size = std::min(size, shape_->least[j]);
        const W closed = ~masks_[block.colour] & B::low(length_);
        const int left = highest_bit(closed & B::low(block.first));
        const int above = lowest_bit(closed & ~B::low(block.last));
        const int right = above < 0 ? length_ : above;
        bool found = false;
        if (block.last <= left + size) found |= must(block.colour, span(block.last, left + size));
        if (right - size <= block.first) found |= must(block.colour, span(right - size, block.first));
        return found;
    }

    // --- tallies

    // Calls visit(colour, size, earliest start, latest start) for colours of one group.
    template <class F>
    void single_groups(bool covering, F&& visit) {
        for (int c = 1; c < colours_; ++c) {
            const Count& count = line_->tally.counts[c];
            if (count.groups != 1 || count.total <= 0 || count.total > length_) continue;
            W starts = fitting(masks_[c], count.total);
            if (covering && known_[c]) {
                starts &= B::low(lowest_bit(known_[c]) + 1);
                starts &= ~B::low(std::max(0, highest_bit(known_[c]) - count.total + 1));
            }
            if (starts) visit(c, count.total, lowest_bit(starts), highest_bit(starts));
        }
    }
    bool tally_overlaps(bool covering) {
        bool found = false;
        single_groups(covering, [&](int colour, int size, int first, int latest) {
            found |= must(colour, span(latest, first + size - 1));
        });
        return found;
    }
    bool tally_reach() {
        bool found = false;
        for (int c = 1; c < colours_; ++c) {
            const int total = line_->tally.counts[c].total;
            const W open = masks_[c] & ~known_[c];
            if (total == UNTOLD || !open) continue;
            if (total && B::count(known_[c]) == total) found |= cannot(c, open);
            else if (B::count(masks_[c]) == total) found |= must(c, open);
        }
        const W open = masks_[0] & ~known_[0];
        if (shape_->total != UNTOLD && colours_ > 2 && open) {
            if (B::count(B::low(length_) & ~masks_[0]) == shape_->total) found |= must(0, open);
            else if (B::count(B::low(length_) & ~known_[0]) == shape_->total) found |= cannot(0, open);
        }
        for (bool covering : {false, true})
            single_groups(covering, [&](int colour, int size, int first, int latest) {
                found |= cannot(colour, ~span(first, latest + size - 1));
            });
        return found;
    }
    bool tally_blocks() {
        bool found = tally_overlaps(true);
        for (int c = 1; c < colours_; ++c) {
            const Count& count = line_->tally.counts[c];
            if (count.total != 2 || count.groups != 2) continue;
            const W& known = known_[c];
            found |= cannot(c, ((known << 1) | (known >> 1)) & ~known);
        }
        return found;
    }

    const int colours_;
    const LineSpec* line_ = nullptr;
    const ClueShape* shape_ = nullptr;
    const W* masks_ = nullptr;
    int length_ = 0;
    bool ready_ = false;  // whether ranges_ and blocks_ are those of this line
    std::vector<W> removed_, known_;  // by colour
    std::vector<W> fits_, starts_;    // by run
    std::vector<Range> ranges_, near_, covering_;
    std::vector<KnownBlock> blocks_;
};

// Takes rounds until the puzzle is solved, lines are stuck, one breaks, or a budget is spent. No line
// may read a cell twice.
template <class W>
class LineRater {
    using B = Bits<W>;

public:
    LineRater(const Problem& problem, const std::array<std::int64_t, RUNGS>& costs)
        : problem_(problem), costs_(costs), colours_(problem.colours),
          lines_(static_cast<int>(problem.lines.size())), bench_(problem), finder_(colours_),
          domains_(problem.cells, (colours_ < 64 ? std::uint64_t{1} << colours_ : 0) - 1),
          first_seat_(problem.cells + 1, 0), state_(lines_) {
        for (const auto& line : problem.lines)
            for (int cell : line.cells) ++first_seat_[cell + 1];
        for (int cell = 0; cell < problem.cells; ++cell) first_seat_[cell + 1] += first_seat_[cell];
        seats_.resize(first_seat_.back());
        std::vector<int> next(first_seat_.begin(), first_seat_.end() - 1);
        masks_.reserve(lines_ * colours_);
        for (int index = 0; index < lines_; ++index) {
            const auto& line = problem.lines[index];
            const int length = static_cast<int>(line.cells.size());
            masks_.insert(masks_.end(), colours_, B::low(length));
            for (int pos = 0; pos < length; ++pos) seats_[next[line.cells[pos]]++] = {index, pos};
            shapes_.emplace_back(line, colours_);
        }
        exact_.resize(masks_.size());
        removable_.resize(masks_.size());
        removed_.resize(masks_.size());
    }

    // `start`: a mask of colours for each cell; null: nothing is known but what is given. `dirty`: for each
    // line whether it has changed; null: all have. `settled`: the most lines settled and looks, or -1.
    LineRounds run(const std::uint64_t* start, const std::uint8_t* dirty, std::int64_t settled, Clock& clock) {
        LineRounds found;
        for (const auto& [cell, colour] : problem_.given) keep(cell, std::uint64_t{1} << colour);
        for (int cell = 0; start && cell < problem_.cells; ++cell) keep(cell, start[cell]);
        open_ = std::count_if(domains_.begin(), domains_.end(),
                              [](std::uint64_t domain) { return (domain & (domain - 1)) != 0; });
        for (int line = 0; line < lines_; ++line) state_[line].dirty = !dirty || dirty[line];
        if (std::find(domains_.begin(), domains_.end(), 0) != domains_.end()) {
            found.end = RatingEnd::contradiction;
            return found;
        }
        while (true) {
            const bool solved = open_ == 0;
            if (!refresh(found)) {
                found.end = RatingEnd::contradiction;
                return found;
            }
            if (solved) return found;
            const int rung = cheapest();
            if (rung == RUNGS) {
                found.end = RatingEnd::stuck;
                found.domains = domains_;
                return found;
            }
            count(found, rung);
            if ((settled >= 0 && found.settled + found.looks > settled) || clock.late()) {
                found.end = RatingEnd::out_of_budget;
                return found;
            }
            for (int line = 0; line < lines_; ++line)
                if (state_[line].rung == rung) erase(line);
            if (broken_) {
                found.end = RatingEnd::contradiction;
                return found;
            }
        }
    }

private:
    struct Seat {
        int line, pos;
    };
    struct LineState {
        int rung = RUNGS;  // of the cheapest technique that finds something; RUNGS: the line tells nothing
        bool dirty = true;
        bool read = false;  // whether `exact_` is that of some earlier state
    };

    // Looks at the lines that changed; false where one has no colouring.
    bool refresh(LineRounds& found) {
        for (int index = 0; index < lines_; ++index) {
            LineState& state = state_[index];
            if (!state.dirty) continue;
            state.dirty = false;
            ++found.settled;
            const W* masks = &masks_[index * colours_];
            W* exact = &exact_[index * colours_];
            W* removable = &removable_[index * colours_];
            if (!state.read || lost(masks, exact)) {
                if (!settle(problem_, problem_.lines[index], masks, exact, bench_)) return false;
                state.read = true;
            }
            bool tells = false;
            for (int c = 0; c < colours_; ++c) {
                removable[c] = masks[c] & ~exact[c];
                tells = tells || removable[c];
            }
            state.rung = RUNGS;
            if (!tells) continue;
            state.rung = finder_.climb(problem_.lines[index], shapes_[index], masks, removable);
            std::copy(finder_.removed().begin(), finder_.removed().end(), &removed_[index * colours_]);
        }
        return true;
    }
    // Whether the line has lost an option that it had when it was settled last; otherwise all its
    // colourings are still there.
    bool lost(const W* masks, const W* exact) const {
        for (int c = 0; c < colours_; ++c)
            if (exact[c] & ~masks[c]) return true;
        return false;
    }
    int cheapest() const {
        int rung = RUNGS;
        for (const auto& state : state_) rung = std::min(rung, state.rung);
        return rung;
    }

    void count(LineRounds& found, int rung) {
        std::int64_t uses = 0, places = 0, open = 0;
        for (int line = 0; line < lines_; ++line) {
            uses += state_[line].rung == rung;
            places += state_[line].rung != RUNGS;
            open += is_open(&masks_[line * colours_]);
        }
        found.uses[rung] += uses;
        ++found.rounds[rung];
        ++found.looks;
        found.effort += (costs_[rung] - 1) * (uses + (open + uses - 1) / uses);
        found.narrowest = found.narrowest < 0 ? places : std::min(found.narrowest, places);
    }
    bool is_open(const W* masks) const {
        W seen = B::zero();
        for (int c = 0; c < colours_; ++c) {
            if (seen & masks[c]) return true;
            seen |= masks[c];
        }
        return false;
    }

    void erase(int index) {
        const auto& cells = problem_.lines[index].cells;
        for (int c = 0; c < colours_; ++c)
            B::each(removed_[index * colours_ + c], [&](int pos) { lose(cells[pos], c); });
    }
    void keep(int cell, std::uint64_t left) {
        for (int c = 0; c < colours_; ++c)
            if (!(left >> c & 1)) lose(cell, c);
    }
    void lose(int cell, int colour) {
        const std::uint64_t bit = std::uint64_t{1} << colour;
        std::uint64_t& domain = domains_[cell];
        if (!(domain & bit)) return;
        domain ^= bit;
        if (!domain) broken_ = true;
        else if (!(domain & (domain - 1))) --open_;
        for (int at = first_seat_[cell]; at < first_seat_[cell + 1]; ++at) {
            B::clear(masks_[seats_[at].line * colours_ + colour], seats_[at].pos);
            state_[seats_[at].line].dirty = true;
        }
    }

    const Problem& problem_;
    const std::array<std::int64_t, RUNGS> costs_;
    const int colours_, lines_;
    Workbench<W> bench_;
    LineFinder<W> finder_;
    std::vector<ClueShape> shapes_;       // by line
    std::vector<std::uint64_t> domains_;  // by cell
    std::vector<int> first_seat_;         // by cell: its first place in seats_
    std::vector<Seat> seats_;
    std::vector<W> masks_, exact_, removable_, removed_;  // line * colours + colour
    std::vector<LineState> state_;
    std::int64_t open_ = 0;
    bool broken_ = false;
};

}  // namespace nonoforge
