"""Settings of a method, as people write them: `paint:order=plain,probe=2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from nonoforge.errors import InputError, nearest

Setting: TypeAlias = str | int | bool
Settings: TypeAlias = Mapping[str, Setting]

SWITCH = {"yes": True, "no": False}


class Option(NamedTuple):
    """A setting that a method has. The default says of what kind it is: a word (one of `choices`,
    if there are any), a number (`least` to `most`), or yes and no."""

    name: str
    default: Setting
    summary: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 10**9

    def read(self, text: str) -> Setting:
        """The value that is written there.

        >>> Option("probe", 3, "how deep", most=3).read("2")
        2
        """
        if isinstance(self.default, bool):
            if text in SWITCH:
                return SWITCH[text]
            raise InputError(f"{self.name}={text}: write yes or no")
        if isinstance(self.default, int):
            digits = text.lstrip("0")[:20] or "0"  # no more: of thousands Python reads none
            if text.isascii() and text.isdecimal() and self.least <= int(digits) <= self.most:
                return int(digits)
            raise InputError(f"{self.name}={text}: write a number from {self.least} to {self.most}")
        if self.choices and text not in self.choices:
            raise InputError(f"{self.name}={text}: {nearest(text, self.choices)}")
        return text

    @property
    def values(self) -> str:
        """What may stand there, the default first."""
        if isinstance(self.default, bool):
            return "no|yes" if not self.default else "yes|no"
        if isinstance(self.default, int):
            return f"{self.default} ({self.least} to {self.most})"
        return "|".join([self.default, *(c for c in self.choices if c != self.default)])


def read_settings(text: str, options: Sequence[Option]) -> dict[str, Setting]:
    """The settings in `order=plain,probe=2`; a name alone means yes.

    >>> read_settings("prepass", [Option("prepass", False, "clear the obvious first")])
    {'prepass': True}
    """
    known = {option.name: option for option in options}
    settings: dict[str, Setting] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = part.partition("=")
        if name not in known:
            raise InputError(f"no option {name!a}; {nearest(name, known)}")
        if not equals and not isinstance(known[name].default, bool):
            raise InputError(f"{name}: say what, like {name}={known[name].default}")
        settings[name] = known[name].read(value if equals else "yes")
    return settings


def written(settings: Settings) -> str:
    """Settings as they are read.

    >>> written({"order": "plain", "prepass": True, "swap": False})
    'order=plain,prepass,swap=no'
    """
    return ",".join(name if value is True else f"{name}=no" if value is False else
                    f"{name}={value}" for name, value in settings.items())

