// What inputs are made from, and what is found made one number; the targets.
#pragma once

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace soak {

// Numbers out of bytes; zeros where they have ended.
class Source {
public:
    Source(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    int byte() { return at_ == end_ ? 0 : *at_++; }
    int range(int low, int high) { return low + (byte() << 8 | byte()) % (high - low + 1); }
    bool chance(int percent) { return at_ != end_ && byte() % 100 < percent; }
    std::uint64_t word() {
        std::uint64_t found = 0;
        for (int i = 0; i < 8; ++i) found = found << 8 | static_cast<std::uint64_t>(byte());
        return found;
    }
    bool over() const { return at_ == end_; }

    int hostile() {
        static constexpr int VALUES[] = {INT_MAX, INT_MIN, -1, 0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 4095, 4096,
                                         4097, 1 << 20, 1 << 27, INT_MAX - 1, -2};
        return VALUES[byte() % std::size(VALUES)];
    }
    double number(double low, double high) {
        static const double VALUES[] = {0.0, -0.0, 1e-300, 1e300, -1e300, 1e-9, 1e9, HUGE_VAL, -HUGE_VAL, NAN, -1.0};
        if (byte() < 3) return VALUES[byte() % std::size(VALUES)];
        return low + (high - low) * range(0, 65535) / 65535;
    }

private:
    const std::uint8_t *at_, *end_;
};

// What was found, as one number: the same input must always find the same.
class Digest {
public:
    template <class T>
    void add(const T& value) {
        unsigned char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        for (unsigned char each : bytes) sum_ = (sum_ ^ each) * 0x100000001b3;
    }
    template <class T>
    void add(const std::vector<T>& values) {
        add(values.size());
        for (const T& value : values) add(value);
    }
    std::uint64_t sum() const { return sum_; }

private:
    std::uint64_t sum_ = 0xcbf29ce484222325;
};

// Each makes an input from bytes, runs it, and returns a digest of what was found.
std::uint64_t solving(Source& in);
std::uint64_t thinning(Source& in);
std::uint64_t settling(Source& in);
std::uint64_t reading_text(Source& in);
std::uint64_t judging(Source& in);
std::uint64_t judging_layouts(Source& in);

}  // namespace soak
