"""What the scanner does without vectors, as other processors do, agrees with the reference too."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.sanitized import COMPILER, ROOT, compile_package
from tests.timing import PATIENCE

pytestmark = pytest.mark.slow


@pytest.mark.skipif(not shutil.which(COMPILER), reason=f"{COMPILER} is not installed")
def test_the_plain_scanner_finds_what_the_reference_finds(tmp_path: Path) -> None:
    compile_package(tmp_path, ["-O2", "-DNO_VECTORS"], ["_scan"])
    paths = os.pathsep.join(map(str, (tmp_path, ROOT / "builders", ROOT)))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "native"]
    run = subprocess.run(
        [*command, str(ROOT / "tests" / "test_engines.py")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )
    assert run.returncode == 0, run.stdout
    assert "passed" in run.stdout
