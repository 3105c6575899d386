"""Settle the labels and forms of persons' names by the words around them, once they are found.

- The sex of a first name that the lists do not know: *min bror Dawit*.
- What is a surname: *Haile Tesfaye*, *doktor Al-Sayed*, *hos Perssons*, *efternamn? Orazowa*.
- Double first names without a hyphen: *Anna Karin sa*. Before a surname the second is a middle name.
- Particles and epithets: *Maria del Carmen Ruiz*, *Umm Salma*.
- The genitive of names in -s, -x, -z, which only the next word shows: *Agnes hund*.
- Initials after a first name or under a letter, names that are spelt (*G-I-T-A*), and nicknames.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tacknamn.detection.ranking.introductions import (
    ACTIVE_CUES,
    CALLED_CUES,
    Lookup,
    find_subject,
)
from tacknamn.detection.ranking.label_groups import (
    FIRSTNAMES,
    MIDDLENAME,
    PERSONS,
    PLACES,
)
from tacknamn.detection.ranking.repeats import list_places
from tacknamn.detection.ranking.rules import BESIDE_NAME, CAPITAL, INITIALS, LIST
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words
from tacknamn.text.fold import fold

__all__ = ["list_person_literals", "settle_persons"]

_TABLE: Final = "person_forms.tsv"
_WORDS: Final[dict[str, frozenset[str]]] = {}
"""The words of the table by kind, as far as they were read."""
_UNKNOWN: Final = "firstname_unknown"
_NICKNAME: Final = "nickname"
_CLUB: Final = "other_institution"
_NAMES: Final = PERSONS | {MIDDLENAME}
_PARTS: Final = _NAMES | {"initials"}
_CAPITALIZED: Final = r"[^\W\d_a-zåäöéü][^\W\d_]+(?:-[^\W\d_]+)*"
_LAST_WORD: Final = re.compile(r"([^\W\d_]+) +$")
_NEXT_WORD: Final = compile_lazily(r" ([^\W\d_]+)")
_PARTICLE: Final = re.compile(
    rf" ((?:de la|de los|de las|del|dos|das|da|de|di|van der|van den|van|von|bin|bint|ibn) "
    rf"{_CAPITALIZED})"
)
_PARTICLE_STARTS: Final = (" d", " v", " b", " i")
"""How they begin."""
_EPITHETS: Final = {
    "umm": "firstname_female", "um": "firstname_female", "oum": "firstname_female",
    "abu": "firstname_male", "abo": "firstname_male", "abou": "firstname_male",
}  # fmt: skip
"""*Umm Salma* is the mother of Salma: both words name her."""
_INITIAL: Final = re.compile(r" ([A-HJ-ZÅÄÖ])(?=[ ,;:!?)]|\.?$|\n)(?! [A-ZÅÄÖ]| ?\d)")
_SIGNED: Final = compile_lazily(
    r"(?:[Hh]älsning(?:ar)?|[Mm]vh|MVH|[Kk]ram(?:ar)?|[Vv]änligen)[ ,:]*\n?[ ]*"
    r"((?:[A-ZÅÄÖ]\.? ?){1,3})(?=\s*$|\n)"
)
_SIGNS_LETTER: Final = (
    "hälsning", "Hälsning", "mvh", "Mvh", "MVH", "kram", "Kram", "vänligen", "Vänligen",
)  # fmt: skip
"""How the words before signed initials begin."""
_FIELD: Final = compile_lazily(
    rf"(?P<field>[Ee]fternamn|[Ff]örnamn)(?:et)?(?: är|:|\?)?[\s–—-]*(?P<name>{_CAPITALIZED})(?![\w:?])"
)
_HAS_FIELD: Final = "rnamn"
_SPELT: Final = compile_lazily(r"(?<![\w-])(?:[^\W\d_]-){2,}[^\W\d_](?![\w-])")
_CALLED: Final = compile_lazily(
    r"(?P<cue>[Kk]alla(?:des|de|s|d|t|r)?|[Ss]meknamn(?:et)?(?: är| var)?)"
    r"(?P<whom>(?: (?:mig|honom|henne|han|hon|vi|dom|de|alla|också|ofta|alltid|bara|mest))*)"
    rf"(?: för)? (?P<quote>[\"”“'’»]?)(?P<name>{_CAPITALIZED})"
)
_BEFORE_NICKNAME: Final = ("kalla", "Kalla", "smeknamn", "Smeknamn")
"""How cues begin that introduce a nickname."""
_WHOM: Final = frozenset(("mig", "honom", "henne"))
_QUOTES: Final = "\"”“'’»"
COMMON: Final = 3.0
"""The Zipf frequency from which a noun after a name may be what the person has."""
_FUNCTION, _VERB, _NOUN, _ADJECTIVE = 16, 2, 1, 4
"""Bits of parts of speech in the lists."""
LEAST_FIRST, LEAST_STARTER = 50.0, 300.0
"""Mentions from which a form shows its sex, and from which it may be part of a double name."""
VERY_COMMON: Final = 5.0
"""The Zipf frequency of a verb or pronoun that is no name in small letters ..."""
TIMES: Final = 100.0
"""... if it is a word this many times as often as a name."""
_HIS: Final = "hans"
_SON: Final = ":son"
_APPOSED: Final = compile_lazily(
    r"(?:[Ee]n|[Mm]in|[Hh]ans|[Hh]ennes|[Vv]år|[Dd]in|[Ss]in) ([^\W\d_]+), $"
)
"""A relative before a comma and the name: *en son, Kim*."""
_TO_ME: Final = compile_lazily(r" (?:till|åt) (?:mig|mej|honom|henne|mej)(?!\w)")
"""What follows a nickname: *säger Agge till mig*."""
_AGED: Final = re.compile(r" (?:är|e|var|fyller|fyllde|blir|blev) \d{1,2} år(?!\w)")
_HYPHENATED: Final = compile_lazily(r"(?<!\w)[A-ZÅÄÖ]-[A-ZÅÄÖ](?![\w-])")
"""Initials such as *A-K*."""
_ARTICLES: Final = ("en", "ett")
_BOUGHT: Final = compile_lazily(r"(?:köp|sälj|sål[dt]|montera|skruva)[^.!?\n]*$")
FEWEST_IN_ROW: Final = 3
"""First names in small letters from which a row names several persons."""
MUCH: Final = 5.0
"""How much more often a lone surname is a first name to count as one."""
RARE_SURNAME: Final = 300.0
"""Mentions per billion words below which a surname beside a first name is rather a first name."""
_KALLAS: Final = ("kallas", "kallades")
LEAST_DOUBLE: Final = 20.0
"""Mentions per billion words from which *Anna-Karin* shows that *Anna Karin* is one first name."""
_LINKS: Final = (" och ", " å ", " o ", ", ")
_NICK_ENDINGS: Final = ("an", "is", "e", "y", "o")
_FAMILY_ENDINGS: Final = ("man", "sson", "sen", "ie", "ee", "lan")


def settle_persons(
    text: str,
    detections: list[Detection],
    lexicon: Lexicon,
    look_up: Lookup,
    in_note: bool = False,
    has_literals: bool = True,
) -> list[Detection]:
    """Return the detections of a text with the persons' labels and forms settled.

    Args:
        in_note: Whether the text is a note of a hospital, where *Pat* is no name.
        has_literals: Whether the text may have any of :func:`list_person_literals`.
    """
    detections = [
        detection
        for detection in detections
        if not _is_no_person(text, detection, lexicon, look_up)
        and not _is_staff(text, detection, in_note)
    ]
    detections = _split_initials(text, detections)
    detections = _join_doubles(text, detections, look_up)
    detections = _add_particles(text, detections)
    detections = _join_epithets(text, detections)
    detections = [
        _settle_label(text, detections, number, look_up) for number in range(len(detections))
    ]
    detections = _read_small_rows(text, detections, look_up)
    detections = _spread_sexes(_spread_lone(text, detections, look_up))
    starts = {detection.start for detection in detections if detection.label in _NAMES}
    detections = [_settle_genitive(text, detection, lexicon, starts) for detection in detections]
    detections = _add_spelt(text, detections)
    if not has_literals:
        return _add_initials(text, detections)
    detections = _add_initials(text, _add_nicknames(text, detections))
    return _add_signed(text, _add_fields(text, detections))


def list_person_literals() -> frozenset[str]:
    """Return what a text with nicknames, signed initials or fields of forms has, in lower case."""
    return frozenset([each.lower() for each in (*_BEFORE_NICKNAME, *_SIGNS_LETTER, _HAS_FIELD)])


# Labels


def _settle_label(
    text: str, detections: list[Detection], number: int, look_up: Lookup
) -> Detection:
    detection = detections[number]
    if detection.label in PLACES:
        return _read_aged(text, detection, look_up)
    before = _find_last_word(text, detection.start)
    is_person = detection.label in _NAMES or detection.label == "initials"
    if is_person and text[detection.end : detection.end + 4] == _SON:
        has_surname = detection.end + 5 in [each.start for each in detections]
        label, end = MIDDLENAME if has_surname else "surname", detection.end + len(_SON)
        return detection._replace(label=label, end=end, base=text[detection.start : end], entry=-1)
    if (
        detection.label in _NAMES
        and not before
        and (own := _APPOSED.search(text, max(0, detection.start - 30), detection.start))
    ):
        return _read_apposed(text, detections, number, own.group(1).lower())
    if detection.label == "surname" and detection.end - detection.start == 1:
        return detection._replace(label="initials", rule=INITIALS, entry=-1)
    if detection.label == MIDDLENAME and not _follows_name(text, detections, number):
        label, mentions = _find_first(detection.base, look_up)
        return detection._replace(label=label) if mentions else detection
    if detection.label == _UNKNOWN:
        return _add_sex(text, _look_up_sex(detection, look_up), before)
    if detection.label == _CLUB and before in _read("family"):
        return _read_family(text, detection, look_up)
    if detection.label in FIRSTNAMES and _begins_with_article(text, detection):
        is_called = detection.trigger in CALLED_CUES or before in _read("relative")
        return detection if is_called else detection._replace(label="surname")
    if detection.label == "surname" and not _is_beside_name(text, detections, number):
        if before in _read("relative") and _is_owned(text, detection.start):
            return _add_sex(text, detection._replace(label=_UNKNOWN), before)
        if before in ("säger", "sa", "säga") and _TO_ME.match(text, detection.end):
            return detection._replace(label=_NICKNAME)
        if detection.entry >= 0 and before not in _read("before_surname"):
            read = _read_lone(text, detection, look_up)
            if read is not detection:
                return read
        if " " in detection.base:
            return _read_double(detection, look_up)
        if _is_nickname_in_row(text, detections, number):
            return detection._replace(label=_NICKNAME)
    return detection


def _read_lone(text: str, detection: Detection, look_up: Lookup) -> Detection:
    """Return a surname that stands alone and is rather a first name as one: *Ssk Jeanette*."""
    label, mentions = _find_first(detection.base, look_up)
    form, _ = look_up(detection.base)
    if form is None or mentions < LEAST_FIRST or "surname" not in form.candidates:
        return detection
    if mentions < MUCH * form.candidates["surname"].mentions or detection.affixes:
        return detection
    return detection._replace(label=label)


def _read_aged(text: str, detection: Detection, look_up: Lookup) -> Detection:
    """Return a place whose age is given, and that may be a person, as one: *göta är 91 år*."""
    if _AGED.match(text, detection.end) is None:
        return detection
    label, mentions = _find_first(detection.base, look_up)
    if mentions < LEAST_FIRST:
        return detection
    return detection._replace(label=label, entry=-1, country="", parent="")


def _read_apposed(text: str, detections: list[Detection], number: int, relative: str) -> Detection:
    """Return the name of a relative after a comma as a first name of that sex: *en fru, Nino*."""
    detection, label = detections[number], _find_sex(relative)
    if detection.label == label or _is_beside_name(text, detections, number):
        return detection
    if detection.label == "surname":
        return detection._replace(label=label or _UNKNOWN, entry=-1)
    return detection._replace(label=label) if label else detection


def _split_initials(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections; initials with a hyphen are no part of the name after them: *A-K Ek*."""
    if not any(_has_hyphen(text, detection) for detection in detections):
        return detections
    split: list[Detection] = []
    for detection in detections:
        match = _HYPHENATED.match(text, detection.start, detection.end)
        if match is None:
            follows = bool(split) and split[-1].rule == INITIALS and split[-1].base[1:2] == "-"
            if follows and detection.entry < 0 and text[split[-1].end : detection.start] == " ":
                detection = detection._replace(label="surname", rule=BESIDE_NAME)
            split.append(detection)
            continue
        start, end = match.span()
        split.append(Detection(start, end, "initials", INITIALS, match.group()))
        if end < detection.end:
            base = text[end + 1 : detection.end]
            split.append(Detection(end + 1, detection.end, "surname", BESIDE_NAME, base))
    return split


def _has_hyphen(text: str, detection: Detection) -> bool:
    return text[detection.start + 1 : detection.start + 2] == "-" or detection.base[1:2] == "-"


def _spread_lone(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the detections; a rare surname that is joined to a lone first name is a first name
    wherever it stands alone: *abebe och goitom*."""
    joined: set[str] = set()
    for number, detection in enumerate(detections[:-1]):
        following = detections[number + 1]
        if text[detection.end : following.start] not in _LINKS:
            continue
        for own, other in ((detection, following), (following, detection)):
            if own.label == "surname" and other.label in FIRSTNAMES and not own.affixes:
                form, _ = look_up(own.base)
                surname = form.candidates.get("surname") if form is not None else None
                if surname is None or surname.mentions < RARE_SURNAME:
                    joined.add(fold(own.base))
    if not joined:
        return detections
    return [
        each._replace(label=_UNKNOWN)
        if each.label == "surname"
        and fold(each.base) in joined
        and not _is_beside_name(text, detections, number)
        else each
        for number, each in enumerate(detections)
    ]


def _read_small_rows(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the detections; three names in small letters that are all first names are those of
    three persons: *viggo ismail otto*."""
    small = [each for each in detections if text[each.start].islower()]
    if len(small) < FEWEST_IN_ROW:
        return detections
    result = list(detections)
    begin = 0
    for number in range(1, len(detections) + 1):
        if number < len(detections) and _follows_name(text, detections, number):
            continue
        row = detections[begin:number]
        if len(row) >= FEWEST_IN_ROW:
            labels = [_read_small_first(text, each, look_up) for each in row]
            if "" not in labels:
                result[begin:number] = [
                    each._replace(label=label) for each, label in zip(row, labels, strict=True)
                ]
        begin = number
    return result


def _read_small_first(text: str, detection: Detection, look_up: Lookup) -> str:
    """Return the label of a first name in small letters; empty if it is rather a surname."""
    if not text[detection.start : detection.end].islower() or not detection.base:
        return ""
    label, mentions = _find_first(detection.base, look_up)
    form, _ = look_up(detection.base)
    surname = form.candidates.get("surname") if form is not None else None
    return label if mentions > (surname.mentions if surname is not None else 1.0) else ""


def _follows_name(text: str, detections: list[Detection], number: int) -> bool:
    return number > 0 and _is_adjacent(text, detections[number - 1], detections[number])


def _look_up_sex(detection: Detection, look_up: Lookup) -> Detection:
    """Return a first name whose sex the lists know by its form alone: *Anna* of *Anna Maria*."""
    if detection.entry >= 0 or not detection.base:
        return detection
    label, mentions = _find_first(detection.base, look_up)
    return detection._replace(label=label) if mentions >= LEAST_FIRST else detection


def _find_first(word: str, look_up: Lookup) -> tuple[str, float]:
    """Return the likeliest label of a first name of the lists, and its mentions."""
    form, _ = look_up(word)
    labels = [] if form is None else [each for each in form.candidates if each in FIRSTNAMES]
    if form is None or not labels:
        return _UNKNOWN, 0.0
    label = max(sorted(labels), key=lambda own: form.candidates[own].mentions)
    return label, form.candidates[label].mentions


def _read_double(detection: Detection, look_up: Lookup) -> Detection:
    """Return two first names that the lists have as one surname: *Anna Maria kom*."""
    first, _, second = detection.base.partition(" ")
    label, mentions = _find_first(first, look_up)
    if min(mentions, _find_first(second, look_up)[1]) < LEAST_STARTER:
        return detection
    return detection._replace(label=label, entry=-1)


def _is_owned(text: str, start: int) -> bool:
    """Return whether somebody's relative is named: *min fru Ximena*, but not *fru Lind*."""
    words = text[max(0, start - 40) : start].lower().split()
    return len(words) > 1 and words[-2] in _read("owner")


def _add_sex(text: str, detection: Detection, before: str) -> Detection:
    """Return a first name with the sex that the words before say: *min bror Dawit*, *hon heter*."""
    word = before
    if before in CALLED_CUES:
        clause = re.split(r"[.!?,;:\n]", text[max(0, detection.start - 60) : detection.start])[-1]
        word = _find_last_of_sex(clause.lower().split())
    elif before in ("är", "och"):
        word = ""
    label = _find_sex(word)
    return detection._replace(label=label) if label else detection


def _find_last_of_sex(words: list[str]) -> str:
    """Return the last word that says a sex; empty if there is none."""
    for word in reversed(words):
        if _find_sex(word):
            return word
    return ""


def _spread_sexes(detections: list[Detection]) -> list[Detection]:
    """Return the detections; a first name of one sex in one place has it in all places."""
    if _UNKNOWN not in [each.label for each in detections]:
        return detections
    sexes = {
        fold(each.base): each.label
        for each in reversed(detections)
        if each.label in FIRSTNAMES and each.label != _UNKNOWN
    }
    return [
        each._replace(label=sexes[fold(each.base)])
        if each.label == _UNKNOWN and fold(each.base) in sexes
        else each
        for each in detections
    ]


def _find_sex(word: str) -> str:
    if word in _read("female"):
        return "firstname_female"
    return "firstname_male" if word in _read("male") else ""


def _begins_with_article(text: str, detection: Detection) -> bool:
    form = text[detection.start : detection.end].lower()
    return "-" in form and form.startswith(tuple(_read("article")))


def _read_family(text: str, detection: Detection, look_up: Lookup) -> Detection:
    """Return *Perssons* after *hos* as the surname of a family."""
    form = text[detection.start : detection.end]
    if " " in form or form[-1:] != "s":
        return detection
    base = form[:-1]
    known, entry = look_up(base)
    if known is None or "surname" not in known.candidates:
        return detection
    return detection._replace(
        label="surname", rule=LIST, base=base, affixes=("gen",), entry=entry, country="", parent=""
    )


def _is_beside_name(text: str, detections: list[Detection], number: int) -> bool:
    detection = detections[number]
    if number and _is_adjacent(text, detections[number - 1], detection):
        return True
    following = detections[number + 1] if number + 1 < len(detections) else None
    return following is not None and _is_adjacent(text, detection, following)


def _is_adjacent(text: str, first: Detection, second: Detection) -> bool:
    if second.start - first.end != 1 or text[first.end] != " ":
        return False
    return first.label in _PARTS and second.label in _PARTS


def _is_nickname_in_row(text: str, detections: list[Detection], number: int) -> bool:
    """Return whether a lone surname is coordinated with a lone first name and ends as nicknames do:
    *Jocke och Bettan*."""
    detection = detections[number]
    form = text[detection.start : detection.end].lower()
    if not form.endswith(_NICK_ENDINGS) or form.endswith(_FAMILY_ENDINGS) or not number:
        return False
    first = detections[number - 1]
    is_lone = not (number > 1 and _is_adjacent(text, detections[number - 2], first))
    return first.label in FIRSTNAMES and is_lone and text[first.end : detection.start] in _LINKS


# Double first names, particles, epithets


def _join_doubles(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the detections; of two first names without a surname, the second is a surname, unless
    the lists have both with a hyphen as one name."""
    joined: list[Detection] = []
    for number, detection in enumerate(detections):
        first = joined[-1] if joined else None
        following = detections[number + 1] if number + 1 < len(detections) else None
        if (
            first is None
            or first.label not in FIRSTNAMES
            or detection.label not in FIRSTNAMES | {MIDDLENAME}
            or text[first.end : detection.start] != " "
            or (following is not None and _is_adjacent(text, detection, following))
            or (len(joined) > 1 and _is_adjacent(text, joined[-2], first))
            or first.affixes
        ):
            joined.append(detection)
            continue
        hyphenated = f"{first.base or text[first.start : first.end]}-{detection.base}"
        form, entry = look_up(hyphenated)
        label = ""
        if form is not None:
            label = max(form.candidates, key=lambda own: form.candidates[own].mentions)
        if form is not None and label in FIRSTNAMES:
            is_double = form.candidates[label].mentions >= LEAST_DOUBLE
            if is_double:
                joined[-1] = first._replace(
                    end=detection.end,
                    label=label,
                    base=form.candidates[label].form,
                    affixes=detection.affixes,
                    entry=entry,
                )
                continue
        if _is_double(text, first, detection, look_up):
            base = text[first.start : detection.end]
            joined[-1] = first._replace(
                end=detection.end,
                base=base[:-1] if detection.affixes else base,
                affixes=detection.affixes,
                entry=-1,
            )
            continue
        joined.append(detection._replace(label="surname", entry=-1))
    return joined


def _is_double(text: str, first: Detection, second: Detection, look_up: Lookup) -> bool:
    """Return whether two common first names are one without a hyphen: *Carl Gustaf*."""
    if text[first.start : first.end].lower() not in _read("starter"):
        return False
    label, mentions = _find_first(second.base, look_up)
    return label == first.label and mentions >= LEAST_STARTER


def _add_particles(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the part with a particle after a first name: *Maria del Carmen Ruiz*."""
    added: list[Detection] = []
    for detection in detections:
        if detection.label not in FIRSTNAMES | {MIDDLENAME}:
            continue
        if text[detection.end : detection.end + 2] not in _PARTICLE_STARTS:
            continue  # a shortcut for most names
        match = _PARTICLE.match(text, detection.end)
        if match is None:
            continue
        start, end = match.span(1)
        inside = [each for each in detections if each.start < end and each.end > start]
        if any(each.label in _NAMES for each in inside):
            continue
        goes_on = any(each.start == end + 1 and each.label == "surname" for each in detections)
        label = MIDDLENAME if goes_on else "surname"
        added.append(Detection(start, end, label, BESIDE_NAME, match.group(1)))
    return _merge(detections, added)


def _join_epithets(text: str, detections: list[Detection]) -> list[Detection]:
    joined: list[Detection] = []
    for detection in detections:
        first = joined[-1] if joined else None
        label = ""
        if first is not None and detection.label in _NAMES and first.label in _NAMES:
            label = _EPITHETS.get(text[first.start : first.end].lower(), "")
        if first is not None and label and text[first.end : detection.start] == " ":
            if _find_last_word(text, first.start) in _read("before_surname"):
                label = "surname"  # dr Abu Zeid
            base = f"{text[first.start : first.end]} {detection.base}"
            joined[-1] = detection._replace(start=first.start, label=label, base=base, entry=-1)
            continue
        joined.append(detection)
    return joined


# Genitives


def _settle_genitive(
    text: str, detection: Detection, lexicon: Lexicon, starts: set[int]
) -> Detection:
    """Return a name in -s, -x or -z with the genitive that the next word shows: *Agnes hund*, but
    not *Antonios sjöng*.

    Args:
        starts: Where detections begin; a name goes on there."""
    if detection.label not in _NAMES or text[detection.end - 1].lower() not in "sxz":
        return detection
    if detection.affixes == ("gen",):
        return _drop_genitive(text, detection, lexicon)
    if detection.affixes:
        return detection
    match = _NEXT_WORD.match(text, detection.end)
    if match is None or not match.group(1).islower() or match.start(1) in starts:
        return detection
    word = lexicon.word(match.group(1))
    if word is None or not word.pos & _NOUN or word.zipf_sv < COMMON:
        return detection
    if word.pos & (_VERB | _FUNCTION | _ADJECTIVE):
        return detection
    before = text[max(0, detection.start - 30) : detection.start].lower().split()
    if not _read("giving").isdisjoint(before[-2:]):
        return detection
    return detection._replace(affixes=("gen",))


def _drop_genitive(text: str, detection: Detection, lexicon: Lexicon) -> Detection:
    """Return a name before its verb without the genitive: the whole form is its base."""
    match = _NEXT_WORD.match(text, detection.end)
    word = lexicon.word(match.group(1)) if match is not None else None
    if word is None or not word.pos & _VERB or word.pos & (_NOUN | _ADJECTIVE | _FUNCTION):
        return detection
    whole = text[detection.start : detection.end]
    return detection._replace(base=whole, affixes=(), entry=-1)


def _is_no_person(text: str, detection: Detection, lexicon: Lexicon, look_up: Lookup) -> bool:
    """Return whether a name is none after all: a pronoun that begins a sentence after an initial
    (*Adam B. Jag bor*), a thing (*det kallas fika*), a common word that a few people have as a name
    (*min vän Ali bor i Lund*)."""
    if detection.label not in _NAMES:
        return False
    word = text[detection.start : detection.end]
    if text[detection.start - 2 : detection.start] == ". " and word.lower() in _read("pronoun"):
        return detection.label == "surname"
    if word.lower() == _HIS and _is_before_noun(text, detection, lexicon):
        # "hans bil", "Hans bil är röd", but not "Lars bil är ny men Hans bil är gammal"
        return word.islower() or not _is_within_small_words(text, detection.start)
    if _is_thing(text, detection) or _is_function_word(text, detection, lexicon):
        return True
    if word.islower() and word in _read("relative"):
        return _find_last_word(text, detection.start) in _read("owner")  # hans bror erik
    if detection.trigger in _KALLAS:
        return find_subject(text, detection.start) == "thing"
    return word.islower() and _is_common(word, lexicon, look_up)


def _is_staff(text: str, detection: Detection, in_note: bool) -> bool:
    """Return whether a name is rather who is named next, or a field of a note: *Ssk*, *Pat*."""
    if not in_note and not text[detection.end + 1 : detection.end + 2].isupper():
        return False
    return detection.label in _NAMES and (
        text[detection.start : detection.end].lower() in _read("staff")
    )


def _is_thing(text: str, detection: Detection) -> bool:
    """Return whether a name is something that is bought or sold: *köpte en Billy*."""
    if detection.label not in FIRSTNAMES or _find_last_word(text, detection.start) not in _ARTICLES:
        return False
    return _BOUGHT.search(text, max(0, detection.start - 60), detection.start) is not None


def _is_function_word(text: str, detection: Detection, lexicon: Lexicon) -> bool:
    """Return whether a capitalized name is a word at the beginning of a sentence: *Hos Lindgrens*,
    *Vår dotter heter Vår*."""
    word = text[detection.start : detection.end]
    if not word[0].isupper() or _find_last_word(text, detection.start):
        return False
    known = lexicon.word(word.lower())
    if known is None or not known.pos & _FUNCTION or known.zipf_sv < VERY_COMMON:
        return False
    match = _NEXT_WORD.match(text, detection.end)
    following = match.group(1) if match is not None else ""
    return bool(detection.affixes) or following in _read("relative")


def _is_within_small_words(text: str, start: int) -> bool:
    """Return whether the word before, in the same sentence, is written in small letters."""
    before = text[max(0, start - 40) : start].rpartition(" ")[0]
    return before[-1:].islower() and before.rpartition(" ")[2].islower()


def _is_before_noun(text: str, detection: Detection, lexicon: Lexicon) -> bool:
    match = _NEXT_WORD.match(text, detection.end)
    if match is None or not match.group(1).islower():
        return False
    word = lexicon.word(match.group(1))
    return word is not None and bool(word.pos & _NOUN) and not word.pos & (_VERB | _FUNCTION)


def _is_common(word: str, lexicon: Lexicon, look_up: Lookup) -> bool:
    known = lexicon.word(word)
    if known is None or known.zipf_sv < VERY_COMMON or not known.pos & (_VERB | _FUNCTION):
        return False
    form, _ = look_up(word.capitalize())
    return form is None or form.name_mentions * TIMES < 10**known.zipf_sv


# Nicknames, spelt names, initials, fields of forms


def _add_nicknames(text: str, detections: list[Detection]) -> list[Detection]:
    added: list[Detection] = []
    for match in _match_at(_CALLED, text, _BEFORE_NICKNAME):
        start, end = match.span("name")
        is_person = not _WHOM.isdisjoint(match.group("whom").split()) or "namn" in match.group()
        is_active = match.group("cue").lower() in ACTIVE_CUES
        if not is_person and find_subject(text, match.start(), is_active) not in _PERSONAL:
            continue
        covering = [each for each in detections if each.start < end and each.end > start]
        if all(each.entry < 0 or each.label == _UNKNOWN for each in covering):
            added.append(Detection(start, end, _NICKNAME, CAPITAL, match.group("name")))
    return _merge(detections, added)


_PERSONAL: Final = ("person", "pronoun")


def _add_spelt(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the names of the text that it spells letter by letter: *G-I-T-A*."""
    added: list[Detection] = []
    for match in _SPELT.finditer(text) if _is_spelling(text) else ():
        form = match.group().replace("-", "").lower()
        for detection in detections:
            if text[detection.start : detection.end].lower() == form and detection.label in _NAMES:
                added.append(detection._replace(start=match.start(), end=match.end(), affixes=()))
                break
    return _merge(detections, added)


def _is_spelling(text: str) -> bool:
    """Return whether there is a single sign between two hyphens."""
    at = text.find("-")
    while at >= 0:
        if text[at + 2 : at + 3] == "-":
            return True
        at = text.find("-", at + 1)
    return False


def _add_initials(text: str, detections: list[Detection]) -> list[Detection]:
    """Add a single capital after a first name: *Birgitta Å ringde*."""
    added: list[Detection] = []
    for detection in detections:
        if detection.label not in FIRSTNAMES or detection.affixes:
            continue
        match = _INITIAL.match(text, detection.end)
        if match is not None:
            start, end = match.span(1)
            added.append(Detection(start, end, "initials", INITIALS, match.group(1)))
    return _merge_new(detections, added)


def _add_signed(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the initials that sign a letter: *Med vänlig hälsning M.K.*"""
    added = []
    for match in _match_at(_SIGNED, text, _SIGNS_LETTER):
        start = match.start(1)
        initials = match.group(1).rstrip()
        added.append(Detection(start, start + len(initials), "initials", INITIALS, initials))
    return _merge_new(detections, added)


def _match_at(
    pattern: re.Pattern[str], text: str, beginnings: tuple[str, ...]
) -> list[re.Match[str]]:
    """Return all matches of a pattern that begins with one of these strings. Searching for them
    first is much faster than a search that tries the pattern at each letter."""
    matches: list[re.Match[str]] = []
    end = 0
    for start in sorted([start for _, start, _ in list_places(text, list(beginnings))]):
        match = pattern.match(text, start) if start >= end else None
        if match is not None:
            matches.append(match)
            end = match.end()
    return matches


def _add_fields(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the names in forms and interviews: *Efternamn? Orazowa*."""
    added = []
    for match in _FIELD.finditer(text) if _HAS_FIELD in text else ():
        name = match.group("name")
        if name.lower() in _read("field"):
            continue
        label = "surname" if match.group("field").lower() == "efternamn" else _UNKNOWN
        added.append(Detection(*match.span("name"), label, CAPITAL, name))
    covered = [each for each in detections if each.label in _NAMES]
    return _merge(detections, _drop_covered(added, covered))


def _merge(detections: list[Detection], added: Iterable[Detection]) -> list[Detection]:
    """Return the detections with added ones, which replace those that they overlap."""
    new = list(added)
    if not new:
        return detections
    return sorted([*_drop_covered(detections, new), *new])


def _merge_new(detections: list[Detection], added: list[Detection]) -> list[Detection]:
    """Return the detections with the added ones that overlap none."""
    return sorted([*detections, *_drop_covered(added, detections)]) if added else detections


def _drop_covered(items: list[Detection], others: list[Detection]) -> Iterator[Detection]:
    for item in items:
        if not any(other.start < item.end and other.end > item.start for other in others):
            yield item


def _find_last_word(text: str, start: int) -> str:
    """Return the word before a blank here, in lower case; empty if there is none."""
    first = max(0, start - 40)
    # Shortcuts for nearly all words, because the search tries each letter before them.
    if text[start - 1 : start] == " ":
        last = text[start - 2 : start - 1]
        if last != " " and not last.isalnum():
            return ""
        word = text[first : start - 1].rpartition(" ")[2]
        if word.isalpha():
            return word.lower()
        if word:
            first = start - 1 - len(word)
    elif text[start - 2 : start] != " \n":
        return ""
    match = _LAST_WORD.search(text, first, start)
    return match.group(1).lower() if match else ""


def _read(kind: str) -> frozenset[str]:
    words = _WORDS.get(kind)
    if words is None:
        words = _WORDS[kind] = read_words(__file__, _TABLE, kind)
    return words
