"""Tasks for tests of the worker processes: everything that can go wrong in one."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

from nonoforge import limited_process
from nonoforge.errors import FormatError, MissingPart
from nonoforge.progress import ShareProgress
from nonoforge.worker_processes import Teller


def perform(verb: str, body: bytes, tell: Teller) -> bytes:
    return TASKS[verb](body, tell)


def echo(body: bytes, tell: ShareProgress) -> bytes:
    return body


def who(body: bytes, tell: ShareProgress) -> bytes:
    return str(os.getpid()).encode()


def wrong(body: bytes, tell: ShareProgress) -> bytes:
    raise FormatError("no puzzle").at(file="owl.nono", line=3, column=7)


def missing(body: bytes, tell: ShareProgress) -> bytes:
    raise MissingPart("numpy is not installed")


def bug(body: bytes, tell: ShareProgress) -> bytes:
    raise ZeroDivisionError("by zero")


def leave(body: bytes, tell: ShareProgress) -> bytes:
    sys.exit(3)


def vanish(body: bytes, tell: ShareProgress) -> bytes:
    os._exit(3)


def segfault(body: bytes, tell: ShareProgress) -> bytes:
    ctypes.string_at(0)
    return b"alive?"


def kill(body: bytes, tell: ShareProgress) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"alive?"


def die_twice(body: bytes, tell: ShareProgress) -> bytes:
    """Be killed twice; `body` is the path of a file that counts."""
    with open(body, "ab") as counted:
        counted.write(b"x")
        if counted.tell() > 2:
            return b"done"
    return kill(body, tell)


def spin(body: bytes, tell: ShareProgress) -> bytes:
    tell(None, str(os.getpid()))
    while True:
        pass


def linger(body: bytes, tell: ShareProgress) -> bytes:
    """Leave a thread behind that computes for ever, outside of Python."""
    large = bytes(1 << 20)
    threading.Thread(target=lambda: [hashlib.sha256(large) for _ in iter(int, 1)]).start()
    return who(body, tell)


def spin_in_threads(body: bytes, tell: ShareProgress) -> bytes:
    for _ in range(2):
        linger(body, tell)
    time.sleep(3600)
    return b""


def hog(body: bytes, tell: ShareProgress) -> bytes:
    pieces = []
    while True:
        pieces.append(bytes(16 << 20))  # address space alone, which takes no time


def abort(body: bytes, tell: ShareProgress) -> bytes:
    """What a C++ library does when memory runs out and nobody catches it."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def grow(body: bytes, tell: ShareProgress) -> bytes:
    """Memory that stays taken when the job is done."""
    KEPT.append(bytearray(int(body)))
    return who(body, tell)


def sleep(body: bytes, tell: ShareProgress) -> bytes:
    tell(None, str(os.getpid()))
    time.sleep(float(body))
    return b"rested"


def until(body: bytes, tell: ShareProgress) -> bytes:
    """Wait until there is a file of this name."""
    tell(None, str(os.getpid()))
    while not os.path.exists(body):
        time.sleep(0.01)
    return b"there"


def parts(body: bytes, tell: Teller) -> bytes:
    """Send so many parts, each after a fifth of a second of computing; then fail if `body` says so.
    """
    many, then = body.split(b" ")
    for number in range(int(many)):
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
        tell.part(b"%d" % number * 1000)
    return b"" if then == b"well" else TASKS[then.decode()](b"", tell)


def flood(body: bytes, tell: Teller) -> bytes:
    """Send parts for ever; write into the file that `body` names how many were taken."""
    number = 0
    while True:
        tell.part(bytes(100_000))
        number += 1
        with open(body, "w") as file:
            file.write(str(number))


def noise(body: bytes, tell: ShareProgress) -> bytes:
    print("noise " * 20_000, flush=True)
    os.write(1, b"\x00\x00\x00\x04junk")
    ctypes.CDLL(None).puts(b"noise from C")
    ctypes.CDLL(None).fflush(None)
    return json.dumps(sys.stdin.read()).encode()


def steps(body: bytes, tell: ShareProgress) -> bytes:
    """Progress: as many steps as asked for, all at once; or the seconds given, thousands."""
    count, seconds = json.loads(body)
    until = time.monotonic() + seconds
    told = 0
    while told < count or time.monotonic() < until:
        tell(told / count, f"step {told}")
        told += 1
    return str(told).encode()


def litter(body: bytes, tell: ShareProgress) -> bytes:
    """A folder that stays behind; its name ends with the worker's number."""
    return tempfile.mkdtemp(suffix=f"-{os.getpid()}").encode()


def delegate(body: bytes, tell: ShareProgress) -> bytes:
    """Let a limited child process do it, and wait."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script, limited_process.counted():
        script.write("import os\nprint(os.getpid(), flush=True)\n" + body.decode())
        script.flush()
        child = subprocess.Popen(limited_process.command(script.name), stdout=subprocess.PIPE)
        with child:
            assert child.stdout
            tell(None, child.stdout.readline().decode().strip())
    return str(child.returncode).encode()


def delegate_and_spin(body: bytes, tell: ShareProgress) -> bytes:
    """Let a limited child process do it, then compute without end."""
    delegate(body, tell)
    while True:
        pass


def blow(body: bytes, tell: ShareProgress) -> bytes:
    return bytes(int(body))


def babble(body: bytes, tell: ShareProgress) -> bytes:
    """Whatever the pipe to the server is, write nonsense into it."""
    for number in range(3, 20):
        try:
            os.write(number, b"\xff" * 64)
        except OSError:
            continue
    time.sleep(3600)
    return b""


KEPT: list[bytearray] = []
TASKS: dict[str, Callable[[bytes, Teller], bytes]] = {
    task.__name__: task for task in (
        echo, who, wrong, missing, bug, leave, vanish, segfault, kill, die_twice, spin,
        linger, spin_in_threads, hog, abort, grow, sleep, until, noise, steps, blow, babble, litter,
        delegate, delegate_and_spin, parts, flood)}
TASKS["nap"] = sleep  # the same, in the lane of quick jobs
