"""The patterns that the portable engine searches for: one for every form of a bundle.

A pattern is a form with its words between blanks
(:func:`~tacknamn.text.latin1_exceptions.blank_separators`), so that it is found at word borders
only. The genitive of a form has its own pattern.

Everything that the search needs to know about a form is one number, its *facts*: the flags
below, and the distance from the start of its first word to the end of the pattern. Facts fit
into 30 bits, which Python handles faster than larger numbers.
"""

from collections.abc import Iterator
from itertools import pairwise

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.sections import Section
from tacknamn.text.fold import is_word_character
from tacknamn.text.latin1_exceptions import blank_separators

__all__ = [
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
"""Bits of the distance."""
ONE_WORD = 1 << 16
"""The form is a single word without other characters: a found pattern is a match."""
PLAIN = 1 << 17
"""The same, and the form is not a common word: a found pattern always counts."""
BLANKS_ONLY = 1 << 18
"""Single blanks separate the words of the form, and it has no other characters."""
MAY_BE_GENITIVE = 1 << 19
"""With an s appended, the form is a genitive."""
COMMON = 1 << 20
"""The form is a common word, which counts only if the text shows that it is a name."""
FIRST_NAME = 1 << 21
"""A first name; with :data:`SURNAME`, this decides whether a common word next to it counts."""
SURNAME = 1 << 22

_FORM = 1 << 23
"""Set for every form that has words; a form without words has no facts. Higher bits belong to
:mod:`tacknamn.matching.portable.automaton`."""
FIRST_NAME_LABELS, SURNAME_LABEL = 0b111, 0b1000
"""Bits of the labels: the first three of :data:`tacknamn.labels.LABELS`, and the fourth."""
_BLOCK = 50_000
"""Forms that are made into patterns at a time: a few MB of strings for a bundle of any size."""


def make_pattern(words: str) -> str:
    """Return the pattern of words that are separated by blanks."""
    return f" {words} "


def make_genitive_pattern(pattern: str) -> str:
    """Return the pattern of the regular genitive: with an s after the last word."""
    return f"{pattern[:-1]}s "


def derive_genitive_facts(facts: int) -> int:
    """Return the facts of a form's regular genitive, which is a letter longer."""
    return facts + 1 if facts & MAY_BE_GENITIVE else 0


def make_patterns(bundle: Bundle) -> Iterator[tuple[str, int]]:
    """Yield pattern and facts of every form, then of every inflected form.

    The facts of a form without words are 0."""
    forms, inflections = bundle.section("forms"), bundle.section("inflections")
    labels, common = forms.column("labels"), forms.column("common")
    for row, (form, stem) in enumerate(_read_stems(forms)):
        yield make_pattern(stem), _compute_facts(form, stem, labels[row], common[row])
    bases = inflections.column("base")
    for base, (form, stem) in zip(bases, _read_stems(inflections), strict=True):
        if base >= forms.rows:
            raise _make_damage_error(inflections, "a base points outside the forms")
        facts = _compute_facts(form, stem, labels[base], common[base])
        # Inflected forms have no regular genitive.
        yield make_pattern(stem), facts & ~MAY_BE_GENITIVE


def _compute_facts(form: str, stem: str, labels: int, common: int) -> int:
    """Return the facts of a form; 0 if it has no words, or too many characters."""
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
    """Whether an s makes the form a genitive: its last word has two letters or more."""
    last = form[-1]
    return last not in "sxz" and is_word_character(last) and is_word_character(form[-2:-1] or " ")


class _BorderTable(dict[int, str]):
    """For ``str.translate``: blanks for separators, but line breaks stay."""

    def __missing__(self, code: int) -> str:
        self[code] = blank_separators(chr(code))
        return self[code]


def _read_stems(section: Section) -> Iterator[tuple[str, str]]:
    """Yield every text of a section, and its words with blanks between them (its stem)."""
    offset, text = section.column("offset"), section.data("text")
    table = _BorderTable({ord("\n"): "\n"})
    # A block of texts is joined by line breaks, translated at once, and split again.
    for first in range(0, section.rows, _BLOCK):
        bounds = offset[first : min(first + _BLOCK, section.rows) + 1].tolist()
        if bounds != sorted(bounds):  # overlapping rows could add up to any size
            raise _make_damage_error(section, "its texts overlap")
        lines = b"\n".join([text[begin:end] for begin, end in pairwise(bounds)])
        try:
            joined = str(lines, "utf-8")
        except UnicodeDecodeError as exc:
            raise _make_damage_error(section, "it contains invalid UTF-8") from exc
        stems = joined.translate(table).split("\n")
        if len(stems) != len(bounds) - 1:
            raise _make_damage_error(section, "it contains line breaks")
        for form, stem in zip(joined.split("\n"), stems, strict=True):
            yield form, stem.strip(" ")


def _make_damage_error(section: Section, problem: str) -> BundleError:
    return BundleError(
        f"{section.path}: {problem}; rebuild the bundle with `tacknamn-build compile`"
    )
