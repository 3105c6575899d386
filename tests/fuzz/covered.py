"""Fuzz guided by coverage: ``python -m tests.fuzz.covered --seconds 60`` (needs atheris).

Atheris changes the bytes of one section of a small bundle, keeps what reaches code that was
not reached before, and goes on from there. Only children of tacknamn.Error may come of it.
The compiled modules run along, but their coverage guides nothing: that takes clang. Without
atheris this says so and ends well; with a finding the exit code is 1.
"""

import argparse
import importlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random

__all__ = ["main"]

ROOT = Path(__file__).parent.parent.parent
LONGEST = 1 << 14
"""Bytes of a section; the largest of the small bundle has five thousand."""


def main() -> int:
    """Run with the options of the command line."""
    parser = argparse.ArgumentParser(description="Fuzz sections, guided by coverage.")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        work(asked.worker, asked.seconds, asked.seed)
    if find_spec("atheris") is None:
        _say(
            "skipped: atheris is not installed; `pip install atheris` has it for CPython on "
            "Linux and macOS"
        )
        return 0
    folder = Path(tempfile.mkdtemp(prefix="tacknamn-fuzz-"))
    command = [sys.executable, "-m", "tests.fuzz.covered", f"--worker={folder}"]
    command += [f"--seconds={asked.seconds}", f"--seed={asked.seed}"]
    code = subprocess.run(command, cwd=ROOT).returncode
    _say(f"atheris found something: see above, and {folder}" if code else "atheris found nothing")
    if not code:
        shutil.rmtree(folder)
    return 1 if code else 0


def work(folder: Path, seconds: int, seed: int) -> None:
    """Fuzz; atheris ends the process."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["tacknamn"]):
        test, seeds = _prepare(folder)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, data in enumerate(seeds):
        (corpus / f"good-{number}").write_bytes(data)
    options = [f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}"]
    options += ["-timeout=60", "-rss_limit_mb=4096", "-print_final_stats=1", "-verbosity=0"]
    atheris.Setup(["fuzz", *options, f"-artifact_prefix={folder}/", str(corpus)], test)
    atheris.Fuzz()


def _prepare(folder: Path) -> tuple[Callable[[bytes], None], list[bytes]]:
    """The function to fuzz, and good inputs: the number of a section and its bytes."""
    from tacknamn.lexicon.sections import LAYOUTS
    from tests.fuzz.bundle_parts import Parts
    from tests.fuzz.bundles import forms_of, small_bundle
    from tests.fuzz.texts import nasty_text
    from tests.fuzz.using import use

    names = [f"{name}.bin" for name in LAYOUTS]
    good = Parts.read(small_bundle(folder))
    forms = forms_of(good)
    texts = [nasty_text(Random(number), forms, 60) for number in range(3)]

    def test(data: bytes) -> None:
        if not data:
            return
        parts = good.copy()
        parts.files[names[data[0] % len(names)]] = bytearray(data[1:])
        if data[0] < 128:
            parts.settle_sizes()
        parts.settle_manifest()
        parts.write(folder / "forged")
        use(folder / "forged", Random(data[0]), forms, texts)

    return test, [bytes([n]) + bytes(good.files[name]) for n, name in enumerate(names)]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
