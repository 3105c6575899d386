"""Lay a comparison out in tables, once for the screen, for pipes and for the page.

All figures come from the plain data that ``--json`` prints, so that every output says the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from tacknamn.evaluation.comparison.compare import ALONE
from tacknamn.evaluation.comparison.plain_data import select_terms
from tacknamn.evaluation.comparison.records import OWN_PACKAGE
from tacknamn.ner.backends.registry import BackendRequest
from tacknamn.reports.sections import Cell, ReportSection
from tacknamn.support.printing import make_printable

__all__ = ["lay_out_comparison", "name_packages", "shorten_package", "summarize_comparison"]

Data = Mapping[str, Any]
MASKING_TOOL_PREFIX = "the seed: "
"""What stands before the seed's own rows."""
NAMED_PACKAGES = 2
"""Packages that are named one by one; more of them are all."""


def summarize_comparison(data: Data) -> str:
    """In one sentence, what each package alone finds, or who failed."""
    names = name_packages([*_list_packages(data["rows"]), *data["failed"]])
    told = [
        f"{names[one['packages'][0]]} {_format_figure(one['precision']['overall'])} and "
        f"{_format_figure(one['recall']['overall'])}"
        for one in data["rows"]
        if one["how"] == ALONE
    ]
    said = f"Precision and recall overall: {', '.join(told)}."
    failed = ", ".join(names[one] for one in data["failed"])
    return f"{said} Failed: {failed}." if failed else said


def lay_out_comparison(data: Data) -> list[ReportSection]:
    """All tables."""
    names = name_packages([*_list_packages(data["rows"]), *data["failed"]])
    titles = [_row_title(one, [names[name] for name in one["packages"]]) for one in data["rows"]]
    return [
        _input_section(data),
        _accuracy_section(data, titles),
        _seconds_section(data, titles),
        _memory_section(data, titles),
    ]


def shorten_package(package: str) -> str:
    """A package's name for tables: of a path, its last part; of a command, its program.

    >>> called("spacy:models/my-pipeline"), called("command:bin/ner --fast")
    ('spacy:my-pipeline', 'command:ner')
    """
    name, words = _split_package(package)
    return _short_name(name, words[:1])


def name_packages(packages: Sequence[str]) -> dict[str, str]:
    """What packages are called beside each other: where short names are the same, commands have
    their arguments, and whatever is still the same its whole name.

    >>> list(called_apart(["command:./ner ok", "command:./ner half", "nltk"]).values())
    ['command:ner ok', 'command:ner half', 'nltk']
    """
    packages = list(dict.fromkeys(packages))
    names = {one: shorten_package(one) for one in packages}
    for longer in (lambda one: _short_name(*_split_package(one)), make_printable):
        count = Counter(names.values())
        names = {one: longer(one) if count[name] > 1 else name for one, name in names.items()}
    return names


def _split_package(package: str) -> tuple[str, list[str]]:
    """A package's name, and its model; of a command, the words."""
    name, model = BackendRequest.read(package)
    return name, model.split() if name == "command" else [model]


def _short_name(name: str, words: Sequence[str]) -> str:
    """A name with a model, or program, without the folders before it."""
    short = " ".join([PurePath(words[0]).name, *words[1:]]) if words else ""
    return make_printable(f"{name}:{short}" if short else name)


def _list_packages(rows: Sequence[Data]) -> list[str]:
    return [name for one in rows for name in one["packages"]]


def _row_title(row: Data, names: Sequence[str]) -> str:
    if row["how"] == ALONE:
        return names[0]
    return f"{row['how']}: {'all' if len(names) > NAMED_PACKAGES else ' + '.join(names)}"


def _input_section(data: Data) -> ReportSection:
    rows: list[tuple[Cell, ...]] = [
        ("file", data["file"]),
        ("sentences", data["sentences"]),
        ("names", data["names"]),
        ("language", data["language"]),
    ]
    rows += [("left out", told) for told in data["failed"].values()]
    return ReportSection("read", "What was read", ("what", "which"), tuple(rows))


def _accuracy_section(data: Data, titles: Sequence[str]) -> ReportSection:
    rows: list[tuple[Cell, ...]] = [
        (title, one["precision"]["sentence"], one["precision"]["overall"],
         one["recall"]["sentence"], one["recall"]["overall"], one["hidden"])
        for title, one in zip(titles, data["rows"], strict=True)
    ]  # fmt: skip
    rows += [
        (MASKING_TOOL_PREFIX + one["name"], one["precision_sentence"], one["precision_overall"],
         one["recall_sentence"], one["recall_overall"], None)
        for one in data["seed"]
    ]  # fmt: skip
    return ReportSection(
        "accuracy", "Precision and recall",
        ("packages", "precision, sentence", "precision, overall", "recall, sentence",
         "recall, overall", "hidden"),
        tuple(rows), (),
        select_terms("precision", "recall", "sentence", "overall", "hidden", "the seed"),
        decimals=3,
    )  # fmt: skip


def _seconds_section(data: Data, titles: Sequence[str]) -> ReportSection:
    own = _own_seconds(data["rows"])
    rows: list[tuple[Cell, ...]] = []
    for title, one in zip(titles, data["rows"], strict=True):
        without = one["seconds"]["without_loading"]
        times = without / own if own and one["how"] == ALONE else None
        rows.append((title, one["seconds"]["with_loading"], without, times))
    rows += [
        (
            MASKING_TOOL_PREFIX + one["name"],
            float(one["seconds_with"]),
            float(one["seconds_without"]),
            None,
        )
        for one in data["seed"]
    ]
    columns = ("packages", "with loading", "without loading", f"times {OWN_PACKAGE}")
    return ReportSection(
        "seconds", "Seconds", columns, tuple(rows), (),
        select_terms("seconds", "joined", "the seed"), decimals=2,
    )  # fmt: skip


def _memory_section(data: Data, titles: Sequence[str]) -> ReportSection:
    rows: list[tuple[Cell, ...]] = []
    for title, one in zip(titles, data["rows"], strict=True):
        size = one["megabytes"]
        rows.append(
            (title, size["with_loading"], size["without_loading"], size["traced_with_loading"],
             size["traced_without_loading"])
        )  # fmt: skip
    rows += [
        (MASKING_TOOL_PREFIX + one["name"], None, None, float(one["megabytes_with"]),
         float(one["megabytes_without"]))
        for one in data["seed"]
    ]  # fmt: skip
    columns = ("packages", "MB, with loading", "MB, without loading",
               "MB of Python, with loading", "MB of Python, without loading")  # fmt: skip
    return ReportSection(
        "memory", "Memory", columns, tuple(rows), (),
        select_terms("MB", "MB of Python", "joined", "the seed"), decimals=2,
    )  # fmt: skip


def _own_seconds(rows: Sequence[Data]) -> float | None:
    """What our own engine takes without loading, where it is among them."""
    for one in rows:
        if one["how"] == ALONE and BackendRequest.read(one["packages"][0]).name == OWN_PACKAGE:
            return float(one["seconds"]["without_loading"])
    return None


def _format_figure(figure: float | None) -> str:
    return "none" if figure is None else f"{figure:.3f}"
