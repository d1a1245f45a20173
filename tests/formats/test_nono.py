"""The native file: its schema, its description, and where its errors point."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest
from format_cases import dancer, full, puzzles
from hypothesis import HealthCheck, given, settings

from nonoforge.errors import InputError
from nonoforge.formats import FORMATS, dumps, loads
from nonoforge.formats.nono import place_in_json, schema

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((DOCS / "nono.schema.json").read_text("utf-8"))
PAGE = (DOCS / "format.md").read_text("utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
         "boolean": bool, "null": type(None)}
LIMITS = {
    "minimum": lambda value, limit: value >= limit, "maximum": lambda value, limit: value <= limit,
    "minItems": lambda value, limit: len(value) >= limit,
    "maxItems": lambda value, limit: len(value) <= limit,
    "minLength": lambda value, limit: len(value) >= limit,
    "maxLength": lambda value, limit: len(value) <= limit,
    "pattern": lambda value, limit: re.search(limit, value) is not None,
    "required": lambda value, limit: set(limit) <= set(value),
}


def valid(value: Any, schema: dict[str, Any]) -> bool:
    """As much of JSON Schema as the file's schema uses."""
    if "$ref" in schema:
        node: Any = SCHEMA
        for step in schema["$ref"].split("/")[1:]:
            node = node[step]
        return valid(value, node)
    if "oneOf" in schema:
        return sum(valid(value, choice) for choice in schema["oneOf"]) == 1
    if "anyOf" in schema:
        return any(valid(value, choice) for choice in schema["anyOf"])
    if "const" in schema:
        return value == schema["const"] and not isinstance(value, bool)
    if "enum" in schema:
        return value in schema["enum"]
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if isinstance(value, bool):
        return "boolean" in types
    if not any(isinstance(value, TYPES[name]) for name in types):
        return False
    if value is None:
        return True
    if not all(check(value, schema[name]) for name, check in LIMITS.items() if name in schema):
        return False
    if isinstance(value, dict):
        known = schema["properties"]
        return set(value) <= set(known) and all(valid(value[k], known[k]) for k in value)
    if isinstance(value, list):
        kinds = schema.get("prefixItems") or [schema["items"]] * len(value)
        return all(map(valid, value, kinds))
    return True


def test_the_schema_is_that_of_the_families():
    """Written by `make schema`."""
    assert schema() == SCHEMA


def test_the_page_knows_every_field():
    for name, definition in SCHEMA["$defs"].items():
        if name.endswith("File"):
            assert all(f"`{field}`" in PAGE for field in definition["properties"])


@settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=80)
@given(nonogram=puzzles())
def test_what_is_written_meets_the_schema(nonogram):
    assert valid(json.loads(dumps(nonogram, "nono")), SCHEMA)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_page(text):
    assert valid(json.loads(text), SCHEMA)
    [puzzle] = loads(text.encode())
    assert loads(dumps(puzzle, "nono")) == [puzzle]


def test_the_error_on_the_page():
    wrong = EXAMPLES[1].replace("[[1, 2], \"?\"]", "[[1, 3], \"?\"]").encode()
    with pytest.raises(InputError) as caught:
        loads(wrong, "flag.nono")
    assert f"`{caught.value}`" in PAGE.replace("\n", " ")


def test_there_are_five_examples():
    assert len(EXAMPLES) == 5


@pytest.mark.parametrize("change", [
    {"width": 0}, {"rows": [[1.5]]}, {"rows": [["x"]]}, {"rows": [[[1]]]}, {"rows": [[[1, 0]]]},
    {"palette": [{"name": "a", "rgb": "#fff"}]}, {"saved": [[[[]]]]}, {"more": [["a"]]},
    {"nonoforge": 2}, {"family": "cube"}, {"colour": 1}, {"given": [[1, 1]]}, {"title": 3},
    {"notes": "a"}, {"solution": [["x"]]},
])
def test_schema_and_reader_refuse_the_same(change):
    document = json.loads(dumps(dancer(), "nono")) | change
    assert not valid(document, SCHEMA)
    with pytest.raises(InputError, match=r"^a\.nono:\d+:\d+: "):
        loads(json.dumps(document).encode(), "a.nono")


def test_the_table_of_formats_is_true():
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|$", PAGE, re.MULTILINE)
    table = {name: [cell.strip() for cell in rest.split("|")] for name, rest in rows
             if name in FORMATS}
    assert list(table) == list(dict.fromkeys(table))
    assert set(table) == set(FORMATS)
    assert len(FORMATS) == 15
    assert "fifteen formats" in PAGE
    for name, cells in table.items():
        format = FORMATS[name]
        assert re.findall(r"`(.*?)`", cells[0]) == list(format.extensions)
        for part, cell in zip(("colours", "blotted", "given", "solution", "saved"), cells[1:],
                              strict=False):
            assert (part in format.holds) == (not cell.startswith("no")), (name, part)
        assert ("several" in format.holds) == (cells[-1] == "yes")
        assert format.picture == cells[4].startswith("only")


def test_the_page_works():
    runner = doctest.DocTestRunner()
    test = doctest.DocTestParser().get_doctest(PAGE, {}, "format.md", "format.md", 0)
    assert test.examples
    assert runner.run(test).failed == 0


def test_layout_is_for_people():
    text = dumps(full(), "nono").decode()
    assert '\n  "title": "A \\"flag\\" & more",\n' in text
    assert '\n  "rows": [\n    [4],\n    [["?", 2]],\n' in text
    assert "©" in text


@pytest.mark.parametrize(("path", "place"), [
    ("$", (1, 1)), ("$.a", (1, 7)), ("$.b", (2, 7)), ("$.b[1]", (2, 16)), ("$.b[1].c", (2, 22)),
    ("$.b[7]", (2, 7)), ("$.x", (1, 1)), ("$.a[0]", (1, 7)), ("$.b[0]", (2, 8)),
])
def test_places_of_paths(path, place):
    text = '{"a": "[{\\"",\n "b": [[1, 2], {"c": 3}]}'
    assert place_in_json(text, path) == place


def test_places_in_what_is_no_json():
    for text in ("", "{", '{"a', '{"a":', '{"a": [1,', "[[[[", '{"a" 1}', "nonsense"):
        assert place_in_json(text, "$.a[2].b", "key") >= (1, 1)
