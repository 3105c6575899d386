"""Let a mask that was found inside a longer number cover the whole number.

The nine patterns look at a few characters: eight digits are a telephone number, ``70-123`` is a date.
Within *19340619-2384* or *070-123 45 67* they would mask the first digits and leave the others. So
the numbers of a text are searched with the rules for numbers (:mod:`tacknamn.detection.patterns`), and
the longest number wins.
"""

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile

from tacknamn.detection.patterns.clinical_patterns import CLINICAL_PATTERNS
from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.records import Detection, Finding

__all__ = ["NUMBER_LABELS", "cover_numbers"]

NUMBER_LABELS = frozenset(
    {
        "account_nr",
        "date_digits",
        "license_nr",
        "other_nr_seq",
        "personid_nr",
        "phone_nr",
        "zip_code",
    }
)
"""The labels of numbers that are masked whole."""
_KINDS = {"personid_nr": 1, "phone_nr": 2, "date_digits": 5}
"""The pattern for numbers with a label: NRIC, PHONE, DATE."""
_PATTERNS = {pattern.number: pattern for pattern in CLINICAL_PATTERNS}
_OF_NUMBERS = frozenset(_PATTERNS[number].label for number in (1, 2, 3, 4, 5))
"""The labels of the patterns for numbers. The others include words: *bed: 10*."""


def cover_numbers(
    text: str,
    masks: Sequence[Detection],
    switched: Collection[int],
    taken: Iterable[tuple[int, int, str]] = (),
) -> list[Detection]:
    """Extend the masks of the patterns for numbers to the numbers that they lie in.

    Args:
        masks: What :func:`~tacknamn.pipeline.masks.find_masks` returned.
        switched: The numbers of the patterns that are on. A number gets the placeholder of its kind
            if that is among them, else that of its first mask. A number that a pattern with words or
            a pair of the user touches stays as it is.
        taken: Start and end of names that are masked as well. A number that touches one stays.
    """
    if not any(mask.label in _OF_NUMBERS for mask in masks):
        return list(masks)
    covered: list[Detection] = []
    left, names = deque(masks), deque(taken)
    for number in find_patterns(text):
        while left and left[0].end <= number.start:
            covered.append(left.popleft())
        while names and names[0][1] <= number.start:
            names.popleft()
        within = list(takewhile(lambda mask: mask.start < number.end, left))  # noqa: B023
        if _is_cut(number, within) and not (names and names[0][0] < number.end):
            for _ in within:
                left.popleft()
            left.appendleft(_join(number, within, switched))
    return [*covered, *left]


def _is_cut(number: Finding, within: Sequence[Detection]) -> bool:
    """Whether patterns for numbers have masked a number in part, or piece by piece."""
    is_whole = len(within) == 1 and within[0].start <= number.start and number.end <= within[0].end
    are_of_numbers = bool(within) and all(mask.label in _OF_NUMBERS for mask in within)
    return number.label in NUMBER_LABELS and are_of_numbers and not is_whole


def _join(number: Finding, within: Sequence[Detection], switched: Collection[int]) -> Detection:
    first = within[0]
    kind = _PATTERNS.get(_KINDS.get(number.label, 0))
    if kind is not None and kind.number in switched:
        first = first._replace(label=kind.label, rule=f"mask:{kind.name}")
    start, end = min(number.start, within[0].start), max(number.end, within[-1].end)
    return first._replace(start=start, end=end)
