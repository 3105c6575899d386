"""Tell what was learnt: a summary for people, data for programs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tacknamn.learning.learner import Learnt
from tacknamn.learning.records import Decision, Line, What

__all__ = ["learnt_data", "summary"]


def summary(learnt: Learnt, minimum: int) -> Iterator[str]:
    """What came of it, and what did not, in lines without a word of the texts."""
    whats = Counter(line.what for line in learnt.lines)
    open = sum(line.decision is Decision.OPEN for line in learnt.lines)
    yield (
        f"{_many(learnt.texts, 'text')}: {_many(whats[What.ADD], 'addition')}, "
        f"{_many(whats[What.EXCLUDE], 'exclusion')}, {learnt.new} of them new; {open} to decide"
    )
    if held_back := sum(learnt.held_back.values()):
        yield (
            f"not told: {_many(held_back, 'form')} of fewer than {_many(minimum, 'text')}, which "
            "may be private persons' names; --minimum 1 tells all"
        )
    if unlearnable := sum(learnt.unlearnable.values()):
        yield (
            f"not learnt: {_many(unlearnable, 'mark')} with digits, other signs, single letters or "
            "several names"
        )
    if learnt.unused:
        yield f"nothing is excluded from {', '.join(learnt.unused)}: no annotator ever marked any"
    if learnt.unmarked:
        yield f"nothing is marked in {_many(learnt.unmarked, 'text')}; were they corrected?"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def learnt_data(learnt: Learnt, minimum: int) -> dict[str, Any]:
    """The same for programs, with the lines."""
    held_back: dict[str, dict[str, int]] = {what.value: {} for what in What}
    for (what, label), forms in sorted(learnt.held_back.items()):
        held_back[what.value][label.value] = forms
    return {
        "format": "tacknamn-learnt",
        "version": 1,
        "texts": learnt.texts,
        "new": learnt.new,
        "lines": [_line_data(line) for line in learnt.lines],
        "minimum": minimum,
        "held_back": held_back,
        "unlearnable": {label.value: n for label, n in sorted(learnt.unlearnable.items())},
        "unused_labels": [label.value for label in learnt.unused],
        "texts_without_marks": learnt.unmarked,
    }


def _line_data(line: Line) -> dict[str, Any]:
    return {
        "decision": line.decision.value,
        "what": line.what.value,
        "form": line.form,
        "label": line.label.value,
        "country": line.country,
        "texts": line.texts,
        "mentions": line.mentions,
        "against": line.against,
        "provenance": [one._asdict() for one in line.witnesses],
        "note": line.note,
    }
