"""Read what a result has besides its text: columns of tables, numbers of documents."""

import re
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.files import run_command
from tests.privacy.people import Suspect, invent_suspects
from tests.privacy.runs import Run, Setting

__all__ = ["attack_columns", "attack_document_numbers"]

_SUSPECTS = 30
_DRAWING = ("swell", "clinic")
"""Profiles whose results depend on names in other ways than by hiding them."""

# Columns of tables.

_TABLES = 40
_NOTE = "Ring {person} i dag, hon är på jobbet."
_COLUMNS: Mapping[str, Mapping[str, str]] = {
    "the columns added to a table": {},
    "a column of spans that was asked for": {"spans": "places"},
}
"""How a table is made, by what is read of it."""
_ROWS = 4
"""Rows of the table, each about another person. Its writer publishes all of them."""


def attack_columns(setting: Setting) -> Iterator[AttackFigure]:
    """Find the person of a row among suspects by the columns that the program adds to a table.

    The attacker makes the row of each suspect with two secrets of his own. What is the same with both
    is a property of the person, and is compared with the published row."""
    if setting.profile not in _DRAWING:
        return
    for title, options in _COLUMNS.items():
        random, rounds = setting.make_random(title), Rounds()
        for _ in range(setting.count(_TABLES)):
            _guess_rows(setting, options, random, rounds)
        attack = f"original name among {_SUSPECTS}, by {title}"
        yield rounds.report(attack, "suspects", setting)


def _guess_rows(
    setting: Setting, options: Mapping[str, str], random: Random, rounds: Rounds
) -> None:
    people = invent_suspects(setting, random, _SUSPECTS)
    named = random.sample(range(len(people)), _ROWS)
    published = _list_added(setting, random, [people[at] for at in named], options)
    tried, again = (_list_added(setting, random, people, options) for _ in "12")
    own = [_keep_equal(*two) for two in zip(tried, again, strict=True)]
    for at, seen in zip(named, published, strict=True):
        fitting = [suspect for suspect, facts in enumerate(own) if facts <= seen.items()]
        rounds.add(random.choice(fitting or range(len(people))) == at, 1 / len(people))


def _keep_equal(
    first: Mapping[str, Any], second: Mapping[str, Any]
) -> AbstractSet[tuple[str, Any]]:
    return first.items() & second.items()


def _flatten(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every single value of a row with its path: ``spans.0.score``."""
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _flatten(part, f"{path}.{name}")
    else:
        yield path, value


def _list_added(
    setting: Setting, random: Random, people: Sequence[Suspect], options: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Pseudonymize a table with a row for each person; return what each row has besides its text.

    Arrow is what all other tables are made of; Spark adds the same column by default."""
    import pyarrow

    from tacknamn.arrow import pseudonymize

    notes = [_NOTE.format(person=f"{person.first} {person.last}") for person in people]
    program = Run(setting, random).program
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that differ from row to row, as they must here
        table = pyarrow.table({"note": notes})
        made = pseudonymize(table, "note", pseudonymizer=program, **options).read_all()
    return [
        dict(_flatten({name: value for name, value in row.items() if name != "note"}))
        for row in made.to_pylist()
    ]


# Numbers of documents.

_CLASSES = 8
_FORMATS = ("text", "jsonl")
_WORDS = (
    "sommaren", "skogen", "huset", "arbetet", "skolan", "boken", "filmen", "musiken", "maten",
    "resan", "vintern", "cykeln", "katten", "hunden", "köket", "fönstret", "vägen", "bilen",
)  # fmt: skip


def attack_document_numbers(setting: Setting) -> Iterator[AttackFigure]:
    """Find whose text a numbered document is, with an alphabetical list of the class.

    The files have the names of their writers, so the program numbers them."""
    if setting.profile != "swell" or setting.mode not in ("none", "key"):
        return
    random, rounds = setting.make_random("document numbers"), Rounds()
    for at in range(max(2, setting.count(_CLASSES))):
        people = invent_suspects(setting, random, _SUSPECTS)
        names = sorted({f"{person.last}_{person.first}" for person in people})
        texts = dict(zip(names, _write_texts(len(names), random), strict=True))
        published = _publish(setting, random, texts, _FORMATS[at % len(_FORMATS)])
        for place, content in enumerate(published):
            guess = texts[names[place]] if place < len(names) else ""
            rounds.add(guess != "" and guess in content, 1 / len(names))
    attack = f"writer of a document among {_SUSPECTS}, by its number"
    yield rounds.report(attack, "suspects", setting)


def _write_texts(number: int, random: Random) -> list[str]:
    """Write different texts of words that stay."""
    pairs = [
        f"Jag tänker på {one} och {other}." for one in _WORDS for other in _WORDS if one < other
    ]
    return random.sample(pairs, number)


def _publish(setting: Setting, random: Random, texts: dict[str, str], format: str) -> list[str]:
    """Run the command on a folder; return the contents of the results in the order of their numbers."""
    with tempfile.TemporaryDirectory() as folder:
        source, results = Path(folder, "klass"), Path(folder, "results")
        source.mkdir()
        for name, text in texts.items():
            source.joinpath(f"{name}.txt").write_text(f"{text}\n", "utf-8")
        options = ["--format", format]
        if setting.mode == "key":
            key = Path(folder, "run.key")
            key.touch(0o600)
            key.write_text(random.randbytes(32).hex() + "\n", "utf-8")
            options += ["--key-file", str(key)]
        run_command(setting, source, results, *options)
        found = [(_read_number(path.name), path) for path in results.iterdir()]
        numbered = [path for number, path in sorted(found) if number >= 0]
        return [path.read_text("utf-8") for path in islice(numbered, len(texts))]


def _read_number(name: str) -> int:
    """Read the number in the name of a result; -1 if it has none."""
    numbers = re.findall(r"\d+", name)
    return int(numbers[-1]) if numbers else -1
