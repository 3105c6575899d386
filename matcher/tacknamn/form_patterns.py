"""What the portable engine searches for: a pattern for every form of a bundle.

A pattern is a form as words between blanks (:func:`tacknamn.folded_text.borders`), so that it
is found at borders of words only. An s that ends a word is marked (:func:`mark_endings`): a
mark is a border, too, and so the genitive of a form, which has a pattern of its own, costs one
letter more and not two.

What has to be known of a form when its pattern is found is one number: the flags below, and how
far its first word begins before the pattern's end. It fits into 30 bits, which Python handles
faster than more.
"""

from collections.abc import Iterator
from itertools import pairwise

from tacknamn.bundle import Bundle
from tacknamn.errors import BundleError
from tacknamn.fold import is_word_character
from tacknamn.folded_text import borders
from tacknamn.sections import Section

__all__ = [
    "AFFIX_BITS",
    "COMMON",
    "ENDS_IN_S",
    "FIRST_NAME",
    "FIRST_NAME_LABELS",
    "INFLECTED",
    "LENGTH",
    "MAY_BE_GENITIVE",
    "PLAIN",
    "SURNAME",
    "SURNAME_LABEL",
    "WHOLE",
    "genitive_facts",
    "mark_endings",
    "pattern_of",
    "patterns",
]

LENGTH = 0xFFFF
PLAIN = 1 << 16
"""The form is one word and no common one: where its pattern is found, nothing is compared."""
WHOLE = 1 << 17
"""The form begins with a word and ends with one."""
ENDS_IN_S = 1 << 18
"""The pattern ends with a marked s, no blank."""
MAY_BE_GENITIVE = 1 << 19
"""With an s behind it, it is a genitive."""
COMMON = 1 << 20
"""It is a common word, found only where something says that it is a name."""
FIRST_NAME = 1 << 21
SURNAME = 1 << 22
"""What it may be, as far as it lets common words count."""
INFLECTED = 1 << 23
"""It is an inflected form. Three more bits are :mod:`tacknamn.form_automaton`'s."""

_FORM = 1 << 24
"""There is a form; a form without words has no facts at all."""
_MARKED_S = "\1"
FIRST_NAME_LABELS, SURNAME_LABEL = 0b111, 0b1000
"""Bits of the labels: the first three of :data:`tacknamn.labels.LABELS`, and the fourth."""
AFFIX_BITS = 0b111
_BLOCK = 50_000
"""Forms made into patterns at a time: a few MB of strings, whatever the size of the bundle."""


def mark_endings(borders: str) -> str:
    """Words between blanks with each s that ends a word marked.

    >>> mark_endings(" hans hus s ")
    ' han\\x01 hu\\x01 \\x01 '
    """
    return borders.replace("s ", f"{_MARKED_S} ")


def pattern_of(words: str) -> str:
    """The pattern of marked words: behind a marked s stands a blank in any case."""
    return f" {words}" if words[-1:] == _MARKED_S else f" {words} "


def genitive_facts(facts: int) -> int:
    """What there is to know of the genitive by rule: its pattern ends with the s."""
    return facts | ENDS_IN_S if facts & MAY_BE_GENITIVE else 0


def patterns(bundle: Bundle) -> Iterator[tuple[str, int]]:
    """The pattern and the facts of every form and then every inflected form; 0 for no words."""
    forms, inflections = bundle.section("forms"), bundle.section("inflections")
    labels, common = forms.column("labels"), forms.column("common")
    for row, (form, stem) in enumerate(_stems(forms)):
        yield pattern_of(stem), _facts(form, stem, labels[row], common[row])
    for base, (form, stem) in zip(inflections.column("base"), _stems(inflections), strict=True):
        if base >= forms.rows:
            raise _damaged(inflections, "a base points outside the forms")
        facts = _facts(form, stem, labels[base], common[base])
        # Inflected forms get no genitive by rule.
        yield pattern_of(stem), facts and (facts & ~MAY_BE_GENITIVE | INFLECTED)


def _facts(form: str, stem: str, labels: int, common: int) -> int:
    """What there is to know of a form; 0 when it has no words, or too many."""
    if not 0 < len(stem) < LENGTH:
        return 0
    flags = _FORM
    if len(form) == len(stem):
        flags |= WHOLE
    if stem[-1] == _MARKED_S:
        flags |= ENDS_IN_S
    elif _takes_s(form):
        flags |= MAY_BE_GENITIVE
    if " " not in stem:
        if common:
            flags |= COMMON | FIRST_NAME if labels & FIRST_NAME_LABELS else COMMON
        elif flags & WHOLE:
            flags |= PLAIN
    if labels & SURNAME_LABEL:
        flags |= SURNAME
    return flags | (len(stem) if flags & ENDS_IN_S else len(stem) + 1)


def _takes_s(form: str) -> bool:
    """Whether an s behind the form, which ends in no s, makes its last word a genitive.

    That has three bytes or more as UTF-8: as is none of the name A, ås one of Å."""
    last = form[-1]
    if last in "xz" or not is_word_character(last):
        return False
    return last > "\x7f" or is_word_character(form[-2:-1] or " ")


class _Borders(dict[int, str]):
    """What :func:`tacknamn.folded_text.borders` does to a character, line breaks kept."""

    def __missing__(self, code: int) -> str:
        self[code] = borders(chr(code))
        return self[code]


def _stems(section: Section) -> Iterator[tuple[str, str]]:
    """Every text of a section, and its words as the pattern has them."""
    offset, text = section.column("offset"), section.data("text")
    table = _Borders({ord("\n"): "\n"})
    for first in range(0, section.rows, _BLOCK):
        places = offset[first : min(first + _BLOCK, section.rows) + 1].tolist()
        if places != sorted(places):  # rows that overlap could unfold to any size
            raise _damaged(section, "its texts overlap")
        lines = b" \n ".join([text[begin:end] for begin, end in pairwise(places)])
        try:
            joined = f" {str(lines, 'utf-8')} "
        except UnicodeDecodeError as exc:
            raise _damaged(section, "it holds what is no text") from exc
        stems = mark_endings(joined.translate(table)).split("\n")
        if len(stems) != len(places) - 1:
            raise _damaged(section, "it holds line breaks")
        for form, stem in zip(joined.split("\n"), stems, strict=True):
            yield form[1:-1], stem.strip(" ")


def _damaged(section: Section, problem: str) -> BundleError:
    return BundleError(
        f"{section.path}: {problem}; build the bundle anew with `tacknamn-build compile`"
    )
