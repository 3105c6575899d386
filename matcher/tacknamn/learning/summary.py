"""Tell what was learnt: a summary for people, data for programs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tacknamn.learning.learner import LearningResult
from tacknamn.learning.records import Decision, Proposal, ProposalKind

__all__ = ["export_result", "summarize"]


def summarize(learnt: LearningResult, minimum: int) -> Iterator[str]:
    """What came of it, and what did not, in lines without a word of the texts."""
    whats = Counter(line.what for line in learnt.lines)
    open = sum(line.decision is Decision.OPEN for line in learnt.lines)
    yield (
        f"{_count_noun(learnt.texts, 'text')}: {_count_noun(whats[ProposalKind.ADD], 'addition')}, "
        f"{_count_noun(whats[ProposalKind.EXCLUDE], 'exclusion')}, {learnt.new} of them new; {open} to decide"
    )
    if held_back := sum(learnt.held_back.values()):
        yield (
            f"not told: {_count_noun(held_back, 'form')} of fewer than {_count_noun(minimum, 'text')}, which "
            "may be private persons' names; --minimum 1 tells all"
        )
    if unlearnable := sum(learnt.unlearnable.values()):
        yield (
            f"not learnt: {_count_noun(unlearnable, 'mark')} with digits, other signs, single letters or "
            "several names"
        )
    if learnt.unused:
        yield f"nothing is excluded from {', '.join(learnt.unused)}: no annotator ever marked any"
    if learnt.unmarked:
        yield f"nothing is marked in {_count_noun(learnt.unmarked, 'text')}; were they corrected?"


def _count_noun(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def export_result(learnt: LearningResult, minimum: int) -> dict[str, Any]:
    """The same for programs, with the lines."""
    held_back: dict[str, dict[str, int]] = {what.value: {} for what in ProposalKind}
    for (what, label), forms in sorted(learnt.held_back.items()):
        held_back[what.value][label.value] = forms
    return {
        "format": "tacknamn-learnt",
        "version": 1,
        "texts": learnt.texts,
        "new": learnt.new,
        "lines": [_export_proposal(line) for line in learnt.lines],
        "minimum": minimum,
        "held_back": held_back,
        "unlearnable": {label.value: n for label, n in sorted(learnt.unlearnable.items())},
        "unused_labels": [label.value for label in learnt.unused],
        "texts_without_marks": learnt.unmarked,
    }


def _export_proposal(line: Proposal) -> dict[str, Any]:
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
