"""Lay the evaluation out in sections, once for the screen, for pipes and for the page.

All figures come from the plain data that ``--json`` prints, so that every output says the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tacknamn.evaluation.mistakes import rank_confusions
from tacknamn.evaluation.pictures import (
    draw_calibration,
    draw_confusion,
    draw_differences,
    draw_labels,
    draw_leaks,
)
from tacknamn.evaluation.plain_data import select_definitions
from tacknamn.evaluation.published import OVERALL, Published
from tacknamn.reports.sections import Cell, ReportSection

__all__ = ["lay_out_evaluation", "summarize_evaluation"]

Data = Mapping[str, Any]
_FIGURES = ("precision", "recall", "f1", "f2")
_COUNTS = ("tp", "fp", "fn")
_PLACE = ("what", "document", "line", "start", "end", "label")
MOST_PAIRS = 3
"""Confused pairs that are told in words."""


def summarize_evaluation(data: Data, missed: Sequence[str]) -> str:
    """In one sentence, the figures that matter most, or the goals that were missed."""
    if missed:
        return "Missed: " + "; ".join(missed) + "."
    micro, leak = data["exact"]["micro"], data["leak"]["any"]["leak_rate"]
    if not any(micro[count] for count in _COUNTS):
        return f"Nothing to compare: {_describe_ignored(data) or 'neither gold nor predictions have spans.'}"
    return (
        f"Exact precision {_format_figure(micro['precision'])}, recall {_format_figure(micro['recall'])}, "
        f"F1 {_format_figure(micro['f1'])}, F2 {_format_figure(micro['f2'])}; leak rate {_format_figure(leak)}."
    )


def lay_out_evaluation(
    data: Data, published: Published | None = None, show: bool = False
) -> list[ReportSection]:
    """All parts of the report; texts of spans only where ``show`` says so."""
    parts = [
        _input_section(data),
        _overall_section(data),
        *([_interval_section(data)] if any(data["interval95"].values()) else []),
        _exact_section(data, published),
        _score_section("overlap", "Masked characters by label", data["overlap"], "overlap"),
        _score_section("tokens", "Tokens by label", data["tokens_scored"], "tokens"),
        _leak_section(data),
        _confusion_section(data),
        _agreement_section(data),
        *([_calibration_section(data)] if data["calibration"]["predictions"] else []),
        *([_group_section(data)] if data["groups"] else []),
        *([_difference_section(data), _change_section(data, show)] if data["comparison"] else []),
        _error_section(data, show),
    ]
    return parts


def _input_section(data: Data) -> ReportSection:
    notes = [_describe_ignored(data)] if data["ignored"] else []
    if missing := data["documents"] - data["predicted_documents"]:
        notes.append(f"{missing:,} documents have no prediction: nothing was found in them.")
    if data["textless"]:
        notes.append(f"{data['textless']:,} documents have no text: of them, tokens are unknown.")
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
        f"Left out are predictions of labels that the gold never uses: {listed}; "
        "--all-labels counts them as false."
    )


def _overall_section(data: Data) -> ReportSection:
    means = data["per_document"]
    rows: list[tuple[Cell, ...]] = []
    for view, name, told in (("exact", "micro", "exact, micro"), ("exact", "macro", "exact, macro"),
                             ("exact", "any", "exact, any label"),
                             ("overlap", "micro", "overlap, micro"),
                             ("overlap", "any", "overlap, any label"),
                             ("tokens_scored", "micro", "tokens, micro")):  # fmt: skip
        rows.append((told, *(data[view][name][figure] for figure in _FIGURES)))
    rows.append(("per document", means["precision"], means["recall"], None, None))
    return ReportSection(
        "whole", "All labels together", ("view", *_FIGURES), tuple(rows), (),
        select_definitions("micro", "macro", "any", "f2", "per document"),
    )  # fmt: skip


def _interval_section(data: Data) -> ReportSection:
    rows = tuple((name, one["low"], one["high"]) for name, one in data["interval95"].items() if one)
    return ReportSection("interval", "How far the figures are chance", ("figure", "95 % from", "to"),
                   rows, (), select_definitions("95 %"))  # fmt: skip


def _exact_section(data: Data, published: Published | None) -> ReportSection:
    section = _score_section("exact", "Exact spans by label", data["exact"], "exact")
    pictures = draw_labels(data)
    if published is None:
        return ReportSection("exact", section.title, section.columns, section.rows, (),
                       section.defined, pictures)  # fmt: skip
    columns = (*section.columns, *(f"published {figure}" for figure in _FIGURES))
    rows = [(*row, *_published_figures(published, OVERALL if row[0] == "micro" else str(row[0])))
            for row in section.rows]  # fmt: skip
    told = {row[0] for row in section.rows} | {OVERALL}
    rows += [
        (label, *[None] * (len(section.columns) - 1), *_published_figures(published, label))
        for label in published
        if label not in told
    ]
    return ReportSection(
        "exact", section.title, columns, tuple(rows), (), section.defined, pictures
    )


def _published_figures(published: Published, label: str) -> Iterator[float | None]:
    figures = published.get(label, {})
    return (figures.get(figure) for figure in _FIGURES)


def _score_section(name: str, title: str, view: Data, term: str) -> ReportSection:
    whole = [(key, view[key]) for key in ("micro", "macro", "any") if key in view]
    rows = tuple(
        (label, *(one[figure] for figure in _FIGURES), *(one.get(count) for count in _COUNTS))
        for label, one in [*view["labels"].items(), *whole]
    )
    columns = ("label", *_FIGURES, "right", "false", "missed")
    return ReportSection(name, title, columns, rows, (), select_definitions(term))


def _leak_section(data: Data) -> ReportSection:
    names = ("gold", "whole", "partly", "clear", "leak_rate")
    rows = tuple(
        (label, *(one[name] for name in names))
        for label, one in [*data["leak"]["labels"].items(), ("any", data["leak"]["any"])]
    )
    columns = ("label", "gold", "wholly hidden", "partly", "in clear", "leak rate")
    return ReportSection("leak", "What is left in clear", columns, rows, (), select_definitions("leak rate"),
                   draw_leaks(data))  # fmt: skip


def _confusion_section(data: Data) -> ReportSection:
    counts = Counter(
        {(one["gold"] or "", one["predicted"] or ""): one["spans"] for one in data["confusion"]}
    )
    pairs = rank_confusions(counts)[:MOST_PAIRS]
    told = ", ".join(f"{one} and {other} ({spans:,})" for one, other, spans in pairs)
    rows = tuple(
        (gold or "none", predicted or "none", spans)
        for (gold, predicted), spans in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )
    return ReportSection(
        "confusion", "Confusion matrix", ("gold", "predicted", "spans"), rows,
        (f"Most confused: {told}.",) if pairs else (), select_definitions("confusion"),
        draw_confusion(data),
    )  # fmt: skip


def _agreement_section(data: Data) -> ReportSection:
    one = data["agreement"]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Fleiss' kappa", one["kappa"]),
        ("Krippendorff's alpha", one["alpha"]),
    )
    notes = (f"Annotators: {', '.join(one['annotators'])}.",)
    return ReportSection("agreement", "Agreement on tokens", ("measure", "figure"), rows, notes,
                   select_definitions("kappa", "alpha"))  # fmt: skip


def _calibration_section(data: Data) -> ReportSection:
    one = data["calibration"]
    notes = [f"Expected calibration error: {one['error']:.4f} of {one['predictions']:,}."]
    if one["unscored"]:
        notes.append(f"{one['unscored']:,} predictions have no probability and are left out.")
    columns = ("from", "to", "predictions", "mean", "right")
    rows = tuple(tuple(found[name] for name in ("low", "high", "predictions", "mean", "right"))
                 for found in one["bins"])  # fmt: skip
    return ReportSection("calibration", "Reliability of probabilities", columns, rows, tuple(notes),
                   select_definitions("calibration error"), draw_calibration(data))  # fmt: skip


def _group_section(data: Data) -> ReportSection:
    columns = ("field", "value", "documents", "gold spans", "predicted", *_FIGURES, "leak rate")
    rows = tuple(
        (one["field"], one["value"], one["documents"], one["tp"] + one["fn"],
         one["tp"] + one["fp"], *(one[figure] for figure in _FIGURES), one["leak_rate"])
        for one in data["groups"]
    )  # fmt: skip
    return ReportSection("group", "Groups of documents", columns, rows)


def _difference_section(data: Data) -> ReportSection:
    rows = tuple(
        (name, one["first"], one["second"], one["difference"],
         one["interval"] and one["interval"]["low"], one["interval"] and one["interval"]["high"],
         one["chance"])
        for name, one in data["comparison"]["differences"].items()
    )  # fmt: skip
    columns = ("figure", "first", "second", "difference", "95 % from", "to", "chance")
    return ReportSection("difference", "Second run against the first", columns, rows, (),
                   select_definitions("difference", "95 %", "chance"), draw_differences(data))  # fmt: skip


def _change_section(data: Data, show: bool) -> ReportSection:
    return _span_section("change", "Spans that changed", data["comparison"]["changes"], show)


def _error_section(data: Data, show: bool) -> ReportSection:
    return _span_section("error", "Spans missed, and false ones", data["errors"], show)


def _span_section(name: str, title: str, found: Data, show: bool) -> ReportSection:
    notes = [f"{change} {spans:,}" for change, spans in found["counts"].items()]
    total = sum(found["counts"].values())
    beginning = f"The first {len(found['told']):,} are listed (--most lists more)."
    rows = tuple(
        (one["change"], one["id"], one["line"], one["start"], one["end"], one["label"],
         *([one.get("text")] if show else []))
        for one in found["told"]
    )  # fmt: skip
    told = f"Counted: {', '.join(notes) or 'none'}."
    return ReportSection(
        name, title, (*_PLACE, *(["text"] if show else [])), rows,
        (told, beginning) if total > len(rows) else (told,),
        select_definitions("changes") if name == "change" else (),
    )  # fmt: skip


def _format_figure(figure: float | None) -> str:
    return "none" if figure is None else f"{figure:.4f}"
