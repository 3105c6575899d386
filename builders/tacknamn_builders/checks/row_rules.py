"""Rules for single rows of the lexicon, checked in one pass over all rows."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tacknamn.text.fold import fold
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow
from tacknamn_builders.checks.findings import CheckFinding

__all__ = ["EXAMPLES", "check_rows"]

EXAMPLES = 5
"""Examples that a finding shows."""

# UTF-8 read as Latin-1: the letter of a lead byte, followed by the sign of a continuation byte.
_MOJIBAKE = re.compile("[\u00c2-\u00c5\u00e2][\u0080-\u00bf\u0152\u0160\u0178\u017d\u20ac]|\ufffd")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def check_rows(rows: Iterable[LexiconRow]) -> Iterator[CheckFinding]:
    """Find blank forms, mojibake, control characters, negative counts and duplicate entries."""
    broken: dict[tuple[str, str], list[str]] = {}
    numbers: Counter[tuple[str, str]] = Counter()
    previous: tuple[str, set[tuple[str, ...]]] = ("", set())
    for row in rows:
        folded = fold(row.form)
        if folded != previous[0]:
            previous = (folded, set())
        for rule in _find_broken_rules(row, folded, previous[1]):
            numbers[rule, row.label] += 1
            examples = broken.setdefault((rule, row.label), [])
            if len(examples) < EXAMPLES:
                examples.append(row.form)
    for (rule, label), examples in sorted(broken.items()):
        shown = ", ".join(map(repr, examples))
        yield CheckFinding(rule, label, f"{numbers[rule, label]:,} rows: {shown}")


def _find_broken_rules(row: LexiconRow, folded: str, seen: set[tuple[str, ...]]) -> Iterator[str]:
    if not folded or row.form != row.form.strip():
        yield "blank"
    if _MOJIBAKE.search(row.form):
        yield "mojibake"
    if _CONTROL.search(row.form):
        yield "control-character"
    if not (row.count >= 0 and row.mentions > 0):  # written so that NaN is found too
        yield "negative-count"
    identity = (row.label, row.thing, row.country, row.parent)
    if identity in seen:
        yield "doubled"
    seen.add(identity)
