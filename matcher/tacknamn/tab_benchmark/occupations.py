"""Find occupations (E1, DEM): those of the lists, and others by the words around them.

A job title is found with the words that extend it (*retired primary school teacher*). Occupations that
no list has are found after words such as *works as*, before *by trade*, and by their endings where a
sentence says what a person is (*the applicant, a stonemason*).
"""

import re
from collections.abc import Iterator

from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import TabCue, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["extend_to_words", "find_occupations"]

TITLE, OPEN, ENGINE = 56, 53, 25
"""Strengths. A job of the lists wins against one that only its cue shows."""
WORDS_BEFORE = 3
"""Most words that extend a job title or a diagnosis: retired primary school teacher."""
MOST_OPEN = 2
"""Most words before a job title that no list has: *opera* singer."""
_WORD_BEFORE = re.compile(r"(?<![\w’'‑-])([\w’'‑-]+)[ \u00a0]$")
_PHRASE = r"(?!(?:{stops}|no|not|such|very|also|prescribed|if|though|well|its)\b)[a-zà-öø-ÿ][\w’'‑-]+(?:[ \u00a0](?!(?:{stops})\b)[a-zà-öø-ÿ][\w’'‑-]+){{0,3}}"
_STOPS = (
    "and|or|but|in|at|on|for|of|to|with|by|from|until|since|when|while|where|who|which|that|as|"
    "was|were|is|are|had|has|have|after|before|during|under|because|if|so|then|he|she|they|it|"
    "the|a|an|his|her|their|lives|living|lived|born|and/or|between|near|did|could|would|"
    "complained|complains|alleged|said|died|left|claimed"
)
_AFTER_CUE = re.compile(
    r"\b(?:work(?:s|ed|ing)?|employ(?:ed|ment)|practi[sc](?:es|ed|ing)|train(?:ed|ing)|qualified|"
    r"hired|engaged|apprenticed|(?:earn(?:s|ed|ing)?|ma(?:kes|de|king)) (?:his|her|their|a) living|"
    r"job|career|position|post|occupation|served|serving|appointed|retired|recruited|licensed)"
    r"(?: (?:full-time|part-time|there|abroad|temporarily|mainly|first|again))? as (?:an |a )"
    rf"({_PHRASE.format(stops=_STOPS)})"
)
"""What a person works as."""
_BEFORE_CUE = re.compile(
    r"(?<![\w’'‑-])(?:(?P<article>an?|the|was|is|are|were|,) )?"
    rf"(?P<job>{_PHRASE.format(stops=_STOPS + '|by')})"
    r" by (?:trade|profession|occupation|training|vocation|craft|calling)\b"
)
"""*a stonemason by trade*"""
_OCCUPATION = re.compile(
    r"\b(?:profession|occupation|trade|job|job title|livelihood) (?:is|was|being|of) "
    rf"(?:that of )?(?:an? |the )?({_PHRASE.format(stops=_STOPS)})"
)
_IS_PERSON = re.compile(
    r"(?:\b(?:applicants?|he|she|who|they|father|mother|husband|wife|brother|sister|son|daughter|"
    r"parents?|partner)(?:,| (?:is|was|are|were|had been|has been|became)))"
    r" (?:an? |then |now |also |previously |formerly )*"
    r"((?:[a-z][\w’'-]+ ){0,2}?"
    r"[a-z][\w’'-]*(?:smith|wright|maker|keeper|monger|grapher|ologist|ician|eer|mason|worker|"
    r"teacher|driver|layer|herd|master|mistress|hand|binder|cutter|setter|blower|dresser|cleaner|"
    r"builder|breeder|grower|farmer|trainer|player|singer|dancer|writer|dealer|seller|operator|"
    r"technician|assistant|attendant|instructor|analyst|therapist|scientist|conductor|"
    r"[a-z]{3,}ist|[a-z]{3,}man|[a-z]{3,}woman|[a-z]{3,}ner|[a-z]{2,}ator|[a-z]{2,}ptor|"
    r"[a-z]{2,}ler|[a-z]{2,}ger|[a-z]{2,}yer)s?)(?=[,.;)]| (?:and|by|in|at|from|for|with|who|of|"
    r"when|until|since)\b)"
)
"""What a person is, by the ending of the word: *the applicant, a falconer, ...*."""
NO_JOBS = frozenset(
    (
        *(
            "such",
            "follows",
            "well",
            "soon",
            "long",
            "evidence",
            "regards",
            "part",
            "one",
            "result",
        ),
        *("if", "though", "result", "usual", "before", "stated", "human", "german", "norman"),
        *("roman", "partner", "prisoner", "owner", "stranger", "manner", "lodger", "passenger"),
        *("villager", "teenager", "younger", "longer", "stronger", "bigger", "smaller", "danger"),
        *("messenger", "perpetrator", "violator", "indicator", "petitioner", "practitioner"),
        *("commissioner", "sooner", "inner", "terrorist", "extremist", "pensioner", "foreigner"),
        *("beginner", "winner", "consist", "exist", "assist", "insist", "resist", "persist"),
        *("traveller", "settler", "dweller", "gentleman", "layman", "countryman", "hunger"),
        *("lawyer", "employer", "player", "together", "national", "relation", "whole", "rule"),
    )
)
"""Words that no cue turns into a job."""
GENERAL_ADJECTIVES = frozenset(
    (
        *("young", "old", "elderly", "new", "good", "bad", "local", "certain", "same", "other"),
        *("first", "second", "third", "single", "male", "female", "foreign", "married", "divorced"),
        *("unnamed", "unknown", "well-known", "famous", "respected", "prominent", "leading"),
        *("experienced", "former", "current", "present", "future", "another", "fellow", "own"),
        *("independent", "private", "public", "female", "able", "active", "alleged", "so-called"),
        *("different", "competent", "responsible", "successful", "poor", "rich", "wealthy"),
        *("armed", "uniformed", "plain-clothes", "drunken", "drunk", "senior-most", "sole"),
        *("masked", "injured", "wounded", "dead", "sick", "ill", "late", "small", "big", "great"),
        *("mere", "real", "true", "major", "main", "chief", "particular", "professional", "few"),
        *("several", "some", "many", "two", "three", "four", "five", "court-appointed", "given"),
    )
)
"""Words before a job that are no part of it."""
_DETERMINERS = frozenset(
    ("a", "an", "as", "former", "retired", "trained", "qualified", "freelance")
)
_MODIFIER = re.compile(
    r"(?:[a-z]+(?:al|ic|ive|ary|ory|ics|ing|ogy|ry|era|ure|ment|ion|ance|ence|ice|ant|ist|ies)|"
    r"[a-z]{2,}(?:s|t|e|l|r|n|d|k|m|h|w|p|g|a|o|x|y))"
)
"""What a noun or an adjective before a job looks like."""
_LAW = re.compile(r"[ \u00a0](?:general|office)")
_OF_APPLICANT = re.compile(r"\bapplicants?(?:,| (?:is|was|had been|worked as|works as)) an? $")


def find_occupations(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find occupations."""
    ends: dict[int, int] = {}
    for cue in annotated.cues["profession"]:
        yield from _find_job(annotated, cue, ends)
    for detection in annotated.detections:
        if detection.label in ("prof", "edu") and annotated.text[detection.start].islower():
            yield from _find_detected(annotated, detection)
    for match in annotated.search_near("work_cue", _AFTER_CUE, 40, 80, lowered=True):
        yield from _make_open(annotated, *match.span(1))
    for match in annotated.match_at("occupation_cue", _OCCUPATION, 80, lowered=True):
        yield from _make_open(annotated, *match.span(1))
    for match in annotated.search_near("trade_cue", _BEFORE_CUE, 60, 0, lowered=True):
        yield from _make_open(annotated, *match.span("job"))
    for match in annotated.match_at("described_cue", _IS_PERSON, 80, lowered=True):
        yield from _make_open(annotated, *match.span(1))


def _make_job(start: int, end: int, strength: int) -> Markable:
    return Markable(start, end, EntityType.DEM, "job", strength)


def _make_open(annotated: AnnotatedText, start: int, end: int) -> Iterator[Markable]:
    """Make a job of words after a cue, without general adjectives before it."""
    words = annotated.lowered[start:end].split(" ")
    while len(words) > 1 and words[0] in GENERAL_ADJECTIVES:
        start += len(words.pop(0)) + 1
    if words[-1] not in NO_JOBS and words[0] not in NO_JOBS and words[-1] not in GENERAL_ADJECTIVES:
        yield Markable(start, end, EntityType.DEM, "work", OPEN)


def _find_job(annotated: AnnotatedText, cue: TabCue, ends: dict[int, int]) -> Iterator[Markable]:
    """Find a job title with the words that extend it.

    Legal professions are left out (E3), and so is a capitalized title at the start of a line, which
    belongs to an organisation (Director General of ...). ``ends`` has the start of each title found."""
    begin = ends.pop(cue.start - 1, cue.start)  # lieutenant colonel
    start = _extend_openly(annotated, extend_to_words(annotated, begin, "profession_before"))
    before = annotated.text_before(start, 14).split()
    capital = annotated.text[cue.start].isupper()
    if (before and before[-1] in load_words("legal_profession")) or (capital and not before):
        return
    ends[cue.end] = start
    yield _make_job(start, cue.end, TITLE)


def _find_detected(annotated: AnnotatedText, detection: Detection) -> Iterator[Markable]:
    """Find a job that the engine detected, unless it is a legal profession (E3)."""
    word = annotated.lowered[detection.start : detection.end]
    before = annotated.text_before(detection.start, 40)
    if _is_legal(word) and not _OF_APPLICANT.search(before):
        return
    if detection.label == "edu":
        yield _make_job(detection.start, detection.end, ENGINE)
        return
    start = extend_to_words(annotated, detection.start, "profession_before")
    yield _make_job(_extend_openly(annotated, start), detection.end, ENGINE)


def _is_legal(word: str) -> bool:
    legal = load_words("legal_profession")
    return word in legal or word.rsplit(" ", 1)[-1] in legal


def extend_to_words(annotated: AnnotatedText, start: int, kind: str) -> int:
    """Move the start before the words of a kind that precede it."""
    for _ in range(WORDS_BEFORE):
        match = _WORD_BEFORE.search(annotated.text_before(start, 24))
        if match is None or match.group(1) not in load_words(kind):
            break
        start -= len(match.group(0))
    return start


def _extend_openly(annotated: AnnotatedText, start: int) -> int:
    """Move the start before words that no list has, if an article stands before them.

    *an opera singer*, but not *a young singer* or *saw the singer*."""
    begin = start
    for _ in range(MOST_OPEN + 1):
        match = _WORD_BEFORE.search(annotated.text_before(begin, 24))
        if match is None:
            break
        word = match.group(1)
        if word in _DETERMINERS:
            is_adjective = word in ("former", "retired", "trained", "qualified", "freelance")
            return begin - len(match.group(0)) if is_adjective and begin < start else begin
        if (
            word in GENERAL_ADJECTIVES
            or not load_words("demonym").isdisjoint(word.split("-"))
            or annotated.text[begin - len(match.group(0))].isupper()
            or not _MODIFIER.fullmatch(word.replace("-", ""))
            or word in load_words("opening")
        ):
            break
        begin -= len(match.group(0))
    return start
