"""Compile Python modules with mypyc: ``compile_python.py MATCHER OUT GROUP...``.

A group is a package, or modules with commas between them. The shared objects go to the folder
``OUT``, in the layout of the package: one with the code of each group, which are compiled at the
same time, and one per module, which Python imports instead of its source. This runs as a separate process, because mypyc ends the process if the types do not fit.
"""

import os
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

_ALONE = ("--config-file=", "--follow-imports=silent", "--ignore-missing-imports")
"""Options of mypy: imports of these modules are checked elsewhere, and may be missing here."""

_WITHIN = ["-fvisibility=hidden", "-fno-semantic-interposition"]
"""Calls within a library need no detour through its table of symbols."""


def main() -> None:
    """Compile the groups that the arguments name."""
    matcher, out, given = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    os.chdir(matcher)  # otherwise mypyc does not see the packages around it
    groups: list[tuple[list[str], str | None]] = [
        (_list_modules(group), _name_group(group)) for group in given
    ]
    extensions = mypycify(
        [
            *_ALONE,
            f"--cache-dir={out / 'cache'}",
            *(module for modules, _ in groups for module in modules),
        ],
        opt_level="3",  # eight per cent faster than 1, for half a minute more on two cores
        debug_level="0",
        target_dir=str(out / "build"),
        separate=groups,
    )
    if sys.platform != "win32":
        for extension in extensions:
            extension.extra_compile_args += _WITHIN
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(out), str(out / "build")
    command.parallel = os.cpu_count()
    command.finalize_options()
    command.run()


def _list_modules(group: str) -> list[str]:
    folder = Path(*group.split("."))
    if not folder.is_dir():
        return [str(Path(*module.split(".")).with_suffix(".py")) for module in group.split(",")]
    return [str(path) for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]


def _name_group(group: str) -> str:
    """Return the name of a group's library: that of the package, or of the last of the modules."""
    return group.rpartition(",")[2].replace(".", "_")


if __name__ == "__main__":
    main()
