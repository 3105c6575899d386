"""Who lives in a town: Mölndalsbor, lundabon, göteborgarna."""

import pytest

from tacknamn.labels import DEFINITE, GENITIVE, PLURAL
from tacknamn_builders.bundle.inflections import list_inhabitant_forms

CASES = [
    ("mölndal", "mölndalsbor", PLURAL),
    ("mölndal", "mölndalsbornas", DEFINITE | PLURAL | GENITIVE),
    ("umeå", "umeåbon", DEFINITE),
    ("lund", "lundabo", 0),
    ("borås", "boråsbor", PLURAL),
    ("göteborg", "göteborgare", 0),
    ("göteborg", "göteborgarnas", DEFINITE | PLURAL | GENITIVE),
]


@pytest.mark.parametrize(("town", "form", "affixes"), CASES)
def test_inhabitants_are_named_after_their_town(town: str, form: str, affixes: int) -> None:
    assert (form, affixes) in set(list_inhabitant_forms(town))


@pytest.mark.parametrize(("town", "form"), [("borg", "borgare"), ("borås", "boråssbo")])
def test_words_of_another_meaning_are_not_made(town: str, form: str) -> None:
    assert form not in dict(list_inhabitant_forms(town))
