"""Run a package in a process of its own, and take what it found and what it cost.

Times are the least of several runs where a run is short, for noise only adds; memory that Python
counts is taken in a run of its own. A process that is silent for too long, or dies, is an error
that names the package, and quotes nothing.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

from tacknamn.evaluation.comparison.records import ComparisonSettings, Cost
from tacknamn.evaluation.comparison.worker import EACH
from tacknamn.ner.backends.process import LOAD_SECONDS, PipedProcess, PipeError, PipeTimeout
from tacknamn.ner.backends.protocol import BackendError, NamedMention
from tacknamn.ner.backends.registry import BackendRequest

__all__ = ["MeasuredPackage", "check_loading", "measure_package"]

ROUNDS = 3
"""Runs whose times are compared, where they are short."""
SHORT = 20.0
"""Seconds of a run that is worth another one."""
_ALONE = "try it alone: tacknamn mask --package"
_LATE = "give it more time with --seconds, or take a smaller model"

Progress = Callable[[int], None]
"""Is told how many texts are done."""


class MeasuredPackage(NamedTuple):
    """What a package found, and what that cost."""

    found: list[list[NamedMention]]
    """Of each text, from left to right."""
    cost: Cost


def measure_package(
    request: BackendRequest, wanted: ComparisonSettings, texts: Sequence[str], progress: Progress
) -> MeasuredPackage:
    """Measure a package."""
    best = _run_worker(request, wanted, texts, progress)
    for _ in range(ROUNDS - 1):
        if best.cost.loading + best.cost.finding < SHORT:
            cost = _run_worker(request, wanted, texts, progress).cost
            best = best._replace(cost=_take_least(best.cost, cost))
    traced = _run_worker(request, wanted, texts, progress, traced=True).cost
    cost = replace(best.cost, traced=traced.traced, traced_growth=traced.traced_growth)
    return best._replace(cost=cost)


def check_loading(request: BackendRequest, wanted: ComparisonSettings) -> None:
    """Make sure that a package can be loaded and answers one short sentence: load it for that
    alone, in a process that ends with it, so that nothing of what is measured has it before."""
    _run_worker(request, wanted, (), lambda done: None)


def _take_least(one: Cost, other: Cost) -> Cost:
    """The less in time; memory is that of the first."""
    return replace(
        one,
        loading=min(one.loading, other.loading),
        finding=min(one.finding, other.finding),
    )


def _run_worker(
    request: BackendRequest,
    wanted: ComparisonSettings,
    texts: Sequence[str],
    progress: Progress,
    traced: bool = False,
) -> MeasuredPackage:
    name = str(request)
    try:
        program = PipedProcess(_worker_command(name, wanted, traced), _environment())
    except OSError as exc:
        raise BackendError(
            name, f"its process cannot be started: {exc.strerror}", "free memory"
        ) from exc
    try:
        program.send(json.dumps({"texts": list(texts)}).encode("ascii") + b"\n")
        return _listen(program, name, wanted.seconds, progress)
    finally:
        program.kill()


def _listen(
    program: PipedProcess, name: str, seconds: float, progress: Progress
) -> MeasuredPackage:
    limit, lacking = max(LOAD_SECONDS, seconds), "not loaded"
    while True:
        try:
            # It tells how far it is, but not at every text
            said = json.loads(program.line(time.monotonic() + limit + EACH))
        except PipeError as fault:
            _raise_error(name, fault, f"{lacking} within {limit:g} s")
        if "error" in said:
            raise BackendError(name, *said["error"])
        if "found" in said:
            return _read_result(said)
        limit, lacking = seconds, "no answer"
        progress(said["done"])


def _read_result(said: dict[str, Any]) -> MeasuredPackage:
    found = [[NamedMention(*one) for one in mentions] for mentions in said["found"]]
    return MeasuredPackage(found, Cost(**said["cost"]))


def _raise_error(name: str, fault: PipeError, late: str) -> NoReturn:
    if isinstance(fault, PipeTimeout):
        raise BackendError(name, f"{late}, so it was ended", _LATE) from fault
    said = str(fault) or "does not answer as it should"
    raise BackendError(name, f"its process {said}", f"{_ALONE} {name}") from fault


def _worker_command(name: str, wanted: ComparisonSettings, traced: bool) -> list[str]:
    # -P: modules are looked for where we look for them, not in the folder that we stand in
    words = [sys.executable, "-P", "-m", "tacknamn.evaluation.comparison.worker", name]
    words += ["--language", wanted.language, "--seconds", str(wanted.seconds)]
    words += ["--data", str(wanted.data)] if wanted.data else []
    return words + (["--traced"] if traced else [])


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
