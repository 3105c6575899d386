"""Recognize values of medicine: blood pressure, analyses, points of a scale, angles, lengths of time.

They are numbers that identify no person. *BT 120/80* looks like a number with a stroke, *NRS 6/10*
like a date, *CRP 210* like a number plate.
"""

import re
from typing import Final

from tacknamn.detection.medicine.terms import is_drug, is_scale
from tacknamn.detection.patterns.rulebook import get_word_group
from tacknamn.records import Finding
from tacknamn.support.expressions import compile_lazily

__all__ = ["settle_medical_values"]

_RULES: Final = frozenset(
    (
        "account_any", "bankgiro", "date_dm", "date_dots", "date_fraction", "document", "grouped_number",
        "local_phone", "month_digit", "other", "other_joined", "plate", "plate_lower", "transport_nr",
        "year_far", "year_old", "zip_bare",
    )
)  # fmt: skip
"""Rules whose findings have the shape of values, too."""
_DATES: Final = frozenset(("date_dm", "date_dots", "date_fraction", "month_digit"))
"""Rules for days: *U-tox 29/8* is one, *NRS 6/10* none."""
_OUT_OF: Final = compile_lazily(
    r"(?<![\w-])(?:nrs|vas|bt|blodtryck(?:et)?|apgar|visus|mmse|moca|gcs|borg|rpe|must|sofa|styrka|kraft|norton|"
    r"downton|ef|psa|phq-9|gad-7|eq-vas|smärta|smärtan|dos|mallampati|lund-browder|rass|cam|minicog|mini-cog)"
    r"(?: (?:på|ca|nu|idag|hö|vä|till|vid|aktivitet|vila|i|natt))*[ :=]{1,2}\Z",
    re.IGNORECASE,
)
"""What is measured out of a number: *smärta 6/10*, *MMSE 9/30*."""
_APGAR: Final = ("Apgar ", "apgar ", "APGAR ", "Apgar: ")
"""Words before three numbers that look like a date: *Apgar 9-10-10*."""
_BEFORE, _AFTER = 28, 14
"""Characters around a number that are read."""
_NAMES: Final = (
    "a[fl]p", "ak", "alb", "amylas", "aptt", "b12", "bil", "bnp", "blodtryck(?:et)?", "bpm", "cd4",
    "cd8", "ck-mb", "cobb", "dbt", "d-dimer", "ef", "etanol", "evf", "fb", "fev1", "fp-?glukos",
    "fibrinogen", "flöde", "fosfat", "fsh", "ft3", "ft4", "gt", "g-?gt", "hba1c", "hcg", "hkt",
    "iop", "järn", "f-?kalprotektin", "kortisol", "ld", "leukocyter", "lymf", "mcv", "myoglobin",
    "neutrofila", "nt-?probnp", "p-?glukos", "pcwp", "pco2", "po2", "prokalcitonin", "rr", "sbt",
    "shbg", "spo2", "syst", "systoliskt", "diast", "diastoliskt", "t3", "t4", "testosteron", "tg",
    "tibc", "tni", "transferrin", "trombocyter", "u-?alb", "ua", "ök", "östradiol", "progesteron",
    "prolaktin", "s-\\w+", "p-\\w+", "fp-\\w+", "b-\\w+", "u-\\w+", "madrs-s", "epds", "phq-9",
    "gad-7", "gaf", "c-gas", "cgas", "eq-?vas", "eq-?5d", "news2?", "must", "norton", "downton",
    "borg", "rpe", "rass", "wisc", "wais", "asrs", "bdi", "hads", "isi", "oswestry", "das28",
    "basdai", "dlqi", "pasi", "ipss", "nihss", "curb-?65", "cha2ds2-?vasc", "gleason", "rom", "add",
    "elevation", "dos", "visus", "tensio", "tryck", "omfång", "huvudomfång", "ho", "diures", "urin",
    "kh", "blödning", "ctg", "symfys-fundus", "sf-mått", "fostervikt", "födelsevikt", "gv", "tidal",
    "fio2", "peep",
)  # fmt: skip
"""Names of values, beyond the words that the patterns know as measures."""
_NAMED: Final = compile_lazily(
    rf"(?<![\w-])(?:{'|'.join((*_NAMES, *sorted(get_word_group('measure'))))})"
    r"(?: (?:på|ca|cirka|är|var|va|aktiv|passiv|nu|idag|hö|vä|liggande|"
    r"stående|sittande|mätt|till|runt|kring|max|över|under|nadir|ömsesidigt)){0,2}"
    r"\s?[:=<>≥≤~]?\s?(?:\d+(?:[.,/-]\d+)* ?(?:[-–/,]|->|→|och|till|resp|mm|mmhg|liggande|"
    r"stående|sittande|hö|vä)(?:[, ]| och)* ?)?\Z",
    re.IGNORECASE,
)
"""The name of a value before a number, and a first number of two: *BT 120/80, 115/75*."""
_UNIT: Final = compile_lazily(
    r"\s?(?:mg|ml|mmol|µmol|umol|mikromol|mikrog\w*|mcg|µg|ng|pg|g/l|e/l|u/l|ie|mie|mse|ms|mm ?hg|mm|cm|"
    r"kpa|kg|gr|grader|°|slag|sl|bpm|lpm|hz|db|dl|cl|kcal|kj|kda|mbq|gy|mv|ma|/min|x ?10|ml/min|% |p\b|poäng|"
    r"st|tabl|e\b|g\b|l\b)(?!\w)",
    re.IGNORECASE,
)
"""A unit behind a number."""
_LETTERS: Final = compile_lazily(r"[^\W\d_]+[ \u00a0-]?")
_FIRST_SIDE: Final = compile_lazily(r"\d/\d+ (?:hö|vä|dx|sin|od|os),? (?:och )?\Z", re.IGNORECASE)
_SIDE: Final = compile_lazily(r" (?:hö|vä|dx|sin|od|os)(?!\w)", re.IGNORECASE)
_LONG_RUN: Final = compile_lazily(r"\d{3,}")


def settle_medical_values(text: str, findings: list[Finding]) -> list[Finding]:
    """Return the findings without the values of medicine. Of those, the numbers with three digits in a
    row stay as amounts, because some profiles hide every such number."""
    settled: list[Finding] = []
    for finding in findings:
        if not _is_value(text, finding):
            settled.append(finding)
        else:
            settled += [
                Finding(match.start(), match.end(), "other_nr_seq", "amount")
                for match in _LONG_RUN.finditer(text, finding.start, finding.end)
            ]
    return settled


def _is_value(text: str, finding: Finding) -> bool:
    if finding.rule.startswith("date") and text.endswith(_APGAR, 0, finding.start):
        return True
    if finding.rule not in _RULES:
        return False
    if finding.rule in _DATES:
        before = text[max(0, finding.start - _BEFORE) : finding.start]
        return (
            _OUT_OF.search(before) is not None
            or is_scale(before)
            or _is_second_eye(text, before, finding)
        )
    # The letters of a supposed number plate are the name of the value.
    letters = _LETTERS.match(text, finding.start, finding.end)
    start = letters.end() if letters else finding.start
    if letters and _NAMED.search(text[finding.start : start]):
        return True
    before = text[max(0, start - _BEFORE) : start]
    if _NAMED.search(before) or _follows_drug(before) or is_scale(before):
        return True
    return _UNIT.match(text, finding.end, finding.end + _AFTER) is not None


def _is_second_eye(text: str, before: str, finding: Finding) -> bool:
    """Return whether a value of the other side precedes: *8/10 hö, 3/10 vä*."""
    return _FIRST_SIDE.search(before) is not None and _SIDE.match(text, finding.end) is not None


def _follows_drug(before: str) -> bool:
    """Return whether a drug stands right before a number: *Alvedon 665*, *Turbuhaler 160/4,5*."""
    words = before.split()
    return before.endswith(" ") and bool(words) and is_drug(words[-1].lower())
