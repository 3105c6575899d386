"""Compile Python modules with mypyc: ``compile_python.py MATCHER OUT GROUP...``.

A group is a package, or modules with commas between them. The shared objects go to the folder
``OUT``, in the layout of the package: one with the code of each group, which are compiled at the
same time, and one per module, which Python imports instead of its source. Lines that begin with ``step:``
say what is done. This runs as a separate process, because mypyc ends the process if the types do not fit.
"""

import os
import sys
import tempfile
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

_ALONE = ("--config-file=", "--follow-imports=silent", "--ignore-missing-imports")
"""Options of mypy: imports of these modules are checked elsewhere, and may be missing here."""

_WITHIN = ["-fvisibility=hidden", "-fno-semantic-interposition"]
"""Calls within a library need no detour through its table of symbols."""

_NO_WARNINGS = ["-Wno-all"]
"""Python's own flags have -Wall, and looking for warnings in code that mypyc wrote takes longer than compiling it."""

_OF_GROUP = "__mypyc"
"""How the name of a library ends that has the code of a group."""


class _BuildGroups(build_ext):  # type: ignore[misc]  # setuptools has no types
    """Compiles the extensions, those with the most code first, and says when it comes to a group."""

    def build_extensions(self) -> None:
        """Compile all."""
        self.extensions.sort(key=_measure_code, reverse=True)
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        """Compile one."""
        if ext.name.endswith(_OF_GROUP):
            name = ext.name.removesuffix(_OF_GROUP).removeprefix("tacknamn_").replace("_", " ")
            _tell(f"compiling {name} ({_measure_code(ext) / 1e6:.0f} MB of C)")
        super().build_extension(ext)


def main() -> None:
    """Compile the groups that the arguments name."""
    matcher, out, given = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
    os.chdir(matcher)  # otherwise mypyc does not see the packages around it
    groups: list[tuple[list[str], str | None]] = [
        (_list_modules(group), _name_group(group)) for group in given
    ]
    modules = [module for names, _ in groups for module in names]
    with tempfile.TemporaryDirectory() as work:
        _tell(f"reading the types of {len(modules)} modules")
        extensions = mypycify(
            [*_ALONE, f"--cache-dir={work}/cache", *modules],
            # Level 3 takes nearly three times as long to compile, and gains 0 to 2 per cent in processor
            # time (learners' sentences, essays, rows of contacts, messages), less than two runs differ.
            opt_level="1",
            debug_level="0",
            target_dir=f"{work}/build",
            separate=groups,
        )
        if sys.platform != "win32":
            for extension in extensions:
                extension.extra_compile_args += _WITHIN + _NO_WARNINGS
        command = _BuildGroups(Distribution({"ext_modules": extensions}))
        command.build_lib, command.build_temp = str(out), f"{work}/build"
        command.parallel = os.cpu_count()
        command.finalize_options()
        command.run()


def _measure_code(extension: Extension) -> int:
    return sum(Path(source).stat().st_size for source in extension.sources)


def _tell(step: str) -> None:
    sys.stdout.write(f"step: {step}\n")
    sys.stdout.flush()


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
