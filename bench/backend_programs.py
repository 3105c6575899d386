"""What is measured with the models that came, and the program that is compiled for it.

``bench/programs`` has a program each for OpenNLP (Java) and compromise (JavaScript), which stand
behind ``command``.
"""

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.model_table import Measured, read_measured, read_models

from tacknamn.errors import SourceError

__all__ = ["compile_java", "requests"]

PROGRAMS = Path(__file__).with_name("programs")
SOURCE = PROGRAMS / "OpenNlpNames.java"
JAR = "opennlp/lib/opennlp-tools-1.6.0.jar"
CLASSES = "classes"
"""The folder, beside those of the models, that what is compiled goes to."""


def requests(folder: Path) -> Iterator[tuple[str, str]]:
    """What is measured: its title, and how it is asked for; empty where its model is not there.

    The programs are asked for also where Java or node is missing: that shows when they start.
    """
    models = read_models()
    for one in read_measured():
        yield one.title, _request(one, folder) if models[one.model].is_here(folder) else ""


def _request(one: Measured, folder: Path) -> str:
    model = folder / one.model
    places = {"model": model, "classes": folder / CLASSES, "programs": PROGRAMS}
    words = [word.format(**places) for word in one.words]
    return f'{one.backend}:"{shlex.join(words) if words else model}"'


def compile_java(folder: Path) -> str:
    """Compile what is written in Java, once, so that no start of it has to; say what was done."""
    made = folder / CLASSES / f"{SOURCE.stem}.class"
    if made.exists() and made.stat().st_mtime > SOURCE.stat().st_mtime:
        return "is compiled"
    javac = shutil.which("javac")
    if javac is None:
        raise SourceError("javac is not installed")
    if not (folder / JAR).exists():
        raise SourceError("it needs the package opennlp")
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as scratch:
        _compile(javac, folder / JAR, Path(scratch, CLASSES))
        shutil.rmtree(folder / CLASSES, ignore_errors=True)
        Path(scratch, CLASSES).replace(folder / CLASSES)
    return "was compiled"


def _compile(javac: str, jar: Path, folder: Path) -> None:
    # -proc:none: else javac would run what the jar may bring to take part in compiling.
    options = ["-proc:none", "-encoding", "UTF-8", "-cp", str(jar), "-d", str(folder)]
    done = subprocess.run([javac, *options, str(SOURCE)], check=False, capture_output=True)
    if done.returncode:
        raise SourceError("this javac cannot compile it: that takes Java 16 or newer")
