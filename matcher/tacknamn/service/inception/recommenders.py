"""The recommenders: what each proposes for the pieces of a text."""

from collections.abc import Callable, Iterator, Sequence

from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.records import Action, Detection
from tacknamn.reports.rule_words import describe_rule
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.inception.documents import Prediction
from tacknamn.taxonomy.coarse_classes import merge_coarse

__all__ = ["RECOMMENDERS", "recommend"]

Recommend = Callable[[Pseudonymizer, str], Iterator[Prediction]]
_BY_HAND = "chosen by a person"


def recommend(engines: Engines, name: str, text: str, start: int, end: int) -> list[Prediction]:
    """Return what a recommender proposes for the pieces that touch a part of a text.

    The whole text is examined, because the rest of it decides what a name is, and which pseudonym it
    has: a part is the same whether it is asked for alone or with others. INCEpTION asks for parts, so all
    requests for a text share a secret; those for other texts have others."""
    pseudonymizer = engines.get(EngineOptions().name_run(text))
    proposed = RECOMMENDERS[name](pseudonymizer, text)
    return [each for each in proposed if each.start < end and each.end > start]


def _detect(pseudonymizer: Pseudonymizer, text: str) -> Sequence[Detection]:
    [detections] = pseudonymizer.detect_many([text], False)
    return detections or []


def _recommend_labels(pseudonymizer: Pseudonymizer, text: str) -> Iterator[Prediction]:
    for each in _detect(pseudonymizer, text):
        reason = _explain(each)
        yield Prediction(each.start, each.end, each.label, each.probability, reason)


def _recommend_classes(pseudonymizer: Pseudonymizer, text: str) -> Iterator[Prediction]:
    for each in merge_coarse(_detect(pseudonymizer, text), text):
        yield Prediction(each.start, each.end, each.label, each.probability, "")


def _recommend_pseudonyms(pseudonymizer: Pseudonymizer, text: str) -> Iterator[Prediction]:
    for span in pseudonymizer(text).spans:
        if span.action is Action.REPLACE:
            found = span.found
            probability = 1.0 if found is None else found.probability
            reason = _BY_HAND if found is None else f"{found.label}: {_explain(found)}"
            yield Prediction(span.start, span.end, span.replacement, probability, reason)


def _explain(found: Detection) -> str:
    cue = f", next to {found.trigger}" if found.trigger else ""
    return f"{describe_rule(found.rule)}{cue}"


RECOMMENDERS: dict[str, Recommend] = {
    "labels": _recommend_labels,
    "classes": _recommend_classes,
    "pseudonyms": _recommend_pseudonyms,
}
"""Recommenders by the names in their addresses."""
