// The order in which to decide cells: by how often they took part in recent conflicts.
#pragma once

#include <vector>

namespace nonoforge {

// A heap of cells, the most active on top. Activity fades as the step by which it grows increases.
class Ranking {
public:
    // Enters a cell with its first activity.
    void enter(int cell, double activity) {
        if (cell >= static_cast<int>(place_.size())) {
            place_.resize(cell + 1, -1);
            activity_.resize(cell + 1, 0);
        }
        activity_[cell] = activity;
        push(cell);
    }
    void push(int cell) {
        if (place_[cell] >= 0) return;
        place_[cell] = static_cast<int>(heap_.size());
        heap_.push_back(cell);
        sift_up(place_[cell]);
    }
    bool empty() const { return heap_.empty(); }
    int top() const { return heap_[0]; }
    void pop() {
        place_[heap_[0]] = -1;
        if (heap_.size() > 1) {
            heap_[0] = heap_.back();
            place_[heap_[0]] = 0;
        }
        heap_.pop_back();
        if (!heap_.empty()) sift_down(0);
    }
    void bump(int cell) {
        if ((activity_[cell] += step_) > 1e100) {
            for (double& value : activity_) value *= 1e-100;
            step_ *= 1e-100;
        }
        if (place_[cell] >= 0) sift_up(place_[cell]);
    }
    void fade() { step_ /= 0.95; }

private:
    bool before(int x, int y) const { return activity_[x] > activity_[y]; }
    void sift_up(int i) {
        const int cell = heap_[i];
        for (; i > 0 && before(cell, heap_[(i - 1) / 2]); i = (i - 1) / 2) {
            heap_[i] = heap_[(i - 1) / 2];
            place_[heap_[i]] = i;
        }
        heap_[i] = cell;
        place_[cell] = i;
    }
    void sift_down(int i) {
        const int cell = heap_[i], size = static_cast<int>(heap_.size());
        for (int child; (child = 2 * i + 1) < size; i = child) {
            if (child + 1 < size && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], cell)) break;
            heap_[i] = heap_[child];
            place_[heap_[i]] = i;
        }
        heap_[i] = cell;
        place_[cell] = i;
    }

    std::vector<double> activity_;  // by cell
    std::vector<int> heap_, place_;
    double step_ = 1;
};

}  // namespace nonoforge
