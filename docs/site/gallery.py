"""The gallery: puzzles of all families, drawn and made playable while the site is built."""

from __future__ import annotations

from html import escape
from pathlib import Path

import nonoforge
from nonoforge.families import families

INTRODUCTION = """Puzzles of all families, from easy to hard. Each opens as a page that plays it,
with hints that say why, on a phone as well as with a mouse. The page is one file that needs no
server, made by `nonoforge draw PUZZLE.nono -o PUZZLE.html`. More puzzles are among the
[examples](examples/README.md)."""
FRAME = """<details class="try">
<summary>Play it here</summary>
<iframe src="{source}" title="{title}" loading="lazy"></iframe>
</details>"""
CARD = """<li><a href="{source}"><img src="{picture}" alt="{alt}" loading="lazy">
<span>{words}</span></a></li>"""


def write_gallery(page: Path, public: Path) -> None:
    """Write the page, and into `public` the drawings and playable files that it shows."""
    folder = public / "gallery"
    folder.mkdir(parents=True)
    parts = ["# Gallery", INTRODUCTION]
    for family in families():
        parts += [f"## {family.kind}", family.introduction]
        cards, first = [], ""
        for number, path in enumerate(family.starters, 1):
            puzzle = nonoforge.load(path)
            name = f"gallery/{family.name}-{number}"
            nonoforge.draw(puzzle, public / f"{name}.svg")
            nonoforge.draw(puzzle, public / f"{name}.html")
            stars = nonoforge.rate(puzzle).stars
            size = family.size(puzzle)
            words = f"{size}, {'★' * stars}" if stars else size
            cards.append(CARD.format(
                source=f"{name}.html", picture=f"{name}.svg", words=escape(words),
                alt=f"{family.kind} {number}, to solve"))
            first = first or FRAME.format(source=f"{name}.html", title=f"{family.kind} to play")
        parts += ['<ul class="gallery">\n' + "\n".join(cards) + "\n</ul>", first]
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
