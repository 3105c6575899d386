"""Make the word for the inhabitants of a town: Lundabo, göteborgare, New Delhi-bo.

Such a word names the town as clearly as the town's own name. The matcher finds it as the town's
plural (``Lundabor``), definite form (``Lundabon``) or both (``Lundaborna``), so its pseudonym is
made from the town that is drawn.

Every town can take ``-bo`` (Kotus, Reuters ruta 31/1 2011). An s links it to compound names
(``Mölndalsbo``, ``Linköpingsbo``), but not to others (``Malmöbo``, ``Londonbo``). Names of several
words take a hyphen (``Los Angeles-bo``). Towns in ``-borg`` take ``-are``. Other words in ``-are``
and irregular ones are in ``inhabitants.tsv``.
"""

from collections.abc import Iterator
from functools import cache

from tacknamn.labels import DEFINITE, PLURAL
from tacknamn.support.tables import read_table

__all__ = [
    "find_towns",
    "has_open_number",
    "inflect_inhabitant",
    "is_inhabitant",
    "name_inhabitant",
]

_FORMS = {
    "bo": {0: "bo", DEFINITE: "bon", PLURAL: "bor", DEFINITE | PLURAL: "borna"},
    "are": {0: "are", DEFINITE: "aren", PLURAL: "are", DEFINITE | PLURAL: "arna"},
}
"""The endings of both kinds of words, by affixes."""
_ENDINGS = {ending for endings in _FORMS.values() for ending in endings.values()} | {
    f"a{ending}" for ending in _FORMS["bo"].values()
}
"""These endings, and those after towns in -lund: lundabor."""
_LINKED = (
    "arp", "berg", "bruk", "dal", "gård", "hamn", "holm", "hult", "kvarn", "köping", "land",
    "lund", "malm", "mark", "ryd", "skog", "stad", "strand", "ström", "sund", "torp", "vall",
    "vik",
)  # fmt: skip
"""Last parts of Swedish names that an s links to -bo: Linköpingsbo."""
_LONGEST_LINKED = max(map(len, _LINKED))
_AGENT_TOWN = "borg"
_SHORTEST_AGENT = 6
"""Letters of the shortest town that takes -are. A "borgare" is a citizen, not an inhabitant of
Borg."""


def name_inhabitant(town: str) -> str | None:
    """Return the word for an inhabitant, in the singular; None if it cannot be made.

    >>> [name_inhabitant(town) for town in ("Lund", "Mölndal", "Göteborg", "New Delhi")]
    ['Lundabo', 'Mölndalsbo', 'Göteborgare', 'New Delhi-bo']
    """
    irregular = _read_irregular().get(town.casefold())
    if irregular is not None:
        return _copy_letters(town, irregular) or None
    if not town[-1:].isalpha() or any(map(str.isdigit, town)):
        return None
    if " " in town:
        return None if "-" in town else f"{town}-bo"
    return town + _choose_ending(town.casefold())


def inflect_inhabitant(person: str, affixes: int) -> str:
    """Put a word of :func:`name_inhabitant` into the definite form, the plural or both.

    >>> inflect_inhabitant("Lundabo", PLURAL), inflect_inhabitant("Göteborgare", DEFINITE | PLURAL)
    ('Lundabor', 'Göteborgarna')
    """
    kind = "bo" if person.endswith("bo") else "are"
    return person.removesuffix(kind) + _FORMS[kind][affixes]


def has_open_number(person: str) -> bool:
    """Whether a word is both singular and plural: en göteborgare, två göteborgare."""
    return person.casefold().endswith("are")


def is_inhabitant(form: str, town: str = "") -> bool:
    """Whether a form denotes the inhabitants of the town, not the town itself.

    Without the town only well-known words are recognized, because Valbo is a town.

    >>> is_inhabitant("lundabo"), is_inhabitant("Valbo"), is_inhabitant("Valbo", "Val")
    (True, False, True)
    """
    folded, base = form.casefold(), town.casefold()
    if not base:
        agent = f"{_AGENT_TOWN}are"
        return folded in _read_towns_by_person() or (folded.endswith(agent) and folded != agent)
    if folded.startswith(base):
        return folded[len(base) :].removeprefix("s").lstrip("-") in _ENDINGS
    return any(other.casefold() == base for other, _ in find_towns(form))


def find_towns(form: str) -> Iterator[tuple[str, int]]:
    """Find names that may be the town of a word for inhabitants, and the affixes of the word.

    >>> list(find_towns("Mölndalsbor"))
    [('Mölndal', 4), ('Mölndals', 4)]
    """
    folded = form.casefold()
    for kind, endings in _FORMS.items():
        for affixes, ending in endings.items():
            if folded.endswith(ending):
                stem = form[: len(form) - len(ending)]
                yield from ((town, affixes) for town in _guess_towns(stem, kind))


def _guess_towns(stem: str, kind: str) -> Iterator[str]:
    """Yield the possible towns of a word without its ending."""
    person = f"{stem.casefold()}{kind}"
    irregular = _read_towns_by_person().get(person)
    if irregular is not None:
        yield _copy_letters(stem, irregular)
    for town in (stem[:-1], stem):
        if person in _list_inhabitants(town):
            yield town


def _list_inhabitants(town: str) -> tuple[str, ...]:
    """List the possible words for an inhabitant, folded: boråsare, but also boråsbo."""
    if not town:
        return ()
    usual = (name_inhabitant(town) or "").casefold()
    folded = town.casefold()
    return usual, folded + ("sbo" if _is_linked(folded) else "bo")


def _choose_ending(town: str) -> str:
    """Return the ending that a folded name of one word takes."""
    if town.endswith(_AGENT_TOWN) and len(town) >= _SHORTEST_AGENT:
        return "are"
    return "sbo" if _is_linked(town) else "bo"


def _is_linked(town: str) -> bool:
    """Whether a folded name is a compound that an s links to -bo."""
    tail = town[-_LONGEST_LINKED - 1 :]
    return tail.endswith(_LINKED) and tail not in _LINKED


def _copy_letters(original: str, word: str) -> str:
    """Return the word with the letters of the original as far as both agree."""
    for position, (ours, theirs) in enumerate(zip(original, word, strict=False)):
        if ours.casefold() != theirs.casefold():
            return original[:position] + word[position:]
    return original[: len(word)] + word[len(original) :]


@cache
def _read_irregular() -> dict[str, str]:
    return {town.casefold(): person for town, person in read_table(__file__, "inhabitants.tsv")}


@cache
def _read_towns_by_person() -> dict[str, str]:
    return {person: town for town, person in read_table(__file__, "inhabitants.tsv") if person}
