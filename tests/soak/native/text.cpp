// Clues and objects as text.
#include <string>

#include "clue_text.hpp"
#include "puzzles.hpp"
#include "verify.hpp"

namespace soak {

using namespace nonoforge;

static std::string text_of(Source& in, std::size_t most) {
    static const char* const PIECES[] = {"[", "]", ",", "1", "2", "3", "0", "\n", " ", "[[1,1]]", "[1]", "[]", "10",
                                         "999999", "1000000", "{", "}", "\"a\"", "\"", "\\", ":", "\"b\":1", "-1", "?"};
    std::string text;
    for (int pieces = in.range(0, 30); pieces > 0 && text.size() < most; --pieces) {
        if (in.chance(3)) text += static_cast<char>(in.byte());
        else text += PIECES[in.byte() % std::size(PIECES)];
    }
    return text;
}

// Clues of a picture as text, as JSON or with commas; or pieces of text.
static std::string clues_of(const std::vector<int>& picture, int width, int height, bool columns, Source& in) {
    if (in.chance(20)) return text_of(in, 200);
    const bool json = in.chance(60);
    std::string text = json ? "[" : "";
    for (int index = 0; index < (columns ? width : height); ++index) {
        std::string line;
        const int size = columns ? height : width;
        const auto colour = [&](int at) { return picture[columns ? at * width + index : index * width + at]; };
        for (int i = 0, j; i < size; i = j) {
            for (j = i; j < size && colour(j) == colour(i);) ++j;
            if (!colour(i)) continue;
            if (!line.empty()) line += ",";
            const std::string run = std::to_string(j - i);
            line += json && colour(i) > 1 ? "[" + run + ", " + std::to_string(colour(i)) + "]" : run;
        }
        if (json) text += (index ? "," : "") + ("[" + line + "]");
        else text += (index ? "\n" : "") + (line.empty() ? std::string("0") : line);
    }
    if (json) text += "]";
    for (int changes = in.chance(30) ? in.range(1, 3) : 0; changes > 0 && !text.empty(); --changes) {
        const auto at = static_cast<std::size_t>(in.range(0, static_cast<int>(text.size()) - 1));
        if (in.chance(40)) text.erase(at, 1);
        else text.insert(at, text_of(in, 4));
    }
    return text;
}

std::uint64_t reading_text(Source& in) {
    Digest digest;
    if (in.chance(30)) {
        const std::string text = (in.chance(80) ? "{" : "") + text_of(in, 500) + (in.chance(50) ? "}" : "");
        const std::vector<char> exact(text.begin(), text.end());  // nothing behind its end
        digest.add(has_distinct_members(exact.data(), exact.size()));
        return digest.sum();
    }
    const int width = in.range(1, 12), height = in.range(1, 12), colours = in.chance(60) ? 2 : in.range(2, 64);
    std::vector<int> picture(width * height);
    for (int& colour : picture) colour = in.chance(50) ? in.range(1, std::min(colours - 1, 4)) : 0;
    MatrixPacker packer(width, height, colours);
    for (int group = 0; group < 2; ++group) {
        const std::string text = clues_of(picture, width, height, group, in);
        const std::vector<char> exact(text.begin(), text.end());
        if (!packer.group(group, exact.data(), exact.size())) return digest.sum();
    }
    if (!packer.finish()) return digest.sum();
    // What it accepts is a puzzle that the reader accepts, which need not have this solution.
    const Problem problem = ProblemReader(packer.out.data(), packer.out.size()).read();
    std::vector<std::uint8_t> colouring;
    for (int colour : picture) colouring.push_back(static_cast<std::uint8_t>(colour));
    digest.add(packer.out);
    digest.add(verified(packer.out.data(), colouring.data()));
    return digest.sum();
}

}  // namespace soak
