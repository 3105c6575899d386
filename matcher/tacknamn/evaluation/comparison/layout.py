"""Arrange a comparison in tables, for the screen, for pipes and for the page.

All figures come from the plain data that ``--json`` prints, so that all outputs agree.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from tacknamn.evaluation.comparison.compare import ALONE
from tacknamn.evaluation.comparison.plain_data import select_terms
from tacknamn.ner.backends.registry import BackendRequest
from tacknamn.ner.combining.rules import OWN_NAME
from tacknamn.reports.sections import Cell, ReportSection
from tacknamn.support.printing import make_printable

__all__ = ["lay_out_comparison", "name_packages", "shorten_package", "summarize_comparison"]

Data = Mapping[str, Any]
MASKING_TOOL_PREFIX = "masking tool: "
"""Precedes the titles of the masking tool's rows."""
NAMED_PACKAGES = 2
"""Packages that the title of a row lists; more of them are "all"."""


def summarize_comparison(data: Data) -> str:
    """Summarize in one sentence what each package alone finds, and which packages failed."""
    names = name_packages([*_list_packages(data["rows"]), *data["failed"]])
    figures = [
        f"{names[row['packages'][0]]} {_format_figure(row['precision']['overall'])} and "
        f"{_format_figure(row['recall']['overall'])}"
        for row in data["rows"]
        if row["how"] == ALONE
    ]
    summary = f"Precision and recall overall: {', '.join(figures)}."
    failed = ", ".join(names[package] for package in data["failed"])
    return f"{summary} Failed: {failed}." if failed else summary


def lay_out_comparison(data: Data) -> list[ReportSection]:
    """Arrange all tables."""
    names = name_packages([*_list_packages(data["rows"]), *data["failed"]])
    titles = [_row_title(row, [names[name] for name in row["packages"]]) for row in data["rows"]]
    return [
        _input_section(data),
        _accuracy_section(data, titles),
        _seconds_section(data, titles),
        _memory_section(data, titles),
    ]


def shorten_package(package: str) -> str:
    """Shorten a package for tables: a path to its last part, a command to its program.

    >>> shorten_package("spacy:models/my-pipeline"), shorten_package("command:bin/ner --fast")
    ('spacy:my-pipeline', 'command:ner')
    """
    name, words = _split_package(package)
    return _short_name(name, words[:1])


def name_packages(packages: Sequence[str]) -> dict[str, str]:
    """Give each package a short but unique name.

    If short names are equal, commands get their arguments; if names are still equal, the package
    gets its full name.

    >>> list(name_packages(["command:./ner ok", "command:./ner half", "nltk"]).values())
    ['command:ner ok', 'command:ner half', 'nltk']
    """
    packages = list(dict.fromkeys(packages))
    names = {package: shorten_package(package) for package in packages}
    for lengthen in (lambda package: _short_name(*_split_package(package)), make_printable):
        counts = Counter(names.values())
        names = {
            package: lengthen(package) if counts[name] > 1 else name
            for package, name in names.items()
        }
    return names


def _split_package(package: str) -> tuple[str, list[str]]:
    """A package's name and its model; for a command, its words."""
    name, model = BackendRequest.read(package)
    return name, model.split() if name == "command" else [model]


def _short_name(name: str, words: Sequence[str]) -> str:
    """A name with its model or program, without folders."""
    short = " ".join([PurePath(words[0]).name, *words[1:]]) if words else ""
    return make_printable(f"{name}:{short}" if short else name)


def _list_packages(rows: Sequence[Data]) -> list[str]:
    return [name for row in rows for name in row["packages"]]


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
    rows += [("left out", error) for error in data["failed"].values()]
    return ReportSection("read", "What was read", ("what", "which"), tuple(rows))


def _accuracy_section(data: Data, titles: Sequence[str]) -> ReportSection:
    rows: list[tuple[Cell, ...]] = [
        (title, row["precision"]["sentence"], row["precision"]["overall"],
         row["recall"]["sentence"], row["recall"]["overall"], row["hidden"])
        for title, row in zip(titles, data["rows"], strict=True)
    ]  # fmt: skip
    rows += [
        (MASKING_TOOL_PREFIX + row["name"], row["precision_sentence"], row["precision_overall"],
         row["recall_sentence"], row["recall_overall"], None)
        for row in data["seed"]
    ]  # fmt: skip
    return ReportSection(
        "accuracy", "Precision and recall",
        ("packages", "precision, sentence", "precision, overall", "recall, sentence",
         "recall, overall", "hidden"),
        tuple(rows), (),
        select_terms("precision", "recall", "sentence", "overall", "hidden", "masking tool"),
        decimals=3,
    )  # fmt: skip


def _seconds_section(data: Data, titles: Sequence[str]) -> ReportSection:
    own = _own_seconds(data["rows"])
    rows: list[tuple[Cell, ...]] = []
    for title, row in zip(titles, data["rows"], strict=True):
        without = row["seconds"]["without_loading"]
        times = without / own if own and row["how"] == ALONE else None
        rows.append((title, row["seconds"]["with_loading"], without, times))
    rows += [
        (MASKING_TOOL_PREFIX + row["name"], float(row["seconds_with"]),
         float(row["seconds_without"]), None)
        for row in data["seed"]
    ]  # fmt: skip
    columns = ("packages", "with loading", "without loading", f"times {OWN_NAME}")
    return ReportSection(
        "seconds", "Seconds", columns, tuple(rows), (),
        select_terms("seconds", "joined", "masking tool"), decimals=2,
    )  # fmt: skip


def _memory_section(data: Data, titles: Sequence[str]) -> ReportSection:
    rows: list[tuple[Cell, ...]] = []
    for title, row in zip(titles, data["rows"], strict=True):
        size = row["megabytes"]
        rows.append(
            (title, size["with_loading"], size["without_loading"], size["traced_with_loading"],
             size["traced_without_loading"])
        )  # fmt: skip
    rows += [
        (MASKING_TOOL_PREFIX + row["name"], None, None, float(row["megabytes_with"]),
         float(row["megabytes_without"]))
        for row in data["seed"]
    ]  # fmt: skip
    columns = ("packages", "MB, with loading", "MB, without loading",
               "MB of Python, with loading", "MB of Python, without loading")  # fmt: skip
    return ReportSection(
        "memory", "Memory", columns, tuple(rows), (),
        select_terms("MB", "MB of Python", "joined", "masking tool"), decimals=2,
    )  # fmt: skip


def _own_seconds(rows: Sequence[Data]) -> float | None:
    """The seconds of our own backend without loading, if it is one of the packages."""
    for row in rows:
        if row["how"] == ALONE and BackendRequest.read(row["packages"][0]).name == OWN_NAME:
            return float(row["seconds"]["without_loading"])
    return None


def _format_figure(figure: float | None) -> str:
    return "none" if figure is None else f"{figure:.3f}"
