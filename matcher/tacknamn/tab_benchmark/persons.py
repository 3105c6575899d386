"""Find persons: names after titles, names that the lists contain, and initials.

A title belongs to the mention (E1); the name of a legal profession does not (E3).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotated_text import AnnotatedText, is_heading
from tacknamn.tab_benchmark.capitals import BLANKS, CapitalRun, CapitalWord, capital_letter
from tacknamn.tab_benchmark.cues import TabCue, load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_persons", "strip_titles"]

TITLED, NAMED, INITIALS = 90, 60, 55
"""Strengths. A title is certain; names from lists and shapes yield to organisations."""
LONGEST_POSSESSIVE = 8
"""Characters before a title that may contain a possessive: her husband."""
SHORTEST_WHOLE = 3
"""Fewest characters of initials. A single letter numbers a heading."""
LONGEST_ABBREVIATED = 2
"""Most letters of a first name that is abbreviated with a full stop: Cz., Th."""
LEAST_SURE = 0.5
"""Least probability of a name. Below it, the engine only saw a capital."""
LONGEST_TITLED = 8
"""Most words of a name after a title."""
LONGEST_NAME = 5
"""Most words of a name. Longer runs of capitals are headings and titles of works."""
OTHER_WORDS = (
    *("org_head", "loc_head", "company", "demonym", "title", "calling", "legal_reference"),
)
"""Kinds of words that belong to no name of a person."""
PERSON_LABELS = frozenset(
    ("firstname_female", "firstname_male", "firstname_unknown", "middlename", "surname")
)
WHOLE_LABELS = frozenset(("username", "nickname", "initials"))
"""Labels of the engine whose detections are whole persons."""
_NO_INITIALS = frozenset(("u.s.", "u.k.", "e.u.", "u.n.", "s.a.", "p.m.", "a.m.", "a.d.", "b.c."))


def find_persons(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find the names of persons, without repeated mentions."""
    by_start = {
        word.start: (run, word_index)
        for run in annotated.runs
        for word_index, word in enumerate(run.words)
    }
    yield from _find_titled_names(annotated, by_start)
    for run in annotated.runs:
        yield from _find_court_roles(run)
        yield from _find_weakly_titled(annotated, run)
        for name in _find_listed_names(annotated, run):
            yield _extend_to_particles(annotated, by_start, name)
    for detection in annotated.detections:
        if detection.label in WHOLE_LABELS and detection.end - detection.start >= SHORTEST_WHOLE:
            yield _make_person(detection.start, detection.end, f"label_{detection.label}", NAMED)


def _make_person(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.PERSON, rule, strength)


def _find_titled_names(
    annotated: AnnotatedText, by_start: dict[int, tuple[CapitalRun, int]]
) -> Iterator[Markable]:
    """Find names after titles: Mr Smith; both persons of Mr and Mrs Smith."""
    starts: dict[int, int] = {}
    for cue in annotated.cues["title"]:
        if not annotated.text[cue.start].isupper() and not _is_honorific(annotated, cue):
            continue
        begin = starts.pop(cue.start, cue.start)
        after = cue.end + (annotated.text[cue.end : cue.end + 1] == ".")
        if annotated.lowered[after : after + 5] == " and ":
            starts[after + 5] = begin
            continue
        if annotated.text[after : after + 1] not in BLANKS:
            continue
        next_run = by_start.get(after + 1)
        end = (
            _find_particle_end(annotated, by_start, after + 1)
            if next_run is None
            else _find_name_end(annotated, by_start, *next_run)
        )
        if end:
            if annotated.lowered[after + 1 : end] in load_words("title"):
                starts[after + 1] = begin  # Prof Dr Ek
            else:
                yield _make_person(begin, end, "titled", TITLED)


def _is_honorific(annotated: AnnotatedText, cue: TabCue) -> bool:
    """Whether a word in lower case is an honorific: *fru Ek*, but not *hans fru Eva* (his wife)."""
    before = annotated.text_before(cue.start, LONGEST_POSSESSIVE).rsplit(None, 1)
    return cue.word in load_words("lower_title") and (
        not before or before[-1] not in load_words("possessive")
    )


def _find_name_end(
    annotated: AnnotatedText,
    by_start: dict[int, tuple[CapitalRun, int]],
    run: CapitalRun,
    word_index: int,
) -> int:
    """Find the end of a name that begins at a word of a run.

    It ends before the next title or with the run. Lower-case particles (van der) continue it."""
    last = word_index
    most = min(word_index + LONGEST_TITLED, len(run.words)) - 1
    while last < most and run.words[last + 1].lowered not in load_words("title"):
        last += 1
    end = run.words[last].end
    if last + 1 < len(run.words):
        return end
    if _is_abbreviated(annotated, run.words[-1]):
        following, first = by_start.get(end + 2, (run, 0))  # Mr Cz. Ek
        if following is not run:
            end = following.words[first : first + LONGEST_TITLED][-1].end
    further = (
        _find_particle_end(annotated, by_start, end + 1)
        if annotated.text[end : end + 1] in BLANKS
        else 0
    )
    return further or end


def _is_abbreviated(annotated: AnnotatedText, word: CapitalWord) -> bool:
    short = len(word.lowered) <= LONGEST_ABBREVIATED and word.lowered not in load_words("title")
    return short and annotated.text[word.end : word.end + 2] == ". "


@lru_cache(maxsize=1)
def _hyphenated_pattern() -> re.Pattern[str]:
    """Build the pattern of a lower-case article that a hyphen joins to a name: al-Masri, d'Arc."""
    article = r"(?:al|el|ar|as|ad|at|ash|an|az|ul|ud|ut|ur|ibn|bin|d|l|dell|ould|oğlu|abd al|abu)"
    return re.compile(rf"{article}[-’']{capital_letter()}[\w’'-]*")


def _find_particle_end(
    annotated: AnnotatedText, by_start: dict[int, tuple[CapitalRun, int]], start: int
) -> int:
    """Find the end of a name that continues with particles; 0 if it does not."""
    hyphenated = _hyphenated_pattern().match(annotated.text, start)
    if hyphenated is not None:  # Omar al-Masri
        following = by_start.get(hyphenated.end() + 1)
        return hyphenated.end() if following is None else following[0].end
    words = annotated.lowered[start : start + 20].split(" ")[:4]
    position = start
    for number, word in enumerate(words):
        if number and position in by_start:
            run, _ = by_start[position]
            return run.end
        if word not in load_words("particle"):
            return 0
        position += len(word) + 1
    return 0


def _find_listed_names(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a run with initials, or with a name that the lists contain."""
    first = run.words[0].lowered
    if len(run.words) == 1 and "." in first:
        if first.count(".") > 1 and first not in _NO_INITIALS:
            yield _make_person(run.start, run.end, "initials", INITIALS)
        return
    if len(run.words) > LONGEST_NAME or _is_something_else(run):
        return
    if "." in first and is_heading(annotated, run.start):
        return
    if "." in first:
        yield _make_person(run.start, run.end, "initialled", INITIALS)
    names = _find_names(annotated, run)
    if names and (len(run.words) > 1 or names[0].end >= run.end):
        yield _make_person(run.start, run.end, "listed", NAMED)


def _extend_to_particles(
    annotated: AnnotatedText, by_start: dict[int, tuple[CapitalRun, int]], name: Markable
) -> Markable:
    """Extend a name without a title by particles and what follows them: Omar bin Hassan."""
    if annotated.text[name.end : name.end + 1] not in BLANKS:
        return name
    end = _find_particle_end(annotated, by_start, name.end + 1)
    return name._replace(end=end) if end else name


def _find_weakly_titled(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a name after a title that may also begin another name: General Ek, but General Motors."""
    first = 0
    while first < len(run.words) - 1 and run.words[first].lowered in load_words("weak_title"):
        first += 1
    name = CapitalRun(run.words[first].start, run.end, run.words[first:])
    if not first or len(name.words) > LONGEST_NAME or _is_something_else(name):
        return
    if _find_names(annotated, name) and not _is_general(name):
        yield _make_person(run.start, run.end, "titled", NAMED + 1)


def _find_names(annotated: AnnotatedText, run: CapitalRun) -> list[Detection]:
    """Find the names of persons that the engine detected in a run."""
    return [
        detection
        for detection in annotated.detections_between(run.start, run.end)
        if detection.label in PERSON_LABELS
        and detection.probability >= LEAST_SURE
        and annotated.text[detection.start].isupper()
    ]


def _find_court_roles(run: CapitalRun) -> Iterator[Markable]:
    """Find a name after a role in court: Judge Ek."""
    if len(run.words) > 1 and run.words[0].lowered in load_words("calling"):
        name = CapitalRun(run.words[1].start, run.end, run.words[1:])
        if not _is_something_else(name) and not _is_general(name):
            yield _make_person(name.start, name.end, "called", NAMED)


def _is_general(run: CapitalRun) -> bool:
    return all(word.lowered in load_words("org_words") for word in run.words)


def _is_something_else(run: CapitalRun) -> bool:
    """Whether a word of the run marks it as an organisation, a place or a company."""
    kinds = load_kinds(*OTHER_WORDS)
    return not kinds.isdisjoint([word.lowered for word in run.words])


def strip_titles(name: str) -> str:
    """Strip the titles from a lower-case name."""
    words = name.replace("\u00a0", " ").split(" ")
    first = 0
    while first < len(words) - 1 and words[first].rstrip(".") in (*load_words("title"), "and"):
        first += 1
    return " ".join(words[first:])
