"""What tests of reports share: inputs, commands as processes, pages and their colours."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tacknamn.cli.lazy_group import make_app
from tacknamn.cli.program import _exit_code_of
from tests import forks

_PROGRAM = """
import sys, types
from tacknamn.cli.lazy_group import make_app
from tacknamn.cli.program import run
alone = types.ModuleType("alone")
alone.app = make_app("tacknamn", {{name: ({module!r}, name) for name in {names!r}}}, "")
sys.modules["alone"] = alone
run("alone", "tacknamn")
"""


def listed(folder: Path, name: str, *documents: dict[str, Any]) -> Path:
    """A file of JSON Lines."""
    file = folder / name
    lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in documents)
    file.write_text("".join(lines), "utf-8")
    return file


# ---- commands ---------------------------------------------------------------------------


def alone(module: str, *names: str) -> str:
    """The program with these commands of a module alone."""
    return _PROGRAM.format(module=module, names=names)


def call_here(
    module: str,
    arguments: Sequence[str],
    capfd: pytest.CaptureFixture[str],
    typed: str = "",
) -> subprocess.CompletedProcess[str]:
    """Call a command in this process, which takes no time to start.

    What it prints and its exit code are those of the program."""
    name = module.rpartition(".")[2]
    app = make_app("tacknamn", {name: (module, name)}, "")
    capfd.readouterr()
    stdin, terminate = sys.stdin, signal.getsignal(signal.SIGTERM)
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
    try:
        code = _exit_code_of(lambda: app([name, *arguments], prog_name="tacknamn"))
    finally:
        sys.stdin = stdin
        signal.signal(signal.SIGTERM, terminate)
    printed = capfd.readouterr()
    return subprocess.CompletedProcess([*arguments], code, printed.out, printed.err)


def environment(**more: str) -> dict[str, str]:
    """That of the tests, without what is set for this user."""
    plain = {name: value for name, value in os.environ.items() if "TACKNAMN" not in name}
    return plain | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120"} | more


def on_screen(program: str, arguments: Iterable[str], **more: str) -> str:
    """What a terminal shows."""
    import pty  # not on every system

    here, there = pty.openpty()
    words = [sys.executable, "-c", program, *arguments]
    with Path(os.devnull).open("rb") as null:
        streams = (null.fileno(), there, there)
        process = forks.start(words, environment(TERM="xterm") | more, streams)
    os.close(there)
    shown = b""
    try:
        while part := os.read(here, 65536):
            shown += part
    except OSError:  # the terminal is closed
        pass
    process.wait()
    os.close(here)
    return shown.decode("utf-8")


def is_error(private: str, done: subprocess.CompletedProcess[Any], *said: str) -> None:
    """One line on standard error without what is private, exit code 2, nothing else anywhere."""
    errors = done.stderr if isinstance(done.stderr, str) else done.stderr.decode()
    assert (done.returncode, len(done.stdout)) == (2, 0), errors
    assert errors.count("\n") == 1 and errors.startswith("error: ")
    assert private not in errors and "Traceback" not in errors
    for part in said:
        assert part in errors


# ---- pages ------------------------------------------------------------------------------


class PageReader(HTMLParser):
    """Reads a page strictly: what is opened must be closed in its turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def colours(style: str) -> dict[str, dict[str, str]]:
    """The named colours of a style sheet, of light and of dark screens."""
    light, dark = re.split(r"@media \(prefers-color-scheme: dark\)", style, maxsplit=1)
    return {
        name: dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", text))
        for name, text in (("light", light), ("dark", dark))
    }


def luminance(colour: str) -> float:
    """How light a colour is, by WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, by WCAG."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
