"""Measure size, load and look-up of exported tries and automata next to our bundle.

Run by ``make bench``, after a build::

    .venv/bin/python -m bench.exports [--bundle DIR] [--write]

All have the same entries: those of a built bundle. Each is measured in a separate process: the time
to open it, the growth of the process when everything was looked up, and the time of a look-up. Times
are those of the best of some rounds, on the processor. The section of ``docs/bench.md`` is written
with ``--write``.
"""

import argparse
import importlib.util
import json
import random
import resource
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.compile import describe_machine

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn_builders.exporting.export import write_export
from tacknamn_builders.exporting.selection import Selection, choose_content

PAGE = Path(__file__).parent.parent / "docs" / "bench.md"
HEADING = "## Exported tries and automata"
KEYS, SEED, ROUNDS = 2_000, 3, 5
BEST = 10
"""Results of a prefix search."""
READ = ("forms", "entries", "strings", "ranks")
"""Sections of a bundle that a look-up and a prefix search read."""
FORMATS = ("marisa", "ahocorasick")
_COLUMNS = ("megabytes", "open", "memory", "look_up", "letter", "three")
_TABLE = (
    "| what | file, MB | open, ms | memory, MB | look-up, µs | ten for a letter, ms "
    "| ten for three letters, ms |"
)
_BEFORE = """
The same lists, {keys:,} forms, as a bundle and as `tacknamn-build export` writes them.
`python -m bench.exports --write`, a part of `make bench`, measures and writes this section. Machine:
{machine}."""
_AFTER = """
A look-up in the bundle returns all candidates with probability, count, place and sources; one in the
others returns what the export stores. The bundle and the records return the ten best forms of a prefix,
the trie of towns the first ten of its heaviest branches, and the automaton any ten. Of the bundle, the files are counted that these look-ups read. Opening an export
includes the check of its SHA-256; for a bundle, the check is done once and remembered. Memory is the
growth of the process after all look-ups."""


class Engine(NamedTuple):
    """How something is opened and searched."""

    open: Callable[[Path], Any]
    look_up: Callable[[Any, str], object]
    complete: Callable[[Any, str], object]
    """Finds the best forms with a prefix."""
    file: str
    """The file that is read, below the folder of exports; empty for our bundle."""


def _load(name: str, function: str, *arguments: str) -> Callable[[Path], Any]:
    """Return a function that imports the exported loader and calls it."""

    def load(folder: Path) -> Any:
        path = folder / name
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None and spec.loader is not None
        loader = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loader)
        return getattr(loader, function)(*arguments)

    return load


ENGINES = {
    "our bundle": Engine(
        lambda folder: Lexicon.open(folder),
        lambda lexicon, key: lexicon.lookup(key),
        lambda lexicon, prefix: lexicon.complete(prefix, limit=BEST),
        "",
    ),
    "marisa, all records": Engine(
        _load("marisa/load_tries.py", "load_trie", "records"),
        lambda trie, key: trie.get(key),
        lambda trie, prefix: sorted(trie.items(prefix), key=lambda item: item[1][2])[:BEST],
        "marisa/records.marisa",
    ),
    "marisa, towns by weight": Engine(
        _load("marisa/load_tries.py", "load_trie", "city"),
        lambda trie, key: key in trie,
        lambda trie, prefix: trie.keys(prefix)[:BEST],
        "marisa/city.marisa",
    ),
    "pyahocorasick": Engine(
        _load("ahocorasick/load_automaton.py", "load_automaton"),
        lambda automaton, key: automaton.get(key, None),
        lambda automaton, prefix: list(automaton.keys(prefix))[:BEST],
        "ahocorasick/automaton.pickle",
    ),
}


def main() -> None:
    """Export, measure each engine in a process, and print or write the section."""
    options = _parse_options()
    if options.engine:
        print(json.dumps(_measure(options.engine, options.bundle, options.exports, options.keys)))
        return
    lexicon = Lexicon.open(options.bundle)
    bundle = lexicon.bundle.folder
    with tempfile.TemporaryDirectory(prefix="tacknamn-bench-") as name:
        exports = Path(name)
        content = choose_content(lexicon, Selection())
        for format in FORMATS:
            write_export(content, format, exports / format)
        keys = sorted({entry.key for entry in content.list_all()})
        chosen = random.Random(SEED).sample(keys, min(KEYS, len(keys)))
        (exports / "keys.json").write_text(json.dumps(chosen), "utf-8")
        rows = {engine: _measure_in_process(engine, bundle, exports) for engine in ENGINES}
    section = _format_section(rows, len(keys))
    print(section)
    if options.write:
        page = PAGE.read_text("utf-8")
        PAGE.write_text(f"{page.partition(HEADING)[0].rstrip()}\n\n{section}", "utf-8")


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--write", action="store_true", help="write the section of docs/bench.md")
    for name in ("--engine", "--exports", "--keys"):
        parser.add_argument(name, help=argparse.SUPPRESS, type=Path if name != "--engine" else str)
    return parser.parse_args()


def _measure_in_process(engine: str, bundle: Path, exports: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.exports", "--engine", engine, "--bundle", str(bundle)]
    command += ["--exports", str(exports), "--keys", str(exports / "keys.json")]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    measured: dict[str, float] = json.loads(run.stdout)
    return measured


def _measure(name: str, bundle: Path, exports: Path, keys_file: Path) -> dict[str, float]:
    """Measure one engine in this process."""
    engine = ENGINES[name]
    keys = json.loads(keys_file.read_text("utf-8"))
    files = [exports / engine.file] if engine.file else [bundle / f"{x}.bin" for x in READ]
    folder = exports if engine.file else bundle
    engine.open(folder)  # imports, and remembers that the bundle was checked
    before, start = _measure_memory(), time.process_time()
    opened = engine.open(folder)
    loaded = time.process_time() - start
    return {
        "megabytes": sum(path.stat().st_size for path in files) / 1e6,
        "open": loaded * 1e3,
        "look_up": _time_each(lambda key: engine.look_up(opened, key), keys) * 1e6,
        "letter": _time_each(lambda key: engine.complete(opened, key[:1]), keys[:40]) * 1e3,
        "three": _time_each(lambda key: engine.complete(opened, key[:3]), keys[:400]) * 1e3,
        "memory": _measure_memory() - before,
    }


def _time_each(work: Callable[[str], object], keys: Sequence[str]) -> float:
    """Return seconds for each key, in the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for key in keys:
            work(key)
        best = min(best, time.process_time() - start)
    return best / len(keys)


def _measure_memory() -> float:
    pages = Path("/proc/self/statm").read_text("utf-8").split()[1]
    return int(pages) * resource.getpagesize() / 1e6


def _format_section(rows: dict[str, dict[str, float]], keys: int) -> str:
    lines = [_TABLE, "|---|---|---|---|---|---|---|"]
    for name, row in rows.items():
        figures = " | ".join(f"{row[column]:,.3g}" for column in _COLUMNS)
        lines.append(f"| {name} | {figures} |")
    before = _BEFORE.format(keys=keys, machine=describe_machine())
    parts = [
        HEADING,
        textwrap.fill(before.strip(), 106),
        "\n".join(lines),
        textwrap.fill(_AFTER.strip(), 106),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
