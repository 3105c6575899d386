"""Lay the evaluation out in sections, once for the screen, for pipes and for the page.

All figures come from the plain data that ``--json`` prints, so that every output says the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tacknamn.evaluating.confusion import most_confused
from tacknamn.evaluating.definitions import definitions
from tacknamn.evaluating.pictures import (
    calibration_picture,
    confusion_picture,
    difference_picture,
    label_picture,
    leak_picture,
)
from tacknamn.evaluating.published import OVERALL, Published
from tacknamn.reporting.sections import Cell, Section

__all__ = ["sections", "verdict"]

Data = Mapping[str, Any]
_FIGURES = ("precision", "recall", "f1", "f2")
_COUNTS = ("tp", "fp", "fn")
_PLACE = ("what", "document", "line", "start", "end", "label")
MOST_PAIRS = 3
"""Confused pairs that are told in words."""


def verdict(data: Data, missed: Sequence[str]) -> str:
    """In one sentence, the figures that matter most, or the goals that were missed."""
    if missed:
        return "Missed: " + "; ".join(missed) + "."
    micro, leak = data["exact"]["micro"], data["leak"]["any"]["leak_rate"]
    if not any(micro[count] for count in _COUNTS):
        return f"Nothing to compare: {_ignored(data) or 'neither gold nor predictions have spans.'}"
    return (
        f"Exact precision {_told(micro['precision'])}, recall {_told(micro['recall'])}, "
        f"F1 {_told(micro['f1'])}, F2 {_told(micro['f2'])}; leak rate {_told(leak)}."
    )


def sections(data: Data, published: Published | None = None, show: bool = False) -> list[Section]:
    """All parts of the report; texts of spans only where ``show`` says so."""
    parts = [
        _read(data),
        _whole(data),
        *([_intervals(data)] if any(data["interval95"].values()) else []),
        _exact(data, published),
        _scores("overlap", "Masked characters by label", data["overlap"], "overlap"),
        _scores("tokens", "Tokens by label", data["tokens_scored"], "tokens"),
        _leak(data),
        _confusion(data),
        _agreement(data),
        *([_calibration(data)] if data["calibration"]["predictions"] else []),
        *([_groups(data)] if data["groups"] else []),
        *([_differences(data), _changes(data, show)] if data["comparison"] else []),
        _errors(data, show),
    ]
    return parts


def _read(data: Data) -> Section:
    notes = [_ignored(data)] if data["ignored"] else []
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
    return Section("read", "What was read", ("what", "which"), tuple(rows), tuple(notes))


def _ignored(data: Data) -> str:
    if not data["ignored"]:
        return ""
    listed = ", ".join(f"{label} {spans:,}" for label, spans in data["ignored"].items())
    return (
        f"Left out are predictions of labels that the gold never uses: {listed}; "
        "--all-labels counts them as false."
    )


def _whole(data: Data) -> Section:
    means = data["per_document"]
    rows: list[tuple[Cell, ...]] = []
    for view, name, told in (("exact", "micro", "exact, micro"), ("exact", "macro", "exact, macro"),
                             ("exact", "any", "exact, any label"),
                             ("overlap", "micro", "overlap, micro"),
                             ("overlap", "any", "overlap, any label"),
                             ("tokens_scored", "micro", "tokens, micro")):  # fmt: skip
        rows.append((told, *(data[view][name][figure] for figure in _FIGURES)))
    rows.append(("per document", means["precision"], means["recall"], None, None))
    return Section(
        "whole", "All labels together", ("view", *_FIGURES), tuple(rows), (),
        definitions("micro", "macro", "any", "f2", "per document"),
    )  # fmt: skip


def _intervals(data: Data) -> Section:
    rows = tuple((name, one["low"], one["high"]) for name, one in data["interval95"].items() if one)
    return Section("interval", "How far the figures are chance", ("figure", "95 % from", "to"),
                   rows, (), definitions("95 %"))  # fmt: skip


def _exact(data: Data, published: Published | None) -> Section:
    section = _scores("exact", "Exact spans by label", data["exact"], "exact")
    pictures = label_picture(data)
    if published is None:
        return Section("exact", section.title, section.columns, section.rows, (),
                       section.defined, pictures)  # fmt: skip
    columns = (*section.columns, *(f"published {figure}" for figure in _FIGURES))
    rows = [(*row, *_published(published, OVERALL if row[0] == "micro" else str(row[0])))
            for row in section.rows]  # fmt: skip
    told = {row[0] for row in section.rows} | {OVERALL}
    rows += [
        (label, *[None] * (len(section.columns) - 1), *_published(published, label))
        for label in published
        if label not in told
    ]
    return Section("exact", section.title, columns, tuple(rows), (), section.defined, pictures)


def _published(published: Published, label: str) -> Iterator[float | None]:
    figures = published.get(label, {})
    return (figures.get(figure) for figure in _FIGURES)


def _scores(name: str, title: str, view: Data, term: str) -> Section:
    whole = [(key, view[key]) for key in ("micro", "macro", "any") if key in view]
    rows = tuple(
        (label, *(one[figure] for figure in _FIGURES), *(one.get(count) for count in _COUNTS))
        for label, one in [*view["labels"].items(), *whole]
    )
    columns = ("label", *_FIGURES, "right", "false", "missed")
    return Section(name, title, columns, rows, (), definitions(term))


def _leak(data: Data) -> Section:
    names = ("gold", "whole", "partly", "clear", "leak_rate")
    rows = tuple(
        (label, *(one[name] for name in names))
        for label, one in [*data["leak"]["labels"].items(), ("any", data["leak"]["any"])]
    )
    columns = ("label", "gold", "wholly hidden", "partly", "in clear", "leak rate")
    return Section("leak", "What is left in clear", columns, rows, (), definitions("leak rate"),
                   leak_picture(data))  # fmt: skip


def _confusion(data: Data) -> Section:
    counts = Counter(
        {(one["gold"] or "", one["predicted"] or ""): one["spans"] for one in data["confusion"]}
    )
    pairs = most_confused(counts)[:MOST_PAIRS]
    told = ", ".join(f"{one} and {other} ({spans:,})" for one, other, spans in pairs)
    rows = tuple(
        (gold or "none", predicted or "none", spans)
        for (gold, predicted), spans in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )
    return Section(
        "confusion", "Confusion matrix", ("gold", "predicted", "spans"), rows,
        (f"Most confused: {told}.",) if pairs else (), definitions("confusion"),
        confusion_picture(data),
    )  # fmt: skip


def _agreement(data: Data) -> Section:
    one = data["agreement"]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Fleiss' kappa", one["kappa"]),
        ("Krippendorff's alpha", one["alpha"]),
    )
    notes = (f"Annotators: {', '.join(one['annotators'])}.",)
    return Section("agreement", "Agreement on tokens", ("measure", "figure"), rows, notes,
                   definitions("kappa", "alpha"))  # fmt: skip


def _calibration(data: Data) -> Section:
    one = data["calibration"]
    notes = [f"Expected calibration error: {one['error']:.4f} of {one['predictions']:,}."]
    if one["unscored"]:
        notes.append(f"{one['unscored']:,} predictions have no probability and are left out.")
    columns = ("from", "to", "predictions", "mean", "right")
    rows = tuple(tuple(found[name] for name in ("low", "high", "predictions", "mean", "right"))
                 for found in one["bins"])  # fmt: skip
    return Section("calibration", "Reliability of probabilities", columns, rows, tuple(notes),
                   definitions("calibration error"), calibration_picture(data))  # fmt: skip


def _groups(data: Data) -> Section:
    columns = ("field", "value", "documents", "gold spans", "predicted", *_FIGURES, "leak rate")
    rows = tuple(
        (one["field"], one["value"], one["documents"], one["tp"] + one["fn"],
         one["tp"] + one["fp"], *(one[figure] for figure in _FIGURES), one["leak_rate"])
        for one in data["groups"]
    )  # fmt: skip
    return Section("group", "Groups of documents", columns, rows)


def _differences(data: Data) -> Section:
    rows = tuple(
        (name, one["first"], one["second"], one["difference"],
         one["interval"] and one["interval"]["low"], one["interval"] and one["interval"]["high"],
         one["chance"])
        for name, one in data["comparison"]["differences"].items()
    )  # fmt: skip
    columns = ("figure", "first", "second", "difference", "95 % from", "to", "chance")
    return Section("difference", "Second run against the first", columns, rows, (),
                   definitions("difference", "95 %", "chance"), difference_picture(data))  # fmt: skip


def _changes(data: Data, show: bool) -> Section:
    return _findings("change", "Spans that changed", data["comparison"]["changes"], show)


def _errors(data: Data, show: bool) -> Section:
    return _findings("error", "Spans missed, and false ones", data["errors"], show)


def _findings(name: str, title: str, found: Data, show: bool) -> Section:
    notes = [f"{change} {spans:,}" for change, spans in found["counts"].items()]
    total = sum(found["counts"].values())
    beginning = f"The first {len(found['told']):,} are listed (--most lists more)."
    rows = tuple(
        (one["change"], one["id"], one["line"], one["start"], one["end"], one["label"],
         *([one.get("text")] if show else []))
        for one in found["told"]
    )  # fmt: skip
    told = f"Counted: {', '.join(notes) or 'none'}."
    return Section(
        name, title, (*_PLACE, *(["text"] if show else [])), rows,
        (told, beginning) if total > len(rows) else (told,),
        definitions("changes") if name == "change" else (),
    )  # fmt: skip


def _told(figure: float | None) -> str:
    return "none" if figure is None else f"{figure:.4f}"
