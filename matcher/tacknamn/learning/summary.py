"""Summarize the result of learning for people, and export it for programs."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tacknamn.learning.learner import LearningResult
from tacknamn.learning.records import Decision, Proposal, ProposalKind

__all__ = ["export_result", "summarize"]


def summarize(learnt: LearningResult, minimum: int) -> Iterator[str]:
    """Summarize the result in lines that contain no word of the texts."""
    kinds = Counter(line.what for line in learnt.lines)
    open = sum(line.decision is Decision.OPEN for line in learnt.lines)
    yield (
        f"{_count_noun(learnt.texts, 'text')}: {_count_noun(kinds[ProposalKind.ADD], 'addition')}, "
        f"{_count_noun(kinds[ProposalKind.EXCLUDE], 'exclusion')}, {learnt.new} of them new; {open} to decide"
    )
    if held_back := sum(learnt.held_back.values()):
        yield (
            f"not listed: {_count_noun(held_back, 'form')} of fewer than {_count_noun(minimum, 'text')}; "
            "they may be names of private persons; --minimum 1 lists all"
        )
    if unlearnable := sum(learnt.unlearnable.values()):
        yield (
            f"not learnt: {_count_noun(unlearnable, 'mark')} with digits, other characters, single letters "
            "or several names"
        )
    if learnt.unused:
        yield f"nothing is excluded from {', '.join(learnt.unused)}: no annotator used these labels"
    if learnt.unmarked:
        yield f"{_count_noun(learnt.unmarked, 'text')} without marks; check that they were corrected"


def _count_noun(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def export_result(learnt: LearningResult, minimum: int) -> dict[str, Any]:
    """Export the result and its lines."""
    held_back: dict[str, dict[str, int]] = {kind.value: {} for kind in ProposalKind}
    for (kind, label), forms in sorted(learnt.held_back.items()):
        held_back[kind.value][label.value] = forms
    return {
        "format": "tacknamn-learnt",
        "version": 1,
        "texts": learnt.texts,
        "new": learnt.new,
        "lines": [_export_proposal(line) for line in learnt.lines],
        "minimum": minimum,
        "held_back": held_back,
        "unlearnable": {label.value: count for label, count in sorted(learnt.unlearnable.items())},
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
        "provenance": [witness._asdict() for witness in line.witnesses],
        "note": line.note,
    }
