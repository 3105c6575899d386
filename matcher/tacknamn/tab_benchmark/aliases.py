"""Find under which names an organisation or a place is mentioned elsewhere (E4).

A name and the acronym or translation in its brackets are one entity; so are a state and its country,
a company without its designator, an abbreviation of the table ``other_names.tsv``, and a name with the
acronym of its initials.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from tacknamn.support.tables import read_table
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.disjoint_sets import DisjointSets
from tacknamn.tab_benchmark.name_forms import normalize_name
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["join_aliases", "strip_designators"]

SHORTEST_ACRONYM = 3
"""Fewest letters of initials. Two letters stand for too much."""
LONGEST_SHORTENED = 12
"""Most words of a name that may have a short form."""
LONGEST_TIE = 40
"""Most characters between two names that are said to be one."""
_QUOTES = "“”\"„'’‘"
_SMALL = frozenset(
    ("of", "the", "and", "for", "in", "on", "de", "des", "du", "la", "der", "und", "i")
)
"""Words that give no letter to an acronym."""
_DEFINED = re.compile(
    r" \((?:hereinafter|hereafter|henceforth)?,?[ ]?(?:referred to as|called)?[ ]?"
    r"[“\"„](?:the )?([^“”\"„()]{2,40})[”\"“]\)"
)
"""A short form that is defined after a name: *(“the Agency”)*."""
_SAME = re.compile(
    r"[ ,(]*(?:(?:which is|now|also|better|formerly|previously|otherwise|commonly|officially|"
    r"locally|generally) )*(?:known as|called|renamed|alias|a\.?k\.?a\.?|i\.e\.|formerly|now)"
    r"(?: the)? ?[“\"„]?"
)
"""What stands between two names of one place or organisation: *Almvik, also known as Pamvik*."""
_COMPANY_KINDS = frozenset(("company", "short_company"))
"""Rules that find companies."""


@lru_cache(maxsize=1)
def _load_other_names() -> dict[str, str]:
    """Load the usual name of each abbreviation and earlier name."""
    return {
        other: name
        for name, others, _ in read_table(__file__, "other_names.tsv")
        for other in others.split("|")
    }


def join_aliases(
    annotated: AnnotatedText, markables: Sequence[Markable], names: list[str], sets: DisjointSets
) -> None:
    """Join organisations and places that are mentioned by several names."""
    first: dict[str, int] = {}
    initials: dict[str, int] = {}
    by_first_word: dict[str, int] = {}
    shortened: list[int] = []
    last: tuple[int, Markable] | None = None
    for index, (markable, name) in enumerate(zip(markables, names, strict=True)):
        if markable.entity_type not in (EntityType.ORG, EntityType.LOC):
            continue
        for alias in (*_list_aliases(name, markable), *_list_defined(annotated, markable)):
            sets.join(first.setdefault(alias, index), index)
        if markable.rule == "short_company":
            shortened.append(index)
        elif markable.rule == "company":
            words = strip_designators(name.partition(" (")[0]).split(" ")
            by_first_word.setdefault(words[0], index)
        letters = _read_initials(name) if markable.entity_type is EntityType.ORG else ""
        if len(letters) >= SHORTEST_ACRONYM:
            initials.setdefault(letters, index)
        if last is not None and _are_said_to_be_same(annotated, last[1], markable):
            sets.join(last[0], index)
        last = index, markable
    for index, (markable, name) in enumerate(zip(markables, names, strict=True)):
        if markable.rule == "acronym" and name in initials:
            sets.join(initials[name], index)
    for index in shortened:
        if names[index] in by_first_word:
            sets.join(by_first_word[names[index]], index)
    _join_short_forms(markables, names, sets)


def _join_short_forms(markables: Sequence[Markable], names: list[str], sets: DisjointSets) -> None:
    """Join a name with the only longer one that it ends: *the Regional Court* of a town."""
    longer: dict[str, set[int]] = {}
    first: dict[str, int] = {}
    for index, (markable, name) in enumerate(zip(markables, names, strict=True)):
        if markable.entity_type is EntityType.ORG and first.setdefault(name, index) == index:
            for short in _list_short_forms(name):
                longer.setdefault(short, set()).add(index)
    for name, index in first.items():
        roots = {sets.smallest(other) for other in longer.get(name, ())}
        if len(roots) == 1:
            sets.join(roots.pop(), index)


def _list_short_forms(name: str) -> list[str]:
    """List the forms of two words and more under which an organisation is mentioned again."""
    words = name.split(" ")
    if len(words) > LONGEST_SHORTENED or "(" in name:
        return []
    ends = [" ".join(words[index:]) for index in range(1, len(words) - 1) if words[index] != "of"]
    starts = [" ".join(words[:index]) for index in range(2, len(words) - 1) if words[index] == "of"]
    return ends + starts


def _list_aliases(name: str, markable: Markable) -> list[str]:
    """List every name under which the bearer of a name may be mentioned elsewhere."""
    aliases = [name]
    # "Kurdistan Workers' Party (PKK: an illegal organisation)" is also its head and "pkk".
    head, bracket, inside = name.partition(" (")
    if bracket:
        aliases.append(head)
        if markable.entity_type is EntityType.ORG:
            parts = inside.rstrip(")").replace(":", ",").replace(" – ", ",").replace(" - ", ",")
            aliases += [normalize_name(part.strip().strip(_QUOTES)) for part in parts.split(",")]
    # "Republic of Turkey" is also "turkey"; the government of Turkey is another entity.
    first, tie, country = head.partition(" of ")
    if tie and first.rsplit(" ", 1)[-1] in load_words("state") and first != "government":
        aliases.append(country.removeprefix("the "))
    if tie and first.startswith("united "):
        aliases.append(first)  # United Kingdom of ...
    if markable.rule in _COMPANY_KINDS:
        aliases.append(strip_designators(head))
    aliases += [_load_other_names().get(alias, "") for alias in aliases]
    return [alias for alias in aliases if alias]


def strip_designators(name: str) -> str:
    """Strip the designators from a normalized name: *viken shipping* of "viken shipping as"."""
    words = name.split(" ")
    while len(words) > 1 and words[-1].rstrip(".,") in (*load_words("company"), "&", "and"):
        words.pop()
    return " ".join(words).rstrip(",")


def _list_defined(annotated: AnnotatedText, markable: Markable) -> list[str]:
    """List the short form that is defined after the name of an organisation."""
    if markable.entity_type is not EntityType.ORG:
        return []
    match = _DEFINED.match(annotated.lowered, markable.end)
    return [] if match is None else [normalize_name(match.group(1))]


def _read_initials(name: str) -> str:
    words = name.partition(" (")[0].replace("-", " ").split(" ")
    return "".join(word[0] for word in words if word and word not in _SMALL)


def _are_said_to_be_same(annotated: AnnotatedText, last: Markable, markable: Markable) -> bool:
    if markable.start - last.end > LONGEST_TIE:
        return False
    return _SAME.fullmatch(annotated.lowered, last.end, markable.start) is not None
