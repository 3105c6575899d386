"""Run Python programs as processes, without waiting for their imports.

A new Python needs up to half a second to import what a command uses. :func:`run` returns what
``subprocess.run`` returns, but it forks a process that has imported both packages already. Each
fork gets its own arguments, environment, folder and streams, and it ends as any Python does.

New processes are started instead on systems other than Linux, if the environment changes what
Python reads when it starts (``PYTHONHASHSEED``, ``LC_ALL``), and if ``TACKNAMN_TEST_THOROUGH`` is
1, as in ``make test-full``. Tests of imports and of Ctrl-C call :mod:`subprocess` themselves.
"""

import atexit
import gc
import io
import json
import os
import runpy
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from pathlib import Path
from typing import NoReturn

import typer

from tacknamn import Lexicon, Pseudonymizer
from tests.modules import import_modules
from tests.timing import PATIENCE, THOROUGH

__all__ = ["Fork", "run", "run_text", "serve", "start"]

READ_AT_START = ("PYTHON", "LC_", "LANG")
"""How the variables begin that Python reads when it starts."""
_ADAPTERS = frozenset(
    f"tacknamn.{name}" for name in ("duckdb", "pandas", "polars", "presidio", "spacy", "spark")
)
"""What no command imports. With the packages of all adapters a fork takes four times as long, since
the tables of its memory are copied."""
_NUMBER = struct.Struct("i")
_START = "import sys; sys.path[:] = {path!r}; from tests import forks; forks.serve({number})"


# ---- for tests ---------------------------------------------------------------------------


def run_text(
    command: Sequence[str],
    env: Mapping[str, str],
    *,
    given: str = "",
    cwd: Path | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Run a program and return what it prints as text."""
    done = run(command, env, given=given.encode(), cwd=cwd)
    out, err = (part.decode("utf-8").replace("\r\n", "\n") for part in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def run(
    command: Sequence[str],
    env: Mapping[str, str],
    *,
    given: bytes = b"",
    cwd: Path | None = None,
) -> "subprocess.CompletedProcess[bytes]":
    """Run ``[sys.executable, "-c" or "-m", ...]`` with this standard input."""
    if not _can_fork(env):
        return subprocess.run(
            command, input=given, env=env, cwd=cwd,
            capture_output=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    with tempfile.TemporaryFile() as stdin, ThreadPoolExecutor(2) as readers:
        stdin.write(given)
        stdin.seek(0)
        (out, stdout), (err, stderr) = os.pipe(), os.pipe()
        process = start(command, env, (stdin.fileno(), stdout, stderr), cwd)
        os.close(stdout)
        os.close(stderr)
        printed = [readers.submit(_read_pipe, pipe) for pipe in (out, err)]
        code = process.wait()
        return subprocess.CompletedProcess(command, code, *(part.result() for part in printed))


def start(
    command: Sequence[str], env: Mapping[str, str], streams: Sequence[int], cwd: Path | None = None
) -> "Fork | subprocess.Popen[bytes]":
    """Start a program with these files as standard input, output and error."""
    if not _can_fork(env):
        stdin, stdout, stderr = streams
        return subprocess.Popen(
            command, env=env, cwd=cwd, stdin=stdin, stdout=stdout, stderr=stderr
        )
    return Fork(_connect_server(), command, env, streams, cwd)


class Fork:
    """A program that runs in a fork of the server. There is one at a time."""

    def __init__(
        self,
        server: socket.socket,
        command: Sequence[str],
        env: Mapping[str, str],
        streams: Sequence[int],
        cwd: Path | None,
    ) -> None:
        self.args = command
        self._server = server
        request = {"words": command[1:], "env": dict(env), "cwd": os.fspath(cwd or Path.cwd())}
        with tempfile.TemporaryFile() as file:
            file.write(json.dumps(request).encode())
            file.seek(0)
            socket.send_fds(server, [b"x"], [file.fileno(), *streams])
            self.pid = self._receive_number()

    def wait(self) -> int:
        """Wait for its end and return its exit code."""
        try:
            return self._receive_number()
        except BaseException:  # of a test that takes too long, too
            os.kill(self.pid, signal.SIGKILL)
            _stop_server()
            raise

    def _receive_number(self) -> int:
        number: int = _NUMBER.unpack(self._server.recv(_NUMBER.size, socket.MSG_WAITALL))[0]
        return number


def _can_fork(env: Mapping[str, str]) -> bool:
    return sys.platform == "linux" and not THOROUGH and _settings(env) == _settings(os.environ)


def _settings(env: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value
        for name, value in env.items()
        if name.startswith(READ_AT_START) and name != "PYTHONPATH"
    }


def _read_pipe(pipe: int) -> bytes:
    with os.fdopen(pipe, "rb") as file:
        return file.read()


# ---- the server --------------------------------------------------------------------------

_servers: list[tuple[socket.socket, "subprocess.Popen[bytes]"]] = []
"""The server of this process, once it is started."""


def _connect_server() -> socket.socket:
    if not _servers:
        here, there = socket.socketpair()
        here.settimeout(PATIENCE)
        code = _START.format(path=sys.path, number=there.fileno())
        process = subprocess.Popen([sys.executable, "-c", code], pass_fds=[there.fileno()])
        there.close()
        _servers.append((here, process))
    return _servers[0][0]


@atexit.register
def _stop_server() -> None:
    while _servers:
        connection, process = _servers.pop()
        connection.close()
        process.wait(PATIENCE)


def serve(number: int) -> None:
    """Fork a process for each request and report its number and its exit code."""
    _import_all()
    gc.freeze()  # so that forks do not copy the memory of all objects
    path = list(sys.path)
    server = socket.socket(fileno=number)
    while True:
        _, files, _, _ = socket.recv_fds(server, 1, 4)
        if not files:
            sys.exit()
        pid = os.fork()
        if not pid:
            server.close()
            _run_and_exit(files, path)
        for file in files:
            os.close(file)
        server.sendall(_NUMBER.pack(pid))
        _, status = os.waitpid(pid, 0)
        server.sendall(_NUMBER.pack(os.waitstatus_to_exitcode(status)))


def _import_all() -> None:
    """Import all modules of both packages that a command may need."""
    for package in ("tacknamn", "tacknamn_builders"):
        for _ in import_modules(package, _ADAPTERS):
            pass
    _make_caches()
    app = typer.Typer(add_completion=False)
    app.command()(_do_nothing)
    with redirect_stdout(io.StringIO()):  # Typer imports what it needs when a command runs
        app([], standalone_mode=False)
        app(["--help"], standalone_mode=False)


def _make_caches() -> None:
    """Read a text of each language, so that forks share the tables that are made for the first one."""
    lexicon = Lexicon.from_entries(["Amina"], "firstname_female")
    for text in ("Jag heter Amina och är 19 år.", "My name is Amina and I am 19 years old."):
        Pseudonymizer(lexicon)(text)


def _do_nothing(name: Path = Path()) -> None:
    """Help for a command with one option."""


def _run_and_exit(files: list[int], path: list[str]) -> NoReturn:
    """Run a program and exit as Python does, but leave all objects where they are."""
    code: object = 0
    try:
        _become(files, path)
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - as Python itself does
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        sys.stderr.write(f"{code}\n")
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else bool(code))


def _become(files: list[int], path: list[str]) -> None:
    """Turn this process into the one that the request asks for, and run the program."""
    with os.fdopen(files[0], "rb") as file:
        request = json.load(file)
    for number, stream in enumerate(files[1:]):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape", newline="\n")
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1)
    added = filter(None, request["env"].get("PYTHONPATH", "").split(os.pathsep))
    kind, program, *arguments = request["words"]
    sys.path[:] = ["" if kind == "-c" else request["cwd"], *added, *path]
    sys.argv = [kind, *arguments]
    if kind == "-c":
        exec(compile(program, "<string>", "exec"), vars(sys.modules["__main__"]))  # noqa: S102
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
