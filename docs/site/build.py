"""Build the documentation site: `python docs/site/build.py [FOLDER]` (or `make docs`).

The pages are those of docs/, as they are, and pages made from the program itself: commands, Python
API, HTTP API and gallery. Sphinx turns them into HTML that loads nothing from elsewhere; then every
link is checked. A warning or a broken link fails the build.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from command_pages import write_command_pages
from gallery import write_gallery
from http_pages import write_http_pages
from links import broken_links
from python_pages import write_python_pages

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

NAVIGATION = {
    "Begin": ["install", "tutorials/player", "tutorials/designer", "tutorials/researcher",
              "gallery"],
    "How to": ["studio", "pictures", "drawings", "solids", "triddlers", "printing", "notebook",
               "recipes", "plugins", "shell", "examples/README"],
    "Reference": ["commands/index", "python", "python/index", "format", "api", "http/http",
                  "http/http-records", "budgets"],
    "Science": ["rating", "methods", "literature", "proofs", "measurements"],
    "Development": ["architecture", "security", "contributing", "changelog"],
}
"""Pages by name; those of docs/ that are not listed stand under Development."""
ELSEWHERE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
             "README.md": "index.md"}
"""Pages outside docs/, by their path in the repository, and where they stand on the site."""
PARAMETERS = re.compile(r'<dl>\s*<dd><em class="sig-param">.*?</dl>', re.DOTALL)
LINK = re.compile(r"(\]\(|(?:src|href)=\")([^)\"#:\s]+)(?=[)#\"])")


def main() -> int:
    """Build, check, and say where the site is."""
    site = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve()
    pages = site.parent / f"{site.name}-pages"
    for folder in (site, pages):
        shutil.rmtree(folder, ignore_errors=True)
    gather(pages)
    os.environ.setdefault("PYTHONHASHSEED", "0")
    from sphinx.cmd.build import main as sphinx

    code = sphinx(["-q", "-W", "--keep-going", "-b", "html", "-c", str(HERE), "-d",
                   str(pages / ".doctrees"), "-D", f"html_extra_path={pages / 'public'}",
                   str(pages), str(site)])
    for page in site.rglob("*.html"):
        if "gallery" not in page.relative_to(site).parts:
            page.write_text(accessible(page.read_text(encoding="utf-8")), encoding="utf-8")
    for picture in site.rglob("*.svg"):
        picture.write_text(smooth(picture.read_text(encoding="utf-8")), encoding="utf-8")
    broken = broken_links(site) if code == 0 else []
    for line in broken:
        print(line, file=sys.stderr)
    if code == 0 and not broken:
        print(f"The site is built: open {site / 'index.html'}")
    return code or bool(broken)


def smooth(svg: str) -> str:
    """Return a picture that may be shown smaller than it is: with crisp edges, lines of less than a
    pixel would be there or not by chance."""
    return svg.replace('shape-rendering="crispEdges"', 'shape-rendering="auto"')


def accessible(html: str) -> str:
    """Return a page whose captions have a level, whose wide parts the keyboard can scroll, and
    whose lists of parameters are no definition lists without terms."""
    html = html.replace('role="heading">', 'role="heading" aria-level="2">')
    html = html.replace("<pre>", '<pre tabindex="0">')
    html = PARAMETERS.sub(lambda match: re.sub(
        r"(</?)d[ld]", r"\1span", match.group().replace("<dd>", '<dd class="sig-line">')), html)
    return re.sub(r'<div class="(table-wrapper[^"]*)">', r'<div class="\1" tabindex="0">', html)


def gather(pages: Path) -> None:
    """Write all pages into a folder, as Markdown."""
    places = _places()
    for path, place in places.items():
        target = pages / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            target.write_text(_with_links(path, place, places), encoding="utf-8")
        else:
            shutil.copyfile(path, target)
    public = pages / "public"
    shutil.copytree(ROOT / "docs" / "pictures", public / "pictures")
    write_command_pages(pages / "commands")
    write_python_pages(pages / "python")
    write_http_pages(ROOT / "docs" / "openapi.json", pages / "http")
    write_gallery(pages / "gallery.md", public)
    _append(pages / "index.md", _navigation(pages))
    folders = sorted(path.parent.name for path in (pages / "examples").glob("*/README.md"))
    _append(pages / "examples" / "README.md", _contents([f"{name}/README" for name in folders]))


def _places() -> dict[Path, str]:
    """Return the place on the site of each file that is part of it."""
    docs = ROOT / "docs"
    files = [path for path in sorted(docs.rglob("*")) if path.is_file()
             and HERE not in path.parents and path.suffix in (".md", ".json", ".svg", ".png")]
    places = {path: path.relative_to(docs).as_posix() for path in files}
    places |= {ROOT / name: place for name, place in ELSEWHERE.items() if name != "README.md"}
    places |= {path: path.relative_to(ROOT).as_posix()
               for path in sorted((ROOT / "examples").rglob("README.md"))}
    return places


def _with_links(page: Path, place: str, places: dict[Path, str]) -> str:
    """Return the text of a page, whose links lead to where pages stand on the site."""
    def moved(match: re.Match[str]) -> str:
        start, target = match.groups()
        file = (page.parent / target).resolve()
        known = places.get(file) or ELSEWHERE.get(
            file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else "")
        if known is None:
            return match.group()
        return start + os.path.relpath(known, os.path.dirname(place) or ".").replace(os.sep, "/")

    return LINK.sub(moved, page.read_text(encoding="utf-8"))


def _navigation(pages: Path) -> str:
    """Return the tables of contents, which the side bar shows."""
    there = {path.relative_to(pages).with_suffix("").as_posix() for path in pages.rglob("*.md")}
    shown = {name for names in NAVIGATION.values() for name in names}
    nested = ("commands/", "python/", "examples/")
    rest = sorted(name for name in there - shown - {"index"} if not name.startswith(nested))
    parts = []
    for caption, names in NAVIGATION.items():
        names = names + rest if caption == "Development" else names
        parts.append(_contents([name for name in names if name in there], caption))
    return "".join(parts)


def _contents(names: list[str], caption: str = "") -> str:
    title = f":caption: {caption}\n" if caption else ""
    return "\n```{toctree}\n:hidden:\n" + title + "\n" + "\n".join(names) + "\n```\n"


def _append(page: Path, text: str) -> None:
    with page.open("a", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    sys.exit(main())
