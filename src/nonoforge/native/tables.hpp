// What the spans of a line with repeated cells allow: which states of the clue lead to which.
//
// A table has a row for each state before a span: the states that it can lead to after it. Each span
// has one table for each colouring of its border. One pass joins the tables up to the whole line; one
// pass down again keeps of each table what belongs to some colouring of the whole line (`used`).
//
// States that the line cannot be in at some place, even if each visit were a separate cell, have
// no rows and no bits there: states are numbered anew at each border between spans.
#pragma once

#include "spans.hpp"
#include "track.hpp"

namespace nonoforge {

class Tables {
public:
    using Word = std::uint64_t;

    // `options`: the colours left at each position. Returns how much work joining is, in words of the
    // rows that take part; the tables have no more words than that.
    double begin(const Track& track, const Spans& spans, const std::vector<std::uint64_t>& options) {
        track_ = &track;
        spans_ = &spans;
        options_ = options;
        length_ = static_cast<int>(options.size());
        domain_.clear();
        for (const auto& places : spans.places) domain_.push_back(options[places[0]]);
        find_live();
        number_states();
        double work = 0;
        for (const Join& join : spans.joins)
            work += colourings(join.cells) * (count_[join.start] + count_[join.middle]);
        return work * width_;
    }

    // False: there is no colouring.
    bool walk_up() {
        if (count_[0] == 0) return false;
        make_room();
        for (int span = 0; span < spans_->singles(); ++span) fill_single(span);
        width_ == 1 ? join_all<1>() : join_all<0>();
        return any(&tables_[room_.back()], width_);
    }

    // After walk_up: the colours that each position has in some colouring.
    void walk_down(std::vector<std::uint64_t>& found) {
        used_.assign(tables_.size(), 0);
        std::copy(&tables_[room_.back()], &tables_[room_.back()] + width_, &used_[room_.back()]);
        width_ == 1 ? part_all<1>() : part_all<0>();
        found.assign(length_, 0);
        for (int span = 0; span < spans_->singles(); ++span) read(span, found);
    }

private:
    // --- states --------------------------------------------------------------------------------
    Word* live(int pos) { return &live_[static_cast<std::size_t>(pos) * track_->words]; }
    Word* entered(int pos) { return &entered_[static_cast<std::size_t>(pos) * track_->words]; }
    Word* stayed(int pos) { return &stayed_[static_cast<std::size_t>(pos) * track_->words]; }

    // The states that the loose line can be in before each position.
    void find_live() {
        const std::size_t words = track_->words;
        live_.assign(words * (length_ + 1), 0);
        entered_.resize(words * length_);
        stayed_.resize(words * length_);
        live_[0] = 1;
        for (int pos = 0; pos < length_; ++pos) {
            track_->gather(options_[pos], entered(pos), stayed(pos));
            track_->step(live(pos), entered(pos), stayed(pos), live(pos + 1));
        }
        for (std::size_t w = 0; w < words; ++w) live(length_)[w] &= track_->ends[w];
        row_.resize(words);
        for (int pos = length_ - 1; pos >= 0; --pos) {
            track_->back(live(pos + 1), entered(pos), stayed(pos), row_.data());
            for (std::size_t w = 0; w < words; ++w) live(pos)[w] &= row_[w];
        }
    }
    void number_states() {
        const int borders = spans_->singles() + 1;
        const std::size_t all = static_cast<std::size_t>(track_->words) * 64;
        number_.resize(all * borders);
        states_.clear();
        states_start_.clear();
        count_.clear();
        int most = 0;
        for (int border = 0; border < borders; ++border) {
            states_start_.push_back(static_cast<int>(states_.size()));
            int count = 0;
            each(live(spans_->starts[border]), track_->words, [&](int state) {
                number_[all * border + state] = count++;
                states_.push_back(state);
            });
            count_.push_back(count);
            most = std::max(most, count);
        }
        width_ = (most + 63) / 64;
    }
    int state(int border, int number) const { return states_[states_start_[border] + number]; }

    template <class F>
    static void each(const Word* words, int count, F&& visit) {
        for (int w = 0; w < count; ++w)
            for (Word left = words[w]; left; left &= left - 1) visit(64 * w + std::countr_zero(left));
    }
    static bool any(const Word* words, int count) {
        Word all = 0;
        for (int w = 0; w < count; ++w) all |= words[w];
        return all != 0;
    }

    // --- up ------------------------------------------------------------------------------------
    int colours(int cell) const { return std::popcount(domain_[cell]); }
    double colourings(const std::vector<int>& cells) const {
        double product = 1;
        for (int cell : cells) product *= colours(cell);
        return product;
    }
    void make_room() {
        room_.clear();
        std::size_t size = 0;
        const auto add = [&](double choices, int start) {
            room_.push_back(size);
            size += static_cast<std::size_t>(choices) * count_[start] * width_;
        };
        for (int span = 0; span < spans_->singles(); ++span)
            add(span ? colours(spans_->visited[span]) : 1, span);
        for (const Join& join : spans_->joins) add(colourings(join.border), join.start);
        tables_.assign(size, 0);
    }
    std::size_t row(int span, int start, int choice, int number) const {
        return room_[span] + (static_cast<std::size_t>(choice) * count_[start] + number) * width_;
    }

    void fill_single(int span) {
        const int first = spans_->starts[span], end = spans_->starts[span + 1];
        if (span == 0) return fill_rows(span, 0, first, end);
        const std::uint64_t domain = domain_[spans_->visited[span]];
        int choice = 0;
        for (std::uint64_t left = domain; left; left &= left - 1, ++choice) {
            track_->gather(left & -left, entered(first), stayed(first));
            fill_rows(span, choice, first, end);
        }
    }
    void fill_rows(int span, int choice, int first, int end) {
        const int words = track_->words;
        const int* number = &number_[static_cast<std::size_t>(words) * 64 * (span + 1)];
        for (int i = 0; i < count_[span]; ++i) {
            std::fill(row_.begin(), row_.end(), 0);
            Track::set(row_.data(), state(span, i));
            for (int pos = first; pos < end; ++pos)
                track_->step(row_.data(), entered(pos), stayed(pos), row_.data());
            for (int w = 0; w < words; ++w) row_[w] &= live(end)[w];
            Word* to = &tables_[row(span, span, choice, i)];
            each(row_.data(), words, [&](int state) { Track::set(to, number[state]); });
        }
    }

    // visit(left, right, both): the tables that belong together, for each colouring of a join's cells.
    template <class F>
    void each_choice(const Join& join, F&& visit) {
        digits_.clear();
        int left = 1, right = 1, both = 1;
        for (int cell : join.cells) {
            const int count = colours(cell);
            if (count == 1) continue;
            Digit digit{count, 0, 0, 0, 0};
            if (in_border(join.left, cell)) digit.left = left, left *= count;
            if (in_border(join.right, cell)) digit.right = right, right *= count;
            if (contains(join.border, cell)) digit.both = both, both *= count;
            digits_.push_back(digit);
        }
        left = right = both = 0;
        for (;;) {
            visit(left, right, both);
            std::size_t i = 0;
            for (; i < digits_.size(); ++i) {
                Digit& digit = digits_[i];
                const int by = ++digit.at < digit.count ? 1 : 1 - digit.count;
                left += by * digit.left, right += by * digit.right, both += by * digit.both;
                if (by == 1) break;
                digit.at = 0;
            }
            if (i == digits_.size()) return;
        }
    }
    static bool contains(const std::vector<int>& cells, int cell) {
        return std::binary_search(cells.begin(), cells.end(), cell);
    }
    bool in_border(int span, int cell) const {
        if (span < spans_->singles()) return spans_->visited[span] == cell;
        return contains(spans_->joins[span - spans_->singles()].border, cell);
    }

    // WIDTH: the words of a row, if that is known to the compiler; else 0.
    template <int WIDTH>
    void join_all() {
        for (std::size_t i = 0; i < spans_->joins.size(); ++i)
            join<WIDTH>(spans_->joins[i], spans_->singles() + static_cast<int>(i));
    }
    template <int WIDTH>
    void join(const Join& join, int span) {
        const int width = WIDTH ? WIDTH : width_;
        each_choice(join, [&](int left, int right, int both) {
            const Word* middles = &tables_[row(join.left, join.start, left, 0)];
            const Word* further = &tables_[row(join.right, join.middle, right, 0)];
            Word* to = &tables_[row(span, join.start, both, 0)];
            for (int i = 0; i < count_[join.start]; ++i, middles += width, to += width)
                each(middles, width, [&](int middle) {
                    for (int w = 0; w < width; ++w) to[w] |= further[middle * width + w];
                });
        });
    }

    // --- down ----------------------------------------------------------------------------------
    template <int WIDTH>
    void part_all() {
        for (std::size_t i = spans_->joins.size(); i-- > 0;)
            part<WIDTH>(spans_->joins[i], spans_->singles() + static_cast<int>(i));
    }
    // What is used of a joined span, its two parts have use for.
    template <int WIDTH>
    void part(const Join& join, int span) {
        const int width = WIDTH ? WIDTH : width_;
        each_choice(join, [&](int left, int right, int both) {
            const std::size_t left_row = row(join.left, join.start, left, 0);
            const std::size_t right_row = row(join.right, join.middle, right, 0);
            const Word* wanted = &used_[row(span, join.start, both, 0)];
            for (int i = 0; i < count_[join.start]; ++i, wanted += width) {
                if (!any(wanted, width)) continue;
                Word* use_left = &used_[left_row + i * width];
                each(&tables_[left_row + i * width], width, [&](int middle) {
                    const Word* further = &tables_[right_row + middle * width];
                    Word* use_right = &used_[right_row + middle * width];
                    Word through = 0;
                    for (int w = 0; w < width; ++w) {
                        use_right[w] |= further[w] & wanted[w];
                        through |= further[w] & wanted[w];
                    }
                    if (through) Track::set(use_left, middle);
                });
            }
        });
    }

    // The colours that the cells of a single span have in what is used of it.
    void read(int span, std::vector<std::uint64_t>& found) {
        const int first = spans_->starts[span], end = spans_->starts[span + 1];
        std::uint64_t chosen = span ? domain_[spans_->visited[span]] : 0;
        for (int choice = 0; choice == 0 || chosen; ++choice, chosen &= chosen - 1) {
            if (span) track_->gather(chosen & -chosen, entered(first), stayed(first));
            for (int i = 0; i < count_[span]; ++i) {
                const Word* ends = &used_[row(span, span, choice, i)];
                if (!any(ends, width_)) continue;
                if (span) found[first] |= chosen & -chosen;
                if (!read_all(first + (span > 0), end, found)) read_row(span, i, ends, found);
            }
            if (!span) return;
        }
    }
    // Returns whether nothing is left to find; values that are known are found at once.
    bool read_all(int first, int end, std::vector<std::uint64_t>& found) const {
        bool all = true;
        for (int pos = first; pos < end; ++pos) {
            if (!(options_[pos] & (options_[pos] - 1))) found[pos] = options_[pos];
            all = all && found[pos] == options_[pos];
        }
        return all;
    }
    void read_row(int span, int number, const Word* ends, std::vector<std::uint64_t>& found) {
        const int first = spans_->starts[span], end = spans_->starts[span + 1], words = track_->words;
        reached_.assign(static_cast<std::size_t>(words) * (end - first + 1), 0);
        Track::set(reached_.data(), state(span, number));
        for (int pos = first; pos < end; ++pos) {
            Word* at = &reached_[static_cast<std::size_t>(pos - first) * words];
            track_->step(at, entered(pos), stayed(pos), at + words);
        }
        std::fill(row_.begin(), row_.end(), 0);
        each(ends, width_, [&](int i) { Track::set(row_.data(), state(span + 1, i)); });
        trial_.resize(words);
        for (int pos = end - 1; pos >= first + (span > 0); --pos) {
            const Word* at = &reached_[static_cast<std::size_t>(pos - first) * words];
            for (std::uint64_t left = options_[pos] & ~found[pos]; left; left &= left - 1) {
                const int colour = std::countr_zero(left);
                track_->step(at, track_->enter(colour), track_->stay(colour), trial_.data());
                for (int w = 0; w < words; ++w)
                    if (trial_[w] & row_[w]) found[pos] |= std::uint64_t{1} << colour;
            }
            track_->back(row_.data(), entered(pos), stayed(pos), row_.data());
            for (int w = 0; w < words; ++w) row_[w] &= at[w];
        }
    }

    struct Digit {
        int count, left, right, both, at;
    };
    const Track* track_ = nullptr;
    const Spans* spans_ = nullptr;
    int length_ = 0;
    int width_ = 0;                               // words of a row
    std::vector<std::uint64_t> options_;          // by position: its colours
    std::vector<std::uint64_t> domain_;           // by repeated cell: its colours
    std::vector<Word> live_, entered_, stayed_;   // by position
    std::vector<int> number_;                     // by border and state
    std::vector<int> states_, states_start_, count_;  // by border: its live states
    std::vector<std::size_t> room_;               // by span: where its tables begin
    std::vector<Word> tables_, used_, row_, trial_, reached_;
    std::vector<Digit> digits_;
};

}  // namespace nonoforge
