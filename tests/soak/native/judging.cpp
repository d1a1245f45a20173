// What ratings ask.
#include "judging.hpp"
#include "puzzles.hpp"

namespace soak {

using namespace nonoforge;

std::uint64_t judging(Source& in) {
    const int question = in.range(0, 2);
    std::array<std::int64_t, RUNGS> costs;
    for (auto& cost : costs) cost = in.chance(10) ? static_cast<std::int64_t>(in.word()) : in.range(0, 1'000);
    const Ints packed = numbers(in);
    const Problem problem = ProblemReader(packed.data(), packed.size()).read();
    const bool twice = reads_cells_twice(packed.data(), packed.size());
    Digest digest;
    if (question == 0) {
        std::vector<std::uint64_t> start;
        std::vector<std::uint8_t> dirty;
        const bool started = in.chance(50), chosen = in.chance(50);
        if (started) start = start_of(problem, in);
        if (chosen)
            for (std::size_t i = 0; i < problem.lines.size(); ++i) dirty.push_back(in.chance(50));
        RatingLimits limits;
        limits.settled = in.chance(20) ? in.range(0, 50) : 20'000;
        const LineRounds found = rate_lines(packed.data(), packed.size(), costs, limits,
                                            started ? start.data() : nullptr, chosen ? dirty.data() : nullptr);
        digest.add(found.end);
        for (int rung = 0; rung < RUNGS; ++rung) digest.add(found.uses[rung]), digest.add(found.rounds[rung]);
        digest.add(found.narrowest), digest.add(found.effort), digest.add(found.settled), digest.add(found.looks);
        digest.add(found.domains);
    } else if (question == 1) {
        const auto start = start_of(problem, in);
        std::vector<Assumption> assumptions;
        for (int i = in.range(0, 6); i > 0; --i)
            assumptions.push_back({in.chance(5) ? in.hostile() : in.range(0, std::max(0, problem.cells - 1)),
                                   in.chance(5) ? in.hostile() : in.range(0, problem.colours - 1)});
        digest.add(refute(packed.data(), packed.size(), start.data(), assumptions, in.chance(50)));
    } else {
        const PassCounts found = count_passes(packed.data(), packed.size(), -1);
        digest.add(found.fine), digest.add(found.passes), digest.add(found.settled);
        digest.add(found.fruitful), digest.add(found.open);
    }
    digest.add(twice);
    return digest.sum();
}

}  // namespace soak
