"""What the portable engine searches for: a pattern for every form of a bundle.

A pattern is a form as words between blanks (:func:`tacknamn.text.latin1_exceptions.blank_separators`), so that it
is found at borders of words only. The genitive of a form has a pattern of its own.

What has to be known of a form when its pattern is found is one number: the flags below, and how
far its first word begins before the pattern's end. It fits into 30 bits, which Python handles
faster than more.
"""

from collections.abc import Iterator
from itertools import pairwise

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.sections import Section
from tacknamn.text.fold import is_word_character
from tacknamn.text.latin1_exceptions import blank_separators

__all__ = [
    "AFFIX_BITS",
    "BLANKS_ONLY",
    "COMMON",
    "FIRST_NAME",
    "FIRST_NAME_LABELS",
    "LENGTH",
    "MAY_BE_GENITIVE",
    "ONE_WORD",
    "PLAIN",
    "SURNAME",
    "SURNAME_LABEL",
    "derive_genitive_facts",
    "make_genitive_pattern",
    "make_pattern",
    "make_patterns",
]

LENGTH = 0xFFFF
ONE_WORD = 1 << 16
"""The form is one word and nothing else: nothing is compared."""
PLAIN = 1 << 17
"""It is that, and no common word: where its pattern is found, there it is."""
BLANKS_ONLY = 1 << 18
"""The form has blanks between its words, one each, and nothing else."""
MAY_BE_GENITIVE = 1 << 19
"""With an s behind it, it is a genitive."""
COMMON = 1 << 20
"""It is a common word, found only where something says that it is a name."""
FIRST_NAME = 1 << 21
SURNAME = 1 << 22
"""What it may be, as far as it lets common words count."""

_FORM = 1 << 23
"""There is a form; a form without words has no facts at all. More bits are
:mod:`tacknamn.matching.portable.automaton`'s."""
FIRST_NAME_LABELS, SURNAME_LABEL = 0b111, 0b1000
"""Bits of the labels: the first three of :data:`tacknamn.labels.LABELS`, and the fourth."""
AFFIX_BITS = 0b111
_BLOCK = 50_000
"""Forms made into patterns at a time: a few MB of strings, whatever the size of the bundle."""


def make_pattern(words: str) -> str:
    """The pattern of words between blanks."""
    return f" {words} "


def make_genitive_pattern(pattern: str) -> str:
    """The pattern of the genitive by rule: an s is appended to the last word."""
    return f"{pattern[:-1]}s "


def derive_genitive_facts(facts: int) -> int:
    """What there is to know of the genitive by rule, which has a letter more."""
    return facts + 1 if facts & MAY_BE_GENITIVE else 0


def make_patterns(bundle: Bundle) -> Iterator[tuple[str, int]]:
    """The pattern and the facts of every form and then every inflected form; 0 for no words."""
    forms, inflections = bundle.section("forms"), bundle.section("inflections")
    labels, common = forms.column("labels"), forms.column("common")
    for row, (form, stem) in enumerate(_read_stems(forms)):
        yield make_pattern(stem), _compute_facts(form, stem, labels[row], common[row])
    for base, (form, stem) in zip(
        inflections.column("base"), _read_stems(inflections), strict=True
    ):
        if base >= forms.rows:
            raise _make_damage_error(inflections, "a base points outside the forms")
        facts = _compute_facts(form, stem, labels[base], common[base])
        # Inflected forms get no genitive by rule.
        yield make_pattern(stem), facts & ~MAY_BE_GENITIVE


def _compute_facts(form: str, stem: str, labels: int, common: int) -> int:
    """What there is to know of a form; 0 when it has no words, or too many."""
    if not 0 < len(stem) < LENGTH - 1:
        return 0
    flags = _FORM
    if _can_take_s(form):
        flags |= MAY_BE_GENITIVE
    if " " in stem:
        if form == stem:
            flags |= BLANKS_ONLY
    else:
        if len(form) == len(stem):
            flags |= ONE_WORD if common else ONE_WORD | PLAIN
        if common:
            flags |= COMMON | FIRST_NAME if labels & FIRST_NAME_LABELS else COMMON
    if labels & SURNAME_LABEL:
        flags |= SURNAME
    return flags | (len(stem) + 1)


def _can_take_s(form: str) -> bool:
    """Whether an s behind the form makes its last word, of two letters or more, a genitive."""
    last = form[-1]
    return last not in "sxz" and is_word_character(last) and is_word_character(form[-2:-1] or " ")


class _BorderTable(dict[int, str]):
    """What :func:`tacknamn.text.latin1_exceptions.blank_separators` does to a character, line breaks kept."""

    def __missing__(self, code: int) -> str:
        self[code] = blank_separators(chr(code))
        return self[code]


def _read_stems(section: Section) -> Iterator[tuple[str, str]]:
    """Every text of a section, and its words as the pattern has them."""
    offset, text = section.column("offset"), section.data("text")
    table = _BorderTable({ord("\n"): "\n"})
    for first in range(0, section.rows, _BLOCK):
        places = offset[first : min(first + _BLOCK, section.rows) + 1].tolist()
        if places != sorted(places):  # rows that overlap could unfold to any size
            raise _make_damage_error(section, "its texts overlap")
        lines = b"\n".join([text[begin:end] for begin, end in pairwise(places)])
        try:
            joined = str(lines, "utf-8")
        except UnicodeDecodeError as exc:
            raise _make_damage_error(section, "it holds what is no text") from exc
        stems = joined.translate(table).split("\n")
        if len(stems) != len(places) - 1:
            raise _make_damage_error(section, "it holds line breaks")
        for form, stem in zip(joined.split("\n"), stems, strict=True):
            yield form, stem.strip(" ")


def _make_damage_error(section: Section, problem: str) -> BundleError:
    return BundleError(
        f"{section.path}: {problem}; build the bundle anew with `tacknamn-build compile`"
    )
