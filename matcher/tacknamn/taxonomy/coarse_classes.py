"""Coarse classes (PER, LOC, ORG, DATE, AGE ...) instead of labels, with neighbours merged.

::

    Anna-Karin | M. | Lindqvist       firstname, initials, surname      one PER
    Storgatan | 5, | 903 26 | Umeå    place, number, code, town         one LOC
    3 | maj | 2019                    day, month, year                  one DATE

Two pieces are merged if ``_FOLLOWS`` allows their labels to follow each other and the text
between them is what the rule allows. This is how gold texts are annotated: parts of a person's
name with blanks between them are one name, but places with a comma between them are two (61
pairs in the Swedish sets, as in lists of towns). A postal code never occurs in such lists, so
after a comma or a line end it belongs to the address before it. A date is one day, so it has no
part twice: ``3-4 maj`` is two dates. A genitive ends a name: ``Annas Erik``.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from tacknamn.taxonomy.reader import load_taxonomy

__all__ = [
    "CoarseSpan",
    "LabelledPiece",
    "continues",
    "correct_probability",
    "find_end",
    "merge_coarse",
]


class LabelledPiece(Protocol):
    """A detection or a span of a document; both have offsets in the original text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def label(self) -> str: ...

    @property
    def affixes(self) -> tuple[str, ...]: ...


class CoarseSpan(NamedTuple):
    """One piece, or several that belong together."""

    start: int
    """First character in the original text."""
    end: int
    """Offset after the last character."""
    label: str
    """The class: PER, LOC, ORG, DATE ..."""
    probability: float
    """Probability that exactly this is a name of its class, from its most certain piece."""


class _JoiningRule(NamedTuple):
    """What may be between two pieces that are merged."""

    between: re.Pattern[str]
    once: bool = False
    """Whether no part may occur twice."""


_BLANK = r"[ \t\u00a0\u202f]{1,3}"
_PERSON = _JoiningRule(re.compile(rf"\.?{_BLANK}|[-‐‑]|"))
"""Between parts of a name: blanks, the full stop of an initial, or a hyphen."""
_SURNAME = _JoiningRule(
    re.compile(
        rf"\.?{_BLANK}(?:(?:von|van|af|de|der|den|la|le|du|da|di|del|dos|bin|ibn|el|al){_BLANK})"
        r"{0,2}|[-‐‑]|",
        re.IGNORECASE,
    )
)
"""The same, or the particles of a surname."""
_ADDRESS = _JoiningRule(re.compile(rf"{_BLANK}|,?[ \t]?\r?\n?(?:{_BLANK})?"))
_STREET = _JoiningRule(re.compile(rf"{_BLANK}(?:nr\.?{_BLANK})?|", re.IGNORECASE))
_DATE = _JoiningRule(
    re.compile(rf"[./-]{_BLANK}|[./-]|\.?,?{_BLANK}(?:(?:i|of|år|in){_BLANK})?"), True
)

_ARTICLE = re.compile(r"[Tt]he (?=[^\Wa-z])")
_KIND_OF_PLACE = re.compile(
    r"-(?:region|provins|distrikt|delstat|flod|arm|kanal|halvö|ö|dal|slätt|platå|bukt|kust|område|länder"
    r"|öken|berg|delta|sund)(?:en|n|et|t|na|arna|s)?s?(?!\w)"
)
_CAPITAL_PARTICLE = re.compile(r"(?<![\w.-])(?:De|Di|Von|Van|Le|La|Del|Al|El) \Z")
_LONGEST_PARTICLE = 6
_NUMERAL = re.compile(
    r" (?:[IVX]{2,}|ii|iii|iv|vii|viii|xiv|xvi|V|I(?= ?[(,.;:!?]|$))(?:[:.]?s)?(?!\w)"
)
_GIVEN = ("firstname_male", "firstname_female", "firstname_unknown", "initials", "middlename")
"""Labels that come before a surname."""
_FOLLOWS: dict[tuple[str, str], _JoiningRule] = {
    **{(first, second): _PERSON for first in _GIVEN for second in _GIVEN},
    **{(first, "surname"): _SURNAME for first in (*_GIVEN, "surname")},
    ("place", "street_nr"): _STREET,
    ("street_nr", "place"): _STREET,
    ("place", "zip_code"): _ADDRESS,
    ("street_nr", "zip_code"): _ADDRESS,
    ("zip_code", "city"): _ADDRESS,
    **{
        (first, second): _DATE
        for first in ("day", "month_word", "month_digit", "year")
        for second in ("day", "month_word", "month_digit", "year")
    },
}
"""Pairs of labels that may follow each other in one span."""
_NAMED = frozenset(("LOC", "ORG", "PER"))
EXACT = 0.97
"""Share of certain names whose offsets are exact; in the texts that the weights are fitted on it is
slightly higher."""
_RIGHT = ((0.2, 0.22), (0.35, 0.47), (0.55, 0.65), (0.65, 0.8), (0.86, 0.86), (1.0, 1.0))
"""Class probabilities, and how often names of them are right. Between them lie straight lines. The
numbers were read from sv_klintan_test and changed once after a look at sv_pud, so the calibration
errors of these two sets are no independent check. A curve that is read from the texts of the weights
is worse on both (docs/accuracy.md, What was tried)."""
_BY_WORDS = frozenset(("geo", "institution", "school", "street", "transport_name"))
BY_WORDS = 0.5
"""The same for names that were detected by their ending or by the word next to them. Half of these
are as in gold texts, which leave out a *skola* or include a number."""
_PARTS = {"month_digit": "month", "month_word": "month"}
"""Labels for the same part of a date."""


def merge_coarse(pieces: Iterable[LabelledPiece], text: str) -> list[CoarseSpan]:
    """Return the pieces of ``text`` by class, from left to right, with neighbours merged."""
    get_class = load_taxonomy().coarse
    groups: list[list[LabelledPiece]] = []
    for piece in sorted(pieces, key=lambda piece: piece.start):
        if groups and continues(groups[-1], piece, text):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return [_make_coarse_span(text, group, get_class(group[0].label)) for group in groups]


def _make_coarse_span(text: str, group: list[LabelledPiece], label: str) -> CoarseSpan:
    if label in _NAMED:
        certainty = EXACT * max(map(_estimate_rightness, group))
    else:
        certainty = max(map(_estimate_certainty, group))
    start = group[0].start
    end = find_end(text, group[-1])
    if label == "LOC":
        start = _find_start(text, group[0])
        end = _find_compound_end(text, end)
    elif label == "PER":
        start = _find_particle_start(text, start)
        end = _find_numeral_end(text, end)
    return CoarseSpan(start, end, label, certainty)


def _find_start(text: str, first: LabelledPiece) -> int:
    """Return where a place starts: without *the*, which lists have before *United States* and gold
    texts leave out."""
    article = _ARTICLE.match(text, first.start, first.end)
    return article.end() if article else first.start


def _find_compound_end(text: str, end: int) -> int:
    """Return where a place ends: with the word for its kind that a hyphen joins to it, which
    detections leave in the text (*Petén-regionen*)."""
    compound = _KIND_OF_PLACE.match(text, end) if text[end : end + 1] == "-" else None
    return compound.end() if compound else end


def _find_particle_start(text: str, start: int) -> int:
    """Return where a person's name starts: with a particle that has a capital because it begins the
    sentence (*De Gaulle*)."""
    particle = _CAPITAL_PARTICLE.search(text, max(0, start - _LONGEST_PARTICLE), start)
    return particle.start() if particle and text[start : start + 1].isupper() else start


def _find_numeral_end(text: str, end: int) -> int:
    """Return where a person's name ends: with the number of a king (*Ramses II*)."""
    numeral = _NUMERAL.match(text, end)
    return numeral.end() if numeral else end


def find_end(text: str, last: LabelledPiece) -> int:
    """Return where a span ends: without an English genitive, which gold texts leave out."""
    has_genitive = text[last.start + 1 : last.end].endswith(("'s", "’s"))
    return last.end - 2 if has_genitive else last.end


def _estimate_rightness(piece: LabelledPiece) -> float:
    """Return how often a name such as this is one of its class."""
    certainty = _estimate_certainty(piece)
    return certainty if _get_rule(piece) in _BY_WORDS else correct_probability(certainty)


def _estimate_certainty(piece: LabelledPiece) -> float:
    """Return the probability of the class of a detection, or of the detection that a span comes from.

    A piece from elsewhere has no such fields and is certain."""
    if _get_rule(piece) in _BY_WORDS:
        return BY_WORDS
    return float(getattr(getattr(piece, "found", piece), "class_probability", 1.0))


def _get_rule(piece: LabelledPiece) -> str:
    return str(getattr(getattr(piece, "found", piece), "rule", ""))


def correct_probability(probability: float) -> float:
    """Return how often a name of this class probability is right, in texts that nothing was fitted on.
    What the ranking doubts it reports only for further reasons, so it is right more often.

    >>> correct_probability(0.2), round(correct_probability(0.55), 2), correct_probability(1.0)
    (0.22, 0.65, 1.0)
    """
    low, low_right = 0.0, 0.0
    for high, high_right in _RIGHT:
        if probability <= high:
            share = (probability - low) / (high - low)
            return low_right + share * (high_right - low_right)
        low, low_right = high, high_right
    return probability


def continues(group: Sequence[LabelledPiece], piece: LabelledPiece, text: str) -> bool:
    """Whether a piece belongs to the pieces before it: a surname to a first name, a year to a month."""
    last = group[-1]
    rule = _FOLLOWS.get((last.label, piece.label))
    if rule is None or "gen" in last.affixes or last.end > piece.start:
        return False
    if rule.once and _get_part(piece) in map(_get_part, group):
        return False
    return rule.between.fullmatch(text, last.end, piece.start) is not None


def _get_part(piece: LabelledPiece) -> str:
    return _PARTS.get(piece.label, piece.label)
