"""Say what Swedish calls those who live in a town: Mölndalsbo, göteborgare.

Such a word names the town as clearly as the town does, so it is found as an inflected form of
it: definite (Mölndalsbon), plural (Mölndalsbor), both (Mölndalsborna), each in the genitive.
Which ending a town takes is usage; the regular candidates are few, and a form that nobody
uses costs a row of a table and is never met.
"""

from collections.abc import Iterator

from tacknamn.lexicon.affixes import DEFINITE, GENITIVE, PLURAL

__all__ = ["SHORTEST_TOWN", "list_inhabitant_forms"]

_ENDINGS = (
    ("bo", 0),
    ("bon", DEFINITE),
    ("bor", PLURAL),
    ("borna", DEFINITE | PLURAL),
    ("are", 0),
    ("aren", DEFINITE),
    ("arna", DEFINITE | PLURAL),
)
SHORTEST_TOWN = 4
"""Letters of the shortest town that makes such words: nobody is found by Åbo."""
SHORTEST_AGENT = 6
"""Letters of the shortest town that makes a word in -are: a borgare is a citizen, not
somebody from Borg."""
_VOWELS = "aeiouyåäöé"


def list_inhabitant_forms(town: str) -> Iterator[tuple[str, int]]:
    """Forms and affixes for the folded name of a town.

    >>> sorted(form for form, _ in inhabitant_forms("lund") if form.endswith("bor"))
    ['lundabor', 'lundbor', 'lundsbor']
    """
    agents = len(town) >= SHORTEST_AGENT and town[-1] not in _VOWELS
    for stem in _list_stems(town):
        for ending, affixes in _ENDINGS:
            if ending.startswith("a") and not (agents and stem == town):
                continue
            yield stem + ending, affixes
            if affixes:  # of the others the genitive is found by rule
                yield f"{stem}{ending}s", affixes | GENITIVE


def _list_stems(town: str) -> Iterator[str]:
    yield town
    if town[-1] not in f"{_VOWELS}s":
        yield f"{town}s"
    if town.endswith("lund"):
        yield f"{town}a"
