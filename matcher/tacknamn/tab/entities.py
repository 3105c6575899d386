"""Say which pieces mention the same entity (E4).

The same words do; so do a person's whole name and parts of it (John Smith, Mr Smith, Smith, J.
Smith), a state and its country (Republic of Turkey, Turkey), a name and the acronym or the
translation in its brackets, and names misspelt by a letter.
"""

from collections.abc import Sequence

from tacknamn.tab.likeness import Groups, misspelt_pairs, plain
from tacknamn.tab.persons import untitled
from tacknamn.tab.records import EntityType, Piece
from tacknamn.tab.tables import words_of

__all__ = ["entities_of"]

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


def entities_of(text: str, pieces: Sequence[Piece]) -> list[int]:
    """For each piece the number of its entity, from 1 in order of first mention."""
    groups = Groups(len(pieces))
    names = [plain(text[piece.start : piece.end]) for piece in pieces]
    _join_alike(pieces, names, groups)
    _join_aliases(pieces, names, groups)
    _join_persons(pieces, names, groups)
    _join_misspelt(pieces, names, groups)
    numbers: dict[int, int] = {}
    return [
        numbers.setdefault(groups.head(place), len(numbers) + 1) for place in range(len(pieces))
    ]


def _join_alike(pieces: Sequence[Piece], names: list[str], groups: Groups) -> None:
    first: dict[tuple[str, str], int] = {}
    for place, (piece, name) in enumerate(zip(pieces, names, strict=True)):
        kind = "name" if piece.entity_type in NAMED else piece.entity_type.value
        groups.join(first.setdefault((kind, name), place), place)


def _join_aliases(pieces: Sequence[Piece], names: list[str], groups: Groups) -> None:
    """Of organisations and places: bracketed parts, and the country of a state."""
    first: dict[str, int] = {}
    for place, (piece, name) in enumerate(zip(pieces, names, strict=True)):
        if piece.entity_type in (EntityType.ORG, EntityType.LOC):
            for alias in _aliases(name, piece.entity_type):
                groups.join(first.setdefault(alias, place), place)


def _aliases(name: str, entity_type: EntityType) -> list[str]:
    aliases = [name]
    head, bracket, inside = name.partition(" (")
    if bracket:
        aliases.append(head)
        if entity_type is EntityType.ORG:
            parts = inside.rstrip(")").replace(":", ",").replace(" – ", ",").replace(" - ", ",")
            aliases += [plain(part.strip().strip(_QUOTES)) for part in parts.split(",")]
    first, tie, country = head.partition(" of ")
    if tie and first.rsplit(" ", 1)[-1] in words_of("state") and first != "government":
        aliases.append(country.removeprefix("the "))
    if tie and first.startswith("united "):
        aliases.append(first)  # United Kingdom of ...
    return [alias for alias in aliases if alias]


def _join_persons(pieces: Sequence[Piece], names: list[str], groups: Groups) -> None:
    """Parts of names with the last whole name before them that fits, else with one behind."""
    persons = [at for at, piece in enumerate(pieces) if piece.entity_type is EntityType.PERSON]
    register = _Register(names, groups)
    for at in persons:
        register.join(at)
        register.remember(at)
    for at in persons:  # those that come before the whole name
        if " " not in untitled(names[at]):
            register.join(at)


class _Register:
    """The whole names that were seen, by their first and last word."""

    def __init__(self, names: list[str], groups: Groups) -> None:
        self._names = names
        self._groups = groups
        self._wholes: dict[str, dict[str, int]] = {}
        """For each word the last place of each whole name, the latest name last."""
        self._told: set[str] = set()
        """Names that were settled: one means one person, else it would make one of brothers."""

    def remember(self, at: int) -> None:
        """A name, if it is a whole one."""
        name = self._names[at]
        words = untitled(name).split(" ")
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
        alike = self._wholes.get(untitled(name).split(" ")[-1], {})
        for whole, place in reversed(alike.items()):
            if whole != name and _fits(whole, name):
                self._told.add(name)
                self._groups.join(place, at)
                return


def _fits(whole: str, part: str) -> bool:
    """Whether a name may be short for a whole one: no other gender, no other first name."""
    if _gender(whole) * _gender(part) < 0:
        return False
    full, short = untitled(whole).split(" "), untitled(part).split(" ")
    if len(short) == 1:
        return short[0] in (full[0], full[-1]) and (_gender(part) == 0 or short[0] == full[-1])
    if short[-1] != full[-1]:
        return False
    one, other = short[0], full[0]
    return one == other or (("." in one or "." in other) and one[0] == other[0])


def _gender(name: str) -> int:
    first = name.split(" ", 1)[0].rstrip(".")
    return (first in WOMEN) - (first in MEN)


def _join_misspelt(pieces: Sequence[Piece], names: list[str], groups: Groups) -> None:
    """Names that differ by a letter, unless the lists know both for different things."""
    for kind in NAMED:
        places: dict[str, int] = {}
        for at, piece in enumerate(pieces):
            if piece.entity_type is kind:
                name = untitled(names[at]) if kind is EntityType.PERSON else names[at]
                places.setdefault(name, at)
        for one, other in misspelt_pairs(places):
            whole = kind is not EntityType.PERSON or (" " in one and " " in other)
            if whole and not _both_known(pieces[places[one]], pieces[places[other]]):
                groups.join(places[one], places[other])


def _both_known(one: Piece, other: Piece) -> bool:
    if one.entity_type is EntityType.PERSON or one.found is None or other.found is None:
        return False
    return one.found.edits == 0 and other.found.edits == 0 and one.rule != "headed"
