// Beliefs: how likely each colour of each cell is, by passing messages between lines.
//
// A line alone can say exactly how many of its colourings have a given colour at a given cell, if
// each of its cells comes with odds (sum-product over the positions of its blocks, or over the cells and
// groups that a tally has counted so far). Lines tell each
// other these odds through the cells they share until they settle (loopy belief propagation). The
// result proves nothing, but it is a remarkably good guess, and search that follows it finds
// solutions of puzzles that it would otherwise not see the end of.
//
// Odds are kept as factors, not as logarithms: a message needs divisions and one square root (half
// the way from the old message to the new, by the geometric mean), but neither exp nor log.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include <limits>

#include "budget.hpp"
#include "problem.hpp"

namespace nonoforge {

class Beliefs {
public:
    explicit Beliefs(const Problem& problem)
        : problem_(problem), colours_(problem.colours),
          total_(static_cast<std::size_t>(problem.cells) * problem.colours, 1) {
        for (const auto& line : problem.lines)
            messages_.emplace_back(line.cells.size() * colours_, 1.0);
    }

    // Returns whether most lines have something to say. Of many cells in tallies there is no need to ask:
    // where solutions abound, search by itself is quicker (measured on solids of noise).
    static bool heard(const Problem& problem) {
        const auto silent = std::count_if(problem.lines.begin(), problem.lines.end(),
                                          [&](const LineSpec& line) { return is_silent(line, problem); });
        return 2 * static_cast<std::size_t>(silent) < problem.lines.size();
    }

    // Passes messages over the cells that `state` (a mask of colours for each cell) leaves open.
    void update(const std::vector<std::uint64_t>& state, int sweeps, Clock& clock) {
        for (int i = 0; i < sweeps; ++i) {
            double change = 1;
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
        double first = 0, second = 0;
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
        return {best, domain & (domain - 1) ? std::log(first / second) : 0};
    }

private:
    static constexpr int MOST_TALLIED = 4'000;  // cells of a puzzle of tallies
    static constexpr double QUIETEST = 6e-6;  // the least that one line may claim, e^-12
    static constexpr double HEARD = 8;        // log odds that it may hear, unless the line is very long
    static constexpr double CALM = 1.05;      // the largest change of a message at which to stop

    // Cells that come twice in a line are taken for two: it is only a guess.
    bool is_silent(const LineSpec& line) const { return is_silent(line, problem_); }
    static bool is_silent(const LineSpec& line, const Problem& problem) {
        if (line.kind == Kind::tally)
            return problem.colours > 2 || problem.cells > MOST_TALLIED || !line.tally.counts[1].told();
        return line.clue.blotted || line.clue.impossible;
    }

    // One line listens and answers; returns the largest change of what it says, as a factor.
    double tell(std::size_t index, const std::vector<std::uint64_t>& state) {
        const LineSpec& line = problem_.lines[index];
        if (is_silent(line)) return 1;
        length_ = static_cast<int>(line.cells.size());
        if (line.kind == Kind::tally) return count(index, state) ? answer(index, state) : 1;
        count_ = static_cast<int>(line.clue.blocks.size());
        if (!listen(index, state)) return 1;
        bound(line.clue);
        forwards(line.clue);
        backwards(line.clue);
        weigh(line.clue);
        return answer(index, state);
    }

    // odds_: of each colour against white; growth_: their running product along the line; barred_: how
    // many cells up to here cannot have the colour. False if every cell is known.
    bool listen(std::size_t index, const std::vector<std::uint64_t>& state) {
        const LineSpec& line = problem_.lines[index];
        const int width = length_ + 1;
        bool open = false;
        for (int p = 0; p < length_ && !open; ++p) open = state[line.cells[p]] & (state[line.cells[p]] - 1);
        if (!open) return false;
        // The weights of all colourings together are at most (colours * e^most)^length: they must fit.
        static const double range = 0.9 * std::log(std::numeric_limits<double>::max());
        const double loudest = std::exp(std::clamp(range / width - std::log(colours_), 0.0, HEARD));
        const double quietest = 1 / loudest;
        const std::size_t size = static_cast<std::size_t>(width) * colours_;
        for (auto* part : {&odds_, &growth_, &shrink_}) part->resize(std::max(part->size(), size));
        barred_.resize(std::max(barred_.size(), size));
        white_.resize(std::max<std::size_t>(white_.size(), width));
        const double* said = messages_[index].data();
        for (int p = 0; p < length_; ++p) {
            white_[p] = state[line.cells[p]] & 1;
            odds_[p] = 1;
        }
        for (int c : line.clue.colours) {
            double* growth = &growth_[c * width];
            double* shrink = &shrink_[c * width];
            int* barred = &barred_[c * width];
            growth[0] = shrink[0] = 1;
            barred[0] = 0;
            for (int p = 0; p < length_; ++p) {
                const int cell = line.cells[p];
                double odds = 1;
                if (state[cell] & (state[cell] - 1)) {
                    const double* all = &total_[cell * colours_];
                    odds = all[c] * said[p * colours_] / (said[p * colours_ + c] * all[0]);
                    odds = std::clamp(odds, quietest, loudest);
                }
                odds_[c * width + p] = odds;
                growth[p + 1] = growth[p] * odds;
                shrink[p + 1] = 1 / growth[p + 1];
                barred[p + 1] = barred[p] + !(state[cell] >> c & 1);
            }
        }
        return true;
    }

    // The weight of a block of this kind at p, 0 where it does not fit.
    double block_weight(const Block& block, int p) const {
        const int at = block.colour * (length_ + 1) + p;
        if (barred_[at + block.length] != barred_[at]) return 0;
        return growth_[at + block.length] * shrink_[at];
    }

    // before(j, p): the weight of all colourings of the first p cells with exactly j blocks.
    double& before(int j, int p) { return before_[j * (length_ + 2) + p]; }
    // after(j, p): of the cells from p on with the blocks from j on.
    double& after(int j, int p) { return after_[j * (length_ + 2) + p]; }

    // What stands left of block j at p: a gap if its neighbour has the same colour.
    double left_of(const Block& block, int j, int p) {
        if (!block.gap_before) return before(j, p);
        return p > 0 && white_[p - 1] ? before(j, p - 1) : 0;
    }
    double right_of(const Block& block, int j, int p) {
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
                double sum = p > 0 && white_[p - 1] ? before(j, p - 1) : 0;
                if (j > 0) {
                    const Block& block = clue.blocks[j - 1];
                    if (const int start = p - block.length; start >= 0)
                        if (const double left = left_of(block, j - 1, start); left > 0)
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
                double sum = p < length_ && white_[p] ? after(j, p + 1) : 0;
                if (j < count_) {
                    const Block& block = clue.blocks[j];
                    if (p + block.length <= length_)
                        if (const double right = right_of(block, j + 1, p + block.length); right > 0)
                            sum += right * block_weight(block, p);
                }
                after(j, p) = sum;
            }
    }

    // weight_: of all colourings of the line with this colour at this cell. A block's weight is added
    // where it begins and taken away where it ends.
    void weigh(const RunsClue& clue) {
        const int width = length_ + 1;
        weight_.assign(static_cast<std::size_t>(width) * colours_, 0);
        for (int j = 0; j < count_; ++j) {
            const Block& block = clue.blocks[j];
            double* weights = &weight_[block.colour * width];
            for (int p = earliest_[j]; p <= latest_[j]; ++p) {
                const double left = left_of(block, j, p);
                if (left <= 0) continue;
                const double right = right_of(block, j + 1, p + block.length);
                if (right <= 0) continue;
                const double weight = left * right * block_weight(block, p);
                weights[p] += weight;
                weights[p + block.length] -= weight;
            }
        }
        const double all = after(0, 0);
        for (int p = 0; p < length_; ++p) weight_[p] = all;
        for (int c : clue.colours) {
            double* weights = &weight_[c * width];
            double here = 0;
            for (int p = 0; p < length_; ++p) {
                here += weights[p];
                weights[p] = here;
                weight_[p] -= here;
            }
        }
    }

    // A tally of one colour: the chance of each colour at each cell, all other cells having their odds.
    // False if every cell is known.
    bool count(std::size_t index, const std::vector<std::uint64_t>& state) {
        const LineSpec& line = problem_.lines[index];
        const Count& wanted = line.tally.counts[1];
        const int width = length_ + 1;
        odds_.assign(std::max<std::size_t>(odds_.size(), 2 * width), 1);  // the weights leave the cell out
        weight_.assign(2 * width, 0);
        black_.resize(length_);
        bool open = false;
        const double* said = messages_[index].data();
        static const double loudest = std::exp(HEARD), quietest = 1 / loudest;
        for (int p = 0; p < length_; ++p) {
            const int cell = line.cells[p];
            if (state[cell] != 3) {
                black_[p] = state[cell] == 2;
                continue;
            }
            open = true;
            const double odds = total_[2 * cell + 1] * said[2 * p] / (said[2 * p + 1] * total_[2 * cell]);
            black_[p] = 1 - 1 / (1 + std::clamp(odds, quietest, loudest));
        }
        if (!open) return false;
        switch (wanted.groups) {
            case UNTOLD: walk<0>(wanted); break;
            case 0: case 1: walk<3>(wanted); break;
            case 2: walk<5>(wanted); break;
            default: walk<7>(wanted);
        }
        return true;
    }

    // phases: before, in group 1, after it, in group 2, ..., in the last group or a later one, after that;
    // 0: groups do not count.
    template <int PHASES>
    void walk(const Count& wanted) {
        constexpr int phases = std::max(PHASES, 1);
        const auto on_black = [](int s) { return PHASES == 0 ? 0 : s % 2 ? s : s + 1 < phases ? s + 1 : s - 1; };
        const auto on_white = [](int s) { return PHASES == 0 ? 0 : s % 2 ? s + 1 : s; };
        // Where more groups than wanted must not begin, no black follows the last phase.
        const auto black_allowed = [&](int s) { return PHASES == 0 || PHASES == 2 * MANY + 1 || s + 1 < phases; };
        const int step = wanted.total == UNTOLD ? 0 : 1, total = step * wanted.total, room = total + 1;
        const std::size_t layer = static_cast<std::size_t>(phases) * room;
        before_.assign(layer * (length_ + 1), 0);
        before_[0] = 1;
        for (int p = 0; p < length_; ++p)
            for (int s = 0; s < phases; ++s) {
                const double* now = &before_[p * layer + s * room];
                double* black = &before_[(p + 1) * layer + on_black(s) * room];
                double* white = &before_[(p + 1) * layer + on_white(s) * room];
                if (black_allowed(s))
                    for (int used = 0; used + step <= total; ++used) black[used + step] += now[used] * black_[p];
                for (int used = 0; used <= total; ++used) white[used] += now[used] * (1 - black_[p]);
            }
        after_.assign(layer, 0);
        for (int s = 0; s < phases; ++s)
            if (PHASES == 0 || (s + 1) / 2 == wanted.groups) after_[s * room + total] = 1;
        later_.resize(layer);
        for (int p = length_ - 1; p >= 0; --p, after_.swap(later_))
            for (int s = 0; s < phases; ++s) {
                const double* now = &before_[p * layer + s * room];
                const double* black = &after_[on_black(s) * room];
                const double* white = &after_[on_white(s) * room];
                double* here = &later_[s * room];
                double blacks = 0, whites = 0;
                for (int used = 0; used <= total; ++used) {
                    whites += now[used] * white[used];
                    here[used] = white[used] * (1 - black_[p]);
                }
                if (black_allowed(s))
                    for (int used = 0; used + step <= total; ++used) {
                        blacks += now[used] * black[used + step];
                        here[used] += black[used + step] * black_[p];
                    }
                weight_[p] += whites;
                weight_[length_ + 1 + p] += blacks;
            }
    }

    double answer(std::size_t index, const std::vector<std::uint64_t>& state) {
        const LineSpec& line = problem_.lines[index];
        const int width = length_ + 1;
        double change = 1;
        fresh_.resize(colours_);
        for (int p = 0; p < length_; ++p) {
            const int cell = line.cells[p];
            if (!(state[cell] & (state[cell] - 1))) continue;
            double most = 0;
            for (int c = 0; c < colours_; ++c) {
                fresh_[c] = 0;
                if ((state[cell] >> c & 1) && weight_[c * width + p] > 0)
                    fresh_[c] = weight_[c * width + p] / odds_[c * width + p];
                most = std::max(most, fresh_[c]);
            }
            if (!(most > 0) || !std::isfinite(most)) continue;
            double* messages = &messages_[index][p * colours_];
            for (int c = 0; c < colours_; ++c) {
                const double message = std::sqrt(messages[c] * std::max(fresh_[c] / most, QUIETEST));
                const double step = message / messages[c];
                messages[c] = message;
                total_[cell * colours_ + c] *= step;
                change = std::max({change, step, 1 / step});
            }
        }
        return change;
    }

    const Problem& problem_;
    const int colours_;
    int length_ = 0, count_ = 0;
    std::vector<double> total_;                  // by cell and colour: the product of what lines say
    std::vector<std::vector<double>> messages_;  // by line: by position and colour
    std::vector<double> fresh_, odds_, growth_, shrink_, before_, after_, later_, weight_;
    std::vector<double> black_;  // by position in a tally's line: the chance of black
    std::vector<char> white_;
    std::vector<int> barred_, earliest_, latest_;
};

}  // namespace nonoforge
