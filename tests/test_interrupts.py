"""Ctrl-C at any moment of a program: exit code 130, one line, no traceback.

``python -X importtime`` tells which module has just been loaded, so the moments are places in
the program and not times of a clock. Before ``tacknamn.errors`` is loaded there is only Python.
"""

import os
import signal
import subprocess
import sys
import time

import pytest

import tacknamn
from tacknamn.support.interrupts import MESSAGE
from tests.making import bundle, entry
from tests.timing import PATIENCE, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="sends the signals of POSIX"),
]

TOLD = [f"error: {MESSAGE}"]
ENDED = (130, -signal.SIGINT)
"""Shells say 130 of both. Python ends itself by the signal where it reached code in an exec."""
IGNORING = ["bash", "-c", 'trap "" INT; exec "$@"', "bash"]
"""How ``nohup`` and shells start what goes on in the background."""
SMALLEST_PIPE = 4096
"""Bytes. A program cannot end before the key is pressed while more than these are unread."""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a bundle."""
    made = bundle(tmp_path_factory.mktemp("b") / "default", [[entry("Göteborg", "city", 600000)]])
    return {
        "TACKNAMN_DATA": str(made),
        "TACKNAMN_BUILD": str(made.parent),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }


def interrupted(
    command: list[str], data: dict[str, str], behind: str, wait: float = 0, times: int = 1
) -> tuple[int, list[str]]:
    """Press Ctrl-C some seconds after a module was loaded: the exit code, and what was said."""
    python = [sys.executable, "-X", "importtime", "-m", *command]
    if "IGNORED" in data:
        python = [*IGNORING, *python]
    process = subprocess.Popen(
        python, env=os.environ | data, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        pipesize=-1 if wait else SMALLEST_PIPE,
    )  # fmt: skip
    with watched(process):
        assert process.stderr is not None
        for line in process.stderr:
            if line.split()[-1] == behind:
                break
        time.sleep(wait)
        for _ in range(times):
            process.send_signal(signal.SIGINT)
        _, rest = process.communicate("")
    said = [line for line in rest.splitlines() if not line.startswith("import time:")]
    return process.returncode, said


LOADING = [
    (["tacknamn", "match"], "tacknamn.errors"),
    (["tacknamn", "match"], "tacknamn.cli.program"),
    (["tacknamn", "match"], "typer"),
    (["tacknamn", "match"], "tacknamn.matching.engines"),
    (["tacknamn_builders", "status"], "tacknamn.errors"),
    (["tacknamn_builders", "status"], "typer"),
    (["tacknamn_builders", "status"], "tacknamn_builders.paths"),
]


@pytest.mark.parametrize(("command", "module"), LOADING, ids=lambda value: str(value))
def test_ctrl_c_while_a_program_is_loaded_is_130(
    command: list[str], module: str, data: dict[str, str]
) -> None:
    code, said = interrupted(command, data, module)
    assert code in ENDED
    assert said == TOLD


@pytest.mark.parametrize("wait", [0, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.3])
@pytest.mark.parametrize(
    "command", [["tacknamn", "info"], ["tacknamn_builders", "status"]], ids=str
)
def test_ctrl_c_at_any_time_gives_no_traceback(
    command: list[str], wait: float, data: dict[str, str]
) -> None:
    """The program may have done its work by then."""
    code, said = interrupted(command, data, "tacknamn.errors", wait)
    assert (code in ENDED and said in ([], TOLD)) or (code, said) == (0, [])


def test_whoever_presses_it_often_is_not_told_more(data: dict[str, str]) -> None:
    code, said = interrupted(["tacknamn", "match"], data, "tacknamn.cli.show", 0.05, times=20)
    assert code in ENDED
    assert set(said) == set(TOLD)


def test_a_program_that_is_to_ignore_ctrl_c_does(data: dict[str, str]) -> None:
    for wait in (0, 0.1):
        ignored = data | {"IGNORED": ""}
        assert interrupted(["tacknamn", "info"], ignored, "tacknamn.errors", wait) == (0, [])


LOST = """
import signal, sys, time, weakref
from types import ModuleType
from tacknamn.cli.program import run

class Thing:
    pass

def app(prog_name):
    thing = Thing()
    kept = weakref.ref(thing, lambda gone: signal.raise_signal(signal.SIGINT))
    del thing
    time.sleep(10)
    print("nobody pressed a key")

app.registered_commands = []
sys.modules["program"] = ModuleType("program")
sys.modules["program"].app = app
run("program", "program")
"""


def test_ctrl_c_is_not_lost_where_nothing_can_be_raised(data: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOST], env=os.environ | data, capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (130, "", TOLD)


IMPORTED = """
import signal, sys, tacknamn
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
assert "tacknamn.lexicon.lexicon" not in sys.modules
"""


def test_the_library_leaves_ctrl_c_alone_and_is_loaded_when_used(data: dict[str, str]) -> None:
    command = [sys.executable, "-c", IMPORTED]
    subprocess.run(command, env=os.environ | data, check=True, timeout=PATIENCE)


@pytest.mark.parametrize("name", tacknamn.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(tacknamn, name) is not None
    assert name in dir(tacknamn)


def test_other_names_cannot() -> None:
    with pytest.raises(AttributeError, match="module 'tacknamn' has no attribute 'Nobody'"):
        tacknamn.Nobody  # type: ignore[attr-defined]  # noqa: B018 - looked up, that is all
