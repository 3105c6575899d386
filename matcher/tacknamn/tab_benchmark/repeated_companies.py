"""Find further mentions of companies already found, without their designator (E1, E4).

*Viken Shipping* and *Viken* are short forms of *Viken Shipping Ltd*.
"""

from collections.abc import Iterable, Iterator

import ahocorasick

from tacknamn.tab_benchmark.aliases import strip_designators
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import load_kinds
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_repeated_companies", "is_company", "list_short_names"]

REPEATED = 61
"""Strength. A name of a list yields; a title, and a word for a place or an organisation, win."""
LEAST_SURE = 0.5
"""Least probability of such a label of the lists. Others only guess from a capital."""
SHORTEST_WORD = 4
"""Fewest letters of a first word that stands for the whole name."""
GENERAL = (
    *("org_words", "org_head", "opening", "demonym", "title", "calling", "loc_head"),
    *("company", "season", "legal_reference"),
)
"""Kinds of words that stand for no company on their own."""
OTHER_LABELS = frozenset(
    (
        *("firstname_female", "firstname_male", "firstname_unknown", "surname"),
        *("area", "city", "country", "geo", "place", "region", "month_word", "weekday"),
    )
)
"""Labels of words that name a person, a place or a day as well."""


def is_company(name: str) -> bool:
    """Whether a name ends in a designator: Viken Ltd."""
    lowered = " ".join(name.lower().split())
    return strip_designators(lowered) != lowered


def find_repeated_companies(
    annotated: AnnotatedText, known: Iterable[Markable], protect: str
) -> Iterator[Markable]:
    """Find further mentions of the companies in ``known`` and of one to protect."""
    forms: set[str] = set()
    for markable in known:
        if markable.rule == "company":
            name = annotated.lowered[markable.start : markable.end].partition(" (")[0]
            forms.update(list_short_names(annotated, name, markable.start))
    if is_company(protect):
        forms.add(strip_designators(" ".join(protect.lower().split())))
    if not forms:
        return
    for run in annotated.runs:
        if annotated.lowered[run.start : run.end] in forms:
            yield _make_company(run.start, run.end)
    yield from _find_again(annotated, [form for form in forms if " " in form])


def _make_company(start: int, end: int) -> Markable:
    return Markable(start, end, EntityType.ORG, "short_company", REPEATED)


def _find_again(annotated: AnnotatedText, forms: list[str]) -> Iterator[Markable]:
    """Find names of several words again, among which may be words in lower case."""
    if not forms:
        return
    automaton = ahocorasick.Automaton()
    for form in forms:
        automaton.add_word(form, len(form))
    automaton.make_automaton()
    lowered = annotated.lowered
    for last, length in automaton.iter(lowered):
        start, end = last + 1 - length, last + 1
        is_inside = lowered[start - 1 : start].isalnum() or lowered[end : end + 1].isalnum()
        if annotated.text[start].isupper() and not is_inside:
            yield _make_company(start, end)


def list_short_names(annotated: AnnotatedText, name: str, start: int) -> list[str]:
    """List the short forms of a lower-case name that begins at a position."""
    short = strip_designators(name)
    first, _, rest = short.partition(" ")
    forms = [short] if rest or _is_own(annotated, first, start) else []
    return [*forms, first] if rest and _is_own(annotated, first, start) else forms


def _is_own(annotated: AnnotatedText, word: str, start: int) -> bool:
    """Whether a word is the own name of a company, and not a word, a person or a place."""
    if len(word) < SHORTEST_WORD or word in load_kinds(*GENERAL):
        return False
    return not any(
        detection.label in OTHER_LABELS
        and detection.rule == "list"
        and detection.probability >= LEAST_SURE
        and detection.end <= start + len(word)
        for detection in annotated.detections_between(start, start + len(word))
    )
