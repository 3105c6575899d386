"""Forks of the tests do what new processes do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forks
from tests.reports import environment
from tests.timing import PATIENCE

PROGRAMS = {
    "streams": "import sys; print(sys.stdin.read().upper()); sys.stderr.write('\\u00e5\\n')",
    "arguments": "import sys; print(sys.argv)",
    "folder and environment": "import os; print(os.getcwd(), os.environ['COLUMNS'], len(os.environ))",
    "exit code": "import sys; sys.exit(3)",
    "message": "import sys; sys.exit('no')",
    "end": "import atexit; atexit.register(print, 'last'); print('first')",
    "names": "import sys; x = 1; print(__name__, x, sys.modules['__main__'].x)",
    "signal": "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
}


@pytest.mark.parametrize("code", PROGRAMS.values(), ids=PROGRAMS)
def test_a_fork_does_what_a_new_process_does(code: str, tmp_path: Path) -> None:
    command, env = [sys.executable, "-c", code, "-x", "å"], environment(COLUMNS="77")
    fork = forks.run(command, env, given="å\r\n".encode(), cwd=tmp_path)
    new = subprocess.run(
        command, input="å\r\n".encode(), env=env, cwd=tmp_path,
        capture_output=True, timeout=PATIENCE,
    )  # fmt: skip
    assert (fork.returncode, fork.stdout, fork.stderr) == (new.returncode, new.stdout, new.stderr)


def test_forks_do_not_see_each_other() -> None:
    code = "import os, tacknamn; print(hasattr(tacknamn, 'x'), 'X' in os.environ); tacknamn.x = os.environ['X'] = 'x'"
    command = [sys.executable, "-c", code]
    assert {forks.run_text(command, environment()).stdout for _ in range(2)} == {"False False\n"}
    assert "X" not in os.environ
