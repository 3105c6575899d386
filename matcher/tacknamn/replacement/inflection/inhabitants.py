"""Say what those are called who live in a town: Lundabo, göteborgare, New Delhi-bo.

Such a word names the town as clearly as the town does. The matcher finds it as the town's
plural (``Lundabor``), definite form (``Lundabon``) or both (``Lundaborna``), so the pseudonym is
made of the town drawn.

Any town can take ``-bo`` (Kotus, Reuters ruta 31/1 2011), so that is the rule: with an s between
behind compound names (``Mölndalsbo``, ``Linköpingsbo``), without one behind others
(``Malmöbo``, ``Londonbo``), with a hyphen behind names of several words (``Los Angeles-bo``).
Towns in ``-borg`` make ``-borgare``; others with ``-are`` and the irregular ones stand in
``inhabitants.tsv``.
"""

from collections.abc import Iterator
from functools import cache

from tacknamn.lexicon.affixes import DEFINITE, PLURAL
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
"""The endings of the two kinds of words."""
_ENDINGS = {ending for endings in _FORMS.values() for ending in endings.values()} | {
    f"a{ending}" for ending in _FORMS["bo"].values()
}
"""Those, and what stands behind towns in -lund: lundabor."""
_LINKED = (
    "arp", "berg", "bruk", "dal", "gård", "hamn", "holm", "hult", "kvarn", "köping", "land",
    "lund", "malm", "mark", "ryd", "skog", "stad", "strand", "ström", "sund", "torp", "vall",
    "vik",
)  # fmt: skip
"""Second halves of Swedish names behind which an s links: Linköpingsbo."""
_LONGEST_LINKED = max(map(len, _LINKED))
_AGENT_TOWN = "borg"
_SHORTEST_AGENT = 6
"""Letters of the shortest town that makes -borgare: a borgare is a citizen, not somebody from
Borg."""


def name_inhabitant(town: str) -> str | None:
    """Who lives in the town, in the singular; None where that cannot be said.

    >>> [inhabitant(town) for town in ("Lund", "Mölndal", "Göteborg", "New Delhi")]
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
    """A word of :func:`name_inhabitant` in the definite form, the plural or both.

    >>> inflected("Lundabo", PLURAL), inflected("Göteborgare", DEFINITE | PLURAL)
    ('Lundabor', 'Göteborgarna')
    """
    kind = "bo" if person.endswith("bo") else "are"
    return person.removesuffix(kind) + _FORMS[kind][affixes]


def has_open_number(person: str) -> bool:
    """Whether a word is singular and plural in one: en göteborgare, två göteborgare."""
    return person.casefold().endswith("are")


def is_inhabitant(form: str, town: str = "") -> bool:
    """Whether a form names those who live in the town, and not the town itself.

    Without the town only well-known words are recognized: Valbo is a town.

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
    """Names that may be the town in a word for inhabitants, and the affixes of the form.

    >>> list(bases("Mölndalsbor"))
    [('Mölndal', 4), ('Mölndals', 4)]
    """
    folded = form.casefold()
    for kind, endings in _FORMS.items():
        for affixes, ending in endings.items():
            if folded.endswith(ending):
                stem = form[: len(form) - len(ending)]
                yield from ((town, affixes) for town in _guess_towns(stem, kind))


def _guess_towns(stem: str, kind: str) -> Iterator[str]:
    """The stem of a word without its ending, made a town in every way there is."""
    person = f"{stem.casefold()}{kind}"
    irregular = _read_towns_by_person().get(person)
    if irregular is not None:
        yield _copy_letters(stem, irregular)
    for town in (stem[:-1], stem):
        if person in _list_inhabitants(town):
            yield town


def _list_inhabitants(town: str) -> tuple[str, ...]:
    """What may be said of somebody from there, folded: boråsare, and boråsbo as well."""
    if not town:
        return ()
    said = (name_inhabitant(town) or "").casefold()
    folded = town.casefold()
    return said, folded + ("sbo" if _is_linked(folded) else "bo")


def _choose_ending(town: str) -> str:
    """What a folded name of one word takes."""
    if town.endswith(_AGENT_TOWN) and len(town) >= _SHORTEST_AGENT:
        return "are"
    return "sbo" if _is_linked(town) else "bo"


def _is_linked(town: str) -> bool:
    """Whether a folded name is a compound that takes an s."""
    tail = town[-_LONGEST_LINKED - 1 :]
    return tail.endswith(_LINKED) and tail not in _LINKED


def _copy_letters(original: str, word: str) -> str:
    """The word with the letters of the original as far as they are the same."""
    for place, (ours, theirs) in enumerate(zip(original, word, strict=False)):
        if ours.casefold() != theirs.casefold():
            return original[:place] + word[place:]
    return original[: len(word)] + word[len(original) :]


@cache
def _read_irregular() -> dict[str, str]:
    return {town.casefold(): person for town, person in read_table(__file__, "inhabitants.tsv")}


@cache
def _read_towns_by_person() -> dict[str, str]:
    return {person: town for town, person in read_table(__file__, "inhabitants.tsv") if person}
