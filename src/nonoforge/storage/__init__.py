"""What families store their puzzles with. Knows no family, and no format but our own two.

    family_storage   what a family says: `Storage` (`.nono` files, share strings), `Dialect`
                     (formats of clue lists), `Picture` (formats of pictures)
    json_parts       parts of `.nono` files: texts, palettes, runs, cells; errors with JSON paths
    coder            the arithmetic coder of share strings: numbers, choices, texts
    share_parts      parts of share strings: texts, palettes, runs, given cells
"""

from nonoforge.storage.coder import Coder as Coder
from nonoforge.storage.coder import CoderError as CoderError
from nonoforge.storage.coder import Odds as Odds
from nonoforge.storage.coder import Reader as Reader
from nonoforge.storage.coder import Trainer as Trainer
from nonoforge.storage.coder import Writer as Writer
from nonoforge.storage.coder import code_choice as code_choice
from nonoforge.storage.coder import code_count as code_count
from nonoforge.storage.coder import code_flag as code_flag
from nonoforge.storage.coder import code_index as code_index
from nonoforge.storage.coder import code_number as code_number
from nonoforge.storage.coder import code_signed as code_signed
from nonoforge.storage.coder import code_text as code_text
from nonoforge.storage.coder import item_at as item_at
from nonoforge.storage.family_storage import Dialect as Dialect
from nonoforge.storage.family_storage import Parts as Parts
from nonoforge.storage.family_storage import Picture as Picture
from nonoforge.storage.family_storage import PictureRow as PictureRow
from nonoforge.storage.family_storage import RowError as RowError
from nonoforge.storage.family_storage import Storage as Storage
from nonoforge.storage.json_parts import CellEntry as CellEntry
from nonoforge.storage.json_parts import Clue as Clue
from nonoforge.storage.json_parts import ColourEntry as ColourEntry
from nonoforge.storage.json_parts import ColourNumber as ColourNumber
from nonoforge.storage.json_parts import NonoFile as NonoFile
from nonoforge.storage.json_parts import PathError as PathError
from nonoforge.storage.json_parts import RunEntry as RunEntry
from nonoforge.storage.json_parts import check_count as check_count
from nonoforge.storage.json_parts import check_extras as check_extras
from nonoforge.storage.json_parts import common_fields as common_fields
from nonoforge.storage.json_parts import documented as documented
from nonoforge.storage.json_parts import read_common as read_common
from nonoforge.storage.json_parts import read_palette as read_palette
from nonoforge.storage.json_parts import read_runs as read_runs
from nonoforge.storage.json_parts import runs_entry as runs_entry
from nonoforge.storage.json_parts import short as short
from nonoforge.storage.share_parts import TRAINING_TEXTS as TRAINING_TEXTS
from nonoforge.storage.share_parts import RunsCoder as RunsCoder
from nonoforge.storage.share_parts import check_cells as check_cells
from nonoforge.storage.share_parts import code_given as code_given
from nonoforge.storage.share_parts import code_info as code_info
from nonoforge.storage.share_parts import code_palette as code_palette
