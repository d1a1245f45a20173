// The ladder: lines, probing, search. One call solves a puzzle.
#pragma once

#include <chrono>

#include "learn.hpp"

namespace nonoforge {

inline double Clock::now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

enum Level { LINE, PROBE, SEARCH };

struct Options {
    int limit = 2;       // solutions to look for
    int level = SEARCH;  // how far up the ladder to go
    bool plain_order = false;
    int depth = 3;  // of probing
    std::uint64_t seed = 0;
    Limits limits;
};

struct Result {
    int level = LINE;
    bool line_solvable = false;
    bool exhausted = false;  // a budget ran out, or a higher level would be needed
    std::vector<std::vector<std::uint8_t>> solutions;
    std::vector<std::uint64_t> state;  // a mask of colours for each cell
    int conflict = -1;
    Work work;
    double seconds = 0;
};

template <class W>
class Solver {
public:
    Solver(const Problem& problem, const Options& options)
        : board_(problem), options_(options), clock_(options.limits) {}

    // `start` is a mask of colours for each cell, or null.
    Result solve(const Problem& problem, const std::uint64_t* start) {
        if (!restrict(problem, start)) return finish();
        board_.mark_all();
        result_.conflict = options_.plain_order ? board_.propagate_plain() : board_.propagate();
        result_.line_solvable = result_.conflict < 0 && board_.solved();
        if (result_.conflict >= 0 || board_.solved()) {
            if (board_.solved() && result_.conflict < 0) add_solution();
            return finish();
        }
        if (options_.level == LINE) return give_up();

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
        keep_state();
        search(problem, prober.promise());
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

    void search(const Problem& problem, const std::vector<double>& promise) {
        Learner<W> learner(problem, result_.state, promise, options_.seed);
        for (;;) {
            const auto answer = learner.next(clock_, board_.work);
            if (answer == Learner<W>::NONE) return;
            if (answer == Learner<W>::STOPPED) {
                result_.exhausted = true;
                return;
            }
            result_.solutions.push_back(learner.solution());
            if (static_cast<int>(result_.solutions.size()) == options_.limit || !learner.forbid()) return;
        }
    }

    void add_solution() {
        std::vector<std::uint8_t> solution(board_.cells);
        for (int cell = 0; cell < board_.cells; ++cell)
            solution[cell] = static_cast<std::uint8_t>(__builtin_ctzll(board_.domain(cell)));
        result_.solutions.push_back(std::move(solution));
    }
    void keep_state() {
        result_.state.resize(board_.cells);
        for (int cell = 0; cell < board_.cells; ++cell) result_.state[cell] = board_.domain(cell);
    }
    Result give_up() {
        result_.exhausted = true;
        return finish();
    }
    Result finish() {
        if (result_.state.empty()) keep_state();
        result_.work = board_.work;
        return std::move(result_);
    }

    Board<W> board_;
    Options options_;
    Clock clock_;
    Result result_;
};

// Calls use(word) with a word of the narrowest kind that holds a line of this length.
template <class F>
auto with_word(int length, F&& use) {
    if (length <= 64) return use(std::uint64_t{});
    if (length <= 128) return use(Double{});
    if (length <= 256) return use(Wide<4>{});
    if (length <= 1024) return use(Wide<16>{});
    if (length <= 4096) return use(Wide<64>{});
    throw std::invalid_argument("puzzle: a line is longer than 4096 cells");
}

inline Result solve(const Problem& problem, const Options& options, const std::uint64_t* start) {
    return with_word(problem.longest, [&](auto word) {
        return Solver<decltype(word)>(problem, options).solve(problem, start);
    });
}

}  // namespace nonoforge
