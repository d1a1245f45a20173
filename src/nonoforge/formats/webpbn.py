"""webpbn's XML (`.xml`, `.pbn`), version 0.3: colours, blotted clues, solutions, several puzzles.

    <puzzleset><puzzle type="grid" defaultcolor="black">
    <title>Dot</title>
    <color name="white" char=".">fff</color>
    <color name="black" char="X">000</color>
    <clues type="columns"><line><count>1</count></line></clues>
    <clues type="rows"><line><count>1</count></line></clues>
    <solution type="goal"><image>|X|</image></solution>
    </puzzle></puzzleset>

A count of 0 is blotted. Clues may be missing where a goal is there. A complete picture of the
type `goal`, or else `solution`, is the solution; other pictures are saved states. Elements that
nobody knows are kept as further properties, and written again as such; so are the texts of a
puzzle set that differ from the puzzle's own (`puzzleset-title`) and the ids of solutions
(`saved-id`). Triddlers and triangles are refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonoforge.clues import Run, Runs
from nonoforge.formats.assemble import PlacedClue, assemble, check_size
from nonoforge.formats.format import EVERYTHING, Format, Sniff
from nonoforge.formats.source import Place, Source
from nonoforge.formats.webpbn_draft import Collector, Count, Declared, Draft
from nonoforge.formats.webpbn_image import UNSAFE, read_image
from nonoforge.formats.webpbn_write import losses, write
from nonoforge.formats.webpbn_xml import parse
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.state import State

_USUAL = {"black": ("#000000", "X"), "white": ("#ffffff", ".")}


def read(source: Source) -> list[Nonogram]:
    """The puzzles of the file."""
    collector = Collector(source)
    parse(source, collector)
    return [_Builder(source, draft).nonogram() for draft in collector.finish()]


class _Builder:
    """Makes a nonogram of a draft."""

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source = source
        self.draft = draft
        colours = self._colours()
        self.numbers = {colour.name: number for number, colour in enumerate(colours)}
        self.palette = self._palette(colours)
        self.chars = {colour.char: number for number, colour in enumerate(colours)
                      if colour.char is not None}

    def nonogram(self) -> Nonogram:
        draft = self.draft
        pictures = [(image.kind, read_image(self.source, image.text, self.chars), image.text.place)
                    for image in draft.images]
        solution, saved = self._solution(pictures)
        rows, columns = self._clues("rows", solution), self._clues("columns", solution)
        check_size(self.source, len(columns), len(rows), draft.place)
        for _, picture, place in pictures:
            self._check_picture(picture, len(columns), len(rows), place)
        info = Info(**draft.info, notes=tuple(draft.notes), more=tuple(draft.more))
        flat = None if solution is None else bytes(c for row in solution for c in row)
        return assemble(self.source, rows, columns, size_place=draft.place, palette=self.palette,
                        info=info, solution=flat, saved=saved)

    def _colours(self) -> list[Declared]:
        """The background first, then the others as declared, black or white if they are meant."""
        declared: dict[str, Declared] = {}
        for colour in self.draft.colours:
            if colour.name in declared:
                raise self.source.error(f"the colour {colour.name[:20]!a} is declared twice",
                                        colour.place)
            declared[colour.name] = colour
        background = self._named(self.draft.background, declared)
        rest = [colour for name, colour in declared.items() if name != background.name]
        used = {self._name(count) for lines in self.draft.clues.values()
                for counts, _ in lines for count in counts}
        wanted = sorted(name for name in used if name in _USUAL and name not in declared
                        and name != background.name)
        rest += [self._named(name, declared) for name in wanted]
        if not rest:
            rest = [Declared("black" if background.name != "black" else "white", *_USUAL[
                "black" if background.name != "black" else "white"], self.draft.place)]
        return [background, *rest]

    def _name(self, count: Count) -> str:
        return self.draft.default if count.colour is None else count.colour

    def _named(self, name: str, declared: dict[str, Declared]) -> Declared:
        if name in declared:
            return declared[name]
        if name not in _USUAL:
            raise self.source.error(f"the colour {name[:20]!a} is not declared", self.draft.place)
        rgb, char = _USUAL[name]
        taken = any(colour.char == char for colour in declared.values())
        return Declared(name, rgb, None if taken else char, self.draft.place)

    def _palette(self, colours: Sequence[Declared]) -> Palette:
        for colour in colours:
            if colour.char is not None and colour.char in UNSAFE:
                raise self.source.error(f"the char {colour.char!a} has another meaning in images",
                                        colour.place)
        try:
            return Palette.with_symbols((colour.name, colour.rgb, colour.char)
                                        for colour in colours)
        except ValueError as error:
            raise self.source.error(f"the colours: {error}", colours[-1].place) from None

    def _clues(self, kind: str, solution: list[list[int]] | None) -> list[PlacedClue]:
        if kind in self.draft.clues:
            return [self._clue(counts, place) for counts, place in self.draft.clues[kind]]
        if solution is None:
            raise self.source.error(f"there are no clues for the {kind} and no goal to read them "
                                    "from", self.draft.place)
        lines = solution if kind == "rows" else [list(line) for line in zip(*solution,
                                                                           strict=True)]
        return [PlacedClue(Runs.read(line), self.draft.place) for line in lines]

    def _clue(self, counts: Sequence[Count], place: Place) -> PlacedClue:
        return PlacedClue(Runs(tuple(map(self._run, counts))), place)

    def _run(self, count: Count) -> Run:
        name = self._name(count)
        number = self.numbers.get(name)
        if number is None:
            known = ", ".join(list(self.numbers)[1:11])
            raise self.source.error(f"the colour {name[:20]!a} is not declared; there are {known}",
                                    count.place)
        if number == 0:
            raise self.source.error(f"a run of {name[:20]!a}, which is the background", count.place)
        return Run(count.length or None, number)

    def _solution(
        self, pictures: Sequence[tuple[str, list[list[int]], Place]],
    ) -> tuple[list[list[int]] | None, list[State]]:
        """The maker's picture, and all the others as states."""
        whole = [index for kind in ("goal", "solution")
                 for index, (have, picture, _) in enumerate(pictures)
                 if have == kind and _complete(picture)]
        solution = [[mask.bit_length() - 1 for mask in row] for row in pictures[whole[0]][1]
                    ] if whole else None
        saved = [State(tuple(mask for row in picture for mask in row))
                 for index, (_, picture, _) in enumerate(pictures)
                 if index not in whole[:1] and not _again(pictures, whole, index)]
        return solution, saved

    def _check_picture(self, picture: list[list[int]], width: int, height: int,
                       place: Place) -> None:
        if len(picture) != height or len(picture[0]) != width:
            raise self.source.error(f"the image has {len(picture[0])}x{len(picture)} cells, but "
                                    f"the clues are for {width}x{height}", place)


def _again(pictures: Sequence[tuple[str, list[list[int]], Place]], whole: Sequence[int],
           index: int) -> bool:
    """Is this a `solution` that says what the goal says?"""
    kind, picture, _ = pictures[index]
    return kind == "solution" and bool(whole) and picture == pictures[whole[0]][1]


def _complete(picture: list[list[int]]) -> bool:
    return all(not mask & (mask - 1) for row in picture for mask in row)


_ROOT = re.compile(rb"<puzzle(?:set)?[\s>/]", re.IGNORECASE)


def sniff(source: Source) -> Sniff:
    """XML with a puzzle in it."""
    start = source.data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not (start.startswith(b"<?xml") or _ROOT.match(start) or start[:9].lower() == b"<!doctype"):
        return Sniff.NO
    return Sniff.SURE if _ROOT.search(source.data[:100_000]) else Sniff.MAYBE


FORMAT = Format("webpbn", (".xml", ".pbn"), "webpbn.com's XML: colours, blotted clues, solutions",
                sniff, read, write, EVERYTHING - {"given"}, losses)
