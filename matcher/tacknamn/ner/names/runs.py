"""Read a name from its first word to its last: capitalized words, initials and small words in between.

*Johann Wolfgang von Goethe*, *Siti Nurhaliza binte Ahmad*, *J. R. Ewing* and *TAN WEI MING* are one name
each. A name ends before an ordinary word, a line end and punctuation.
"""

import re
from collections.abc import Sequence

from tacknamn.ner.names.evidence import NameEvidence, NameWord, read_word

__all__ = ["MOST_PARTS", "PARTICLE", "follow_name", "is_of_syllables", "is_part", "read_particle"]

MOST_PARTS = 7
"""Words of the longest name; more are a line in capitals."""
PARTICLE = (
    r"(?:von und zu|von der|von|van der|van den|van de|van|de la|de los|de las|del|della|dela|dos|das|"
    r"de|di|da|du|bin|binte|binti|bint|bt|ibn|al|el|ap|zu|zur|ter|ten|y|b(?=\.)|[sd]/o|a/[lp]|and?a[kl])"
)
"""Small words in names of several languages: Dutch, German, Romance, Malay, Arabic, Tamil, Welsh."""
_PARTICLE = re.compile(rf"[ \u00a0]({PARTICLE})\.?[ \u00a0]", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:al|el|as|ash|an|ad|at|az)-[^\W\d_]+", re.IGNORECASE)
_NEXT = re.compile(r"[ \u00a0]?(?:\.[ \u00a0]?)?(?=[^\W\d_])")
_SUFFIX = re.compile(r",?[ \u00a0](?:(?:Jr|Sr|JR|SR)\b\.?|II\b|III\b|IV\b)")
_LONGEST_GAP = 3
_SHORTENED = frozenset(("abd", "md", "mohd", "muhd"))
"""First names that are written short, with a full stop."""
SURELY_FIRST = 0.9
"""The least share of bearers as a first name of a word that any surname may follow."""
_LONGEST_SYLLABLE = 5
"""Letters of a syllable: *Kwok*, *Cheng*."""


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


def follow_name(
    text: str, word: NameWord, evidence: NameEvidence, is_sure: bool = True, known: int = 0
) -> int:
    """Return the end of the name that has begun with a word.

    Args:
        known: The end of what is known to be the name.
    """
    is_shouted = word.is_shouted
    end = word.end
    parts = [word]
    for _ in range(MOST_PARTS):
        after = read_particle(text, end)
        has_particle = after != end
        start = after if has_particle else _skip_gap(text, end, word)
        following = read_word(text, start) if start > end else None
        if following is None:
            break
        if following.end > known and not (
            is_part(following, evidence, is_sure or has_particle)
            or _is_between(text, following, evidence, is_sure)
            or is_of_syllables([*parts, following], evidence)
            or _is_surname(parts, following, evidence)
            or _SUFFIX.match(text, following.end)
        ):
            break
        if is_shouted and not following.text.isupper():
            break
        if not is_shouted and following.is_shouted and not has_particle:
            break  # *Anna NRIC*
        word, end = following, following.end
        parts.append(word)
    suffix = _SUFFIX.match(text, end)
    return suffix.end() if suffix else end


def _is_between(text: str, word: NameWord, evidence: NameEvidence, is_sure: bool) -> bool:
    """Whether an ordinary word in a name is followed by a name: *Chng Wee Joo*."""
    if not is_sure or not word.is_capital or text[word.end : word.end + 1] != " ":
        return False
    following = read_word(text, word.end + 1)
    return (
        following is not None
        and following.is_capital
        and following.is_shouted == word.is_shouted
        and not evidence.is_ordinary(following.text)
        and evidence.person(following.text) >= 0.5
    )


def is_of_syllables(parts: Sequence[NameWord], evidence: NameEvidence) -> bool:
    """Whether words are the three short parts that Chinese names have: *Ng Eng Hen*."""
    return (
        len(parts) == 3
        and all(part.is_capital and len(part.text) <= _LONGEST_SYLLABLE for part in parts)
        and evidence.person(parts[0].text) >= 0.5
        and not evidence.is_ordinary(parts[1].text)
    )


def _is_surname(parts: Sequence[NameWord], word: NameWord, evidence: NameEvidence) -> bool:
    """Whether a word that is no name of a person elsewhere is one after a first name: *Nikola
    Tesla*."""
    return (
        len(parts) == 1
        and word.is_capital
        and evidence.firstname(parts[0].text) >= SURELY_FIRST
        and evidence.place(word.text) < 0.3
        and not evidence.is_ordinary(word.text)
        and not evidence.is_origin(word.text)
    )


def _skip_gap(text: str, end: int, word: NameWord) -> int:
    """Return where the next word of a name may begin: after one blank, or the full stop of an initial."""
    gap = _NEXT.match(text, end, end + _LONGEST_GAP)
    if gap is None or gap.end() == end:
        return end
    if "." in gap.group() and len(word.text) > 1 and word.text.lower() not in _SHORTENED:
        return end
    return gap.end()
