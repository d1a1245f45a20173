"""An explanation as a page: the puzzle, and every step with the lines that it looks at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonoforge.draw import DrawOptions, StepStrips, Strip, steps_page, svg
from nonoforge.judge import ExplainedStep, Explanation, Words
from nonoforge.nonogram import Nonogram
from nonoforge.results import step_sentence


def explained_page(nonogram: Nonogram, found: Explanation, summary: str) -> str:
    """An HTML document."""
    title = f"{nonogram.info.title or 'Nonogram'}, step by step"
    words = Words(nonogram)
    steps = (StepStrips(step.number, step.deduction.technique.name, step_sentence(nonogram, step),
                        list(_strips(words, step))) for step in found.steps)
    # The puzzle as it is handed to a person; faces have their numbers, by which steps go.
    figure = svg(nonogram, DrawOptions(numbers=nonogram.family.numbered))
    return steps_page(title, summary, steps, nonogram.puzzle.palette, figure)


def _strips(words: Words, step: ExplainedStep) -> Iterator[Strip]:
    """The lines of a step; in a contradiction, what each would teach."""
    deduction, masks = step.deduction, list(step.before.masks)
    for assumptions, chain in deduction.technique.chains(deduction):
        trial = list(masks)
        for cell, colour in assumptions:
            trial[cell] = 1 << colour
        for index, learned in chain:
            before = list(trial)
            for cell, mask in learned:
                trial[cell] = mask
            yield _strip(words, index, before, trial, broken=bool(assumptions) and not learned)


def _strip(
    words: Words, index: int, before: Sequence[int], after: Sequence[int], broken: bool,
) -> Strip:
    line = words.nonogram.puzzle.lines[index]
    numbers = [cell + 1 for cell in line.cells] if words.numbered else ()
    return Strip(line.name, words.clue(line), [before[cell] for cell in line.cells],
                 [after[cell] for cell in line.cells], broken, numbers)
