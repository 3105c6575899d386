"""The work of a request: a step for each of its texts, planned before its turn comes."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, Protocol

from tacknamn.errors import InputError
from tacknamn.pipeline.ranges import Piece
from tacknamn.service.bodies import check_text
from tacknamn.service.engines import Engines
from tacknamn.service.offsets import OffsetUnit, convert_any_offsets, read_offsets
from tacknamn.service.presidio.analysis import TextAnalyzer, has_expressions
from tacknamn.service.presidio.anonymizers import read_anonymizers, read_deanonymizers
from tacknamn.service.presidio.anonymizing import (
    AnonymizedPiece,
    ReplacedPiece,
    anonymize_text,
    deanonymize_text,
    join_replacements,
)
from tacknamn.service.presidio.found_entities import FoundEntity
from tacknamn.service.presidio.models import (
    AnalyzeRequest,
    AnonymizeRequest,
    AnonymizerResult,
    DeanonymizeRequest,
    SentResult,
)
from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.work_queue import LONG

__all__ = [
    "PlannedWork",
    "RequestContext",
    "plan_analysis",
    "plan_anonymization",
    "plan_deanonymization",
]


class RequestContext(NamedTuple):
    """What a request is carried out with."""

    engines: Engines
    limits: ServiceLimits
    unit: OffsetUnit
    """What the offsets of the request and of its answer count."""


class PlannedWork(NamedTuple):
    """The work of a request."""

    steps: Iterator[Any]
    """One answer for each text."""
    size: int
    """Characters of the longest text; more if something else may take long."""
    is_many: bool
    """Whether the answer is a list of answers."""
    warnings: set[str]
    """What a header of the answer says. It is known when the work is done."""


def plan_analysis(body: AnalyzeRequest, context: RequestContext) -> PlannedWork:
    """Plan the work of ``/analyze``."""
    if not body.text:
        raise InputError("No text provided")
    if not body.language:
        raise InputError("No language provided")
    # Presidio accepts numbers in a list; null is a text without anything.
    given = body.text if isinstance(body.text, list) else [body.text]
    texts = ["" if value is None else str(value) for value in given]
    size = _check_texts(texts, context.limits, has_expressions(body))
    warnings: set[str] = set()
    steps = _analyze_each(body, texts, context, warnings)
    return PlannedWork(steps, size, isinstance(body.text, list), warnings)


def _analyze_each(
    body: AnalyzeRequest, texts: Sequence[str], context: RequestContext, warnings: set[str]
) -> Iterator[list[dict[str, Any]]]:
    is_explained = bool(body.return_decision_process)
    analyzer = TextAnalyzer(context.engines, body)
    warnings.add(analyzer.warning)
    for text, found in zip(texts, analyzer.analyze(texts), strict=True):
        yield _describe_found(text, found, is_explained, context.unit)


def _describe_found(
    text: str, found: Sequence[FoundEntity], is_explained: bool, unit: OffsetUnit
) -> list[dict[str, Any]]:
    starts = convert_any_offsets(text, [each.start for each in found], unit)
    ends = convert_any_offsets(text, [each.end for each in found], unit)
    return [
        {
            "analysis_explanation": each.explanation if is_explained else None,
            "end": end,
            "entity_type": each.entity_type,
            "score": each.score,
            "start": start,
        }
        for each, start, end in zip(found, starts, ends, strict=True)
    ]


def plan_anonymization(body: AnonymizeRequest, context: RequestContext) -> PlannedWork:
    """Plan the work of ``/anonymize``. Texts without results are analyzed first."""
    if body.text is None:
        raise InputError("No text provided")
    texts = body.text if isinstance(body.text, list) else [body.text]
    is_analyzed = body.analyzer_results is None
    size = _check_texts(texts, context.limits, is_analyzed and has_expressions(body))
    results = None
    if body.analyzer_results is not None:
        results = _pair_results("analyzer_results", body.text, body.analyzer_results)
    warnings: set[str] = set()
    steps = _anonymize_each(body, texts, results, context, warnings)
    return PlannedWork(steps, size, isinstance(body.text, list), warnings)


def _anonymize_each(
    body: AnonymizeRequest,
    texts: Sequence[str],
    results: list[list[SentResult]] | None,
    context: RequestContext,
    warnings: set[str],
) -> Iterator[dict[str, Any]]:
    engines = context.engines
    operators = read_anonymizers(body.anonymizers, engines, body.language)
    listed = _list_pieces(body, texts, results, context, warnings)
    for text, pieces in zip(texts, listed, strict=True):
        replaced = anonymize_text(engines, text, pieces, operators)
        yield _describe_new_text(text, replaced, context.unit)


def _list_pieces(
    body: AnonymizeRequest,
    texts: Sequence[str],
    results: list[list[SentResult]] | None,
    context: RequestContext,
    warnings: set[str],
) -> Iterator[list[Piece]]:
    """Yield the pieces of each text that operators may replace."""
    if results is None:
        analyzer = TextAnalyzer(context.engines, body)
        warnings.add(analyzer.warning)
        for found in analyzer.analyze(texts):
            yield [Piece(*each[:4]) for each in found]
        return
    for text, sent in zip(texts, results, strict=True):
        places = _read_places(text, sent, context.unit)
        yield [
            Piece(start, end, each.entity_type, each.score)
            for each, (start, end) in zip(sent, places, strict=True)
        ]


def plan_deanonymization(body: DeanonymizeRequest, context: RequestContext) -> PlannedWork:
    """Plan the work of ``/deanonymize``. As with Presidio, no text is an empty one."""
    text = body.text or ("" if body.text is None else body.text)
    texts = text if isinstance(text, list) else [text]
    size = _check_texts(texts, context.limits)
    given = body.anonymizer_results
    results = (
        [[] for _ in texts] if given is None else _pair_results("anonymizer_results", text, given)
    )
    steps = _deanonymize_each(body, texts, results, context)
    return PlannedWork(steps, size, isinstance(text, list), set())


def _deanonymize_each(
    body: DeanonymizeRequest,
    texts: Sequence[str],
    results: list[list[AnonymizerResult]],
    context: RequestContext,
) -> Iterator[dict[str, Any]]:
    operators = read_deanonymizers(body.deanonymizers, context.engines)
    for text, sent in zip(texts, results, strict=True):
        places = _read_places(text, sent, context.unit)
        pieces = [
            AnonymizedPiece(start, end, each.entity_type, each.score)
            for each, (start, end) in zip(sent, places, strict=True)
        ]
        yield _describe_new_text(text, deanonymize_text(text, pieces, operators), context.unit)


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def _read_places(text: str, sent: Sequence[_Placed], unit: OffsetUnit) -> list[tuple[int, int]]:
    """Return start and end of each result in code points."""
    places = [(each.start, each.end) for each in sent]
    if unit is OffsetUnit.CODEPOINTS:  # those beyond the text are refused later, as Presidio does
        return places
    try:
        points = read_offsets(text, chain.from_iterable(places), unit)
    except ValueError:
        raise InputError(
            f"an offset is beyond its text, or within a character, as {unit} counts"
        ) from None
    return [(points[start], points[end]) for start, end in places]


def _describe_new_text(
    text: str, replaced: Sequence[ReplacedPiece], unit: OffsetUnit
) -> dict[str, Any]:
    new = join_replacements(text, replaced)
    starts = convert_any_offsets(new.text, [start for start, _ in new.places], unit)
    ends = convert_any_offsets(new.text, [end for _, end in new.places], unit)
    return {
        "text": new.text,
        "items": [
            {
                "start": start,
                "end": end,
                "entity_type": each.entity_type,
                "text": each.text,
                "operator": each.operator,
                "score": each.score,
            }
            for each, start, end in zip(replaced, starts, ends, strict=True)
        ],
    }


def _check_texts(texts: Sequence[str], limits: ServiceLimits, is_slow: bool = False) -> int:
    """Refuse what is too large or no text; return the size by which work is queued."""
    if len(texts) > limits.batch:
        raise Problem("too-large", f"text has more than {limits.batch:,}; send several requests")
    for number, text in enumerate(texts):
        check_text(text, limits, "text" if len(texts) == 1 else f"text[{number}]")
    longest = max(map(len, texts), default=0)
    # What may take long runs in a thread, so that other requests are answered.
    return max(longest, LONG + 1) if is_slow else longest


def _pair_results(field: str, text: str | list[str], given: Any) -> Any:
    """Return the results of each text."""
    is_many = isinstance(text, list)
    if not is_many:
        if any(isinstance(each, list) for each in given):
            raise InputError(f"{field}: one text has one list of results")
        return [given]
    if len(given) != len(text) or not all(isinstance(each, list) for each in given):
        raise InputError(
            f"Invalid input, '{field}' must contain one list of results per item in 'text'"
        )
    return given
