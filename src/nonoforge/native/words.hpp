// Bit sets over the positions of a line: one machine word, or several with the same operations.
//
// Bit p stands for cell p of the line. A mirrored set has bit (BITS-1-p) instead, so that the end
// of the line always falls off the top by itself and mirroring is a plain reversal of the word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace nonoforge {

inline std::uint64_t reverse_word(std::uint64_t x) {
    x = (x >> 32) | (x << 32);
    x = ((x >> 16) & 0x0000ffff0000ffffULL) | ((x & 0x0000ffff0000ffffULL) << 16);
    x = ((x >> 8) & 0x00ff00ff00ff00ffULL) | ((x & 0x00ff00ff00ff00ffULL) << 8);
    x = ((x >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((x & 0x0f0f0f0f0f0f0f0fULL) << 4);
    x = ((x >> 2) & 0x3333333333333333ULL) | ((x & 0x3333333333333333ULL) << 2);
    return ((x >> 1) & 0x5555555555555555ULL) | ((x & 0x5555555555555555ULL) << 1);
}

// N words, least significant first. Shifts are by less than the width.
template <int N>
struct Wide {
    std::array<std::uint64_t, N> w;

    explicit operator bool() const {
        std::uint64_t any = 0;
        for (auto x : w) any |= x;
        return any != 0;
    }
    friend Wide operator&(Wide a, const Wide& b) {
        for (int i = 0; i < N; ++i) a.w[i] &= b.w[i];
        return a;
    }
    friend Wide operator|(Wide a, const Wide& b) {
        for (int i = 0; i < N; ++i) a.w[i] |= b.w[i];
        return a;
    }
    friend Wide operator^(Wide a, const Wide& b) {
        for (int i = 0; i < N; ++i) a.w[i] ^= b.w[i];
        return a;
    }
    friend Wide operator~(Wide a) {
        for (auto& x : a.w) x = ~x;
        return a;
    }
    friend Wide operator+(const Wide& a, const Wide& b) {
        Wide sum;
        std::uint64_t carry = 0;
        for (int i = 0; i < N; ++i) {
            const std::uint64_t part = a.w[i] + b.w[i];
            sum.w[i] = part + carry;
            carry = std::uint64_t{part < a.w[i]} | std::uint64_t{sum.w[i] < part};
        }
        return sum;
    }
    friend Wide operator<<(const Wide& a, int k) {
        Wide out{};
        const int words = k >> 6, bits = k & 63;
        for (int i = N - 1; i >= words; --i) {
            out.w[i] = a.w[i - words] << bits;
            if (bits && i > words) out.w[i] |= a.w[i - words - 1] >> (64 - bits);
        }
        return out;
    }
    friend Wide operator>>(const Wide& a, int k) {
        Wide out{};
        const int words = k >> 6, bits = k & 63;
        for (int i = 0; i + words < N; ++i) {
            out.w[i] = a.w[i + words] >> bits;
            if (bits && i + words + 1 < N) out.w[i] |= a.w[i + words + 1] << (64 - bits);
        }
        return out;
    }
    friend bool operator==(const Wide& a, const Wide& b) { return a.w == b.w; }
    friend bool operator<(const Wide& a, const Wide& b) {
        for (int i = N - 1; i > 0; --i)
            if (a.w[i] != b.w[i]) return a.w[i] < b.w[i];
        return a.w[0] < b.w[0];
    }
    explicit operator std::uint64_t() const { return w[0]; }
    Wide& operator&=(const Wide& b) { return *this = *this & b; }
    Wide& operator|=(const Wide& b) { return *this = *this | b; }
    Wide& operator+=(const Wide& b) { return *this = *this + b; }
};

// Functions beyond the operators that the algorithms need, for both kinds of word.
template <class W>
struct Bits;

template <>
struct Bits<std::uint64_t> {
    static constexpr int width = 64;
    static std::uint64_t zero() { return 0; }
    static std::uint64_t one(int p) { return std::uint64_t{1} << p; }
    static std::uint64_t low(int n) { return n >= 64 ? ~std::uint64_t{0} : one(n) - 1; }
    static std::uint64_t reverse(std::uint64_t x) { return reverse_word(x); }
    static std::uint64_t up(std::uint64_t x, int k) { return x << k; }
    static std::uint64_t down(std::uint64_t x, int k) { return x >> k; }
    static int count(std::uint64_t x) { return std::popcount(x); }
    static bool test(std::uint64_t x, int p) { return x >> p & 1; }
    static void clear(std::uint64_t& x, int p) { x &= ~one(p); }
    template <class F>
    static void each(std::uint64_t x, F&& visit) {
        for (; x; x &= x - 1) visit(std::countr_zero(x));
    }
};

// Two words. The 128-bit integer of GCC and Clang is faster than a pair, which MSVC takes instead
// (and NONOFORGE_PORTABLE everywhere, for tests).
#if defined(__SIZEOF_INT128__) && !defined(NONOFORGE_PORTABLE)
__extension__ using Double = unsigned __int128;

template <>
struct Bits<Double> {
    using Half = Bits<std::uint64_t>;
    static constexpr int width = 128;
    static Double zero() { return 0; }
    static Double one(int p) { return Double{1} << p; }
    static Double low(int n) { return n >= 128 ? ~Double{0} : one(n) - 1; }
    static Double reverse(Double x) {
        const auto low = static_cast<std::uint64_t>(x), high = static_cast<std::uint64_t>(x >> 64);
        return Double{reverse_word(low)} << 64 | reverse_word(high);
    }
    // Shifts in single words: the instructions for double ones are slow on many processors.
    static Double up(Double x, int k) {
        const auto low = static_cast<std::uint64_t>(x), high = static_cast<std::uint64_t>(x >> 64);
        if (k >= 64) return Double{low << (k - 64)} << 64;
        return Double{high << k | low >> 1 >> (63 - k)} << 64 | low << k;
    }
    static Double down(Double x, int k) {
        const auto low = static_cast<std::uint64_t>(x), high = static_cast<std::uint64_t>(x >> 64);
        if (k >= 64) return high >> (k - 64);
        return Double{high >> k} << 64 | (low >> k | high << 1 << (63 - k));
    }
    static int count(Double x) {
        return Half::count(static_cast<std::uint64_t>(x)) + Half::count(static_cast<std::uint64_t>(x >> 64));
    }
    static bool test(Double x, int p) { return x >> p & 1; }
    static void clear(Double& x, int p) { x &= ~one(p); }
    template <class F>
    static void each(Double x, F&& visit) {
        Half::each(static_cast<std::uint64_t>(x), visit);
        Half::each(static_cast<std::uint64_t>(x >> 64), [&](int p) { visit(64 + p); });
    }
};
#else
using Double = Wide<2>;
#endif

template <int N>
struct Bits<Wide<N>> {
    static constexpr int width = 64 * N;
    static Wide<N> zero() { return Wide<N>{}; }
    static Wide<N> one(int p) {
        Wide<N> out{};
        out.w[p >> 6] = std::uint64_t{1} << (p & 63);
        return out;
    }
    static Wide<N> low(int n) {
        Wide<N> out{};
        for (int i = 0; i < N; ++i) {
            const int left = n - 64 * i;
            out.w[i] = left <= 0 ? 0 : Bits<std::uint64_t>::low(left);
        }
        return out;
    }
    static Wide<N> reverse(const Wide<N>& x) {
        Wide<N> out;
        for (int i = 0; i < N; ++i) out.w[i] = reverse_word(x.w[N - 1 - i]);
        return out;
    }
    static int count(const Wide<N>& x) {
        int total = 0;
        for (auto part : x.w) total += std::popcount(part);
        return total;
    }
    static bool test(const Wide<N>& x, int p) { return x.w[p >> 6] >> (p & 63) & 1; }
    static void clear(Wide<N>& x, int p) { x.w[p >> 6] &= ~(std::uint64_t{1} << (p & 63)); }
    template <class F>
    static void each(const Wide<N>& x, F&& visit) {
        for (int i = 0; i < N; ++i)
            Bits<std::uint64_t>::each(x.w[i], [&](int p) { visit(64 * i + p); });
    }
};

}  // namespace nonoforge
