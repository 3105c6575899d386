"""Measure the service: ``make bench-service``, after a build.

::

    python -m bench.service [--texts DIR] [--bundle DIR] [--seconds N] [--write PAGE]
    python -m bench.service --soak 600

The load generator, wrk, runs on the same cores as the service. Presidio's server and ours get the same
requests, one after the other.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

from bench.compile import describe_machine
from bench.measures import Bar
from bench.model_table import read_models
from bench.service.load import has_wrk, measure_steady, measure_throughput
from bench.service.servers import call, run_ours, run_presidio
from bench.service.texts import WORDS, make_texts
from bench.versions import ROOT

from tacknamn import Lexicon, Pseudonymizer

__all__: list[str] = []

WORKERS = 2
BATCH = 100
MODEL = "en_core_web_sm"
_GOAL = 1000
"""Requests a second."""
_STARTS = 5
_SOAK_STEP = 30
"""Seconds between two looks at memory."""


def main() -> None:
    """Measure, print the table, and write the page with --write."""
    options = _read_options()
    if not has_wrk():
        sys.exit("bench.service: wrk is missing; install it (Debian: apt-get install wrk)")
    if options.soak:
        bars = list(measure_soak(options))
    else:
        bars = [*measure_start(options), *measure_single(options), *measure_batch(options)]
        bars += measure_presidio(options)
    page = "\n".join([*_write_head(options), *_write_table(bars), ""])
    print(page)
    if options.write:
        options.write.write_text(page, "utf-8")


def measure_start(options: argparse.Namespace) -> Iterator[Bar]:
    """Measure the time from the start of the command to the first answer, the median of some."""
    times = []
    for _ in range(_STARTS):
        began = time.perf_counter()
        with run_ours(options.full, WORKERS) as server:
            call(server.address, "/v1/pseudonymize", {"text": "Jag heter Anna."})
            times.append(time.perf_counter() - began)
    yield Bar("start to first answer", statistics.median(times), 0.8, "s", most=True)


def measure_single(options: argparse.Namespace) -> Iterator[Bar]:
    """Measure single texts with all cores busy, then with requests at their times; and the memory after it."""
    texts = make_texts(options.texts, Lexicon.open(options.bundle), "sv")
    bodies = [{"text": text} for text in texts]
    with run_ours(options.full, WORKERS) as server:
        url = f"{server.address}/v1/pseudonymize"
        measure_throughput(url, bodies, 3)
        load = measure_throughput(url, bodies, options.seconds)
        note = f"{load.failed} failed, 99 % within {load.late:.0f} ms"
        yield Bar(
            f"`/v1/pseudonymize`, {WORDS} words, {WORKERS} workers",
            load.rate,
            _GOAL,
            "/ s",
            note=note,
        )
        steady, harder = (
            measure_steady(url, bodies, options.seconds, rate)
            for rate in (_GOAL / 2, load.rate / 2)
        )
        note = (
            f"{steady.rate:,.0f} a second, {steady.failed} failed; {harder.late:.1f} ms at "
            f"{harder.rate:,.0f} a second, {harder.failed} failed"
        )
        yield Bar(
            "99 of 100 requests at half of that goal", steady.late, 25, "ms", most=True, note=note
        )
        resident, private = server.read_memory()
        yield Bar(f"memory of {WORKERS} workers with `{options.full.name}`", resident, 200, "MB", most=True,
                  note="all processes; shared pages once")  # fmt: skip
        yield Bar("its private part", private, 120, "MB", most=True)


def measure_batch(options: argparse.Namespace) -> Iterator[Bar]:
    """Compare batches of one worker with ``many`` in one process."""
    lexicon = Lexicon.open(options.bundle)
    texts = make_texts(options.texts, lexicon, "sv")
    pseudonymizer = Pseudonymizer(lexicon, seed=1 << 100)
    rates = []
    with run_ours(options.bundle, 1) as server:
        for _ in range(_STARTS):
            ours = _count(lambda: _send_batches(server.address, texts), len(texts))
            many = _count(
                lambda: [each.text for each in pseudonymizer.many(texts) if each], len(texts)
            )
            rates.append((ours / many, ours, many))
    ratio, ours, many = sorted(rates)[len(rates) // 2]
    note = f"{ours:,.0f} and {many:,.0f} texts a second"
    yield Bar(f"batches of {BATCH} : `Pseudonymizer.many`", ratio, 0.7, note=note)


def _send_batches(address: str, texts: list[str]) -> None:
    for start in range(0, len(texts), BATCH):
        call(address, "/v1/pseudonymize", {"texts": texts[start : start + BATCH], "spans": False})


def _count(work: object, number: int) -> float:
    """Return texts a second."""
    assert callable(work)
    began = time.perf_counter()
    work()
    return number / (time.perf_counter() - began)


def measure_presidio(options: argparse.Namespace) -> Iterator[Bar]:
    """Compare ``/analyze`` of both servers on English texts."""
    texts = make_texts(options.texts, Lexicon.open(options.bundle), "en")
    bodies = [{"text": text, "language": "en"} for text in texts]
    title = "`/analyze`, English : Presidio's server with spaCy's small model"
    model = options.models / read_models()[MODEL].id
    if not model.exists():
        yield Bar(
            title,
            None,
            10,
            note="needs the model: python -m bench.backend_models build/backend-models",
        )
        return
    rates = []
    for run in (run_presidio(model, WORKERS), run_ours(options.bundle, WORKERS)):
        with run as server:
            url = f"{server.address}/analyze"
            measure_throughput(url, bodies, 3)
            load = measure_throughput(url, bodies, options.seconds)
            assert not load.failed, "a server failed to answer"
            rates.append(load.rate)
    theirs, ours = rates
    yield Bar(title, ours / theirs, 10, note=f"{ours:,.0f} and {theirs:,.0f} a second")


def measure_soak(options: argparse.Namespace) -> Iterator[Bar]:
    """Keep all cores busy for a long time, and watch memory and file descriptors."""
    texts = make_texts(options.texts, Lexicon.open(options.bundle), "sv")
    bodies = [{"text": text} for text in texts]
    with run_ours(options.full, WORKERS) as server:
        url = f"{server.address}/v1/pseudonymize"
        measure_throughput(url, bodies, _SOAK_STEP)
        first, files = server.read_memory()[0], server.count_files()
        failed, most = 0, first
        for _ in range(0, options.soak, _SOAK_STEP):
            failed += measure_throughput(url, bodies, _SOAK_STEP).failed
            most = max(most, server.read_memory()[0])
            print(f"{most:.1f} MB, {failed} failed", file=sys.stderr)
        with urlopen(f"{server.address}/livez") as answer:
            assert answer.status == 200
        leaked = server.count_files() - files
    note = f"{first:.0f} MB, then at most {most:.0f} MB, in {options.soak / 60:g} minutes"
    yield Bar(
        "growth of memory at full load", (most / first - 1) * 100, 5, "%", most=True, note=note
    )
    yield Bar("failed requests", failed, 0, "", most=True)
    yield Bar("file descriptors that stayed open", leaked, 0, "", most=True)


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path, default=ROOT / "build" / "default")
    parser.add_argument(
        "--full", type=Path, help="lists for the memory; default: build/full if there"
    )
    parser.add_argument("--models", type=Path, default=ROOT / "build" / "backend-models")
    parser.add_argument("--texts", type=Path, help="folder of the gold texts")
    parser.add_argument("--seconds", type=int, default=20, help="of each load")
    parser.add_argument(
        "--soak", type=int, default=0, metavar="SECONDS", help="watch memory so long"
    )
    parser.add_argument("--write", type=Path, help="file of the page to write")
    options = parser.parse_args()
    if options.full is None:
        full = ROOT / "build" / "full"
        options.full = full if full.exists() else options.bundle
    return options


def _write_head(options: argparse.Namespace) -> list[str]:
    return [
        "# Speed of the service",
        "",
        "`make bench-service` measures and writes this page. Every figure is from one run, over loopback; the",
        "load generator runs on the same cores.",
        "",
        f"- Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f} before.",
        f"- Lists: `{options.full.name}` for single texts and memory, `{options.bundle.name}` for the rest.",
        "",
    ]


def _write_table(bars: list[Bar]) -> Iterator[str]:
    yield "| measure | measured | goal | |"
    yield "|---|---|---|---|"
    for bar in bars:
        value = "not measured" if bar.value is None else f"{bar.value:,.2f} {bar.unit}".rstrip()
        goal = f"{'at most' if bar.most else 'at least'} {bar.bar:,g}"
        mark = {None: "–", True: "reached", False: "**missed**"}[bar.passed]
        title = f"{bar.title} ({bar.note})" if bar.note else bar.title
        yield f"| {title} | {value} | {goal} | {mark} |"


if __name__ == "__main__":
    main()
