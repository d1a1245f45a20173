"""The API calls things as the command line does."""

from __future__ import annotations

import importlib

import click
import pytest

from nonoforge.families import families
from nonoforge.studio.tasks import TASKS

# What is about files, terminals and processes, and what a request has in another place.
ASIDE = {"json", "output", "quiet", "from", "expect", "prepass", "animate", "pace", "trace",
         "proof", "jobs", "repeatable", "to", "puzzle",
         *(each.name for family in families() for each in family.extra_pictures)}


@pytest.mark.parametrize("verb", ["solve", "check", "explain", "hint", "repair", "make/grid",
                                  "make/solid", "make/sloped", "make/curved", "make/tri", "label",
                                  "convert"])
def test_every_option_of_a_command_is_a_field(verb: str) -> None:
    name, _, family = verb.partition("/")
    command = importlib.import_module(f"nonoforge.cli.{name}").command
    command = command.get_command(click.Context(command), family) if family else command
    options = {max(option.opts, key=len).lstrip("-").replace("-", "_")
               for option in command.params if isinstance(option, click.Option)}
    assert options - ASIDE <= set(TASKS[verb].request.__struct_fields__)
