"""Labels of gold texts: which there are, and what kinds of names each allows.

A label that nobody knows would count as none, and teach that names are words: it is an error.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tacknamn.detection.ranking.rows import KINDS
from tacknamn.errors import InputError
from tacknamn.evaluation.span_lists import LABEL
from tacknamn.labels import Label
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = [
    "ANY_KIND",
    "COPIES",
    "NO_NAME",
    "TrainingFile",
    "TrainingName",
    "TrainingText",
    "explain_unknown_label",
    "find_kinds",
    "parse_training_file",
    "read_texts",
]

NO_NAME = frozenset(("none", "noun"))
"""What a piece is that gold leaves unmarked."""
_NAMES = frozenset(("first", "surname", "initials", "place", "institution"))
ANY_KIND = NO_NAME | _NAMES
_OF_CLASS = {
    "PER": frozenset(("first", "surname", "initials")),
    "LOC": frozenset(("place",)),
    "ORG": frozenset(("institution",)),
    "PROPN": _NAMES,
    "?": ANY_KIND,
}
_OF_MIDDLE = frozenset(("first", "surname"))
_TAXONOMY = load_taxonomy()
_KNOWN = frozenset(
    (
        *_OF_CLASS,
        *filter(None, KINDS),
        *Label,
        *(one.name for one in _TAXONOMY.labels if one.coarse),
        *_TAXONOMY.coarse_classes,
        *("DATETIME", "QUANTITY"),
    )
)
"""Ours and those of the lists, the classes of both, and the two that court rulings (TAB) have
besides; ``MISC`` and what is no name (``DATE``) count as none."""


def find_kinds(label: str) -> frozenset[str]:
    """The kinds of a label; other labels than names' are none."""
    if label in _OF_CLASS:
        return _OF_CLASS[label]
    if label == "middlename":
        return _OF_MIDDLE
    return frozenset((KINDS[label],)) if label in KINDS else NO_NAME


def explain_unknown_label(label: str) -> str | None:
    """What is wrong with a label, and what to do; None where it is known."""
    if label in _KNOWN:
        return None
    return (
        f"there is no label {label!r}; give {', '.join(_OF_CLASS)} or one of ours, such as city; "
        "spans of what is no name may be left out"
    )


# Gold texts to learn from, and copies of them as people write who neglect capitals or spell
# otherwise.
#
# A text is a line of JSON: ``text``, and ``spans`` of start, end and label. Labels are those of the
# taxonomy or coarse ones (``PER``, ``LOC``, ``ORG``); ``PROPN`` is a name of any kind, ``?`` one of
# which nothing is known. Which there are is said by
# :mod:`tacknamn_builders.fitting.training_texts`.


LETTERS = "aeilnorstu"
"""Letters that a slip puts in another's place: the commonest ones."""
PLAIN = str.maketrans("åäöÅÄÖ", "aaoAAO")
SHORTEST = 3
"""Letters of a word in which people misspell one."""


class TrainingName(NamedTuple):
    """A name in a text."""

    start: int
    end: int
    label: str


class TrainingText(NamedTuple):
    """A text and its names, from left to right."""

    text: str
    names: tuple[TrainingName, ...]


class TrainingFile(NamedTuple):
    """A file of texts, and how much each of them counts."""

    path: Path
    weight: float


def parse_training_file(argument: str) -> TrainingFile:
    """``FILE`` or ``FILE=WEIGHT``."""
    path, found, weight = argument.rpartition("=")
    if not found:
        return TrainingFile(Path(argument), 1.0)
    try:
        number = float(weight)
    except ValueError:
        number = 0.0
    if not 0 < number <= 100:
        raise InputError(f"{argument}: the weight behind = must be a number from 0 to 100")
    return TrainingFile(Path(path), number)


def read_texts(path: Path) -> Iterator[TrainingText]:
    """The texts of a file."""
    try:
        lines = path.read_text("utf-8-sig").split("\n")  # other line ends may stand in a text
    except (OSError, ValueError) as exc:
        reason = getattr(exc, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path}: cannot be read ({reason})") from None
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        try:
            one = _parse_text(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise InputError(
                f"{path}, line {number}: not a gold text; it must have text, and spans of start, "
                "end and label that lie in it and do not overlap"
            ) from None
        faults = [fault for name in one.names if (fault := explain_unknown_label(name.label))]
        if faults:
            raise InputError(f"{path}, line {number}: {faults[0]}")
        yield one


def _parse_text(item: dict[str, object]) -> TrainingText:
    text, spans = item["text"], item["spans"]
    if not isinstance(text, str) or not isinstance(spans, list):
        raise TypeError
    text.encode("utf-8")  # half a character (a lone surrogate) is a ValueError
    names = tuple(sorted(TrainingName(start, end, label) for start, end, label in spans))
    at = 0
    for name in names:
        if [type(part) for part in name] != [int, int, str]:
            raise TypeError
        if name.label != "?" and not LABEL.fullmatch(name.label):  # it may be private, unlike those
            raise ValueError
        if not at <= name.start < name.end <= len(text):
            raise ValueError
        at = name.end
    return TrainingText(text, names)


def _lower_text(one: TrainingText, random: Random) -> TrainingText:
    """Without capitals."""
    lowered = one.text.lower()
    return one._replace(text=lowered) if len(lowered) == len(one.text) else one


def _lower_names(one: TrainingText, random: Random) -> TrainingText:
    """With capitals where sentences begin, but not in names."""
    return _rewrite_names(one, str.lower)


def _capitalize_words(one: TrainingText, random: Random) -> TrainingText:
    """With a capital at each word."""
    titled = one.text.title()
    return one._replace(text=titled) if len(titled) == len(one.text) else one


def _misspell_names(one: TrainingText, random: Random) -> TrainingText:
    """With a slip in each name."""
    return _rewrite_names(one, lambda name: _misspell(name, random))


COPIES: tuple[tuple[str, Callable[[TrainingText, Random], TrainingText], float], ...] = (
    ("as it is", lambda one, random: one, 1.0),
    ("small letters", _lower_text, 0.5),
    ("small names", _lower_names, 0.15),
    ("capitals", _capitalize_words, 0.1),
    ("misspelt", _misspell_names, 0.5),
)
"""Ways of writing a text, and how much each counts beside the others."""


def _rewrite_names(one: TrainingText, change: Callable[[str], str]) -> TrainingText:
    """The text with its names written otherwise."""
    parts, names = [], []
    at = size = 0
    for name in one.names:
        before, form = one.text[at : name.start], change(one.text[name.start : name.end])
        parts += [before, form]
        start = size + len(before)
        size = start + len(form)
        names.append(TrainingName(start, size, name.label))
        at = name.end
    return TrainingText("".join([*parts, one.text[at:]]), tuple(names))


def _misspell(name: str, random: Random) -> str:
    """The name with a letter left out, doubled, swapped with the next or put in place of
    another, or without the dots of its vowels."""
    places = [at for at in range(1, len(name)) if name[at - 1 : at + 1].isalpha()]
    if len(places) < SHORTEST - 1:
        return name
    at = random.choice(places)
    head, letter, tail = name[:at], name[at], name[at + 1 :]
    plain = name.translate(PLAIN)
    ways = (
        head + tail,
        head + letter + letter + tail,
        name[: at - 1] + letter + name[at - 1] + tail if at > 1 else head + tail,
        head + random.choice(LETTERS) + tail,
        plain if plain != name else head + random.choice(LETTERS) + tail,
    )
    return random.choice(ways)
