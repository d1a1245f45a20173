// Layouts of curves.
#include "layouts.hpp"
#include "source.hpp"

namespace soak {

using namespace nonoforge;

std::uint64_t judging_layouts(Source& in) {
    using namespace layouts;
    Aims aims{in.number(10, 40), in.number(1, 9), in.number(0.5, 3), in.number(3, 9), in.number(3, 9),
              in.number(0.5, 5), in.number(0.5, 2), in.range(-1, 6), in.range(0, 4)};
    const double width = in.number(40, 120), height = in.number(40, 120);
    std::vector<Point> frame{{0, 0}, {width, 0}, {width, height}, {0, height}, {0, 0}};
    if (in.chance(5)) frame[in.range(0, 4)] = {in.number(0, 100), in.number(0, 100)};
    if (in.chance(2)) frame.resize(in.range(0, 4));
    std::vector<double> corners;
    for (int i = in.range(0, 4); i > 0; --i) corners.push_back(in.number(0, 2 * (width + height)));
    std::vector<int> steps;
    for (int i = in.range(0, 3); i > 0; --i) steps.push_back(in.chance(3) ? in.hostile() : in.range(-2, 2));
    const int colours = in.chance(3) ? in.hostile() : in.range(2, 4);
    Judge judge(aims, frame, corners, steps, colours, in.number(0.5, 6));
    const auto on_frame = [&](double s) {
        for (const Point& side : {Point{width, 0}, Point{0, height}, Point{-width, 0}, Point{0, -height}}) {
            const double length = std::abs(side.x + side.y);
            if (s <= length) return Point{(side.x < 0 || side.y != 0 ? (side.y < 0 ? 0 : width) : 0) + (length > 0 ? s * side.x / length : 0),
                                          (side.x < 0 || side.y < 0 ? height : 0) + (length > 0 ? s * side.y / length : 0)};
            s -= length;
        }
        return Point{0, 0};
    };
    std::vector<int> known;
    Digest digest;
    const int rounds = in.range(1, 4);
    for (int round = 0; round < rounds; ++round) {
        for (int courses = in.range(0, 4); courses > 0; --courses) {
            const double around = 2 * (width + height);
            const double port0 = in.number(0, around), port1 = in.number(0, around);
            Point from = on_frame(port0);
            std::vector<Piece> pieces;
            const int count = in.range(1, 3);
            for (int i = 0; i < count; ++i) {
                const Point to = i + 1 < count ? Point{in.number(0, width), in.number(0, height)} : on_frame(port1);
                Piece piece{in.chance(70) ? 4 : 2, {}, FREE};
                piece.at[0] = from;
                piece.at[1] = piece.points == 2 ? to : Point{in.number(0, width), in.number(0, height)};
                piece.at[2] = Point{in.number(0, width), in.number(0, height)};
                piece.at[3] = to;
                if (in.chance(30)) piece.border = in.chance(95) && !steps.empty()
                    ? in.range(-static_cast<int>(steps.size()), static_cast<int>(steps.size()) - 1) : in.hostile();
                pieces.push_back(piece);
                from = to;
            }
            if (in.chance(2)) pieces.clear();
            std::vector<std::pair<int, int>> marks;
            for (int i = in.range(0, 2); i > 0; --i)
                marks.emplace_back(in.chance(97) ? in.range(0, count) : in.hostile(), in.range(0, 3));
            std::vector<double> leans;
            for (int i = in.range(0, 2); i > 0; --i) leans.push_back(in.number(-2, 2));
            known.push_back(judge.add(pieces, marks, port0, port1, leans));
        }
        if (in.chance(3)) known.push_back(in.hostile());
        std::vector<int> asked;
        for (int id : known)
            if (in.chance(80)) asked.push_back(id);
        try {
            const Judged found = judge.judge(asked, in.chance(80) ? HUGE_VAL : in.number(0, 50));
            digest.add(found.within), digest.add(found.clear), digest.add(found.cost), digest.add(found.faults);
            digest.add(found.blame), digest.add(found.areas), digest.add(found.open), digest.add(found.places);
            if (in.chance(30)) digest.add(judge.spot(asked, in.chance(90) ? in.range(0, 6) : in.hostile()));
        } catch (const std::out_of_range&) {  // a course that it does not know
        }
        if (in.chance(20)) judge.keep(asked);
    }
    return digest.sum();
}

}  // namespace soak
