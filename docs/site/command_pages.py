"""Pages of the commands, from what click knows of them: the texts that `--help` shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from nonoforge.cli.app import cli

PROGRAM = "nonoforge"


def escape(text: str) -> str:
    """Return a sentence as Markdown that shows it literally, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", " ".join(text.split()))


def write_command_pages(folder: Path) -> None:
    """Write one page for each command, and an index of them."""
    folder.mkdir(parents=True)
    for name, page in _pages(cli, click.Context(cli, info_name=PROGRAM)):
        (folder / f"{name}.md").write_text(page, encoding="utf-8")


def _pages(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    words = context.command_path.split()[1:]
    parts = [f"# {context.command_path}" if words else "# Commands", *_description(command)]
    usage = " ".join(command.collect_usage_pieces(context))
    parts.insert(2, f"```text\n{context.command_path} {usage}\n```")
    if isinstance(command, click.Group):
        parts += _subcommands(command, context, words)
    parts += _parameters(command, context)
    formatter = click.HelpFormatter(width=100)
    command.format_epilog(context, formatter)
    if epilog := formatter.getvalue().strip():
        heading, _, lines = epilog.partition("\n")
        parts += [f"## {heading.rstrip(':')}", f"```text\n{cleandoc(lines)}\n```"]
    yield "-".join(words) or "index", "\n\n".join(parts) + "\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and not child.hidden:
                yield from _pages(child, click.Context(child, info_name=name, parent=context))


def _description(command: click.Command) -> Iterator[str]:
    """Yield the paragraphs of the help; those that keep their lines are shown as code."""
    for paragraph in re.split(r"\n{2,}", cleandoc(command.help or "")):
        kept = paragraph.startswith("\b")
        text = paragraph.lstrip("\b\n")
        if not kept:
            yield escape(text)
        elif text.startswith("Examples:"):
            yield "## Examples"
            yield f"```text\n{cleandoc(text.removeprefix('Examples:'))}\n```"
        else:
            yield f"```text\n{text}\n```"


def _subcommands(
    group: click.Group, context: click.Context, words: list[str],
) -> Iterator[str]:
    names = [name for name in group.list_commands(context)
             if (found := group.get_command(context, name)) is not None and not found.hidden]
    pages = {name: "-".join([*words, name]) for name in names}
    yield "## Commands"
    yield "\n".join(
        f"- [`{context.command_path} {name}`]({pages[name]}.md): "
        f"{escape(_first(group.get_command(context, name)))}" for name in names)
    yield "```{toctree}\n:hidden:\n\n" + "\n".join(pages.values()) + "\n```"


def _first(command: click.Command | None) -> str:
    """Return the first paragraph of a command's help."""
    return "" if command is None else cleandoc(command.help or "").split("\n\n")[0]


def _parameters(command: click.Command, context: click.Context) -> Iterator[str]:
    records = [record for each in command.get_params(context)
               if (record := each.get_help_record(context)) is not None and record[1]]
    if records:
        yield "## Options"
        yield "\n\n".join(f"`{names}`\n: {escape(words)}" for names, words in records)
