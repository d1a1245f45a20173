"""Many puzzles on paper: one or several a page, the answers small at the back; or a whole booklet
with a title, how to solve, and contents."""

from nonoforge.draw.printing.book import book as book
from nonoforge.draw.printing.entry import Entry as Entry
