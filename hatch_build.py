"""Compile the scanner at install time, where there is a compiler.

The shared object is left beside the package's modules, so that an editable install stays two
plain path lines. Without a compiler the install goes on: the portable engine does the same,
slower, and `tacknamn info` says so.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path("matcher") / "native"
PACKAGE = Path("matcher") / "tacknamn"
MODULES = {"_scan": "scan.c", "_near": "near.c"}


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        try:
            made = compile_modules(root)
        except Exception as exc:  # noqa: BLE001 - whatever a compiler may do, install without
            self.app.display_warning(
                f"tacknamn: no compiled scanner ({type(exc).__name__}: {exc}); the portable "
                "engine will be used. Install a C compiler and reinstall for speed"
            )
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] += [path.relative_to(root).as_posix() for path in made]


def compile_modules(root: Path) -> list[Path]:
    """Compile every module with the C compiler that this Python names."""
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
            built = Path(command.get_ext_fullpath(extension.name))
            target = root / PACKAGE / built.name
            target.unlink(missing_ok=True)  # a running process may have the old one mapped
            target.write_bytes(built.read_bytes())
            made.append(target)
    return made


def write_fold_table(root: Path, header: Path) -> None:
    """Make the scanner's table of characters, for this interpreter's Unicode."""
    script = root / SOURCE / "fold_table.py"
    subprocess.run([sys.executable, str(script), str(header)], check=True)
