"""Find organisations: runs of capitals that hold a word for one, with translations and acronyms.

The minimal span without articles (E2); ``of``, ``for`` and ``and`` tie the parts of one name; a
bracket behind the name that translates or shortens it belongs to the span (E1).
"""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText, is_shouted
from tacknamn.tab_benchmark.capitals import BLANKS, CapitalRun
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words, read_rows

__all__ = ["find_organisations", "load_general_names"]

HEADED, COMPANY, EXPLAINED, LOW, ACRONYM, LISTED = 80, 85, 82, 70, 45, 50
"""Strengths: what says that it is one beats what lists believe of its words."""
LONGEST_BRACKET = 120
"""Characters of a translation or an acronym in brackets."""
LONGEST_ACRONYM = 6
"""Letters of a word in capitals that is taken for the name of an organisation."""
LABELS = frozenset(("school", "work", "public_authority", "other_institution"))
MOST_LOW = 4
"""Small words behind a name at most: public prosecutor's office."""
_TIES = re.compile(
    r"[ \u00a0](?:of|for|and|of the|for the|and the|&|of first|für|de|des|av|och|i|w)[ \u00a0]"
)
"""What may stand between the parts of one name."""
_AND = frozenset(("and", "and the", "&", "och"))
_ORDINAL = re.compile(r"\b\d{1,3}(?:st|nd|rd|th)[ \u00a0]$")
_LOW = re.compile(r"[ \u00a0]([^\W\d_A-ZÅÄÖ][\w’'‑-]*)")
_NO_TRANSLATION = re.compile(r"(?:hereinafter|hereafter|henceforth|the|no|nos|see|art|rule)\b")
_QUOTED = re.compile(r" [“\"][^“”\"\n]{1,40}[”\"]")
_QUOTES = '“"”„'


def load_general_names() -> frozenset[str]:
    """Names that are left although they look like an organisation's (E3)."""
    return frozenset(name for name, _ in read_rows("general.tsv"))


def find_organisations(sheet: AnnotatedText) -> Iterator[Markable]:
    """What names organisations."""
    place = 0
    while place < len(sheet.runs):
        reach = _find_last_tied_run(sheet, place)
        found = _find_headed_name(sheet, place, reach)
        if found is not None:
            yield found
        place = reach + 1
    for number, run in enumerate(sheet.runs):
        yield from _find_companies(sheet, run)
        yield from _find_lower_case_names(sheet, number)
        yield from _find_acronyms(sheet, run)
        yield from _find_firms(sheet, run)
    for one in sheet.founds:
        if one.label in LABELS and sheet.text[one.start].isupper():
            yield _make_organisation(one.start, one.end, "listed", LISTED)


def _make_organisation(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.ORG, rule, strength)


def _has(run: CapitalRun, kind: str) -> bool:
    return any(word.lowered in load_words(kind) for word in run.words)


def _find_last_tied_run(sheet: AnnotatedText, place: int) -> int:
    """The last run of the name that may begin with a run."""
    reach = place
    headed = _has(sheet.runs[place], "org_head")
    while reach + 1 < len(sheet.runs):
        here, there = sheet.runs[reach], sheet.runs[reach + 1]
        tie = _TIES.fullmatch(sheet.text, here.end, there.start)
        if tie is None or not _is_joined(here, there, tie.group().strip(), headed):
            break
        headed = headed or _has(there, "org_head")
        reach += 1
    return reach


def _is_joined(here: CapitalRun, there: CapitalRun, tie: str, headed: bool) -> bool:
    """Whether a tie joins: both of two whole names stay for themselves (E2)."""
    if _has(there, "state") and not _has(there, "company"):
        return False
    if here.words[-1].lowered in load_words("role"):
        return False
    if (
        tie in _AND
        and headed
        and (_has(there, "org_head") or here.words[-1].lowered in load_words("org_head"))
    ):
        return False
    return headed or _ends_with_head(there)


def _ends_with_head(run: CapitalRun) -> bool:
    return run.words[-1].lowered in load_words("org_head")


def _find_headed_name(sheet: AnnotatedText, place: int, reach: int) -> Markable | None:
    runs = sheet.runs[place : reach + 1]
    if not any(_has(run, "org_head") for run in runs):
        return None
    start, end = runs[0].start, runs[-1].end
    if any(
        found.label == "country" and found.end >= end for found in sheet.founds_in(start, start + 1)
    ):
        return None  # the United Kingdom
    start = _extend_to_ordinal(sheet, start)
    name = sheet.lowered[start:end]
    if runs[-1].words[-1].lowered in load_words("legal_reference"):
        return None  # the Administrative Court Act
    words = sum(len(run.words) for run in runs)
    if (
        name in load_general_names()
        or (words == 1 and start == runs[0].start)
        or is_shouted(sheet, start)
    ):
        return None
    return _make_organisation(start, _extend_to_bracket(sheet, end), "headed", HEADED)


def _extend_to_ordinal(sheet: AnnotatedText, start: int) -> int:
    found = _ORDINAL.search(sheet.text, max(0, start - 8), start)
    return start if found is None else found.start()


def _extend_to_bracket(sheet: AnnotatedText, end: int, long: bool = False) -> int:
    """The end behind a bracket that translates or shortens the name; ``long`` where an acronym
    stands before it, whose long form may have an article."""
    text = sheet.text
    quoted = _QUOTED.match(text, end)
    end = end if quoted is None else quoted.end()
    if text[end : end + 2] != " (":
        return end
    close = text.find(")", end, end + LONGEST_BRACKET)
    inside = text[end + 2 : close].lstrip(_QUOTES)
    inside = inside.removeprefix("the ") if long else inside
    if close < 0 or "(" in inside or _NO_TRANSLATION.match(inside.lower()):
        return end
    if any(letter.isdigit() for letter in inside) or not inside or not inside[0].isalpha():
        return end
    return close + 1


def _find_companies(sheet: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Names that end in a designator: Viken Ltd."""
    if len(run.words) > 1:
        last = run.words[-1]
        if last.lowered.rstrip(".") in load_words("company"):
            yield _make_organisation(
                run.start, _extend_to_bracket(sheet, last.end), "company", COMPANY
            )
    after = sheet.lowered[run.end : run.end + 5].split(" ")
    if len(after) > 1 and after[0] == "" and after[1].rstrip(".,;") in ("plc", "ltd", "inc", "a/s"):
        word = after[1].rstrip(".,;")
        yield _make_organisation(run.start, run.end + 1 + len(word), "company", COMPANY)


def _find_lower_case_names(sheet: AnnotatedText, number: int) -> Iterator[Markable]:
    """A name with a small word for what it is: Istanbul police."""
    run = sheet.runs[number]
    if run.words[-1].lowered in load_words("demonym") | load_words("org_head"):
        return
    at, end = run.end, 0
    for _ in range(MOST_LOW):
        found = _LOW.match(sheet.text, at)
        if found is None:
            break
        word = found.group(1)
        bare = word.removesuffix("'s").removesuffix("’s")
        at = found.end()
        if bare in load_words("org_low"):
            end = at - (len(word) - len(bare))
        elif word not in load_words("org_between"):
            break
    if end:
        yield _make_organisation(run.start, end, "low", LOW)


def _find_acronyms(sheet: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """PKK, and with its long form in brackets."""
    word = run.words[0]
    text = sheet.text[word.start : word.end]
    if len(run.words) > 1 or not 1 < len(text) <= LONGEST_ACRONYM or not text.isupper():
        return
    if word.lowered in load_words("currency") or not _is_word(text) or is_shouted(sheet, run.start):
        return
    if sheet.text[word.start - 1 : word.start] in ("(", *_QUOTES, *BLANKS, "\n", ""):
        end = _extend_to_bracket(sheet, word.end, long=True)
        yield _make_organisation(
            word.start, end, "acronym", ACRONYM if end == word.end else EXPLAINED
        )


def _is_word(text: str) -> bool:
    """Whether it is no Roman number and no letter that names a document."""
    letters = text.replace("-", "")
    return (
        letters.isalpha() and not set(letters) <= set("IVX") and letters not in ("GC", "EC", "UK")
    )


def _find_firms(sheet: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """A name with what it is behind a comma: Ek Berg, solicitors."""
    behind = sheet.lowered[run.end : run.end + 20]
    if len(run.words) > 1 and behind.startswith(tuple(f", {word}" for word in load_words("firm"))):
        yield _make_organisation(run.start, run.end, "company", LISTED + 1)
