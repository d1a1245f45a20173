# distutils: language = c++
# cython: boundscheck=False, wraparound=False
"""Thin binding of the C++ kernel: numbers in, plain tuples out, no GIL in between."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.string cimport string
from libcpp.vector cimport vector


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
    cbool settle_line(const int32_t* clue, size_t size, int length, int colours,
                      uint64_t* masks) except +
    double time_settle(const int32_t* clue, size_t size, int length, int colours,
                       const uint64_t* masks, int repeats) except +


cdef tuple masks_tuple(const vector[uint64_t]& masks):
    cdef Py_ssize_t i, size = masks.size()
    cdef tuple out = PyTuple_New(size)
    cdef object item
    for i in range(size):
        item = masks[i]
        Py_INCREF(item)
        PyTuple_SET_ITEM(out, i, item)
    return out


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
    """The ladder for each puzzle (its flat numbers). `start` is for a single puzzle."""
    cdef vector[Numbers] inputs
    cdef vector[Result] results
    cdef Options options
    cdef Numbers one
    cdef const int32_t[::1] view
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
    for numbers in puzzles:
        view = numbers
        one.data = &view[0]
        one.size = view.shape[0]
        inputs.push_back(one)
    if start is not None:
        first = &start[0] if start.shape[0] else NULL
    with nogil:
        results = solve_all(inputs, options, first)
    return [result_tuple(results[i]) for i in range(results.size())]


def settle(const int32_t[::1] clue, int length, int colours, uint64_t[::1] masks):
    """Narrows `masks` (words of each colour in turn) in place; False if no colouring fits."""
    return settle_line(&clue[0], clue.shape[0], length, colours, &masks[0])


def settle_seconds(const int32_t[::1] clue, int length, int colours, const uint64_t[::1] masks,
                   int repeats):
    """The mean time of one settlement, measured inside the kernel."""
    cdef double seconds
    with nogil:
        seconds = time_settle(&clue[0], clue.shape[0], length, colours, &masks[0], repeats)
    return seconds
