"""Compare names: folded, without titles and articles, and which ones differ by one letter."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = [
    "DisjointSets",
    "find_misspelt_pairs",
    "normalize_name",
    "resolve_entities",
]

SHORTEST_MISSPELT = 6
"""Letters of names that may be misspelt variants of each other; Iran and Iraq are not."""
LONGEST_MISSPELT = 60
"""Letters of names that are compared by letter: longer ones are no names."""
_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "’": "'"})


@lru_cache(maxsize=4096)
def normalize_name(name: str) -> str:
    """A name in lower case, without accents, line breaks and a leading article."""
    apart = unicodedata.normalize("NFD", name.casefold().translate(_LETTERS))
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(bare.split()).removeprefix("the ")


class DisjointSets:
    """Things that belong together: each is in one group, groups can be joined."""

    def __init__(self, size: int) -> None:
        self._heads = list(range(size))

    def head(self, number: int) -> int:
        """The lowest number of a thing's group."""
        while self._heads[number] != number:
            self._heads[number] = self._heads[self._heads[number]]
            number = self._heads[number]
        return number

    def join(self, one: int, other: int) -> None:
        """Make one group of two."""
        one, other = sorted((self.head(one), self.head(other)))
        self._heads[other] = one


def find_misspelt_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that differ by one letter, their first letters alike.

    Two such names have a form in common when a letter is left out of either, so nothing is
    compared but what shares one."""
    shorter: dict[str, list[str]] = {}
    for name in sorted(set(names)):
        if (
            SHORTEST_MISSPELT <= len(name) <= LONGEST_MISSPELT
            and name.replace(" ", "").replace("-", "").isalpha()
        ):
            for form in {name, *(name[:at] + name[at + 1 :] for at in range(1, len(name)))}:
                shorter.setdefault(form, []).append(name)
    told = set()
    for alike in shorter.values():
        for other in alike[1:]:
            pair = (alike[0], other)
            if pair not in told and OSA.distance(*pair, score_cutoff=1) == 1:
                told.add(pair)
                yield pair


# Say which pieces mention the same entity (E4).
#
# The same words do; so do a person's whole name and parts of it (John Smith, Mr Smith, Smith, J.
# Smith), a state and its country (Republic of Turkey, Turkey), a name and the acronym or the
# translation in its brackets, and names misspelt by a letter.


NAMED = (EntityType.PERSON, EntityType.ORG, EntityType.LOC)
"""Types whose entities have names; of the others the same words are the same entity."""
WOMEN, MEN = (
    frozenset(("mrs", "ms", "miss", "lady", "dame", "fru", "fröken", "sister")),
    frozenset(("mr", "sir", "lord", "herr", "father")),
)
"""Titles that tell a gender: Mr Smith is not Mrs Smith."""
MOST_NAMESAKES = 20
"""Whole names with a word in common that are remembered: more are no ruling but a register."""
_QUOTES = "“”\"„'’‘"


def resolve_entities(text: str, pieces: Sequence[Markable]) -> list[int]:
    """For each piece the number of its entity, from 1 in order of first mention."""
    groups = DisjointSets(len(pieces))
    names = [normalize_name(text[piece.start : piece.end]) for piece in pieces]
    _join_alike(pieces, names, groups)
    _join_aliases(pieces, names, groups)
    _join_persons(pieces, names, groups)
    _join_misspelt(pieces, names, groups)
    numbers: dict[int, int] = {}
    return [
        numbers.setdefault(groups.head(place), len(numbers) + 1) for place in range(len(pieces))
    ]


def _join_alike(pieces: Sequence[Markable], names: list[str], groups: DisjointSets) -> None:
    first: dict[tuple[str, str], int] = {}
    for place, (piece, name) in enumerate(zip(pieces, names, strict=True)):
        kind = "name" if piece.entity_type in NAMED else piece.entity_type.value
        groups.join(first.setdefault((kind, name), place), place)


def _join_aliases(pieces: Sequence[Markable], names: list[str], groups: DisjointSets) -> None:
    """Of organisations and places: bracketed parts, and the country of a state."""
    first: dict[str, int] = {}
    for place, (piece, name) in enumerate(zip(pieces, names, strict=True)):
        if piece.entity_type in (EntityType.ORG, EntityType.LOC):
            for alias in _list_aliases(name, piece.entity_type):
                groups.join(first.setdefault(alias, place), place)


def _list_aliases(name: str, entity_type: EntityType) -> list[str]:
    aliases = [name]
    head, bracket, inside = name.partition(" (")
    if bracket:
        aliases.append(head)
        if entity_type is EntityType.ORG:
            parts = inside.rstrip(")").replace(":", ",").replace(" – ", ",").replace(" - ", ",")
            aliases += [normalize_name(part.strip().strip(_QUOTES)) for part in parts.split(",")]
    first, tie, country = head.partition(" of ")
    if tie and first.rsplit(" ", 1)[-1] in load_words("state") and first != "government":
        aliases.append(country.removeprefix("the "))
    if tie and first.startswith("united "):
        aliases.append(first)  # United Kingdom of ...
    return [alias for alias in aliases if alias]


def _join_persons(pieces: Sequence[Markable], names: list[str], groups: DisjointSets) -> None:
    """Parts of names with the last whole name before them that fits, else with one behind."""
    persons = [at for at, piece in enumerate(pieces) if piece.entity_type is EntityType.PERSON]
    register = _FullNames(names, groups)
    for at in persons:
        register.join(at)
        register.remember(at)
    for at in persons:  # those that come before the whole name
        if " " not in strip_titles(names[at]):
            register.join(at)


class _FullNames:
    """The whole names that were seen, by their first and last word."""

    def __init__(self, names: list[str], groups: DisjointSets) -> None:
        self._names = names
        self._groups = groups
        self._wholes: dict[str, dict[str, int]] = {}
        """For each word the last place of each whole name, the latest name last."""
        self._told: set[str] = set()
        """Names that were settled: one means one person, else it would make one of brothers."""

    def remember(self, at: int) -> None:
        """A name, if it is a whole one."""
        name = self._names[at]
        words = strip_titles(name).split(" ")
        if len(words) > 1 and " and " not in name:
            for word in {words[0], words[-1]}:
                alike = self._wholes.setdefault(word, {})
                alike.pop(name, None)
                alike[name] = at
                if len(alike) > MOST_NAMESAKES:
                    del alike[next(iter(alike))]

    def join(self, at: int) -> None:
        """A name with the whole name that it is short for, if there is one."""
        name = self._names[at]
        if name in self._told or " and " in name:
            return
        alike = self._wholes.get(strip_titles(name).split(" ")[-1], {})
        for whole, place in reversed(alike.items()):
            if whole != name and _is_short_for(whole, name):
                self._told.add(name)
                self._groups.join(place, at)
                return


def _is_short_for(whole: str, part: str) -> bool:
    """Whether a name may be short for a whole one: no other gender, no other first name."""
    if _find_gender(whole) * _find_gender(part) < 0:
        return False
    full, short = strip_titles(whole).split(" "), strip_titles(part).split(" ")
    if len(short) == 1:
        return short[0] in (full[0], full[-1]) and (_find_gender(part) == 0 or short[0] == full[-1])
    if short[-1] != full[-1]:
        return False
    one, other = short[0], full[0]
    return one == other or (("." in one or "." in other) and one[0] == other[0])


def _find_gender(name: str) -> int:
    first = name.split(" ", 1)[0].rstrip(".")
    return (first in WOMEN) - (first in MEN)


def _join_misspelt(pieces: Sequence[Markable], names: list[str], groups: DisjointSets) -> None:
    """Names that differ by a letter, unless the lists know both for different things."""
    for kind in NAMED:
        places: dict[str, int] = {}
        for at, piece in enumerate(pieces):
            if piece.entity_type is kind:
                name = strip_titles(names[at]) if kind is EntityType.PERSON else names[at]
                places.setdefault(name, at)
        for one, other in find_misspelt_pairs(places):
            whole = kind is not EntityType.PERSON or (" " in one and " " in other)
            if whole and not _are_both_listed(pieces[places[one]], pieces[places[other]]):
                groups.join(places[one], places[other])


def _are_both_listed(one: Markable, other: Markable) -> bool:
    if one.entity_type is EntityType.PERSON or one.found is None or other.found is None:
        return False
    return one.found.edits == 0 and other.found.edits == 0 and one.rule != "headed"
