"""Gold texts to learn from, and copies of them as people write who neglect capitals or spell
otherwise.

A text is a line of JSON: ``text``, and ``spans`` of start, end and label. Labels are those of the
taxonomy or coarse ones (``PER``, ``LOC``, ``ORG``); ``PROPN`` is a name of any kind, ``?`` one of
which nothing is known. Which there are is said by :mod:`tacknamn_builders.fitting.labels`.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.evaluating.reading import LABEL
from tacknamn_builders.fitting.labels import fault_of

__all__ = ["COPIES", "Gold", "Share", "Text", "read_texts", "shared"]

LETTERS = "aeilnorstu"
"""Letters that a slip puts in another's place: the commonest ones."""
PLAIN = str.maketrans("åäöÅÄÖ", "aaoAAO")
SHORTEST = 3
"""Letters of a word in which people misspell one."""


class Gold(NamedTuple):
    """A name in a text."""

    start: int
    end: int
    label: str


class Text(NamedTuple):
    """A text and its names, from left to right."""

    text: str
    names: tuple[Gold, ...]


class Share(NamedTuple):
    """A file of texts, and how much each of them counts."""

    path: Path
    weight: float


def shared(argument: str) -> Share:
    """``FILE`` or ``FILE=WEIGHT``."""
    path, found, weight = argument.rpartition("=")
    if not found:
        return Share(Path(argument), 1.0)
    try:
        number = float(weight)
    except ValueError:
        number = 0.0
    if not 0 < number <= 100:
        raise InputError(f"{argument}: the weight behind = must be a number from 0 to 100")
    return Share(Path(path), number)


def read_texts(path: Path) -> Iterator[Text]:
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
            one = _text(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError):
            raise InputError(
                f"{path}, line {number}: not a gold text; it must have text, and spans of start, "
                "end and label that lie in it and do not overlap"
            ) from None
        faults = [fault for name in one.names if (fault := fault_of(name.label))]
        if faults:
            raise InputError(f"{path}, line {number}: {faults[0]}")
        yield one


def _text(item: dict[str, object]) -> Text:
    text, spans = item["text"], item["spans"]
    if not isinstance(text, str) or not isinstance(spans, list):
        raise TypeError
    text.encode("utf-8")  # half a character (a lone surrogate) is a ValueError
    names = tuple(sorted(Gold(start, end, label) for start, end, label in spans))
    at = 0
    for name in names:
        if [type(part) for part in name] != [int, int, str]:
            raise TypeError
        if name.label != "?" and not LABEL.fullmatch(name.label):  # it may be private, unlike those
            raise ValueError
        if not at <= name.start < name.end <= len(text):
            raise ValueError
        at = name.end
    return Text(text, names)


def _small(one: Text, random: Random) -> Text:
    """Without capitals."""
    lowered = one.text.lower()
    return one._replace(text=lowered) if len(lowered) == len(one.text) else one


def _small_names(one: Text, random: Random) -> Text:
    """With capitals where sentences begin, but not in names."""
    return _renamed(one, str.lower)


def _large(one: Text, random: Random) -> Text:
    """With a capital at each word."""
    titled = one.text.title()
    return one._replace(text=titled) if len(titled) == len(one.text) else one


def _misspelt(one: Text, random: Random) -> Text:
    """With a slip in each name."""
    return _renamed(one, lambda name: _slip(name, random))


COPIES: tuple[tuple[str, Callable[[Text, Random], Text], float], ...] = (
    ("as it is", lambda one, random: one, 1.0),
    ("small letters", _small, 0.5),
    ("small names", _small_names, 0.15),
    ("capitals", _large, 0.1),
    ("misspelt", _misspelt, 0.5),
)
"""Ways of writing a text, and how much each counts beside the others."""


def _renamed(one: Text, change: Callable[[str], str]) -> Text:
    """The text with its names written otherwise."""
    parts, names = [], []
    at = size = 0
    for name in one.names:
        before, form = one.text[at : name.start], change(one.text[name.start : name.end])
        parts += [before, form]
        start = size + len(before)
        size = start + len(form)
        names.append(Gold(start, size, name.label))
        at = name.end
    return Text("".join([*parts, one.text[at:]]), tuple(names))


def _slip(name: str, random: Random) -> str:
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
