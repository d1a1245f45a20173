// Search that learns: conflict-driven, with lines as propagators.
//
// The facts are removals: "this cell is not that colour". Settling a line removes; a removal's
// reason is worked out only when a conflict asks for it, as a small set of earlier removals in the
// same line that already force it. Settling is so cheap that such a set is found by trying: the
// shortest prefix of the older removals that suffices, again and again, until each one is needed.
// From each conflict a clause is learned ("one of these cells has this colour"), and the search
// jumps back to where the clause already decides something.
//
// A clause is a set of atoms (cell, colour), one of which must hold; an atom is false once its
// colour is removed from its cell and true once no other colour is left.
#pragma once

#include <climits>
#include <cmath>

#include "probe.hpp"
#include "ranking.hpp"

namespace nonoforge {

template <class W>
class Learner {
    using B = Bits<W>;

public:
    enum Answer { FOUND, NONE, STOPPED };

    Learner(const Problem& problem, const std::vector<std::uint64_t>& state,
            const std::vector<double>& promise, std::uint64_t seed)
        : problem_(problem), colours_(problem.colours), cells_(problem.cells),
          lines_(static_cast<int>(problem.lines.size())), bench_(problem), random_(seed * 2 + 1) {
        bench_.single = true;  // quick steps, and quick reasons for them
        settled_.resize(colours_);
        trial_.resize(colours_);
        const std::size_t atoms = static_cast<std::size_t>(cells_) * colours_;
        removed_at_.assign(atoms, NEVER);
        level_.assign(atoms, 0);
        reason_.assign(atoms, DECIDED);
        watches_.resize(atoms);
        seen_.assign(atoms, 0);
        left_.assign(cells_, colours_);
        phase_.assign(cells_, 0);
        seat(state);
        enlist(promise);
    }

    // The colours to try first.
    void follow(const std::vector<int>& colours) { phase_ = colours; }

    // Looks for a solution until the clock is out or, if not negative, `pause` conflicts are reached.
    Answer next(Clock& clock, Work& work, std::int64_t pause = -1) {
        if (refuted_) return NONE;
        std::int64_t restart_at = work.conflicts + 100 * luby(++restarts_);
        for (;;) {
            if (!propagate(clock, work)) {
                ++work.conflicts;
                if (level() == 0) return NONE;
                if (!learn(clock)) return STOPPED;
                if (refuted_) return NONE;
                if (reduce_at_ <= newborn_) reduce();
                continue;
            }
            if (queue_at_ < queue_.size()) return STOPPED;  // over budget: lines are left unread
            if (work.conflicts >= restart_at) {
                restart_at = work.conflicts + 100 * luby(++restarts_);
                jump_back(0);
                continue;
            }
            const int cell = pick();
            if (cell < 0) return FOUND;
            if (clock.out(work) || (pause >= 0 && work.conflicts >= pause)) return STOPPED;
            ++work.nodes;
            decide(cell);
        }
    }

    std::vector<std::uint8_t> solution() const {
        std::vector<std::uint8_t> colouring(cells_);
        for (int cell = 0; cell < cells_; ++cell) colouring[cell] = static_cast<std::uint8_t>(only(cell));
        return colouring;
    }

    // Takes from the domains what no solution has, as the search so far has shown. Not the last
    // colour of a cell: that is a contradiction, which `next` reports.
    void narrow(std::vector<std::uint64_t>& state) const {
        for (int a : trail_) {
            const std::uint64_t rest = state[a / colours_] & ~(std::uint64_t{1} << a % colours_);
            if (level_[a] == 0 && rest) state[a / colours_] = rest;
        }
    }

    // After a solution: forbids it, so that the next one is another. False if there can be none.
    bool forbid(Clock& clock) {
        conflict_.clear();
        for (int start : level_start_) conflict_.push_back(trail_[start]);
        if (conflict_.empty()) return false;
        forbidding_ = true;
        learn(clock);
        forbidding_ = false;
        return true;
    }

    // Forbids a solution that was found elsewhere: some cell must have another colour.
    void exclude(const std::vector<std::uint8_t>& colouring) {
        if (level() > 0) jump_back(0);
        clause_.clear();
        for (int cell = 0; cell < cells_; ++cell)
            for (int c = 0; c < colours_; ++c)
                if (c != colouring[cell] && !removed(atom(cell, c))) clause_.push_back(atom(cell, c));
        if (clause_.empty()) refuted_ = true;
        forbidding_ = true;
        if (clause_.size() > 1) store_clause(0);
        else if (!refuted_) enforce(clause_[0], DECIDED);
        forbidding_ = false;
    }

private:
    static constexpr int NEVER = INT_MAX;
    static constexpr int DECIDED = -1;
    struct Seat {
        int line, pos;
    };
    struct Clause {
        std::vector<int> atoms;
        int glue = 0;  // levels it spans: the fewer, the more it is worth
        std::int64_t born = 0;
        bool alive = true;
        bool forbids = false;  // a solution: nothing else implies it, so it is never forgotten
    };

    int atom(int cell, int colour) const { return cell * colours_ + colour; }
    int level() const { return static_cast<int>(level_start_.size()); }
    bool removed(int a) const { return removed_at_[a] != NEVER; }
    bool holds(int a) const { return !removed(a) && left_[a / colours_] == 1; }
    int only(int cell) const {
        int c = 0;
        while (removed(atom(cell, c))) ++c;
        return c;
    }

    void seat(const std::vector<std::uint64_t>& state) {
        seat_start_.assign(cells_ + 1, 0);
        for (const auto& line : problem_.lines)
            for (int cell : line.cells) ++seat_start_[cell + 1];
        for (int cell = 0; cell < cells_; ++cell) seat_start_[cell + 1] += seat_start_[cell];
        seats_.resize(seat_start_[cells_]);
        std::vector<int> filled(cells_, 0);
        masks_.assign(static_cast<std::size_t>(lines_) * colours_, B::zero());
        for (int line = 0; line < lines_; ++line) {
            const auto& cells = problem_.lines[line].cells;
            for (int pos = 0; pos < static_cast<int>(cells.size()); ++pos) {
                seats_[seat_start_[cells[pos]] + filled[cells[pos]]++] = {line, pos};
                for (int c = 0; c < colours_; ++c)
                    if (state[cells[pos]] >> c & 1) masks_[line * colours_ + c] |= B::one(pos);
            }
        }
        root_ = masks_;
        dirty_.assign(lines_, 0);
        for (int cell = 0; cell < cells_; ++cell) {
            for (int c = 0; c < colours_; ++c)
                if (!(state[cell] >> c & 1)) {
                    removed_at_[atom(cell, c)] = -1;
                    --left_[cell];
                }
            phase_[cell] = only(cell);
        }
    }

    // Lines up the open cells for deciding: the promising first, ties broken by the seed.
    void enlist(const std::vector<double>& promise) {
        double most = 1;
        for (double value : promise) most = std::max(most, value);
        for (int cell = 0; cell < cells_; ++cell) {
            if (left_[cell] < 2) continue;
            ranking_.enter(cell, promise[cell] / most + 0.01 * static_cast<double>(draw() & 1023) / 1024);
        }
    }

    // --- removing and propagating --------------------------------------------------------------
    bool remove(int a, int reason) {
        if (removed(a)) return true;
        const int cell = a / colours_, colour = a % colours_;
        removed_at_[a] = static_cast<int>(trail_.size());
        level_[a] = level();
        reason_[a] = reason;
        trail_.push_back(a);
        if (--left_[cell] == 0) {
            conflict_.clear();
            for (int c = 0; c < colours_; ++c) conflict_.push_back(atom(cell, c));
            return false;
        }
        for (int i = seat_start_[cell]; i < seat_start_[cell + 1]; ++i) {
            const Seat& seat = seats_[i];
            B::clear(masks_[seat.line * colours_ + colour], seat.pos);
            if (!dirty_[seat.line]) {
                dirty_[seat.line] = 1;
                queue_.push_back(seat.line);
            }
        }
        return true;
    }

    // False on a conflict. Leaves lines in the queue if the budget is out.
    bool propagate(Clock& clock, Work& work) {
        for (;;) {
            while (checked_ < static_cast<int>(trail_.size()))
                if (!check_clauses(trail_[checked_++])) return false;
            if (queue_at_ == queue_.size()) {
                queue_.clear();
                queue_at_ = 0;
                return true;
            }
            if (clock.stops_settling(work)) return true;
            const int line = queue_[queue_at_++];
            ++work.settled;
            if (!settle_line(line)) return false;
        }
    }

    bool settle_line(int line) {
        const LineSpec& spec = problem_.lines[line];
        const W* now = &masks_[line * colours_];
        const bool fits = settle(problem_, spec, now, settled_.data(), bench_);
        dirty_[line] = 0;
        if (!fits) {
            explain(line, -1, conflict_);
            return false;
        }
        for (int c = 0; c < colours_; ++c) {
            const W gone = now[c] & ~settled_[c];
            bool fine = true;
            dirty_[line] = !spec.doubled;  // what it says is no news to it, unless a cell comes twice
            B::each(gone, [&](int pos) { fine = fine && remove(atom(spec.cells[pos], c), line); });
            if (!spec.doubled) dirty_[line] = 0;
            if (!fine) return false;
        }
        return true;
    }

    bool check_clauses(int a) {
        auto& watching = watches_[a];
        std::size_t kept = 0;
        bool fine = true;
        for (std::size_t i = 0; i < watching.size(); ++i) {
            const int index = watching[i];
            Clause& clause = learned_[index];
            if (!clause.alive) continue;
            watching[kept++] = index;
            if (!fine) continue;
            auto& atoms = clause.atoms;
            if (atoms[0] == a) std::swap(atoms[0], atoms[1]);
            if (holds(atoms[0])) continue;
            bool moved = false;
            for (std::size_t k = 2; k < atoms.size() && !moved; ++k)
                if (!removed(atoms[k])) {
                    std::swap(atoms[1], atoms[k]);
                    watches_[atoms[1]].push_back(index);
                    --kept;
                    moved = true;
                }
            if (moved) continue;
            if (removed(atoms[0])) {
                conflict_ = atoms;
                fine = false;
            } else {
                fine = enforce(atoms[0], lines_ + index);
            }
        }
        watching.resize(kept);
        return fine;
    }

    bool enforce(int a, int reason) {
        const int cell = a / colours_;
        for (int c = 0; c < colours_; ++c)
            if (atom(cell, c) != a && !remove(atom(cell, c), reason)) return false;
        return true;
    }

    // --- reasons -------------------------------------------------------------------------------
    // Earlier removals that force `target` (or, for -1, a contradiction) in this line.
    void explain(int line, int target, std::vector<int>& reason) {
        const LineSpec& spec = problem_.lines[line];
        const int before = target < 0 ? NEVER : removed_at_[target];
        candidates_.clear();
        for (int c = 0; c < colours_; ++c)
            B::each(root_[line * colours_ + c] & ~masks_[line * colours_ + c], [&](int pos) {
                const int a = atom(spec.cells[pos], c), at = removed_at_[a];
                if (at < before && at >= 0 && level_[a] > 0) candidates_.push_back({at, pos, c});
            });
        std::sort(candidates_.begin(), candidates_.end(),
                  [](const Candidate& x, const Candidate& y) { return x.at < y.at; });
        base_.assign(&root_[line * colours_], &root_[line * colours_] + colours_);
        for (int c = 0; c < colours_; ++c)  // removals before any decision need no reason
            B::each(root_[line * colours_ + c] & ~masks_[line * colours_ + c], [&](int pos) {
                const int a = atom(spec.cells[pos], c);
                if (removed_at_[a] < before && level_[a] == 0) B::clear(base_[c], pos);
            });
        if (target >= 0) {
            const int cell = target / colours_, colour = target % colours_;
            for (int i = seat_start_[cell]; i < seat_start_[cell + 1]; ++i)
                if (seats_[i].line == line)
                    for (int c = 0; c < colours_; ++c)
                        if (c != colour) B::clear(base_[c], seats_[i].pos);
        }
        reason.clear();
        int count = static_cast<int>(candidates_.size());
        while (feasible(spec, base_)) {
            if (count == 0) throw std::logic_error("internal error: a removal without a reason");
            int low = 1, high = count;  // the shortest prefix that suffices
            while (low < high) {
                const int middle = (low + high) / 2;
                trial_ = base_;
                for (int i = 0; i < middle; ++i) B::clear(trial_[candidates_[i].colour], candidates_[i].pos);
                if (feasible(spec, trial_)) low = middle + 1;
                else high = middle;
            }
            const Candidate& needed = candidates_[low - 1];
            B::clear(base_[needed.colour], needed.pos);
            reason.push_back(atom(spec.cells[needed.pos], needed.colour));
            count = low - 1;
        }
    }

    // Returns whether the line has a colouring: one pass from the left, and the white end.
    bool feasible(const LineSpec& spec, const std::vector<W>& masks) {
        return some_colouring(problem_, spec, masks.data(), settled_.data(), bench_);
    }

    void reason_of(int a, std::vector<int>& reason) {
        const int why = reason_[a];
        if (why < lines_) return explain(why, a, reason);
        reason.clear();
        for (int other : learned_[why - lines_].atoms)
            if (other / colours_ != a / colours_) reason.push_back(other);
    }

    // --- learning ------------------------------------------------------------------------------
    // False if time ran out; the conflict is then still there, and the search must not go on.
    bool learn(Clock& clock) {
        // A conflict may lie wholly below the current level: go to its level first.
        int top = 0;
        for (int a : conflict_) top = std::max(top, level_[a]);
        if (top < level()) jump_back(top);
        if (top == 0) {
            refuted_ = true;
            return true;
        }
        clause_.assign(1, -1);
        touched_.clear();
        int open = 0;
        std::size_t at = trail_.size();
        reason_buffer_ = conflict_;
        for (;;) {
            for (int a : reason_buffer_) {
                if (seen_[a] || removed_at_[a] < 0 || level_[a] == 0) continue;
                seen_[a] = 1;
                touched_.push_back(a);
                ranking_.bump(a / colours_);
                if (level_[a] == level()) ++open;
                else clause_.push_back(a);
            }
            while (!seen_[trail_[--at]]) {}
            if (--open == 0) break;
            if (clock.late()) return false;  // in a long line, reasons take their time
            reason_of(trail_[at], reason_buffer_);
        }
        clause_[0] = trail_[at];
        shorten();
        for (int a : touched_) seen_[a] = 0;
        ranking_.fade();
        add_clause();
        return true;
    }

    // Leaves out what the rest of the clause implies by a learned clause.
    void shorten() {
        std::size_t kept = 1;
        for (std::size_t i = 1; i < clause_.size(); ++i) {
            const int a = clause_[i], why = reason_[a];
            bool needed = why < lines_;
            if (!needed)
                for (int other : learned_[why - lines_].atoms)
                    if (other / colours_ != a / colours_ && !seen_[other] && level_[other] > 0 &&
                        removed_at_[other] >= 0)
                        needed = true;
            if (needed) clause_[kept++] = a;
        }
        clause_.resize(kept);
    }

    void add_clause() {
        int back = 0;
        for (std::size_t i = 1; i < clause_.size(); ++i)
            if (level_[clause_[i]] > back) {
                back = level_[clause_[i]];
                std::swap(clause_[1], clause_[i]);
            }
        const int levels = glue();
        jump_back(back);
        const int reason = clause_.size() > 1 ? lines_ + store_clause(levels) : DECIDED;
        enforce(clause_[0], reason);
    }

    // Puts the clause where a forgotten one was, if there is such a place.
    int store_clause(int levels) {
        if (vacant_.empty()) {
            vacant_.push_back(static_cast<int>(learned_.size()));
            learned_.emplace_back();
        }
        const int index = vacant_.back();
        vacant_.pop_back();
        learned_[index] = Clause{clause_, levels, born_++, true, forbidding_};
        ++newborn_;
        for (int i : {0, 1}) watches_[clause_[i]].push_back(index);
        return index;
    }

    int glue() {
        levels_.clear();
        for (int a : clause_) levels_.push_back(level_[a]);
        std::sort(levels_.begin(), levels_.end());
        return static_cast<int>(std::unique(levels_.begin(), levels_.end()) - levels_.begin());
    }

    void jump_back(int target) {
        for (std::size_t i = queue_at_; i < queue_.size(); ++i) dirty_[queue_[i]] = 0;
        queue_.clear();
        queue_at_ = 0;
        if (level() <= target) return;
        const int keep = level_start_[target];
        while (static_cast<int>(trail_.size()) > keep) {
            const int a = trail_.back(), cell = a / colours_, colour = a % colours_;
            trail_.pop_back();
            if (left_[cell] == 1) phase_[cell] = only(cell);
            removed_at_[a] = NEVER;
            ++left_[cell];
            for (int i = seat_start_[cell]; i < seat_start_[cell + 1]; ++i)
                masks_[seats_[i].line * colours_ + colour] |= B::one(seats_[i].pos);
            if (left_[cell] > 1) ranking_.push(cell);
        }
        level_start_.resize(target);
        checked_ = keep;
    }

    // Forgets the half of the clauses that span most levels.
    void reduce() {
        std::vector<int> order;
        for (int i = 0; i < static_cast<int>(learned_.size()); ++i) {
            const Clause& clause = learned_[i];
            if (!clause.alive || clause.forbids || clause.glue <= 3 || locked(i)) continue;
            order.push_back(i);
        }
        std::sort(order.begin(), order.end(), [&](int x, int y) {
            const Clause &a = learned_[x], &b = learned_[y];
            return a.glue != b.glue ? a.glue > b.glue : a.born < b.born;
        });
        for (std::size_t i = 0; i < order.size() / 2; ++i) {
            learned_[order[i]].alive = false;
            std::vector<int>().swap(learned_[order[i]].atoms);
            vacant_.push_back(order[i]);
        }
        for (auto& watching : watches_)
            watching.erase(std::remove_if(watching.begin(), watching.end(),
                                          [&](int i) { return !learned_[i].alive; }),
                           watching.end());
        newborn_ = 0;
        reduce_at_ = 2000 + 300 * ++reductions_;
    }
    bool locked(int index) const {
        const int cell = learned_[index].atoms[0] / colours_;
        for (int c = 0; c < colours_; ++c)
            if (removed(atom(cell, c)) && reason_[atom(cell, c)] == lines_ + index) return true;
        return false;
    }

    // --- deciding ------------------------------------------------------------------------------
    int pick() {
        while (!ranking_.empty()) {
            const int cell = ranking_.top();
            if (left_[cell] > 1) return cell;
            ranking_.pop();
        }
        return -1;
    }
    void decide(int cell) {
        int drop = -1;
        const int keep = removed(atom(cell, phase_[cell])) ? only(cell) : phase_[cell];
        for (int c = 0; c < colours_ && drop < 0; ++c)
            if (c != keep && !removed(atom(cell, c))) drop = c;
        level_start_.push_back(static_cast<int>(trail_.size()));
        remove(atom(cell, drop), DECIDED);
    }
    static std::int64_t luby(std::int64_t i) {
        for (std::int64_t k = 1;; ++k) {
            if (i == (std::int64_t{1} << k) - 1) return std::int64_t{1} << (k - 1);
            if (i < (std::int64_t{1} << k) - 1) return luby(i - (std::int64_t{1} << (k - 1)) + 1);
        }
    }
    std::uint64_t draw() {  // xorshift
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        return random_ ^= random_ << 17;
    }

    struct Candidate {
        int at, pos, colour;
    };
    const Problem& problem_;
    const int colours_, cells_, lines_;
    Workbench<W> bench_;
    std::vector<W> masks_, root_, settled_, trial_, base_;
    std::vector<int> seat_start_;
    std::vector<Seat> seats_;
    std::vector<int> removed_at_, level_, reason_, left_, phase_;
    std::vector<int> trail_, level_start_, queue_;
    std::size_t queue_at_ = 0;
    int checked_ = 0;
    std::vector<char> dirty_, seen_;
    std::vector<std::vector<int>> watches_;
    std::vector<Clause> learned_;
    std::vector<int> conflict_, clause_, touched_, reason_buffer_, levels_;
    std::vector<Candidate> candidates_;
    Ranking ranking_;
    std::int64_t restarts_ = 0;
    std::vector<int> vacant_;     // places of forgotten clauses
    std::int64_t born_ = 0;       // clauses learned so far
    std::int64_t newborn_ = 0;    // ... since the last time that some were forgotten
    std::int64_t reduce_at_ = 2000, reductions_ = 0;
    bool refuted_ = false, forbidding_ = false;
    std::uint64_t random_;
};

}  // namespace nonoforge
