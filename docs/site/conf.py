"""Configuration of Sphinx; `build.py` runs it over the pages that it has put together."""

from __future__ import annotations

from typing import Any

import nonoforge

project = "Nonoforge"
author = "The Nonoforge authors"
copyright = author
version = release = nonoforge.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["public"]
html_extra_path: list[str] = []  # build.py names the folder of pictures and playable puzzles
nitpicky = False
smartquotes = False  # `--json` is not a dash
default_role = "literal"  # docstrings write `code` as Markdown does

myst_enable_extensions = ["deflist", "attrs_inline"]
myst_heading_anchors = 4
suppress_warnings = ["ref.python"]  # fields of the same name in several classes

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = "Nonoforge"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_search_summary = False  # excerpts are fetched, which a page on the disk may not do
html_theme_options = {"top_of_page_buttons": []}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


def _skip(app: Any, kind: str, name: str, thing: object, skip: bool, options: object) -> bool:
    """Leave out what classes inherit from tuples and structs."""
    return skip or name in ("count", "index") or getattr(thing, "__module__", "") == "msgspec"


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-skip-member", _skip)
