# distutils: language = c++
# cython: boundscheck=False, wraparound=False
"""Thin binding of the C++ kernel: numbers in, plain tuples out, no GIL in between."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.long cimport PyLong_AsLongLong
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GetItem, PyTuple_New, PyTuple_SetItem
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

from nonoforge.clues import Tally


cdef extern from "Python.h":
    void PyObject_GC_UnTrack(object)


cdef extern from "api.hpp" namespace "nonoforge" nogil:
    cdef struct Limits:
        int64_t settled
        int64_t nodes
        int64_t conflicts
        double seconds

    cdef struct Options:
        int limit
        int level
        cbool plain_order
        int depth
        uint64_t seed
        Limits limits

    cdef struct Work:
        int64_t settled
        int64_t probes
        int64_t nodes
        int64_t conflicts

    cdef cppclass Result:
        int level
        cbool line_solvable
        cbool exhausted
        vector[vector[uint8_t]] solutions
        vector[uint64_t] state
        int conflict
        Work work
        double seconds

    cdef cppclass Numbers:
        const int32_t* data
        size_t size

    vector[Result] solve_all(const vector[Numbers]& puzzles, const Options& options,
                             const uint64_t* start) except +
    cbool verified(const int32_t* numbers, const uint8_t* colouring)
    int64_t thin_out(const Numbers& numbers, uint8_t* kept, int64_t steps, double seconds,
                     uint64_t seed) except +
    cbool settle_line(const int32_t* clue, size_t size, int length, int colours,
                      uint64_t* masks) except +
    double time_settle(const int32_t* clue, size_t size, int length, int colours,
                       const uint64_t* masks, int repeats) except +


cdef tuple SMALL = tuple(range(256))  # masks of up to eight colours, ready made


cdef tuple masks_tuple(const vector[uint64_t]& masks):
    cdef Py_ssize_t i, size = masks.size()
    cdef tuple out = PyTuple_New(size)
    cdef object item
    for i in range(size):
        item = SMALL[<Py_ssize_t>masks[i]] if masks[i] < 256 else masks[i]
        Py_INCREF(item)
        PyTuple_SetItem(out, i, item)  # SET_ITEM is not in the stable ABI
    # Only numbers inside: the garbage collector would find that out by walking over all of them.
    PyObject_GC_UnTrack(out)
    return out


cdef int put(vector[int32_t]& out, object number) except -1:
    # Cython's own conversion is several times as slow under the stable ABI.
    cdef long long value = PyLong_AsLongLong(number)
    if value != <int32_t>value:
        raise OverflowError("a number of a puzzle has at most 32 bits")
    out.push_back(<int32_t>value)
    return 0


cdef int put_numbers(vector[int32_t]& out, tuple numbers) except -1:
    """How many there are, then each."""
    cdef Py_ssize_t i, size = len(numbers)
    out.push_back(<int32_t>size)
    for i in range(size):
        put(out, <object>PyTuple_GetItem(numbers, i))
    return 0


cdef int put_pairs(vector[int32_t]& out, tuple pairs, int32_t missing) except -1:
    """How many there are, then both numbers of each; None is `missing`."""
    cdef Py_ssize_t i, j, size = len(pairs)
    out.push_back(<int32_t>size)
    for i in range(size):
        # By index: under the stable ABI a named tuple is unpacked by an iterator, ten times as slowly.
        pair = <object>PyTuple_GetItem(pairs, i)
        if not isinstance(pair, tuple) or len(<tuple>pair) != 2:  # GetItem checks neither
            raise TypeError("a run is a length and a colour, a count a total and groups")
        for j in range(2):
            number = <object>PyTuple_GetItem(pair, j)
            if number is None:
                out.push_back(missing)
            else:
                put(out, number)
    return 0


cdef int put_clue(vector[int32_t]& out, object clue) except -1:
    """Kind 0 (runs), their number, then length and colour of each; a blotted length is 0. Kind 1
    (tally), how many colours it tells of, then total and groups of each; -1 is not told."""
    if isinstance(clue, Tally):
        out.push_back(1)
        return put_pairs(out, clue.counts, -1)
    out.push_back(0)
    return put_pairs(out, clue.runs, 0)



cdef bytes as_bytes(const vector[int32_t]& numbers):
    return PyBytes_FromStringAndSize(<const char*>numbers.data(), 4 * numbers.size())


def pack_clue(clue):
    """The clue as flat 32-bit integers."""
    cdef vector[int32_t] out
    put_clue(out, clue)
    return as_bytes(out)


def pack(puzzle):
    """The puzzle as flat 32-bit integers: what the kernel reads, and its verifier.

    Cells, colours, lines; for each line its group, length, cells and clue; then the givens.
    """
    cdef vector[int32_t] out
    cdef tuple lines = puzzle.lines
    put(out, puzzle.cells)
    out.push_back(len(puzzle.palette))
    out.push_back(len(lines))
    for line in lines:
        put(out, line.group)
        put_numbers(out, line.cells)
        put_clue(out, line.clue)
    out.push_back(len(puzzle.given))
    for cell, colour in puzzle.given:
        put(out, cell)
        put(out, colour)
    return as_bytes(out)


cdef int put_group(vector[int32_t]& out, list clues, int group, int first, int stride, int apart,
                   int length, int colours, int64_t* sums) except -2:
    """Appends the lines of rows or of columns; -1 where a clue is anything but runs that fit."""
    cdef int index, cell, position, before, size, colour
    cdef int64_t needs
    cdef object entry, run
    for index in range(len(clues)):
        entry = clues[index]
        if type(entry) is not list:
            return -1
        out.push_back(group)
        out.push_back(length)
        cell = first + index * apart
        for position in range(length):
            out.push_back(cell)
            cell += stride
        out.push_back(0)
        out.push_back(len(<list>entry))
        needs = before = 0
        for run in <list>entry:
            colour = 1
            if type(run) is list:
                if len(<list>run) != 2 or type((<list>run)[1]) is not int:
                    return -1
                if not 1 <= (<list>run)[1] < colours:
                    return -1
                colour = (<list>run)[1]
                run = (<list>run)[0]
            if type(run) is not int or not 1 <= run <= length:
                return -1
            size = run
            needs += size + (colour == before)
            before = colour
            sums[colour] += size
            out.push_back(size)
            out.push_back(colour)
        if needs > length:
            return -1
    return 0


def pack_matrix(list rows, list columns, int colours, bytes solution=None):
    """Pack lines along the rows and columns of a matrix of cells, as `pack` does, from clues as JSON
    has them: lists of lengths or of [length, colour].

    None where anything is unusual or wrong: a hidden clue, a blotted run, a clue that does not fit
    its line, sums that differ, a solution that breaks a clue.
    """
    cdef vector[int32_t] out
    cdef int64_t across[64]
    cdef int64_t down[64]
    cdef int width = len(columns), height = len(rows), colour
    if not 2 <= colours <= 64 or not width or not height:
        return None
    for colour in range(64):
        across[colour] = down[colour] = 0
    out.reserve(6 + (width + height) * 4 + 2 * width * height + 4 * width * height)
    out.push_back(width * height)
    out.push_back(colours)
    out.push_back(width + height)
    if put_group(out, rows, 0, 0, 1, width, width, colours, across) < 0:
        return None
    if put_group(out, columns, 1, 0, width, 1, height, colours, down) < 0:
        return None
    for colour in range(1, colours):
        if across[colour] != down[colour]:
            return None
    out.push_back(0)
    if solution is not None:
        if len(solution) != width * height or not verified(
                out.data(), <const uint8_t*>PyBytes_AsString(solution)):
            return None
    return as_bytes(out)


cdef tuple result_tuple(const Result& result):
    solutions = tuple([
        PyBytes_FromStringAndSize(<const char*>result.solutions[i].data(),
                                  result.solutions[i].size())
        for i in range(result.solutions.size())
    ])
    return (result.level, result.line_solvable, result.exhausted, solutions,
            masks_tuple(result.state), result.conflict,
            (result.work.settled, result.work.probes, result.work.nodes, result.work.conflicts),
            result.seconds)


def solve_many(list puzzles, int limit, int level, bint plain_order, int depth,
               int64_t settled, int64_t nodes, int64_t conflicts, double seconds, uint64_t seed,
               const uint64_t[::1] start=None):
    """The ladder for each packed puzzle. `start` is for a single one."""
    cdef vector[Numbers] inputs
    cdef vector[Result] results
    cdef Options options
    cdef Numbers one
    cdef const uint64_t* first = NULL
    options.limit = limit
    options.level = level
    options.plain_order = plain_order
    options.depth = depth
    options.limits.settled = settled
    options.limits.nodes = nodes
    options.limits.conflicts = conflicts
    options.seed = seed
    options.limits.seconds = seconds
    cdef tuple held = tuple(puzzles)  # ours alone: the list may change while the kernel runs
    for packed in held:
        one.data = <const int32_t*>PyBytes_AsString(packed)
        one.size = len(packed) // 4
        inputs.push_back(one)
    if start is not None:
        if inputs.size() != 1 or not inputs[0].size or start.shape[0] != inputs[0].data[0]:
            raise ValueError("a start needs one puzzle, and a mask for each cell of it")
        first = &start[0] if start.shape[0] else NULL
    with nogil:
        results = solve_all(inputs, options, first)
    return [result_tuple(results[i]) for i in range(results.size())]


def solve_lines(list puzzles, int64_t settled):
    """Settle single lines of packed puzzles until nothing changes: for each the solution, or None
    where that is not enough; the lines settled, and seconds. `settled` is a limit; -1 is none."""
    cdef vector[Numbers] inputs
    cdef vector[Result] results
    cdef Options options
    cdef Numbers one
    cdef Py_ssize_t i
    options.limit = 2
    options.level = 0
    options.plain_order = False
    options.depth = 3
    options.seed = 0
    options.limits.settled = settled
    options.limits.nodes = options.limits.conflicts = -1
    options.limits.seconds = -1
    cdef tuple held = tuple(puzzles)
    for packed in held:
        one.data = <const int32_t*>PyBytes_AsString(packed)
        one.size = len(packed) // 4
        inputs.push_back(one)
    with nogil:
        results = solve_all(inputs, options, NULL)
    found = []
    for i in range(<Py_ssize_t>results.size()):
        solution = None
        if results[i].line_solvable and not results[i].exhausted and results[i].solutions.size() == 1:
            solution = PyBytes_FromStringAndSize(
                <const char*>results[i].solutions[0].data(), results[i].solutions[0].size())
        found.append((solution, results[i].work.settled, results[i].seconds))
    return found


cdef int check_masks(Py_ssize_t size, int length, int colours) except -1:
    if length < 0 or colours < 0 or size != (<Py_ssize_t>length + 63) // 64 * colours:
        raise ValueError("as many words for each colour as the line needs")
    return 0


def settle(bytes clue, int length, int colours, uint64_t[::1] masks):
    """Narrows `masks` (words of each colour in turn) in place; False if no colouring fits."""
    check_masks(masks.shape[0], length, colours)
    cdef const char* data = clue
    cdef uint64_t* words = &masks[0] if masks.shape[0] else NULL
    return settle_line(<const int32_t*>data, len(clue) // 4, length, colours, words)


def settle_seconds(bytes clue, int length, int colours, const uint64_t[::1] masks, int repeats):
    """The mean time of one settlement, measured inside the kernel."""
    check_masks(masks.shape[0], length, colours)
    cdef const char* data = clue
    cdef size_t size = len(clue) // 4
    cdef const uint64_t* words = &masks[0] if masks.shape[0] else NULL
    cdef double seconds
    with nogil:
        seconds = time_settle(<const int32_t*>data, size, length, colours, words, max(repeats, 1))
    return seconds


def thin(bytes packed, bytearray kept, int64_t steps, double seconds, uint64_t seed):
    """Makes a set of lines (`kept`, a byte for each) that solves the puzzle, or a smaller one.

    Gives the steps done, or -1: not even all lines solve it.
    """
    cdef Numbers numbers
    cdef uint8_t* flags = <uint8_t*><char*>kept
    cdef int64_t done
    numbers.data = <const int32_t*>PyBytes_AsString(packed)
    numbers.size = len(packed) // 4
    if numbers.size < 3 or len(kept) != numbers.data[2]:
        raise ValueError("a byte for each line of the puzzle")
    with nogil:
        done = thin_out(numbers, flags, steps, seconds, seed)
    return done
