// Thins out clues: the lines that can go without, so that few still solve the puzzle line by line.
//
// A set of lines solves a puzzle if settling only those, again and again, decides every cell. The
// smallest such set is hard to find; small ones are not. Begin with none and always add the line
// that tells most just now (`complete`); then walk: leave a line out, see how far the others get,
// and let at most one other line take its place. Sizes never grow on the way.
#pragma once

#include <limits>

#include "search.hpp"

namespace nonoforge {

template <class W>
class Thinner {
    using B = Bits<W>;

public:
    Thinner(const Problem& problem, std::uint64_t seed)
        : problem_(problem), colours_(problem.colours), lines_(static_cast<int>(problem.lines.size())),
          bench_(problem), random_(seed * 2 + 1) {
        active.assign(lines_, 0);
        seat_start_.assign(problem.cells + 1, 0);
        for (const auto& line : problem.lines)
            for (int cell : line.cells) ++seat_start_[cell + 1];
        for (int cell = 0; cell < problem.cells; ++cell) seat_start_[cell + 1] += seat_start_[cell];
        seats_.resize(seat_start_[problem.cells]);
        std::vector<int> filled(seat_start_.begin(), seat_start_.end() - 1);
        for (int line = 0; line < lines_; ++line)
            for (int pos = 0; pos < length(line); ++pos)
                seats_[filled[problem.lines[line].cells[pos]]++] = {line, pos};
        settled_.resize(colours_);
        dirty_.assign(lines_, 0);
        stale_.assign(lines_, 1);
        gain_.assign(lines_, 0);
        make_start();
    }

    // Do the active lines alone decide every cell?
    bool solves() {
        masks_ = start_;
        left_ = start_left_;
        std::fill(stale_.begin(), stale_.end(), 1);
        for (int line = 0; line < lines_; ++line)
            if (active[line]) mark(line);
        return propagate();
    }

    // Adds up to `most` lines, each the one that tells most at that time; true if that solves it.
    // `avoid` is not added.
    // Gives up when the time is over.
    bool complete(int most, int avoid, double noise) {
        while (left_ > goal_) {
            if (most-- == 0 || late()) return false;
            const int line = most_telling(avoid, noise);
            if (line < 0) return false;
            active[line] = 1;
            added.push_back(line);
            mark(line);
            propagate();
        }
        return true;
    }

    // One step of the walk; true if a line was saved.
    bool step() {
        const int out = any_active();
        if (out < 0) return false;
        added.clear();
        active[out] = 0;
        if (solves()) return true;
        if (complete(1, out, 0.3)) return false;  // another one does instead
        for (int line : added) active[line] = 0;
        active[out] = 1;
        return false;
    }

    int count() const { return static_cast<int>(std::count(active.begin(), active.end(), 1)); }

    bool late() const {
        return interrupted.load(std::memory_order_relaxed) || Clock::now() >= end;
    }

    double end = std::numeric_limits<double>::infinity();  // when the time is over
    std::vector<char> active;  // by line
    std::vector<int> added;    // by the last call of `complete`

private:
    struct Seat {
        int line, pos;
    };
    int length(int line) const { return static_cast<int>(problem_.lines[line].cells.size()); }

    void make_start() {
        start_.assign(static_cast<std::size_t>(lines_) * colours_, B::zero());
        for (int line = 0; line < lines_; ++line)
            for (int c = 0; c < colours_; ++c) start_[line * colours_ + c] = B::low(length(line));
        masks_ = start_;
        goal_ = 0;
        for (int cell = 0; cell < problem_.cells; ++cell) goal_ += seat_start_[cell] < seat_start_[cell + 1];
        left_ = goal_ * colours_;
        for (const auto& [cell, colour] : problem_.given)
            for (int c = 0; c < colours_; ++c)
                if (c != colour && may(cell, c)) drop(cell, c);
        start_ = masks_;
        start_left_ = left_;
        std::fill(dirty_.begin(), dirty_.end(), 0);
        queue_.clear();
    }
    bool may(int cell, int colour) const {
        if (seat_start_[cell] == seat_start_[cell + 1]) return false;
        const Seat& seat = seats_[seat_start_[cell]];
        return B::test(masks_[seat.line * colours_ + colour], seat.pos);
    }
    void drop(int cell, int colour) {
        --left_;
        for (int i = seat_start_[cell]; i < seat_start_[cell + 1]; ++i) {
            const Seat& seat = seats_[i];
            B::clear(masks_[seat.line * colours_ + colour], seat.pos);
            stale_[seat.line] = 1;
            if (active[seat.line]) mark(seat.line);
        }
    }
    void mark(int line) {
        if (dirty_[line]) return;
        dirty_[line] = 1;
        queue_.push_back(line);
    }
    // Writes what settling the line would drop into settled_; false where it drops nothing.
    bool tells(int line) {
        const W* now = &masks_[line * colours_];
        W once = B::zero(), open = B::zero();
        for (int c = 0; c < colours_; ++c) {
            open |= once & now[c];
            once |= now[c];
        }
        return open && settle(problem_, problem_.lines[line], now, settled_.data(), bench_);
    }
    bool propagate() {
        for (std::size_t at = 0; at < queue_.size() && left_ > goal_; ++at) {
            const int line = queue_[at];
            stale_[line] = 1;
            bool news = false;
            // Its own changes are no news to the line (so it stays marked), unless it is twisted.
            if (tells(line))
                for (int c = 0; c < colours_; ++c)
                    B::each(masks_[line * colours_ + c] & ~settled_[c], [&](int pos) {
                        const int cell = problem_.lines[line].cells[pos];
                        if (!may(cell, c)) return;
                        drop(cell, c);
                        news = true;
                    });
            dirty_[line] = 0;
            if (news && problem_.lines[line].twisted()) mark(line);
        }
        for (int line : queue_) dirty_[line] = 0;
        queue_.clear();
        return left_ == goal_;
    }

    int most_telling(int avoid, double noise) {
        int best = -1;
        double most = 0;
        for (int line = 0; line < lines_; ++line) {
            if (active[line] || line == avoid) continue;
            if (stale_[line]) {
                stale_[line] = 0;
                gain_[line] = 0;
                if (tells(line))
                    for (int c = 0; c < colours_; ++c)
                        gain_[line] += B::count(masks_[line * colours_ + c] & ~settled_[c]);
            }
            if (gain_[line] == 0) continue;
            const double value = gain_[line] * (1 + noise * chance()) + chance() * 0.5;
            if (value > most) {
                most = value;
                best = line;
            }
        }
        return best;
    }
    int any_active() {
        const int total = count();
        if (total == 0) return -1;
        int skip = static_cast<int>(draw() % static_cast<std::uint64_t>(total));
        for (int line = 0; line < lines_; ++line)
            if (active[line] && skip-- == 0) return line;
        return -1;
    }
    std::uint64_t draw() {  // xorshift
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        return random_ ^= random_ << 17;
    }
    double chance() { return static_cast<double>(draw() >> 11) / 9007199254740992.0; }

    const Problem& problem_;
    const int colours_, lines_;
    Workbench<W> bench_;
    std::uint64_t random_;
    std::vector<int> seat_start_;
    std::vector<Seat> seats_;
    std::vector<W> start_, masks_, settled_;
    std::vector<char> dirty_, stale_;
    std::vector<int> gain_, queue_;
    std::int64_t left_ = 0, start_left_ = 0, goal_ = 0;
};

}  // namespace nonoforge
