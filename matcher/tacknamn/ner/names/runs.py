"""Read a name from its first word to its last: capitalized words, initials and small words in between.

*Johann Wolfgang von Goethe*, *Siti Nurhaliza binte Ahmad*, *J. R. Ewing* and *TAN WEI MING* are one name
each. A name ends before an ordinary word, a line end and punctuation.
"""

import re

from tacknamn.ner.names.evidence import NameEvidence, NameWord, find_words

__all__ = ["MOST_PARTS", "PARTICLE", "follow_name", "is_part", "read_particle", "read_word"]

MOST_PARTS = 7
"""Words of the longest name; more are a line in capitals."""
PARTICLE = (
    r"(?:von und zu|von der|von|van der|van den|van de|van|de la|de los|de las|del|della|dela|dos|das|"
    r"de|di|da|du|bin|binte|binti|bint|bt|ibn|al|el|ap|zu|zur|ter|ten|y|[sd]/o|a/[lp]|and?a[kl])"
)
"""Small words in names of several languages: Dutch, German, Romance, Malay, Arabic, Tamil, Welsh."""
_PARTICLE = re.compile(rf"[ \u00a0]({PARTICLE})\.?[ \u00a0]", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:al|el|as|ash|an|ad|at|az)-[^\W\d_]+", re.IGNORECASE)
_NEXT = re.compile(r"[ \u00a0]?(?:\.[ \u00a0]?)?(?=[^\W\d_])")
_LONGEST_GAP = 3


def read_word(text: str, start: int) -> NameWord | None:
    """Return the word that begins at an offset."""
    found = find_words(text, start, min(len(text), start + 80))
    return found[0] if found and found[0].start == start else None


def is_part(word: NameWord, evidence: NameEvidence, is_sure: bool) -> bool:
    """Whether a word may continue a name.

    Args:
        is_sure: Whether the context says that a name continues: a title, a small word, a form."""
    if not word.is_capital and not _ARTICLE.fullmatch(word.text):
        return False
    person = evidence.person(word.text)
    if evidence.is_ordinary(word.text):
        return person >= 0.5
    return is_sure or (person >= 0.5 and evidence.place(word.text) < 0.3)


def read_particle(text: str, end: int) -> int:
    """Return where the word after small words begins; the end itself if there are none."""
    particle = _PARTICLE.match(text, end)
    return particle.end() if particle else end


def follow_name(text: str, word: NameWord, evidence: NameEvidence, is_sure: bool = True) -> int:
    """Return the end of the name that has begun with a word."""
    is_shouted = word.is_shouted
    end = word.end
    for _ in range(MOST_PARTS):
        after = read_particle(text, end)
        has_particle = after != end
        start = after if has_particle else _skip_gap(text, end, word)
        following = read_word(text, start) if start > end else None
        if following is None or not is_part(following, evidence, is_sure or has_particle):
            return end
        if is_shouted and not following.text.isupper():
            return end
        if not is_shouted and following.is_shouted and not has_particle:
            return end  # *Anna NRIC*
        word, end = following, following.end
    return end


def _skip_gap(text: str, end: int, word: NameWord) -> int:
    """Return where the next word of a name may begin: after one blank, or the full stop of an initial."""
    gap = _NEXT.match(text, end, end + _LONGEST_GAP)
    if gap is None or gap.end() == end:
        return end
    if "." in gap.group() and len(word.text) > 1:
        return end
    return gap.end()
