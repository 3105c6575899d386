"""Run a package in its own process; receive what it found and what that cost.

Short runs are repeated, and the least of their times counts, because noise only adds time. The
memory that Python counts is measured in a separate run. A process that is silent for too long, or
dies, ends in an error that names the package and quotes nothing.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

from tacknamn.evaluation.comparison.records import ComparisonSettings, Cost
from tacknamn.evaluation.comparison.worker import EACH
from tacknamn.ner.backends.process import LOAD_SECONDS, PipedProcess, PipeError, PipeTimeout
from tacknamn.ner.backends.protocol import BackendError, NamedMention
from tacknamn.ner.backends.registry import BackendRequest
from tacknamn.ner.backends.worker import LATE, python_path, worker_words
from tacknamn.support.child_environment import make_child_environment

__all__ = ["MeasuredPackage", "check_loading", "measure_package", "measure_together"]

ROUNDS = 3
"""Runs of a package, if they are short."""
SHORT = 20.0
"""Seconds below which a run is repeated."""
_ALONE = "try it alone: tacknamn mask --package"

ReportTexts = Callable[[int], None]
"""Called with the number of texts that are done."""


class MeasuredPackage(NamedTuple):
    """What a package found, and what that cost."""

    found: list[list[NamedMention]]
    """The names in each text, sorted."""
    cost: Cost


def measure_package(
    request: BackendRequest,
    settings: ComparisonSettings,
    texts: Sequence[str],
    report: ReportTexts,
) -> MeasuredPackage:
    """Measure a package."""
    requests = (request,)
    best = _run_worker(requests, settings, texts, report)
    for _ in range(ROUNDS - 1):
        if best.cost.loading + best.cost.finding < SHORT:
            cost = _run_worker(requests, settings, texts, report).cost
            best = best._replace(cost=_take_least(best.cost, cost))
    return best._replace(cost=_add_traced(best.cost, requests, settings, texts, report))


def measure_together(
    requests: Sequence[BackendRequest],
    settings: ComparisonSettings,
    texts: Sequence[str],
    report: ReportTexts,
) -> Cost:
    """Measure what several packages cost in one process, which is how a union runs."""
    cost = _run_worker(requests, settings, texts, report).cost
    return _add_traced(cost, requests, settings, texts, report)


def _add_traced(
    cost: Cost,
    requests: Sequence[BackendRequest],
    settings: ComparisonSettings,
    texts: Sequence[str],
    report: ReportTexts,
) -> Cost:
    """Return the cost with the memory that Python counts, which is measured in another run."""
    traced = _run_worker(requests, settings, texts, report, traced=True).cost
    return replace(cost, traced=traced.traced, traced_growth=traced.traced_growth)


def check_loading(request: BackendRequest, settings: ComparisonSettings) -> None:
    """Check that a package can be loaded and answers one short sentence.

    This happens in a separate process, so that the measured runs load the package themselves."""
    _run_worker((request,), settings, (), lambda done: None)


def _take_least(first: Cost, second: Cost) -> Cost:
    """Take the lower times; memory is that of the first."""
    return replace(
        first,
        loading=min(first.loading, second.loading),
        finding=min(first.finding, second.finding),
    )


def _run_worker(
    requests: Sequence[BackendRequest],
    settings: ComparisonSettings,
    texts: Sequence[str],
    report: ReportTexts,
    traced: bool = False,
) -> MeasuredPackage:
    names = list(map(str, requests))
    name = "+".join(names)
    environment = make_child_environment(PYTHONPATH=python_path())
    try:
        process = PipedProcess(_worker_command(names, settings, traced), environment)
    except OSError as exc:
        raise BackendError(
            name, f"its process cannot be started: {exc.strerror}", "free memory"
        ) from exc
    try:
        process.send(json.dumps({"texts": list(texts)}).encode("ascii") + b"\n")
        loading = max(LOAD_SECONDS, settings.seconds) * len(names)
        return _listen(process, name, (loading, settings.seconds), report)
    finally:
        process.kill()


def _worker_command(names: Sequence[str], settings: ComparisonSettings, traced: bool) -> list[str]:
    module = "tacknamn.evaluation.comparison.worker"
    words = worker_words(module, names[0], settings.language, settings.data)
    words += [word for name in names[1:] for word in ("--with", name)]
    return [*words, "--seconds", str(settings.seconds), *(["--traced"] if traced else [])]


def _listen(
    process: PipedProcess, name: str, limits: tuple[float, float], report: ReportTexts
) -> MeasuredPackage:
    """Receive a result. The limits are the seconds for loading and for one text."""
    (limit, seconds), lacking = limits, "not loaded"
    while True:
        try:
            # The worker reports progress every EACH seconds, not after every text.
            line = process.read_line(time.monotonic() + limit + EACH)
        except PipeError as error:
            _raise_error(name, error, f"{lacking} within {limit:g} s")
        answer = json.loads(line)
        if "error" in answer:
            raise BackendError(name, *answer["error"])
        if "found" in answer:
            return _read_result(answer)
        limit, lacking = seconds, "no answer"
        report(answer["done"])


def _read_result(answer: dict[str, Any]) -> MeasuredPackage:
    found = [[NamedMention(*mention) for mention in mentions] for mentions in answer["found"]]
    return MeasuredPackage(found, Cost(**answer["cost"]))


def _raise_error(name: str, error: PipeError, late: str) -> NoReturn:
    if isinstance(error, PipeTimeout):
        raise BackendError(name, f"{late}; it was stopped", LATE) from error
    raise BackendError(name, f"its process {error}", f"{_ALONE} {name}") from error
