"""Restore the case of personal names: ``MCDONALD`` becomes McDonald, ``VON ESSEN`` von Essen.

Registers print names in capitals, and the original case is lost. The rules decide by form:
particles, Scottish prefixes, apostrophes, initials. A name that already has lower-case letters is
not changed, except ``Mcdonald``, which is never correct. ``tests/cases/name_case.json`` has
examples of every rule.
"""

import re
import unicodedata
from collections.abc import Callable

from tacknamn_builders.records import LOST_LETTER

__all__ = ["is_name", "restore_first_name", "restore_surname"]

_PARTICLES = frozenset(
    [
        "af",
        "al",
        "av",
        "da",
        "de",
        "den",
        "der",
        "dos",
        "el",
        "la",
        "ten",
        "ter",
        "van",
        "von",
        "zu",
        "zum",
        "zur",
    ]
)
"""Words in lower case before a surname. Italian Di, Del, Dal, Lo and French Le have a capital in
Italy and France, and also in Swedish newspapers."""

_INNER_PARTICLES = frozenset(["das", "do", "e", "el", "la", "las", "los", "och", "und", "van", "y"])
"""Words in lower case only after another word: ``de la Fuente``, but La Rosa and Do Nascimento (Đỗ
is a surname)."""

_CAPITAL_WHEN_FIRST = frozenset({"la"})

_PREFIXES_WITH_HYPHEN = frozenset({"al", "el"})
"""The Arabic article: ``al-Sayed``. In a first name it has a capital: ``Al-Amin``."""

_ELISIONS = frozenset(["D", "L", "M", "N", "O", "T", "DALL", "DELL"])
"""Letters before an apostrophe and a capital: O'Brien, D'Angelo, N'Diaye, Dell'Era. After other
letters the apostrophe is a sound within the name: ``A'isha``, ``Ala'a``, ``Ken'ichi``."""

_AFTER_MAC = frozenset(
    [
        "adam",
        "alister",
        "allister",
        "andrew",
        "arthur",
        "askill",
        "aulay",
        "bain",
        "beth",
        "bride",
        "callum",
        "cormack",
        "corquodale",
        "donald",
        "donell",
        "dougall",
        "dowall",
        "duff",
        "eachern",
        "ewan",
        "ewen",
        "farlane",
        "fie",
        "gillivray",
        "gregor",
        "innes",
        "intosh",
        "intyre",
        "isaac",
        "iver",
        "kay",
        "kenna",
        "kenzie",
        "kinlay",
        "kinley",
        "kinnon",
        "lachlan",
        "laren",
        "lay",
        "lean",
        "leod",
        "lellan",
        "mahon",
        "manus",
        "master",
        "millan",
        "nab",
        "naughton",
        "neil",
        "neill",
        "niven",
        "phee",
        "pherson",
        "quarrie",
        "queen",
        "rae",
        "taggart",
        "tavish",
        "vicar",
    ]
)
"""The rest after Mac in Scottish surnames. Macke, Maciej, Machado and Mackegård are not Scottish,
so a list decides; it contains Mackay, but not Mackie."""

_ALWAYS_CAPITALS = frozenset({"MD", "MHD"})
"""Abbreviations of Mohammad, written in capitals in Bangladesh and in Swedish registers."""

_WITHOUT_VOWEL = frozenset({"MC", "NG", "ST"})
"""Words without a vowel that are not initials: Ng is a surname, Mc and St begin one."""

_NOT_NAMES = frozenset(["dr", "ii", "iii", "iv", "jr", "mr", "mrs", "ms", "sr", "unknown"])
"""Titles and numerals in the name columns of registers."""

_INITIALS = re.compile(r"[BCDFGHJKLMNPQRSTVWXZ]{2,3}")
_ALPHABET = re.compile(r"[A-Za-zÀ-ÖØ-öø-ʯḀ-ỿ' -]+")
"""Latin letters and the signs that join names. Digits, ``/`` and brackets are never part of a
name."""

_APOSTROPHES = str.maketrans("’‘´`ʼʻ", "''''''")


def is_name(form: str) -> bool:
    """Whether a restored form can be a name: ``J:son``, ``Q123``, ``B`` and ``Jr`` cannot.

    A form without a capital is not a name either: Wikidata's ``blacksmith`` and ``patronymic`` are
    remarks. A letter that was lost may be any letter.

    >>> [is_name(form) for form in ("Bo", "B", "A:Son", "S:t Cyr", "K-G", "Arne.", "MD", "chef")]
    [True, False, False, True, True, False, True, False]
    """
    form = form.removeprefix("S:t ").replace(LOST_LETTER, "e")
    if _ALPHABET.fullmatch(form) is None or form.lower() in _NOT_NAMES or form.islower():
        return False
    words = form.split(" ")
    return all(len(word) > 1 or word in _INNER_PARTICLES for word in words) and words != ["y"]


def restore_first_name(name: str) -> str:
    """Restore a first name.

    >>> restore_first_name("ANNA-KARIN"), restore_first_name("KG"), restore_first_name("D'ANGELO")
    ('Anna-Karin', 'KG', "D'Angelo")
    """
    return _restore(name, _restore_word)


def restore_surname(name: str) -> str:
    """Restore a surname.

    >>> restore_surname("DE LA CRUZ"), restore_surname("MACKE"), restore_surname("AL-SAYED")
    ('de la Cruz', 'Macke', 'al-Sayed')
    """
    name = _restore(name, _restore_surname_word)
    return _lower_particles(name) if " " in name else name


def _restore(name: str, word: Callable[[str], str]) -> str:
    name = " ".join(unicodedata.normalize("NFC", name).translate(_APOSTROPHES).split())
    if name.upper() in _ALWAYS_CAPITALS:
        return name.upper()
    if not name.isupper():
        return _restore_scottish(name.replace("S:T ", "S:t ")) if name[:2] in ("Mc", "S:") else name
    if _INITIALS.fullmatch(name) and name not in _WITHOUT_VOWEL:
        return name
    return " ".join(map(word, name.split(" ")))


def _lower_particles(name: str) -> str:
    """Write the particles of a restored name of several words in lower case."""
    first, *middle, last = name.split(" ")
    if first.lower() in _PARTICLES - _CAPITAL_WHEN_FIRST:
        first = first.lower()
    inner = _PARTICLES | _INNER_PARTICLES
    middle = [word.lower() if word.lower() in inner else word for word in middle]
    return " ".join([first, *middle, last])


def _restore_surname_word(word: str) -> str:
    article, hyphen, rest = word.partition("-")
    if hyphen and rest and article.lower() in _PREFIXES_WITH_HYPHEN:
        return f"{article.lower()}-{_restore_word(rest)}"
    return _restore_word(word)


def _restore_word(word: str) -> str:
    if word in _ALWAYS_CAPITALS:
        return word
    if word.startswith("S:T"):
        return "S:t" + _restore_word(word[3:]) if len(word) > 3 else "S:t"
    return "-".join(map(_restore_part, word.split("-")))


def _restore_part(part: str) -> str:
    before, apostrophe, after = part.partition("'")
    if not apostrophe:
        return _restore_scottish(part.capitalize())
    after = after.capitalize() if before in _ELISIONS else after.lower()
    return f"{before.capitalize()}'{after}"


def _restore_scottish(part: str) -> str:
    """Restore the second capital of ``Mcdonald`` and ``Macdonald``."""
    # At least three letters after Mc: McGee and McRae are the shortest names, Mca and Mcl are
    # errors.
    if part.startswith("Mc") and len(part) > 4:
        return f"Mc{part[2].upper()}{part[3:]}"
    if part.startswith("Mac") and part[3:] in _AFTER_MAC:
        return f"Mac{part[3:].capitalize()}"
    return part
