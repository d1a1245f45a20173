// Brute force, written apart from the engines: shares no code and no idea with them.
//
// A clue is an automaton that reads the line's cells one by one. What is still possible of a line is
// found by walking all its states at once; cells that a line reads more than once are given each of
// their colours in turn, so that the answer is exact. Solutions are found by colouring one cell
// after the other and dropping what one of its lines cannot be finished from.
//
// Puzzles are flat lists of numbers (see oracle.py): cells, colours, number of lines, and for each
// line its length, its cells, the kind of its clue (0 runs, 1 tally), the clue's length and pairs.

#include <cstdint>
#include <map>
#include <vector>

namespace {

using Pairs = std::vector<std::pair<int, int>>;

// States are made when they are first reached: a state is a list of numbers that says all that
// matters about the cells read so far.
struct Automaton {
  int colours;
  bool tally;
  Pairs clue;
  std::vector<std::vector<int>> states;
  std::map<std::vector<int>, int> number;
  std::vector<std::vector<int>> steps;  // [state][colour]: a state, -1: never, -2: not known yet

  int id(const std::vector<int>& state) {
    auto [at, fresh] = number.try_emplace(state, static_cast<int>(states.size()));
    if (fresh) {
      states.push_back(state);
      steps.push_back(std::vector<int>(colours, -2));
    }
    return at->second;
  }

  int start() {
    // Runs: (runs begun, cells of the last one or 0 if it is over).
    // Tally: last colour, then for each counted colour cells and groups.
    return id(std::vector<int>(tally ? 1 + 2 * clue.size() : 2, 0));
  }

  int step(int from, int colour) {
    if (steps[from][colour] == -2) {
      std::vector<int> to = states[from];
      bool good = tally ? count(to, colour) : read(to, colour);
      int found = good ? id(to) : -1;
      steps[from][colour] = found;
    }
    return steps[from][colour];
  }

  bool over(const std::vector<int>& s) const {
    return s[1] == 0 || clue[s[0] - 1].first < 0 || clue[s[0] - 1].first == s[1];
  }

  bool read(std::vector<int>& s, int colour) const {
    bool inside = s[1] > 0;
    if (colour == 0) {
      if (!over(s)) return false;
      s[1] = 0;
      return true;
    }
    if (inside && clue[s[0] - 1].second == colour) {
      int length = clue[s[0] - 1].first;
      if (length >= 0 && s[1] == length) return false;
      if (length >= 0) ++s[1];
      return true;
    }
    if (!over(s) || s[0] == static_cast<int>(clue.size()) || clue[s[0]].second != colour)
      return false;
    ++s[0];
    s[1] = 1;
    return true;
  }

  bool count(std::vector<int>& s, int colour) const {
    if (colour > 0 && colour <= static_cast<int>(clue.size())) {
      auto [total, groups] = clue[colour - 1];
      int& cells = s[2 * colour - 1];
      int& seen = s[2 * colour];
      ++cells;
      if (s[0] != colour && seen < 3) ++seen;  // three are three or more
      if (total >= 0 && cells > total) return false;
      if (groups >= 0 && seen > groups) return false;
      if (total < 0) cells = 1;  // nobody asks how many
    }
    s[0] = colour;
    return true;
  }

  bool accepts(int state) const {
    const std::vector<int>& s = states[state];
    if (!tally) return s[0] == static_cast<int>(clue.size()) && over(s);
    for (std::size_t c = 0; c < clue.size(); ++c) {
      if (clue[c].first >= 0 && s[1 + 2 * c] != clue[c].first) return false;
      if (clue[c].second >= 0 && s[2 + 2 * c] != clue[c].second) return false;
    }
    return true;
  }
};

struct Line {
  std::vector<int> cells;
  std::vector<int> twice;  // cells that come more than once
  Automaton automaton;
};

struct Puzzle {
  int cells, colours;
  std::vector<Line> lines;
  std::vector<std::vector<int>> through;
  long nodes;

  explicit Puzzle(const int32_t* data) : nodes(0) {
    cells = *data++;
    colours = *data++;
    int many = *data++;
    through.resize(cells);
    for (int index = 0; index < many; ++index) {
      Line line;
      std::vector<int> seen(cells, 0);
      for (int length = *data++; length > 0; --length) line.cells.push_back(*data++);
      for (int cell : line.cells) {
        if (++seen[cell] == 1) through[cell].push_back(index);
        if (seen[cell] == 2) line.twice.push_back(cell);
      }
      line.automaton.colours = colours;
      line.automaton.tally = *data++ != 0;
      for (int length = *data++; length > 0; --length, data += 2)
        line.automaton.clue.push_back({data[0], data[1]});
      lines.push_back(std::move(line));
    }
  }

  // Is there a colouring of the line, if cells that come twice were as many cells?
  bool walk(Line& line, const uint32_t* masks) {
    std::vector<int> now{line.automaton.start()}, next;
    std::vector<char> have;
    for (int cell : line.cells) {
      next.clear();
      have.assign(line.automaton.states.size(), 0);
      for (int from : now)
        for (int colour = 0; colour < colours; ++colour) {
          if (!(masks[cell] >> colour & 1)) continue;
          int to = line.automaton.step(from, colour);
          if (to < 0) continue;
          if (to >= static_cast<int>(have.size())) have.resize(to + 1, 0);
          if (!have[to]) {
            have[to] = 1;
            next.push_back(to);
          }
        }
      now.swap(next);
      if (now.empty()) return false;
    }
    for (int state : now)
      if (line.automaton.accepts(state)) return true;
    return false;
  }

  // Is there a colouring of the line? Exactly.
  bool possible(Line& line, std::vector<uint32_t>& masks) {
    if (!walk(line, masks.data())) return false;
    for (int cell : line.twice) {
      uint32_t before = masks[cell];
      if (!(before & (before - 1))) continue;
      bool found = false;
      for (int colour = 0; colour < colours && !found; ++colour)
        if (before >> colour & 1) {
          masks[cell] = 1u << colour;
          found = possible(line, masks);
        }
      masks[cell] = before;
      return found;
    }
    return true;
  }

  // Take away every colour that some line alone rules out; false if nothing is left of a line.
  bool settle_all(std::vector<uint32_t>& masks) {
    for (int cell = 0; cell < cells; ++cell)
      if (masks[cell] == 0) return false;
    std::vector<char> waiting(lines.size(), 1);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t index = 0; index < lines.size(); ++index) {
        if (!waiting[index]) continue;
        waiting[index] = 0;
        if (!possible(lines[index], masks)) return false;
        std::vector<uint32_t> left = masks;
        for (int cell : lines[index].cells)
          for (int colour = 0; colour < colours; ++colour) {
            uint32_t flag = 1u << colour, before = masks[cell];
            if (!(before & flag) || before == flag || !(left[cell] & flag)) continue;
            masks[cell] = flag;
            if (!possible(lines[index], masks)) left[cell] &= ~flag;
            masks[cell] = before;
          }
        for (int cell : lines[index].cells)
          if (left[cell] != masks[cell]) {
            masks[cell] = left[cell];
            changed = true;
            for (int other : through[cell])
              if (other != static_cast<int>(index)) waiting[other] = 1;
          }
      }
    }
    return true;
  }

  // Colour cell after cell; false when the nodes run out.
  bool colour_on(int cell, std::vector<uint32_t>& masks, int limit, int& found, uint8_t* out) {
    while (cell < cells && !(masks[cell] & (masks[cell] - 1))) ++cell;
    if (cell == cells) {
      for (Line& line : lines)
        if (!walk(line, masks.data())) return true;  // all cells are known: walking is exact
      for (int at = 0; at < cells; ++at) {
        int colour = 0;
        while (!(masks[at] >> colour & 1)) ++colour;
        out[static_cast<std::size_t>(found) * cells + at] = static_cast<uint8_t>(colour);
      }
      ++found;
      return true;
    }
    uint32_t before = masks[cell];
    bool enough = true;
    for (int colour = 0; colour < colours && found < limit && enough; ++colour) {
      if (!(before >> colour & 1)) continue;
      if (--nodes < 0) {
        enough = false;
        break;
      }
      masks[cell] = 1u << colour;
      bool good = true;
      for (int line : through[cell])
        if (!walk(lines[line], masks.data())) {
          good = false;
          break;
        }
      if (good) enough = colour_on(cell + 1, masks, limit, found, out);
    }
    masks[cell] = before;
    return enough;
  }
};

}  // namespace

extern "C" {

// Settle single lines until nothing changes, in `masks`; 0 if a line has no colouring.
int oracle_settle(const int32_t* data, uint32_t* masks) {
  Puzzle puzzle(data);
  std::vector<uint32_t> known(masks, masks + puzzle.cells);
  bool good = puzzle.settle_all(known);
  for (int cell = 0; cell < puzzle.cells; ++cell) masks[cell] = known[cell];
  return good ? 1 : 0;
}

// Find up to `limit` solutions within the masks; -1 - found if the nodes ran out before.
int oracle_solutions(const int32_t* data, const uint32_t* masks, int limit, long nodes,
                     uint8_t* out) {
  Puzzle puzzle(data);
  std::vector<uint32_t> known(masks, masks + puzzle.cells);
  int found = 0;
  puzzle.nodes = nodes;
  if (!puzzle.settle_all(known)) return 0;
  bool enough = puzzle.colour_on(0, known, limit, found, out);
  return enough ? found : -1 - found;
}
}
