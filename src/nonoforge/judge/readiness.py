"""Whether a puzzle is ready for people: what is wrong with it, the most important first."""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.clues import Runs
from nonoforge.colour_vision import look_alike
from nonoforge.nonogram import Nonogram
from nonoforge.verdict import Flaw, Verdict

EASIER = ("Change the picture in or next to the open cells: larger blocks and fewer single cells "
          "give lines more to say. nonoforge repair proposes which.")


def flaws(nonogram: Nonogram, verdict: Verdict) -> tuple[Flaw, ...]:
    """Return what is wrong with a puzzle; none of it serious: it is ready.

    >>> from nonoforge.engine import solve
    >>> from nonoforge.families.grid import from_picture
    >>> puzzle = from_picture([[1, 0], [0, 1]])
    >>> [flaw.kind for flaw in flaws(puzzle, solve(puzzle))]
    ['multiple']
    """
    return (*_solving(verdict), *nonogram.family.print_flaws(nonogram), *_colours(nonogram),
            *_empty(nonogram, verdict), *_title(nonogram))


def _solving(verdict: Verdict) -> Iterator[Flaw]:
    if verdict.answer == "none":
        yield Flaw("none", "there is no solution",
                   "One of these clues is wrong: compare them with the picture. Made from a "
                   "picture, clues always fit: let the program count them.")
    elif verdict.answer == "multiple":
        yield Flaw("multiple", "there is more than one solution",
                   "Change the picture at an ambiguous cell or beside it, or print such a cell as "
                   "given; nonoforge repair proposes which.")
    elif verdict.answer == "unknown":
        yield Flaw("unknown", "it is not known whether there is one solution",
                   "Give it a larger --budget, or --method auto.")
    elif not verdict.line_solvable and verdict.level in ("search", "sat"):
        yield Flaw("hard", "it takes several assumptions at once, which few people enjoy",
                   EASIER)


def _colours(nonogram: Nonogram) -> Iterator[Flaw]:
    """Find two colours that look alike; to people with a colour vision deficiency only, signs help,
    so that is not serious."""
    palette = nonogram.puzzle.palette
    found = [(look_alike(palette.colours[one].rgb, palette.colours[other].rgb), one, other)
             for one, other in palette.alike]
    for serious, one, other in sorted(found, reverse=True)[:1]:
        names = f"{palette.colours[one].name} and {palette.colours[other].name}"
        who = "" if serious else " with a colour vision deficiency"
        yield Flaw("colours", f"{names} can hardly be told apart{who}",
                   "Choose colours that differ more, or show their signs.", serious)


def _empty(nonogram: Nonogram, verdict: Verdict) -> Iterator[Flaw]:
    """Find puzzles that are solved before anything is read."""
    lines, picture = nonogram.puzzle.lines, verdict.solutions[0] if verdict.solutions else b""
    if (lines and all(isinstance(line.clue, Runs) and not line.clue.runs for line in lines)) or \
            (not any(picture) and verdict.solutions):
        yield Flaw("empty", f"every {nonogram.family.cell.one} is {nonogram.family.white}",
                   "Make it from a picture with something on it.")
    elif len(set(picture)) == 1:
        yield Flaw("empty", f"all {nonogram.family.cell.many} have the same colour",
                   "Make it from a picture with a background.")


def _title(nonogram: Nonogram) -> Iterator[Flaw]:
    """Find titles that say what will be seen: all but numbers and the names of kinds."""
    title, family = nonogram.info.title.strip(), nonogram.family
    plain = {"", "nonogram", "puzzle", "untitled", "random", family.kind.lower(),
             family.puzzle.one.lower()}
    words = "".join(sign for sign in title.lower() if not sign.isdigit() and sign not in "#.:-")
    if words.replace("no ", "").replace("number", "").strip() not in plain:
        yield Flaw("title", f"the title {title!a} may give the answer away",
                   "Show the title with the solution only, as printed pages do by default, "
                   "or choose one that says less.", serious=False)
