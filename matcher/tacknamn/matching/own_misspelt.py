"""Find misspelt entries of the user in a text: *Norrgårdn* where a list has *Norrgården*.

An entry is certain, and a word that resembles it is not. So a word is taken for a misspelt entry only
if it has a capital, the bundle has it neither as a name nor as a word, and neither a frequent word nor
a nearer name of the bundle resembles it.
"""

from collections.abc import Iterator

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.near_index import LEAST_RESEMBLANCE, Correction, LocatedWord
from tacknamn.matching.fuzzy import find_free_words
from tacknamn.matching.overlaps import RawMatch
from tacknamn.matching.semantics import EDITS_SHIFT

__all__ = ["can_find_misspelt", "find_misspelt"]


def can_find_misspelt(lexicon: Lexicon) -> bool:
    """Whether misspelt entries are searched: the bundle must know ordinary words."""
    return lexicon.own is not None and lexicon.bundle.section("words").rows > 0


def find_misspelt(lexicon: Lexicon, text: str, exact: bytes) -> Iterator[RawMatch]:
    """Yield matches of misspelt entries outside the packed ``exact`` ones, by their numbers in the
    user's lists."""
    assert lexicon.own is not None
    words = [word for word in find_free_words(text, [(0, len(text))], exact) if _may_be_name(word)]
    words = [word for word in words if lexicon.near_index.is_unknown(word[2])]
    if not words:
        return
    forms = [form for _, _, form in words]
    ours = lexicon.own.near_index.corrections(forms)
    for (start, end, form), correction in zip(words, ours, strict=True):
        if correction is not None and not _has_rival(lexicon, form, correction):
            bits = correction.affixes | correction.edits << EDITS_SHIFT
            yield start, end, correction.entry, bits


def _may_be_name(word: LocatedWord) -> bool:
    form = word[2]
    return form[0].isupper() and not form.isupper()


def _has_rival(lexicon: Lexicon, form: str, correction: Correction) -> bool:
    """Whether a frequent word or a nearer name of the bundle resembles a word."""
    (other,) = lexicon.near_index.corrections([form])
    if other is not None and other.edits < correction.edits:
        return True
    return lexicon.near_index.measure_resemblance(form) > LEAST_RESEMBLANCE
