# distutils: language = c++
# cython: boundscheck=False, wraparound=False
"""Thin binding of the C++ kernel: numbers in, plain tuples out, no GIL in between."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector


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
        PyTuple_SET_ITEM(out, i, item)
    # Only numbers inside: the garbage collector would find that out by walking over all of them.
    PyObject_GC_UnTrack(out)
    return out


cdef int put_clue(vector[int32_t]& out, object clue) except -1:
    """Kind 0 (runs), their number, then length and colour of each; a blotted length is 0. Kind 1
    (tally), how many colours it tells of, then total and groups of each; -1 is not told."""
    if hasattr(clue, "counts"):
        return put_tally(out, clue.counts)
    cdef tuple runs = clue.runs
    out.push_back(0)
    out.push_back(len(runs))
    for run in runs:
        if not isinstance(run, tuple) or len(<tuple>run) != 2:  # the casts below check nothing
            raise TypeError("a run is a length and a colour")
        out.push_back(0 if (<tuple>run)[0] is None else (<tuple>run)[0])
        out.push_back((<tuple>run)[1])
    return 0


cdef int put_tally(vector[int32_t]& out, tuple counts) except -1:
    out.push_back(1)
    out.push_back(len(counts))
    for total, groups in counts:
        out.push_back(-1 if total is None else total)
        out.push_back(-1 if groups is None else groups)
    return 0


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
    out.push_back(puzzle.cells)
    out.push_back(len(puzzle.palette))
    out.push_back(len(lines))
    for line in lines:
        cells = <tuple?>line.cells
        out.push_back(line.group)
        out.push_back(len(cells))
        for cell in cells:
            out.push_back(cell)
        put_clue(out, line.clue)
    out.push_back(len(puzzle.given))
    for cell, colour in puzzle.given:
        out.push_back(cell)
        out.push_back(colour)
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
