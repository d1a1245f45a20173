# distutils: language = c++
# cython: boundscheck=False, wraparound=False
"""Thin binding of the judge of curve layouts: paths and numbers in, plain numbers out."""

from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr
from libcpp.pair cimport pair
from libcpp.vector cimport vector


cdef extern from "layouts.hpp" namespace "nonoforge::layouts" nogil:
    const int FREE

    cdef struct Point:
        double x
        double y

    cdef struct Aims:
        double angle
        double apart
        double gap
        double width
        double ports
        double spacing
        double severity
        int curves
        int min_curves

    cdef cppclass Corners "std::array<nonoforge::layouts::Point, 4>":
        Point& operator[](size_t)

    cdef cppclass Piece:
        Piece()
        int points
        Corners at
        int border

    cdef cppclass Judged:
        cbool within
        cbool clear
        double cost
        int faults
        vector[double] blame
        vector[double] areas
        vector[int] open
        vector[Point] places

    cdef cppclass Judge:
        Judge(const Aims&, const vector[Point]&, const vector[double]&, const vector[int]&, int,
              double) except +
        int add(const vector[Piece]&, const vector[pair[int, int]]&, double, double,
                const vector[double]&) except +
        void keep(const vector[int]&) except +
        Judged judge(const vector[int]&, double) except +
        Point spot(const vector[int]&, int) except +


# Cython's own conversion to a vector ends the process where memory runs out.
cdef int put_doubles(vector[double]& out, numbers) except -1:
    for number in numbers:
        out.push_back(<double>number)
    return 0


cdef int put_ints(vector[int]& out, numbers) except -1:
    for number in numbers:
        out.push_back(<int>number)
    return 0


cdef class LayoutJudge:
    """Keeps courses by number and judges layouts of them."""

    cdef unique_ptr[Judge] judge_

    def __cinit__(self, tuple aims, list frame, list corners, tuple steps, int colours,
                  double spacing):
        cdef Aims goals
        cdef vector[Point] places
        cdef vector[double] marks
        cdef vector[int] changes
        cdef Point place
        (goals.angle, goals.apart, goals.gap, goals.width, goals.ports, goals.spacing,
         goals.severity, goals.curves, goals.min_curves) = aims
        for x, y in frame:
            place.x, place.y = x, y
            places.push_back(place)
        put_doubles(marks, corners)
        put_ints(changes, steps)
        self.judge_.reset(new Judge(goals, places, marks, changes, colours, spacing))

    def add(self, tuple path, tuple borders, tuple corners, double port0, double port1, list leans):
        """Return the number of a new course: pieces, a border of each (or None), corners (joint,
        number), and the places and angles at which it meets the frame."""
        cdef vector[Piece] pieces
        cdef vector[pair[int, int]] marks
        cdef vector[double] angles
        cdef Piece piece
        cdef int k
        for points, border in zip(path, borders):
            piece.points = len(points)
            if piece.points != 2 and piece.points != 4:
                raise ValueError("a piece has two points or four")
            k = 0
            for x, y in points:
                piece.at[k].x, piece.at[k].y = x, y
                k += 1
            piece.border = FREE if border is None else border
            pieces.push_back(piece)
        for joint, number in corners:
            marks.push_back(pair[int, int](joint, number))
        put_doubles(angles, leans)
        return self.judge_.get().add(pieces, marks, port0, port1, angles)

    def keep(self, list courses):
        """Forget all courses but these."""
        cdef vector[int] numbers
        put_ints(numbers, courses)
        self.judge_.get().keep(numbers)

    def judge(self, list courses, double limit):
        """Return (cost, blame of each course, areas of faces or None, open faces, places of
        faults), or None if it costs more than the limit."""
        cdef vector[int] numbers
        cdef Judged found
        put_ints(numbers, courses)
        found = self.judge_.get().judge(numbers, limit)
        if not found.within:
            return None
        # No list comprehension: Cython's frees an item twice where memory runs out.
        cdef list places = []
        cdef size_t k
        for k in range(found.places.size()):
            places.append((found.places[k].x, found.places[k].y))
        return found.cost, found.blame, found.areas if found.clear else None, tuple(found.open), places

    def spot(self, list courses, int face):
        """Return the point in a face that is farthest from its boundary."""
        cdef vector[int] numbers
        cdef Point place
        put_ints(numbers, courses)
        place = self.judge_.get().spot(numbers, face)
        return place.x, place.y
