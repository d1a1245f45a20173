"""The man page, from the commands themselves: `nonoforge --man`."""

from __future__ import annotations

import re

import click

SECTION = "1"


def man_page(group: click.Group, version: str) -> str:
    """Return the page of a group of commands in the language of troff."""
    with click.Context(group, info_name="nonoforge") as context:
        summary = (group.help or "").strip().splitlines()[0]
        parts = [f'.TH NONOFORGE {SECTION} "" "nonoforge {version}" "User Commands"',
                 ".SH NAME", f"nonoforge \\- {_text(summary.rstrip('.').lower())}",
                 ".SH SYNOPSIS", ".B nonoforge", "COMMAND [OPTIONS] ...",
                 ".SH DESCRIPTION", *_paragraphs(group.help or ""),
                 ".SH OPTIONS", *_options(group, context), ".SH COMMANDS"]
        parts += _commands(group, context)
        parts += [".SH EXIT STATUS",
                  "0 done, whatever the verdict; 1 \\-\\-expect was answered no; "
                  "2 bad usage or bad input; 3 a budget ran out under \\-\\-expect."]
    return "\n".join(parts) + "\n"


def _commands(group: click.Group, context: click.Context) -> list[str]:
    """Return a part for each command, and for each of the commands in it."""
    parts = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None:
            continue
        with click.Context(command, info_name=name, parent=context) as inner:
            usage = " ".join(command.collect_usage_pieces(inner))
            parts += [f".SS {_text(inner.command_path)} {_text(usage)}",
                      *_paragraphs(command.help or ""), *_options(command, inner)]
            if isinstance(command, click.Group):
                parts += _commands(command, inner)
    return parts


def _options(command: click.Command, context: click.Context) -> list[str]:
    parts = []
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option):
            parts += [".TP", f".B {_text(record[0])}", _text(" ".join(record[1].split()))]
    return parts


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text; those after a backspace keep their lines."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines and lines[0] == "\b":
            parts += [".PP", ".nf", *map(_text, lines[1:]), ".fi"]
        else:
            parts += [".PP", _text(" ".join(lines))]
    return parts


def _text(text: str) -> str:
    """Return text with everything escaped that troff would take for a request.

    >>> _text(".5 --json")
    '\\\\&.5 \\\\-\\\\-json'
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
