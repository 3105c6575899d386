"""Join the mentions of one person: full names with their parts (E4).

John Smith is also Mr Smith, Smith, John and J. Smith, but neither Mrs Smith nor his brother Paul.
If several persons share a surname, a short form is the person who is introduced like it: with the
same title, as the applicant, and not as a relative of another person.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.applicant_organisations import ORGANISATION
from tacknamn.tab_benchmark.disjoint_sets import DisjointSets
from tacknamn.tab_benchmark.genders import find_gender, find_title_gender, is_relative
from tacknamn.tab_benchmark.name_forms import normalize_name
from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["is_applicant", "join_persons"]

MOST_NAMESAKES = 20
"""Most full names kept for one word. A text with more is a register, and the search must stay
fast."""
FARTHEST = 48
"""Characters before a name that are searched for *the applicant*."""
_APPLICANT = re.compile(r"[”\"]?,?[ \u00a0]\([“\"]?the (?:first |second |third )?applicant")
_THE_APPLICANT = re.compile(
    rf"\b[Tt]he (?:first |second |third |fourth )?applicants?(?:[ \u00a0]{ORGANISATION})?"
    r"(?:[ \u00a0](?:is|was|called|named))?,?[ \u00a0](?:the[ \u00a0])?[“\"„]?$"
)
_SECOND_NAME = re.compile(r"^(?P<first>[^(]+) [(“\"](?P<second>[^()”\"]+)[)”\"] (?P<last>[^(]+)$")
"""A name with another first name in it: *Karl (Kalle) Almvik*."""
_IS_APPLICANT, _SAME_TITLE, _NO_RELATIVE = 4, 2, 2
"""What speaks for one of several namesakes, in this order."""


class _NamedPerson(NamedTuple):
    """A name with what is known of its bearer."""

    mention: int
    """The index of the markable."""
    name: str
    words: tuple[str, ...]
    """The words without titles."""
    gender: int
    title_gender: int
    is_applicant: bool
    is_relative: bool
    is_nickname: bool
    """Whether it is another name of a person, such as a maiden name."""


def is_applicant(text: str, markable: Markable) -> bool:
    """Whether the text calls a person or a company the applicant at this place."""
    if _APPLICANT.match(text, markable.end):
        return True
    return (
        _THE_APPLICANT.search(text, max(0, markable.start - FARTHEST), markable.start) is not None
    )


def join_persons(
    annotated: AnnotatedText,
    markables: Sequence[Markable],
    names: list[str],
    sets: DisjointSets,
    protect: str,
) -> None:
    """Join short forms of names with full names.

    Of the full names before a short form, the one wins for which most speaks, then the last one. A
    short form that comes before every fitting full name joins a later one, which takes a second
    pass."""
    persons = list(_read_names(annotated, markables, names, protect))
    full_names = _FullNames(sets)
    for person in persons:
        if not person.is_nickname:
            full_names.join(person)
        full_names.add(person)
    for person in persons:
        if len(person.words) == 1 and not person.is_nickname:
            full_names.join(person)


def _read_names(
    annotated: AnnotatedText, markables: Sequence[Markable], names: list[str], protect: str
) -> Iterator[_NamedPerson]:
    """Read the names of persons. Equal names are one person, so what one mention says holds for
    all."""
    indices = [
        index
        for index, markable in enumerate(markables)
        if markable.entity_type is EntityType.PERSON and " and " not in names[index]
    ]
    protected = set(strip_titles(normalize_name(protect)).split(" "))
    applicants, relatives = set(), set()
    for index in indices:
        bare = strip_titles(names[index])
        is_protected = bool(protect.strip()) and protected <= set(bare.split(" "))
        if is_protected or is_applicant(annotated.text, markables[index]):
            applicants.add(bare)
        elif is_relative(annotated, markables[index]):
            relatives.add(bare)
    genders: dict[str, int] = {}
    for index in indices:
        name = names[index]
        if not genders.get(name):
            genders[name] = find_gender(annotated, markables[index], name)
    for index in indices:
        name = names[index]
        for form in _list_forms(name):
            yield _NamedPerson(
                index,
                form,
                tuple(strip_titles(form).split(" ")),
                genders[name],
                find_title_gender(name),
                strip_titles(name) in applicants,
                strip_titles(name) in relatives,
                markables[index].rule == "nickname",
            )


def _list_forms(name: str) -> list[str]:
    """List a name, and both names of *Karl (Kalle) Almvik*."""
    match = _SECOND_NAME.match(name)
    if match is None:
        return [name]
    return [f"{match['first']} {match['last']}", f"{match['second']} {match['last']}"]


class _FullNames:
    """The full names seen so far, by their first and by their last word."""

    def __init__(self, sets: DisjointSets) -> None:
        self._sets = sets
        self._by_word: dict[str, dict[str, _NamedPerson]] = {}
        """For each word its full names, each with its last mention; the name seen last is last."""
        self._joined: set[str] = set()
        """Short forms that were joined already. Each stands for one person throughout the text:
        otherwise "Smith" would join the brothers John and Paul Smith into one entity."""

    def add(self, person: _NamedPerson) -> None:
        """Add a name if it is a full one."""
        if len(person.words) > 1 or person.is_nickname:
            for word in {person.words[0], person.words[-1]}:
                namesakes = self._by_word.setdefault(word, {})
                earlier = namesakes.pop(person.name, None)  # a name seen again moves to the end
                if earlier is not None:
                    self._sets.join(earlier.mention, person.mention)
                namesakes[person.name] = person
                if len(namesakes) > MOST_NAMESAKES:
                    del namesakes[next(iter(namesakes))]  # the name not seen for longest

    def join(self, person: _NamedPerson) -> None:
        """Join a name with the full name that it is most likely short for, if there is one."""
        if person.name in self._joined:
            return
        fitting = [
            full
            for name, full in reversed(self._by_word.get(person.words[-1], {}).items())
            if name != person.name and _is_short_for(person, full)
        ]
        if fitting:
            self._joined.add(person.name)
            best = max(fitting, key=lambda full: _weigh(person, full))  # the first of equals
            self._sets.join(best.mention, person.mention)


def _is_short_for(person: _NamedPerson, full: _NamedPerson) -> bool:
    """Whether a name may be short for a full name: same gender, no other first name."""
    short, words = person.words, full.words
    if person.title_gender * full.gender < 0:
        return False
    if len(short) == 1 and short[0] == words[-1]:  # "Smith" or "Mr Smith" for John Smith
        return True  # a surname may be the first name of others: Martin
    if person.gender * full.gender < 0:
        return False
    if len(short) == 1:  # "John" for John Smith; after a title only the surname
        return short[0] == words[0] and person.title_gender == 0
    if short[-1] != words[-1]:
        return False
    # The surnames are equal: so are the first names, or one of them is an initial.
    first, other = short[0], words[0]
    return first == other or (("." in first or "." in other) and first[0] == other[0])


def _weigh(person: _NamedPerson, full: _NamedPerson) -> int:
    """Weigh what speaks for a full name as the long form of a short one."""
    same_title = person.title_gender != 0 and person.title_gender == full.title_gender
    return (
        _IS_APPLICANT * (person.is_applicant and full.is_applicant)
        + _SAME_TITLE * same_title
        + full.is_applicant
        - _NO_RELATIVE * full.is_relative
    )
