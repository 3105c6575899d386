"""Find persons: names behind titles, names that lists know, and initials.

The title belongs to the span (E1); what legal professionals are called does not (E3).
"""

from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText, is_heading
from tacknamn.tab_benchmark.capitals import BLANKS, CapitalRun, CapitalWord
from tacknamn.tab_benchmark.cues import TabCue
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_persons", "strip_titles"]

TITLED, NAMED, INITIALS = 90, 60, 55
"""Strengths: a title is sure, what lists and shapes say gives way to organisations."""
LONGEST_POSSESSIVE = 8
"""Characters before a title in which a possessive stands: her husband."""
SHORTEST_WHOLE = 3
"""Characters of initials: one letter alone numbers a heading or stands for nobody."""
LONGEST_ABBREVIATED = 2
"""Letters of a first name that a full stop shortens: Cz., Th."""
LEAST_SURE = 0.5
"""Probability of a name: below it, the engine only saw a capital."""
LONGEST_TITLED = 8
"""Words of a name behind a title at most."""
LONGEST_NAME = 5
"""Words of a name; longer runs of capitals are headings and titles of works."""
PERSON_LABELS = frozenset(
    ("firstname_female", "firstname_male", "firstname_unknown", "middlename", "surname")
)
WHOLE_LABELS = frozenset(("username", "nickname", "initials"))
"""Labels of the engine whose spans are persons as they are."""
_NO_INITIALS = frozenset(("u.s.", "u.k.", "e.u.", "u.n.", "s.a.", "p.m.", "a.m.", "a.d.", "b.c."))


def find_persons(sheet: AnnotatedText) -> Iterator[Markable]:
    """What names persons, without repeats."""
    by_start = {
        word.start: (run, place) for run in sheet.runs for place, word in _number_words(run)
    }
    yield from _find_titled(sheet, by_start)
    for run in sheet.runs:
        yield from _find_court_roles(run)
        yield from _find_listed_names(sheet, run)
    for found in sheet.founds:
        if found.label in WHOLE_LABELS and found.end - found.start >= SHORTEST_WHOLE:
            yield _make_person(found.start, found.end, f"label_{found.label}", NAMED)


def _number_words(run: CapitalRun) -> Iterator[tuple[int, CapitalWord]]:
    return iter(enumerate(run.words))


def _make_person(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.PERSON, rule, strength)


def _find_titled(
    sheet: AnnotatedText, by_start: dict[int, tuple[CapitalRun, int]]
) -> Iterator[Markable]:
    """Mr Smith; of Mr and Mrs Smith both."""
    starts: dict[int, int] = {}
    for cue in sheet.cues["title"]:
        if not sheet.text[cue.start].isupper() and not _is_honorific(sheet, cue):
            continue
        begin = starts.pop(cue.start, cue.start)
        after = cue.end + (sheet.text[cue.end : cue.end + 1] == ".")
        if sheet.lowered[after : after + 5] == " and ":
            starts[after + 5] = begin
            continue
        if sheet.text[after : after + 1] not in BLANKS:
            continue
        place = by_start.get(after + 1)
        end = (
            _find_particle_end(sheet, by_start, after + 1)
            if place is None
            else _find_name_end(sheet, by_start, *place)
        )
        if end:
            if sheet.lowered[after + 1 : end] in load_words("title"):
                starts[after + 1] = begin  # Prof Dr Ek
            else:
                yield _make_person(begin, end, "titled", TITLED)


def _is_honorific(sheet: AnnotatedText, cue: TabCue) -> bool:
    """Whether a word in small letters is one: fru Ek, but not his wife, hans fru Eva."""
    before = sheet.before(cue.start, LONGEST_POSSESSIVE).rsplit(None, 1)
    return cue.word in load_words("lower_title") and (
        not before or before[-1] not in load_words("possessive")
    )


def _find_name_end(
    sheet: AnnotatedText, by_start: dict[int, tuple[CapitalRun, int]], run: CapitalRun, place: int
) -> int:
    """Where the name ends that begins at a word of a run: in front of a title, or at the run's end,
    or behind small particles (van der) in the next."""
    last = place
    most = min(place + LONGEST_TITLED, len(run.words)) - 1
    while last < most and run.words[last + 1].lowered not in load_words("title"):
        last += 1
    end = run.words[last].end
    if last + 1 < len(run.words):
        return end
    if _is_abbreviated(sheet, run.words[-1]):
        following, first = by_start.get(end + 2, (run, 0))  # Mr Cz. Ek
        if following is not run:
            end = following.words[first : first + LONGEST_TITLED][-1].end
    further = (
        _find_particle_end(sheet, by_start, end + 1) if sheet.text[end : end + 1] in BLANKS else 0
    )
    return further or end


def _is_abbreviated(sheet: AnnotatedText, word: CapitalWord) -> bool:
    short = len(word.lowered) <= LONGEST_ABBREVIATED and word.lowered not in load_words("title")
    return short and sheet.text[word.end : word.end + 2] == ". "


def _find_particle_end(
    sheet: AnnotatedText, by_start: dict[int, tuple[CapitalRun, int]], start: int
) -> int:
    """The same where a particle begins; 0 where none does."""
    words = sheet.lowered[start : start + 20].split(" ")[:3]
    at = start
    for number, word in enumerate(words):
        if number and at in by_start:
            run, _ = by_start[at]
            return run.end
        if word not in load_words("particle"):
            return 0
        at += len(word) + 1
    return 0


def _find_listed_names(sheet: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """A run of capitals in which the lists know a name; and initials."""
    first = run.words[0].lowered
    if len(run.words) == 1 and "." in first:
        if first.count(".") > 1 and first not in _NO_INITIALS:
            yield _make_person(run.start, run.end, "initials", INITIALS)
        return
    if len(run.words) > LONGEST_NAME or _is_something_else(run):
        return
    if "." in first and is_heading(sheet, run.start):
        return
    if "." in first:
        yield _make_person(run.start, run.end, "initialled", INITIALS)
    names = [
        found
        for found in sheet.founds_in(run.start, run.end)
        if found.label in PERSON_LABELS
        and found.probability >= LEAST_SURE
        and sheet.text[found.start].isupper()
    ]
    if names and (len(run.words) > 1 or names[0].end >= run.end):
        yield _make_person(run.start, run.end, "listed", NAMED)


def _find_court_roles(run: CapitalRun) -> Iterator[Markable]:
    """A name behind what its bearer does in court: Judge Ek."""
    if len(run.words) > 1 and run.words[0].lowered in load_words("calling"):
        name = CapitalRun(run.words[1].start, run.end, run.words[1:])
        if not _is_something_else(name) and not _is_general(name):
            yield _make_person(name.start, name.end, "called", NAMED)


def _is_general(run: CapitalRun) -> bool:
    return all(word.lowered in load_words("org_words") for word in run.words)


def _is_something_else(run: CapitalRun) -> bool:
    """Whether a word of it makes it an organisation, a place or a company."""
    return any(
        word.lowered in load_words(kind)
        for word in run.words
        for kind in (
            "org_head",
            "loc_head",
            "company",
            "demonym",
            "title",
            "calling",
            "legal_reference",
        )
    )


def strip_titles(name: str) -> str:
    """A lower-case name without its titles."""
    words = name.replace("\u00a0", " ").split(" ")
    first = 0
    while first < len(words) - 1 and words[first].rstrip(".") in (*load_words("title"), "and"):
        first += 1
    return " ".join(words[first:])
