"""Join names that differ by one misspelt letter (E4)."""

from collections.abc import Iterable, Iterator, Sequence

from rapidfuzz.distance import OSA

from tacknamn.tab_benchmark.disjoint_sets import DisjointSets
from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import NAMED, EntityType, Markable

__all__ = ["find_misspelt_pairs", "join_misspelt"]

SHORTEST_MISSPELT = 6
"""Fewest letters of names that may be misspellings of each other. Iran and Iraq are shorter."""
LONGEST_MISSPELT = 60
"""Most letters of names that are compared letter by letter. Longer spans are no names."""


def join_misspelt(markables: Sequence[Markable], names: list[str], sets: DisjointSets) -> None:
    """Join names of one type that differ by a letter, unless the lists contain both."""
    for entity_type in NAMED:
        first: dict[str, int] = {}
        for index, markable in enumerate(markables):
            if markable.entity_type is entity_type:
                is_person = entity_type is EntityType.PERSON
                first.setdefault(strip_titles(names[index]) if is_person else names[index], index)
        for name, other in find_misspelt_pairs(first):
            # A surname alone may well be another surname: Larsson and Larssen.
            is_full = entity_type is not EntityType.PERSON or (" " in name and " " in other)
            if is_full and not _are_both_listed(markables[first[name]], markables[first[other]]):
                sets.join(first[name], first[other])


def _are_both_listed(markable: Markable, other: Markable) -> bool:
    """Whether the lists contain both names as they are spelt, so that neither is misspelt."""
    if (
        markable.entity_type is EntityType.PERSON
        or markable.detection is None
        or other.detection is None
    ):
        return False
    are_exact = markable.detection.edits == 0 and other.detection.edits == 0
    return are_exact and markable.rule != "headed"


def find_misspelt_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Find pairs of names that differ by one letter and share their first letter.

    Comparing every name with every other would take quadratic time. Instead each name is filed
    under itself and under every form with one letter left out. Two names within one edit of each
    other always share such a form:

    - insertion: *berg* is *bergh* without its last letter;
    - substitution: *bergh* and *bergk* are both *berg* without it;
    - transposition: *begrh* without *g* is *berh*, and so is *bergh* without *g*.

    Only names that share a form are then compared by their edit distance."""
    names_by_form: dict[str, list[str]] = {}
    for name in sorted(set(names)):
        if (
            SHORTEST_MISSPELT <= len(name) <= LONGEST_MISSPELT
            and name.replace(" ", "").replace("-", "").isalpha()
        ):
            shortened = (name[:index] + name[index + 1 :] for index in range(1, len(name)))
            for form in {name, *shortened}:
                names_by_form.setdefault(form, []).append(name)
    seen = set()
    for similar in names_by_form.values():
        # Comparing with the first name alone keeps the time linear for many similar names. A pair
        # that this misses mostly shares another form too.
        for other in similar[1:]:
            pair = (similar[0], other)
            if pair not in seen and OSA.distance(*pair, score_cutoff=1) == 1:
                seen.add(pair)
                yield pair
