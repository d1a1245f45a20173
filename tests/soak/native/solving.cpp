// Puzzles solved and thinned out, lines settled.
#include "api.hpp"
#include "puzzles.hpp"

namespace soak {

using namespace nonoforge;

std::uint64_t solving(Source& in) {
    Options options;
    options.limit = in.chance(5) ? in.hostile() : in.range(1, 5);
    options.level = in.range(0, 2);
    options.plain_order = in.chance(20);
    options.depth = in.range(1, 3);
    options.seed = in.word();
    options.limits = {in.chance(10) ? in.range(0, 60) : 4000, in.chance(10) ? in.range(0, 5) : 300,
                      in.chance(10) ? in.range(0, 5) : 100, -1};
    options.limit = std::min(options.limit, 50);
    const Ints packed = numbers(in);
    std::vector<std::uint64_t> start;
    const bool started = in.chance(20);
    if (started) start = start_of(ProblemReader(packed.data(), packed.size()).read(), in);
    const auto results = solve_all({{packed.data(), packed.size()}}, options, started ? start.data() : nullptr);
    Digest digest;
    for (const Result& result : results) {
        digest.add(result.level);
        digest.add(result.line_solvable);
        digest.add(result.exhausted);
        for (const auto& solution : result.solutions) digest.add(solution);
        digest.add(result.state);
        digest.add(result.conflict);
        digest.add(result.work);
    }
    return digest.sum();
}

std::uint64_t thinning(Source& in) {
    const std::int64_t steps = in.range(0, 12);
    const std::uint64_t seed = in.word();
    const Ints packed = puzzle(in);
    if (packed.size() < 3 || packed[2] < 0 || packed[2] > 5000) return 0;
    std::vector<std::uint8_t> kept(packed[2]);
    for (auto& each : kept) each = in.chance(30);
    Digest digest;
    digest.add(thin_out({packed.data(), packed.size()}, kept.data(), steps, -1, seed));
    digest.add(kept);
    return digest.sum();
}

std::uint64_t settling(Source& in) {
    const int length = in.chance(80) ? in.range(0, 40) : in.chance(90) ? in.range(0, 300) : in.range(0, 4200);
    const int colours = in.chance(60) ? 2 : in.chance(80) ? in.range(2, 5) : in.range(0, 70);
    const int count = in.chance(80) ? in.range(1, 3) : in.range(0, 3);
    Ints clues;
    for (int line = 0; line < count; ++line) {
        std::vector<int> read(length);
        for (int& colour : read) colour = colours > 1 && in.chance(60) ? in.range(1, colours - 1) : 0;
        const std::size_t first = clues.size();
        clues.push_back(in.chance(30));
        if (clues[first]) put_tally(clues, read, std::max(colours, 2), in);
        else put_runs(clues, read, in);
        // How many pairs follow is not for it to doubt: the binding packs the clues itself.
        const int at = in.range(0, static_cast<int>(clues.size() - first) - 1);
        if (at != 1 && in.chance(10)) clues[first + at] = in.hostile();
    }
    const std::size_t stride = (length + 63) / 64;
    std::vector<std::uint64_t> masks(stride * colours * count, ~std::uint64_t{0});
    for (int changes = in.range(0, 6); changes > 0 && !masks.empty(); --changes)
        masks[in.range(0, static_cast<int>(masks.size()) - 1)] &= in.word() | in.word();
    if (count == 1 && in.chance(10)) time_settle(clues.data(), clues.size(), length, colours, masks.data(), 2);
    Digest digest;
    std::vector<std::uint8_t> fits(count);
    settle_lines(clues.data(), count, length, colours, masks.data(), fits.data());
    digest.add(fits);
    digest.add(masks);
    return digest.sum();
}

}  // namespace soak
