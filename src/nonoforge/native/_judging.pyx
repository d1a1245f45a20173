# distutils: language = c++
# cython: boundscheck=False, wraparound=False
"""Thin binding of what ratings take: packed puzzles in, plain tuples out, no GIL in between."""

from cpython.bytes cimport PyBytes_AsString
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector


cdef extern from "judging.hpp" namespace "nonoforge" nogil:
    const int RUNGS

    cdef cppclass Costs "std::array<std::int64_t, nonoforge::RUNGS>":
        int64_t& operator[](size_t)

    cdef cppclass RatingLimits:
        RatingLimits()
        int64_t settled
        double seconds

    cdef enum class RatingEnd(int):
        pass

    cdef cppclass LineRounds:
        RatingEnd end
        Costs uses
        Costs rounds
        int64_t narrowest
        int64_t effort
        int64_t settled
        int64_t looks
        vector[uint64_t] domains

    cdef cppclass Assumption:
        int32_t cell
        int32_t colour

    cdef cppclass PassCounts:
        cbool fine
        int64_t passes
        int64_t settled
        int64_t fruitful
        int64_t open

    cbool reads_cells_twice_of "nonoforge::reads_cells_twice"(
        const int32_t* data, size_t size) except +
    LineRounds rate_lines_of "nonoforge::rate_lines"(
        const int32_t* data, size_t size, const Costs& costs, const RatingLimits& limits,
        const uint64_t* start, const uint8_t* dirty) except +
    vector[int64_t] refute(const int32_t* data, size_t size, const uint64_t* start,
                           const vector[Assumption]& assumptions, cbool counted) except +
    PassCounts count_passes_of "nonoforge::count_passes"(
        const int32_t* data, size_t size, double seconds) except +


# Lists are filled by loops: Cython's comprehensions free an item twice where memory runs out.
cdef list costs_list(const Costs& costs):
    cdef list out = []
    for i in range(RUNGS):
        out.append(<int64_t>(<Costs&>costs)[i])
    return out


def reads_cells_twice(bytes packed):
    """Return whether a line of a puzzle reads a cell twice."""
    return reads_cells_twice_of(<const int32_t*>PyBytes_AsString(packed), len(packed) // 4)


def rate_lines(bytes packed, tuple costs, int64_t settled, double seconds,
               const uint64_t[::1] start=None, bytes dirty=None):
    """Take the rounds of a rating in which single lines help: `nonoforge.engine.judging`."""
    cdef const int32_t* data = <const int32_t*>PyBytes_AsString(packed)
    cdef size_t size = len(packed) // 4
    cdef Costs prices
    cdef RatingLimits limits
    cdef LineRounds found
    cdef const uint64_t* masks = NULL
    cdef const uint8_t* changed = NULL
    if len(costs) != RUNGS:
        raise ValueError("a cost for each technique of single lines")
    if size < 3:
        raise ValueError("no packed puzzle")
    for i in range(RUNGS):
        prices[i] = <int64_t>costs[i]
    limits.settled = settled
    limits.seconds = seconds
    if start is not None:
        if start.shape[0] != data[0]:
            raise ValueError("a mask for each cell of the puzzle")
        masks = &start[0] if start.shape[0] else NULL
    if dirty is not None:
        if len(dirty) != data[2]:
            raise ValueError("a byte for each line of the puzzle")
        changed = <const uint8_t*>PyBytes_AsString(dirty)
    with nogil:
        found = rate_lines_of(data, size, prices, limits, masks, changed)
    cdef list domains = []
    cdef size_t cell
    for cell in range(found.domains.size()):
        domains.append(found.domains[cell])
    return (<int>found.end, costs_list(found.uses), costs_list(found.rounds), found.narrowest,
            found.effort, found.settled, found.looks, domains)


def refuted(bytes packed, const uint64_t[::1] start, list atoms, bint counted):
    """Return for each (cell, colour) the number of lines that were settled until the assumption
    broke, or -1: it did not break."""
    cdef const int32_t* data = <const int32_t*>PyBytes_AsString(packed)
    cdef size_t size = len(packed) // 4
    cdef vector[Assumption] assumptions
    cdef vector[int64_t] found
    cdef Assumption one
    if size < 3 or start.shape[0] != data[0]:
        raise ValueError("a mask for each cell of the puzzle")
    for cell, colour in atoms:
        one.cell = cell
        one.colour = colour
        assumptions.push_back(one)
    cdef const uint64_t* first = &start[0] if start.shape[0] else NULL
    with nogil:
        found = refute(data, size, first, assumptions, counted)
    cdef list works = []
    cdef size_t i
    for i in range(found.size()):
        works.append(found[i])
    return works


def count_passes(bytes packed, double seconds):
    """Return passes over all lines, lines settled, lines that told something, and open cells left;
    None where a line has no colouring, or the seconds (-1: no limit) are over."""
    cdef const int32_t* data = <const int32_t*>PyBytes_AsString(packed)
    cdef size_t size = len(packed) // 4
    cdef PassCounts counts
    with nogil:
        counts = count_passes_of(data, size, seconds)
    return (counts.passes, counts.settled, counts.fruitful, counts.open) if counts.fine else None
