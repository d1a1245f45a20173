// Layouts of curves in a frame, judged: crossings, faces, widths, and whether lines solve the puzzle.
//
// A search for the curves of a puzzle changes one or two courses at a time and asks what the whole costs. A course
// is kept as a track, a polyline with its own faults; meetings of two tracks are kept, too. What is left for each
// question: the graph of crossings, its faces and their widths, and settling lines. The definitions of the costs are
// those of families/curved/growing (tracks, regions, cost, quality), which is the specification; but the width of a
// face is the diameter of the largest circle in it, where the plain version estimates it.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <queue>
#include <unordered_map>

#include "search.hpp"

namespace nonoforge::layouts {

constexpr double PI = 3.14159265358979323846;
constexpr double FORBIDDEN = 1e9;  // cost of leaving the frame, and of courses that cannot be told apart
constexpr int FREE = std::numeric_limits<int>::min();  // border of a piece off the picture
constexpr int BLOCK = 8;                               // segments in a box
constexpr double MAX_COORDINATE = 1e6;                 // mm
constexpr double MAX_SAMPLES = 20'000;                 // points along a piece

struct Point {
    double x, y;
};

inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
inline double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

struct Aims {
    double angle, apart, gap, width, ports, spacing, severity;
    int curves, min_curves;  // curves: -1 is any number
};

struct Piece {
    int points;  // 2 or 4
    std::array<Point, 4> at;
    int border;
};

struct Corner {
    int number, point;
    Point ahead;
};

struct Crossing {
    double far_a, far_b, swept_a, swept_b;
    int sign;
    double sine;
    bool corner;
    bool given = false;  // the picture alone dictates the angle
};

struct Meetings {
    std::vector<Crossing> crossings;
    double near = 0;
};

struct Box {
    double left, bottom, right, top;
};

struct Track {
    std::vector<Point> points;
    std::vector<double> far, swept;
    std::vector<int> borders;  // by segment
    std::vector<Corner> corners;
    std::vector<Box> boxes;  // of BLOCK segments each
    std::vector<double> turns;
    double sharpest = 0, whole_turn = 0;
    bool pictured = false;
    double port0 = 0, port1 = 0, cost = 0;
    Meetings own;

    double length() const { return far.back(); }
    int segments() const { return static_cast<int>(points.size()) - 1; }

    void finish() {
        far.assign(1, 0.0);
        swept.assign(1, 0.0);
        for (int i = 0; i < segments(); ++i) {
            far.push_back(far.back() + distance(points[i], points[i + 1]));
            swept.push_back(swept.back() + cross(points[i], points[i + 1]) / 2);
        }
        for (int first = 0; first < segments(); first += BLOCK) {
            Box box{points[first].x, points[first].y, points[first].x, points[first].y};
            for (int i = first; i <= std::min(first + BLOCK, segments()); ++i) {
                box.left = std::min(box.left, points[i].x);
                box.right = std::max(box.right, points[i].x);
                box.bottom = std::min(box.bottom, points[i].y);
                box.top = std::max(box.top, points[i].y);
            }
            boxes.push_back(box);
        }
    }
};

// --- polylines ---------------------------------------------------------------------------------

inline Point at(const Piece& piece, double t) {
    const auto& p = piece.at;
    if (piece.points == 2) return {p[0].x + t * (p[1].x - p[0].x), p[0].y + t * (p[1].y - p[0].y)};
    const double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return {a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x, a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

// The direction in which a piece leaves its start (or arrives at its end), of length 1; handles of no length are
// stepped over.
inline Point direction(const Piece& piece, bool at_end) {
    const int last = piece.points - 1;
    for (int k = 1; k <= last; ++k) {
        const Point d = at_end ? piece.at[last] - piece.at[last - k] : piece.at[k] - piece.at[0];
        const double size = std::hypot(d.x, d.y);
        if (size > 1e-9) return {d.x / size, d.y / size};
    }
    return {0, 0};
}

// Further points near the start of a piece that turns early: at corners its direction counts.
inline std::vector<Point> soon(const Piece& piece, Point place, double t) {
    constexpr int MAX_HALVINGS = 8;
    constexpr double MAX_FIRST_TURN = 0.15;  // tangent of the angle
    std::vector<Point> found;
    const Point from = piece.at[0], ahead = direction(piece, false);
    for (int k = 0; k < MAX_HALVINGS; ++k) {
        const Point way = place - from;
        if (std::abs(cross(ahead, way)) < MAX_FIRST_TURN * (ahead.x * way.x + ahead.y * way.y)) break;
        t /= 2;
        place = at(piece, t);
        found.insert(found.begin(), place);
    }
    return found;
}

inline void refuse_unless(bool good, const char* why) {
    if (!good) throw std::invalid_argument(why);
}

inline bool usable(Point place) {  // false for what is no number, too
    return std::abs(place.x) <= MAX_COORDINATE && std::abs(place.y) <= MAX_COORDINATE;
}

// Points along a piece, without its start.
inline std::vector<Point> samples(const Piece& piece, double spacing) {
    const auto& p = piece.at;
    std::vector<Point> places;
    if (piece.points == 2) {
        const double wanted = std::max(1.0, std::ceil(distance(p[0], p[1]) / spacing));
        refuse_unless(wanted <= MAX_SAMPLES, "a piece of a course is too long");
        const int count = static_cast<int>(wanted);
        for (int k = 1; k < count; ++k) places.push_back(at(piece, static_cast<double>(k) / count));
        places.push_back(p[1]);
        return places;
    }
    const auto second = [](Point a, Point b, Point c) { return std::hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y); };
    const double bend = std::max(second(p[0], p[1], p[2]), second(p[1], p[2], p[3]));
    const double around = distance(p[0], p[1]) + distance(p[1], p[2]) + distance(p[2], p[3]);
    const double wanted = std::max({1.0, std::ceil(around / spacing), std::ceil(std::sqrt(0.75 * bend / 0.05))});
    refuse_unless(wanted <= MAX_SAMPLES, "a piece of a course is too long");
    const int count = static_cast<int>(wanted);
    for (int k = 1; k < count; ++k) places.push_back(at(piece, static_cast<double>(k) / count));
    Piece back = piece;
    std::reverse(back.at.begin(), back.at.end());
    const Point first = places.empty() ? p[3] : places.front(), last = places.empty() ? p[0] : places.back();
    const auto begin = soon(piece, first, 1.0 / count), end = soon(back, last, 1.0 / count);
    places.insert(places.begin(), begin.begin(), begin.end());
    places.insert(places.end(), end.rbegin(), end.rend());
    places.push_back(p[3]);
    return places;
}

inline Track track(const std::vector<Piece>& pieces, const std::vector<std::pair<int, int>>& corners, double spacing) {
    constexpr double MAX_JOINT_TURN = 0.2;
    Track found;
    found.points.push_back(pieces[0].at[0]);
    std::vector<int> joints{0};
    for (const auto& piece : pieces) {
        const auto some = samples(piece, spacing);
        double turned = 0, sharpest = 0, before = 0, size_before = -1;
        Point from = found.points.back();
        for (const Point& place : some) {
            const double heading = std::atan2(place.y - from.y, place.x - from.x), size = distance(from, place);
            if (size_before >= 0) {
                const double turn = std::abs(std::remainder(heading - before, 2 * PI));
                turned += turn;
                sharpest = std::max(sharpest, 2 * turn / std::max(size + size_before, 1e-9));
            }
            before = heading;
            size_before = size;
            from = place;
            found.points.push_back(place);
            found.borders.push_back(piece.border);
        }
        if (piece.border == FREE) {
            found.turns.push_back(turned);
            found.sharpest = std::max(found.sharpest, sharpest);
        } else {
            found.pictured = true;
        }
        found.whole_turn += turned + MAX_JOINT_TURN;
        joints.push_back(static_cast<int>(found.points.size()) - 1);
    }
    for (const auto& [joint, number] : corners)
        found.corners.push_back({number, joints[joint],
                                 joint ? direction(pieces[joint - 1], true) : direction(pieces[0], false)});
    found.finish();
    return found;
}

// --- meetings ----------------------------------------------------------------------------------

constexpr double CORNER_DISTANCE = 1e-3;  // mm: polylines that meet nearer to a common corner meet in the corner

inline bool shared_corner(const Track& one, const Track& other, Point place) {
    for (const Corner& corner : one.corners)
        if (distance(place, one.points[corner.point]) < CORNER_DISTANCE)
            for (const Corner& each : other.corners)
                if (each.number == corner.number) return true;
    return false;
}

inline int drawn_ways(const Track& track, int point) {
    return (point > 0 && track.borders[point - 1] != FREE) + (point < track.segments() && track.borders[point] != FREE);
}

inline Crossing at_corner(const Track& one, const Corner& mine, const Track& other, const Corner& theirs) {
    const double turn = cross(mine.ahead, theirs.ahead);
    // At a plain corner one way of each track is part of the picture. Where more are, lines of the picture meet.
    const bool plain = drawn_ways(one, mine.point) == 1 && drawn_ways(other, theirs.point) == 1;
    return {one.far[mine.point], other.far[theirs.point], one.swept[mine.point], other.swept[theirs.point],
            turn > 0 ? 1 : -1, std::abs(turn), true, plain};
}

// Compares the segments of two tracks that are near each other: meet(crossing), near(point, distance).
template <class Meet, class Near>
void compare(const Track& one, int i, const Track& other, int j, double gap, Meet&& meet, Near&& near) {
    const Point a = one.points[i], b = other.points[j], r = one.points[i + 1] - a, s = other.points[j + 1] - b;
    const Point q = b - a;
    const double turn = cross(r, s);
    if (turn != 0) {
        const double t = cross(q, s) / turn, u = cross(q, r) / turn;
        if (t >= 0 && t < 1 && u >= 0 && u < 1) {
            const Point place{a.x + t * r.x, a.y + t * r.y};
            if (!shared_corner(one, other, place)) {
                const double length_a = std::hypot(r.x, r.y), length_b = std::hypot(s.x, s.y);
                meet(Crossing{one.far[i] + t * length_a, other.far[j] + u * length_b,
                              one.swept[i] + cross(a, place) / 2, other.swept[j] + cross(b, place) / 2,
                              turn > 0 ? 1 : -1, std::abs(turn) / (length_a * length_b), false, false});
            }
        }
    }
    if (one.borders[i] != FREE && other.borders[j] != FREE) return;
    const double size = std::max(s.x * s.x + s.y * s.y, 1e-24);
    const double foot = std::min(1.0, std::max(0.0, -(q.x * s.x + q.y * s.y) / size));
    const double x = q.x + foot * s.x, y = q.y + foot * s.y, square = x * x + y * y;
    if (square < gap * gap) near(i, j, std::sqrt(square));
}

inline double nearness(const Track& one, const std::vector<std::pair<int, double>>& near,
                       const std::vector<double>& crossings, double gap) {
    double sum = 0;
    for (std::size_t k = 0; k < near.size(); ++k) {
        const auto [point, away] = near[k];
        if (k + 1 < near.size() && near[k + 1].first == point) continue;  // the last is the nearest
        bool apart = true;
        for (double each : crossings) apart = apart && std::abs(one.far[point] - each) > 3 * gap;
        if (apart) sum += 1 - away / gap;
    }
    return sum;
}

inline void sort_near(std::vector<std::pair<int, double>>& near) {
    std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
}

inline Meetings meetings(const Track& one, const Track& other, double gap) {
    Meetings found;
    std::vector<std::pair<int, double>> near;
    const auto meet = [&](const Crossing& crossing) { found.crossings.push_back(crossing); };
    const auto close = [&](int i, int, double away) { near.emplace_back(i, away); };
    for (std::size_t m = 0; m < one.boxes.size(); ++m) {
        const Box& a = one.boxes[m];
        for (std::size_t n = 0; n < other.boxes.size(); ++n) {
            const Box& b = other.boxes[n];
            if (a.left > b.right + gap || b.left > a.right + gap || a.bottom > b.top + gap || b.bottom > a.top + gap)
                continue;
            const int last_i = std::min<int>((m + 1) * BLOCK, one.segments());
            const int last_j = std::min<int>((n + 1) * BLOCK, other.segments());
            for (int i = m * BLOCK; i < last_i; ++i)
                for (int j = n * BLOCK; j < last_j; ++j) compare(one, i, other, j, gap, meet, close);
        }
    }
    for (const Corner& mine : one.corners)
        for (const Corner& theirs : other.corners)
            if (mine.number == theirs.number) found.crossings.push_back(at_corner(one, mine, other, theirs));
    std::vector<double> fars;
    for (const auto& crossing : found.crossings) fars.push_back(crossing.far_a);
    sort_near(near);
    found.near = nearness(one, near, fars, gap);
    return found;
}

inline Meetings self_meetings(const Track& one, double gap) {
    Meetings found;
    if (one.whole_turn < PI) return found;  // a course that comes back turns by more
    std::vector<std::pair<int, double>> near;
    const auto meet = [&](const Crossing& crossing) { found.crossings.push_back(crossing); };
    const auto close = [&](int i, int j, double away) {
        if (one.far[j] - one.far[i] > 6 * gap) near.emplace_back(i, away);
    };
    for (int i = 0; i < one.segments(); ++i)
        for (int j = i + 2; j < one.segments(); ++j) {
            const Box& box = one.boxes[j / BLOCK];
            if (j % BLOCK == 0) {
                const auto [ax, bx] = std::minmax(one.points[i].x, one.points[i + 1].x);
                const auto [ay, by] = std::minmax(one.points[i].y, one.points[i + 1].y);
                if (ax > box.right + gap || box.left > bx + gap || ay > box.top + gap || box.bottom > by + gap) {
                    j += BLOCK - 1;
                    continue;
                }
            }
            compare(one, i, one, j, gap, meet, close);
        }
    for (const Corner& mine : one.corners)
        for (const Corner& theirs : one.corners)
            if (mine.number == theirs.number && mine.point < theirs.point)
                found.crossings.push_back(at_corner(one, mine, one, theirs));
    std::vector<double> fars;
    for (const auto& crossing : found.crossings) {
        fars.push_back(crossing.far_a);
        fars.push_back(crossing.far_b);
    }
    sort_near(near);
    found.near = nearness(one, near, fars, gap);
    return found;
}

// --- the largest circle in a face ----------------------------------------------------------------

struct Circle {
    Point centre;
    double radius;
};

// A polygon, prepared for distances of points from its boundary.
class Polygon {
public:
    explicit Polygon(const std::vector<Point>& points) {
        const std::size_t size = points.size();
        x_.resize(size), y_.resize(size), dx_.resize(size), dy_.resize(size), inverse_.resize(size), squares_.resize(size);
        box = {points[0].x, points[0].y, points[0].x, points[0].y};
        double area = 0;
        Point sum{0, 0};
        for (std::size_t i = 0; i < size; ++i) {
            const Point a = points[i], b = points[i + 1 < size ? i + 1 : 0];
            x_[i] = a.x, y_[i] = a.y, dx_[i] = b.x - a.x, dy_[i] = b.y - a.y;
            const double square = dx_[i] * dx_[i] + dy_[i] * dy_[i];
            inverse_[i] = square > 0 ? 1 / square : 0.0;
            box = {std::min(box.left, a.x), std::min(box.bottom, a.y), std::max(box.right, a.x), std::max(box.top, a.y)};
            const double twice = cross(a, b);
            area += twice;
            sum = {sum.x + (a.x + b.x) * twice, sum.y + (a.y + b.y) * twice};
        }
        centroid = std::abs(area) > 1e-12 ? Point{sum.x / (3 * area), sum.y / (3 * area)} : points[0];
    }

    // The distance of a point from the boundary, negative outside.
    double clearance(Point p) {
        bool inside = false;
        const std::size_t size = x_.size();
        for (std::size_t i = 0; i < size; ++i) {
            const double qx = p.x - x_[i], qy = p.y - y_[i];
            const double t = std::min(1.0, std::max(0.0, (qx * dx_[i] + qy * dy_[i]) * inverse_[i]));
            const double ex = qx - t * dx_[i], ey = qy - t * dy_[i];
            squares_[i] = ex * ex + ey * ey;
        }
        double best = squares_[0];
        for (std::size_t i = 0; i < size; ++i) {
            best = squares_[i] < best ? squares_[i] : best;
            const double qy = p.y - y_[i];  // a ray to the right crosses the edge
            if ((qy < 0) != (qy < dy_[i]) && ((p.x - x_[i]) * dy_[i] < qy * dx_[i]) == (dy_[i] > 0)) inside = !inside;
        }
        return (inside ? 1 : -1) * std::sqrt(best);
    }

    Box box;
    Point centroid;

private:
    std::vector<double> x_, y_, dx_, dy_, inverse_, squares_;
};

// The largest circle in a polygon, up to the precision, or one as large as `enough`: squares that can hold a larger
// one are quartered, the most promising first (V. Agafonkin, polylabel, 2016). After many steps the best so far.
inline Circle largest_circle(const std::vector<Point>& points, double precision, double enough, int max_steps) {
    Polygon polygon(points);
    const Box& box = polygon.box;
    struct Square {
        Point centre;
        double half, away, most;
        bool operator<(const Square& other) const { return most < other.most; }
    };
    Circle best{polygon.centroid, 0.0};
    std::priority_queue<Square> open;
    const auto add = [&](Point centre, double half) {
        const double away = polygon.clearance(centre), most = away + half * std::sqrt(2.0);
        if (away > best.radius) best = {centre, away};
        if (most > best.radius + precision) open.push({centre, half, away, most});
    };
    best.radius = std::max(0.0, polygon.clearance(polygon.centroid));
    const double width = box.right - box.left, height = box.top - box.bottom;
    const double side = std::max(std::min(width, height), 1e-6);
    const int columns = static_cast<int>(std::clamp(std::ceil(width / side), 1.0, 16.0));
    const int rows = static_cast<int>(std::clamp(std::ceil(height / side), 1.0, 16.0));
    const double half = std::max(width / columns, height / rows) / 2;
    for (int i = 0; i < columns && best.radius < enough; ++i)
        for (int j = 0; j < rows; ++j)
            add({box.left + (i + 0.5) * width / columns, box.bottom + (j + 0.5) * height / rows}, half);
    for (int steps = 0; steps < max_steps && best.radius < enough && !open.empty(); ++steps) {
        const Square top = open.top();
        open.pop();
        if (top.most <= best.radius + precision) break;
        const double quarter = top.half / 2;
        for (double dx : {-quarter, quarter})
            for (double dy : {-quarter, quarter}) add({top.centre.x + dx, top.centre.y + dy}, quarter);
    }
    return best;
}

// --- costs ---------------------------------------------------------------------------------------

inline double degrees(double radians) { return radians * 180 / PI; }

inline double crossing_cost(double sine, const Aims& aims) {
    const double lacking = 2 - degrees(std::asin(std::min(1.0, sine))) / aims.angle;
    return lacking <= 0 ? 0.0 : 0.4 * lacking * lacking + (lacking > 1 ? 2 * aims.severity : 0.0);
}
inline double edge_cost(double length, double wanted) {
    const double lacking = 1 - length / wanted;
    return lacking <= 0 ? 0.0 : 0.8 * lacking * lacking + (lacking > 0.5 ? 6 * (lacking - 0.5) : 0.0);
}
inline double number_cost(int curves, const Aims& aims) {
    if (aims.curves >= 0) return 4.0 * std::abs(curves - aims.curves);
    return 0.3 * curves + 1.5 * std::max(0, aims.min_curves - curves);
}
inline double bend_cost(const Track& track, const Aims& aims) {
    double cost = 0;
    for (double turn : track.turns) cost += 0.25 * (turn / (PI / 4)) * (turn / (PI / 4));
    const double tight = track.sharpest * 5 * aims.apart, winding = track.whole_turn / (300 * PI / 180);
    return cost + (tight > 1 ? 0.5 * (tight - 1) : 0.0) + (winding > 1 ? 2 * (winding - 1) : 0.0);
}
inline double lean_cost(double lean) {
    const double over = std::abs(degrees(lean)) / 25 - 1;
    return over <= 0 ? 0.0 : 0.5 * over * over;
}

// --- the judge -----------------------------------------------------------------------------------

struct Judged {
    bool within = false;  // the limit
    bool clear = false;   // faces were found
    double cost = 0;
    int faults = 0;
    std::vector<double> blame, areas;
    std::vector<int> open;  // faces that lines alone do not tell
    std::vector<Point> places;  // of faults
};

class Judge {
public:
    Judge(const Aims& aims, const std::vector<Point>& frame, const std::vector<double>& frame_corners,
          const std::vector<int>& steps, int colours, double spacing)
        : aims_(aims), corners_(frame_corners), steps_(steps), colours_(colours), spacing_(spacing) {
        refuse_unless(frame.size() >= 4 && std::all_of(frame.begin(), frame.end(), usable), "a frame is a closed polyline");
        refuse_unless(spacing > 0 && spacing <= MAX_COORDINATE, "spacing is a positive number of mm");
        for (double aim : {aims.angle, aims.apart, aims.gap, aims.width, aims.ports, aims.spacing, aims.severity})
            refuse_unless(aim >= 0 && aim <= MAX_COORDINATE, "aims are positive numbers");
        for (double corner : frame_corners) refuse_unless(std::isfinite(corner), "a corner of the frame is nowhere");
        refuse_unless(colours >= 2 && colours <= 64, "2 to 64 colours");
        for (int step : steps) refuse_unless(step > -colours && step < colours, "a step between other colours");
        frame_.points = frame;
        frame_.borders.assign(frame.size() - 1, FREE);
        frame_.finish();
        refuse_unless(frame_.length() > 0, "a frame is a closed polyline");
        std::vector<Piece> pieces;
        for (std::size_t i = 0; i + 1 < frame.size(); ++i) pieces.push_back({2, {frame[i], frame[i + 1]}, FREE});
        sampled_frame_ = track(pieces, {}, spacing);
    }

    int add(const std::vector<Piece>& pieces, const std::vector<std::pair<int, int>>& corners, double port0,
            double port1, const std::vector<double>& leans) {
        constexpr double END_DISTANCE = 0.05;  // mm: a crossing of the frame nearer to a course's end is that end
        refuse_unless(!pieces.empty(), "a course has a piece at least");
        const int borders = static_cast<int>(steps_.size());
        for (const Piece& piece : pieces) {
            refuse_unless(std::all_of(piece.at.begin(), piece.at.begin() + piece.points, usable),
                          "a point of a course is nowhere");
            refuse_unless(piece.border == FREE || (-borders <= piece.border && piece.border < borders),
                          "a border of no outline");
        }
        for (const auto& [joint, number] : corners)
            refuse_unless(0 <= joint && joint <= static_cast<int>(pieces.size()), "a corner is at a joint of the path");
        refuse_unless(std::isfinite(port0) && std::isfinite(port1), "a port is on the frame");
        for (double lean : leans) refuse_unless(std::isfinite(lean), "a lean is an angle");
        Track made = track(pieces, corners, spacing_);
        made.port0 = on_frame(port0);
        made.port1 = on_frame(port1);
        made.own = self_meetings(made, aims_.gap);
        made.cost = bend_cost(made, aims_) + made.own.near;
        for (double lean : leans) made.cost += lean_cost(lean);
        const Meetings around = meetings(made, sampled_frame_, aims_.gap);
        bool leaves = false;
        for (const auto& crossing : around.crossings)
            leaves = leaves || (END_DISTANCE < crossing.far_a && crossing.far_a < made.length() - END_DISTANCE);
        made.cost = leaves ? FORBIDDEN : made.cost + around.near;
        tracks_.emplace(next_, std::move(made));
        return next_++;
    }

    void keep(const std::vector<int>& ids) {
        std::unordered_map<int, Track> left;
        for (int id : ids)
            if (auto known = tracks_.find(id); known != tracks_.end()) left.emplace(id, std::move(known->second));
        tracks_ = std::move(left);
        for (auto pair = pairs_.begin(); pair != pairs_.end();)
            pair = tracks_.count(static_cast<int>(pair->first >> 32)) &&
                           tracks_.count(static_cast<int>(pair->first & 0xffffffff))
                       ? std::next(pair)
                       : pairs_.erase(pair);
    }

    Judged judge(const std::vector<int>& ids, double limit) {
        refuse_unless(!ids.empty(), "a layout has a course at least");
        found_ = Judged{};
        limit_ = limit;
        found_.blame.assign(ids.size(), 0.0);
        loops_.clear();  // those of another layout would not fit
        if (!courses(ids) || !regions()) return found_;
        found_.within = found_.cost <= limit_;
        return found_;
    }

    // A point in a face of these courses, as far from its boundary as possible.
    Point spot(const std::vector<int>& ids, int face) {
        judge(ids, std::numeric_limits<double>::infinity());
        if (face < 0 || face >= static_cast<int>(loops_.size())) throw std::invalid_argument("no such face");
        const auto polygon = outline(face);
        return largest_circle(polygon, 0.1, std::numeric_limits<double>::infinity(), 100).centre;
    }

private:
    static constexpr double SELF_CROSSING_COST = 4.0, REPEATED_FACE_COST = 0.5, UNSOLVED_COST = 3.0,
                            OPEN_FACE_COST = 0.7;
    static constexpr double MIN_STOP_DISTANCE = 1e-6;  // mm: nearer stops are one place
    static constexpr double ROOMY = 1.5;               // of the width: faces that are narrower cost a little
    static constexpr std::size_t MAX_ROOMS = 100000;   // widths that are remembered

    struct Stop {
        double far, swept;
        int crossing;
        bool second;
        bool operator<(const Stop& o) const {
            return std::tie(far, swept, crossing, second) < std::tie(o.far, o.swept, o.crossing, o.second);
        }
    };
    struct Met {
        int a, b;
        Crossing at;
    };
    struct FramePort {
        double s;
        int track;
        bool end;
        bool operator<(const FramePort& o) const { return std::tie(s, track, end) < std::tie(o.s, o.track, o.end); }
    };

    void blame(double cost, int a) {
        found_.cost += cost;
        found_.blame[a] += cost;
    }
    void blame(double cost, int a, int b) {
        found_.cost += cost;
        found_.blame[a] += cost;
        found_.blame[b] += cost;
    }
    void fault(Point place) {
        ++found_.faults;
        found_.places.push_back(place);
    }
    bool over() const { return found_.cost > limit_; }

    const Meetings& pair(int newer, int older) {
        const std::uint64_t key = static_cast<std::uint64_t>(newer) << 32 | static_cast<std::uint32_t>(older);
        auto known = pairs_.find(key);
        if (known == pairs_.end())
            known = pairs_.emplace(key, meetings(tracks_.at(newer), tracks_.at(older), aims_.gap)).first;
        return known->second;
    }

    // Courses, their crossings and the graph; false if the limit is exceeded.
    bool courses(const std::vector<int>& ids) {
        const int count = static_cast<int>(ids.size());
        some_.clear();
        ids_ = ids;
        for (int id : ids) some_.push_back(&tracks_.at(id));
        for (int k = 0; k < count; ++k) blame(some_[k]->cost, k);
        found_.cost += number_cost(count, aims_);
        if (over()) return false;
        met_.clear();
        for (int k = 0; k < count; ++k) {
            blame(SELF_CROSSING_COST * some_[k]->own.crossings.size(), k);
            for (const auto& crossing : some_[k]->own.crossings) met_.push_back({k, k, crossing});
        }
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < i; ++j) {
                const int a = ids[i] > ids[j] ? i : j, b = i + j - a;
                const Meetings& meet = pair(ids[a], ids[b]);
                blame(meet.near, a, b);
                for (const auto& crossing : meet.crossings) met_.push_back({a, b, crossing});
            }
        const double flat = std::sin(aims_.angle * PI / 180);
        for (const auto& [a, b, crossing] : met_)
            if (!crossing.given) {
                blame(crossing_cost(crossing.sine, aims_), a, b);
                if (crossing.sine < flat) fault(along(*some_[a], crossing.far_a));
            }
        if (over()) return false;
        stops_.assign(count, {});
        ports_.clear();
        for (int k = 0; k < count; ++k) {
            stops_[k].push_back({0.0, 0.0, -1, false});
            stops_[k].push_back({some_[k]->far.back(), some_[k]->swept.back(), -1, false});
            ports_.push_back({some_[k]->port0, k, false});
            ports_.push_back({some_[k]->port1, k, true});
        }
        for (std::size_t n = 0; n < met_.size(); ++n) {
            const auto& [a, b, at] = met_[n];
            stops_[a].push_back({at.far_a, at.swept_a, static_cast<int>(n), false});
            stops_[b].push_back({at.far_b, at.swept_b, static_cast<int>(n), true});
        }
        std::sort(ports_.begin(), ports_.end());
        for (int k = 0; k < count; ++k) {
            auto& row = stops_[k];
            std::sort(row.begin(), row.end());
            for (std::size_t i = 0; i + 1 < row.size(); ++i)
                if (row[i + 1].far - row[i].far < aims_.apart && !(corner(row[i]) && corner(row[i + 1])))
                    blame(edge_cost(row[i + 1].far - row[i].far, aims_.apart), k);
        }
        found_.cost += frame_cost();
        return !over();
    }

    bool corner(const Stop& stop) const { return stop.crossing >= 0 && met_[stop.crossing].at.corner; }

    double on_frame(double s) const {
        const double length = frame_.length();
        if (s >= 0 && s <= length) return s;
        const double rest = std::fmod(s, length);
        return rest < 0 ? rest + length : rest;
    }

    double frame_cost() const {
        double cost = 0;
        const double length = frame_.length();
        for (std::size_t k = 0; k < ports_.size(); ++k) {
            const double next = k + 1 < ports_.size() ? ports_[k + 1].s : ports_[0].s + length;
            if (next - ports_[k].s < aims_.ports) cost += edge_cost(next - ports_[k].s, aims_.ports);
        }
        for (double each : corners_)
            for (const auto& port : ports_) {
                const double away = std::abs(std::remainder(port.s - each, length));
                if (away < aims_.apart) cost += edge_cost(away, aims_.apart);
            }
        return cost;
    }

    double frame_swept(double s) const {
        const auto& far = frame_.far;
        s = std::fmod(s, frame_.length());
        const std::size_t k = std::min<std::size_t>(std::upper_bound(far.begin(), far.end(), s) - far.begin(),
                                                    far.size() - 1);
        const double part = (s - far[k - 1]) / std::max(far[k] - far[k - 1], 1e-12);
        return frame_.swept[k - 1] + part * cross(frame_.points[k - 1], frame_.points[k]) / 2;
    }

    // The faces, their widths and colours, and whether lines solve them; false if the limit is exceeded.
    bool regions() {
        const int count = static_cast<int>(some_.size());
        first_.assign(1, 0);
        std::vector<double> lengths, sweeps;
        for (const auto& row : stops_) {
            for (std::size_t i = 0; i + 1 < row.size(); ++i) {
                lengths.push_back(row[i + 1].far - row[i].far);
                sweeps.push_back(row[i + 1].swept - row[i].swept);
            }
            first_.push_back(static_cast<int>(lengths.size()));
        }
        const std::size_t ports = ports_.size();
        for (std::size_t k = 0; k < ports; ++k) {
            const std::size_t next = (k + 1) % ports;
            const bool round = next == 0;
            lengths.push_back(ports_[next].s - ports_[k].s + (round ? frame_.length() : 0.0));
            sweeps.push_back(frame_swept(ports_[next].s) - frame_swept(ports_[k].s) +
                             (round ? frame_.swept.back() : 0.0));
        }
        if (*std::min_element(lengths.begin(), lengths.end()) < MIN_STOP_DISTANCE) return unclear();
        follow(static_cast<int>(lengths.size()));
        const int darts = static_cast<int>(following_.size());
        face_.assign(darts, -1);
        loops_.clear();
        for (int dart = 0; dart < darts; ++dart) {
            if (face_[dart] >= 0 || following_[dart] < 0) continue;
            std::vector<int> loop;
            for (int onward = dart; face_[onward] < 0; onward = following_[onward]) {
                if (following_[onward] < 0) return unclear();
                face_[onward] = static_cast<int>(loops_.size());
                loop.push_back(onward);
            }
            loops_.push_back(std::move(loop));
        }
        if (static_cast<int>(loops_.size()) != static_cast<int>(met_.size()) + count + 1) return unclear();  // Euler
        std::vector<double> around;
        for (const auto& loop : loops_) {
            double area = 0, length = 0;
            for (int dart : loop) {
                area += dart & 1 ? -sweeps[dart >> 1] : sweeps[dart >> 1];
                length += lengths[dart >> 1];
            }
            if (area <= 0) {
                found_.areas.clear();
                return unclear();
            }
            found_.areas.push_back(area);
            around.push_back(length);
        }
        found_.clear = true;
        return faces(around);
    }

    bool unclear() {
        found_.cost += FORBIDDEN;
        for (std::size_t k = 0; k < stops_.size(); ++k)
            for (std::size_t i = 0; i + 1 < stops_[k].size(); ++i)
                if (stops_[k][i + 1].far - stops_[k][i].far < MIN_STOP_DISTANCE) blame(FORBIDDEN, static_cast<int>(k));
        return !over();
    }

    void follow(int edges) {
        following_.assign(2 * edges, -1);
        std::vector<std::array<int, 2>> before(met_.size());
        for (std::size_t k = 0; k < stops_.size(); ++k)
            for (std::size_t i = 0; i < stops_[k].size(); ++i)
                if (const Stop& stop = stops_[k][i]; stop.crossing >= 0)
                    before[stop.crossing][stop.second] = first_[k] + static_cast<int>(i) - 1;
        for (std::size_t n = 0; n < met_.size(); ++n) {
            auto [a, b] = before[n];
            if (met_[n].at.sign < 0) std::swap(a, b);
            following_[2 * a] = 2 * b + 2;  // b goes over to the left of a
            following_[2 * b] = 2 * a + 1;
            following_[2 * a + 3] = 2 * b + 1;
            following_[2 * b + 3] = 2 * a + 2;
        }
        const int last = first_.back(), ports = static_cast<int>(ports_.size());
        for (int k = 0; k < ports; ++k) {
            const int arriving = last + (k + ports - 1) % ports, onward = last + k;
            const int edge = ports_[k].end ? first_[ports_[k].track + 1] - 1 : first_[ports_[k].track];
            const int leaving = ports_[k].end ? 2 * edge + 1 : 2 * edge;
            following_[2 * arriving] = leaving;
            following_[leaving ^ 1] = 2 * onward;
        }
    }

    int track_of(int edge) const {
        return static_cast<int>(std::upper_bound(first_.begin(), first_.end(), edge) - first_.begin()) - 1;
    }

    static Point along(const Track& track, double s) {
        const auto& far = track.far;
        std::size_t k = std::upper_bound(far.begin(), far.end(), s) - far.begin();
        k = std::min(std::max<std::size_t>(k, 1), far.size() - 1);
        const double part = (s - far[k - 1]) / std::max(far[k] - far[k - 1], 1e-12);
        const Point a = track.points[k - 1], b = track.points[k];
        return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
    }

    static void between(const Track& track, double a, double b, std::vector<Point>& out) {
        if (b < a) {  // around the frame's start
            between(track, a, track.length(), out);
            between(track, 0.0, b, out);
            return;
        }
        const auto& far = track.far;
        const auto low = std::upper_bound(far.begin(), far.end(), a) - far.begin();
        const auto high = std::upper_bound(far.begin(), far.end(), b - 1e-9) - far.begin();
        out.push_back(along(track, a));
        for (auto k = low; k < high; ++k) out.push_back(track.points[k]);
    }

    // The corners and samples of a face.
    std::vector<Point> outline(int face) const {
        std::vector<Point> points, some;
        for (int dart : loops_[face]) {
            const int number = track_of(dart >> 1), k = (dart >> 1) - first_[number];
            some.clear();
            double a, b;
            const Track* track;
            if (number == static_cast<int>(some_.size())) {
                track = &frame_;
                a = ports_[k].s;
                b = ports_[(k + 1) % ports_.size()].s;
            } else {
                track = some_[number];
                a = stops_[number][k].far;
                b = stops_[number][k + 1].far;
            }
            between(*track, a, b, some);
            if (dart & 1) {  // backwards: from the end, which the samples leave out
                some.push_back(along(*track, b));
                points.insert(points.end(), some.rbegin(), some.rend() - 1);
            } else {
                points.insert(points.end(), some.begin(), some.end());
            }
        }
        return points;
    }

    void blame_face(double cost, int face) {
        found_.cost += cost;
        around_.clear();
        for (int dart : loops_[face])
            if (const int number = track_of(dart >> 1); number < static_cast<int>(some_.size()))
                around_.push_back(number);
        std::sort(around_.begin(), around_.end());
        around_.erase(std::unique(around_.begin(), around_.end()), around_.end());
        for (int number : around_) found_.blame[number] += cost;
    }

    // The largest circle in a face, or one that is roomy. A try changes few faces: the others are remembered.
    const Circle& room(int face, double roomy) {
        if (rooms_.size() > MAX_ROOMS) rooms_.clear();
        std::uint64_t key = 0;
        for (int dart : loops_[face]) {
            const int number = track_of(dart >> 1), k = (dart >> 1) - first_[number];
            const bool frame = number == static_cast<int>(some_.size());
            const double a = frame ? ports_[k].s : stops_[number][k].far;
            const double b = frame ? ports_[(k + 1) % ports_.size()].s : stops_[number][k + 1].far;
            std::uint64_t x, y;
            std::memcpy(&x, &a, sizeof x);
            std::memcpy(&y, &b, sizeof y);
            key += mixed(mixed(mixed(frame ? 0 : ids_[number] + 1) ^ x) ^ y);
        }
        const auto [known, is_new] = rooms_.try_emplace(key);
        if (is_new) known->second = largest_circle(outline(face), 0.03 * aims_.width, roomy / 2, 24);
        return known->second;
    }

    static std::uint64_t mixed(std::uint64_t x) {  // the finalizer of splitmix64
        x += 0x9e3779b97f4a7c15;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        return x ^ x >> 31;
    }

    bool faces(const std::vector<double>& around) {
        const int count = static_cast<int>(loops_.size());
        double whole = 0;
        for (double area : found_.areas) whole += area;
        const double fair = std::min(0.08, 2.5 / count);
        for (int face = 0; face < count; ++face) {
            const double large = found_.areas[face] / whole - fair;
            if (large > 0) blame_face(20 * large, face);
        }
        if (over()) return false;
        for (int face = 0; face < count; ++face) {
            const double roomy = ROOMY * aims_.width;
            if (2 * found_.areas[face] / around[face] >= roomy) continue;  // a circle has at least this radius
            const Circle& circle = room(face, roomy);
            const double width = 2 * circle.radius;
            if (width >= roomy) continue;
            const double tight = 1 - width / roomy, narrow = 1 - width / aims_.width;
            if (narrow > 0) fault(circle.centre);
            blame_face(aims_.severity * ((narrow > 0 ? 4 * narrow + 1.5 : 0.0) + tight * tight), face);
            if (over()) return false;
        }
        lines_.clear();
        for (std::size_t k = 0; k < some_.size(); ++k) {
            const int from = first_[k], to = first_[k + 1];
            std::vector<int> left, right;
            for (int e = from; e < to; ++e)
                if (left.empty() || left.back() != face_[2 * e]) left.push_back(face_[2 * e]);
            for (int e = to - 1; e >= from; --e)
                if (right.empty() || right.back() != face_[2 * e + 1]) right.push_back(face_[2 * e + 1]);
            for (auto* line : {&left, &right}) {
                std::vector<int> sorted = *line;
                std::sort(sorted.begin(), sorted.end());
                const auto again = line->size() - (std::unique(sorted.begin(), sorted.end()) - sorted.begin());
                if (again) blame(REPEATED_FACE_COST * static_cast<double>(again), static_cast<int>(k));
                lines_.push_back(std::move(*line));
            }
        }
        if (over()) return false;
        if (!colouring()) {
            found_.cost += FORBIDDEN;
            if (over()) return false;
            colour_.assign(loops_.size(), 0);
        }
        solve_lines();
        return !over();
    }

    // What has been stepped over from the frame to each face; false if that is no colour.
    bool colouring() {
        std::vector<int> step(first_.back(), 0);
        for (std::size_t k = 0; k < some_.size(); ++k) {
            const Track& track = *some_[k];
            if (!track.pictured) continue;
            for (std::size_t i = 0; i + 1 < stops_[k].size(); ++i) {
                const double middle = (stops_[k][i].far + stops_[k][i + 1].far) / 2;
                const auto at = std::upper_bound(track.far.begin(), track.far.end(), middle) - track.far.begin() - 1;
                const int border = track.borders[std::min<std::size_t>(at, track.borders.size() - 1)];
                if (border != FREE) step[first_[k] + i] = border >= 0 ? steps_[border] : -steps_[~border];
            }
        }
        colour_.assign(loops_.size(), INT_MIN);
        const int start = face_[2 * first_.back()];
        colour_[start] = 0;
        std::vector<int> queue{start};
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (int dart : loops_[queue[i]]) {
                const int over = face_[dart ^ 1];
                if (over < 0 || colour_[over] != INT_MIN) continue;
                const int change = (dart >> 1) < first_.back() ? step[dart >> 1] : 0;
                colour_[over] = colour_[queue[i]] + (dart & 1 ? change : -change);
                queue.push_back(over);
            }
        for (int colour : colour_)
            if (colour < 0 || colour >= colours_) return false;
        return true;
    }

    void solve_lines() {
        std::vector<std::int32_t> numbers{static_cast<std::int32_t>(loops_.size()), colours_,
                                          static_cast<std::int32_t>(lines_.size())};
        for (std::size_t n = 0; n < lines_.size(); ++n) {
            const auto& line = lines_[n];
            numbers.push_back(n & 1);
            numbers.push_back(static_cast<std::int32_t>(line.size()));
            numbers.insert(numbers.end(), line.begin(), line.end());
            numbers.push_back(0);
            const std::size_t runs = numbers.size();
            numbers.push_back(0);
            for (std::size_t i = 0; i < line.size();) {
                std::size_t j = i;
                while (j < line.size() && colour_[line[j]] == colour_[line[i]]) ++j;
                if (colour_[line[i]]) {
                    ++numbers[runs];
                    numbers.push_back(static_cast<std::int32_t>(j - i));
                    numbers.push_back(colour_[line[i]]);
                }
                i = j;
            }
        }
        numbers.push_back(0);
        const Problem problem = ProblemReader(numbers.data(), numbers.size()).read();
        with_word(problem.longest, [&](auto word) {
            Clock clock{Limits{}};
            Board<decltype(word)> board(problem, clock);
            board.mark_all();
            board.propagate();
            for (int cell = 0; cell < problem.cells; ++cell) {
                const std::uint64_t left = board.domain(cell);
                if (left & (left - 1)) found_.open.push_back(cell);
            }
        });
        if (!found_.open.empty()) found_.cost += UNSOLVED_COST + OPEN_FACE_COST * static_cast<double>(found_.open.size());
    }

    Aims aims_;
    std::vector<double> corners_;
    std::vector<int> steps_;
    int colours_;
    double spacing_;
    Track frame_, sampled_frame_;
    std::unordered_map<int, Track> tracks_;
    std::unordered_map<std::uint64_t, Meetings> pairs_;
    std::unordered_map<std::uint64_t, Circle> rooms_;
    int next_ = 0;

    // Of the layout that is judged.
    Judged found_;
    double limit_ = 0;
    std::vector<const Track*> some_;
    std::vector<Met> met_;
    std::vector<std::vector<Stop>> stops_;
    std::vector<FramePort> ports_;
    std::vector<int> ids_, first_, following_, face_, colour_, around_;
    std::vector<std::vector<int>> loops_, lines_;
};

}  // namespace nonoforge::layouts
