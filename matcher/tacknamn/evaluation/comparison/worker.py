"""One package in a process of its own, measured: ``python -m tacknamn.evaluation.comparison.worker spacy``.

It reads one line of JSON, ``{"texts": [...]}``, loads the package, finds the names of all texts,
and answers in JSON Lines::

    {"done": 0}                           it is loaded; and again, when it has answered FIRST
    {"done": 17}                          so many texts are done; now and then
    {"found": [[[0, 3, "PER", 1.0]], ...], "cost": {"loading": 2.1, "finding": 0.5, ...}}
    {"error": [what is wrong, what to do]}

A package is loaded when it has answered a short sentence: some load on first use. With
``--traced`` Python's own count of memory (tracemalloc) runs along, as the seed has it; it makes
everything slower, so that times are taken without.
"""

import argparse
import json
import sys
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO

from tacknamn.errors import Error
from tacknamn.evaluation.comparison import memory
from tacknamn.evaluation.comparison.records import Cost
from tacknamn.ner.backends.answers import redirect_output, send_answer
from tacknamn.ner.backends.checking import find_all_mentions, find_mentions
from tacknamn.ner.backends.protocol import Backend, BackendError
from tacknamn.ner.backends.registry import BackendRequest, make_backend

__all__ = ["EACH", "main"]

FIRST = "Anna met Kim in London."
"""What a package must have answered to be loaded."""
EACH = 0.1
"""Seconds between two lines that tell how far it is."""


def main() -> None:
    """Measure the package that the arguments name."""
    options = _parse_arguments()
    answers = redirect_output()
    texts = json.loads(sys.stdin.buffer.readline())["texts"]
    try:
        measured = _measure(options, texts, answers)
    except BackendError as exc:
        send_answer(answers, error=[exc.what, exc.remedy])
    except Error as exc:
        send_answer(answers, error=[str(exc), "mend that, and run it again"])
    except MemoryError:
        send_answer(answers, error=["ran out of memory", "take a smaller model"])
    else:
        send_answer(answers, **measured)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tacknamn.evaluation.comparison.worker")
    parser.add_argument("backend", help="name, or name:model")
    parser.add_argument("--language", default="en")
    parser.add_argument("--data", type=Path, help="folder of Täcknamn's lists")
    parser.add_argument("--seconds", type=float, help="for one text; of commands alone")
    parser.add_argument("--traced", action="store_true")
    return parser.parse_args()


def _measure(options: argparse.Namespace, texts: list[str], answers: BinaryIO) -> dict[str, object]:
    if options.traced:
        tracemalloc.start()
    begun = time.perf_counter()
    asked = _make_backend(options)
    asked.load()
    send_answer(answers, done=0)
    find_mentions(asked, FIRST)
    loaded = time.perf_counter()
    send_answer(answers, done=0)
    most, least = memory.peak(), memory.now()
    anew = memory.start_anew()
    most_traced, least_traced = _read_traced()
    started = time.perf_counter()
    found = list(_find_names(asked, texts, answers))
    ended = time.perf_counter()
    own, traced = memory.peak(), _read_traced()[0]
    cost = Cost(
        loading=loaded - begun,
        finding=ended - started,
        peak=None if own is None else max(own, most or 0),
        growth=None if own is None or least is None or not anew else max(0, own - least),
    )
    if options.traced and not memory.has_others():
        cost = Cost(cost.loading, cost.finding, cost.peak, cost.growth,
                    max(traced, most_traced), traced - least_traced)  # fmt: skip
    return {"found": found, "cost": asdict(cost)}


def _make_backend(options: argparse.Namespace) -> Backend:
    request = BackendRequest.read(options.backend)
    # Programs have a limit of their own; the others are ended with this process.
    seconds = options.seconds if request.name == "command" else None
    return make_backend(
        request, lexicon_data=options.data, language=options.language, seconds=seconds
    )


def _find_names(
    asked: Backend, texts: list[str], answers: BinaryIO
) -> Iterator[list[list[object]]]:
    told = time.perf_counter()
    for number, found in enumerate(find_all_mentions(asked, texts), 1):
        yield [list(one) for one in found]
        if (now := time.perf_counter()) - told > EACH:
            send_answer(answers, done=number)
            told = now


def _read_traced() -> tuple[int, int]:
    """The most bytes that Python counted since it was last asked, and those that it counts now."""
    if not tracemalloc.is_tracing():
        return 0, 0
    now, most = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    return most, now


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # nobody is there any more
        sys.exit(1)
