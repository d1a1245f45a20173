"""Commands with the worst inputs keep their --budget and their memory, and Ctrl-C ends them.

A round runs one command of COMMANDS on one input of its kind. The CPU time of the command and its
children may be the budget and a fifth, besides what the same command takes for a small input of the
kind, at most MAX_START (its start-up); memory may be MAX_MEMORY. Then the command runs again, is
interrupted at a random moment, and may compute for MAX_INTERRUPTED more. Time is CPU time
throughout, which does not depend on what else the machine does.
"""

from __future__ import annotations

import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import product
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import NamedTuple

from families.curved.strokes import FRAME, random_open
from helpers.arrangements import random_sloped
from helpers.puzzles import INKS
from nonoforge.clues import Count, Tally
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.formats import save
from nonoforge.palette import Palette
from soak.runner import Report

BUDGET = 2.0  # seconds
SHARE = 1.2  # of the budget that may be computed
MAX_START = 1.0  # seconds of starting up: libraries that are loaded
SLACK = 0.3  # seconds: clocks, and the last piece of work begun in time
MAX_MEMORY = 1024  # MB, as the studio gives its workers
MAX_INTERRUPTED = 1.0  # seconds of CPU time after Ctrl-C
HUNG_SECONDS = 300.0  # of CPU time
MAX_CLOCK = 1100.0  # by the clock: the machine may be busy
COMMAND = ("import signal, time; signal.signal(signal.SIGINT, signal.default_int_handler); "
           "time.monotonic = time.perf_counter = time.process_time; "
           "from nonoforge.cli import main; main()")
"""The command. Its clocks count CPU time: otherwise less would be done within a budget where the
machine is busy, and overshoots would not show. A shell that starts this in the background has
Ctrl-C ignored."""
SHORT = ()  # `make test` asserts no times


# --- inputs --------------------------------------------------------------------------------------

def _noise(rng: Random, width: int, height: int, colours: int = 2) -> list[list[int]]:
    return [[rng.randrange(colours) for _ in range(width)] for _ in range(height)]


def noise_grid(rng: Random, path: Path, size: int) -> None:
    save(from_picture(_noise(rng, size, size)), path)


def coloured_grid(rng: Random, path: Path, size: int) -> None:
    colours = min(8, len(INKS))
    save(from_picture(_noise(rng, size, size, colours), palette=Palette.of(*INKS[:colours])), path)


def chequered_grid(rng: Random, path: Path, size: int) -> None:
    """Dominoes along the diagonals: solutions beyond counting."""
    save(from_picture([[(x // 2 + y // 2) % 2 for x in range(size)] for y in range(size)]), path)


def long_grid(rng: Random, path: Path, size: int) -> None:
    save(from_picture(_noise(rng, 10 * size, 10)), path)


def noise_solid(rng: Random, path: Path, size: int) -> None:
    save(from_voxels([_noise(rng, size, size) for _ in range(size)]), path)


def hidden_solid(rng: Random, path: Path, size: int) -> None:
    """Nine of ten clues are left out."""
    from dataclasses import replace

    made = from_voxels([_noise(rng, size, size) for _ in range(size)])
    hidden = Tally((Count(None, None),))
    lines = tuple(line if rng.random() < 0.1 else line._replace(clue=hidden)
                  for line in made.puzzle.lines)
    save(replace(made, puzzle=replace(made.puzzle, lines=lines), solution=None), path)


def noise_tri(rng: Random, path: Path, size: int) -> None:
    from nonoforge.families.tri import TriGrid, from_colouring

    outline = TriGrid.of_sides(size, size, size, size)
    save(from_colouring(outline, bytes(rng.randrange(2) for _ in range(outline.cells))), path)


def sloped(rng: Random, path: Path, size: int) -> None:
    save(random_sloped(rng, size, any_slope=True), path)


def tangle(rng: Random, path: Path, size: int) -> None:
    """Curves that cross themselves and each other."""
    from nonoforge.families.curved.arranging.arrange import arrange
    from nonoforge.families.plane import from_faces

    strokes = [random_open(rng, f"curve {k}", 3) for k in range(size)]
    arrangement = arrange(FRAME, strokes).arrangement
    save(from_faces(arrangement, bytes(rng.randrange(2) for _ in arrangement.faces)), path)


def zigzag(rng: Random, path: Path, size: int) -> None:
    """A drawing of one curve to and fro over a second: a line that reads two faces again and
    again."""
    step = 800 / size
    points = " ".join(f"{100 + step * k:.4f},{450 if k % 2 else 550}" for k in range(size + 1))
    path.write_text(_drawing(
        f'<polyline fill="none" stroke="#0a0" points="0,500 100,550 {points} 1000,500"/>'
        '<path fill="none" stroke="#0a0" d="M0 520 L1000 480"/>'))


def open_curves(rng: Random, path: Path, size: int) -> None:
    path.write_text(_drawing("".join(
        f'<path fill="none" stroke="#0a0" d="M0 {rng.uniform(20, 980):.3f} C'
        + " ".join(f"{rng.uniform(0, 1000):.3f} {rng.uniform(0, 1000):.3f}" for _ in range(2))
        + f' 1000 {rng.uniform(20, 980):.3f}"/>' for _ in range(size))))


def _drawing(content: str) -> str:
    """Return a drawing with a frame and a picture, a circle that the curves cross."""
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="200mm" height="200mm" '
            'viewBox="0 0 1000 1000"><rect id="frame" fill="none" stroke="#00f" width="1000" '
            'height="1000"/><circle fill="none" stroke="#f00" cx="400" cy="410" r="180"/>'
            f'{content}</svg>')


def scribble(rng: Random, path: Path, size: int) -> None:
    """Filled polygons over each other, as a drawing."""
    shapes = []
    for _ in range(size):
        points = " ".join(f"{rng.uniform(0, 1000):.2f},{rng.uniform(0, 1000):.2f}"
                          for _ in range(12))
        shapes.append(f'<polygon fill="{rng.choice(INKS[1:])}" points="{points}"/>')
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">'
                    f'{"".join(shapes)}</svg>')


def polygons(rng: Random, path: Path, size: int) -> None:
    """Small polygons side by side, with edges in all directions."""
    shapes = []
    for _ in range(size):
        x, y = rng.uniform(50, 950), rng.uniform(50, 950)
        points = " ".join(f"{x + rng.uniform(-40, 40):.2f},{y + rng.uniform(-40, 40):.2f}"
                          for _ in range(3))
        shapes.append(f'<polygon fill="{INKS[1]}" points="{points}"/>')
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">'
                    f'{"".join(shapes)}</svg>')


def photo(rng: Random, path: Path, size: int) -> None:
    from PIL import Image

    Image.frombytes("RGB", (size, size), rng.randbytes(3 * size * size)).save(path)


def crumpled_mesh(rng: Random, path: Path, size: int) -> None:
    """A sphere whose points are moved at random: it passes through itself everywhere."""
    rows, columns = size, 2 * size
    points = [tuple(radius * part for part in (
        sin(pi * row / rows) * cos(2 * pi * column / columns),
        sin(pi * row / rows) * sin(2 * pi * column / columns), cos(pi * row / rows)))
        for row, column in product(range(rows + 1), range(columns))
        for radius in [rng.uniform(0.6, 1.0)]]
    faces = bytearray()
    count = 0
    for row, column in product(range(rows), range(columns)):
        a, b = row * columns + column, row * columns + (column + 1) % columns
        for corners in ((a, b, a + columns), (b, b + columns, a + columns)):
            faces += struct.pack("<12fH", 0, 0, 0, *(part for corner in corners
                                                     for part in points[corner]), 0)
            count += 1
    path.write_bytes(bytes(80) + struct.pack("<I", count) + faces)


class Source(NamedTuple):
    """A kind of input: how it is made, its size, and that of the small one for the start-up."""

    name: str
    make: Callable[[Random, Path, int], None]
    size: int
    small: int
    ending: str = ".nono"


PUZZLES = (
    Source("noise", noise_grid, 100, 3), Source("large noise", noise_grid, 1000, 3),
    Source("colours", coloured_grid, 80, 3), Source("dominoes", chequered_grid, 300, 3),
    Source("long lines", long_grid, 400, 1),
    Source("solid", noise_solid, 100, 2), Source("hidden solid", hidden_solid, 60, 2),
    Source("triangles", noise_tri, 60, 2),
)
PLANES = (Source("straight lines", sloped, 60, 3), Source("tangle", tangle, 12, 2))
DRAWINGS = (Source("zigzag", zigzag, 15_000, 4, ".svg"),
            Source("open curves", open_curves, 200, 3, ".svg"))
SCRIBBLES = (Source("scribble", scribble, 300, 1, ".svg"),)
PATHS = (Source("paths", polygons, 300, 2, ".svg"),)
PHOTOS = (Source("photo", photo, 2000, 4, ".png"),)
MESHES = (Source("crumpled", crumpled_mesh, 400, 6, ".stl"),)


class Command(NamedTuple):
    """Arguments, with IN for the input and OUT for a file to write, and which inputs it takes."""

    words: str
    sources: tuple[Source, ...]


def _budgeted(words: str) -> str:
    return f"{words} --budget BUDGET"


COMMANDS = (
    *(Command(_budgeted(words), PUZZLES + PLANES) for words in (
        "solve --json IN", "solve IN", "solve --solutions 1000 -q IN", "check --json IN",
        "check --no-rating IN", "explain IN", "explain --json IN", "hint IN", "hint --json IN",
        "repair IN", "repair --list 5 IN", "repair --level unique IN")),
    *(Command(_budgeted(words), PLANES) for words in (
        "label IN -o OUT.nono", "label --method maxsat IN -o OUT.nono",
        "label --method dynamic IN -o OUT.nono", "label --method two-sat IN -o OUT.nono",
        "label --coarse --balanced IN -o OUT.nono", "label --clues minimal IN -o OUT.nono")),
    *(Command(_budgeted(words), DRAWINGS) for words in (
        "make curved IN -o OUT.nono",
        "make curved --clues minimal --labels maxsat IN -o OUT.nono")),
    *(Command(_budgeted(words), PATHS) for words in (
        "make sloped --detail exact IN -o OUT.nono", "make sloped --rating 4..5 IN -o OUT.nono")),
    *(Command(_budgeted(words), SCRIBBLES + PHOTOS) for words in (
        "make curved IN -o OUT.nono", "make sloped IN -o OUT.nono",
        "make sloped --slopes any IN -o OUT.nono", "make tri --size 60 IN -o OUT.nono",
        "make grid --size 60 IN -o OUT.nono", "make grid --size 100 --colours 6 IN -o OUT.nono",
        "make grid --size 60 --level unique --clues minimal IN -o OUT.nono",
        "make grid --size 60 --rating 4..5 IN -o OUT.nono",
        "make grid --size 40 --variants 3 --clues minimal IN -o OUT.nono",
        "make grid --size 60 IN -o OUT.nono --sheet OUT.png")),
    *(Command(_budgeted(words), MESHES) for words in (
        "make solid IN -o OUT.nono", "make solid --size 60 IN -o OUT.nono",
        "make solid --repair 5 --clues minimal IN -o OUT.nono",
        "make solid --voxelizer refine --colours 3 IN -o OUT.nono",
        "make solid --size 30 --variants 3 IN -o OUT.nono --sheet OUT.png")),
    # These have no seconds: a booklet takes as long as it has puzzles, and batches count work.
    *(Command(words, PUZZLES[:1] + PLANES) for words in (
        "draw IN -o OUT.svg", "draw --puzzle IN -o OUT.pdf", "draw --book B IN IN IN -o OUT.pdf",
        "batch explain IN -o OUT", "batch check IN -o OUT", "batch rate IN -o OUT")),
    *(Command(words, PHOTOS) for words in ("batch make IN -o OUT",)),
)


class Use(NamedTuple):
    """What a command took."""

    cpu: float
    memory: float  # MB
    code: int
    said: str
    after: float = 0.0  # CPU seconds after the interruption


def used(words: list[str], folder: Path, interrupt: float | None = None) -> Use:
    """Run a command; `interrupt`: after so many seconds of its CPU time, if it runs that long."""
    with open(folder / "said", "wb") as said, open(os.devnull, "wb") as nothing:
        process = subprocess.Popen([sys.executable, "-c", COMMAND, *words], stdout=nothing,
                                   stderr=said, cwd=folder)
        end, sent, memory = time.monotonic() + MAX_CLOCK, None, 0.0
        while True:
            memory = max(memory, _most_memory(process.pid))
            found, status, usage = os.wait4(process.pid, os.WNOHANG)
            if found:
                break
            done = computed(process.pid)
            if done > HUNG_SECONDS or time.monotonic() > end:
                process.kill()
            if interrupt is not None and sent is None and done >= interrupt:
                process.send_signal(signal.SIGINT)
                sent = done
            time.sleep(0.01)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = usage.ru_utime + usage.ru_stime
    return Use(cpu, memory, process.returncode,
               (folder / "said").read_text(errors="replace"), cpu - sent if sent else 0.0)


def _most_memory(pid: int) -> float:
    """Return the most memory that a process has had, in MB. (What `wait4` tells begins with the
    memory of the parent.)"""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def computed(pid: int) -> float:
    """Return the CPU seconds of a process and its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


# --- rounds --------------------------------------------------------------------------------------

CASES = [(command, source) for command in COMMANDS for source in command.sources]
ROUNDS = len(CASES)


def run(seed: int, report: Report) -> None:
    """Try the case of the seed; seeds beyond the cases try them again with other inputs."""
    command, source = CASES[seed % len(CASES)]
    rng = Random(seed)
    report.doing(f"{command.words}, {source.name}")
    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as name:
        folder = Path(name)
        small, large = folder / f"small{source.ending}", folder / f"large{source.ending}"
        source.make(rng, small, source.small)
        source.make(rng, large, source.size)
        start = used(_words(command, small, BUDGET), folder)
        whole = used(_words(command, large, BUDGET), folder)
        report.count("commands within a budget")
        details = {"command": command.words, "input": source.name, "start-up": start,
                   "used": whole}
        _check_end(whole, report, details)
        begun = min(start.cpu, MAX_START)
        if "--budget" in command.words and whole.cpu > begun + SHARE * BUDGET + SLACK:
            report.fail(f"{whole.cpu - begun:.2f} s of computing with a budget of {BUDGET} s",
                        **details)
        if whole.memory > MAX_MEMORY:
            report.fail(f"{whole.memory:.0f} MB of memory", **details)
        moment = rng.uniform(0, max(start.cpu, whole.cpu))
        stopped = used(_words(command, large, 60.0), folder, moment)
        report.count("interruptions")
        _check_end(stopped, report, details)
        if stopped.after > MAX_INTERRUPTED:
            report.fail(f"{stopped.after:.2f} s of computing after Ctrl-C at {moment:.2f} s",
                        **{**details, "used": stopped})


def _words(command: Command, path: Path, budget: float) -> list[str]:
    words = command.words.replace("BUDGET", f"{budget:g}s").split()
    out = path.with_name(f"out-{path.stem}-{budget:g}")
    return [word.replace("OUT", str(out)).replace("IN", str(path)) for word in words]


def _check_end(use: Use, report: Report, details: dict[str, object]) -> None:
    if use.code not in (0, 1, 2, 130) or "internal error" in use.said or "Traceback" in use.said:
        report.fail(f"it ended with exit code {use.code}", **{**details, "used": use})
