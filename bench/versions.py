"""Another version of Täcknamn next to the working tree: its code, and bundles that it built."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["ROOT", "build_bundles", "check_out", "make_environment"]

ROOT = Path(__file__).resolve().parents[1]
COMPILE = (
    "from pathlib import Path; import hatch_build as hook; "
    "hook.compile_modules(Path('.')); hook.compile_python(Path('.'))"
)


def check_out(commit: str, folder: Path) -> None:
    """Export a commit, and compile its modules with this Python."""
    archive = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, check=False, stdout=subprocess.PIPE
    )
    if archive.returncode:
        sys.exit(f"git does not have the commit {commit}; give another one, or fetch it")
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    subprocess.run([sys.executable, "-c", COMPILE], cwd=folder, check=True)


def build_bundles(tree: Path, profiles: Iterable[str]) -> None:
    """Build bundles with the code of a tree, from the sources of the working tree."""
    environment = make_environment(tree) | {"TACKNAMN_RAW": str(ROOT / "raw")}
    command = [sys.executable, "-m", "tacknamn_builders", "compile", "--quiet", "--profile"]
    for profile in profiles:
        subprocess.run([*command, profile], cwd=tree, env=environment, check=True)


def make_environment(tree: Path) -> dict[str, str]:
    """Return the environment in which Python imports the code of a tree."""
    path = os.pathsep.join([str(tree / "matcher"), str(tree / "builders")])
    return os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"}
