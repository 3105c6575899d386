"""Compile Python modules of one package with mypyc: ``compile_python.py MATCHER PACKAGE OUT``.

The shared objects come into the folder ``OUT``, laid out like the package's own: one with the code of
all modules, and one for each module, which Python imports before its source. It is a process of its
own, since mypyc ends the process where types do not fit.
"""

import os
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

_ALONE = ("--config-file=", "--follow-imports=silent", "--ignore-missing-imports")
"""Options of mypy: what these modules import is checked elsewhere, and may not be there."""


def main() -> None:
    """Compile what the arguments name."""
    matcher, package, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    modules = sorted(matcher.joinpath(*package.split(".")).glob("*.py"))
    os.chdir(matcher)  # else mypyc does not know that the package has others around it
    extensions = mypycify(
        [
            *_ALONE,
            f"--cache-dir={out / 'cache'}",
            *(str(path.relative_to(matcher)) for path in modules if path.stem != "__init__"),
        ],
        opt_level="1",  # two per cent slower than 2, and compiled in three quarters of the time
        debug_level="0",
        target_dir=str(out / "build"),
        group_name=package.replace(".", "_"),
    )
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(out), str(out / "build")
    command.finalize_options()
    command.run()


if __name__ == "__main__":
    main()
