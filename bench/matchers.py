"""Measure the matcher against its peers, and whether it reaches what it must.

Run by ``make bench``, after a build::

    .venv/bin/python -m pip install -r bench/requirements.txt
    .venv/bin/python -m bench.matchers --texts ../shared/eval

It takes some ten minutes and 10 GB of memory, most of them for setting peers up with two
million entries; ``--sizes`` and ``--engines`` ask for less. Prints the page that it writes to
``docs/bench.md``, and leaves all figures in ``bench/results/latest.json``.
"""

import argparse
import os
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from multiprocessing import get_context
from pathlib import Path

from bench.compile import describe_machine
from bench.lists import SIZES, list_of, make_bundle
from bench.measures import LARGE, Results, near_bars, opening_bars, rate_bars
from bench.near import rates
from bench.peers import own
from bench.peers.registry import ENGINES
from bench.report import Facts, page, write
from bench.running import COMPARED, Measured, compare, inputs_of
from bench.texts import long_texts, megabytes, words_in

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support.folders import find_build_folder

ROOT = Path(__file__).parent.parent
PROFILES = ("full", "default")
"""Built bundles that the lists are taken from, the larger one if it is there."""


def main() -> None:
    """Measure everything."""
    options = _options()
    before = os.getloadavg()[0]
    source = Lexicon.open(options.bundle or _built_bundle()).bundle.folder  # sound, before all
    texts = long_texts(options.texts)
    engines = [ENGINES[name] for name in options.engines]  # the native one first
    by_size: dict[int, list[Measured]] = {}
    hits: dict[int, float] = {}
    with tempfile.TemporaryDirectory(prefix="tacknamn-bench-") as name:
        folder = Path(name)
        _prepare(source, options.sizes, folder)
        for size in options.sizes:
            places = folder / f"forms-{size}", folder / f"bundle-{size}"
            inputs = inputs_of(*places, options.texts)
            by_size[size] = compare(engines, inputs, megabytes(texts))
            hits[size] = by_size[size][0].hits / words_in(texts[:COMPARED])
        results = Results(by_size)
        bars = rate_bars(results) + near_bars(lambda: rates(source))
        if LARGE in options.sizes:
            bars += opening_bars(folder / f"bundle-{LARGE}", options.texts)
    facts = _facts(texts, hits, before)
    print(page(facts, results, bars))
    write(ROOT / "docs", ROOT / "bench" / "results" / "latest.json", facts, results, bars)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path, default=ROOT.parent / "shared" / "eval")
    parser.add_argument("--bundle", type=Path, help="a built bundle to take the lists from")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--engines", nargs="+", default=list(ENGINES), choices=list(ENGINES))
    options = parser.parse_args()
    others = [name for name in options.engines if name != own.NATIVE.name]
    options.engines = [own.NATIVE.name, *others]
    return options


def _built_bundle() -> Path:
    folders = [find_build_folder() / profile for profile in PROFILES]
    found = [folder for folder in folders if (folder / "manifest.json").exists()]
    if not found:
        raise SystemExit(f"no bundle in {find_build_folder()}; run `make build` first")
    return found[0]


def _prepare(source: Path, sizes: Sequence[int], folder: Path) -> None:
    """Write the list and the bundle of each size; in processes, for the memory's sake."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for task in [pool.submit(_prepare_one, source, size, folder) for size in sizes]:
            task.result()


def _prepare_one(source: Path, size: int, folder: Path) -> None:
    forms = list_of(size, source)
    (folder / f"forms-{size}").write_text("\n".join(forms), "utf-8")
    make_bundle(forms, folder / f"bundle-{size}")


def _facts(texts: list[str], hits: Mapping[int, float], before: float) -> Facts:
    return Facts(
        machine=describe_machine(),
        date=date.today().isoformat(),
        load=(before, os.getloadavg()[0]),
        megabytes=megabytes(texts),
        words=words_in(texts),
        documents=len(texts),
        hits=hits,
    )


if __name__ == "__main__":
    main()
