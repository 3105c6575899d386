"""How the two programs start and end: streams, encodings, pipes, Ctrl-C."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tacknamn import __version__
from tacknamn.cli.lazy_group import split_help
from tacknamn.cli.program import _decode_utf8, _exit_code_of
from tacknamn.errors import SourceError
from tests import forks
from tests.making import bundle, entry
from tests.timing import PATIENCE

BOTH = pytest.mark.parametrize("module", ["tacknamn", "tacknamn_builders"])
PLAIN_C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""A locale in which Python itself writes ASCII only."""
POSIX = pytest.mark.skipif(os.name != "posix", reason="asks a POSIX shell")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a bundle."""
    made = bundle(tmp_path_factory.mktemp("b") / "default", [[entry("Göteborg", "city", 600000)]])
    return {
        "TACKNAMN_DATA": str(made),
        "TACKNAMN_BUILD": str(made.parent),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }


def shell(command: str, data: dict[str, str], **environment: str) -> tuple[int, str, str]:
    """Run a line of a shell in which $lookup and $build are the two programs."""
    programs = {
        "lookup": f"{sys.executable} -m tacknamn lookup",
        "build": f"{sys.executable} -m tacknamn_builders",
    }
    done = subprocess.run(
        ["bash", "-c", command], env=os.environ | programs | data | environment,
        capture_output=True, encoding="utf-8", timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def help_of(module: str, command: str, data: dict[str, str], columns: int) -> str:
    """What --help prints."""
    words = [sys.executable, "-m", module, *command.split(), "--help"]
    env = os.environ | data | {"COLUMNS": str(columns), "NO_COLOR": "1"}
    return forks.run_text(words, env).stdout


@POSIX
@BOTH
def test_help_is_printed_in_any_locale(module: str, data: dict[str, str]) -> None:
    code, said, faults = shell(f"{sys.executable} -m {module} --help", data, **PLAIN_C)
    assert (code, faults) == (0, "")
    assert "Täcknamn" in said


@BOTH
def test_help_fills_its_lines(module: str, data: dict[str, str]) -> None:
    """Docstrings are wrapped for the code; on a terminal that is narrower no line is cut twice."""
    shown = {}
    for command in {"tacknamn": ("mask", "evaluate", "learn"),
                    "tacknamn_builders": ("compile", "fit", "fetch")}[module]:  # fmt: skip
        shown[command] = help_of(module, command, data, columns=80)
    for command, text in shown.items():
        prose = text.partition("╭")[0].partition("Examples:")[0]
        for paragraph in re.split(r"\n\s*\n", prose):
            lines = [line.strip() for line in paragraph.strip().splitlines()]
            for line, following in pairwise(lines):
                assert len(f"{line} {following.split()[0]}") > 78, (command, line)


def test_paragraphs_stay_and_examples_come_last() -> None:
    docstring = "A\n    b.\n\n    C\n    d.\n\n      e\n      f\n\n    Examples:\n\n      g h\n      i\n    "
    assert split_help(docstring) == ("A b.\n\nC d.\n\n  e\n  f", "Examples:\n\ng h\n\ni")
    assert split_help("A\n    b.") == ("A b.", None)


@BOTH
def test_every_command_has_an_example(module: str, data: dict[str, str]) -> None:
    name = {"tacknamn": "tacknamn", "tacknamn_builders": "tacknamn-build"}[module]
    listed = help_of(module, "", data, columns=200)
    commands = re.findall(
        r"^│ ([a-z]+(?: [a-z]+)?) ", listed.partition("─ Commands ─")[2], re.MULTILINE
    )
    assert len(commands) >= 9
    for command in commands:
        text = help_of(module, command, data, columns=200)
        assert f"{name} {command}" in text.partition("Examples:")[2], command


@BOTH
def test_the_version_is_printed(module: str, data: dict[str, str]) -> None:
    code, said, _ = shell(f"{sys.executable} -m {module} --version", data)
    assert (code, said.split()[1:]) == (0, [__version__])


@POSIX
def test_words_are_understood_in_any_locale(data: dict[str, str]) -> None:
    code, said, _ = shell("$lookup Göteborg", data, **PLAIN_C)
    assert code == 0
    assert said.startswith("Göteborg\tGöteborg\tcity\t")


@POSIX
def test_a_file_whose_name_the_locale_lacks_is_told(data: dict[str, str]) -> None:
    code, _, said = shell(f"{sys.executable} -m tacknamn match Göteborg.txt", data, **PLAIN_C)
    assert (code, said.count("\n")) == (2, 1)
    assert "PYTHONUTF8=1" in said


@pytest.mark.parametrize("word", ["Göteborg", "", "\udcff", "a\udcffb"])
def test_an_argument_of_other_bytes_stays_as_it_is(word: str) -> None:
    assert _decode_utf8(word) == word


@POSIX
@pytest.mark.parametrize(
    "command",
    ["$lookup Göteborg >/dev/full", "$build status >/dev/full", "$build notice >/dev/full",
     "PYTHONUNBUFFERED=1 $lookup Göteborg >/dev/full", "$build status --json >&-",
     "$build --help >/dev/full"],
)  # fmt: skip
def test_output_that_cannot_be_written_is_named(command: str, data: dict[str, str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    code, _, said = shell(command, data)
    assert (code, said.count("\n")) == (2, 1)
    assert said.startswith("error: standard output: ")


@POSIX
@pytest.mark.parametrize(
    "command", ["$lookup Göteborg", "$build status", "$build demo", "$build notice", "$build -h"]
)
def test_whoever_has_read_enough_hears_nothing(command: str, data: dict[str, str]) -> None:
    _, said, faults = shell(f"{command.replace('-h', '--help')} | true; echo ${{PIPESTATUS[0]}}",
                            data)  # fmt: skip
    assert faults == ""
    assert said in ("141\n", "0\n")  # 0: all was written before the reader had gone


@POSIX
def test_a_reader_that_has_gone_for_good_ends_a_program_with_141(data: dict[str, str]) -> None:
    gone = "sleep 0.1 | (exec 3>&1; true); "
    _, said, faults = shell(f"{gone} $build notice | sleep 0; echo ${{PIPESTATUS[0]}}", data)
    assert (said, faults) == ("141\n", "")


@POSIX
def test_closed_streams_harm_nobody_who_does_not_need_them(data: dict[str, str]) -> None:
    assert shell("$lookup Göteborg >/dev/null <&- 2>&-", data)[0] == 0
    assert shell("$build compile --profile nobody <&- >&- 2>&-", data)[0] == 2


PRESSED = "import signal; signal.raise_signal(signal.SIGINT)"
READING = f"""
class Pressed:
    def read(self):
        {PRESSED}

sys.stdin = type("Keyboard", (), {{"buffer": Pressed()}})()
run("tacknamn.cli.app", "tacknamn")
"""
LOADING = """
sys.path.insert(0, sys.argv[-1])
run("pressed", "pressed")
"""


@POSIX
@pytest.mark.parametrize("code", [READING, LOADING], ids=["at work", "while it is loaded"])
def test_ctrl_c_is_one_line_and_130(code: str, data: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "pressed.py").write_text(PRESSED, "utf-8")
    start = f"import sys; from tacknamn.cli.program import run\n{code}"
    done = subprocess.run(
        [sys.executable, "-c", start, "match", "-", str(tmp_path)],
        env=os.environ | data, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 130
    assert done.stderr == "error: interrupted; existing files are unchanged\n"


def raising(fault: BaseException) -> Callable[[], object]:
    def program() -> None:
        raise fault

    return program


ENDS: list[tuple[BaseException, int, str]] = [
    (SystemExit(1), 1, ""),
    (SystemExit(None), 0, ""),
    (SourceError("faker: damaged; fetch it again"), 2, "faker: damaged; fetch it again"),
    (KeyboardInterrupt(), 130, "interrupted"),
    (MemoryError(), 2, "out of memory"),
    (PermissionError(13, "Permission denied", "/raw/x"), 2, "/raw/x: Permission denied"),
    (UnicodeEncodeError("ascii", "ö", 0, 1, "no"), 2, "ascii"),
]


@pytest.mark.parametrize(("fault", "code", "said"), ENDS, ids=lambda value: type(value).__name__)
def test_every_fault_has_its_exit_code_and_one_line(
    fault: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _exit_code_of(raising(fault)) == code
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == (1 if said else 0)


def test_what_typer_makes_of_ctrl_c_is_seen_through(capsys: pytest.CaptureFixture[str]) -> None:
    def program() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise SystemExit(1) from None

    assert _exit_code_of(program) == 130


def test_what_python_makes_of_ctrl_c_in_a_class_is_seen_through(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Pressing:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def program() -> None:
        type("Owner", (), {"name": Pressing()})

    assert _exit_code_of(program) == 130
    assert capsys.readouterr().err.startswith("error: interrupted")
