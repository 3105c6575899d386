"""Find whole codes of letters, digits and separators (E1): AB 12 34 56 C, XYZ-2004-117.

A code is recognized by a word before it (*number*, *plate*, *reference*), or without one by its
shape. Digits alone are the subject of :mod:`tacknamn.tab_benchmark.codes`.
"""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import CapitalRun
from tacknamn.tab_benchmark.codes import PERSONAL_LABELS, choose_rule, is_reference
from tacknamn.tab_benchmark.cues import TabCue, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_cued_codes"]

CUED = 88
"""Strength. It outranks the years and the acronyms that a code contains."""
FEWEST_DIGITS, FEWEST_ALONE = 2, 6
"""Fewest digits of a code, and of one without letters behind a word that is no *number*."""
FEWEST_SHAPED = 4
"""Fewest digits of a code that only its shape shows."""
FARTHEST = 48
"""Characters before a code that say whose number it is."""
_GROUP = r"(?:[A-Z0-9]+|\d\w*)(?:[./-](?:[A-Z0-9]+|\d\w*)(?!\w))*"
_AFTER = re.compile(
    r"(?:[ \u00a0](?:number|plates?|code|card|ID))?(?P<number>[ \u00a0](?:number|no|nr|code)\b\.?)?"
    r"(?:[ \u00a0](?:was|is|of|were|being)\b|:|,|[ \u00a0]\()?"
    r"[ \u00a0]?[“\"(]?(?P<no>(?:[nN]os?|[nN]r|№|#)\.?[ \u00a0])?[ \u00a0]?"
    rf"(?P<code>\d{{1,4}}[ \u00a0][A-Z][A-Za-z]{{0,4}}[ \u00a0]\d{{1,6}}/\d{{2,4}}|"
    rf"{_GROUP}(?!\w)(?:[ \u00a0](?:\d[\w./-]*\w|\d|[A-Z]{{2,3}}\b|[A-Z](?=[,.;)\n]|[ \u00a0]\d|$)))*)"
)
_SHAPE = re.compile(
    r"(?<![\w/.-])(?:[A-Z]{1,6}[-/.](?:[A-Z]{1,6}[-/.]){0,2}\d+(?:[-/.][A-Z\d]+)*"
    r"|[A-Z]{2,4}\d{5,}[A-Z]?)(?![\w/]|[.-]\w)"
)
_FILE = re.compile(
    r"(?<![\w/.-])(?:\d{1,4}|[IVX]{1,5}\.?)[ \u00a0][^\W\d_a-z][^\W\d_]{0,4}[ \u00a0]"
    r"\d{1,6}/\d{2,4}(?![\w/])"
    r"|(?<![\w/.-])[A-Z]{2,5}[ \u00a0](?:19|20)\d\d[ \u00a0]p\.[ \u00a0]\d{1,4}\b"
)
"""The number of a file with the letters of a register: 12 Xy 345/06, IV ZR 12/06,
and the page of a collection of judgments: XYZ 2006 p. 12."""
LONGEST_FILE = 14
"""Most characters of such a number behind its letters."""
_SEPARATORS = frozenset("-/.")
_AMOUNT = re.compile(r"([A-Z]*)[^A-Za-z]*")
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_PERSONAL = re.compile(
    r"\b(?:insurance|security|tax|personal|identity|identification|passport|pesel|prisoner|inmate|"
    r"licen[cs]e|national|bank|account)\b"
)


def find_cued_codes(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find codes by the words before them, and by their shape."""
    for cue in annotated.cues["code_cue"]:
        match = _AFTER.match(annotated.text, cue.end)
        if match is not None and _is_code(annotated, cue, match):
            yield _make_code(annotated, *match.span("code"))
    for run in annotated.runs:
        match = _match_shape(annotated.text, run)
        if match is not None and _has_digits(match.group()):
            yield _make_code(annotated, *match.span())


def _match_shape(text: str, run: CapitalRun) -> re.Match[str] | None:
    """Match the code that a run may begin: capitals with digits or separators behind them."""
    end = run.words[0].end
    if text[end - 1].isdigit() or text[end : end + 1] in _SEPARATORS:
        return _SHAPE.match(text, run.start)
    if text[run.end + 1 : run.end + 2].isdigit() and len(run.words) < 3:
        return _FILE.search(text, max(0, run.start - 7), run.end + LONGEST_FILE)
    return None


def _has_digits(code: str) -> bool:
    digits = len(_DIGIT.findall(code))
    return digits >= FEWEST_SHAPED and not _is_money(code)


def _is_code(annotated: AnnotatedText, cue: TabCue, match: re.Match[str]) -> bool:
    code, start = match.group("code"), match.start("code")
    digits = len(_DIGIT.findall(code))
    if digits < FEWEST_DIGITS or _is_money(code):
        return False
    if is_reference(annotated, start):
        return False
    if match.group("number") or match.group("no") or cue.word in load_words("number_cue"):
        return not _YEAR.fullmatch(code)
    return digits < len(code) or digits >= FEWEST_ALONE


def _is_money(code: str) -> bool:
    letters = _AMOUNT.fullmatch(code)
    return letters is not None and letters.group(1).lower() in load_words("currency")


def _make_code(annotated: AnnotatedText, start: int, end: int) -> Markable:
    is_page = " p. " in annotated.text[start:end]
    rule = "code" if is_page else choose_rule(annotated, start)
    is_personal = any(
        detection.label in PERSONAL_LABELS for detection in annotated.detections_between(start, end)
    )
    if is_personal or _PERSONAL.search(annotated.text_before(start, FARTHEST)):
        rule = "personal_code" if rule == "code" else rule
    return Markable(start, end, EntityType.CODE, rule, CUED)
