"""The checker of certificates: right, strict, and independent of the engine."""

import ast
import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

from helpers.arrangements import random_sloped
from helpers.puzzles import blotted, random_puzzle, rounds, with_givens
from nonoforge import proof_checker
from nonoforge.clues import Runs, Tally
from nonoforge.engine import certificate, solve, verify
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.proof_checker import ProofError, check
from nonoforge.puzzle import Line, Puzzle


def some_puzzles(rng: Random, count: int) -> list[Puzzle]:
    """Return small puzzles of all kinds: colours, blotted clues, given cells, tallies, repeats."""
    found: list[Puzzle] = []
    while len(found) < count:
        puzzle = random_puzzle(rng, 5, 3)
        kind = rng.randrange(5)
        if kind == 1:
            puzzle = blotted(rng, puzzle)
        elif kind == 2 and (solutions := solve(puzzle).solutions):
            puzzle = with_givens(rng, puzzle, solutions[0])
        elif kind == 3:
            sides = [rng.randint(1, 3) for _ in range(3)]
            puzzle = from_voxels([[[rng.randrange(2) for _ in range(sides[0])]
                                   for _ in range(sides[1])] for _ in range(sides[2])]).puzzle
        elif kind == 4:
            puzzle = random_sloped(rng, 3).puzzle
        found.append(puzzle)
    return found


def checked(puzzle: Puzzle) -> str | None:
    """Prove a verdict and check the proof; return the claim, or None where there is none."""
    verdict = solve(puzzle)
    if verdict.answer not in ("unique", "none"):
        with pytest.raises(InputError, match="nothing to prove"):
            certificate(puzzle, verdict)
        return None
    claim: str = check(certificate(puzzle, verdict).splitlines())["claim"]
    assert claim == verdict.answer
    return claim


def test_verdicts_of_random_puzzles_are_proved() -> None:
    rng = Random(8)
    claims = [checked(puzzle) for puzzle in some_puzzles(rng, rounds(120))]
    assert claims.count("unique") > 20


def test_puzzles_of_one_line_are_proved() -> None:
    palette = from_picture(["#"]).puzzle.palette
    for runs, cells, answer in ((Runs.of(4), (0, 1), "none"), (Runs.of(1), (0, 1, 0), "unique"),
                                (Runs.of(1, 1), (0, 1, 1), "none")):
        assert checked(Puzzle(2, (Line(cells, runs, "a line", 0, 0),), palette)) == answer


def test_the_clauses_say_what_the_clues_say() -> None:
    """Every colouring of small puzzles: the clauses can be fulfilled where the clues are."""
    from pysat.solvers import Solver

    for puzzle in some_puzzles(Random(3), rounds(25)):
        colours = max(2, len(puzzle.palette))
        if colours ** puzzle.cells > 600:
            continue
        lines = [{"name": "", "cells": line.cells,
                  **({"tally": line.clue.counts} if isinstance(line.clue, Tally)
                     else {"runs": line.clue.runs})} for line in puzzle.lines]
        clauses = proof_checker.Clauses({"cells": puzzle.cells, "colours": colours,
                                         "lines": lines, "given": puzzle.given})
        if () in clauses.made:
            assert solve(puzzle).answer == "none"
            continue
        with Solver(bootstrap_with=clauses.made) as solver:
            for colouring in product(range(colours), repeat=puzzle.cells):
                fits = solver.solve(assumptions=[
                    clauses.cells[cell][colour] for cell, colour in enumerate(colouring)])
                assert fits == verify(puzzle, bytes(colouring))


def lake() -> list[str]:
    """Return a certificate that needs steps: lines alone do not solve the puzzle."""
    for seed in range(100):
        rng = Random(seed)
        puzzle = from_picture([[rng.randrange(2) for _ in range(7)] for _ in range(7)]).puzzle
        verdict = solve(puzzle)
        if verdict.answer == "unique" and not verdict.line_solvable:
            lines = certificate(puzzle, verdict).splitlines()
            if len(lines) > 3:
                return lines
    raise AssertionError


def test_false_claims_are_refused() -> None:
    lines = lake()
    head = json.loads(lines[0])
    check(lines)
    none = {**head, "claim": "none"}
    with pytest.raises(ProofError):
        check([json.dumps(none), *lines[1:]])
    other = [1 - head["solution"][0], *head["solution"][1:]]
    with pytest.raises(ProofError, match="the solution breaks row 1"):
        check([json.dumps({**head, "solution": other}), *lines[1:]])
    for line in range(0, len(head["lines"]), 3):  # without a clue there is more than one solution
        fewer = {**head, "lines": head["lines"][:line]}
        with pytest.raises(ProofError):
            check([json.dumps(fewer), *lines[1:]])
    with pytest.raises(ProofError, match="contradiction"):
        check(lines[:1])


def test_numbers_out_of_range_are_refused() -> None:
    """A solution that is too short would leave cells free, a negative cell is another in each
    list, and large numbers need memory."""
    lines = ({"name": "row 1", "cells": [0], "runs": [[1, 1]]},)
    head = {"claim": "unique", "cells": 1, "colours": 2, "lines": lines, "solution": [1]}
    check([json.dumps(head), "0"])
    for wrong in (
            {"cells": 2}, {"cells": 2, "solution": [1, -1]}, {"cells": 10**12},
            {"colours": 10**12}, {"colours": 1}, {"colours": 2.0}, {"given": [[-1, 1]]},
            {"given": [[0, -1]]}, {"solution": [1, 1]}, {"solution": [True]},
            *({"lines": [{"name": "row 1", "cells": [0]} | line]} for line in (
                {"cells": [-1], "runs": [[1, 1]]}, {"runs": [[1, -1]]}, {"runs": [[1, None]]},
                {"runs": [[0, 1]]}, {"tally": [[10**12, 1]]}, {"tally": [[1, -2]]},
                {"tally": [[1, 1]] * 2})),
    ):
        with pytest.raises(ProofError, match="not the puzzle of a certificate"):
            check([json.dumps(head | wrong), "0"])


def test_steps_that_do_not_follow_are_refused() -> None:
    lines = lake()
    satisfiable = json.dumps({**json.loads(lines[0]), "claim": "none"})
    first = json.loads(lines[0])["solution"][0]
    right, wrong = (f"{cell} 0" if first == colour else f"-{cell} 0"
                    for cell, colour in ((1, 1), (1, 0)))
    for steps in ([wrong], [right, wrong], ["0"]):
        with pytest.raises(ProofError, match="does not follow"):
            check([satisfiable, *steps])


@pytest.mark.parametrize("rows", [
    [], ["{}"], ["[]"], ["not json"], ['{"claim": "unique", "cells": 2}'],
    ['{"claim": "maybe", "cells": 1, "colours": 2, "lines": []}'],
    ['{"claim": "none", "cells": 1, "colours": 2, "lines": []}', "1 2"],
    ['{"claim": "none", "cells": 1, "colours": 2, "lines": []}', "one 0"],
    ['{"claim": "none", "cells": 1, "colours": 2, "lines": []}', ""],
    ['{"claim": "none", "cells": 1, "colours": 2, "lines": [{"cells": [9], "runs": []}]}', "0"],
])
def test_what_is_no_certificate_is_refused(rows: list[str]) -> None:
    with pytest.raises(ProofError):
        check(rows)


def test_it_is_a_program_on_its_own(tmp_path: Path) -> None:
    source = Path(proof_checker.__file__)
    text = source.read_text()
    assert len(text.splitlines()) <= 330
    names = {alias.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import)
             for alias in node.names} | {node.module for node in ast.walk(ast.parse(text))
                                         if isinstance(node, ast.ImportFrom)}
    assert not any(name and name.startswith("nonoforge") for name in names)
    copy, proof = tmp_path / "checker.py", tmp_path / "cat.proof"
    copy.write_text(text)
    puzzle = from_picture([".#.", "###"]).puzzle
    proof.write_text(certificate(puzzle, solve(puzzle)))
    done = subprocess.run([sys.executable, "-I", copy, proof], capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stdout) == (0, f"{proof}: proved: unique\n")
    proof.write_text("{}")
    done = subprocess.run([sys.executable, "-I", copy, proof, tmp_path / "none"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("not proved: ") == 2
