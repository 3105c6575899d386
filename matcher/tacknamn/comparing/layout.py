"""Lay a comparison out in tables, once for the screen, for pipes and for the page.

All figures come from the plain data that ``--json`` prints, so that every output says the same.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from tacknamn.backends.registry import Request
from tacknamn.comparing.choosing import OWN
from tacknamn.comparing.comparison import ALONE
from tacknamn.comparing.definitions import definitions
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sections import Cell, Section

__all__ = ["called", "called_apart", "sections", "verdict"]

Data = Mapping[str, Any]
SEED = "the seed: "
"""What stands before the seed's own rows."""
ALL = 2
"""Packages that are named one by one; more of them are all."""


def verdict(data: Data) -> str:
    """In one sentence, what each package alone finds, or who failed."""
    names = called_apart([*_packages(data["rows"]), *data["failed"]])
    told = [
        f"{names[one['packages'][0]]} {_told(one['precision']['overall'])} and "
        f"{_told(one['recall']['overall'])}"
        for one in data["rows"]
        if one["how"] == ALONE
    ]
    said = f"Precision and recall overall: {', '.join(told)}."
    failed = ", ".join(names[one] for one in data["failed"])
    return f"{said} Failed: {failed}." if failed else said


def sections(data: Data) -> list[Section]:
    """All tables."""
    names = called_apart([*_packages(data["rows"]), *data["failed"]])
    titles = [_title(one, [names[name] for name in one["packages"]]) for one in data["rows"]]
    return [_read(data), _accuracy(data, titles), _seconds(data, titles), _memory(data, titles)]


def called(package: str) -> str:
    """A package's name for tables: of a path, its last part; of a command, its program.

    >>> called("spacy:models/my-pipeline"), called("command:bin/ner --fast")
    ('spacy:my-pipeline', 'command:ner')
    """
    name, words = _words(package)
    return _written(name, words[:1])


def called_apart(packages: Sequence[str]) -> dict[str, str]:
    """What packages are called beside each other: where short names are the same, commands have
    their arguments, and whatever is still the same its whole name.

    >>> list(called_apart(["command:./ner ok", "command:./ner half", "nltk"]).values())
    ['command:ner ok', 'command:ner half', 'nltk']
    """
    packages = list(dict.fromkeys(packages))
    names = {one: called(one) for one in packages}
    for longer in (lambda one: _written(*_words(one)), printable):
        count = Counter(names.values())
        names = {one: longer(one) if count[name] > 1 else name for one, name in names.items()}
    return names


def _words(package: str) -> tuple[str, list[str]]:
    """A package's name, and its model; of a command, the words."""
    name, model = Request.read(package)
    return name, model.split() if name == "command" else [model]


def _written(name: str, words: Sequence[str]) -> str:
    """A name with a model, or program, without the folders before it."""
    short = " ".join([PurePath(words[0]).name, *words[1:]]) if words else ""
    return printable(f"{name}:{short}" if short else name)


def _packages(rows: Sequence[Data]) -> list[str]:
    return [name for one in rows for name in one["packages"]]


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
        ("packages", "precision, sentence", "precision, overall", "recall, sentence",
         "recall, overall", "hidden"),
        tuple(rows), (),
        definitions("precision", "recall", "sentence", "overall", "hidden", "the seed"),
        decimals=3,
    )  # fmt: skip


def _seconds(data: Data, titles: Sequence[str]) -> Section:
    own = _own_seconds(data["rows"])
    rows: list[tuple[Cell, ...]] = []
    for title, one in zip(titles, data["rows"], strict=True):
        without = one["seconds"]["without_loading"]
        times = without / own if own and one["how"] == ALONE else None
        rows.append((title, one["seconds"]["with_loading"], without, times))
    rows += [
        (SEED + one["name"], float(one["seconds_with"]), float(one["seconds_without"]), None)
        for one in data["seed"]
    ]
    columns = ("packages", "with loading", "without loading", f"times {OWN}")
    return Section(
        "seconds", "Seconds", columns, tuple(rows), (),
        definitions("seconds", "joined", "the seed"), decimals=2,
    )  # fmt: skip


def _memory(data: Data, titles: Sequence[str]) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for title, one in zip(titles, data["rows"], strict=True):
        size = one["megabytes"]
        rows.append(
            (title, size["with_loading"], size["without_loading"], size["traced_with_loading"],
             size["traced_without_loading"])
        )  # fmt: skip
    rows += [
        (SEED + one["name"], None, None, float(one["megabytes_with"]),
         float(one["megabytes_without"]))
        for one in data["seed"]
    ]  # fmt: skip
    columns = ("packages", "MB, with loading", "MB, without loading",
               "MB of Python, with loading", "MB of Python, without loading")  # fmt: skip
    return Section(
        "memory", "Memory", columns, tuple(rows), (),
        definitions("MB", "MB of Python", "joined", "the seed"), decimals=2,
    )  # fmt: skip


def _own_seconds(rows: Sequence[Data]) -> float | None:
    """What our own engine takes without loading, where it is among them."""
    for one in rows:
        if one["how"] == ALONE and Request.read(one["packages"][0]).name == OWN:
            return float(one["seconds"]["without_loading"])
    return None


def _told(figure: float | None) -> str:
    return "none" if figure is None else f"{figure:.3f}"
