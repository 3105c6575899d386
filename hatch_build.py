"""Compile the slow parts at install time, if there is a compiler.

The scanner is C (``matcher/native``). Four packages of ``tacknamn.detection`` and some modules of others
are typed Python, which mypyc compiles without changes. The shared objects are put next to the modules, so that an editable
install needs nothing but two paths. Without a compiler the installation continues: the portable
engine and the Python modules do the same, more slowly, and `tacknamn info` says so.

``TACKNAMN_PURE=1`` compiles nothing, so that the wheel fits every platform.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MATCHER = Path("matcher")
SOURCE = MATCHER / "native"
PACKAGE = MATCHER / "tacknamn"
MODULES = {
    "_capitals": "capitals.c",
    "_disguises": "disguises.c",
    "_literals": "literals.c",
    "_near": "near.c",
    "_rows": "rows.c",
    "_scan": "scan.c",
    "_words": "words.c",
    "_write": "write.c",
}
if sys.platform != "win32":  # on Windows files are mapped instead, and cannot become shorter
    MODULES |= {"_mapped": "mapped.c", "_read": "read.c"}
PURE = "TACKNAMN_PURE"
"""The variable that asks for a wheel without compiled modules."""
PYTHON = tuple(
    f"tacknamn.detection.{package}" for package in ("patterns", "cues", "ranking", "harmless")
)
"""The packages whose Python is compiled: a text spends most of its time there."""
ALONE = tuple(
    f"tacknamn.{module}"
    for module in (
        "detection.entities",
        "pipeline.numbering",
        "replacement.first_names",
        "replacement.picker",
        "replacement.places",
        "replacement.pools",
        "replacement.scope",
    )
)
"""Modules of other packages that are compiled as well: those that each name of a text runs through."""


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or print why it is not possible."""
        if self.target_name != "wheel" or os.environ.get(PURE):
            return
        root = Path(self.root)
        made = [
            *self._made(compile_modules, root, "scanner: the portable engine will be used"),
            *self._made(compile_python, root, "packages: detection will be a third slower"),
        ]
        if not made:
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] += [path.relative_to(root).as_posix() for path in made]
        if version == "standard":
            at_root = [path for path in made if path.parent == root / MATCHER]
            build_data["force_include"] |= {str(path): path.name for path in at_root}

    def _made(self, compiled: Callable[[Path], list[Path]], root: Path, lost: str) -> list[Path]:
        try:
            return compiled(root)
        except Exception as exc:  # noqa: BLE001 - whatever a compiler may raise, install without it
            self.app.display_warning(
                f"tacknamn: no compiled {lost} ({type(exc).__name__}: {exc}). "
                "Install a C compiler and reinstall for speed"
            )
            return []


def compile_modules(root: Path) -> list[Path]:
    """Compile the modules in C with the compiler of this Python."""
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    made = []
    with tempfile.TemporaryDirectory() as folder:
        write_fold_table(root, Path(folder) / "fold_table.h")
        for name, source in MODULES.items():
            extension = Extension(
                f"tacknamn.{name}",
                [str(root / SOURCE / source)],
                include_dirs=[folder, str(root / SOURCE)],
                extra_compile_args=[] if sys.platform == "win32" else ["-O3", "-std=c11"],
            )
            command = build_ext(Distribution({"ext_modules": [extension]}))
            command.build_lib, command.build_temp = str(Path(folder) / "lib"), folder
            command.finalize_options()
            command.run()
            made.append(_put(Path(command.get_ext_fullpath(extension.name)), root / PACKAGE))
    return made


def compile_python(root: Path) -> list[Path]:
    """Compile the modules of :data:`PYTHON` and :data:`ALONE`. Old ones are removed, they would hide
    newer sources."""
    matcher = root / MATCHER
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for folder in [matcher, *(matcher.joinpath(*package.split(".")) for package in PYTHON)]:
        for old in folder.glob(f"*{suffix}"):
            old.unlink()
    for module in ALONE:
        matcher.joinpath(*module.split(".")).with_suffix(suffix).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as out:
        script = root / SOURCE / "compile_python.py"
        run = [sys.executable, str(script), str(matcher), out, *PYTHON, ",".join(ALONE)]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError((done.stderr or done.stdout).strip().rpartition("\n")[2])
        built = Path(out)
        return [
            _put(path, matcher / path.parent.relative_to(built))
            for path in [*built.glob(f"*{suffix}"), *built.glob(f"tacknamn/**/*{suffix}")]
        ]


def _put(built: Path, folder: Path) -> Path:
    target = folder / built.name
    target.unlink(missing_ok=True)  # a running process may have the old one mapped
    target.write_bytes(built.read_bytes())
    return target


def write_fold_table(root: Path, header: Path) -> None:
    """Write the scanner's table of characters, for the Unicode version of this interpreter."""
    script = root / SOURCE / "fold_table.py"
    subprocess.run([sys.executable, str(script), str(header)], check=True)
