// The state of a puzzle, line by line, and propagation.
//
// Each line keeps its own masks (one bit set per colour), so that settling reads and writes whole
// words. A change of a cell is copied at once to the other lines through it, which become dirty.
// Levels of assumptions are undone from a trail that holds each changed line once per level.
#pragma once

#include <cstring>
#include <deque>

#include "budget.hpp"
#include "problem.hpp"

namespace nonoforge {

// The answer of propagation if no line is broken.
constexpr int FINE = -1;
constexpr int OVER_BUDGET = -2;  // it stopped early: what was dropped holds, but lines are left unread

// Lines that read some cells more than once are settled loosely, which is cheap, and the exact answer is
// owed to them. Under an assumption the loose answer is enough: there are very many assumptions, and
// the exact answer seldom says more of them (measured).
enum class Care {
    full,   // give what is owed, once nothing cheaper is left to do
    later,  // note what is owed
    loose,  // owe nothing
};

template <class W>
class Board {
    using B = Bits<W>;

public:
    using Seat = nonoforge::Seat;

    Board(const Problem& problem, Clock& clock)
        : colours(problem.colours), cells(problem.cells), lines(static_cast<int>(problem.lines.size())),
          problem_(problem), clock_(clock), bench_(problem), layout_(layout_of(problem)), loose_(layout_->loose),
          seat_start_(layout_->seat_start), line_start_(layout_->line_start), by_group_(layout_->by_group),
          group_start_(layout_->group_start), seats_(layout_->seats), mates_(layout_->mates) {
        lay_out();
        settled_.resize(colours);
        left = static_cast<std::int64_t>(cells) * colours;
    }

    // --- what is known -------------------------------------------------------------------------
    bool may(int cell, int colour) const {
        const Seat& seat = seats_[seat_start_[cell]];
        return B::test(masks[seat.line * colours + colour], seat.pos);
    }
    std::uint64_t domain(int cell) const {
        std::uint64_t mask = 0;
        for (int c = 0; c < colours; ++c) mask |= std::uint64_t{may(cell, c)} << c;
        return mask;
    }
    bool solved() const { return left == cells; }

    // --- changes -------------------------------------------------------------------------------
    void drop(int cell, int colour) {
        if (!may(cell, colour)) return;
        --left;
        for (int i = seat_start_[cell]; i < seat_start_[cell + 1]; ++i) clear(seats_[i], colour);
    }
    void assign(int cell, int colour) {
        for (int c = 0; c < colours; ++c)
            if (c != colour) drop(cell, c);
    }
    void mark_all() {
        for (int line = 0; line < lines; ++line) mark(line);
    }

    // Settles dirty lines until none is left: the lines of a group, then those of the next, each
    // once. Returns the line that has no colouring, or FINE, or OVER_BUDGET.
    int propagate() {
        do {
            for (int g = 0; g + 1 < static_cast<int>(group_start_.size()); ++g) {
                for (int i = group_start_[g]; i < group_start_[g + 1]; ++i) {
                    const int line = by_group_[i];
                    if (!dirty_[line]) continue;
                    if (clock_.stops_settling(work)) return abandon(OVER_BUDGET);
                    unmark(line);
                    if (!settle_line(line)) return abandon(line);
                }
            }
            if (const int broken = settle_owed(); broken != FINE) return abandon(broken);
        } while (dirty_count_ > 0);
        return FINE;
    }

    // The queue of the literature: a line stands in it once for each cell of it that changed.
    int propagate_plain() {
        std::deque<int> queue;
        for (int i = 0; i < lines; ++i)
            if (dirty_[i]) queue.push_back(i);
        queue_ = &queue;
        int broken = FINE;
        while (broken == FINE && !queue.empty()) {
            const int line = queue.front();
            queue.pop_front();
            if (clock_.stops_settling(work)) broken = OVER_BUDGET;
            else if (!settle_line(line)) broken = line;
            if (broken == FINE && queue.empty()) broken = settle_owed();
        }
        queue_ = nullptr;
        return abandon(broken);
    }

    // --- levels --------------------------------------------------------------------------------
    std::size_t open_level() {
        stamp_ = ++stamps_;
        return trail_lines_.size();
    }
    void undo(std::size_t level, std::int64_t left_before) {
        while (trail_lines_.size() > level) {
            const int line = trail_lines_.back();
            std::memcpy(&masks[line * colours], &trail_masks_[(trail_lines_.size() - 1) * colours],
                        sizeof(W) * colours);
            trail_lines_.pop_back();
        }
        trail_masks_.resize(level * colours);
        left = left_before;
        stamp_ = ++stamps_;
    }
    // What the level changed stays: its trail, which nothing will undo, need not be kept.
    void commit(std::size_t level) {
        trail_lines_.resize(level);
        trail_masks_.resize(level * colours);
        stamp_ = ++stamps_;
    }
    template <class F>
    void each_changed_line(std::size_t level, F&& visit) const {
        for (std::size_t i = level; i < trail_lines_.size(); ++i) visit(trail_lines_[i]);
    }
    // visit(cell, colour) for what was dropped since the level began, each once.
    template <class F>
    void each_dropped(std::size_t level, F&& visit) {
        if (own_.empty()) find_own();
        for (std::size_t i = level; i < trail_lines_.size(); ++i) {
            const int line = trail_lines_[i];
            if (!B::count(own_[line])) continue;
            for (int c = 0; c < colours; ++c) {
                const W gone = trail_masks_[i * colours + c] & ~masks[line * colours + c] & own_[line];
                B::each(gone, [&](int pos) { visit(cell_at(line, pos), c); });
            }
        }
    }

    int cell_at(int line, int pos) const {
        return line < real_lines() ? problem_.lines[line].cells[pos] : loose_[line - real_lines()];
    }
    int real_lines() const { return static_cast<int>(problem_.lines.size()); }

    const int colours, cells;
    int lines;
    std::vector<W> masks;  // line * colours + colour
    std::int64_t left;     // (cell, colour) pairs still possible
    Work work;
    Care care = Care::full;

private:
    static constexpr std::size_t MOST_BYTES = 1 << 30;  // for the masks of all lines

    void lay_out() {
        lines += static_cast<int>(loose_.size());
        if (sizeof(W) * lines * colours > MOST_BYTES) throw std::invalid_argument("puzzle: too large");
        masks.assign(static_cast<std::size_t>(lines) * colours, B::zero());
        for (int line = 0; line < lines; ++line)
            for (int c = 0; c < colours; ++c) masks[line * colours + c] = B::low(length_of(line));
        dirty_.assign(lines, 0);
        owed_.assign(lines, 0);
        saved_.assign(lines, 0);
    }

    int length_of(int line) const {
        return line < real_lines() ? static_cast<int>(problem_.lines[line].cells.size()) : 1;
    }

    // The positions where a line is the first that reads a cell.
    void find_own() {
        own_.assign(lines, B::zero());
        for (int cell = 0; cell < cells; ++cell) {
            const Seat& seat = seats_[seat_start_[cell]];
            own_[seat.line] |= B::one(seat.pos);
        }
    }

    // Once nothing else is left to do: lines that were settled loosely, exactly, until there is news.
    int settle_owed() {
        const auto idle = [&] { return queue_ ? queue_->empty() : dirty_count_ == 0; };
        for (int line = 0; care == Care::full && owed_count_ > 0 && idle(); ++line) {
            if (!owed_[line]) continue;
            if (clock_.stops_settling(work) || clock_.late()) return OVER_BUDGET;  // it may take its time
            if (!settle_line(line, false)) return line;
        }
        return FINE;
    }

    bool settle_line(int line, bool loose = true) {
        ++work.settled;
        const LineSpec& spec = problem_.lines[line];
        W* now = &masks[line * colours];
        bench_.repeats.loose = loose;
        if (!settle(problem_, spec, now, settled_.data(), bench_)) return false;
        bool kept = false;
        W changed = B::zero();
        for (int c = 0; c < colours; ++c) {
            const W gone = now[c] & ~settled_[c];
            if (!gone) continue;
            changed |= gone;
            if (spec.doubled) {  // a cell may stand twice in this line: change it seat by seat
                B::each(gone, [&](int pos) { drop(spec.cells[pos], c); });
                continue;
            }
            if (!kept) keep(line);
            kept = true;
            now[c] = settled_[c];
            left -= B::count(gone);
            const Seat* mates = &mates_[line_start_[line]];
            B::each(gone, [&](int pos) {
                if (mates[pos].line >= 0) clear(mates[pos], c);
                else clear_others(spec.cells[pos], line, c);
            });
        }
        if (spec.kind == Kind::repeats) {
            unmark(line);  // what it says is no news to itself
            if (care != Care::loose) owe(line, loose && some_open(*spec.repeats, settled_.data(), colours));
        }
        if (queue_) B::each(changed, [&](int pos) {
            if (!spec.doubled || first_place(spec, pos)) enqueue_others(spec.cells[pos], line);
        });
        return true;
    }
    static bool first_place(const LineSpec& spec, int pos) {
        return std::find(spec.cells.begin(), spec.cells.end(), spec.cells[pos]) == spec.cells.begin() + pos;
    }
    void enqueue_others(int cell, int line) {
        int last = -1;  // the seats of one line stand together
        for (int i = seat_start_[cell]; i < seat_start_[cell + 1]; ++i) {
            const int other = seats_[i].line;
            if (other == last || other >= real_lines()) continue;
            last = other;
            if (other != line || problem_.lines[line].twisted()) queue_->push_back(other);
        }
    }

    void clear(const Seat& seat, int colour) {
        keep(seat.line);
        B::clear(masks[seat.line * colours + colour], seat.pos);
        mark(seat.line);
    }
    void clear_others(int cell, int line, int colour) {
        for (int i = seat_start_[cell]; i < seat_start_[cell + 1]; ++i)
            if (seats_[i].line != line) clear(seats_[i], colour);
    }
    void keep(int line) {
        if (saved_[line] == stamp_) return;
        saved_[line] = stamp_;
        trail_lines_.push_back(line);
        trail_masks_.insert(trail_masks_.end(), &masks[line * colours], &masks[line * colours] + colours);
    }
    void mark(int line) {
        if (line < real_lines() && !queue_ && !dirty_[line]) {
            dirty_[line] = 1;
            ++dirty_count_;
        }
    }
    void unmark(int line) {
        dirty_count_ -= dirty_[line];
        dirty_[line] = 0;
    }
    void owe(int line, bool yes) {
        owed_count_ += yes - owed_[line];
        owed_[line] = yes;
    }
    int abandon(int answer) {
        std::fill(dirty_.begin(), dirty_.end(), 0);
        dirty_count_ = 0;
        return answer;
    }

    const Problem& problem_;
    Clock& clock_;
    Workbench<W> bench_;
    std::vector<W> settled_, own_;
    std::shared_ptr<const Layout> layout_;
    const std::vector<int>&loose_, &seat_start_, &line_start_, &by_group_, &group_start_;
    const std::vector<Seat>&seats_, &mates_;
    std::vector<char> dirty_, owed_;  // by line: has it changed; has it been settled only loosely
    int dirty_count_ = 0, owed_count_ = 0;
    std::deque<int>* queue_ = nullptr;
    std::vector<int> trail_lines_;
    std::vector<W> trail_masks_;
    std::vector<std::uint64_t> saved_;
    std::uint64_t stamp_ = 0, stamps_ = 0;
};

}  // namespace nonoforge
