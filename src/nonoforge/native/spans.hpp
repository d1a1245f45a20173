// A line that reads some cells more than once, cut into spans; and the order to join them in.
//
// A span is a part of the line. Its border are the repeated cells that are read within it and also
// outside: what a span allows depends on their colours, and on nothing else outside. Each visit of a
// repeated cell begins a new span; neighbours are joined until one span, the line, is left.
// Joining two spans means to go through the colours of both borders together, so that the best
// order is the one with small borders. Where visits nest, no border ever needs more than one cell;
// where they cross, the best order of joins is found as that of a product of matrices is.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

namespace nonoforge {

// (The plain engine has the same limits.)
constexpr int MOST_CHOICES = 64;  // spans of which the best order is looked for; beyond, left to right
constexpr std::size_t MOST_BORDER = 64;  // cells to go through in one join; beyond, no order is good

struct Join {
    int left, right;          // spans, by number
    int start, middle;        // the single spans with which they begin
    std::vector<int> cells;   // of both borders
    std::vector<int> border;  // those that stay open
};

// Repeated cells are numbered as they come. Span 0 goes up to the first visit (it may be empty), span
// i from visit i to the next one; then each join makes one more.
struct Spans {
    std::vector<std::vector<int>> places;  // by repeated cell: its positions
    std::vector<int> visited;              // by single span: the cell it begins with; -1 for span 0
    std::vector<int> starts;               // by single span: its first position; then the end
    std::vector<Join> joins;

    int singles() const { return static_cast<int>(visited.size()); }
};

// Finds the order of joins.
class Joiner {
public:
    explicit Joiner(Spans& spans)
        : spans_(spans), first_(spans.places.size(), -1), last_(spans.places.size(), -1) {
        for (int span = 1; span < spans.singles(); ++span) {
            const int cell = spans.visited[span];
            if (first_[cell] < 0) first_[cell] = span;
            last_[cell] = span;
        }
    }

    // Leaves no joins where the line is too tangled.
    void run() {
        for (int span = 0; span < spans_.singles(); ++span) {
            parts_.push_back({span, span, span, {}});
            if (span) parts_.back().border.push_back(spans_.visited[span]);
            absorb();
        }
        const int count = static_cast<int>(parts_.size());
        if (count <= MOST_CHOICES) {
            choose();
            join_all(0, count - 1);
            return;
        }
        for (int i = 1; i < count; ++i) {
            parts_[0] = join(parts_[0], parts_[i]);
            if (spans_.joins.back().cells.size() <= MOST_BORDER) continue;
            spans_.joins.clear();
            return;
        }
    }

private:
    struct Part {  // single spans first..last, joined
        int first, last, span;
        std::vector<int> border;  // in order
    };

    static bool within(const Part& a, const Part& b) {
        return std::includes(b.border.begin(), b.border.end(), a.border.begin(), a.border.end());
    }
    // Where one border lies within its neighbour's, no order is better than to join now.
    void absorb() {
        while (parts_.size() > 1) {
            const Part &left = parts_[parts_.size() - 2], &right = parts_.back();
            if (!within(left, right) && !within(right, left)) return;
            Part both = join(left, right);
            parts_.pop_back();
            parts_.back() = std::move(both);
        }
    }
    bool open(int cell, const Part& left, const Part& right) const {
        return first_[cell] < left.first || last_[cell] > right.last;
    }
    Part join(const Part& left, const Part& right) {
        Join join{left.span, right.span, left.first, right.first, {}, {}};
        std::set_union(left.border.begin(), left.border.end(), right.border.begin(), right.border.end(),
                       std::back_inserter(join.cells));
        std::copy_if(join.cells.begin(), join.cells.end(), std::back_inserter(join.border),
                     [&](int cell) { return open(cell, left, right); });
        Part both{left.first, right.last, spans_.singles() + static_cast<int>(spans_.joins.size()), join.border};
        spans_.joins.push_back(std::move(join));
        return both;
    }

    // cut_: for each row of parts where to cut it, so that few colourings are gone through. A part that
    // nothing absorbed has one border cell, so that 64 bits hold the cells of all.
    void choose() {
        const int count = static_cast<int>(parts_.size());
        std::vector<int> bit_of(spans_.places.size(), -1), cell_of;
        for (const Part& part : parts_)
            for (int cell : part.border)
                if (bit_of[cell] < 0) {
                    bit_of[cell] = static_cast<int>(cell_of.size());
                    cell_of.push_back(cell);
                }
        std::vector<double> colourings{1};
        while (colourings.size() <= cell_of.size()) colourings.push_back(2 * colourings.back());
        std::vector<std::uint64_t> border(count * count, 0);
        std::vector<double> cost(count * count, 0);
        cut_.assign(count * count, 0);
        for (int i = 0; i < count; ++i)
            for (int cell : parts_[i].border) border[i * count + i] |= std::uint64_t{1} << bit_of[cell];
        for (int size = 1; size < count; ++size)
            for (int i = 0, j = size; j < count; ++i, ++j) {
                const int at = i * count + j;
                const std::uint64_t both = border[at - 1] | border[j * count + j];
                for (std::uint64_t left = both; left; left &= left - 1) {
                    const int bit = std::countr_zero(left);
                    if (open(cell_of[bit], parts_[i], parts_[j])) border[at] |= std::uint64_t{1} << bit;
                }
                for (int k = i; k < j; ++k) {
                    const int a = i * count + k, b = (k + 1) * count + j;
                    const double sum =
                        cost[a] + cost[b] + colourings[std::popcount(border[a] | border[b])];
                    if (k > i && sum >= cost[at]) continue;
                    cost[at] = sum;
                    cut_[at] = k;
                }
            }
    }
    Part join_all(int i, int j) {
        if (i == j) return parts_[i];
        const int cut = cut_[i * static_cast<int>(parts_.size()) + j];
        const Part left = join_all(i, cut);
        return join(left, join_all(cut + 1, j));
    }

    Spans& spans_;
    std::vector<int> first_, last_;  // by repeated cell: the spans that begin with it
    std::vector<Part> parts_;
    std::vector<int> cut_;
};

// The single spans of a line; their joins are left to the Joiner.
inline Spans cut(const std::vector<int>& cells) {
    const int length = static_cast<int>(cells.size());
    std::vector<int> order(length), number(length, -1);  // positions, the same cell side by side
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return cells[a] < cells[b]; });
    std::vector<std::vector<int>> groups;
    for (int i = 0, end; i < length; i = end) {
        for (end = i + 1; end < length && cells[order[end]] == cells[order[i]];) ++end;
        if (end > i + 1) groups.emplace_back(order.begin() + i, order.begin() + end);
    }
    std::sort(groups.begin(), groups.end());
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (int pos : groups[group]) number[pos] = static_cast<int>(group);
    Spans spans;
    spans.places = std::move(groups);
    spans.visited = {-1};
    spans.starts = {0};
    for (int pos = 0; pos < length; ++pos) {
        if (number[pos] < 0) continue;
        spans.visited.push_back(number[pos]);
        spans.starts.push_back(pos);
    }
    spans.starts.push_back(length);
    return spans;
}

}  // namespace nonoforge
