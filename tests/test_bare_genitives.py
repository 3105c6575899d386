"""Names that end in s, x or z have no other genitive in Swedish: only what follows shows it.

A pseudonym without it (*Gunnar cykel*, *Malmö centrum*) would tell how the original ends.
"""

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn_builders.records import Inflection, WordFrequency
from tests.making import bundle, entry

NAMES = {
    "firstname_male": "Lars Agnar Max Erik Gunnar",
    "firstname_female": "Agnes Karin Eva Maria Anna Sara Elin Lena",
    "surname": "Bergius Andersson",
}
TOWNS = "Borås Malmö Tranås Göteborg"
WORDS = {
    "NN": "cykel cyklar bil bilar hus huset boken bok centrum gator pengar mamma hund fel kläder fest "
    "söndag kväll sommaren sommar adress adresser",
    "VB": "ringde lånade lånat tvättat gav kläder bor är har såg",
    "JJ": "ny nya gammal gamla röd snäll",
    "PP": "i hos på",
    "PN": "jag vi han mig det",
}


@pytest.fixture(scope="module")
def pseudonymizer(tmp_path_factory: pytest.TempPathFactory) -> Pseudonymizer:
    names = [entry(name, label, 9000) for label, own in NAMES.items() for name in own.split()]
    towns = [entry(town, "city", 90000) for town in TOWNS.split()]
    words = [
        row
        for pos, forms in WORDS.items()
        for word in forms.split()
        for row in (WordFrequency(word, "sv", 5.0), Inflection(word, word, pos))
    ]
    made = bundle(tmp_path_factory.mktemp("genitives") / "b", [[*names, *towns, *words]])
    return Pseudonymizer(Lexicon.open(made), key=bytes(32))


@pytest.mark.parametrize(
    "text",
    [
        "Jag har lånat Lars cykel.",
        "Vi såg Max hund.",
        "Jag såg Agnes nya bil.",
        "Han gav mig Lars adress.",
        "Vi bor i Lars gamla hus.",
        "Jag har tvättat Lars kläder.",
        "Det är Lars fel.",
        "Jag bor i Borås centrum.",
        "Vi såg Tranås gamla gator.",
    ],
)
def test_a_name_before_what_it_has_is_a_genitive(pseudonymizer: Pseudonymizer, text: str) -> None:
    (span,) = pseudonymizer(text).spans
    assert span.affixes == ("gen",)
    assert span.replacement[-1] in "sxz"


@pytest.mark.parametrize(
    "text",
    [
        "Lars ringde mig.",
        "Jag gav Lars pengar.",
        "Jag gav Lars boken.",
        "Vi såg Lars söndag kväll.",
        "Lars kläder mig.",
        "Hos Lars bor han.",
        "Hos Lars sommaren 2010.",
        "Vi bor i Borås.",
        "Han bor i Borås söndag kväll.",
        "I Borås bor Erik.",
        "I Borås är det snäll.",
    ],
)
def test_a_name_before_anything_else_is_none(pseudonymizer: Pseudonymizer, text: str) -> None:
    first = pseudonymizer(text).spans[0]
    assert first.affixes == ()


def test_an_english_genitive_keeps_its_apostrophe(pseudonymizer: Pseudonymizer) -> None:
    english = Pseudonymizer(pseudonymizer.lexicon, key=bytes(32), language="en")
    span = english("I saw Agnes' dog.").spans[0]
    assert span.replacement.endswith(("'s", "s'", "x'"))
