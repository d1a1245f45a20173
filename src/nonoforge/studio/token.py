"""The token that opens the studio: kept in the library's folder, for its owner alone, so that a
page that is open while the studio is started again goes on by itself."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from pathlib import Path

FILE = "studio.token"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """Return a random secret."""
    return secrets.token_urlsafe(32)


def kept_token(folder: str | os.PathLike[str], *, renew: bool = False) -> str:
    """Return the token of a library; make one if there is none, it is not private, or it is to be
    renewed. Where it cannot be kept it holds for this start only."""
    path = Path(folder) / FILE
    found = None if renew else _read(path)
    if found is not None:
        return found
    token = new_token()
    beside = path.with_name(f"{FILE}.{secrets.token_hex(4)}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token)
        os.replace(beside, path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
    return token


def _read(path: Path) -> str | None:
    """Return the token in a file that only its owner can read and write."""
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))) as file:
            about = os.fstat(file.fileno())
            text = file.read(100)
    except (OSError, ValueError):
        return None
    private = os.name != "posix" or (about.st_uid == os.getuid()
                                     and not stat.S_IMODE(about.st_mode) & 0o077)
    return text if private and _TOKEN.fullmatch(text) else None
