"""Lay a comparison out in tables, once for the screen, for pipes and for the page.

All figures come from the plain data that ``--json`` prints, so that every output says the same.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from tacknamn.backends.registry import Request
from tacknamn.comparing.choosing import OWN
from tacknamn.comparing.comparison import ALONE
from tacknamn.comparing.definitions import definitions
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sections import Cell, Section

__all__ = ["called", "sections", "verdict"]

Data = Mapping[str, Any]
SEED = "the seed: "
"""What stands before the seed's own rows."""
ALL = 2
"""Packages that are named one by one; more of them are all."""


def verdict(data: Data) -> str:
    """In one sentence, what each package alone finds, or who failed."""
    told = [
        f"{called(one['packages'][0])} {_told(one['precision']['overall'])} and "
        f"{_told(one['recall']['overall'])}"
        for one in data["rows"]
        if one["how"] == ALONE
    ]
    said = f"Precision and recall overall: {', '.join(told)}."
    return f"{said} Failed: {', '.join(data['failed'])}." if data["failed"] else said


def sections(data: Data) -> list[Section]:
    """All tables."""
    titles = _titles(data["rows"])
    return [_read(data), _accuracy(data, titles), _cost(data, titles)]


def called(package: str) -> str:
    """A package's name for tables: of a path, its last part; of a command, its program.

    >>> called("spacy:models/my-pipeline"), called("command:bin/ner --fast")
    ('spacy:my-pipeline', 'command:ner')
    """
    name, model = Request.read(package)
    words = model.split() if name == "command" else [model]
    short = PurePath(words[0]).name if words and words[0] else ""
    return printable(f"{name}:{short}" if short else name)


def _titles(rows: Sequence[Data]) -> list[str]:
    """What rows are called; packages by their whole names where short ones are the same."""
    packages = list(dict.fromkeys(name for one in rows for name in one["packages"]))
    short = [called(one) for one in packages]
    names = {
        one: printable(one) if short.count(called(one)) > 1 else called(one) for one in packages
    }
    return [_title(one, [names[name] for name in one["packages"]]) for one in rows]


def _title(row: Data, names: Sequence[str]) -> str:
    if row["how"] == ALONE:
        return names[0]
    return f"{row['how']}: {'all' if len(names) > ALL else ' + '.join(names)}"


def _read(data: Data) -> Section:
    rows: list[tuple[Cell, ...]] = [
        ("file", data["file"]),
        ("sentences", data["sentences"]),
        ("names", data["names"]),
        ("language", data["language"]),
    ]
    rows += [("left out", told) for told in data["failed"].values()]
    return Section("read", "What was read", ("what", "which"), tuple(rows))


def _accuracy(data: Data, titles: Sequence[str]) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (title, one["precision"]["sentence"], one["precision"]["overall"],
         one["recall"]["sentence"], one["recall"]["overall"], one["hidden"])
        for title, one in zip(titles, data["rows"], strict=True)
    ]  # fmt: skip
    rows += [
        (SEED + one["name"], one["precision_sentence"], one["precision_overall"],
         one["recall_sentence"], one["recall_overall"], None)
        for one in data["seed"]
    ]  # fmt: skip
    return Section(
        "accuracy", "Precision and recall",
        ("packages", "precision, sentence", "overall", "recall, sentence", "overall", "hidden"),
        tuple(rows), (),
        definitions("precision", "recall", "sentence", "overall", "hidden", "the seed"),
        decimals=3,
    )  # fmt: skip


def _cost(data: Data, titles: Sequence[str]) -> Section:
    own = _own_seconds(data["rows"])
    rows: list[tuple[Cell, ...]] = []
    for title, one in zip(titles, data["rows"], strict=True):
        seconds, size = one["seconds"], one["megabytes"]
        without = seconds["without_loading"]
        times = without / own if own and one["how"] == ALONE else None
        rows.append(
            (title, seconds["with_loading"], without, times, size["with_loading"],
             size["without_loading"], size["traced_with_loading"], size["traced_without_loading"])
        )  # fmt: skip
    rows += [
        (SEED + one["name"], float(one["seconds_with"]), float(one["seconds_without"]), None, None,
         None, float(one["megabytes_with"]), float(one["megabytes_without"]))
        for one in data["seed"]
    ]  # fmt: skip
    columns = ("packages", "seconds, with loading", "without", f"times {OWN}", "MB, with loading",
               "without", "MB of Python, with loading", "without")  # fmt: skip
    return Section(
        "cost", "Seconds and memory", columns, tuple(rows), (),
        definitions("seconds", "MB", "MB of Python", "joined", "the seed"), decimals=2,
    )  # fmt: skip


def _own_seconds(rows: Sequence[Data]) -> float | None:
    """What our own engine takes without loading, where it is among them."""
    for one in rows:
        if one["how"] == ALONE and Request.read(one["packages"][0]).name == OWN:
            return float(one["seconds"]["without_loading"])
    return None


def _told(figure: float | None) -> str:
    return "none" if figure is None else f"{figure:.3f}"
