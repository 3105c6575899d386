"""Measure the speed of the matcher next to other engines, and compare it with the targets.

Run by ``make bench``, after a build::

    .venv/bin/python -m pip install -r bench/requirements.txt
    .venv/bin/python -m bench.matchers --texts ../shared/eval

It takes about ten minutes and 10 GB of memory, mostly to set up peers with two million entries;
``--sizes`` and ``--engines`` reduce both. It prints the page, writes it to ``docs/bench.md``, and
writes all figures to ``bench/results/latest.json``.
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
from bench.lists import SIZES, choose_forms, make_bundle
from bench.measures import (
    LARGE,
    Results,
    compare_near_forms,
    compare_opening,
    compare_rates,
)
from bench.near import measure_rates
from bench.peers import own
from bench.peers.registry import ENGINES
from bench.report import Facts, render_page, write_report
from bench.running import COMPARED, EngineFigures, list_inputs, measure_engines
from bench.texts import count_words, measure_megabytes, read_long_texts

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support.folders import find_build_folder

ROOT = Path(__file__).parent.parent
PROFILES = ("full", "default")
"""Built bundles that the lists are taken from: the larger one if it exists."""


def main() -> None:
    """Measure everything."""
    options = _options()
    before = os.getloadavg()[0]
    source = Lexicon.open(
        options.bundle or _find_built_bundle()
    ).bundle.folder  # checks the bundle first
    texts = read_long_texts(options.texts)
    engines = [ENGINES[name] for name in options.engines]  # the native one first
    by_size: dict[int, list[EngineFigures]] = {}
    density: dict[int, float] = {}
    with tempfile.TemporaryDirectory(prefix="tacknamn-bench-") as name:
        folder = Path(name)
        _prepare(source, options.sizes, folder)
        for size in options.sizes:
            folders = folder / f"forms-{size}", folder / f"bundle-{size}"
            inputs = list_inputs(*folders, options.texts)
            by_size[size] = measure_engines(engines, inputs, measure_megabytes(texts))
            density[size] = by_size[size][0].matches / count_words(texts[:COMPARED])
        results = Results(by_size)
        bars = compare_rates(results) + compare_near_forms(lambda: measure_rates(source))
        if LARGE in options.sizes:
            bars += compare_opening(folder / f"bundle-{LARGE}", options.texts)
    facts = _collect_facts(texts, density, before)
    print(render_page(facts, results, bars))
    write_report(ROOT / "docs", ROOT / "bench" / "results" / "latest.json", facts, results, bars)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=Path, default=ROOT.parent / "shared" / "eval")
    parser.add_argument("--bundle", type=Path, help="built bundle to take the lists from")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--engines", nargs="+", default=list(ENGINES), choices=list(ENGINES))
    options = parser.parse_args()
    others = [name for name in options.engines if name != own.NATIVE.name]
    options.engines = [own.NATIVE.name, *others]
    return options


def _find_built_bundle() -> Path:
    folders = [find_build_folder() / profile for profile in PROFILES]
    built = [folder for folder in folders if (folder / "manifest.json").exists()]
    if not built:
        raise SystemExit(f"no bundle in {find_build_folder()}; run `make build` first")
    return built[0]


def _prepare(source: Path, sizes: Sequence[int], folder: Path) -> None:
    """Write the list and the bundle of each size, in processes, so that their memory is freed."""
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for task in [pool.submit(_prepare_size, source, size, folder) for size in sizes]:
            task.result()


def _prepare_size(source: Path, size: int, folder: Path) -> None:
    forms = choose_forms(size, source)
    (folder / f"forms-{size}").write_text("\n".join(forms), "utf-8")
    make_bundle(forms, folder / f"bundle-{size}")


def _collect_facts(texts: list[str], density: Mapping[int, float], before: float) -> Facts:
    return Facts(
        machine=describe_machine(),
        date=date.today().isoformat(),
        load=(before, os.getloadavg()[0]),
        megabytes=measure_megabytes(texts),
        words=count_words(texts),
        documents=len(texts),
        density=density,
    )


if __name__ == "__main__":
    main()
