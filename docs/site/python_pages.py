"""Pages of the Python API: lists of what Sphinx takes from docstrings.

`import nonoforge` comes first, by what a caller wants to do; then the front doors of its packages,
for those who extend it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import nonoforge
from nonoforge.making import Maker
from nonoforge.options import Options, options_of

PACKAGES = ("engine", "judge", "methods", "formats", "drawing", "families", "storage", "labeling")
MODULES = ("family", "nonogram", "puzzle", "clues", "palette", "state", "verdict", "making",
           "options", "results", "errors", "progress", "notebook")
TOPICS = {
    "solve": ("Solve, check, explain", "Verdicts, ratings, reasons, hints and repairs."),
    "make": ("Make", "Puzzles from pictures, words, models, drawings, clues and voxels, and "
             "the options of each."),
    "files": ("Files and drawings", "Read, write, draw and play puzzles."),
    "answers": ("Answers", "What the functions return."),
    "model": ("The model", "Puzzles, clues, palettes, states and errors."),
}


def write_python_pages(folder: Path) -> None:
    """Write the pages of all public names; each thing is described on one of them."""
    folder.mkdir(parents=True, exist_ok=True)
    topics: dict[str, list[str]] = {topic: [] for topic in TOPICS}
    for name in nonoforge.__all__:
        topics[_topic(name)].append(f"nonoforge.{name}")
    topics["answers"] += sorted(set(_answers()))
    described: dict[int, str] = {}
    for topic, (title, words) in TOPICS.items():
        _write(folder, topic, title, words, topics[topic], described)
    for package in (*PACKAGES, *MODULES):
        path = f"nonoforge.{package}"
        module = import_module(path)
        names = [f"{path}.{name}" for name in dir(module)
                 if _public(name, getattr(module, name), path)]
        _write(folder, package, path, _summary(module.__doc__), names, described)
    _write_index(folder)


def _write_index(folder: Path) -> None:
    lists = [
        "# Python reference", "Made from the docstrings, whose examples are run as tests. "
        "[Nonoforge from Python](../python.md) is the page to begin with.",
        "\n".join(f"- [{title}]({topic}.md): {words}" for topic, (title, words) in TOPICS.items()),
        "## Packages", "What other packages may import, for those who add a format, a technique, a "
        "method or a family.",
        "\n".join(f"- [`nonoforge.{name}`]({name}.md): "
                  f"{_summary(import_module('nonoforge.' + name).__doc__)}"
                  for name in (*PACKAGES, *MODULES)),
        "```{toctree}\n:hidden:\n\n" + "\n".join((*TOPICS, *PACKAGES, *MODULES)) + "\n```"]
    (folder / "index.md").write_text("\n\n".join(lists) + "\n", encoding="utf-8")


def _topic(name: str) -> str:
    thing = getattr(nonoforge, name)
    if name.startswith(("make_", "from_", "read_")) or name.endswith(("Options", "Result")):
        return "make"
    if not inspect.isclass(thing):
        return "solve" if thing.__module__.startswith("nonoforge.judge") or name in (
            "solve", "solve_many", "check", "rate", "explain", "hint", "repair", "edits",
        ) else "files"
    return "answers" if name in ("Verdict", "Work") else "model"


def _answers() -> Iterable[str]:
    """Yield the classes that the functions return, where they are not names of `nonoforge`."""
    for name in nonoforge.__all__:
        thing = getattr(nonoforge, name)
        if not inspect.isfunction(thing):
            continue
        for word in re.findall(r"\w+", str(thing.__annotations__.get("return", ""))):
            found = thing.__globals__.get(word)
            if inspect.isclass(found) and found.__module__.startswith("nonoforge.") \
                    and word not in nonoforge.__all__:
                yield f"{found.__module__}.{word}"


def _public(name: str, thing: object, package: str) -> bool:
    return not name.startswith("_") and (inspect.isfunction(thing) or inspect.isclass(thing)) \
        and str(getattr(thing, "__module__", "")).startswith(package)


def _summary(doc: str | None) -> str:
    return (doc or "").strip().split("\n\n")[0].replace("\n", " ")


def _write(
    folder: Path, page: str, title: str, words: str, names: list[str], described: dict[int, str],
) -> None:
    entries, elsewhere = [], []
    for path in names:
        module, _, name = path.rpartition(".")
        thing = getattr(import_module(module), name)
        other = described.setdefault(id(thing), page)
        if other != page:
            elsewhere.append(f"[`{name}`]({other}.md)")
        elif isinstance(thing, Maker):
            entries.append(_maker(name, thing))
        elif inspect.isclass(thing) and issubclass(thing, Options):
            entries.append(_options(name, module, thing))
        elif inspect.isclass(thing):
            entries.append(f".. autoclass:: {path}\n   :members:\n   :undoc-members:")
        else:
            entries.append(f".. autofunction:: {path}")
    parts = [f"# {title}", words]
    parts += [f"Described on other pages: {', '.join(elsewhere)}."] if elsewhere else []
    parts += ["```{eval-rst}", *entries, "```"] if entries else []
    (folder / f"{page}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _options(name: str, module: str, kind: type[Options]) -> str:
    """Return the entry of a class of options, whose annotations hold more than types."""
    lines = [f".. py:class:: {name}", f"   :module: {module}", "",
             f"   {_summary(inspect.getdoc(kind))}", ""]
    for each in options_of(kind) if kind is not Options else ():
        default = each.default_words or repr(each.initial)
        limits = f"; {words}" if (words := each.range_words()) else ""
        lines += [f"   .. py:attribute:: {each.name}", "",
                  f"      {each.help} [default: {default}{limits}]".replace("*", r"\*"), ""]
    return "\n".join(lines)


def _maker(name: str, maker: Maker[..., ..., ..., ...]) -> str:
    """Return the entry of a function `make_...`, which is an object of a class."""
    from sphinx.ext.napoleon import Config, GoogleDocstring

    doc = re.sub(r":\n\n(?=    make_)", "::\n\n", inspect.cleandoc(maker.__doc__ or ""))
    text = str(GoogleDocstring(doc, Config(napoleon_use_param=True)))
    body = "\n".join(f"   {line}".rstrip() for line in text.splitlines())
    return (f".. py:function:: {name}{inspect.signature(maker)}\n   :module: nonoforge\n\n{body}")
