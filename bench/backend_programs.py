"""List the backends to measure with the downloaded models, and compile the Java program of one.

``bench/programs`` has a program each for OpenNLP (Java) and compromise (JavaScript). The backend
``command`` runs them.
"""

import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.model_table import MeasuredBackend, read_measured, read_models

from tacknamn.errors import SourceError

__all__ = ["compile_java", "list_requests"]

PROGRAMS = Path(__file__).with_name("programs")
SOURCE = PROGRAMS / "OpenNlpNames.java"
JAR = "opennlp/lib/opennlp-tools-1.6.0.jar"
CLASSES = "classes"
"""The folder of the compiled program, next to those of the models."""


def list_requests(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the title and the request of each backend; the request is empty without its model.

    Whether Java and node are installed shows only when the programs start.
    """
    models = read_models()
    for backend in read_measured():
        is_unpacked = models[backend.model].is_unpacked(folder)
        yield backend.title, _write_request(backend, folder) if is_unpacked else ""


def _write_request(backend: MeasuredBackend, folder: Path) -> str:
    model = folder / backend.model
    folders = {"model": model, "classes": folder / CLASSES, "programs": PROGRAMS}
    words = [word.format(**folders) for word in backend.words]
    return f'{backend.backend}:"{shlex.join(words) if words else model}"'


def compile_java(folder: Path) -> str:
    """Compile the Java program, so that no start of it has to; return what was done."""
    compiled = folder / CLASSES / f"{SOURCE.stem}.class"
    if compiled.exists() and compiled.stat().st_mtime > SOURCE.stat().st_mtime:
        return "already compiled"
    javac = shutil.which("javac")
    if javac is None:
        raise SourceError("javac is not installed")
    if not (folder / JAR).exists():
        raise SourceError("it needs the package opennlp")
    with tempfile.TemporaryDirectory(dir=folder, prefix=".") as scratch:
        _compile(javac, folder / JAR, Path(scratch, CLASSES))
        shutil.rmtree(folder / CLASSES, ignore_errors=True)
        Path(scratch, CLASSES).replace(folder / CLASSES)
    return "compiled"


def _compile(javac: str, jar: Path, folder: Path) -> None:
    # -proc:none: without it, javac would run annotation processors that the jar may contain.
    options = ["-proc:none", "-encoding", "UTF-8", "-cp", str(jar), "-d", str(folder)]
    done = subprocess.run([javac, *options, str(SOURCE)], check=False, capture_output=True)
    if done.returncode:
        raise SourceError("this javac cannot compile it; install Java 16 or newer")
