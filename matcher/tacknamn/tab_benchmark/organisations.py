"""Find organisations: runs of capitals that contain a word for one.

A mention is the shortest span without articles (E2). ``of``, ``for`` and ``and`` join the parts of
one name. A translation or an acronym in brackets after the name belongs to the mention (E1).
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.support.tables import read_table
from tacknamn.tab_benchmark.annotated_text import AnnotatedText, is_shouted
from tacknamn.tab_benchmark.applicant_organisations import find_applicant_organisations
from tacknamn.tab_benchmark.capitals import BLANKS, CapitalRun
from tacknamn.tab_benchmark.cues import load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.referents import find_prisons, is_state

__all__ = ["find_organisations", "load_general_names"]

NUMBERED, HEADED, COMPANY, EXPLAINED, LOW, ACRONYM, LISTED = 89, 80, 85, 82, 70, 45, 50
"""Strengths. A word for an organisation outranks what the lists contain for its words, and its number is
no code."""
LONGEST_BRACKET = 120
"""Most characters of a translation or an acronym in brackets."""
LONGEST_ACRONYM = 6
"""Most letters of a word in capitals that counts as the name of an organisation."""
LABELS = frozenset(("school", "work", "public_authority", "other_institution"))
MOST_LOW = 4
"""Most lower-case words after a name: public prosecutor's office."""
_TIES = re.compile(
    r"[ \u00a0](?:of|for|and|of the|for the|and the|&|of first|für|de|des|av|och|i|w|"
    r"og|und|et|du|di|della|del|do|da|von|zu|zur|de la|der|y|e|na|im|am|ve)[ \u00a0]"
)
"""What may stand between the parts of one name."""
_AND = frozenset(("and", "and the", "&", "och", "und", "et", "y"))
_ORDINAL = re.compile(r"\b\d{1,3}(?:st|nd|rd|th)[ \u00a0]$")
_NUMBER_WORDS = frozenset(("no", "nr"))
_NUMBERED = re.compile(
    r"[ \u00a0](?:[nN]o|[nN]r|№)\.?[ \u00a0]?\d{1,4}(?:[/-]\d{1,3})?(?!\w|[.,/-]\d)"
)
_LOW = re.compile(r"[ \u00a0]([^\W\d_A-ZÅÄÖ][\w’'‑-]*)")
_AGAINST = re.compile(r"\bagainst the $")
"""Before a state that is a party, which is an organisation: *against the Kingdom of Sweden*."""
_NO_TRANSLATION = re.compile(r"(?:hereinafter|hereafter|henceforth|the|no|nos|see|art|rule)\b")
_QUOTED = re.compile(r" [“\"][^“”\"\n]{1,40}[”\"]")
_QUOTES = '“"”„'
_NO_NAMES = frozenset(("GC", "EC", "UK", "ID", "TV", "PO", "AM", "PM", "VAT", "IBAN", "SMS", "GPS"))
"""Words in capitals that name no organisation."""


@lru_cache(maxsize=1)
def load_general_names() -> frozenset[str]:
    """Load the names that stay unmasked although they look like an organisation (E3)."""
    return frozenset(name for (name,) in read_table(__file__, "general.tsv"))


def find_organisations(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find the names of organisations."""
    run_index = 0
    while run_index < len(annotated.runs):
        reach = _find_last_tied_run(annotated, run_index)
        name = _find_headed_name(annotated, run_index, reach)
        if name is not None:
            yield name
        run_index = reach + 1
    for number, run in enumerate(annotated.runs):
        yield from _find_companies(annotated, run)
        yield from _find_lower_case_names(annotated, number)
        yield from _find_acronyms(annotated, run)
        yield from _find_firms(annotated, run)
        yield from _find_numbered(annotated, run)
    yield from find_applicant_organisations(annotated)
    yield from find_prisons(annotated)
    for detection in annotated.detections:
        if detection.label in LABELS and annotated.text[detection.start].isupper():
            yield _make_organisation(detection.start, detection.end, "listed", LISTED)


def _make_organisation(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.ORG, rule, strength)


def _find_numbered(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find the institutions that have a number for a name: Prison no. 13, School No. 5."""
    words = run.words[:-1] if run.words[-1].lowered in _NUMBER_WORDS else run.words
    if words and words[-1].lowered in load_kinds("org_head", "prison_cue"):
        match = _NUMBERED.match(annotated.text, words[-1].end)
        if match is not None:
            yield _make_organisation(run.start, match.end(), "headed", NUMBERED)


def _has(run: CapitalRun, kind: str) -> bool:
    return not load_words(kind).isdisjoint([word.lowered for word in run.words])


def _find_last_tied_run(annotated: AnnotatedText, run_index: int) -> int:
    """Find the last run of the name that may begin with a run."""
    reach = run_index
    headed = _has(annotated.runs[run_index], "org_head")
    while reach + 1 < len(annotated.runs):
        here, there = annotated.runs[reach], annotated.runs[reach + 1]
        tie = _TIES.fullmatch(annotated.text, here.end, there.start)
        if tie is None or not _is_joined(here, there, tie.group().strip(), headed):
            break
        headed = headed or _has(there, "org_head")
        reach += 1
    return reach


def _is_joined(here: CapitalRun, there: CapitalRun, tie: str, headed: bool) -> bool:
    """Whether a tie joins two runs into one name. Two complete names stay two (E2)."""
    if _has(there, "state") and not _has(there, "company"):
        return False
    if here.words[-1].lowered in load_words("role"):
        return False
    if not headed and _begins_with_title(here):
        return False
    if (
        tie in _AND
        and headed
        and (_has(there, "org_head") or here.words[-1].lowered in load_words("org_head"))
    ):
        return False
    return headed or _ends_with_head(there)


def _begins_with_title(run: CapitalRun) -> bool:
    first = run.words[0].lowered
    return first in load_words("title") or first in load_words("weak_title")


def _ends_with_head(run: CapitalRun) -> bool:
    return run.words[-1].lowered in load_words("org_head")


def _find_headed_name(annotated: AnnotatedText, run_index: int, reach: int) -> Markable | None:
    runs = annotated.runs[run_index : reach + 1]
    if not any(_has(run, "org_head") for run in runs):
        return None
    start, end = runs[0].start, runs[-1].end
    if not _AGAINST.search(annotated.text_before(start, 14)) and any(
        detection.label == "country" and detection.end >= end
        for detection in annotated.detections_between(start, start + 1)
    ):
        return None  # the United Kingdom
    start = _extend_to_ordinal(annotated, start)
    name = annotated.lowered[start:end]
    if runs[-1].words[-1].lowered in load_words("legal_reference"):
        return None  # the Administrative Court Act
    words = sum(len(run.words) for run in runs)
    if (
        name in load_general_names()
        or is_state(name)
        or (words == 1 and start == runs[0].start)
        or is_shouted(annotated, start)
    ):
        return None
    return _make_organisation(start, _extend_to_bracket(annotated, end), "headed", HEADED)


def _extend_to_ordinal(annotated: AnnotatedText, start: int) -> int:
    match = _ORDINAL.search(annotated.text, max(0, start - 8), start)
    return start if match is None else match.start()


def _extend_to_bracket(annotated: AnnotatedText, end: int, is_acronym: bool = False) -> int:
    """Extend a name to the bracket that translates or shortens it.

    The long form of an acronym in the bracket may begin with an article."""
    text = annotated.text
    quoted = _QUOTED.match(text, end)
    end = end if quoted is None else quoted.end()
    if text[end : end + 2] != " (":
        return end
    close = text.find(")", end, end + LONGEST_BRACKET)
    inside = text[end + 2 : close].lstrip(_QUOTES)
    inside = inside.removeprefix("the ") if is_acronym else inside
    if close < 0 or "(" in inside or _NO_TRANSLATION.match(inside.lower()):
        return end
    if any(letter.isdigit() for letter in inside) or not inside or not inside[0].isalpha():
        return end
    return close + 1


def _find_companies(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find names that end in a company designator: Viken Ltd."""
    if len(run.words) > 1:
        last = run.words[-1]
        if last.lowered.rstrip(".") in load_words("company"):
            yield _make_organisation(
                run.start, _extend_to_bracket(annotated, last.end), "company", COMPANY
            )
    after = annotated.lowered[run.end : run.end + 5].split(" ")
    if len(after) > 1 and after[0] == "" and after[1].rstrip(".,;") in ("plc", "ltd", "inc", "a/s"):
        word = after[1].rstrip(".,;")
        yield _make_organisation(run.start, run.end + 1 + len(word), "company", COMPANY)


def _find_lower_case_names(annotated: AnnotatedText, number: int) -> Iterator[Markable]:
    """Find a name with a lower-case word for its kind: Istanbul police."""
    run = annotated.runs[number]
    if run.words[-1].lowered in load_kinds("demonym", "org_head"):
        return
    position, end = run.end, 0
    for _ in range(MOST_LOW):
        match = _LOW.match(annotated.text, position)
        if match is None:
            break
        word = match.group(1)
        bare = word.removesuffix("'s").removesuffix("’s")
        position = match.end()
        if bare in load_words("org_low"):
            end = position - (len(word) - len(bare))
        elif word not in load_words("org_between"):
            break
    if end:
        yield _make_organisation(run.start, end, "low", LOW)


def _find_acronyms(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find an acronym (PKK), with its long form in brackets if there is one."""
    word = run.words[0]
    text = annotated.text[word.start : word.end]
    if len(run.words) > 1 or not 1 < len(text) <= LONGEST_ACRONYM or not text.isupper():
        return
    if (
        word.lowered in load_words("currency")
        or not _is_word(text)
        or is_shouted(annotated, run.start)
    ):
        return
    if annotated.text[word.start - 1 : word.start] in ("(", *_QUOTES, *BLANKS, "\n", ""):
        end = _extend_to_bracket(annotated, word.end, is_acronym=True)
        yield _make_organisation(
            word.start, end, "acronym", ACRONYM if end == word.end else EXPLAINED
        )


def _is_word(text: str) -> bool:
    """Whether a word is neither a Roman number nor the letters of a document."""
    letters = text.replace("-", "")
    return letters.isalpha() and not set(letters) <= set("IVX") and letters not in _NO_NAMES


def _find_firms(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a name with its kind after a comma: Ek Berg, solicitors."""
    if len(run.words) < 2 or annotated.text[run.end : run.end + 1] != ",":
        return
    after = annotated.lowered[run.end : run.end + 20]
    if after.startswith(tuple(f", {word}" for word in load_words("firm"))):
        yield _make_organisation(run.start, run.end, "company", LISTED + 1)
