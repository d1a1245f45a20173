"""Puzzle files: read and write them in the formats people use.

>>> " ".join(FORMATS)
'nono non nonpack webpbn olsak lp tatham share png pbm vox mk cwd nin text'
>>> [puzzle] = loads(b"2x1:1/1/2")
>>> print(dumps(puzzle, "nin").decode(), end="")
2 1
2
1
1
"""

from nonoforge.formats.choose import sniff as sniff
from nonoforge.formats.format import Format as Format
from nonoforge.formats.format import Sniff as Sniff
from nonoforge.formats.io import dumps as dumps
from nonoforge.formats.io import load as load
from nonoforge.formats.io import load_all as load_all
from nonoforge.formats.io import loads as loads
from nonoforge.formats.io import save as save
from nonoforge.formats.limits import MAX_BYTES as MAX_BYTES
from nonoforge.formats.registry import EXTENSIONS as EXTENSIONS
from nonoforge.formats.registry import FORMATS as FORMATS
from nonoforge.formats.source import Source as Source
