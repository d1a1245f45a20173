// Probing: assume a colour for a cell, propagate, learn.
//
// A literal is an open (cell, colour) pair. Assuming one and propagating drops other literals: the
// two cannot hold together. That relation is symmetric (its mirror half is the contrapositive, FP2),
// and it is all that is learned:
//   FP1   what every colour of a cell is incompatible with is impossible
//   FP2   ... with the relation made symmetric
//   FP3   ... and closed: where all colours of a cell but one are incompatible with a literal, the
//         literal implies that one, and is incompatible with all that this is
// For two colours this is the 2-SAT graph of implications with contrapositives and its transitive
// closure; written so, it serves any number of colours.
//
// Probing is incremental: a probe depends only on the lines it settled, so it is repeated only when
// one of those has changed.
#pragma once

#include "board.hpp"

namespace nonoforge {

// Enough relation for a 60x60 puzzle of which nothing is known (6.5 MB); beyond it only FP1 runs.
constexpr int MOST_RELATED = 1 << 14;
// Words for the lines that probes touched (128 MB).
constexpr std::size_t MOST_TOUCHED = 1 << 24;

enum class Probed { STUCK, SOLVED, CONFLICT, STOPPED };

template <class W>
class Prober {
public:
    Prober(Board<W>& board, int depth)
        : board_(board), depth_(depth), id_(static_cast<std::size_t>(board.cells) * board.colours, -1) {
        for (int cell = 0; cell < board.cells; ++cell) {
            const std::uint64_t domain = board.domain(cell);
            if (!(domain & (domain - 1))) continue;
            open_.push_back(cell);
            for (int c = 0; c < board.colours; ++c)
                if (domain >> c & 1) {
                    id_[cell * board.colours + c] = static_cast<int>(literals_.size());
                    literals_.push_back({cell, c});
                }
        }
        const std::size_t count = literals_.size();
        row_words_ = (count + 63) / 64;
        if (count > MOST_RELATED) depth_ = 1;
        if (depth_ > 1) rows_.assign(count * row_words_, 0);
        // Cells on no line depend on nothing. In huge puzzles several lines share a bit: then a probe
        // is repeated more often than it must be.
        line_words_ = std::max<std::size_t>(1, (board.real_lines() + 63) / 64);
        if (count) line_words_ = std::clamp<std::size_t>(MOST_TOUCHED / count, 1, line_words_);
        touched_.assign(count * line_words_, 0);
        probed_at_.assign(count, 0);
        weight_.assign(count, 0);
        changed_at_.assign(64 * line_words_, 1);
        temporary_.assign(board.colours * row_words_, 0);
        common_.assign(row_words_, 0);
    }

    // Probes to the fixed point. The board must be propagated.
    Probed run(Clock& clock) {
        board_.care = Care::later;
        const Probed probed = run_on(clock);
        board_.care = Care::full;
        return probed;
    }

    // How much probing a cell's colours taught, the weaker colour counting most: where to branch.
    std::vector<double> promise() const {
        std::vector<double> out(board_.cells, 0);
        for (int cell : open_) {
            double least = 1e18, total = 0;
            for (int c = 0; c < board_.colours; ++c)
                if (board_.may(cell, c)) {
                    const double weight = weight_[id_[cell * board_.colours + c]];
                    least = std::min(least, weight);
                    total += weight;
                }
            out[cell] = least * 8 + total;
        }
        return out;
    }
    int broken_line() const { return broken_; }  // after a conflict

private:
    enum class Learned { NOTHING, SOMETHING, CONFLICT };

    Probed run_on(Clock& clock) {
        for (;;) {
            bool changed = false;
            for (std::size_t i = 0; i < open_.size(); ++i) {
                const int cell = open_[i];
                for (;;) {  // a cell that taught something may teach more
                    if (board_.solved()) return Probed::SOLVED;
                    const Learned learned = probe_cell(cell);
                    if (learned == Learned::CONFLICT) return Probed::CONFLICT;
                    if (clock.out(board_.work)) return Probed::STOPPED;
                    if (learned == Learned::NOTHING) break;
                    changed = true;
                }
            }
            for (bool owed : {false, true}) {
                if (changed || (!owed && depth_ == 1)) continue;
                const Learned learned = owed ? settle_owed() : relate(clock);
                if (learned == Learned::CONFLICT) return Probed::CONFLICT;
                if (clock.out(board_.work)) return Probed::STOPPED;
                changed = learned == Learned::SOMETHING;
            }
            if (board_.solved()) return Probed::SOLVED;
            if (!changed) return Probed::STUCK;
        }
    }

    // The exact answer of lines that were settled loosely since probing began.
    Learned settle_owed() {
        const auto left = board_.left;
        board_.care = Care::full;
        const Learned learned = learn(board_.open_level());
        board_.care = Care::later;
        return learned == Learned::SOMETHING && board_.left == left ? Learned::NOTHING : learned;
    }

    bool fresh(int literal) const {
        const std::uint32_t at = probed_at_[literal];
        if (at == 0) return false;
        for (std::size_t i = 0; i < line_words_; ++i) {
            std::uint64_t word = touched_[static_cast<std::size_t>(literal) * line_words_ + i];
            for (; word; word &= word - 1)
                if (changed_at_[64 * i + std::countr_zero(word)] > at) return false;
        }
        return true;
    }

    Learned probe_cell(int cell) {
        const std::uint64_t domain = board_.domain(cell);
        if (!(domain & (domain - 1))) return Learned::NOTHING;
        bool all_fresh = true;
        for (int c = 0; c < board_.colours; ++c)
            if (domain >> c & 1) all_fresh = all_fresh && fresh(id_[cell * board_.colours + c]);
        if (all_fresh) return Learned::NOTHING;
        bool first = true;
        for (int c = 0; c < board_.colours; ++c) {
            if (!(domain >> c & 1)) continue;
            const int literal = id_[cell * board_.colours + c];
            std::uint64_t* row = &temporary_[c * row_words_];
            if (!probe(literal, row)) return drop(literal);
            const std::uint64_t* learned = depth_ > 1 ? &rows_[literal * row_words_] : row;
            for (std::size_t i = 0; i < row_words_; ++i)
                common_[i] = first ? learned[i] : common_[i] & learned[i];
            first = false;
        }
        return drop_all(common_.data());
    }

    // Assumes the literal and propagates; false if that is a contradiction. `row` gets what it
    // dropped. The board is left as it was.
    bool probe(int literal, std::uint64_t* row) {
        ++board_.work.probes;
        std::fill(row, row + row_words_, 0);
        const auto left = board_.left;
        const auto level = board_.open_level();
        board_.care = Care::loose;
        board_.assign(literals_[literal].cell, literals_[literal].colour);
        const int broken = board_.propagate();
        board_.care = Care::later;
        if (broken == OVER_BUDGET) {  // half a probe teaches nothing
            board_.undo(level, left);
            return true;
        }
        const bool fine = broken == FINE;
        note_touched(literal, level);
        if (fine) {
            int weight = 0;
            board_.each_dropped(level, [&](int cell, int colour) {
                const int other = id_[cell * board_.colours + colour];
                row[other >> 6] |= std::uint64_t{1} << (other & 63);
                ++weight;
            });
            weight_[literal] = weight;
            if (depth_ > 1) relate_row(literal, row);
        }
        probed_at_[literal] = version_;
        board_.undo(level, left);
        return fine;
    }

    void note_touched(int literal, std::size_t level) {
        std::uint64_t* touched = &touched_[static_cast<std::size_t>(literal) * line_words_];
        std::fill(touched, touched + line_words_, 0);
        board_.each_changed_line(level, [&](int line) {
            if (line >= board_.real_lines()) return;
            const std::size_t bit = line % (64 * line_words_);
            touched[bit >> 6] |= std::uint64_t{1} << (bit & 63);
        });
    }

    void relate_row(int literal, const std::uint64_t* row) {
        std::uint64_t* mine = &rows_[literal * row_words_];
        for (std::size_t i = 0; i < row_words_; ++i) {
            std::uint64_t added = row[i] & ~mine[i];
            mine[i] |= added;
            for (; added; added &= added - 1) {
                const std::size_t other = 64 * i + std::countr_zero(added);
                rows_[other * row_words_ + (literal >> 6)] |= std::uint64_t{1} << (literal & 63);
            }
        }
    }

    // FP2 and FP3 over the whole relation, once probing by itself has nothing more to say. Cubic in
    // the literals: the caller finds the clock out if it had to be cut short.
    Learned relate(Clock& clock) {
        if (depth_ > 2)
            for (bool grown = true; grown;) {
                grown = false;
                for (std::size_t literal = 0; literal < literals_.size(); ++literal) {
                    if (!alive(literal)) continue;
                    if (clock.late()) return Learned::NOTHING;
                    if (close(static_cast<int>(literal), grown)) return drop(static_cast<int>(literal));
                }
            }
        for (int cell : open_) {
            const std::uint64_t domain = board_.domain(cell);
            if (!(domain & (domain - 1))) continue;
            if (clock.late()) return Learned::NOTHING;
            bool first = true;
            for (int c = 0; c < board_.colours; ++c)
                if (domain >> c & 1) {
                    const std::uint64_t* row = &rows_[id_[cell * board_.colours + c] * row_words_];
                    for (std::size_t i = 0; i < row_words_; ++i)
                        common_[i] = first ? row[i] : common_[i] & row[i];
                    first = false;
                }
            const Learned learned = drop_all(common_.data());
            if (learned != Learned::NOTHING) return learned;
        }
        return Learned::NOTHING;
    }

    // Closes the row of one literal under implication; true if it refutes itself.
    bool close(int literal, bool& grown) {
        std::uint64_t* row = &rows_[literal * row_words_];
        queue_.clear();
        for (std::size_t i = 0; i < row_words_; ++i)
            for (std::uint64_t word = row[i]; word; word &= word - 1)
                queue_.push_back(static_cast<int>(64 * i + std::countr_zero(word)));
        while (!queue_.empty()) {
            const int gone = queue_.back();
            queue_.pop_back();
            if (gone == literal) return true;
            const int implied = only_left(row, literals_[gone].cell);
            if (implied == REFUTED) return true;
            if (implied < 0) continue;
            const std::uint64_t* more = &rows_[implied * row_words_];
            for (std::size_t i = 0; i < row_words_; ++i) {
                std::uint64_t added = more[i] & ~row[i];
                if (!added) continue;
                row[i] |= added;
                grown = true;
                for (; added; added &= added - 1) {
                    const int other = static_cast<int>(64 * i + std::countr_zero(added));
                    rows_[other * row_words_ + (literal >> 6)] |= std::uint64_t{1} << (literal & 63);
                    queue_.push_back(other);
                }
            }
        }
        return false;
    }

    static constexpr int REFUTED = -2;
    // The one literal of the cell that the row leaves; -1 if several are left.
    int only_left(const std::uint64_t* row, int cell) const {
        int found = REFUTED;
        for (int c = 0; c < board_.colours; ++c) {
            const int literal = id_[cell * board_.colours + c];
            if (literal < 0 || !board_.may(cell, c) || (row[literal >> 6] >> (literal & 63) & 1)) continue;
            if (found >= 0) return -1;
            found = literal;
        }
        return found;
    }

    bool alive(std::size_t literal) const {
        return board_.may(literals_[literal].cell, literals_[literal].colour);
    }

    Learned drop(int literal) {
        const auto from = board_.open_level();
        board_.drop(literals_[literal].cell, literals_[literal].colour);
        return learn(from);
    }
    Learned drop_all(const std::uint64_t* row) {
        const auto from = board_.open_level();
        const auto left = board_.left;
        for (std::size_t i = 0; i < row_words_; ++i)
            for (std::uint64_t word = row[i]; word; word &= word - 1) {
                const Literal& literal = literals_[64 * i + std::countr_zero(word)];
                board_.drop(literal.cell, literal.colour);
            }
        return board_.left == left ? Learned::NOTHING : learn(from);
    }
    Learned learn(std::size_t from) {
        broken_ = board_.propagate();
        note_changes(from);
        board_.commit(from);
        return broken_ < 0 ? Learned::SOMETHING : Learned::CONFLICT;
    }
    void note_changes(std::size_t from) {
        ++version_;
        board_.each_changed_line(from, [&](int line) {
            if (line < board_.real_lines()) changed_at_[line % (64 * line_words_)] = version_;
        });
    }

    struct Literal {
        int cell, colour;
    };
    Board<W>& board_;
    int depth_;
    int broken_ = -1;
    std::vector<int> id_, open_, queue_;
    std::vector<Literal> literals_;
    std::size_t row_words_ = 0, line_words_ = 0;
    std::vector<std::uint64_t> rows_, temporary_, common_;
    std::vector<std::uint64_t> touched_;              // by literal: the lines its probe changed
    std::vector<std::uint32_t> probed_at_, changed_at_;  // by literal; by line
    std::vector<int> weight_;                         // by literal: what its probe dropped
    std::uint32_t version_ = 1;
};

}  // namespace nonoforge
