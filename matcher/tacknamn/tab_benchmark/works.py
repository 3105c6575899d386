"""Find works, events and products with a name (E1, MISC).

Titles stand in quotation marks behind a word for a work, or without them: the novel “The Ek”, the
film Blue Ek. Events end in a word for one (Ek Song Contest, Ek Park protests) or begin with one
(Battle of Ekberg). A brand with an article is a product: *a Volvo*; a company acts.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import CapitalRun
from tacknamn.tab_benchmark.cues import TabCue, load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_works"]

QUOTED, EVENT, PRODUCT, INVESTIGATION = 87, 66, 65, 67
"""Strengths. A quoted title outranks the places and organisations that it names."""
MOST_WORDS = 12
"""Most words of a title. Longer quotations are speech."""
_QUOTED = re.compile(
    r"(?:,?[ \u00a0](?:called|entitled|titled|named|headed|headlined|published as|"
    r"under the (?:title|headline|heading|name)(?:[ \u00a0]of)?|with the title|of articles))?[,:]?"
    r"[ \u00a0]?[ \u00a0][“„\"«‘](?P<title>[^“”„\"«»\n]{2,90}?),?[”\"»’](?!\w)"
)
_TIE = re.compile(r"[ \u00a0](?:of|of the|the|and|and the|in|in the|for|to|with|de|la|:)[ \u00a0]")
_CALLED = re.compile(
    r"(?:[ \u00a0](?:called|named|entitled|titled|known as))?[ \u00a0](?:[tT]he[ \u00a0])?"
)
_OF = re.compile(r"[ \u00a0]of[ \u00a0](?:the[ \u00a0])?")
_SHIPS = frozenset(
    ("MV", "M/V", "MS", "M/S", "HMS", "SS", "USS", "RMS", "MT", "M/T", "MY", "FV", "SY", "HNoMS")
)
_OWNED = re.compile(
    r"\b(?:an?|his|her|their|my|our|the|own|one|two|new|old|stolen|black|white|red|blue|green|grey|"
    r"silver|[\w]+['’]s)[ \u00a0](?:[a-z-]+[ \u00a0]){0,2}$"
)
_ARTICLE = re.compile(r"[ \u00a0](?:an?|his|her|their)[ \u00a0](?:[a-z-]+[ \u00a0]){0,2}")
MOST_OF_PRODUCT = 3
"""Most words of the name of a product."""
FARTHEST = 40
"""Characters between a product and the verb before it."""
_MODEL = re.compile(r"[ \u00a0][A-Z]?\d{1,4}[a-zA-Z]?\b")
_KINDS = re.compile(
    r"\b(?:criminal|preliminary|judicial|police|internal|parliamentary|public|official|fresh|new)[ \u00a0]$"
)
_INVESTIGATION = re.compile(
    r"[ \u00a0](?:deaths?|killings?|murders?|disappearances?|shootings?|suicide|torture|ill-treatment|"
    r"rape|abduction|kidnapping)"
    r" of (?:the (?:first |second |third )?applicants?|his|her|their)(?:['’]s?)?[ \u00a0]"
    r"(?!and\b|or\b|in\b|on\b|was\b)[a-z-]+"
)
"""The guidelines' own example: an investigation that the description of a death names."""
OTHER_WORDS = (
    *("org_head", "legal_reference", "title", "calling", "month", "demonym", "company", "role"),
)
"""Kinds of words that begin no name of a work, a ship or a product."""


def find_works(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find works, events and products."""
    for cue in annotated.cues["work"]:
        yield from _find_quoted(annotated, cue)
    numbers = {run.start: number for number, run in enumerate(annotated.runs)}
    for cue in annotated.cues["work_named"]:
        yield from _find_named(annotated, cue, numbers)
    by_end = {run.end: run for run in annotated.runs}
    for cue in annotated.cues["event_low"]:
        run = by_end.get(cue.start - 1)
        if run is not None and annotated.text[cue.start].islower() and _may_be_name(run):
            yield _make_work(run.start, cue.end, "event", EVENT)
    starts = [run.start for run in annotated.runs]
    for cue in annotated.cues["drive"]:
        yield from _find_driven(annotated, cue, annotated.runs, starts)
    for number, run in enumerate(annotated.runs):
        yield from _find_event(annotated, run, number)
        yield from _find_product(annotated, run)
        yield from _find_ship(annotated, run)
    for cue in annotated.cues["investigation"]:
        match = _INVESTIGATION.match(annotated.lowered, cue.end)
        if match is not None:
            kind = _KINDS.search(annotated.lowered, max(0, cue.start - 16), cue.start)
            start = cue.start if kind is None else kind.start()
            yield _make_work(start, match.end(), "named", INVESTIGATION)


def _make_work(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.MISC, rule, strength)


def _may_be_name(run: CapitalRun) -> bool:
    return load_kinds(*OTHER_WORDS).isdisjoint([word.lowered for word in run.words])


def _find_ship(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a name after the letters of a ship: MV Ek Star, M/S Ek Star."""
    begin = run.start - 2 * (annotated.text[run.start - 2 : run.start] == "M/")
    first = annotated.text[begin : run.words[0].end]
    if len(run.words) > 1 and first in _SHIPS:
        yield _make_work(begin, run.end, "named", EVENT)


def _find_quoted(annotated: AnnotatedText, cue: TabCue) -> Iterator[Markable]:
    """Find a title in quotation marks behind a word for a work."""
    match = _QUOTED.match(annotated.text, cue.end)
    if match is None:
        return
    title = match.group("title")
    ends_sentence = title.rstrip(".…!?").count(". ") > 0
    if title[0].isupper() and len(title.split()) <= MOST_WORDS and not ends_sentence:
        yield _make_work(*match.span("title"), "title", QUOTED)


def _find_named(
    annotated: AnnotatedText, cue: TabCue, numbers: dict[int, int]
) -> Iterator[Markable]:
    """Find a name without quotation marks behind a word for a work, a ship or a product."""
    called = _CALLED.match(annotated.text, cue.end)
    number = None if called is None else numbers.get(called.end())
    if number is None or annotated.text[cue.start].isupper():
        return
    run = annotated.runs[number]
    if not _may_be_name(run):
        return
    start = run.start - 4 * (annotated.text[run.start - 4 : run.start] == "The ")
    end = run.end
    for following in annotated.runs[number + 1 : number + 3]:
        if not _TIE.fullmatch(annotated.text, end, following.start) or not _may_be_name(following):
            break
        end = following.end
    yield _make_work(start, end, "named", PRODUCT)


def _find_event(annotated: AnnotatedText, run: CapitalRun, number: int) -> Iterator[Markable]:
    """Find Ek Song Contest, or Battle of Ekberg."""
    last = run.words[-1].lowered
    if last in load_words("event_head") and len(run.words) > 1 and _may_be_name(run):
        yield _make_work(run.start, run.end, "event", EVENT)
    if last in load_words("event_of") and number + 1 < len(annotated.runs):
        following = annotated.runs[number + 1]
        is_general = all(word.lowered in load_words("org_words") for word in following.words)
        is_tied = _OF.fullmatch(annotated.text, run.end, following.start) is not None
        if is_tied and not is_general and _may_be_name(following):
            yield _make_work(run.start, following.end, "event", EVENT)


def _find_product(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a brand with an article: a Volvo."""
    is_brand = run.words[0].lowered in load_words("brand") and len(run.words) <= MOST_OF_PRODUCT
    if is_brand and _OWNED.search(annotated.text_before(run.start, FARTHEST)):
        yield _make_product(annotated, run)


def _find_driven(
    annotated: AnnotatedText, cue: TabCue, runs: Sequence[CapitalRun], starts: list[int]
) -> Iterator[Markable]:
    """Find what is driven or fired: driving a red Ekmobil."""
    index = bisect_left(starts, cue.end)
    if index < len(runs) and runs[index].start < cue.end + FARTHEST:
        run = runs[index]
        between = annotated.text[cue.end : run.start]
        is_short = len(run.words) <= MOST_OF_PRODUCT
        if _ARTICLE.fullmatch(between) and is_short and _may_be_name(run):
            yield _make_product(annotated, run)


def _make_product(annotated: AnnotatedText, run: CapitalRun) -> Markable:
    model = _MODEL.match(annotated.text, run.end)
    end = run.end if model is None else model.end()
    return _make_work(run.start, end, "product", PRODUCT)
