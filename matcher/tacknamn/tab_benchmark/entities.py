"""Decide which markables mention the same entity (E4).

Markables with the same words do. So do a person's full name and its parts (John Smith, Mr Smith,
Smith, J. Smith), a state and its country (Republic of Turkey, Turkey), a name and the acronym or
translation in its brackets, and names that differ by one misspelt letter.

Each of these rules is one pass over the markables that joins pairs of them. The joined markables
are kept as disjoint sets; after the last pass every set is one entity.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["DisjointSets", "find_misspelt_pairs", "normalize_name", "resolve_entities"]

NAMED = (EntityType.PERSON, EntityType.ORG, EntityType.LOC)
"""Types whose entities have names. For the other types, only equal words are the same entity."""
WOMEN, MEN = (
    frozenset(("mrs", "ms", "miss", "lady", "dame", "fru", "fröken", "sister")),
    frozenset(("mr", "sir", "lord", "herr", "father")),
)
"""Titles that state a gender: Mr Smith is not Mrs Smith."""
MOST_NAMESAKES = 20
"""Most full names kept for one word. A text with more is a register, and the search must stay
fast."""
SHORTEST_MISSPELT = 6
"""Fewest letters of names that may be misspellings of each other. Iran and Iraq are shorter."""
LONGEST_MISSPELT = 60
"""Most letters of names that are compared letter by letter. Longer spans are no names."""
_QUOTES = "“”\"„'’‘"
_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "’": "'"})
"""Letters that Unicode does not decompose into a base letter and an accent."""


@lru_cache(maxsize=4096)
def normalize_name(name: str) -> str:
    """Return a name in lower case, without accents, line breaks and a leading article."""
    decomposed = unicodedata.normalize("NFD", name.casefold().translate(_LETTERS))
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(bare.split()).removeprefix("the ")


class DisjointSets:
    """Sets of the numbers below ``size``. Each number begins in a separate set; sets can join."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))
        """A number with a smaller member of its set; the smallest member has itself."""

    def smallest(self, number: int) -> int:
        """Return the smallest member of the set of a number."""
        while self._parents[number] != number:
            # Skip one step for the next search: chains stay short however sets were joined.
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number

    def join(self, first: int, second: int) -> None:
        """Join the sets of two numbers."""
        low, high = sorted((self.smallest(first), self.smallest(second)))
        self._parents[high] = low


def resolve_entities(text: str, markables: Sequence[Markable]) -> list[int]:
    """Return for each markable the number of its entity, from 1 in order of first mention."""
    sets = DisjointSets(len(markables))
    names = [normalize_name(text[markable.start : markable.end]) for markable in markables]
    _join_equal(markables, names, sets)
    _join_aliases(markables, names, sets)
    _join_persons(markables, names, sets)
    _join_misspelt(markables, names, sets)
    numbers: dict[int, int] = {}
    return [
        numbers.setdefault(sets.smallest(index), len(numbers) + 1)
        for index in range(len(markables))
    ]


def _join_equal(markables: Sequence[Markable], names: list[str], sets: DisjointSets) -> None:
    """Join markables with the same words.

    All named types share one pool, so that a mention of a person that was found as a place counts;
    the other types stay apart, since *forty* may be an age or an amount."""
    first: dict[tuple[str, str], int] = {}
    for index, (markable, name) in enumerate(zip(markables, names, strict=True)):
        kind = "name" if markable.entity_type in NAMED else markable.entity_type.value
        sets.join(first.setdefault((kind, name), index), index)


def _join_aliases(markables: Sequence[Markable], names: list[str], sets: DisjointSets) -> None:
    """Join organisations and places by the names in their brackets and the country of a state."""
    first: dict[str, int] = {}
    for index, (markable, name) in enumerate(zip(markables, names, strict=True)):
        if markable.entity_type in (EntityType.ORG, EntityType.LOC):
            for alias in _list_aliases(name, markable.entity_type):
                sets.join(first.setdefault(alias, index), index)


def _list_aliases(name: str, entity_type: EntityType) -> list[str]:
    """List every name under which the bearer of a name may be mentioned elsewhere."""
    aliases = [name]
    # "Kurdistan Workers' Party (PKK: an illegal organisation)" is also its head and "pkk".
    head, bracket, inside = name.partition(" (")
    if bracket:
        aliases.append(head)
        if entity_type is EntityType.ORG:
            parts = inside.rstrip(")").replace(":", ",").replace(" – ", ",").replace(" - ", ",")
            aliases += [normalize_name(part.strip().strip(_QUOTES)) for part in parts.split(",")]
    # "Republic of Turkey" is also "turkey"; the government of Turkey is another entity.
    first, tie, country = head.partition(" of ")
    if tie and first.rsplit(" ", 1)[-1] in load_words("state") and first != "government":
        aliases.append(country.removeprefix("the "))
    if tie and first.startswith("united "):
        aliases.append(first)  # United Kingdom of ...
    return [alias for alias in aliases if alias]


def _join_persons(markables: Sequence[Markable], names: list[str], sets: DisjointSets) -> None:
    """Join short forms of names with full names.

    The last fitting full name before a short form wins. A short form that comes before every
    fitting full name joins a later one, which takes a second pass."""
    persons = [
        index
        for index, markable in enumerate(markables)
        if markable.entity_type is EntityType.PERSON
    ]
    full_names = _FullNames(names, sets)
    for index in persons:
        full_names.join(index)
        full_names.add(index)
    for index in persons:
        if " " not in strip_titles(names[index]):
            full_names.join(index)


class _FullNames:
    """The full names seen so far, by their first and by their last word."""

    def __init__(self, names: list[str], sets: DisjointSets) -> None:
        self._names = names
        self._sets = sets
        self._by_word: dict[str, dict[str, int]] = {}
        """For each word its full names, each with its last index; the name seen last is last."""
        self._joined: set[str] = set()
        """Short forms that were joined already. Each stands for one person throughout the text:
        otherwise "Smith" would join the brothers John and Paul Smith into one entity."""

    def add(self, index: int) -> None:
        """Add a name if it is a full one."""
        name = self._names[index]
        words = strip_titles(name).split(" ")
        if len(words) > 1 and " and " not in name:
            for word in {words[0], words[-1]}:
                namesakes = self._by_word.setdefault(word, {})
                namesakes.pop(name, None)  # a name seen again moves to the end
                namesakes[name] = index
                if len(namesakes) > MOST_NAMESAKES:
                    del namesakes[next(iter(namesakes))]  # the name not seen for longest

    def join(self, index: int) -> None:
        """Join a name with the latest full name that it is short for, if there is one."""
        name = self._names[index]
        if name in self._joined or " and " in name:
            return
        namesakes = self._by_word.get(strip_titles(name).split(" ")[-1], {})
        for full_name, full_index in reversed(namesakes.items()):
            if full_name != name and _is_short_for(name, full_name):
                self._joined.add(name)
                self._sets.join(full_index, index)
                return


def _is_short_for(name: str, full_name: str) -> bool:
    """Whether a name may be short for a full name: same gender, no other first name."""
    if _find_gender(full_name) * _find_gender(name) < 0:  # one is a woman, the other a man
        return False
    full, short = strip_titles(full_name).split(" "), strip_titles(name).split(" ")
    if len(short) == 1:
        # "John" or "Smith" for John Smith; after a title only the surname: "Mr Smith".
        return short[0] in (full[0], full[-1]) and (_find_gender(name) == 0 or short[0] == full[-1])
    if short[-1] != full[-1]:
        return False
    # The surnames are equal: so are the first names, or one of them is an initial.
    first, other = short[0], full[0]
    return first == other or (("." in first or "." in other) and first[0] == other[0])


def _find_gender(name: str) -> int:
    """Return 1 after a woman's title, -1 after a man's, 0 without either."""
    first = name.split(" ", 1)[0].rstrip(".")
    return (first in WOMEN) - (first in MEN)


def _join_misspelt(markables: Sequence[Markable], names: list[str], sets: DisjointSets) -> None:
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
