"""Find names of public life: well-known persons, works, teams and feasts.

``public.tsv`` has full names, and single ones that hardly any private person bears (*Shakespeare*). A
name in it is evidence, not proof: "min granne Karin Boye" and "jag heter Max Martin" are private. Most
public names are in no table. What a text says of them must show that they are harmless.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from tacknamn.detection.harmless.evidence import Facts
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table, split_cues

__all__ = ["PublicName", "collect_facts", "find_public_names", "is_free", "is_historic_year"]

LAST_HISTORIC: Final = 1925
"""The last year that hardly any writer tells of their own life."""
FIRST_HISTORIC: Final = 900
"""Below, a number is seldom a year."""
OF_YEAR: Final = 2
"""What a year of history adds to the evidence."""
MOST_PUBLIC: Final = 6
"""The most that public names and years add."""
BEFORE: Final = 48
AFTER: Final = 32
"""Characters around a public name that may tie it to the writer."""
_WEIGHTS: Final = {
    "person": 3,
    "shared": 2,
    "single": 2,
    "author": 2,
    "work": 2,
    "series": 2,
    "product": 0,
    "group": 1,
    "feast": 1,
    "rite": 0,
    "day": 0,
    "figure": 0,
}
"""What a name of each kind adds to the evidence."""
_FREE: Final = frozenset(
    ("person", "single", "author", "work", "series", "product", "feast", "rite", "day")
)
_FULL: Final = frozenset(("person", "shared"))
_FEASTS: Final = frozenset(("feast", "rite", "day"))
"""The kinds that are harmless in any text, unless the text ties them to a person in it. ``shared``
names have many bearers, and the writer may play in a team (``group``)."""
_CONTACTS: Final = frozenset(
    ("phone_nr", "email", "personid_nr", "account_nr", "license_nr", "zip_code", "username")
)
_NAMES: Final = frozenset(("firstname_female", "firstname_male", "firstname_unknown", "middlename"))
_BY: Final = frozenset(("av", "by"))
"""A word that is taken for a part of the surname: "av Shakespeare"."""
_AFTER_NAMES: Final = ("s", "'", "’", ":")
"""With what a word ends that is a name with the ending of its case."""
_NAMED_GROUPS: Final = frozenset(("person", "place", "institution"))
_YEARS: Final = frozenset(("year", "other_nr_seq"))
_FAVOURITE: Final = "(?!favorit|favou?rite|idol|förebild|hjälte|hero|bok|film|serie)"
"""What the writer admires is not near to them."""
_TIED_BEFORE: Final = compile_lazily(
    rf"\b(?:min|mitt|mina|vår|vårt|våra|my|our) {_FAVOURITE}(?:\w+ ){{0,3}}$"
    r"|\b(?:heter|hette|kallas|kallade|döpt till|hos|hej|hejsan|kära|hälsningar|mvh|dear|regards"
    r"|name is|named|called|i am|i'm|jag är|jag och|me and|grannen?|kompis|vän|kusin"
    r"|bror|syster|lärare|läraren|chef|chefen)\W{0,3}$"
    r"|\b(?:hos|heter|hej|kära|dear) (?:[\w-]+ ){1,3}(?:och|and) $"
)
_TIED_AFTER: Final = compile_lazily(
    rf"(?: är| var| is| was|,)? (?:min|mitt|mina|vår|vårt|våra|my|our) {_FAVOURITE}"
    r"| (?:och jag|and (?:me|i))\b"
)
_OWN_WORKS: Final = compile_lazily(
    r"s['’]? (?:\w+ )?(?:romaner|romanerna|noveller|pjäser|dramer|symfonier|operor|dikter|novels|plays"
    r"|symphonies|operas|poems)\b"
)
"""What only artists have: "Mobergs romaner"."""
_NAMED_AFTER: Final = compile_lazily(
    r"\s*(?:[,.;:\n]|$)|\s+(?:barn|\w*(?:sjukhus|skola|klinik|gata|väg|torg|plats|gård|hospital))\b"
)
"""After a genitive: a hospital, a school, a street."""
_TITLE_BEFORE: Final = compile_lazily(r"\b(?:mr|mrs|ms|miss|dr|herr|fru|fröken|sir)\.? $")
"""Before a name that is a feast as well: "Mr Christmas"."""
_NEAR: Final = {
    "series": compile_lazily(
        r"\b(?:ser|såg|sett|tittar|tittade|tittat|kollar|kollade|följer) (?:\w+ )?(?:på )?|serie"
        r"|säsong|avsnitt|\btv\b|netflix|\bsvt|watch|episode|season"
    ),
    "product": compile_lazily(r"\bikea\b|hylla|hyllor|byrå|möbel|möbler|furniture|shelf|shelves"),
}
"""What must stand near a name that is an ordinary word or a first name as well."""
_ARTICLE: Final = compile_lazily(r"\b(?:en|ett|två|tre|a|an|two|ny|vit|new|white) $")
"""Before a thing that bears a name: "en Billy"."""
_LINE_END: Final = compile_lazily(r"\s*(?:\n|$)")
_FEAST: Final = compile_lazily(
    r"\b(?:kristen|kristna|kyrkan|gud|helig|bibel|bibl|evangel|profet|moské|uppstod|korset|apost"
    r"|fira|fest|högtid|fastar?\b(?<!fast)|fastan|fasteman|tradition|celebrat|brasa|brasor|afton"
    r"|holiday|relig|christ|jesus|church|holy|prophet|gospel)"
)
_DAY_BEFORE: Final = compile_lazily(
    r"\b(?:fira[rs]? man|man firar|people celebrate|tjugondag|dag) $"
)
_DAY_AFTER: Final = compile_lazily(r" (?:firas|infaller|is celebrated|is observed)\b")


class PublicName(NamedTuple):
    """A name of the table in a text."""

    start: int
    end: int
    kind: str
    """``person``, ``shared``, ``single``, ``work``, ``group``, ``feast``, ``rite`` (a feast that is
    a first name as well), ``day`` (a saint's day, a first name of many people),
    ``series``, ``product``, ``author`` (who has novels or symphonies) or ``figure`` (a person of a religion)."""


class _Entry(NamedTuple):
    """A name of the table, seen from one of its words."""

    offset: int
    """Where the word stands in the name."""
    name: str
    kind: str


@lru_cache(maxsize=1)
def _read_index() -> dict[str, list[_Entry]]:
    """Return the names of the table by each of their words, in lower case."""
    index: dict[str, list[_Entry]] = {}
    for kind, names, *_ in read_table(__file__, "public.tsv", reasons=True):
        for name in split_cues(names):
            for word in re.finditer(r"\S+", name):
                index.setdefault(word[0], []).append(_Entry(word.start(), name, kind))
    for entries in index.values():
        entries.sort(key=lambda entry: -len(entry.name))  # the longest name first
    return index


def find_public_names(
    lowered: str, detections: Sequence[Detection], groups: Sequence[str]
) -> list[PublicName | None]:
    """Return for each detection the public name that it is, or is part of."""
    index = _read_index()
    found: list[PublicName | None] = [None] * len(detections)
    for number, group in enumerate(groups):
        if group in _NAMED_GROUPS:
            detection = detections[number]
            start, end = detection[0], detection[1]
            first, blank, rest = lowered[start:end].partition(" ")
            entries = index.get(first)
            if not entries and first.endswith(_AFTER_NAMES):
                entries = index.get(first.rstrip("s'’:"))
            if not entries and blank and first in _BY:
                entries, start = index.get(rest), end - len(rest)
            name = _choose_entry(lowered, (start, end), entries) if entries else None
            # "Drottning Silvias barnsjukhus" may be the writer's hospital.
            if name and not (group == "institution" and name.kind in _FULL):
                found[number] = name
            elif (
                group == "person"
                and "s" in lowered[end - 1 : end + 1]
                and _OWN_WORKS.match(lowered, end - (lowered[end - 1] == "s"))
            ):
                found[number] = PublicName(start, end, "author")
    return found


def _choose_entry(
    lowered: str, place: tuple[int, int], entries: Sequence[_Entry]
) -> PublicName | None:
    """Return the longest name of the table that the text has around a piece of it."""
    start, end = place
    for entry in entries:
        first = start - entry.offset
        last = first + len(entry.name)
        if first < 0 or not lowered.startswith(entry.name, first):
            continue
        if last < end and lowered[last:end].strip("'’:") != "s":
            continue
        after = lowered[last : last + 2]
        if after[:1].isalnum() and not (after[:1] == "s" and not after[1:].isalnum()):
            continue
        is_of = last < end and entry.kind in _FULL and _NAMED_AFTER.match(lowered, end) is not None
        if not is_of and not lowered[first - 1 : first].isalnum():
            return PublicName(first, max(last, end), entry.kind)
    return None


def collect_facts(
    lowered: str, detections: Sequence[Detection], publics: Sequence[PublicName | None]
) -> Facts:
    """Return the weight of the public names and years of history of a text, and whether it has
    numbers and addresses to contact somebody."""
    years: set[str] = set()
    contacts = False
    for detection in detections:
        label = detection[2]
        if label in _YEARS:
            years.add(lowered[detection[0] : detection[1]])
        elif label in _CONTACTS:
            contacts = True
    historic = OF_YEAR * sum(map(is_historic_year, years)) if years else 0
    public = historic
    if any(publics):
        kinds = {(lowered[name.start : name.end], name.kind) for name in publics if name}
        public += sum([_WEIGHTS[kind] for _, kind in kinds])
    return Facts(min(MOST_PUBLIC, public), historic, contacts)


def is_historic_year(year: str) -> bool:
    """Return whether a number is a year of which hardly any writer tells as of their own life."""
    return len(year) <= 4 and year.isdecimal() and FIRST_HISTORIC <= int(year) <= LAST_HISTORIC


def is_free(
    lowered: str,
    name: PublicName,
    before_it: Detection | None,
    after_it: Detection | None,
    *,
    impersonal: bool,
) -> bool:
    """Return whether a public name identifies no person, because nothing next to it ties it to the
    writer or to another person.

    Args:
        before_it: The detection before it; a first name makes a full name of it (*Ali Ramadan*).
        after_it: The detection after it; a surname makes a full name of it (*Abba Diallo*).
        impersonal: Whether the writer does not appear in the text.
    """
    if name.kind not in _FREE and not (impersonal and name.kind == "figure"):
        return False
    if before_it and before_it.end == name.start - 1 and before_it.label in _NAMES:
        return False
    if after_it and after_it.start == name.end + 1 and after_it.label == "surname":
        return False
    before = lowered[max(0, name.start - BEFORE) : name.start]
    after = lowered[name.end : name.end + AFTER]
    if name.kind in ("rite", "figure") and not _FEAST.search(
        lowered, max(0, name.start - BEFORE), name.end + AFTER
    ):
        return False
    if name.kind == "day" and not (_DAY_BEFORE.search(before) or _DAY_AFTER.match(after)):
        return False
    if name.kind in _NEAR:
        around = (max(0, name.start - BEFORE), name.end + AFTER)
        is_thing = name.kind != "product" or _ARTICLE.search(before)
        return bool(is_thing and _NEAR[name.kind].search(lowered, *around))
    if name.kind in _FEASTS and _TITLE_BEFORE.search(before):
        return False
    line = before.rpartition("\n")[2]
    is_line = not line.strip(" \t-–/") and _LINE_END.match(after) is not None
    return not (is_line or _TIED_BEFORE.search(before) or _TIED_AFTER.match(after.rstrip()))
