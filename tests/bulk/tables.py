"""Rows for the tests of adapters: sentences of the essays, names of the small bundle, and nulls."""

import random
import re
from typing import Any

import pyarrow

from tacknamn import Document, Pseudonymizer
from tests.essays.reading import read_essays

__all__ = ["KEY", "make_table", "pseudonymize_singly"]

KEY = bytes(range(32))
"""An example of a key. Real ones are random."""
FIRST_NAMES = ("Amina", "Karin", "Lisbet", "Greta", "Hilda")
SURNAMES = ("Lind", "Berg", "Dahl", "Eklund", "Forsman")
CITIES = ("Göteborg", "Malmö", "Uppsala")
PATTERNS = (
    "Jag heter {first} {last} och bor i {city}.",
    "{first} ringde från 070-174 06 58.",
    "Inget att anmärka.",
    "{last}s hund 🐕 bor hos {first} i {city}, född 1987.",
    "",
)


def make_table(rows: int = 5000) -> pyarrow.Table:
    """A table with texts, nulls, ids, and columns that must stay as they are."""
    chance = random.Random(17)
    sentences = [s for essay in read_essays() for s in re.split(r"(?<=[.!?])\s+", essay.text)]

    def make_text() -> str | None:
        if chance.random() < 0.05:
            return None
        pattern = chance.choice((*PATTERNS, chance.choice(sentences), chance.choice(sentences)))
        chosen = chance.choice(FIRST_NAMES), chance.choice(SURNAMES), chance.choice(CITIES)
        names: dict[str, str] = dict(zip(("first", "last", "city"), chosen, strict=True))
        return re.sub(r"\{(\w+)\}", lambda match: names[match[1]], pattern)

    return pyarrow.table(
        {
            "id": pyarrow.array(range(rows), pyarrow.int64()),
            "text": [make_text() for _ in range(rows)],
            "nested": [[{"a": number, "b": str(number)}] * (number % 3) for number in range(rows)],
            "weight": [number / 8 for number in range(rows)],
        }
    )


def pseudonymize_singly(
    pseudonymizer: Pseudonymizer, texts: list[str | None], ids: list[Any] | None = None
) -> list[Document | None]:
    """What every adapter must give: one call for each text."""
    names = [""] * len(texts) if ids is None else list(map(str, ids))
    return [
        None if text is None else pseudonymizer(text, name)
        for text, name in zip(texts, names, strict=True)
    ]
