// Which assumptions break: a colour of a cell is assumed, and lines are settled until nothing changes. One
// reading of the puzzle serves all assumptions.
#pragma once

#include "board.hpp"

namespace nonoforge {

struct Assumption {
    std::int32_t cell, colour;
};

template <class W>
class Assumptions {
public:
    // `start` is a mask of colours for each cell.
    Assumptions(const Problem& problem, const std::uint64_t* start)
        : problem_(problem), start_(start), clock_(Limits{}), board_(problem, clock_) {
        for (const auto& line : problem.lines) repeated_ |= line.doubled;
        possible_ = restrict(board_);
    }

    // Returns for each assumption the number of lines that were settled until it broke, or -1 where it
    // did not break. Each colour must be possible at the start. `counted`: every line is settled for each assumption, as from the beginning; otherwise
    // only what the assumption changes.
    std::vector<std::int64_t> run(const std::vector<Assumption>& assumptions, bool counted) {
        std::vector<std::int64_t> found(assumptions.size(), -1);
        if (!possible_) return found;
        if (!counted && !repeated_) {
            board_.mark_all();
            if (board_.propagate() != FINE) {
                std::fill(found.begin(), found.end(), board_.work.settled);
                return found;
            }
        }
        // What lines that read a cell twice owe would pass from one assumption to the next.
        for (std::size_t i = 0; i < assumptions.size(); ++i)
            found[i] = counted || repeated_ ? refute_anew(assumptions[i]) : refute(assumptions[i]);
        return found;
    }

private:
    bool restrict(Board<W>& board) const {
        for (const auto& [cell, colour] : problem_.given) board.assign(cell, colour);
        for (int cell = 0; cell < board.cells; ++cell) {
            for (int c = 0; c < board.colours; ++c)
                if (!(start_[cell] >> c & 1)) board.drop(cell, c);
            if (!board.domain(cell)) return false;
        }
        return true;
    }

    std::int64_t refute(const Assumption& assumption) {
        if (!(board_.domain(assumption.cell) >> assumption.colour & 1)) return 0;  // by the lines as they are
        const auto left = board_.left;
        const auto level = board_.open_level();
        const auto before = board_.work.settled;
        board_.assign(assumption.cell, assumption.colour);
        const bool broken = board_.propagate() != FINE;
        const auto settled = board_.work.settled - before;
        board_.undo(level, left);
        return broken ? settled : -1;
    }

    std::int64_t refute_anew(const Assumption& assumption) {
        Board<W> board(problem_, clock_);
        restrict(board);
        if (!(board.domain(assumption.cell) >> assumption.colour & 1)) return 0;
        board.assign(assumption.cell, assumption.colour);
        board.mark_all();
        return board.propagate() != FINE ? board.work.settled : -1;
    }

    const Problem& problem_;
    const std::uint64_t* start_;
    Clock clock_;
    Board<W> board_;
    bool repeated_ = false, possible_ = true;
};

}  // namespace nonoforge
