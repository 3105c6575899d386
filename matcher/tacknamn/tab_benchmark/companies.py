"""Find companies by their legal form, brands with a number, and names that their acronym explains.

The legal form belongs to the name (E1), and so do the partners before it: Ek, Berg & Co.; Ek & Berg
LLP; Ekberg a.s.; UAB Ekberg. Names that no list has are found by what is said of them: *a member of
...*, *... dismissed him*.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import CapitalRun, capital_letter
from tacknamn.tab_benchmark.cues import TabCue, load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_companies"]

COMPANY, EXPLAINED, SAID, WORKED, JOINED, ACTING = 86, 82, 48, 51, 61, 46
"""Strengths. A legal form is certain; what only the context shows yields to the lists."""
LABELS = frozenset(("work", "other_institution", "school", "public_authority"))
MOST_PARTNERS = 8
"""Most names that *&* joins. It bounds the running time."""
LONGEST_PLAIN = 4
"""Most letters of a legal form that could also be a word: AS, SE. It needs capitals."""
_TIES = frozenset((" & ", " und ", " et ", " og ", " och ", " y "))
_PARTNERSHIPS = frozenset(("llp", "lp", "plc", "ltd", "ltd."))
"""Legal forms before which *and* joins partners: Ek and Berg LLP."""
LONGEST_EXPLAINED = 90
"""Most characters of a name before its acronym."""
_ACRONYM = re.compile(r" \([“\"„]?(?P<acronym>[^\W\d_a-z]{2,8})[”\"]?\)")
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W_]|-)*")
_LITTLE = frozenset(
    (
        "of",
        "the",
        "for",
        "and",
        "in",
        "de",
        "des",
        "du",
        "la",
        "le",
        "les",
        "l",
        "d",
        "et",
        "di",
        "del",
        "della",
        "der",
        "die",
        "das",
        "für",
        "und",
        "og",
        "och",
        "i",
        "y",
        "da",
        "do",
        "dos",
        "van",
        "s",
    )
)
"""Words of a name that its acronym leaves out."""
_QUOTED = re.compile(r"[ \u00a0][“\"„«][^“”\"„«»\n]{2,60}[”\"“»]")
_NUMBER = re.compile(
    r"[ \u00a0]\d{1,4}\b(?![\w.,/%-]*\d|[ \u00a0]?(?:%|per\b|euro|kron|years?|times))"
)
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_WORK = re.compile(
    r"\b(?:work\w*|employ\w*|cashier|clerk|manager|job|shops?|stores?|supermarkets?|assistant|chain|"
    r"owned|owner|company|firm|dismissed|broadcast|shown|aired|programme|channel|brand|bought|customer)"
    r"[ \u00a0](?:[\w-]+[ \u00a0]){0,2}(?:at|for|by|with|in|of|on|from|the|called|named|chain)[ \u00a0]$"
)
_STATIONS = frozenset(
    ("tv", "channel", "radio", "canal", "kanal", "bbc", "rai", "antena", "studio")
)
_ACTS = re.compile(
    r"[ \u00a0](?:dismissed|employed|hired|sacked|recruited|fired|laid off|reinstated|sued)[ \u00a0]"
    r"(?:him|her|them|(?:the|an|its|one)[ \u00a0](?:\w+[ \u00a0])?"
    r"(?:applicants?|employees?|workers?|staff)\b(?!['’]))"
)


@lru_cache(maxsize=1)
def _hyphenated_pattern() -> re.Pattern[str]:
    """Build the pattern of a lower-case article within a name: Hizb ut-Tahrir."""
    return re.compile(rf"[ \u00a0](?:ut|ul|al|el|as|at|ad|ash|at)-{capital_letter()}[\w-]*")


def find_companies(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find companies, brands and other organisations that no list has."""
    ends = [run.end for run in annotated.runs]
    by_start = {run.start: run for run in annotated.runs}
    for cue in annotated.cues["legal_form"]:
        yield from _find_before_form(annotated, cue, ends)
    for cue in annotated.cues["org_before"]:
        start = cue.end + 1 + 4 * annotated.lowered.startswith(" the ", cue.end)
        if start in by_start:
            is_work = cue.word in load_words("org_work")
            yield from _find_said(annotated, by_start[start], WORKED if is_work else SAID)
    for cue in annotated.cues["org_named"]:
        named = by_start.get(cue.end + 1)
        if named is not None and annotated.text[cue.start].islower():
            yield from _find_said(annotated, named, JOINED)
    yield from _find_explained(annotated)
    for number, run in enumerate(annotated.runs):
        yield from _find_partners(annotated, run, number)
        yield from _find_after_form(annotated, run)
        yield from _find_numbered(annotated, run)
        yield from _find_acting(annotated, run)


def _make_organisation(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.ORG, rule, strength)


def _find_before_form(annotated: AnnotatedText, cue: TabCue, ends: list[int]) -> Iterator[Markable]:
    """Find the name before a legal form: Ek, Berg & Co."""
    form = annotated.text[cue.start : cue.end]
    if len(form) <= LONGEST_PLAIN and form.isalpha() and not _is_form(form):
        return
    index = bisect_left(ends, cue.start - 2)  # the run may end before a comma, or contain the form
    if index == len(ends) or annotated.runs[index].start >= cue.start:
        return
    run = annotated.runs[index]
    if run.end < cue.start and annotated.text[run.end : cue.start] not in (" ", ", ", "\u00a0"):
        return
    start = _extend_to_partners(annotated, index, cue.word)
    yield _make_organisation(start, cue.end, "company", COMPANY)


def _is_form(form: str) -> bool:
    """Whether letters are a legal form as it is written: AS, GmbH, Ltd, but not *as*."""
    return form.isupper() or form in ("plc", "doo", "mbH", "Ltd", "Inc", "Lda", "Kft", "Zrt", "Sp")


def _extend_to_partners(annotated: AnnotatedText, index: int, form: str) -> int:
    """Move the start of a name before the partners that *&* joins to it: Ek, Lund & Berg LLP."""
    runs = annotated.runs
    is_joined = form.startswith(("& ", "and "))
    ties = _TIES | {" and "} if form in _PARTNERSHIPS else _TIES
    last = max(0, index - MOST_PARTNERS)
    while index > last:
        gap = annotated.text[runs[index - 1].end : runs[index].start]
        if gap not in ties and not (is_joined and gap == ", "):
            break
        is_joined, index = True, index - 1
    return runs[index].start


def _find_partners(annotated: AnnotatedText, run: CapitalRun, number: int) -> Iterator[Markable]:
    """Find two names that *&* joins, without a legal form: Ek & Berg."""
    if number + 1 < len(annotated.runs):
        following = annotated.runs[number + 1]
        is_tied = annotated.text[run.end : following.start] == " & "
        if is_tied and not _is_described(run) and not _is_described(following):
            yield _make_organisation(run.start, following.end, "company", JOINED)


def _find_after_form(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find the name after a legal form: UAB Ekberg, OOO “Ekberg”."""
    if run.words[0].lowered not in load_words("form_first"):
        return
    quoted = _QUOTED.match(annotated.text, run.end)
    if quoted is not None and len(run.words) == 1:
        yield _make_organisation(run.start, quoted.end(), "company", COMPANY)
    elif len(run.words) > 1:
        yield _make_organisation(run.start, run.end, "company", COMPANY)


def _find_explained(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find names whose initials are the acronym in the brackets after them."""
    starts = [run.start for run in annotated.runs]
    for match in _ACRONYM.finditer(annotated.text):
        first = bisect_left(starts, match.start() - LONGEST_EXPLAINED)
        for start in starts[first : bisect_left(starts, match.start())]:
            if _is_short_for(annotated, start, match):
                yield _make_organisation(start, match.end(), "explained", EXPLAINED)
                break


def _is_short_for(annotated: AnnotatedText, start: int, match: re.Match[str]) -> bool:
    acronym = match.group("acronym").lower()
    words = _NAME_WORD.findall(annotated.lowered, start, match.start())
    initials = "".join(word[0] for word in words if word not in _LITTLE)
    return len(words) > 1 and acronym in (initials, "".join(word[0] for word in words))


def _find_numbered(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a brand or a station with a number: a cashier at Ekmat 500; Radio 7."""
    if not annotated.text[run.end + 1 : run.end + 2].isdigit():
        return
    match = _NUMBER.match(annotated.text, run.end)
    if match is None or _YEAR.fullmatch(match.group().strip()):
        return
    detection = annotated.find_detection(run.start, run.end)
    if (
        run.words[-1].lowered in _STATIONS
        or (detection is not None and detection.label in LABELS and len(run.words) < 3)
        or _WORK.search(annotated.text_before(run.start, 50))
    ):
        yield _make_organisation(run.start, match.end(), "company", COMPANY)


def _find_said(annotated: AnnotatedText, run: CapitalRun, strength: int) -> Iterator[Markable]:
    """Find a name behind *a member of* and the like."""
    if all(word.lowered in load_words("org_head") for word in run.words) or _is_described(run):
        return
    if len(run.words) == 1 and annotated.text[run.start : run.end].isupper():
        return  # an acronym
    hyphenated = _hyphenated_pattern().match(annotated.text, run.end)
    if hyphenated is None:
        yield _make_organisation(run.start, run.end, "said", strength)
    else:
        yield _make_organisation(run.start, hyphenated.end(), "said", JOINED)


def _is_described(run: CapitalRun) -> bool:
    """Whether a run is no name: a nationality, a language or a title."""
    kinds = load_kinds("demonym", "ethnic", "belief", "title", "calling", "month", "role")
    return not kinds.isdisjoint([word.lowered for word in run.words])


def _find_acting(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a name that does what employers do: Ekberg dismissed the applicant."""
    if _ACTS.match(annotated.text, run.end) and len(run.words) <= 3 and not _is_described(run):
        heads = load_kinds("org_head", "org_words", "role", "weak_title")
        if heads.isdisjoint([word.lowered for word in run.words]):
            yield _make_organisation(run.start, run.end, "acting", ACTING)
