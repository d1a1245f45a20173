"""Verbs of a batch that make puzzles or files: `make`, `convert` and `draw`.

Files are called after the content of their puzzle (`files/5b/5be1....svg`), so that doing a shard
again writes the same files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from nonoforge.batch.inputs import Generated, Inputs, Piece
from nonoforge.batch.records import BatchRecord, SolutionForm
from nonoforge.batch.verbs import Verb, fill_rating
from nonoforge.engine import content_key, pack
from nonoforge.errors import InputError, nearest
from nonoforge.families import NAMES, family_named
from nonoforge.files import write_whole
from nonoforge.formats import FORMATS, dumps
from nonoforge.judge import rate
from nonoforge.making import MakeResult
from nonoforge.nonogram import Nonogram
from nonoforge.options import MAX_SEED, Options, Seed, StarRange, option, options_of
from nonoforge.publishing import published
from nonoforge.verdict import Budget

RATING_BUDGET = Budget(settled=50_000)
# Of a family's `make`, unless --make has another: counts, so that puzzles repeat. The seconds say
# that no clock ends it; --cpu bounds it.
MAKE_BUDGET = "settled=2000000,conflicts=20000,1000000s"
DrawKind = Literal["svg", "png", "pdf", "html", "ipe"]


class ConvertOptions(Options, kw_only=True, frozen=True):
    """Options of converting many puzzles."""

    to: Annotated[str, option("Format to write.", metavar="FORMAT", max_length=40)] = "nono"
    lossy: Annotated[bool, option("Drop what the format cannot hold.")] = False


class BatchDrawOptions(Options, kw_only=True, frozen=True):
    """Options of drawing many puzzles."""

    kind: Annotated[DrawKind, option("Format of the drawings.")] = "svg"
    solved: Annotated[bool, option("Show the solution.")] = False


class BatchMakeOptions(Options, kw_only=True, frozen=True):
    """Options of making many puzzles."""

    family: Annotated[str, option(
        "Family of the puzzles.", metavar="FAMILY", max_length=40)] = NAMES[0]
    random: Annotated[str | None, option(
        "Make random puzzles of this size, like 15x15, instead of reading sources.",
        metavar="SIZE", max_length=40)] = None
    count: Annotated[int, option(
        "Number of random puzzles.", ge=1, le=10**9, metavar="N")] = 1000
    text: Annotated[str | None, option(
        "Make puzzles of the words in this file, a line each.", metavar="FILE",
        local=True)] = None
    make: Annotated[str, option(
        "Further options of nonoforge make, like size=20,colours=3. Its budget is in counts unless "
        "one is given here.", metavar="NAME=VALUE,...",
        max_length=1000)] = ""
    unique: Annotated[bool, option("Keep puzzles with one solution only.")] = False
    rating: StarRange = None
    tries: Annotated[int, option(
        "Attempts at each random puzzle until it is as wanted.", ge=1, le=10_000,
        metavar="N")] = 100
    licence: Annotated[str, option(
        "Licence of the data set, best an SPDX code.", max_length=100,
        metavar="TEXT")] = "CC0-1.0"
    seed: Seed = 0


class _Writer(Verb):
    """A verb that writes a file for each puzzle."""

    def __init__(self, options: Any, solution: SolutionForm, folder: str) -> None:
        super().__init__(options, solution, folder)
        if "://" in folder:
            raise InputError(f"batch {self.name} writes to folders of this machine only",
                             file=folder)
        self.given = options

    def write(self, record: BatchRecord, data: bytes, ending: str) -> None:
        """Write the file of a puzzle."""
        if not self.folder:
            raise InputError(f"batch {self.name} writes files; give it -o FOLDER")
        record.output = f"files/{record.key[:2]}/{record.key}.{ending}"
        path = os.path.join(self.folder, record.output)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_whole(path, data)


class Convert(_Writer):
    """The puzzle in another format."""

    name = "convert"
    options = ConvertOptions
    help = "Convert puzzles: a file of each in FOLDER/files, named after its content."
    examples = ("set.jsonl -o converted --to non",)

    def __init__(self, options: ConvertOptions, solution: SolutionForm, folder: str) -> None:
        super().__init__(options, solution, folder)
        if options.to not in FORMATS:
            raise InputError(f"no format {options.to!a}; there are {', '.join(FORMATS)}")

    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        format = FORMATS[self.given.to]
        self.write(record, dumps(nonogram, format.name, self.given.lossy),
                   format.extensions[0].lstrip("."))


class Draw(_Writer):
    """A drawing."""

    name = "draw"
    options = BatchDrawOptions
    help = "Draw puzzles: a file of each in FOLDER/files, named after its content."
    examples = ("set.jsonl -o drawn --kind pdf",)

    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        drawn = published(nonogram, self.given.kind, solved=self.given.solved or None, hints=None)
        self.write(record, drawn.data, self.given.kind)


class _Numbers(Inputs):
    """The numbers of random puzzles, instead of inputs."""

    def __init__(self, count: int) -> None:
        super().__init__(())
        self.size, self._count = count, count

    def _all(self) -> Iterator[Piece]:
        first = 0
        while first < self._count:
            many = min(self._room, self._count - first)
            yield Generated(first, many)
            first += many
            self.read = first


class Make(Verb):
    """A puzzle from a source, or a random one, with verdict and rating."""

    name = "make"
    options = BatchMakeOptions
    help = "Make puzzles from pictures, models or drawings, or random ones: a data set."
    examples: ClassVar[tuple[str, ...]] = (
        "pictures/ -o made --make size=20", "-o set --random 15x15 --count 100000 --unique "
        "--rating 2..4 --seed 7", "-o names --text names.txt")
    needs_inputs = False

    def __init__(self, options: BatchMakeOptions, solution: SolutionForm, folder: str) -> None:
        super().__init__(options, solution, folder)
        self.given, self.family = options, family_named(options.family)
        pairs = [pair.partition("=") for pair in options.make.split(",") if pair]
        self.asked = {name.strip().replace("-", "_"): value for name, _, value in pairs}
        known = [each.name for each in options_of(self.family.options)]
        for name in self.asked:
            if name not in known:
                raise InputError(f"--make: no option {name!a}; {nearest(name, known)}")
        asked: dict[str, Any] = {"seed": options.seed, "budget": MAKE_BUDGET, **self.asked}
        self.chosen: Any = self.family.options(**asked)
        kinds = {kind.name: kind for kind in self.family.sources}
        for name in ("random", "text"):
            if getattr(options, name) is not None and name not in kinds:
                raise InputError(f"{self.family.puzzle.many} cannot be made from --{name}")
        self.kinds = kinds
        self.size = self._size() if options.random is not None else ()

    @classmethod
    def sources(cls, inputs: Sequence[str], options: BatchMakeOptions,
                folder: str | None) -> Inputs:
        cls(options, "none", folder or "")
        if (options.random is not None) + (options.text is not None) + bool(inputs) != 1:
            raise InputError("give INPUT..., --random or --text: exactly one of them")
        if options.random is not None:
            return _Numbers(options.count)
        if options.text is not None:
            return Inputs([options.text], lists=False, words=True)
        for name in inputs:
            if name == "-" or "://" in name:
                raise InputError("batch make reads files of this machine only", file=name)
        endings = [f".{ending}" for kind in family_named(options.family).sources
                   for ending in kind.extensions]
        return Inputs(inputs, extensions=endings, avoid=folder, lists=False)

    def read(self, item: Any) -> list[Nonogram]:
        """Make the puzzles of a source."""
        if item.number is not None:
            return [self._random(item.number)]
        if item.words:
            return [self._made(self.kinds["text"], item.words, self.chosen).nonogram]
        file = next(kind for kind in self.family.sources if kind.extensions)
        return [variant.nonogram for variant in self._made(file, item.name, self.chosen).variants]

    def _made(self, kind: Any, given: Any, options: Any) -> MakeResult:
        made: MakeResult = self.family.make(self.family.read_source(kind, given, options), options)
        return made

    def _random(self, number: int) -> Nonogram:
        for attempt in range(self.given.tries):
            digest = sha256(f"{self.given.seed}/{number}/{attempt}".encode()).digest()
            seed = int.from_bytes(digest[:8]) % MAX_SEED
            made = self._made(self.kinds["random"], self.size,
                              msgspec.structs.replace(self.chosen, seed=seed))
            if self._fits(made):
                return made.nonogram
        raise InputError(f"no puzzle as wanted in {self.given.tries} tries; raise --tries, or ask "
                         "for less")

    def _size(self) -> tuple[int, ...]:
        """Return the numbers of --random."""
        kind = self.kinds["random"]
        parts = str(self.given.random).lower().split("x")
        if len(parts) != kind.numbers or not all(part.isdigit() for part in parts):
            raise InputError(f"--random {self.given.random}: {kind.numbers} numbers joined by x "
                             f"are needed ({kind.metavar})")
        size = tuple(map(int, parts))
        if not all(kind.least <= side <= kind.limit for side in size):
            raise InputError(f"--random {self.given.random}: each number is {kind.least} to "
                             f"{kind.limit}")
        return size

    def _fits(self, made: MakeResult) -> bool:
        if (self.given.unique or self.given.rating) and not made.verdict.unique:
            return False
        if self.given.rating is None:
            return True
        stars = rate(made.nonogram, budget=RATING_BUDGET).stars
        low, high = self.given.rating
        return stars is not None and low <= stars <= high

    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        from nonoforge.methods import METHODS

        verdict = METHODS["auto"].solve(nonogram)
        record.verdict, record.level = verdict.answer, verdict.level
        if verdict.unique:
            fill_rating(record, nonogram, RATING_BUDGET)
        record.puzzle = {"nonoforge": 1, "family": nonogram.family.name,
                         **nonogram.family.storage.fields(nonogram)}
        record.symmetric = symmetric_key(nonogram)
        part = int(record.symmetric[:8], 16) % 100
        record.split = "train" if part < 80 else "validation" if part < 90 else "test"


def symmetric_key(nonogram: Nonogram) -> str:
    """Return a key that is the same for a picture in rows and its mirror images and rotations; of
    other puzzles, their own key."""
    own = content_key(nonogram.family.name, pack(nonogram.puzzle))
    if nonogram.solution is None:
        return own
    rows = nonogram.geometry.nest(nonogram.solution)
    if not rows or not isinstance(rows[0], list) or not rows[0] or isinstance(rows[0][0], list) \
            or len({len(row) for row in rows}) > 1:
        return own
    forms = []
    for turned in (rows, [list(column) for column in zip(*rows, strict=True)]):
        for up in (turned, turned[::-1]):
            for form in (up, [row[::-1] for row in up]):
                size = f"{len(form)}x{len(form[0])}:".encode()
                forms.append(size + b"".join(map(bytes, form)))
    return sha256(min(forms)).hexdigest()[:24]


