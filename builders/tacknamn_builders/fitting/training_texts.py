"""Read gold texts, and make altered copies of them without capitals or with misspellings.

A text is a line of JSON with ``text`` and ``spans``; a span has start, end and label. Labels are
those of the taxonomy or coarse ones (``PER``, ``LOC``, ``ORG``). ``PROPN`` is a name of any kind,
``?`` a span about which nothing is known. An unknown label is an error: it would count as no name,
and teach that names are words.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from tacknamn.detection.ranking.rows import KINDS
from tacknamn.errors import InputError
from tacknamn.evaluation.span_lists import LABEL
from tacknamn.labels import Label
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn_builders.merging.misspellings import list_misspellings

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
"""The kinds of a piece that is not marked as a name."""
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
        *(label.name for label in _TAXONOMY.labels if label.coarse),
        *_TAXONOMY.coarse_classes,
        *("DATETIME", "QUANTITY"),
    )
)
"""The labels of the taxonomy and of the lists, the classes of both, and two more classes of court
rulings (TAB). ``MISC`` and classes that are not names (``DATE``) count as no name."""


def find_kinds(label: str) -> frozenset[str]:
    """Find the kinds of a label; labels that are not names count as no name."""
    if label in _OF_CLASS:
        return _OF_CLASS[label]
    if label == "middlename":
        return _OF_MIDDLE
    return frozenset((KINDS[label],)) if label in KINDS else NO_NAME


def explain_unknown_label(label: str) -> str | None:
    """Explain why a label is wrong and what to do; None if the label is known."""
    if label in _KNOWN:
        return None
    return (
        f"unknown label {label!r}; use {', '.join(_OF_CLASS)} or a label of Täcknamn, such as "
        "city; omit spans that are not names"
    )


LETTERS = "aeilnorstu"
"""Letters that a misspelling inserts: the most frequent ones."""
PLAIN = str.maketrans("åäöÅÄÖ", "aaoAAO")
MISSPELT_SHARE = 0.2
"""The share of words that are misspelled. Learners misspell fewer, but each name of a text is also
compared with all words of the language."""
LEAST_RATE = 0.0002
"""The rate from which an error is made."""
_WORD = re.compile(r"(?:(?<=[.!?] )|^)[^\W\d_]+|\b[a-zåäö]+\b")
"""A word in small letters, or the first one of a sentence. Other capitals are those of names and titles
that the gold texts do not mark."""
SHORTEST = 3
"""Minimum letters of a word that is misspelled."""


class TrainingName(NamedTuple):
    """A name in a gold text."""

    start: int
    end: int
    label: str


class TrainingText(NamedTuple):
    """A gold text and its names, from left to right."""

    text: str
    names: tuple[TrainingName, ...]


class TrainingFile(NamedTuple):
    """A file of gold texts, and the weight of each text."""

    path: Path
    weight: float


def parse_training_file(argument: str) -> TrainingFile:
    """Parse ``FILE`` or ``FILE=WEIGHT``."""
    path, found, weight = argument.rpartition("=")
    if not found:
        return TrainingFile(Path(argument), 1.0)
    try:
        number = float(weight)
    except ValueError:
        number = 0.0
    if not 0 < number <= 100:
        raise InputError(f"{argument}: the weight after = must be a number from 0 to 100")
    return TrainingFile(Path(path), number)


def read_texts(path: Path) -> Iterator[TrainingText]:
    """Yield the texts of a file."""
    try:
        lines = path.read_text("utf-8-sig").split("\n")  # a text may contain other line ends
    except (OSError, ValueError) as exc:
        reason = getattr(exc, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path}: cannot be read ({reason})") from None
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        try:
            text = _parse_text(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise InputError(
                f"{path}, line {number}: not a gold text; it must have text and spans; each span "
                "has start, end and label, is inside the text, and does not overlap others"
            ) from None
        for name in text.names:
            if problem := explain_unknown_label(name.label):
                raise InputError(f"{path}, line {number}: {problem}")
        yield text


def _parse_text(item: dict[str, object]) -> TrainingText:
    text, spans = item["text"], item["spans"]
    if not isinstance(text, str) or not isinstance(spans, list):
        raise TypeError
    text.encode("utf-8")  # a lone surrogate raises ValueError
    names = tuple(sorted(TrainingName(start, end, label) for start, end, label in spans))
    at = 0
    for name in names:
        if [type(part) for part in name] != [int, int, str]:
            raise TypeError
        if name.label != "?" and not LABEL.fullmatch(
            name.label
        ):  # it may be private, so it is not quoted
            raise ValueError
        if not at <= name.start < name.end <= len(text):
            raise ValueError
        at = name.end
    return TrainingText(text, names)


def _lower_text(text: TrainingText, random: Random) -> TrainingText:
    """Write the text in lower case."""
    lowered = text.text.lower()
    return text._replace(text=lowered) if len(lowered) == len(text.text) else text


def _lower_names(text: TrainingText, random: Random) -> TrainingText:
    """Write only the names in lower case."""
    return _rewrite_names(text, str.lower)


def _capitalize_words(text: TrainingText, random: Random) -> TrainingText:
    """Begin each word with a capital."""
    titled = text.text.title()
    return text._replace(text=titled) if len(titled) == len(text.text) else text


def _misspell_names(text: TrainingText, random: Random) -> TrainingText:
    """Misspell each name."""
    return _rewrite_names(text, lambda name: _misspell(name, random))


def _misspell_words(text: TrainingText, random: Random) -> TrainingText:
    """Misspell some of the words that are no names, as learners do."""
    parts, names = [], []
    at = size = 0
    for name in text.names:
        before = _misspell_some(text.text[at : name.start], random)
        form = text.text[name.start : name.end]
        parts += [before, form]
        size += len(before)
        names.append(TrainingName(size, size + len(form), name.label))
        size += len(form)
        at = name.end
    parts.append(_misspell_some(text.text[at:], random))
    return TrainingText("".join(parts), tuple(names))


def _misspell_some(part: str, random: Random) -> str:
    return _WORD.sub(lambda match: _misspell_word(match.group(), random), part)


def _misspell_word(word: str, random: Random) -> str:
    """Misspell a word now and then; the likelier an error, the more often it is made."""
    if random.random() > MISSPELT_SHARE:
        return word
    is_capital = word[0].isupper()
    errors = list(_list_errors(word.lower()))
    if not errors or word[1:] != word[1:].lower():
        return word
    form: str = random.choices([form for form, _ in errors], [rate for _, rate in errors])[0]
    return form[:1].upper() + form[1:] if is_capital else form


@lru_cache(maxsize=1 << 14)
def _list_errors(word: str) -> tuple[tuple[str, float], ...]:
    return tuple(list_misspellings(word, LEAST_RATE)) if len(word) >= SHORTEST else ()


def _misspell_small(text: TrainingText, random: Random) -> TrainingText:
    """Write a misspelt text in lower case."""
    return _lower_text(_misspell_words(text, random), random)


COPIES: tuple[tuple[str, Callable[[TrainingText, Random], TrainingText], float], ...] = (
    ("as it is", lambda text, random: text, 1.0),
    ("small letters", _lower_text, 0.5),
    ("small names", _lower_names, 0.15),
    ("capitals", _capitalize_words, 0.1),
    ("misspelt", _misspell_names, 0.5),
    ("misspelt words", _misspell_words, 0.25),
    ("misspelt words in small letters", _misspell_small, 0.1),
)
"""The text itself and its altered copies, each with its weight."""


def _rewrite_names(text: TrainingText, change: Callable[[str], str]) -> TrainingText:
    """Change each name of the text."""
    parts, names = [], []
    at = size = 0
    for name in text.names:
        before, form = text.text[at : name.start], change(text.text[name.start : name.end])
        parts += [before, form]
        start = size + len(before)
        size = start + len(form)
        names.append(TrainingName(start, size, name.label))
        at = name.end
    return TrainingText("".join([*parts, text.text[at:]]), tuple(names))


def _misspell(name: str, random: Random) -> str:
    """Omit, double, swap or replace a letter of the name, or write it without å, ä and ö."""
    offsets = [at for at in range(1, len(name)) if name[at - 1 : at + 1].isalpha()]
    if len(offsets) < SHORTEST - 1:
        return name
    at = random.choice(offsets)
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
