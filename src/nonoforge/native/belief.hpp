// Beliefs: how likely each colour of each cell is, by passing messages between lines.
//
// A line alone can say exactly how many of its colourings have a given colour at a given cell, if
// each of its cells comes with odds (sum-product over the positions of its blocks). Lines tell each
// other these odds through the cells they share until they settle (loopy belief propagation). The
// result proves nothing, but it is a remarkably good guess, and search that follows it finds
// solutions of puzzles that it would otherwise not see the end of.
#pragma once

#include <cmath>

#include <limits>

#include "budget.hpp"
#include "problem.hpp"

namespace nonoforge {

class Beliefs {
public:
    explicit Beliefs(const Problem& problem)
        : problem_(problem), colours_(problem.colours),
          total_(static_cast<std::size_t>(problem.cells) * problem.colours, 0) {
        for (const auto& line : problem.lines)
            messages_.emplace_back(line.cells.size() * colours_, 0.0);
    }

    // Passes messages over the cells that `state` (a mask of colours for each cell) leaves open.
    void update(const std::vector<std::uint64_t>& state, int sweeps, Clock& clock) {
        for (int i = 0; i < sweeps; ++i) {
            double change = 0;
            for (std::size_t line = 0; line < problem_.lines.size(); ++line) {
                if (clock.late()) return;
                change = std::max(change, tell(line, state));
            }
            if (change < CALM) return;
        }
    }

    // The likeliest colour of a cell, and by how much (in log odds) it beats the next; 0 if the cell
    // is known.
    std::pair<int, double> guess(int cell, std::uint64_t domain) const {
        int best = std::countr_zero(domain);
        double first = -1e9, second = -1e9;
        for (int c = 0; c < colours_; ++c) {
            if (!(domain >> c & 1)) continue;
            const double value = total_[cell * colours_ + c];
            if (value > first) {
                second = first;
                first = value;
                best = c;
            } else if (value > second) {
                second = value;
            }
        }
        return {best, domain & (domain - 1) ? first - second : 0};
    }

private:
    using Real = long double;  // for its range: a product of odds over a whole line must fit
    static constexpr double LOUDEST = 12;  // log odds that one line may claim
    static constexpr double HEARD = 8;     // ... and that it may hear, unless the line is very long
    static constexpr double DAMPING = 0.5;
    static constexpr double CALM = 0.05;  // the largest change of a message at which to stop

    // One line listens and answers; returns the largest change of what it says.
    double tell(std::size_t index, const std::vector<std::uint64_t>& state) {
        const LineSpec& line = problem_.lines[index];
        // Some are silent, and cells that come twice are taken for two: it is only a guess.
        if (line.kind == Kind::tally || line.clue.blotted || line.clue.impossible) return 0;
        length_ = static_cast<int>(line.cells.size());
        count_ = static_cast<int>(line.clue.blocks.size());
        listen(index, state);
        bound(line.clue);
        forwards(line.clue);
        backwards(line.clue);
        weigh(line.clue);
        return answer(index, state);
    }

    // odds_: log odds against white of each colour; growth_: their running product along the line;
    // barred_: how many cells up to here cannot have the colour.
    void listen(std::size_t index, const std::vector<std::uint64_t>& state) {
        const LineSpec& line = problem_.lines[index];
        const int width = length_ + 1;
        // The weights of all colourings together are at most (colours * e^most)^length: they must fit.
        static const double range = 0.9 * static_cast<double>(std::log(std::numeric_limits<Real>::max()));
        const double most = std::clamp(range / width - std::log(colours_), 0.0, HEARD);
        odds_.assign(static_cast<std::size_t>(length_) * colours_, 0);
        white_.assign(length_ + 1, 0);
        growth_.assign(static_cast<std::size_t>(width) * colours_, 1);
        shrink_.assign(static_cast<std::size_t>(width) * colours_, 1);
        barred_.assign(static_cast<std::size_t>(width) * colours_, 0);
        for (int p = 0; p < length_; ++p) {
            const int cell = line.cells[p];
            white_[p] = state[cell] & 1;
            for (int c = 0; c < colours_; ++c) {
                const double heard = total_[cell * colours_ + c] - messages_[index][p * colours_ + c];
                const double white = total_[cell * colours_] - messages_[index][p * colours_];
                if (state[cell] & (state[cell] - 1))
                    odds_[p * colours_ + c] = std::clamp(heard - white, -most, most);
            }
        }
        for (int c : line.clue.colours) {
            double sum = 0;
            for (int p = 0; p < length_; ++p) {
                sum += odds_[p * colours_ + c];
                growth_[c * width + p + 1] = std::exp(static_cast<Real>(sum));
                shrink_[c * width + p + 1] = 1 / growth_[c * width + p + 1];
                barred_[c * width + p + 1] =
                    barred_[c * width + p] + !(state[line.cells[p]] >> c & 1);
            }
        }
    }

    // The weight of a block of this kind at p, 0 where it does not fit.
    Real block_weight(const Block& block, int p) const {
        const int at = block.colour * (length_ + 1) + p;
        if (barred_[at + block.length] != barred_[at]) return 0;
        return growth_[at + block.length] * shrink_[at];
    }

    // before(j, p): the weight of all colourings of the first p cells with exactly j blocks.
    Real& before(int j, int p) { return before_[j * (length_ + 2) + p]; }
    // after(j, p): of the cells from p on with the blocks from j on.
    Real& after(int j, int p) { return after_[j * (length_ + 2) + p]; }

    // What stands left of block j at p: a gap if its neighbour has the same colour.
    Real left_of(const Block& block, int j, int p) {
        if (!block.gap_before) return before(j, p);
        return p > 0 && white_[p - 1] ? before(j, p - 1) : 0;
    }
    Real right_of(const Block& block, int j, int p) {
        if (!block.gap_after) return after(j, p);
        return p < length_ && white_[p] ? after(j, p + 1) : 0;
    }

    // earliest_[j]: the fewest cells that the first j blocks need; latest_[j]: the most that may stand
    // before block j.
    void bound(const RunsClue& clue) {
        earliest_.assign(count_ + 1, 0);
        latest_.assign(count_ + 1, length_);
        for (int j = 0; j < count_; ++j)
            earliest_[j + 1] = earliest_[j] + clue.blocks[j].length + clue.blocks[j].gap_before;
        for (int j = count_ - 1; j >= 0; --j)
            latest_[j] = latest_[j + 1] - clue.blocks[j].length - clue.blocks[j].gap_after;
    }

    void forwards(const RunsClue& clue) {
        before_.assign(static_cast<std::size_t>(count_ + 1) * (length_ + 2), 0);
        before(0, 0) = 1;
        for (int j = 0; j <= count_; ++j)
            for (int p = std::max(earliest_[j], j == 0 ? 1 : 0); p <= latest_[j]; ++p) {
                Real sum = p > 0 && white_[p - 1] ? before(j, p - 1) : 0;
                if (j > 0) {
                    const Block& block = clue.blocks[j - 1];
                    if (const int start = p - block.length; start >= 0)
                        if (const Real left = left_of(block, j - 1, start); left > 0)
                            sum += left * block_weight(block, start);
                }
                before(j, p) = sum;
            }
    }

    void backwards(const RunsClue& clue) {
        after_.assign(static_cast<std::size_t>(count_ + 1) * (length_ + 2), 0);
        after(count_, length_) = 1;
        for (int j = count_; j >= 0; --j)
            for (int p = std::min(latest_[j], length_ - (j == count_)); p >= earliest_[j]; --p) {
                Real sum = p < length_ && white_[p] ? after(j, p + 1) : 0;
                if (j < count_) {
                    const Block& block = clue.blocks[j];
                    if (p + block.length <= length_)
                        if (const Real right = right_of(block, j + 1, p + block.length); right > 0)
                            sum += right * block_weight(block, p);
                }
                after(j, p) = sum;
            }
    }

    // weight_: of all colourings of the line with this colour at this cell.
    void weigh(const RunsClue& clue) {
        weight_.assign(static_cast<std::size_t>(length_ + 1) * colours_, 0);
        for (int j = 0; j < count_; ++j) {
            const Block& block = clue.blocks[j];
            for (int p = earliest_[j]; p <= latest_[j]; ++p) {
                const Real left = left_of(block, j, p);
                if (left <= 0) continue;
                const Real right = right_of(block, j + 1, p + block.length);
                if (right <= 0) continue;
                const Real weight = left * right * block_weight(block, p);
                for (int q = p; q < p + block.length; ++q) weight_[q * colours_ + block.colour] += weight;
            }
        }
        for (int p = 0; p < length_; ++p)
            if (white_[p])
                for (int j = 0; j <= count_; ++j) weight_[p * colours_] += before(j, p) * after(j, p + 1);
    }

    double answer(std::size_t index, const std::vector<std::uint64_t>& state) {
        const LineSpec& line = problem_.lines[index];
        double change = 0;
        for (int p = 0; p < length_; ++p) {
            const int cell = line.cells[p];
            if (!(state[cell] & (state[cell] - 1))) continue;
            double most = -1e9;
            said_.assign(colours_, -1e9);
            for (int c = 0; c < colours_; ++c)
                if ((state[cell] >> c & 1) && weight_[p * colours_ + c] > 0) {
                    const double weight = static_cast<double>(std::log(weight_[p * colours_ + c]));
                    said_[c] = weight - odds_[p * colours_ + c];
                    most = std::max(most, said_[c]);
                }
            if (most == -1e9 || !std::isfinite(most)) continue;
            for (int c = 0; c < colours_; ++c) {
                double& message = messages_[index][p * colours_ + c];
                const double fresh = std::max(said_[c] - most, -LOUDEST);
                const double step = (1 - DAMPING) * (fresh - message);
                message += step;
                total_[cell * colours_ + c] += step;
                change = std::max(change, std::fabs(step));
            }
        }
        return change;
    }

    const Problem& problem_;
    const int colours_;
    int length_ = 0, count_ = 0;
    std::vector<double> total_;                  // by cell and colour: the sum of what lines say
    std::vector<std::vector<double>> messages_;  // by line: by position and colour
    std::vector<double> odds_, said_;
    std::vector<char> white_;
    std::vector<int> barred_, earliest_, latest_;
    std::vector<Real> growth_, shrink_, before_, after_, weight_;
};

}  // namespace nonoforge
