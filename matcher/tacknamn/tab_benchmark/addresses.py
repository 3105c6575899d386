"""Find whole addresses: number, street, town and postcode, as several countries order them (E1).

An address is one place. A street is found by its word (Baker *Street*, *Rue* de la Loi,
Haupt*strasse*, Váci *utca*) next to a house number, or by what stands before it (*lives at*). From
there the address extends to flat, postcode, town and country.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tacknamn.support.tables import read_table
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import CapitalRun, capital_letter
from tacknamn.tab_benchmark.codes import is_reference
from tacknamn.tab_benchmark.cues import load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_addresses"]

ADDRESS, STREET = 89, 63
"""Strengths. A house number is certain, and the codes behind it are those of the place; a street without
one yields to an organisation."""
FARTHEST, NEAR = 60, 16
"""Characters around a run of capitals in which its street and house number stand."""
LONGEST_NUMBER = 8
"""Most characters from a street to the comma behind its house number."""
SHORTEST_STREET = 8
"""Fewest letters of a street without a number that only its ending shows."""
INSTITUTIONS = frozenset(("court", "house", "bank", "park", "estate", "buildings", "end", "common"))
"""Last words of streets that are also those of institutions: 5 Regional Court."""
_ALLOWED = frozenset(("street", "the", "of", "and", "at", "in", "for", "high", "state", "st"))
_LIVES_AT = re.compile(
    r"\b(?:live[sd]?|living|reside[sd]?|residing|resident) at[ \u00a0](the[ \u00a0])?$"
)
_DIGIT = re.compile(r"\d+")
TOWNS = frozenset(("city", "place", "area"))
"""Labels of the engine for a town after a street."""
_NUMBER = r"(?!(?:1[89]|20)\d\d\b)\d{1,4}(?:[ \u00a0]?[a-zA-Z](?![\w.]))?(?:[/–-]\d{1,4}[a-zA-Z]?)*(?![\w]|[.,:]\d)"
_PARTICLE = (
    r"(?:de|la|le|les|los|las|du|des|di|del|della|delle|dei|degli|da|do|dos|das|den|der|dem|von|van|"
    r"het|ter|ten|of|the|af|av|och|og|i|y|e|et|und|am|an|auf|im|in|zum|zur|zu|sv|san|ve)"
)
_POSTCODE = (
    r"(?:[A-Z]{1,2}\d[A-Z\d]?[ \u00a0]\d[A-Z]{2}|(?:[A-Z]{1,3}-)?\d{2,5}(?:[ \u00a0-]\d{2,4})?"
    r"(?:[ \u00a0][A-Z]{2})?)(?!\w)"
)
"""LS1 4AP, 5003, A-1010, 113 30, 00-950, 1012 AB."""
_SPACES = r" \u00a0"
_BLANK = rf"[{_SPACES}]"


@lru_cache(maxsize=1)
def _load_street_words() -> dict[str, frozenset[str]]:
    table = read_table(__file__, "street_words.tsv")
    kinds = {kind: frozenset(words.split("|")) for kind, words in table}
    kinds["before"] = kinds["certain"] | kinds["first"]
    kinds["beside"] = kinds["apart"] | kinds["first"] | {"box"}
    return kinds


def _alternatives(kind: str) -> str:
    words = sorted(_load_street_words()[kind], key=lambda word: (-len(word), word))
    return "|".join(re.escape(word) for word in words)


class _StreetPatterns(NamedTuple):
    """The patterns of streets with house numbers, one for each order of the words."""

    number_first: re.Pattern[str]
    """12 Baker Street; 45 rue de Rivoli."""
    number_last: re.Pattern[str]
    """Via Garibaldi 14; Hauptstrasse 22; Váci utca 12; whatever is behind *lives at*."""
    before_town: re.Pattern[str]
    """A name and a number before what may be a town: Ilica 5, Zagreb."""


@lru_cache(maxsize=1)
def _street_patterns() -> _StreetPatterns:
    capital = capital_letter()
    name = rf"{capital}(?:\w{{0,3}}\.(?=[{_SPACES}\w])|[\w’'-]*)"
    names = rf"{name}(?:{_BLANK}(?:{_PARTICLE}{_BLANK}){{0,2}}{name}){{0,3}}"
    inner = rf"(?:{_PARTICLE}{_BLANK}){{0,3}}(?:[dl]['’])?{names}"
    lower = rf"(?:[^\W\d_A-Z]{{2,8}}{_BLANK}){{0,2}}"
    number = rf"(?<![\w.,/§-]){_NUMBER}"
    after = rf",?{_BLANK}(?:(?:[nN]o|[nN]r|[nN]°|№)[.:]?{_BLANK}?)?{_NUMBER}"
    last = rf"(?i:{_alternatives('last')})\b(?!['’])"
    first = rf"{_alternatives('certain')}|(?={capital})(?i:{_alternatives('first')})"
    word = rf"{capital}[\w’'-]*"
    cue = (
        rf"(?:(?:liv|resid)(?:e|es|ed|ing|ent){_BLANK}at|domiciled{_BLANK}at|"
        rf"(?:flat|house|home|shop|premises|office|apartment|situated|located|registered)"
        rf"{_BLANK}at|address(?:{_BLANK}(?:is|was)|:)){_BLANK}"
    )
    return _StreetPatterns(
        re.compile(
            rf"{number},?{_BLANK}(?:{name}{_BLANK}){{1,3}}{last}"
            rf"|{number}(?:{_BLANK}?(?:bis|ter))?,?{_BLANK}"
            rf"(?i:{_alternatives('before')}){_BLANK}{inner}"
        ),
        re.compile(
            rf"(?<![\w-])(?:{first}){_BLANK}{lower}{inner}{after}"
            rf"|(?<![\w-])(?:{name}{_BLANK}){{0,2}}{word}(?:{_alternatives('ending')}){after}"
            rf"|(?<![\w-])(?:{name}{_BLANK}){{1,3}}(?i:{_alternatives('apart')}){after}"
            rf"|(?<![\w-])P\.?{_BLANK}?O\.?{_BLANK}Box{_BLANK}\d{{1,6}}\b"
            rf"|{cue}({names},?{_BLANK}{_NUMBER})"
        ),
        re.compile(
            rf"(?<![\w-])(?P<street>{word}(?:{_BLANK}{word}){{0,2}}{_BLANK}{_NUMBER})"
            rf"(?P<gap>,{_BLANK}(?:{_POSTCODE}{_BLANK})?)(?={capital})"
        ),
    )


@lru_cache(maxsize=1)
def _unit_pattern() -> re.Pattern[str]:
    """Build the pattern of a flat before the number or the name of a house."""
    units = rf"(?i:{_alternatives('unit')}){_BLANK}\w{{1,4}},{_BLANK}"
    return re.compile(rf"(?<!\w)(?:{units}|[Nn]o\.{_BLANK})$")


@lru_cache(maxsize=1)
def _number_pattern() -> re.Pattern[str]:
    """Build the pattern of a house number after capitals, and after a lower-case *utca*."""
    return re.compile(
        rf"[.:]?(?:{_BLANK}[^\W\d_A-Z]{{1,10}}\.?)?,?{_BLANK}(?:[nN]\S{{1,2}}{_BLANK}?)?\d"
    )


@lru_cache(maxsize=1)
def _rest_pattern() -> re.Pattern[str]:
    """Build the pattern of what may follow a street in an address: flat, postcode, town."""
    name = rf"{capital_letter()}(?:[^\W\d_]|['’-])+(?!\w)"
    town = (
        rf"(?:(?:St|Ste|Bad|Den|La|Le|Los|El)\.?{_BLANK})?{name}"
        rf"(?:(?:{_BLANK}|-)(?:upon|on|am|an|der|im|sur|de|la|le|del|under|in)(?={_BLANK}|-)){{0,2}}"
        rf"(?:{_BLANK}{name}){{0,2}}"
    )
    flat = (
        rf"(?:,?{_BLANK}(?:(?i:flat|apt\.?|apartment|app\.|m\.|kv\.|lgh|top|door|floor|bl\.|sc\.|et\.|ap\.)"
        rf"{_BLANK}?\w{{1,4}}\b|\d{{1,2}}\.?[ºª])){{0,3}}"
    )
    return re.compile(
        rf"{flat}(?P<towns>(?:,{_BLANK}|{_BLANK}(?=\d|[A-Z]{{1,2}}-?\d))"
        rf"(?:{_POSTCODE},?{_BLANK})?(?P<town>{town})"
        rf"(?:(?:,{_BLANK}{town})?,?{_BLANK}{_POSTCODE}|{_BLANK}\d{{1,2}}(?!\w|[.,:]\d))?)?"
        rf"(?P<postcode>,?{_BLANK}{_POSTCODE}(?=[,.;)\n]|$))?"
    )


def find_addresses(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find addresses, and streets that have no house number."""
    numbers = [match.start() for match in _DIGIT.finditer(annotated.text)]
    for run in annotated.runs:
        first = bisect_left(numbers, run.start - NEAR)
        if first < len(numbers) and numbers[first] < run.end + NEAR:
            before = numbers[first : bisect_left(numbers, run.start)]
            yield from _find_streets_after(annotated, run, before)
            yield from _find_streets_before(annotated, run)
        yield from _find_named_house(annotated, run)
        yield from _find_bare_streets(annotated, run)


def _find_streets_after(
    annotated: AnnotatedText, run: CapitalRun, numbers: list[int]
) -> Iterator[Markable]:
    """Find the streets that contain a run, after a house number or the number of a flat."""
    if not numbers or not _has_street_word(annotated, run):
        return
    for number in numbers:
        match = _street_patterns().number_first.match(annotated.text, number)
        if match is not None and run.start < match.end():
            start = _extend_to_unit(annotated, number)
            yield from _make_address(annotated, start, match.end())
    start = _extend_to_unit(annotated, run.start)
    if start < run.start and run.words[-1].lowered in _load_street_words()["last"]:
        yield from _make_address(annotated, start, run.end)


def _extend_to_unit(annotated: AnnotatedText, start: int) -> int:
    """Move the start before the number of a flat: Apartment 6, Riverside House."""
    match = _unit_pattern().search(annotated.text, max(0, start - NEAR - 4), start)
    return start if match is None else match.start()


def _find_streets_before(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find the streets that contain a run, before a house number."""
    if run.words[-1].lowered in load_words("month"):
        return
    text, patterns = annotated.text, _street_patterns()
    begin, reach = max(0, run.start - FARTHEST), run.end + FARTHEST
    after = _number_pattern().match(text, run.end)
    if after is None:
        return
    if _may_be_street(annotated, run, after.group()):
        for match in patterns.number_last.finditer(text, begin, reach):
            if match.end() > run.end:
                yield from _make_address(annotated, *match.span(match.lastindex or 0))
    if text.find(",", run.end + 2, run.end + LONGEST_NUMBER) < 0:
        return
    town = patterns.before_town.match(text, run.start)
    if town is not None and _is_before_town(annotated, town):
        yield from _make_address(annotated, *town.span("street"))


def _find_named_house(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a house without a number in which somebody lives: lives at The Old Mill, Ekby."""
    if annotated.text[run.end : run.end + 2] != ", ":
        return
    lives = _LIVES_AT.search(annotated.text_before(run.start, NEAR))
    if lives is None or _is_prose(annotated, run.start, run.end):
        return
    end = _extend_to_town(annotated, run.end)
    if end > run.end:
        yield Markable(
            run.start - len(lives.group(1) or ""), end, EntityType.LOC, "address", ADDRESS
        )


def _may_be_street(annotated: AnnotatedText, run: CapitalRun, after: str) -> bool:
    """Whether a run before a number has a word for a street in it, before it or after it."""
    words, before = _load_street_words(), annotated.text_before(run.start, NEAR).split()
    named = {word.lowered for word in run.words} | set(after.split()[:1])
    return (
        not named.isdisjoint(words["beside"])
        or any(word.lowered.endswith(tuple(words["ending"])) for word in run.words)
        or (bool(before) and before[-1] in ("at", "is", "was", "address:"))
        or not words["before"].isdisjoint(before)
    )


def _has_street_word(annotated: AnnotatedText, run: CapitalRun) -> bool:
    """Whether a run may belong to a street after a number. Most numbers are those of days."""
    words = _load_street_words()
    return (
        run.words[0].lowered in words["first"]
        or not words["last"].isdisjoint([word.lowered for word in run.words])
        or not words["before"].isdisjoint(annotated.text_before(run.start, NEAR).split())
    )


def _find_bare_streets(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    if len(run.words) > 1 and run.words[0].lowered in _load_street_words()["certain"]:
        yield Markable(run.start, run.end, EntityType.LOC, "street", STREET)
    for word in run.words:
        if len(word.lowered) >= SHORTEST_STREET and word.lowered.endswith(_list_long_endings()):
            yield Markable(word.start, word.end, EntityType.LOC, "street", STREET)


@lru_cache(maxsize=1)
def _list_long_endings() -> tuple[str, ...]:
    return tuple(sorted(_load_street_words()["long"]))


def _make_address(annotated: AnnotatedText, start: int, end: int) -> Iterator[Markable]:
    if not _is_prose(annotated, start, end):
        end = _extend_to_town(annotated, end)
        yield Markable(start, end, EntityType.LOC, "address", ADDRESS)


def _is_before_town(annotated: AnnotatedText, match: re.Match[str]) -> bool:
    """Whether a number between a name and a town is that of a house: Ilica 5, Zagreb."""
    town = annotated.find_detection(match.end("gap"), match.end("gap") + 1)
    return town is not None and town.label in TOWNS


def _is_prose(annotated: AnnotatedText, start: int, end: int) -> bool:
    """Whether a number with capitals only looks like a street: 5 Regional Court, Rule 12."""
    words = re.findall(r"\w+", annotated.lowered[start:end])
    if annotated.text[start].isdigit() and is_reference(annotated, start):
        return True
    others = load_kinds("legal_reference", "month", "calling", "title", "time_unit")
    if words[-1] in INSTITUTIONS:
        others |= load_words("org_words")
    return any(word in others and word not in _ALLOWED for word in words[:-1])


def _extend_to_town(annotated: AnnotatedText, end: int) -> int:
    match = _rest_pattern().match(annotated.text, end)
    if match is None:
        return end
    town = match.group("town")
    if town is not None and _is_no_town(annotated, match.start("town"), match.end("town")):
        return match.start("towns")
    return match.end()


def _is_no_town(annotated: AnnotatedText, start: int, end: int) -> bool:
    """Whether the capitals after a comma begin something else: at 5 Elm Road, Mr Ek said."""
    words = re.findall(r"\w+", annotated.lowered[start:end])
    return any(
        word in load_words(kind)
        for word in words
        for kind in ("title", "calling", "opening", "org_head", "legal_reference", "month")
        if word not in ("la", "le", "den", "el", "de", "on", "in", "an")
    )
