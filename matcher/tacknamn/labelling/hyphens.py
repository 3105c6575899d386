"""Names with a hyphen that no list has whole: *Stig-Arne*, *Al-Khatib*, *Berg-Rossi*.

The lists have their parts. What is capitalised on both sides of the hyphen is one name; where
a small letter follows, as in *Simpsons-filmen*, the name ends at the hyphen.
"""

from typing import Final

from tacknamn.labelling.forms import PERSONS
from tacknamn.pseudonymizing.records import Found

__all__ = ["with_hyphens"]

HYPHEN: Final = "-"
_ARTICLES: Final = ("ad-", "al-", "an-", "ar-", "as-", "at-", "az-", "el-")
LONGEST_PREFIX: Final = 12
"""Letters of a part before a hyphen that no list has: *Al-*, *El-*, *Abdel-*."""


def with_hyphens(text: str, found: list[Found]) -> list[Found]:
    """The same, parts of one hyphenated name of a person as one."""
    whole: list[Found] = []
    for one in found:
        if one.label in PERSONS and text[one.start - 1 : one.start] == HYPHEN:
            last = whole[-1] if whole else None
            if last is not None and last.end == one.start - 1 and last.label in PERSONS:
                whole[-1] = _joined(text, last, one)
                continue
            start = _start_of_word(text, one.start - 1)
            if start < one.start - 1 and (last is None or last.end <= start):
                if _is_family(text, start, last):
                    one = one._replace(label="surname")
                one = _of_text(text, one, start, one.end)
        whole.append(one)
    return whole


def _joined(text: str, one: Found, other: Found) -> Found:
    """Two parts as one name: a surname where one of them is no first name."""
    label = "surname" if "surname" in (one.label, other.label) else one.label
    return _of_text(text, other._replace(label=label), one.start, other.end)


def _is_family(text: str, start: int, last: Found | None) -> bool:
    """Whether an Arab name begins here that stands behind another one: *Ali Al-Hassan*."""
    is_behind = last is not None and last.label in PERSONS and text[last.end : start] == " "
    return is_behind and text[start : start + 3].lower() in _ARTICLES


def _of_text(text: str, one: Found, start: int, end: int) -> Found:
    """The name of these places; its base is what stands there, without a genitive's s."""
    cut = len(text[one.start : one.end]) - len(one.base) if one.affixes else 0
    base = text[start : end - cut] if cut > 0 else text[start:end]
    return one._replace(start=start, end=end, base=base, entry=-1)


def _start_of_word(text: str, hyphen: int) -> int:
    """Where the capitalised word, or the article, before a hyphen begins; the hyphen's place where
    there is none."""
    start = hyphen
    while start > 0 and hyphen - start < LONGEST_PREFIX and text[start - 1].isalpha():
        start -= 1
    is_part = text[start].isupper() or text[start : hyphen + 1] in _ARTICLES
    return start if is_part else hyphen
