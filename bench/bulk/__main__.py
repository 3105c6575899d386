"""Measure batches of texts: ``make bench-bulk``, after a build.

::

    python -m bench.bulk [--bundle DIR] [--texts DIR] [--start DIR] [--rows N]
                         [--only GROUP]... [--write PAGE]

Every group of measures is a module with functions that yield lines of the table; :data:`GROUPS` lists
them. The versions that are compared run in processes of their own, in turn, slice by slice. Few rows
(``--rows 2000``) show in minutes that all of it works; their figures mean nothing.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.bulk.setting import START, Setting
from bench.bulk.single_core import measure_one_core, measure_threads
from bench.bulk.spark import measure_spark
from bench.bulk.tables import measure_tables
from bench.compile import describe_machine
from bench.measures import Bar
from bench.versions import ROOT, check_out

GROUPS: Mapping[str, Callable[[Setting], Iterator[Bar]]] = {
    "one core": measure_one_core,
    "spark": measure_spark,
    "tables": measure_tables,
    "threads": measure_threads,
}
"""The groups of measures, by the names of --only."""
ROWS = 200_000
COMPILED = "one core"
"""The group that runs the start commit."""
PACKAGES = ("pyarrow", "pyspark", "presidio-analyzer", "spacy")
NOTES = """
- **Presidio's sample** is [its own for Spark](https://github.com/data-privacy-stack/presidio): engines that are
  broadcast, and a pandas UDF that calls them for each row. Both sides process the same rows, in English, which
  the model is made for. The model is spaCy's en_core_web_sm 3.8.0; as spaCy offers it outside the package
  index only, it is taken from another package there (`bench/backend_models.toml`).
- **Memory of a Python worker** is its share of the memory of all processes (PSS): a page that two have in
  common counts half. A worker of Spark that only passes rows on has a quarter of the memory of Presidio's
  already, so no program in a Python worker has a fifth.
- **The Parquet file of 2 GB** is generated: 100,000 notes, and a binary column that makes up its size. It is read,
  pseudonymized and given away batch by batch.
"""
"""What the lines of the page mean."""


def main() -> None:
    """Measure, print the table, and write the page with --write."""
    options = _read_options()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        start = options.start or folder / "start"
        groups = options.only or list(GROUPS)
        if options.start is None and COMPILED in groups:
            check_out(START, start)
        setting = Setting(options.bundle.resolve(), start, options.texts, options.rows, folder)
        bars = [bar for group in groups for bar in _measure(group, setting)]
    page = "\n".join([*_write_head(options.bundle), *_write_table(bars), NOTES])
    print(page)
    if options.write:
        options.write.write_text(page, "utf-8")


def _measure(group: str, setting: Setting) -> list[Bar]:
    """Measure a group, and print how long it took."""
    began = time.perf_counter()
    bars = list(GROUPS[group](setting))
    print(f"{group}: {time.perf_counter() - began:,.0f} seconds", file=sys.stderr)
    return bars


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path, default=ROOT / "build" / "default")
    parser.add_argument("--texts", type=Path, help="folder of the gold texts")
    parser.add_argument("--start", type=Path, help=f"compiled tree of {START}; default: make one")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--only", action="append", choices=list(GROUPS))
    parser.add_argument("--write", type=Path, help="file of the page to write")
    options = parser.parse_args()
    if options.write and (options.only or options.rows != ROWS):
        parser.error("--write needs all groups and all rows: a page has the figures of one run")
    return options


def _write_head(bundle: Path) -> list[str]:
    return [
        "# Speed of batches",
        "",
        "`make bench-bulk` measures and writes this page. Every figure is from one run: the versions run in",
        f"processes of their own, in turn, slice by slice. The start commit is {START}, with single calls; a",
        "ratio is the median of the slices. Rates are by seconds of the processor, except those of threads.",
        "[Bulk](bulk.md) says what the figures mean.",
        "",
        f"- Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}.",
        f"- Lists: `{bundle.name}`; keyed, profile `swell`.",
        f"- Packages: {', '.join(_list_packages())}.",
        "",
    ]


def _list_packages() -> Iterator[str]:
    for package in PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"no {package}"


def _write_table(bars: Sequence[Bar]) -> Iterator[str]:
    yield "| measure | measured | goal | |"
    yield "|---|---|---|---|"
    for bar in bars:
        value = "not measured" if bar.value is None else f"{bar.value:,.2f} {bar.unit}".rstrip()
        goal = f"{'at most' if bar.most else 'at least'} {bar.bar:,g}" if bar.bar else "–"
        mark = {None: "–", True: "reached", False: "**missed**"}[bar.passed]
        title = f"{bar.title} ({bar.note})" if bar.note else bar.title
        yield f"| {title} | {value} | {goal} | {mark if bar.bar else '–'} |"


if __name__ == "__main__":
    main()
