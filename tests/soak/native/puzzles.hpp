// Packed puzzles, most of them with a solution, some spoilt.
#pragma once

#include "problem.hpp"
#include "source.hpp"

namespace soak {

using nonoforge::Problem;
using Ints = std::vector<std::int32_t>;

inline void put_runs(Ints& out, const std::vector<int>& read, Source& in) {
    const std::size_t count = out.size();
    out.push_back(0);
    for (std::size_t i = 0; i < read.size();) {
        std::size_t j = i;
        while (j < read.size() && read[j] == read[i]) ++j;
        if (read[i]) {
            ++out[count];
            out.push_back(in.chance(5) ? 0 : static_cast<std::int32_t>(j - i));
            out.push_back(read[i]);
        }
        i = j;
    }
}

inline void put_tally(Ints& out, const std::vector<int>& read, int colours, Source& in) {
    const int told = in.chance(70) ? colours - 1 : in.range(0, colours - 1);
    out.push_back(told);
    for (int c = 1; c <= told; ++c) {
        int total = 0, groups = 0;
        for (std::size_t i = 0; i < read.size(); ++i)
            if (read[i] == c) {
                ++total;
                groups += i == 0 || read[i - 1] != c;
            }
        out.push_back(in.chance(15) ? -1 : total);
        out.push_back(in.chance(15) ? -1 : std::min(groups, 3));
    }
}

inline void put_line(Ints& out, const std::vector<int>& cells, const std::vector<int>& picture, int colours, int group,
              bool tally, Source& in) {
    out.push_back(group);
    out.push_back(static_cast<std::int32_t>(cells.size()));
    out.insert(out.end(), cells.begin(), cells.end());
    std::vector<int> read;
    for (int cell : cells) read.push_back(in.chance(2) ? in.range(0, colours - 1) : picture[cell]);
    out.push_back(tally);
    if (tally) put_tally(out, read, colours, in);
    else put_runs(out, read, in);
}

// A packed puzzle: a grid, a solid's rods, a tangle, or one long line; most with a solution, some spoilt.
inline Ints puzzle(Source& in) {
    const int kind = in.range(0, 9);
    int colours = in.chance(70) ? 2 : in.range(2, 5);
    if (in.chance(5)) colours = in.hostile() & 63;
    colours = std::max(colours, 2);
    int width = in.range(1, 8), height = in.range(1, 8);
    if (in.chance(8)) width = in.range(1, 300), height = in.range(1, 2);
    if (in.chance(1)) width = in.range(1, 4200), height = 1;
    const int cells = kind < 7 ? width * height : in.range(0, 24), ink = in.range(0, 100);
    std::vector<int> picture(cells);
    for (int& colour : picture) colour = in.chance(ink) ? in.range(1, colours - 1) : 0;
    Ints out{cells, colours, 0};
    if (kind < 7) {
        out[2] = width + height;
        for (int group = 0; group < 2; ++group)
            for (int index = 0; index < (group ? width : height); ++index) {
                std::vector<int> line;
                for (int at = 0; at < (group ? height : width); ++at)
                    line.push_back(group ? at * width + index : index * width + at);
                put_line(out, line, picture, colours, group, kind > 4, in);
            }
    } else {
        out[2] = in.range(0, 8);
        for (int index = 0; index < out[2]; ++index) {
            std::vector<int> line(cells ? in.range(0, 12) : 0);
            for (int& cell : line) cell = in.range(0, cells - 1);
            put_line(out, line, picture, colours, in.range(-1, 2), kind == 9, in);
        }
    }
    const int given = cells && in.chance(20) ? in.range(1, 3) : 0;
    out.push_back(given);
    for (int i = 0; i < given; ++i) {
        const int cell = in.range(0, cells - 1);
        out.push_back(cell);
        out.push_back(in.chance(80) ? picture[cell] : in.range(0, colours - 1));
    }
    if (in.chance(25))
        for (int changes = in.range(1, 3); changes > 0; --changes) {
            const int at = in.range(0, static_cast<int>(out.size()) - 1);
            switch (in.range(0, 3)) {
            case 0: out[at] = in.hostile(); break;
            case 1: out[at] += in.range(-2, 2); break;
            case 2: out.erase(out.begin() + at); break;
            default: out.insert(out.begin() + at, in.range(-1, 9));
            }
            if (out.empty()) out.push_back(0);
        }
    // Cells that no line reads are allowed, and cost time in proportion.
    if (out[0] > 20'000 && !in.chance(1)) out[0] = 20'000;
    return out;
}

// A puzzle, or numbers of no meaning.
inline Ints numbers(Source& in) {
    if (in.chance(95)) return puzzle(in);
    Ints out(in.range(0, 40));
    for (auto& number : out) number = in.chance(30) ? in.hostile() : in.range(-2, 12);
    return out;
}

inline std::vector<std::uint64_t> start_of(const Problem& problem, Source& in) {
    std::vector<std::uint64_t> start(problem.cells, ~std::uint64_t{0});
    for (int changes = in.range(0, 4); changes > 0 && problem.cells; --changes)
        start[in.range(0, problem.cells - 1)] = in.chance(10) ? in.word() : std::uint64_t{1} << in.range(0, problem.colours - 1);
    return start;
}

}  // namespace soak
