// Settling a line of runs that has more than two words: the algorithm of runs.hpp, word by word.
//
// The lengths of the blocks alone bound where each can stand: with `slack` cells left over, block j starts
// between its `first` and first + slack. Only the words of these ranges are touched, so that the cost depends on the
// length of the line and on its slack, not on the width of the masks. A range has a zero word at each end, since
// shifts read one word further.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "words.hpp"

namespace nonoforge {

using Word = std::uint64_t;

// Bits of `words`, shifted down or up by 64 * skip + bits: word i.
inline Word word_down(const Word* words, int i, int skip, int bits) {
    return words[i + skip] >> bits | words[i + skip + 1] << 1 << (63 - bits);
}
inline Word word_up(const Word* words, int i, int skip, int bits) {
    return words[i - skip] << bits | words[i - skip - 1] >> 1 >> (63 - bits);
}

// One word of `flood`; the carry goes on to the next.
inline Word flood_word(Word seeds, Word mask, Word& carry) {
    const Word part = (seeds & mask) + mask, sum = part + carry;
    carry = Word{part < mask} | Word{sum < part};
    return (sum ^ mask) | seeds;
}

// Words from `low` to `high`, both included.
struct Range {
    int low, high;
};

template <int N>
class WideRuns {
    static constexpr int STRIDE = N + 4;  // two words before, two behind
    static constexpr int POWERS = 16;

public:
    void reserve(int blocks, int colours) {
        if (blocks <= blocks_ && colours <= colours_) return;
        blocks_ = std::max(blocks, blocks_), colours_ = std::max(colours, colours_);
        starts_.assign(rows(blocks_), 0), reach_.assign(rows(blocks_ + 1), 0);
        back_.assign(rows(blocks_), 0), reach_back_.assign(rows(blocks_ + 1), 0);
        rest_.assign(rows(blocks_ + 1), 0);
        fits_.assign(rows(colours_ * POWERS), 0), fits_back_ = smears_ = fits_;
        white_.assign(STRIDE, 0), white_back_ = both_ = white_;
        ranges_.resize(blocks_ + 1), ranges_back_.resize(blocks_ + 1);
    }

    // As `settle` in runs.hpp. The clue has blocks, and `settled` of the colours is zero.
    template <class Clue>
    bool settle(const Clue& clue, int length, const Wide<N>* masks, Wide<N>* settled) {
        const int count = static_cast<int>(clue.blocks.size());
        prepare(clue, length, masks);
        const int pad = 64 * words_ - length;
        for (int c : clue.colours) {
            reverse(masks[c].w.data(), row(fits_back_, c * POWERS));
            fill(fits_back_, c, clue.max_power[c]);
            for (int k = 0; k <= clue.max_power[c]; ++k) std::fill_n(row(smears_, c * POWERS + k), words_, 0);
        }
        reverse(white(), row(white_back_, 0));
        begin(row(white_back_, 0), pad, row(reach_back_, count), ranges_back_[count]);
        begin(white(), 0, row(reach_, 0), ranges_[0]);
        for (int j = 0, k = count - 1; j < count; ++j, --k) {
            const auto &a = clue.blocks[j], &b = clue.blocks[k];
            const int least = std::max(b.length, 1);
            if (!place(a, a.first, a.gap_before, fits_, white(), row(reach_, j), row(starts_, j),
                       row(reach_, j + 1), ranges_[j + 1]) ||
                !place(b, pad + length - b.first - clue.slack - least, b.gap_after, fits_back_, row(white_back_, 0),
                       row(reach_back_, k + 1), row(back_, k), row(reach_back_, k), ranges_back_[k]))
                return false;
        }
        Wide<N> whites{};
        turn(count);
        meet(count, whites);
        for (int j = count - 1; j >= 0; --j) {
            if (!join(clue.blocks[j], j)) return false;
            turn(j);
            meet(j, whites);
        }
        settled[0] = whites & masks[0];
        for (int c : clue.colours) {
            spread(c, clue.max_power[c]);
            std::copy_n(row(smears_, c * POWERS), words_, settled[c].w.data());
        }
        return true;
    }

    // As `some_colouring` in runs.hpp. The clue has blocks.
    template <class Clue>
    bool some_colouring(const Clue& clue, int length, const Wide<N>* masks) {
        const int count = static_cast<int>(clue.blocks.size());
        prepare(clue, length, masks);
        begin(white(), 0, row(reach_, 0), ranges_[0]);
        for (int j = 0; j < count; ++j) {
            const auto& block = clue.blocks[j];
            if (!place(block, block.first, block.gap_before, fits_, white(), row(reach_, j), row(starts_, j),
                       row(reach_, j + 1), ranges_[j + 1]))
                return false;
        }
        // The last cell is white and reached, or the last cell of the last block.
        const int end = length - 1;
        const Word last = Word{1} << (end & 63);
        if (ranges_[count].low <= end >> 6 && row(reach_, count)[end >> 6] & white()[end >> 6] & last) return true;
        const auto& block = clue.blocks[count - 1];
        const int start = block.length ? length - block.length : end;
        return row(starts_, count - 1)[start >> 6] >> (start & 63) & 1;
    }

private:
    static std::size_t rows(int count) { return static_cast<std::size_t>(count) * STRIDE; }
    static Word* row(std::vector<Word>& table, int index) { return table.data() + rows(index) + 2; }
    const Word* white() { return row(white_, 0); }

    template <class Clue>
    void prepare(const Clue& clue, int length, const Wide<N>* masks) {
        words_ = (length + 63) / 64;
        slack_ = clue.slack;
        std::copy_n(masks[0].w.data(), words_, row(white_, 0));
        for (int c : clue.colours) {
            std::copy_n(masks[c].w.data(), words_, row(fits_, c * POWERS));
            fill(fits_, c, clue.max_power[c]);
        }
    }
    void reverse(const Word* from, Word* to) const {
        for (int i = 0; i < words_; ++i) to[i] = reverse_word(from[words_ - 1 - i]);
    }
    void fill(std::vector<Word>& table, int colour, int top) {
        for (int k = 1; k <= top; ++k) {
            const int step = 1 << (k - 1), skip = step >> 6, bits = step & 63;
            Word *before = row(table, colour * POWERS + k - 1), *now = row(table, colour * POWERS + k);
            before[words_] = before[words_ + 1] = 0;
            const int last = std::max(0, words_ - skip);
            for (int i = 0; i < last; ++i) now[i] = before[i] & word_down(before, i, skip, bits);
            std::fill(now + last, now + words_, 0);
        }
        Word* now = row(table, colour * POWERS + top);
        now[words_] = now[words_ + 1] = 0;
    }

    // Floods `white` from the edge of the line.
    void begin(const Word* white, int edge, Word* reach, Range& range) {
        range = {edge >> 6, std::min((edge + slack_ + 1) >> 6, words_ - 1)};
        Word carry = 0, seeds = Word{1} << (edge & 63);
        for (int i = range.low; i <= range.high; ++i, seeds = 0) reach[i] = flood_word(seeds, white[i], carry);
        reach[range.low - 1] = 0;
    }

    // Places a block that starts at `first` or up to `slack` cells later. `starts` gets its starts, or, if it is blotted,
    // its cells; `reach` how far white may go on behind it. False if it has no place.
    template <class B>
    bool place(const B& block, int first, bool gap, std::vector<Word>& fits, const Word* white, const Word* before,
               Word* starts, Word* reach, Range& range) {
        const int low = first >> 6, high = (first + slack_) >> 6;
        const Word* powers = row(fits, block.colour * POWERS + block.power);
        const int skip = block.extra >> 6, bits = block.extra & 63;
        Word any = 0;
        if (gap) {
            Word behind = before[low - 1] & white[low - 1];
            for (int i = low; i <= high; ++i) {
                const Word here = before[i] & white[i];
                any |= starts[i] = (here << 1 | behind >> 63) & powers[i] & word_down(powers, i, skip, bits);
                behind = here;
            }
        } else {
            for (int i = low; i <= high; ++i)
                any |= starts[i] = before[i] & powers[i] & word_down(powers, i, skip, bits);
        }
        if (!any) return false;
        if (block.length == 0) {
            Word carry = 0;
            for (int i = low; i <= high; ++i) starts[i] = flood_word(starts[i], powers[i], carry) & powers[i];
        }
        starts[low - 1] = starts[high + 1] = 0;
        const int length = std::max(block.length, 1), far = length >> 6, up = length & 63;
        range = {(first + length) >> 6, std::min((first + slack_ + length + 1) >> 6, words_ - 1)};
        Word carry = 0;
        for (int i = range.low; i <= range.high; ++i)
            reach[i] = flood_word(word_up(starts, i, far, up), white[i], carry);
        reach[range.low - 1] = 0;
        return true;
    }

    // What was reached from the right, in the order of the line: bit p of `rest` says that the blocks from j on can stand
    // in the cells beyond p.
    void turn(int j) {
        const Range& range = ranges_back_[j];
        const Word* reach = row(reach_back_, j);
        Word* rest = row(rest_, j);
        for (int i = range.low; i <= range.high; ++i) rest[words_ - 1 - i] = reverse_word(reach[i]);
        rest[words_ - 2 - range.high] = rest[words_ - range.low] = 0;
    }
    // Cells that may be white between block j - 1 and block j.
    void meet(int j, Wide<N>& whites) {
        const Word *reach = row(reach_, j), *rest = row(rest_, j);
        const int low = std::max(ranges_[j].low, words_ - 1 - ranges_back_[j].high);
        const int high = std::min(ranges_[j].high, words_ - 1 - ranges_back_[j].low);
        for (int i = low; i <= high; ++i) whites.w[i] |= reach[i] & rest[i];
    }
    // Cells that block j may have. False if there are none.
    template <class B>
    bool join(const B& block, int j) {
        const int low = block.first >> 6, high = (block.first + slack_) >> 6;
        const Word* starts = row(starts_, j);
        Word* smear = row(smears_, block.colour * POWERS + block.power);
        Word any = 0;
        if (block.length == 0) {
            const Word* back = row(back_, j);
            for (int i = low; i <= high; ++i) {
                const Word cells = starts[i] & reverse_word(back[words_ - 1 - i]);
                any |= cells;
                smear[i] |= cells;
            }
            return any != 0;
        }
        Word* rest = row(rest_, j + 1);
        Word* both = row(both_, 0);
        // With a gap, the cell behind the block must be white, too.
        const int behind = block.length - 1 + block.gap_after, skip = behind >> 6, bits = behind & 63;
        if (block.gap_after) {
            const int from = std::max(low + skip, 0), to = std::min(high + skip + 1, words_ - 1);
            for (int i = from; i <= to; ++i) rest[i] &= white()[i];
        }
        for (int i = low; i <= high; ++i) any |= both[i] = starts[i] & word_down(rest, i, skip, bits);
        if (!any) return false;
        both[low - 1] = both[high + 1] = 0;
        for (int i = low; i <= high; ++i) smear[i] |= both[i];
        if (block.extra == 0) return true;
        const int far = block.extra >> 6, up = block.extra & 63;
        const int to = std::min((block.first + slack_ + block.extra) >> 6, words_ - 1);
        for (int i = low + far; i <= to; ++i) smear[i] |= word_up(both, i, far, up);
        return true;
    }
    // Starts become cells, from the highest power of two down.
    void spread(int colour, int top) {
        for (int k = top; k > 0; --k) {
            const int step = 1 << (k - 1), skip = step >> 6, bits = step & 63;
            Word *from = row(smears_, colour * POWERS + k), *to = row(smears_, colour * POWERS + k - 1);
            from[-1] = 0;
            for (int i = 0; i < std::min(skip, words_); ++i) to[i] |= from[i];
            for (int i = skip; i < words_; ++i) to[i] |= from[i] | word_up(from, i, skip, bits);
        }
    }

    int words_ = 0, slack_ = 0, blocks_ = -1, colours_ = -1;
    std::vector<Word> starts_, reach_, back_, reach_back_, rest_;  // by block
    std::vector<Word> fits_, fits_back_, smears_;                  // by colour and power
    std::vector<Word> white_, white_back_, both_;
    std::vector<Range> ranges_, ranges_back_;  // of reach_ and reach_back_
};

}  // namespace nonoforge
