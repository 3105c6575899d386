"""Compile the slow parts at install time, if there is a compiler.

The scanner is C (``matcher/native``). Four packages of ``tacknamn.detection`` and some modules of others
are typed Python, which mypyc compiles without changes. The shared objects are put next to the modules, so that an editable
install needs nothing but two paths. Without a compiler the installation continues: the portable
engine and the Python modules do the same, more slowly, and `tacknamn info` says so.

What was compiled stays in the user's cache, under a name made of the sources and of the versions of
Python, mypyc and the compiler: another checkout or wheel of the same sources compiles nothing.

``TACKNAMN_PURE=1`` compiles nothing, so that the wheel fits every platform. ``python hatch_build.py``
compiles without an installation and shows its progress; ``make`` calls it.
"""

import argparse
import hashlib
import os
import runpy
import shlex
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
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
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
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

TOOLS = ("mypy", "setuptools")
"""Packages whose version decides what is compiled."""
STEP = "step: "
"""How the lines begin that tell what ``compile_python.py`` does."""
KEPT = 3
"""Compiled versions that stay in the cache, of each kind. One takes 20 MB."""


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
    sources = [path for path in (root / SOURCE).iterdir() if path.is_file()]
    with _open_compiled(root, "scanner", sources, _build_modules) as built:
        return _put_all(built, root / MATCHER)


def _build_modules(root: Path, out: Path) -> None:
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    with tempfile.TemporaryDirectory() as folder:
        write_fold_table(root, Path(folder) / "fold_table.h")
        extensions = [
            Extension(
                f"tacknamn.{name}",
                [str(root / SOURCE / source)],
                include_dirs=[folder, str(root / SOURCE)],
                extra_compile_args=[] if sys.platform == "win32" else ["-O3", "-g0", "-std=c11"],
            )
            for name, source in MODULES.items()
        ]
        command = build_ext(Distribution({"ext_modules": extensions}))
        command.build_lib, command.build_temp = str(out), folder
        command.parallel = os.cpu_count()
        command.finalize_options()
        command.run()


def compile_python(root: Path) -> list[Path]:
    """Compile the modules of :data:`PYTHON` and :data:`ALONE`. Old ones are removed, they would hide
    newer sources."""
    matcher = root / MATCHER
    for folder in [matcher, *(matcher.joinpath(*package.split(".")) for package in PYTHON)]:
        for old in folder.glob(f"*{SUFFIX}"):
            old.unlink()
    for module in ALONE:
        matcher.joinpath(*module.split(".")).with_suffix(SUFFIX).unlink(missing_ok=True)
    with _open_python(root) as built:
        return _put_all(built, matcher)


@contextmanager
def _open_python(root: Path, show: Callable[[str], object] = lambda line: None) -> Iterator[Path]:
    """Yield the folder of what mypyc compiles; ``show`` gets a line about each step."""

    def build(root: Path, out: Path) -> None:
        script = root / SOURCE / "compile_python.py"
        run = [sys.executable, str(script), str(root / MATCHER), str(out), *PYTHON, ",".join(ALONE)]
        last = ""
        with subprocess.Popen(
            run, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith(STEP):
                    show(line.removeprefix(STEP).rstrip())
                last = line.strip() or last
        if process.returncode:
            raise RuntimeError(last)

    # The types of what compiled modules import decide what becomes of them, so all modules count.
    sources = [root / SOURCE / "compile_python.py", *(root / PACKAGE).rglob("*.py")]
    with _open_compiled(root, "python", sources, build) as built:
        yield built


# ---- what was compiled before -----------------------------------------------------------


@contextmanager
def _open_compiled(
    root: Path, name: str, sources: list[Path], build: Callable[[Path, Path], None]
) -> Iterator[Path]:
    """Yield a folder with what ``build`` writes, from the cache if it is there."""
    cache: Path = runpy.run_path(str(root / PACKAGE / "support" / "folders.py"))[
        "find_compiled_cache"
    ]()
    kept = cache / f"{name}-{_hash_inputs(root, sources)}"
    if _is_private(kept):
        with suppress(OSError):
            os.utime(kept)
        yield kept
        return
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "built"
        build(root, built)
        with suppress(OSError):  # without a cache, everything else is the same
            _keep(built, kept, f"{name}-*")
        yield built


def _hash_inputs(root: Path, sources: list[Path]) -> str:
    """Compute a name for sources, compiler and options: anything else gives the same objects."""
    hashed = hashlib.sha256()
    compiler = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or ""))
    with suppress(OSError):
        done = subprocess.run([*compiler, "--version"], capture_output=True, check=False)
        hashed.update(done.stdout)
    options = [os.environ.get(each, "") for each in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")]
    for text in (
        sys.version,
        sysconfig.get_platform(),
        SUFFIX,
        *options,
        *map(_find_version, TOOLS),
    ):
        hashed.update(f"{text}\0".encode())
    for path in sorted([root / "hatch_build.py", *sources]):
        hashed.update(f"{path.relative_to(root).as_posix()}\0".encode())
        hashed.update(hashlib.sha256(path.read_bytes()).digest())
    return hashed.hexdigest()[:32]


def _find_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _is_private(folder: Path) -> bool:
    """Whether a folder of the cache exists and nobody else can change or replace it: Python runs what it
    has."""
    try:
        states = [folder.lstat(), folder.parent.lstat()]
    except OSError:
        return False
    if not all(stat.S_ISDIR(state.st_mode) for state in states):
        return False
    return os.name == "nt" or all(
        state.st_uid == os.getuid() and not state.st_mode & 0o022 for state in states
    )


def _keep(built: Path, kept: Path, pattern: str) -> None:
    """Put what was compiled into the cache, as a whole; of older ones, some stay."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.parent.chmod(0o700)  # the usual mode of new folders may let a group write
    with tempfile.TemporaryDirectory(prefix=".", dir=kept.parent) as folder:  # only ours
        new = Path(folder) / "new"
        shutil.copytree(built, new)
        new.chmod(0o700)  # it was copied as well
        if not _is_private(kept):
            with suppress(FileNotFoundError):
                kept.rename(Path(folder) / "old")
        new.rename(kept)
    older = sorted(kept.parent.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in older[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)


def _put_all(built: Path, matcher: Path) -> list[Path]:
    """Put the modules of a folder next to their sources."""
    return [
        _put(path, matcher / path.parent.relative_to(built))
        for path in sorted(built.rglob(f"*{SUFFIX}"))
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


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def main() -> None:
    """Compile, or only fill the cache while something else runs, and show what is done."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--scanner", action="store_true", help="the modules in C alone")
    parser.add_argument("--ahead", action="store_true", help="Python modules, into the cache alone")
    options = parser.parse_args()
    root = Path(__file__).resolve().parent
    try:
        if not options.ahead:
            compile_modules(root)
        if not options.scanner:
            with _open_python(root, _tell):
                pass
            if not options.ahead:
                compile_python(root)
    except Exception as exc:  # noqa: BLE001 - whatever a compiler may raise, work without it
        _tell(f"not compiled ({type(exc).__name__}: {exc}). Everything works, but more slowly. "
              "Install a C compiler, remove .venv and run make again for speed")  # fmt: skip


if __name__ == "__main__":
    main()
