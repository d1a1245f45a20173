"""Options: types, ranges and texts stand once, and are checked once."""

from __future__ import annotations

import pickle
from typing import Annotated, Any, Literal

import msgspec
import pytest

from nonoforge.errors import InputError, OptionError
from nonoforge.families import families
from nonoforge.options import MakeOptions, Options, option, options_of, read

CLASSES = [family.options for family in families()]


class Cut(Options, kw_only=True, frozen=True):
    """Options of every kind."""

    size: Annotated[int | tuple[int, int], option(
        "Size.", ge=1, le=99, separator="x", expected="a size")] = 3
    share: Annotated[float | Literal["all"], option("Share.", gt=0, lt=1)] = "all"
    width: Annotated[float, option("Width.", ge=0, le=100, unit="mm")] = 1.0
    stars: Annotated[tuple[int, int] | None, option("Stars.", ge=1, le=5, separator="..")] = None
    box: Annotated[tuple[float, float], option("Box.", gt=0, unit="mm", separator=" ")] = (5.0, 5.0)
    kind: Annotated[Literal["one", "two"], option("Kind.")] = "one"
    name: Annotated[str, option("Name.", max_length=5)] = ""
    yes: Annotated[bool, option("Yes.")] = False
    hidden: int = 7  # not an option: no description


@pytest.mark.parametrize(("given", "value"), [
    ({"size": "30X20"}, (30, 20)), ({"size": 5}, 5), ({"size": [4, 5]}, (4, 5)),
    ({"share": ".5"}, 0.5), ({"share": "all"}, "all"), ({"width": "1in"}, 25.4),
    ({"width": 2}, 2.0), ({"stars": "3"}, (3, 3)), ({"stars": "2..4"}, (2, 4)),
    ({"stars": None}, None), ({"box": "5 1cm"}, (5.0, 10.0)), ({"kind": " two "}, "two"),
    ({"name": " a "}, " a "), ({"yes": True}, True),
])
def test_a_value_or_its_text(given: dict[str, Any], value: object) -> None:
    [name] = given
    assert getattr(read(Cut, given), name) == value
    assert type(getattr(Cut(**given), name)) is type(value)


@pytest.mark.parametrize(("given", "message"), [
    ({"size": 0}, "size: '0': write a size"), ({"size": "30x"}, "size: '30x': write a size"),
    ({"size": True}, "size: 'True': write a size"), ({"size": [1, 2, 3]}, "write a size"),
    ({"share": "1"}, "share: '1': write a number between 0 and 1; or all"),
    ({"share": float("nan")}, "share: 'nan': write a number"),
    ({"width": "5ell"}, "like 16pt (mm, cm, in, pt, px); 0 to 100 mm"),
    ({"stars": "4..2"}, "stars: '4..2'"), ({"box": "5"}, "box: '5'"),
    ({"box": "0 5"}, "box: '0 5'"), ({"kind": "three"}, "kind: 'three': write one or two"),
    ({"kind": None}, "kind: 'None': write one or two"),
    ({"name": "abcdef"}, "name: 'abcdef': write at most 5 characters"),
    ({"yes": "maybe"}, "yes: 'maybe': write true or false"),
])
def test_a_bad_value_has_one_message(given: dict[str, Any], message: str) -> None:
    for make in (lambda: Cut(**given), lambda: read(Cut, given)):
        with pytest.raises(OptionError) as caught:
            make()
        assert message in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.option) == (str(caught.value), caught.value.option)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(InputError, match=r"no option 'sze'; did you mean size\?"):
        read(Cut, {"sze": 3})


def test_the_decoder_of_the_api_checks_the_same() -> None:
    assert msgspec.json.decode(b'{"size": [3, 4], "share": 0.5}', type=Cut).size == (3, 4)
    with pytest.raises(OptionError, match="size: '100': write a size"):
        msgspec.json.decode(b'{"size": 100}', type=Cut)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_option_is_described(kind: type[MakeOptions]) -> None:
    names = {each.name for each in options_of(kind)}
    assert names == {field.name for field in msgspec.structs.fields(kind)}
    assert msgspec.json.decode(b"{}", type=kind) == kind()
    for each in options_of(kind):
        assert each.help[0].isupper()
        assert each.help.endswith(".")
        assert len(each.help) < 200
        assert each.read(each.initial) == each.initial
        if isinstance(each.initial, float):
            assert each.read(each.write(each.initial)) == pytest.approx(each.initial, rel=1e-5)
        elif not isinstance(each.initial, bool | None):
            assert each.read(each.write(each.initial)) == each.initial
        assert set(each.choices) <= set(each.values) or each.kind is str
        if each.when is not None:
            assert each.when[0] in names
