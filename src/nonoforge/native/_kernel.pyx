# distutils: language = c++
# cython: boundscheck=False, wraparound=False
"""Thin binding of the C++ kernel: numbers in, plain tuples out, no GIL in between."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from cython.operator cimport dereference
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.unordered_map cimport unordered_map
from libcpp.utility cimport pair
from libcpp.vector cimport vector

from nonoforge.clues import Count, Run, Runs, Tally
from nonoforge.puzzle import Line
from nonoforge.state import State
from nonoforge.verdict import LEVELS, Verdict
from nonoforge.verdict import Work as WorkTuple


cdef extern from "Python.h":
    ctypedef struct PyObject
    ctypedef struct PyTypeObject
    # Cython's declarations count references, which costs more than the calls.
    PyObject* PyTuple_GetItem(PyObject*, Py_ssize_t) except NULL
    Py_ssize_t PyTuple_Size(PyObject*) except -1
    long long PyLong_AsLongLong(PyObject*) except? -1
    PyTypeObject* Py_TYPE(PyObject*)
    void Py_INCREF(PyObject*)
    void Py_DECREF(PyObject*)


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
    void interrupt_calls(cbool on)
    cbool verified(const int32_t* numbers, const uint8_t* colouring)
    cbool clues_agree(const int32_t* numbers) except +
    int most_cells(const int32_t* numbers)
    double now "nonoforge::Clock::now"()
    int64_t thin_out(const Numbers& numbers, uint8_t* kept, int64_t steps, double seconds,
                     uint64_t seed) except +
    void settle_lines(const int32_t* clues, int count, int length, int colours, uint64_t* masks,
                      uint8_t* fits) except +
    double time_settle(const int32_t* clue, size_t size, int length, int colours,
                       const uint64_t* masks, int repeats) except +


cdef extern from "clue_text.hpp" namespace "nonoforge" nogil:
    cdef cppclass MatrixPacker:
        vector[int32_t] out
        MatrixPacker(int width, int height, int colours) except +
        cbool group(int group, const char* text, size_t size) except +
        cbool finish() except +

    cbool has_distinct_members(const char* text, size_t size)


cdef int MAX_CELLS = 1 << 24  # of a matrix that is packed here

cdef PyTypeObject* LINE = <PyTypeObject*>Line
cdef PyTypeObject* RUN = <PyTypeObject*>Run
cdef PyTypeObject* RUNS = <PyTypeObject*>Runs
cdef PyTypeObject* COUNT = <PyTypeObject*>Count
cdef PyObject* NONE = <PyObject*>None


cdef inline int32_t number_of(PyObject* number) except? -1:
    cdef long long value = PyLong_AsLongLong(number)
    if value != <int32_t>value:
        raise OverflowError("a number of a puzzle has at most 32 bits")
    return <int32_t>value


# Puzzles of one size share the tuples of the cells that lines read (families/grid/geometry.py): by the address
# of such a tuple, how many they are and each; and the tuples, so that no others take their addresses.
cdef unordered_map[size_t, vector[int32_t]] packed_cells
cdef list held_cells = []
cdef size_t packed_count = 0  # numbers in all
cdef enum:
    MOST_PACKED = 1 << 18


cdef int put_cells(vector[int32_t]& out, PyObject* cells) except -1:
    """How many there are, then each."""
    global packed_count
    cdef Py_ssize_t i, size
    cdef size_t first = out.size()
    cdef vector[int32_t] numbers
    cdef unordered_map[size_t, vector[int32_t]].iterator found = packed_cells.find(<size_t>cells)
    if found != packed_cells.end():
        out.insert(out.end(), dereference(found).second.begin(), dereference(found).second.end())
        return 0
    size = PyTuple_Size(cells)
    out.push_back(<int32_t>size)
    for i in range(size):
        out.push_back(number_of(PyTuple_GetItem(cells, i)))
    if packed_count + size + 1 > MOST_PACKED:
        packed_cells.clear()
        held_cells.clear()
        packed_count = 0
    if size < MOST_PACKED:
        held_cells.append(<object>cells)
        numbers.assign(out.begin() + first, out.end())
        packed_cells.insert(pair[size_t, vector[int32_t]](<size_t>cells, numbers))
        packed_count += size + 1
    return 0


# Nearly all clues share their runs (clues.py): by address, the last ones that were read, and their numbers.
cdef struct KnownRun:
    PyObject* run
    int32_t length
    int32_t colour


cdef enum:
    KNOWN_RUNS = 1 << 12

cdef KnownRun[KNOWN_RUNS] known_runs


cdef inline KnownRun* place_of(PyObject* run) noexcept:
    cdef size_t address = <size_t>run >> 4
    return &known_runs[(address ^ (address >> 12)) & (KNOWN_RUNS - 1)]


cdef int put_pairs(vector[int32_t]& out, PyObject* pairs, int32_t missing) except -1:
    """How many there are, then both numbers of each; None is `missing`."""
    cdef Py_ssize_t i, j, size = PyTuple_Size(pairs)
    cdef PyObject* both
    cdef PyObject* number
    cdef KnownRun* known
    cdef size_t at = out.size()
    out.resize(at + 1 + 2 * size)
    out[at] = <int32_t>size
    for i in range(size):
        both = PyTuple_GetItem(pairs, i)
        known = place_of(both)
        if known.run == both:
            out[at + 1] = known.length
            out[at + 2] = known.colour
            at += 2
            continue
        if Py_TYPE(both) != RUN and Py_TYPE(both) != COUNT and (
                not isinstance(<object>both, tuple) or PyTuple_Size(both) != 2):
            raise TypeError("a run is a length and a colour, a count a total and groups")
        for j in range(2):
            number = PyTuple_GetItem(both, j)
            at += 1
            out[at] = missing if number == NONE else number_of(number)
        if Py_TYPE(both) == RUN:
            Py_INCREF(both)
            if known.run != NULL:
                Py_DECREF(known.run)
            known.run = both
            known.length = out[at - 1]
            known.colour = out[at]
    return 0


cdef int put_clue(vector[int32_t]& out, object clue) except -1:
    """Kind 0 (runs), their number, then length and colour of each; a blotted length is 0. Kind 1
    (tally), how many colours it tells of, then total and groups of each; -1 is not told."""
    cdef tuple pairs
    if Py_TYPE(<PyObject*>clue) != RUNS and isinstance(clue, Tally):
        pairs = clue.counts
        out.push_back(1)
        return put_pairs(out, <PyObject*>pairs, -1)
    pairs = clue.runs
    out.push_back(0)
    return put_pairs(out, <PyObject*>pairs, 0)


cdef bytes as_bytes(const vector[int32_t]& numbers):
    return PyBytes_FromStringAndSize(<const char*>numbers.data(), 4 * numbers.size())


def interrupt(bint on):
    """End all calls that are running in other threads soon, as if their time were over, and let new
    ones end at once; or let calls go on again."""
    interrupt_calls(on)


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
    cdef tuple lines = puzzle.lines, given = puzzle.given
    cdef PyObject* line
    cdef Py_ssize_t i, count = len(lines)
    cells = puzzle.cells
    out.push_back(number_of(<PyObject*>cells))
    out.reserve(8 * count + min(3 * <Py_ssize_t>out[0], 1 << 16))
    out.push_back(len(puzzle.palette))
    out.push_back(<int32_t>count)
    for i in range(count):
        line = PyTuple_GetItem(<PyObject*>lines, i)
        if Py_TYPE(line) != LINE:
            raise TypeError("the lines of a puzzle are of the class Line")
        out.push_back(number_of(PyTuple_GetItem(line, 3)))
        put_cells(out, PyTuple_GetItem(line, 0))
        put_clue(out, <object>PyTuple_GetItem(line, 1))
    out.push_back(<int32_t>len(given))
    for decided in given:  # a cell, a colour
        for i in range(2):
            out.push_back(number_of(PyTuple_GetItem(<PyObject*>decided, i)))
    return as_bytes(out)


def pack_all(list puzzles):
    """Pack each puzzle that has not been packed; it is kept with the puzzle, which is frozen. All of them, and the
    seconds that this took."""
    cdef double begin = now()
    cdef list found = []
    cdef dict kept
    for puzzle in puzzles:
        kept = puzzle.__dict__
        packed = kept.get("_packed")
        if packed is None:
            packed = kept["_packed"] = pack(puzzle)
        found.append(packed)
    return found, now() - begin


def pack_matrix(bytes rows, bytes columns, int width, int height, int colours, bytes solution=None):
    """Pack lines along the rows and columns of a matrix of cells, as `pack` does, from clues as text
    (see clue_text.hpp).

    None where anything is unusual or wrong: a hidden clue, a blotted run, a clue that does not fit
    its line, sums that differ, a solution that breaks a clue.
    """
    if not 2 <= colours <= 64 or width < 1 or height < 1 or width > MAX_CELLS // height:
        return None
    cdef MatrixPacker* packer = new MatrixPacker(width, height, colours)
    try:
        if not packer.group(0, PyBytes_AsString(rows), len(rows)) or not packer.group(
                1, PyBytes_AsString(columns), len(columns)) or not packer.finish():
            return None
        if solution is not None and (len(solution) != width * height or not verified(
                packer.out.data(), <const uint8_t*>PyBytes_AsString(solution))):
            return None
        return as_bytes(packer.out)
    finally:
        del packer


def agrees(bytes packed, bytes solution=None):
    """Whether the clues of a packed puzzle fit their lines and each other, and the solution (one
    colour for each cell) meets them; False also where that takes more care."""
    cdef const int32_t* numbers = <const int32_t*>PyBytes_AsString(packed)
    if numbers[2] < 1 or not clues_agree(numbers):
        return False
    return solution is None or (len(solution) == numbers[0] and verified(
        numbers, <const uint8_t*>PyBytes_AsString(solution)))


def longest_line(list puzzles):
    """The most cells that a line of these packed puzzles has."""
    cdef int most = 0
    cdef bytes packed
    for packed in puzzles:
        most = max(most, most_cells(<const int32_t*>PyBytes_AsString(packed)))
    return most


def distinct_members(bytes text):
    """Whether a JSON object has no two members of one name; False also where this takes more care."""
    return has_distinct_members(PyBytes_AsString(text), len(text))


cdef tuple LEVEL_NAMES = LEVELS
cdef tuple OTHER_FIELDS = tuple(Verdict._field_defaults.values())
cdef object new_tuple = tuple.__new__  # named tuples without their constructor in Python


cdef object new_object = object.__new__


cdef object kept_state(object masks):
    # Without the constructor in Python.
    state = new_object(State)
    state._masks = masks
    return state


cdef object state_of(const vector[uint64_t]& masks, int colours):
    cdef size_t i
    cdef list wide = []
    cdef bytes narrow
    cdef char* out
    if colours > 8:
        for i in range(masks.size()):
            wide.append(masks[i])
        return kept_state(tuple(wide))
    narrow = PyBytes_FromStringAndSize(NULL, masks.size())
    out = PyBytes_AsString(narrow)
    for i in range(masks.size()):
        out[i] = <char>masks[i]
    return kept_state(narrow)


cdef object solved_state(const vector[uint8_t]& solution, int colours):
    cdef size_t i
    cdef list wide = []
    cdef bytes narrow
    cdef char* out
    if colours > 8:
        for i in range(solution.size()):
            wide.append((<uint64_t>1) << solution[i])
        return kept_state(tuple(wide))
    narrow = PyBytes_FromStringAndSize(NULL, solution.size())
    out = PyBytes_AsString(narrow)
    if colours == 2:
        for i in range(solution.size()):
            out[i] = <char>(1 + solution[i])
    else:
        for i in range(solution.size()):
            out[i] = <char>(1 << solution[i])
    return kept_state(narrow)


cdef object result_tuple(const Result& result, int colours, bint verdicts):
    """What an outcome has; a verdict, where these are wanted and there is one solution."""
    # No list comprehension: Cython's frees an item twice where memory runs out.
    cdef list several
    cdef tuple solutions
    cdef size_t i
    if result.solutions.size() == 1:
        solutions = (bytes_of(result.solutions[0]),)
    else:
        several = []
        for i in range(result.solutions.size()):
            several.append(bytes_of(result.solutions[i]))
        solutions = tuple(several)
    level = LEVEL_NAMES[result.level]
    state = solved_state(result.solutions[0], colours) if result.line_solvable else state_of(result.state, colours)
    work = new_tuple(WorkTuple, (result.work.settled, result.work.probes, result.work.nodes,
                                 result.work.conflicts))
    if verdicts and not result.exhausted and result.solutions.size() == 1:
        return new_tuple(Verdict, ("unique", level, result.line_solvable, solutions, True, state, work) + OTHER_FIELDS)
    return (level, result.line_solvable, result.exhausted, solutions, state,
            None if result.conflict < 0 else result.conflict, work)


cdef bytes bytes_of(const vector[uint8_t]& solution):
    return PyBytes_FromStringAndSize(<const char*>solution.data(), solution.size())


def solve_packed(list puzzles, int limit, int level, bint plain_order, int depth,
               int64_t settled, int64_t nodes, int64_t conflicts, double seconds, uint64_t seed,
               const uint64_t[::1] start=None, bint verdicts=False):
    """The ladder for each packed puzzle: what an outcome has, in its order; and the seconds of all.
    `start` is for a single one. With `verdicts`, that of a puzzle with one solution instead."""
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
    cdef list found = []
    cdef size_t i
    cdef double spent = 0
    for i in range(results.size()):
        found.append(result_tuple(results[i], inputs[i].data[1], verdicts))
        spent += results[i].seconds
    return found, spent


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


cdef int check_masks(Py_ssize_t size, Py_ssize_t lines, int length, int colours) except -1:
    if length < 0 or colours < 0 or size != (<Py_ssize_t>length + 63) // 64 * colours * lines:
        raise ValueError("as many words for each colour as the line needs")
    return 0


def settle_many(list clues, int length, int colours, uint64_t[::1] masks):
    """Narrows the masks (for each line the words of each colour in turn) in place. Gives a byte for
    each line: 0 if no colouring fits."""
    cdef vector[int32_t] packed
    cdef tuple held = tuple(clues)
    for clue in held:
        put_clue(packed, clue)
    check_masks(masks.shape[0], len(held), length, colours)
    cdef int count = len(held)
    cdef vector[uint8_t] fits
    fits.resize(count)
    cdef uint64_t* words = &masks[0] if masks.shape[0] else NULL
    with nogil:
        settle_lines(packed.data(), count, length, colours, words, fits.data())
    return PyBytes_FromStringAndSize(<const char*>fits.data(), count)


def settle_seconds(bytes clue, int length, int colours, const uint64_t[::1] masks, int repeats):
    """The mean time of one settlement, measured inside the kernel."""
    check_masks(masks.shape[0], 1, length, colours)
    cdef const char* data = clue
    cdef size_t size = len(clue) // 4
    cdef const uint64_t* words = &masks[0] if masks.shape[0] else NULL
    cdef double seconds
    with nogil:
        seconds = time_settle(<const int32_t*>data, size, length, colours, words, max(repeats, 1))
    return seconds


def thin(bytes packed, uint8_t[::1] kept, int64_t steps, double seconds, uint64_t seed):
    """Makes a set of lines (`kept`, a byte for each) that solves the puzzle, or a smaller one.

    Gives the steps done, or -1: not even all lines solve it.
    """
    cdef Numbers numbers
    cdef uint8_t* flags = &kept[0] if kept.shape[0] else NULL
    cdef int64_t done
    numbers.data = <const int32_t*>PyBytes_AsString(packed)
    numbers.size = len(packed) // 4
    if numbers.size < 3 or kept.shape[0] != numbers.data[2]:
        raise ValueError("a byte for each line of the puzzle")
    with nogil:
        done = thin_out(numbers, flags, steps, seconds, seed)
    return done
