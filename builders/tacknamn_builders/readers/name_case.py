"""Give personal names their proper case back: ``MCDONALD`` is McDonald, ``VON ESSEN`` von Essen.

Registers print names in capitals. What a capital letter stands for is lost there, so the
rules below decide by form: particles, Scottish prefixes, apostrophes, initials. A name
that has small letters already is believed, but for ``Mcdonald``, which nobody writes.
``tests/cases/name_case.json`` shows every rule at work.
"""

import re
import unicodedata
from collections.abc import Callable

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
"""Words that stand small before a surname. Italian Di, Del, Dal, Lo and French Le are
capital in Italy and France, and so in Swedish papers."""

_INNER_PARTICLES = frozenset(["das", "do", "e", "el", "la", "las", "los", "och", "und", "van", "y"])
"""Small only after another word: ``de la Fuente`` but La Rosa, Do Nascimento (Đỗ is a surname)."""

_CAPITAL_WHEN_FIRST = frozenset({"la"})

_PREFIXES_WITH_HYPHEN = frozenset({"al", "el"})
"""The Arabic article: ``al-Sayed``. As a first name it is capital: ``Al-Amin``."""

_ELISIONS = frozenset(["D", "L", "M", "N", "O", "T", "DALL", "DELL"])
"""What an apostrophe separates from a capital: O'Brien, D'Angelo, N'Diaye, Dell'Era.
After anything else it is a sound within the name: ``A'isha``, ``Ala'a``, ``Ken'ichi``."""

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
"""What follows Mac in Scottish surnames. Macke, Maciej, Machado and Mackegård are not
Scottish, so the list decides, not the letters; ``Mackie`` and ``Mackay`` differ by it."""

_ALWAYS_CAPITALS = frozenset({"MD", "MHD"})
"""Short for Mohammad, written so in Bangladesh and in Swedish registers."""

_WITHOUT_VOWEL = frozenset({"MC", "NG", "ST"})
"""Not initials although without a vowel: Ng is a surname, Mc and St begin one."""

_NOT_NAMES = frozenset(["dr", "ii", "iii", "iv", "jr", "mr", "mrs", "ms", "sr", "unknown"])
"""Titles and numerals that registers carry in their name columns."""

_INITIALS = re.compile(r"[BCDFGHJKLMNPQRSTVWXZ]{2,3}")
_ALPHABET = re.compile(r"[A-Za-zÀ-ÖØ-öø-ʯḀ-ỿ' -]+")
"""Latin letters and what joins names. Digits, ``/`` and brackets are never part of one."""

_APOSTROPHES = str.maketrans("’‘´`ʼʻ", "''''''")


def is_name(form: str) -> bool:
    """Say whether a restored form can be a name: ``J:son``, ``Q123``, ``B`` and ``Jr`` cannot.

    Nor can what has no capital: Wikidata's ``blacksmith`` and ``patronymic`` are remarks.

    >>> [is_name(form) for form in ("Bo", "B", "A:Son", "S:t Cyr", "K-G", "Arne.", "MD", "chef")]
    [True, False, False, True, True, False, True, False]
    """
    form = form.removeprefix("S:t ")
    if _ALPHABET.fullmatch(form) is None or form.lower() in _NOT_NAMES or form.islower():
        return False
    words = form.split(" ")
    return all(len(word) > 1 or word in _INNER_PARTICLES for word in words) and words != ["y"]


def restore_first_name(name: str) -> str:
    """Restore a first name.

    >>> restore_first_name("ANNA-KARIN"), restore_first_name("KG"), restore_first_name("D'ANGELO")
    ('Anna-Karin', 'KG', "D'Angelo")
    """
    return _restore(name, _word)


def restore_surname(name: str) -> str:
    """Restore a surname.

    >>> restore_surname("DE LA CRUZ"), restore_surname("MACKE"), restore_surname("AL-SAYED")
    ('de la Cruz', 'Macke', 'al-Sayed')
    """
    name = _restore(name, _surname_word)
    return _small_particles(name) if " " in name else name


def _restore(name: str, word: Callable[[str], str]) -> str:
    name = " ".join(unicodedata.normalize("NFC", name).translate(_APOSTROPHES).split())
    if name.upper() in _ALWAYS_CAPITALS:
        return name.upper()
    if not name.isupper():
        return _scottish(name.replace("S:T ", "S:t ")) if name[:2] in ("Mc", "S:") else name
    if _INITIALS.fullmatch(name) and name not in _WITHOUT_VOWEL:
        return name
    return " ".join(map(word, name.split(" ")))


def _small_particles(name: str) -> str:
    """Lower the particles before a surname in a restored, several-word name."""
    first, *middle, last = name.split(" ")
    if first.lower() in _PARTICLES - _CAPITAL_WHEN_FIRST:
        first = first.lower()
    inner = _PARTICLES | _INNER_PARTICLES
    middle = [word.lower() if word.lower() in inner else word for word in middle]
    return " ".join([first, *middle, last])


def _surname_word(word: str) -> str:
    article, hyphen, rest = word.partition("-")
    if hyphen and rest and article.lower() in _PREFIXES_WITH_HYPHEN:
        return f"{article.lower()}-{_word(rest)}"
    return _word(word)


def _word(word: str) -> str:
    if word in _ALWAYS_CAPITALS:
        return word
    if word.startswith("S:T"):
        return "S:t" + _word(word[3:]) if len(word) > 3 else "S:t"
    return "-".join(map(_hyphened, word.split("-")))


def _hyphened(part: str) -> str:
    before, apostrophe, after = part.partition("'")
    if not apostrophe:
        return _scottish(part.capitalize())
    after = after.capitalize() if before in _ELISIONS else after.lower()
    return f"{before.capitalize()}'{after}"


def _scottish(part: str) -> str:
    """Give ``Mcdonald`` and ``Macdonald`` their second capital."""
    # At least three letters: Mca and Mcl are typing errors, McGee and McRae the shortest names.
    if part.startswith("Mc") and len(part) > 4:
        return f"Mc{part[2].upper()}{part[3:]}"
    if part.startswith("Mac") and part[3:] in _AFTER_MAC:
        return f"Mac{part[3:].capitalize()}"
    return part
