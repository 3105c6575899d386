"""Arrange an evaluation in sections, for the screen, for pipes and for the page.

All figures come from the plain data that ``--json`` prints, so that all outputs agree.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tacknamn.evaluation.mistakes import rank_confusions
from tacknamn.evaluation.pictures import (
    draw_calibration,
    draw_confusion,
    draw_differences,
    draw_labels,
    draw_leaks,
)
from tacknamn.evaluation.plain_data import LISTED, select_definitions
from tacknamn.evaluation.published import OVERALL, Published
from tacknamn.reports.sections import Cell, ReportSection

__all__ = ["lay_out_evaluation", "summarize_evaluation"]

Data = Mapping[str, Any]
_FIGURES = ("precision", "recall", "f1", "f2")
_COUNTS = ("tp", "fp", "fn")
_VIEWS = (
    ("exact", "micro", "exact, micro"),
    ("exact", "macro", "exact, macro"),
    ("exact", "any", "exact, any label"),
    ("overlap", "micro", "overlap, micro"),
    ("overlap", "any", "overlap, any label"),
    ("tokens_scored", "micro", "tokens, micro"),
)
"""The rows of the table of all labels: two keys of the plain data, and the title."""
_SPAN_COLUMNS = ("what", "document", "line", "start", "end", "label")
MOST_PAIRS = 3
"""Confused pairs that a note lists."""


def summarize_evaluation(data: Data, missed: Sequence[str]) -> str:
    """Summarize the most important figures in one sentence, or list the missed goals."""
    if missed:
        return "Missed: " + "; ".join(missed) + "."
    micro, leak = data["exact"]["micro"], data["leak"]["any"]["leak_rate"]
    if not any(micro[count] for count in _COUNTS):
        reason = _describe_ignored(data) or "neither gold nor predictions have spans."
        return f"Nothing to compare: {reason}"
    precision, recall, f1, f2 = (_format_figure(micro[figure]) for figure in _FIGURES)
    return (
        f"Exact precision {precision}, recall {recall}, F1 {f1}, F2 {f2}; "
        f"leak rate {_format_figure(leak)}."
    )


def lay_out_evaluation(
    data: Data, published: Published | None = None, show: bool = False
) -> list[ReportSection]:
    """Arrange all sections of the report; ``show`` includes the texts of spans."""
    has_intervals = any(data["interval95"].values())
    has_scores = data["calibration"]["predictions"]
    return [
        _input_section(data),
        _overall_section(data),
        *([_interval_section(data)] if has_intervals else []),
        _exact_section(data, published),
        _score_section("overlap", "Masked characters by label", data["overlap"], "overlap"),
        _score_section("tokens", "Tokens by label", data["tokens_scored"], "tokens"),
        _leak_section(data),
        _confusion_section(data),
        _agreement_section(data),
        *([_calibration_section(data)] if has_scores else []),
        *([_group_section(data)] if data["groups"] else []),
        *([_difference_section(data), _change_section(data, show)] if data["comparison"] else []),
        _error_section(data, show),
    ]


def _input_section(data: Data) -> ReportSection:
    notes = [_describe_ignored(data)] if data["ignored"] else []
    if missing := data["documents"] - data["predicted_documents"]:
        notes.append(f"{missing:,} documents have no prediction: nothing was found in them.")
    if data["textless"]:
        notes.append(f"{data['textless']:,} documents have no text; their tokens are unknown.")
    rows: list[tuple[Cell, ...]] = [
        ("gold", data["gold"]),
        ("predicted", data["predicted"]),
        ("documents", data["documents"]),
        ("tokens", data["tokens"]),
        ("labels", ", ".join(data["labels"])),
    ]
    if data["second"]:
        rows.append(("second run", data["second"]["predicted"]))
    return ReportSection("read", "What was read", ("what", "which"), tuple(rows), tuple(notes))


def _describe_ignored(data: Data) -> str:
    if not data["ignored"]:
        return ""
    listed = ", ".join(f"{label} {spans:,}" for label, spans in data["ignored"].items())
    return (
        f"Predictions of labels that the gold never uses are left out: {listed}; "
        "--all-labels counts them as false."
    )


def _overall_section(data: Data) -> ReportSection:
    means = data["per_document"]
    rows: list[tuple[Cell, ...]] = [
        (title, *(data[view][name][figure] for figure in _FIGURES)) for view, name, title in _VIEWS
    ]
    rows.append(("per document", means["precision"], means["recall"], None, None))
    return ReportSection(
        "whole", "All labels together", ("view", *_FIGURES), tuple(rows), (),
        select_definitions("micro", "macro", "any", "f2", "per document"),
    )  # fmt: skip


def _interval_section(data: Data) -> ReportSection:
    rows = tuple(
        (name, interval["low"], interval["high"])
        for name, interval in data["interval95"].items()
        if interval
    )
    return ReportSection(
        "interval", "How far the figures are chance", ("figure", "95 % from", "to"), rows, (),
        select_definitions("95 %"),
    )  # fmt: skip


def _exact_section(data: Data, published: Published | None) -> ReportSection:
    section = _score_section("exact", "Exact spans by label", data["exact"], "exact")
    section = replace(section, pictures=draw_labels(data))
    return section if published is None else _add_published(section, published)


def _add_published(section: ReportSection, published: Published) -> ReportSection:
    """Add columns of published figures, and rows for labels that have only those."""
    columns = (*section.columns, *(f"published {figure}" for figure in _FIGURES))
    rows = [
        (*row, *_published_figures(published, OVERALL if row[0] == "micro" else str(row[0])))
        for row in section.rows
    ]
    measured = {row[0] for row in section.rows} | {OVERALL}
    rows += [
        (label, *[None] * (len(section.columns) - 1), *_published_figures(published, label))
        for label in published
        if label not in measured
    ]
    return replace(section, columns=columns, rows=tuple(rows))


def _published_figures(published: Published, label: str) -> Iterator[float | None]:
    figures = published.get(label, {})
    return (figures.get(figure) for figure in _FIGURES)


def _score_section(name: str, title: str, view: Data, term: str) -> ReportSection:
    together = [(key, view[key]) for key in ("micro", "macro", "any") if key in view]
    rows = tuple(
        (
            label,
            *(scores[figure] for figure in _FIGURES),
            *(scores.get(count) for count in _COUNTS),
        )
        for label, scores in [*view["labels"].items(), *together]
    )
    columns = ("label", *_FIGURES, "right", "false", "missed")
    return ReportSection(name, title, columns, rows, (), select_definitions(term))


def _leak_section(data: Data) -> ReportSection:
    names = ("gold", "whole", "partly", "clear", "leak_rate")
    rows = tuple(
        (label, *(hidden[name] for name in names))
        for label, hidden in [*data["leak"]["labels"].items(), ("any", data["leak"]["any"])]
    )
    columns = ("label", "gold", "wholly hidden", "partly", "in clear", "leak rate")
    return ReportSection(
        "leak", "What is left in clear", columns, rows, (), select_definitions("leak rate"),
        draw_leaks(data),
    )  # fmt: skip


def _confusion_section(data: Data) -> ReportSection:
    counts = Counter(
        {(cell["gold"] or "", cell["predicted"] or ""): cell["spans"] for cell in data["confusion"]}
    )
    pairs = rank_confusions(counts)[:MOST_PAIRS]
    listed = ", ".join(f"{first} and {second} ({spans:,})" for first, second, spans in pairs)
    rows = tuple(
        (gold or "none", predicted or "none", spans)
        for (gold, predicted), spans in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
    return ReportSection(
        "confusion", "Confusion matrix", ("gold", "predicted", "spans"), rows,
        (f"Most confused: {listed}.",) if pairs else (), select_definitions("confusion"),
        draw_confusion(data),
    )  # fmt: skip


def _agreement_section(data: Data) -> ReportSection:
    agreement = data["agreement"]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Fleiss' kappa", agreement["kappa"]),
        ("Krippendorff's alpha", agreement["alpha"]),
    )
    notes = (f"Annotators: {', '.join(agreement['annotators'])}.",)
    return ReportSection(
        "agreement", "Agreement on tokens", ("measure", "figure"), rows, notes,
        select_definitions("kappa", "alpha"),
    )  # fmt: skip


def _calibration_section(data: Data) -> ReportSection:
    calibration = data["calibration"]
    error, predictions = calibration["error"], calibration["predictions"]
    notes = [f"Expected calibration error: {error:.4f} of {predictions:,}."]
    if calibration["unscored"]:
        unscored = calibration["unscored"]
        notes.append(f"{unscored:,} predictions have no probability and are left out.")
    columns = ("from", "to", "predictions", "mean", "right")
    rows = tuple(
        tuple(each[name] for name in ("low", "high", "predictions", "mean", "right"))
        for each in calibration["bins"]
    )
    return ReportSection(
        "calibration", "Reliability of probabilities", columns, rows, tuple(notes),
        select_definitions("calibration error"), draw_calibration(data),
    )  # fmt: skip


def _group_section(data: Data) -> ReportSection:
    columns = ("field", "value", "documents", "gold spans", "predicted", *_FIGURES, "leak rate")
    rows = tuple(
        (group["field"], group["value"], group["documents"], group["tp"] + group["fn"],
         group["tp"] + group["fp"], *(group[figure] for figure in _FIGURES), group["leak_rate"])
        for group in data["groups"]
    )  # fmt: skip
    return ReportSection("group", "Groups of documents", columns, rows)


def _difference_section(data: Data) -> ReportSection:
    rows = tuple(
        (name, figure["first"], figure["second"], figure["difference"],
         figure["interval"] and figure["interval"]["low"],
         figure["interval"] and figure["interval"]["high"], figure["chance"])
        for name, figure in data["comparison"]["differences"].items()
    )  # fmt: skip
    columns = ("figure", "first", "second", "difference", "95 % from", "to", "chance")
    return ReportSection(
        "difference", "Second run against the first", columns, rows, (),
        select_definitions("difference", "95 %", "chance"), draw_differences(data),
    )  # fmt: skip


def _change_section(data: Data, show: bool) -> ReportSection:
    return _span_section("change", "Spans that changed", data["comparison"]["changes"], show)


def _error_section(data: Data, show: bool) -> ReportSection:
    return _span_section("error", "Missed spans and false spans", data["errors"], show)


def _span_section(name: str, title: str, changes: Data, show: bool) -> ReportSection:
    listed = changes[LISTED]
    counts = ", ".join(f"{change} {spans:,}" for change, spans in changes["counts"].items())
    notes = [f"Counted: {counts or 'none'}."]
    if sum(changes["counts"].values()) > len(listed):
        notes.append(f"The first {len(listed):,} are listed (--most lists more).")
    rows = tuple(
        (span["change"], span["id"], span["line"], span["start"], span["end"], span["label"],
         *([span.get("text")] if show else []))
        for span in listed
    )  # fmt: skip
    return ReportSection(
        name, title, (*_SPAN_COLUMNS, *(["text"] if show else [])), rows, tuple(notes),
        select_definitions("changes") if name == "change" else (),
    )  # fmt: skip


def _format_figure(figure: float | None) -> str:
    return "none" if figure is None else f"{figure:.4f}"
