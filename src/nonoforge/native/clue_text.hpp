// Clues of a matrix of cells, from text straight to the integers of a packed puzzle.
//
// Two notations: JSON lists of runs, each a length or [length, colour], and lines of lengths joined
// by commas, where a line of 0 is empty. Whatever is unusual or wrong is refused, and left to readers
// that say what it is: hidden clues, blotted runs, clues that do not fit their line.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace nonoforge {

class MatrixPacker {
public:
    std::vector<std::int32_t> out;

    MatrixPacker(int width, int height, int colours)
        : width_(width), height_(height), colours_(colours), sums_(2 * colours, 0) {
        const std::size_t cells = static_cast<std::size_t>(width) * height;
        out.reserve(4 + 4 * (static_cast<std::size_t>(width) + height) + 3 * cells);
        put(static_cast<std::int32_t>(cells));
        put(colours);
        put(width + height);
    }

    // Appends the lines of rows (group 0) or columns (group 1); false: refused.
    bool group(int group, const char* text, std::size_t size) {
        at_ = text;
        end_ = text + size;
        group_ = group;
        const int lines = group ? width_ : height_;
        space();
        return at_ < end_ && *at_ == '[' ? json(lines) : plain(lines);
    }

    // Ends the puzzle; false where rows and columns have different numbers of cells of a colour.
    bool finish() {
        put(0);  // given cells
        return std::memcmp(&sums_[0], &sums_[colours_], colours_ * sizeof sums_[0]) == 0;
    }

private:
    int width_, height_, colours_;
    std::vector<std::int64_t> sums_;
    const char *at_ = nullptr, *end_ = nullptr;
    int group_ = 0, before_ = 0;
    std::int64_t needs_ = 0;
    std::size_t count_ = 0;  // where the number of runs of the line stands

    void put(std::int32_t number) { out.push_back(number); }
    int length() const { return group_ ? height_ : width_; }

    void space() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
    }

    bool take(char wanted) {
        space();
        if (at_ == end_ || *at_ != wanted) return false;
        ++at_;
        return true;
    }

    // A number of at most six digits without leading zeros; -1: none.
    int number() {
        const char* begin = at_;
        int value = 0;
        while (at_ < end_ && *at_ >= '0' && *at_ <= '9' && at_ - begin < 7)
            value = 10 * value + (*at_++ - '0');
        const auto digits = at_ - begin;
        return !digits || digits > 6 || (*begin == '0' && digits > 1) ? -1 : value;
    }

    void begin_line(int index) {
        const int size = length(), stride = group_ ? width_ : 1;
        const std::size_t from = out.size() + 2;
        out.resize(from + size + 2);
        std::int32_t* numbers = out.data() + from;
        numbers[-2] = group_;
        numbers[-1] = size;
        int cell = group_ ? index : index * width_;
        for (int position = 0; position < size; ++position, cell += stride) numbers[position] = cell;
        numbers[size] = 0;
        numbers[size + 1] = 0;
        count_ = from + size + 1;
        needs_ = before_ = 0;
    }

    bool run(int size, int colour) {
        if (size < 1 || size > length() || colour < 1 || colour >= colours_) return false;
        needs_ += size + (colour == before_);
        before_ = colour;
        sums_[group_ * colours_ + colour] += size;
        ++out[count_];
        put(size);
        put(colour);
        return needs_ <= length();
    }

    bool json(int lines) {
        if (!take('[')) return false;
        for (int index = 0; index < lines; ++index) {
            if ((index && !take(',')) || !take('[')) return false;
            begin_line(index);
            for (bool first = true; !take(']'); first = false) {
                if (!first && !take(',')) return false;
                space();
                int colour = 1;
                const bool pair = at_ < end_ && *at_ == '[';
                if (pair) {
                    ++at_;
                    space();
                }
                const int size = number();
                if (pair) {
                    if (!take(',')) return false;
                    space();
                    colour = number();
                    if (!take(']')) return false;
                }
                if (!run(size, colour)) return false;
            }
        }
        if (!take(']')) return false;
        space();
        return at_ == end_;
    }

    bool plain(int lines) {
        for (int index = 0; index < lines; ++index) {
            if (index && (at_ == end_ || *at_++ != '\n')) return false;
            begin_line(index);
            int size = number();
            const bool more = at_ < end_ && *at_ == ',';
            if (size == 0 && !more) continue;  // no runs
            if (!run(size, 1)) return false;
            while (at_ < end_ && *at_ == ',') {
                ++at_;
                if (!run(number(), 1)) return false;
            }
        }
        return at_ == end_;
    }
};

// Tells whether a text is one JSON object whose members have different names, and so have those of objects
// in it, as far as that can be told at a glance: no escaped characters, at most 64 members in an object
// and 8 objects in each other. Values are not checked.
class MemberNames {
public:
    MemberNames(const char* text, std::size_t size) : at_(text), end_(text + size) {}

    bool distinct() {
        if (space() != '{' || !object(8)) return false;
        space();
        return at_ == end_;
    }

private:
    struct Name { const char* at; std::size_t size; };
    const char *at_, *end_;

    char space() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
        return at_ < end_ ? *at_ : '\0';
    }

    bool skip_string() {  // from its first quote to behind its last
        for (++at_; at_ < end_ && *at_ != '"'; ++at_)
            if (*at_ == '\\') return false;
        return at_++ < end_;
    }

    bool object(int deeper) {  // from its first brace to behind its last
        Name names[64];
        std::size_t count = 0;
        do {
            ++at_;  // the brace, or a comma
            if (space() != '"' || count == 64) return false;
            const char* begin = at_ + 1;
            if (!skip_string()) return false;
            names[count] = {begin, static_cast<std::size_t>(at_ - 1 - begin)};
            for (std::size_t i = 0; i < count; ++i)
                if (names[i].size == names[count].size
                    && !std::memcmp(names[i].at, begin, names[i].size)) return false;
            ++count;
            if (space() != ':' || !skip_value(deeper)) return false;
        } while (*at_ == ',');
        ++at_;
        return true;
    }

    bool skip_value(int deeper) {  // to the comma or brace behind it
        int depth = 0;
        for (++at_; at_ < end_ && (depth || (*at_ != ',' && *at_ != '}'));) {
            if (*at_ == '"') {
                if (!skip_string()) return false;
                continue;
            }
            if (*at_ == '{') {
                if (!deeper || !object(deeper - 1)) return false;
                continue;
            }
            if (*at_ == '}') return false;
            depth += *at_ == '[' ? 1 : *at_ == ']' ? -1 : 0;
            ++at_;
        }
        return at_ < end_;
    }
};

inline bool has_distinct_members(const char* text, std::size_t size) { return MemberNames(text, size).distinct(); }

}  // namespace nonoforge
