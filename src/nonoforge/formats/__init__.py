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
from nonoforge.formats.door import dumps as dumps
from nonoforge.formats.door import load as load
from nonoforge.formats.door import load_all as load_all
from nonoforge.formats.door import loads as loads
from nonoforge.formats.door import save as save
from nonoforge.formats.format import Format as Format
from nonoforge.formats.format import Sniff as Sniff
from nonoforge.formats.limits import MAX_BYTES as MAX_BYTES
from nonoforge.formats.registry import EXTENSIONS as EXTENSIONS
from nonoforge.formats.registry import FORMATS as FORMATS
from nonoforge.formats.source import Source as Source
