// The work done so far, and its limits.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace nonoforge {

struct Work {
    std::int64_t settled = 0, probes = 0, nodes = 0, conflicts = 0;
};

struct Limits {  // negative: none
    std::int64_t settled = -1, nodes = -1, conflicts = -1;
    double seconds = -1;
};

// Set from another thread, after Ctrl-C: every clock is out then, whatever its limits.
inline std::atomic<bool> interrupted{false};

class Clock {
public:
    explicit Clock(const Limits& limits) : limits_(limits), start_(now()) {}

    static double now() {
        using namespace std::chrono;
        return duration<double>(steady_clock::now().time_since_epoch()).count();
    }

    // Returns whether a budget has run out; once it has, it stays so.
    bool out(const Work& work) {
        if (limits_.settled >= 0 && work.settled >= limits_.settled) return out_ = true;
        if (limits_.nodes >= 0 && work.nodes >= limits_.nodes) return out_ = true;
        if (limits_.conflicts >= 0 && work.conflicts >= limits_.conflicts) return out_ = true;
        return late();
    }
    // Of the budgets only the time: for the inside of long steps, which the others do not count.
    bool late() {
        if (interrupted.load(std::memory_order_relaxed)) out_ = true;
        if (limits_.seconds >= 0 && now() - start_ >= limits_.seconds) out_ = true;
        return out_;
    }
    // May no further line be settled? Asked before each one, so it looks at the time only sometimes.
    bool stops_settling(const Work& work) {
        if (work.settled < ask_at_) return out_;
        if (limits_.settled >= 0 && work.settled >= limits_.settled) return out_ = true;
        ask_at_ = work.settled + LINES_BETWEEN_LOOKS;
        if (limits_.settled >= 0) ask_at_ = std::min(ask_at_, limits_.settled);
        return late();
    }

private:
    static constexpr int LINES_BETWEEN_LOOKS = 64;

    Limits limits_;
    double start_;
    std::int64_t ask_at_ = 0;
    bool out_ = false;
};

}  // namespace nonoforge
