"""Find what was left in clear although it looks like a name.

Three kinds, each with the probability that it should have been replaced, as far as the essays of
``tests/essays`` show (``python -m tests.service.review.suspect_figures``):

- a detection that was dropped, because it is below the threshold of its label;
- a detection that the context shows to be harmless (A2): an author, a town that others live in;
- a name of the lists, or a number, that nothing detected (:mod:`tacknamn.risk.leftovers`).
"""

from collections.abc import Iterable, Iterator, Sequence

from tacknamn.detection.harmless.always import is_always_harmless
from tacknamn.evaluation.scores import merge_intervals
from tacknamn.formats.span_files import DocumentOrigin, DocumentSpan, SpanFileDocument
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.profile import Profile
from tacknamn.records import Action, Detection
from tacknamn.risk.leftovers import LeftoverFinder, LeftoverKind
from tacknamn.service.review.places import TakenPlaces
from tacknamn.service.review.records import ReviewedSpan, SpanPlace, Suspicion

__all__ = ["find_suspects"]

HARMLESS = 0.05
"""The probability that a detection is to be replaced although the context shows it to be harmless. None of
the 112 in the essays is; with so many, the true share is hardly above 3 %."""
LEFTOVER = {
    LeftoverKind.NAME: 0.15,
    LeftoverKind.LOWER_CASE: 0.05,
    LeftoverKind.MISSPELT: 0.05,
    LeftoverKind.DIGITS: 0.3,
    LeftoverKind.EMAIL: 0.9,
    LeftoverKind.URL: 0.9,
}
"""The same for each kind of leftover. One of the 8 names in the essays is to be replaced, and none of the
few others. No essay has a number or an address that was not detected: theirs are estimates."""
LEAST = 0.02
"""Less probable ones are not shown."""
_ORIGIN = DocumentOrigin("", 1, "")
_LABELS = {
    LeftoverKind.DIGITS: "other_nr_seq",
    LeftoverKind.EMAIL: "email",
    LeftoverKind.URL: "url",
}
_REASONS = {
    LeftoverKind.NAME: "a name of the lists",
    LeftoverKind.LOWER_CASE: "a name of the lists, in lower case",
    LeftoverKind.MISSPELT: "like a name of the lists",
    LeftoverKind.DIGITS: "a long number",
    LeftoverKind.EMAIL: "an e-mail address",
    LeftoverKind.URL: "a web address",
}


def find_suspects(
    text: str,
    spans: Sequence[ReviewedSpan],
    everything: Pseudonymizer,
    profile: Profile,
    leftovers: LeftoverFinder,
) -> list[Suspicion]:
    """Return the suspects of a text, from left to right; none is within a span.

    Args:
        everything: Detects without thresholds, and what is harmless as well.
        profile: The profile that decides what is replaced.
    """
    taken = TakenPlaces(span.place for span in spans)
    detections = everything.detect(text, everything=True)
    places = [(each.start, each.end) for each in detections]
    found = [
        Suspicion(each.start, each.end, each.label, probability, reason)
        for each in detections
        if not taken.touch(each.start, each.end)
        for probability, reason in _judge(text, each, profile)
    ]
    found += _find_leftovers(text, [*(span.place for span in spans), *places], leftovers)
    shown = [suspect for suspect in found if suspect.probability >= LEAST]
    return sorted(shown, key=lambda suspect: (suspect.start, suspect.end))


def _judge(text: str, detection: Detection, profile: Profile) -> Iterator[tuple[float, str]]:
    """Yield the probability that a detection should have been replaced, and why it was not."""
    if profile.resolve_policy(detection).action is not Action.REPLACE:
        return
    if detection.probability < profile.thresholds.get(detection.label, 0.0):
        yield detection.probability, "below the threshold of its label"
    elif not is_always_harmless(text, detection, profile.harmless):
        yield HARMLESS * detection.probability, "the text does not tie it to the writer"


def _find_leftovers(
    text: str, places: Iterable[SpanPlace], finder: LeftoverFinder
) -> Iterator[Suspicion]:
    masked = tuple(DocumentSpan(*place, "extra") for place in merge_intervals(sorted(places)))
    for leftover in finder.find(SpanFileDocument(_ORIGIN, text, masked), ()):
        place = leftover.place
        label = _LABELS.get(leftover.kind, place.label)
        yield Suspicion(
            place.start, place.end, label, LEFTOVER[leftover.kind], _REASONS[leftover.kind]
        )
