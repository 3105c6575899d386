"""Places of one text that belong together still do after they are replaced."""

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn_builders.records import WordFrequency
from tests.making import bundle, entry

COUNTRIES = {
    "GB": "Storbritannien", "NO": "Norge", "FI": "Finland", "FR": "Frankrike", "PL": "Polen",
    "BR": "Brasilien", "PE": "Peru", "KE": "Kenya",
}  # fmt: skip
ISLANDS = {
    "IS": "Island", "CU": "Kuba", "MT": "Malta", "CY": "Cypern", "JM": "Jamaica", "HT": "Haiti",
}  # fmt: skip
BRITISH = {
    "London": "England",
    "Leeds": "England",
    "Cardiff": "Wales",
    "Swansea": "Wales",
    "Hull": "England",
}
PARTS = {
    "Göteborg": "Angered Haga Askim", "Malmö": "Rosengård Hyllie Oxie", "Umeå": "Ersboda Teg Tomtebo",
    "Borås": "Hulta Norrby Viared", "Gävle": "Bomhus Brynäs Sätra", "Lund": "Linero Gunnesbo Klostergården",
}  # fmt: skip
WORDS = "jag bor bodde i på från var kommer och är fint sedan"
RUNS = range(2**70, 2**70 + 12)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    entries = [
        entry(name, "country", 5_000_000, country=code, key=f"country:{code}")
        for code, name in (COUNTRIES | ISLANDS | {"SE": "Sverige"}).items()
    ]
    entries += [entry(name, "region", country="GB") for name in ("England", "Wales")]
    entries += [
        entry(town, "city", 800_000, country="GB", parent=parent)
        for town, parent in BRITISH.items()
    ]
    entries += [
        entry(f"{name[:4]}stad{letter}", "city", 500_000, country=code)
        for code, name in (COUNTRIES | ISLANDS).items()
        if code != "GB"
        for letter in "abcde"
    ]
    for rank, (town, parts) in enumerate(PARTS.items()):
        entries.append(
            entry(town, "city", 600_000 - 1000 * rank, country="SE", parent=f"{town} kommun")
        )
        entries += [
            entry(part, "city", 9_000, country="SE", parent=f"{town} kommun")
            for part in parts.split()
        ]
    words = [WordFrequency(word, "sv", 5.0) for word in WORDS.split()]
    folder = tmp_path_factory.mktemp("agreeing")
    return Lexicon.open(bundle(folder / "b", [[*entries, *words]]))


def pseudonymize(lexicon: Lexicon, text: str, seed: int) -> dict[str, str]:
    """What each original of a text becomes."""
    document = Pseudonymizer(lexicon, seed=seed)(text)
    return {text[span.start : span.end]: span.replacement for span in document.spans}


def find_country(lexicon: Lexicon, town: str) -> str:
    """The country of a town of these lists."""
    if town in BRITISH:
        return COUNTRIES["GB"]
    names = (COUNTRIES | ISLANDS).values()
    return next(name for name in names if town.startswith(f"{name[:4]}stad"))


@pytest.mark.parametrize("seed", RUNS)
@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Jag bodde i London i England.", {"London": "England"}),
        ("Jag bodde i London i Storbritannien.", {"London": "Storbritannien"}),
        ("Jag bodde i Cardiff i England.", {"Cardiff": "England"}),
        (
            "Jag bodde i London i England och i Cardiff i Wales.",
            {"London": "England", "Cardiff": "Wales"},
        ),
        (
            "Jag bodde i Cardiff i Wales och i London i Storbritannien.",
            {"London": "Storbritannien", "Cardiff": "Wales"},
        ),
    ],
)
def test_a_town_agrees_with_the_part_of_a_country_that_it_lies_in(
    lexicon: Lexicon, text: str, pairs: dict[str, str], seed: int
) -> None:
    becomes = pseudonymize(lexicon, text, seed)
    for town, country in pairs.items():
        assert find_country(lexicon, becomes[town]) == becomes[country]
    assert becomes.get("England") != "Storbritannien"


@pytest.mark.parametrize("seed", RUNS)
@pytest.mark.parametrize(
    ("text", "country", "possible"),
    [
        ("Jag bor på Island.", "Island", ISLANDS),
        ("Jag kommer från Island och bor på Island.", "Island", ISLANDS),
        ("Jag bor i Norge.", "Norge", COUNTRIES),
        ("Jag var i Kuba och på Kuba.", "Kuba", ISLANDS),
        ("Jag kommer från Kuba.", "Kuba", COUNTRIES | ISLANDS),
    ],
)
def test_a_country_has_the_preposition_of_the_text(
    lexicon: Lexicon, text: str, country: str, possible: dict[str, str], seed: int
) -> None:
    assert pseudonymize(lexicon, text, seed)[country] in possible.values()


def test_without_a_preposition_all_countries_are_drawn(lexicon: Lexicon) -> None:
    drawn = {
        pseudonymize(lexicon, "Jag kommer från Kuba.", seed)["Kuba"]
        for seed in range(2**70, 2**70 + 60)
    }
    assert drawn & set(ISLANDS.values())
    assert drawn & set(COUNTRIES.values())


def test_with_a_key_a_country_becomes_the_same_with_and_without_a_preposition(
    lexicon: Lexicon,
) -> None:
    keyed = Pseudonymizer(lexicon, key=bytes(32))
    texts = (
        "Jag bor på Island.",
        "Jag kommer från Island.",
        "Jag bor i Norge.",
        "Jag är från Norge.",
    )
    island, same, norway, other = (keyed(text).spans[0].replacement for text in texts)
    assert island == same and island in ISLANDS.values()
    assert norway == other and norway in COUNTRIES.values()


@pytest.mark.parametrize("seed", RUNS)
def test_a_part_of_a_town_moves_with_it(lexicon: Lexicon, seed: int) -> None:
    becomes = pseudonymize(lexicon, "Jag bor i Angered i Göteborg. Haga är fint.", seed)
    assert becomes["Angered"] in PARTS[becomes["Göteborg"]].split()
    assert becomes["Haga"] in PARTS[becomes["Göteborg"]].split()
    assert becomes["Angered"] != becomes["Haga"]


@pytest.mark.parametrize("seed", RUNS)
def test_a_part_alone_stays_a_part_where_the_text_shows_it(lexicon: Lexicon, seed: int) -> None:
    shown = pseudonymize(lexicon, "Jag bor på Angered.", seed)["Angered"]
    assert shown in " ".join(PARTS.values()).split()
    assert pseudonymize(lexicon, "Jag bor i Angered.", seed)["Angered"] in PARTS


def test_with_a_key_a_part_becomes_the_same_in_all_texts(lexicon: Lexicon) -> None:
    keyed = Pseudonymizer(lexicon, key=bytes(32))
    alone = keyed("Jag bor i Angered.").spans[0].replacement
    beside = [span.replacement for span in keyed("Jag bor i Angered i Göteborg.").spans]
    assert beside[0] == alone and alone in PARTS[beside[1]].split()


def test_a_part_is_no_town_to_draw(lexicon: Lexicon) -> None:
    drawn = {pseudonymize(lexicon, "Jag bor i Lund.", seed)["Lund"] for seed in RUNS}
    assert drawn <= set(PARTS)
