"""The command line. `main` is the command `nonoforge`; each subcommand is one module.

Exit codes: 0 done, whatever the verdict; 1 `--expect` was answered no; 2 bad usage or bad input;
3 a budget ran out under `--expect`. With several inputs the worst counts: 2, then 1, then 3.
"""

from typing import NoReturn


def main() -> NoReturn:
    """Run the command of this process and exit."""
    try:
        from nonoforge.cli.app import main as run
    except KeyboardInterrupt:  # Ctrl-C while it loads: nothing has begun
        raise SystemExit(130) from None  # interrupt.CODE
    run()
