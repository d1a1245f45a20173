"""The generated TypeScript: it is what the types and options say now."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonoforge.families import families
from nonoforge.options import options_of
from nonoforge.studio.openapi import described_node
from nonoforge.studio.typescript import SOURCES, _fields, _literal, _type

GENERATED = Path(__file__).parents[2] / "web" / "src" / "generated"


@pytest.mark.parametrize("name", SOURCES)
def test_the_files_are_up_to_date(name: str) -> None:
    """`python -m nonoforge.studio.typescript web/src/generated` writes them anew."""
    assert (GENERATED / name).read_text() == SOURCES[name]()


def test_there_are_no_other_files() -> None:
    assert {path.name for path in GENERATED.iterdir()} == set(SOURCES)


def test_names_of_types_are_short() -> None:
    """Two structs of one name would come with their modules' names."""
    assert not [name for name in described_node()["components"]["schemas"] if "." in name]


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_field_can_be_filled_in(family: object) -> None:
    kind = family.options  # type: ignore[attr-defined]
    options = {option.name: option for option in options_of(kind)}
    for field in _fields(kind):
        assert field["label"]
        assert field["help"].endswith(".")
        assert field["kinds"]
        assert "--" not in field["help"]
        option = options[field["name"]]
        assert option.nullable or field["default"] is not None
        if field["default"] is not None:
            option.read(field["default"])
        if "choice" in field["kinds"]:
            assert len(field["choices"]) + len(field["kinds"]) > 2  # or a value of another kind
        if field.get("when"):
            assert field["when"][0] in options


@pytest.mark.parametrize(("schema", "text"), [
    ({"type": "integer"}, "number"), ({}, "unknown"), ({"enum": ["a", 1]}, '"a" | 1'),
    ({"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/X"}]}, "null | X"),
    ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
     "(string | null)[]"),
    ({"type": "array", "prefixItems": [{"type": "number"}, {"type": "string"}]},
     "[number, string]"),
    ({"type": "object", "additionalProperties": {"type": "number"}}, "Record<string, number>"),
    ({"type": "object"}, "Record<string, unknown>"), ({"const": True}, "true"),
])
def test_types(schema: dict[str, object], text: str) -> None:
    assert _type(schema) == text


def test_values() -> None:
    assert _literal({"a-b": [1, None, True], "c": 'x"'}) == '{ "a-b": [1, null, true], c: "x\\"" }'
    assert _literal(["x" * 60, "y" * 60]).count("\n") == 3
