"""`python -m nonoforge` is the `nonoforge` command."""

from nonoforge.cli import main

main()
