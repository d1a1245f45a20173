// The ladder: lines, probing, search. One call solves a puzzle.
#pragma once

#include <tuple>
#include <utility>

#include "belief.hpp"
#include "learn.hpp"

namespace nonoforge {

enum Level { LINE, PROBE, SEARCH };

constexpr int GLANCE = 20;      // conflicts for a first look
constexpr int LARGE = 2'000;    // cells of a solid: where there are more, probing them all costs more than
constexpr int SHARE = 10;       // a longer look, of one conflict for this number of cells
constexpr int UNADVISED = 200;  // conflicts before beliefs are asked
constexpr int ATTEMPTS = 3;     // times to follow them down
constexpr int GRANTED = 20;     // one cell of this number is taken for granted at each step

// How far to follow beliefs.
struct Trust {
    int sweeps;     // messages from every line to every cell
    int rounds;     // steps down
    int conflicts;  // for each step
};
constexpr Trust BRIEF{20, 5, 100}, PATIENT{60, 20, 500};

struct Options {
    int limit = 2;       // solutions to look for
    int level = SEARCH;  // how far up the ladder to go
    bool plain_order = false;
    int depth = 3;  // of probing; 0: straight to the search
    std::uint64_t seed = 0;
    Limits limits;
};

struct Result {
    int level = LINE;
    bool line_solvable = false;
    bool exhausted = false;  // a budget ran out, or a higher level would be needed
    std::vector<std::vector<std::uint8_t>> solutions;
    std::vector<std::uint64_t> state;  // a mask of colours for each cell; none where single lines solved the puzzle
    int conflict = -1;
    Work work;
    double seconds = 0;
};

template <class W>
class Solver {
public:
    Solver(const Problem& problem, const Options& options)
        : options_(options), clock_(options.limits), board_(problem, clock_) {
        options_.limit = std::max(1, options.limit);
    }

    // `start` is a mask of colours for each cell, or null.
    Result solve(const Problem& problem, const std::uint64_t* start) {
        if (!restrict(problem, start)) return finish();
        board_.mark_all();
        const int broken = options_.plain_order ? board_.propagate_plain() : board_.propagate();
        if (broken == OVER_BUDGET) return give_up();
        if (broken != FINE) {
            result_.conflict = broken;
            return finish();
        }
        if (board_.solved()) {
            result_.line_solvable = true;
            add_solution();
            return finish();
        }
        if (options_.level == LINE) return give_up();
        if (options_.depth == 0) {
            result_.level = SEARCH;
            keep_state();
            search(problem, std::vector<double>(board_.cells, 0));
            return finish();
        }
        Ran glanced = PAUSED;
        if (options_.level == SEARCH) {
            glanced = glance(problem);
            if (glanced == ENOUGH || glanced == OUT) return finish();
        }
        const auto found = std::exchange(result_.solutions, {});

        result_.level = PROBE;
        Prober<W> prober(board_, options_.depth);
        const Probed probed = prober.run(clock_);
        if (probed == Probed::CONFLICT) {
            result_.conflict = prober.broken_line();
            return finish();
        }
        if (probed == Probed::SOLVED) {
            add_solution();
            return finish();
        }
        if (probed == Probed::STOPPED || options_.level == PROBE) return give_up();

        result_.level = SEARCH;
        result_.solutions = found;
        keep_state();
        if (glanced != ALL) search(problem, prober.promise());
        return finish();
    }

private:
    bool restrict(const Problem& problem, const std::uint64_t* start) {
        for (const auto& [cell, colour] : problem.given) board_.assign(cell, colour);
        if (start)
            for (int cell = 0; cell < board_.cells; ++cell)
                for (int c = 0; c < board_.colours; ++c)
                    if (!(start[cell] >> c & 1)) board_.drop(cell, c);
        for (int cell = 0; cell < board_.cells; ++cell)
            if (!board_.domain(cell)) return false;
        return true;
    }

    // How a search ended: with solutions enough, with all there are, out of budget, at a pause or, if
    // it took something for granted, in a dead end.
    enum Ran { ENOUGH, ALL, OUT, PAUSED, BLOCKED };

    // Conflicts for a first look.
    static int glance_conflicts(const Problem& problem) {
        const bool tallied = std::any_of(problem.lines.begin(), problem.lines.end(),
                                         [](const LineSpec& line) { return line.kind == Kind::tally; });
        return tallied && problem.cells > LARGE ? problem.cells / SHARE : GLANCE;
    }

    // Where solutions abound, a moment of search finds enough of them, and probing, which is there to
    // prove things, would be wasted. What it finds otherwise is kept for search after probing: it says
    // nothing about the level.
    Ran glance(const Problem& problem) {
        keep_state();
        Ran ran;
        {
            Learner<W> learner(problem, result_.state, std::vector<double>(board_.cells, 0), options_.seed);
            ran = run(learner, glance_conflicts(problem));
        }
        if (ran == PAUSED && result_.solutions.empty() && Beliefs::heard(problem)) ran = descend(problem, 0, BRIEF);
        if (ran == ENOUGH || ran == OUT) result_.level = SEARCH;
        else result_.state.clear();
        return ran;
    }

    // Search by itself for a while; then where beliefs lead; then the long way. A fresh start is made where
    // nothing was found for long, so it follows beliefs to a second solution, too.
    void search(const Problem& problem, const std::vector<double>& promise) {
        Learner<W> own(problem, result_.state, promise, options_.seed);
        for (const auto& solution : result_.solutions) own.exclude(solution);
        Ran ran = run(own, UNADVISED);
        const bool fresh = options_.depth == 0;
        const auto asking = [&] { return ran == PAUSED && (fresh || result_.solutions.empty()); };
        const bool advised = asking() && Beliefs::heard(problem);
        for (int attempt = 0; advised && attempt < ATTEMPTS && asking(); ++attempt)
            ran = descend(problem, attempt, result_.solutions.empty() ? PATIENT : BRIEF);
        if (ran == PAUSED) {
            if (advised)
                for (const auto& solution : result_.solutions) own.exclude(solution);
            run(own, -1);
        }
        // What follows from the clauses that forbid solutions holds in the others only.
        if (result_.exhausted && result_.solutions.empty()) own.narrow(result_.state);
    }

    // A fresh search that follows beliefs; if it finds nothing new soon, the surest cells are taken for
    // granted, and so on. What is found is a solution. What is not found says nothing, unless nothing
    // was taken for granted.
    Ran descend(const Problem& problem, int attempt, const Trust& trust) {
        const auto left = board_.left;
        const auto level = board_.open_level();
        const auto known = result_.solutions.size();
        board_.care = Care::loose;
        Beliefs beliefs(problem);
        Ran ran = PAUSED;
        for (int round = 0; round < trust.rounds && ran == PAUSED && result_.solutions.size() == known; ++round) {
            const auto state = domains();
            beliefs.update(state, round == 0 ? trust.sweeps : trust.sweeps / 3, clock_);
            std::vector<int> colours(board_.cells, 0);
            std::vector<double> sureness(board_.cells, 0);
            for (int cell = 0; cell < board_.cells; ++cell)
                std::tie(colours[cell], sureness[cell]) = beliefs.guess(cell, state[cell]);
            Learner<W> learner(problem, state, sureness, options_.seed + attempt);
            learner.follow(colours);
            for (const auto& solution : result_.solutions) learner.exclude(solution);
            ran = run(learner, trust.conflicts);
            if (ran == ALL && round > 0) ran = BLOCKED;
            if (ran == PAUSED && result_.solutions.size() == known && !grant(colours, sureness, attempt)) ran = BLOCKED;
        }
        board_.undo(level, left);
        board_.care = Care::full;
        return ran == BLOCKED ? PAUSED : ran;
    }

    // Takes the surest of the open cells for granted, fewer at each attempt. False on a dead end.
    bool grant(const std::vector<int>& colours, const std::vector<double>& sureness, int attempt) {
        std::vector<int> open;
        for (int cell = 0; cell < board_.cells; ++cell)
            if (sureness[cell] > 0) open.push_back(cell);
        std::stable_sort(open.begin(), open.end(), [&](int a, int b) { return sureness[a] > sureness[b]; });
        if (open.empty()) return false;
        open.resize(std::max<std::size_t>(1, open.size() / (GRANTED << attempt)));
        for (int cell : open) {
            if (board_.domain(cell) == std::uint64_t{1} << colours[cell] || !board_.may(cell, colours[cell])) continue;
            const auto left = board_.left;
            const auto level = board_.open_level();
            board_.assign(cell, colours[cell]);
            const int broken = board_.propagate();
            if (broken == FINE) continue;
            board_.undo(level, left);
            if (broken == OVER_BUDGET) return false;
            board_.drop(cell, colours[cell]);
            if (board_.propagate() != FINE) return false;
        }
        return true;
    }

    Ran run(Learner<W>& learner, std::int64_t conflicts) {
        const std::int64_t pause = conflicts < 0 ? -1 : board_.work.conflicts + conflicts;
        for (;;) {
            const auto answer = learner.next(clock_, board_.work, pause);
            if (answer == Learner<W>::NONE) return ALL;
            if (answer == Learner<W>::STOPPED) {
                result_.exhausted = clock_.out(board_.work);
                return result_.exhausted ? OUT : PAUSED;
            }
            result_.solutions.push_back(learner.solution());
            if (static_cast<int>(result_.solutions.size()) == options_.limit) return ENOUGH;
            if (!learner.forbid(clock_)) return ALL;
        }
    }

    std::vector<std::uint64_t> domains() const {
        std::vector<std::uint64_t> out(board_.cells);
        for (int cell = 0; cell < board_.cells; ++cell) out[cell] = board_.domain(cell);
        return out;
    }

    void add_solution() {
        std::vector<std::uint8_t> solution(board_.cells, 0);
        for (int colour = 1; colour < board_.colours; ++colour)
            for (int cell = 0; cell < board_.cells; ++cell)
                if (board_.may(cell, colour)) solution[cell] = static_cast<std::uint8_t>(colour);
        result_.solutions.push_back(std::move(solution));
    }
    void keep_state() { result_.state = domains(); }
    Result give_up() {
        result_.exhausted = true;
        return finish();
    }
    Result finish() {
        if (result_.state.empty() && !result_.line_solvable) keep_state();
        result_.work = board_.work;
        return std::move(result_);
    }

    Options options_;
    Clock clock_;
    Board<W> board_;
    Result result_;
};

inline Result solve(const Problem& problem, const Options& options, const std::uint64_t* start) {
    return with_word(problem.longest, [&](auto word) {
        return Solver<decltype(word)>(problem, options).solve(problem, start);
    });
}

}  // namespace nonoforge
