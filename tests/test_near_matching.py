"""Misspelt names in texts are found if no list has the word, and only then."""

import contextlib
import os
import shutil
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

from tacknamn.errors import BundleError, InputError
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.near_index import NearIndex, count_allowed_edits
from tacknamn.lexicon.near_table import NearForms, pack_forms
from tacknamn.lexicon.sections import Section, locate_columns
from tacknamn.lexicon.writing.near_sections import list_near_sections
from tacknamn.lexicon.writing.section_data import join_section
from tacknamn.matching.fuzzy import add_fuzzy_matches
from tacknamn.matching.matcher import Matcher, Spans
from tacknamn.text.fold import fold
from tacknamn_builders.records import Entry, Record, WordFrequency
from tests.making import bundle, entry
from tests.test_near import ENGINES

RECORDS: list[list[Record]] = [
    [
        entry("Stockholm", "city", 1_500_000, key="geonames:1"),
        entry("Göteborg", "city", 600_000, key="geonames:2"),
        entry("Göteborgs universitet", "school"),
        entry("Andersson", "surname", 220_000),
        entry("Anderson", "surname", 400),
        entry("Svensson", "surname", 90_000),
        entry("Muhammed", "firstname_male", 9_000),
        entry("Christina", "firstname_female", 100_000),
        entry("Berglund", "surname", 20_000),
        entry("Björk", "surname", 9_000),
        entry("Lena", "firstname_female", 90_000),
        entry("Eva", "firstname_female", 90_000),
        entry("Hans", "firstname_male", 90_000),
        entry("Skräddare", "prof", 300, "rank"),
        entry("Väg 40a", "place", 0),
        *(WordFrequency(form, "sv", zipf) for form, zipf in (("björk", 4.4), ("allvarlig", 4.0))),
        *(WordFrequency(form, "sv", zipf) for form, zipf in (("anderton", 0.0), ("lera", 4.0))),
        WordFrequency("svensken", "sv", 6.5),
    ]
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("near") / "small"
    return bundle(made, RECORDS, ambiguous=["björk"])


@pytest.fixture(scope="module")
def lexicon(folder: Path) -> Lexicon:
    return Lexicon.open(folder)


def find_matches(lexicon: Lexicon, text: str, **options: object) -> list[tuple[str, str, int]]:
    """Return form, base and edits of each match."""
    matcher = Matcher(lexicon, fuzzy=True, **options)  # type: ignore[arg-type]
    return [(match.form, match.base, match.edits) for match in matcher.match(text)]


# ---- searching ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ("Stokhulm", ["Stockholm"]),
        ("Götebrog", ["Göteborg"]),
        ("GO\u0308TEBROG", ["Göteborg"]),
        ("Andreson", ["Anderson", "Andersson"]),
        ("svenson", ["Svensson"]),
        ("Mohammed", ["Muhammed"]),
        ("Kristina", ["Christina"]),
        ("Lena", ["Lena"]),
        ("Evy", []),
        ("Allvarlig", []),
        ("Skräddar", []),
        ("Vag 40a", []),
        ("", []),
        ("\ud800", []),
        ("å" * 9999, []),
    ],
)
def test_searching_finds_near_names(lexicon: Lexicon, form: str, names: list[str]) -> None:
    assert [near.form for near in lexicon.search(form)] == names


def test_a_near_name_tells_what_it_is(lexicon: Lexicon) -> None:
    (near,) = lexicon.search("Stokhulm", max_edits=2)
    assert (near.label, near.edits, near.cost) == ("city", 2, 8)
    assert lexicon.candidates(near.entry)[0].form == "Stockholm"


def test_cheaper_edits_come_first_then_names_mentioned_more(lexicon: Lexicon) -> None:
    assert [near.form for near in lexicon.search("andersun")] == ["Anderson", "Andersson"]
    assert [near.form for near in lexicon.search("Andreson", limit=1)] == ["Anderson"]
    assert lexicon.search("Stokhulm", max_edits=1) == []


@pytest.mark.parametrize("edits", [0, 3, -1, True + 2])
def test_other_numbers_of_edits_are_refused(lexicon: Lexicon, edits: int) -> None:
    with pytest.raises(InputError, match="1 edit or 2"):
        lexicon.search("Stokhulm", max_edits=edits)


def test_an_unknown_engine_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="native or portable"):
        NearIndex(Bundle(folder), "quick").find("stokhulm")


# ---- corrections --------------------------------------------------------------------------

CORRECTED = [
    ("Stokhulm", "Stockholm", 2, 0),
    ("stokhulms", "Stockholm", 2, 1),
    ("Götebrog", "Göteborg", 1, 0),
    ("Andersson", None, 0, 0),  # an entry
    ("Anderssons", None, 0, 0),  # its genitive
    ("Anderton", None, 0, 0),  # a word that is in a list
    ("Andertons", None, 0, 0),  # its genitive
    ("Andreson", "Andersson", 2, 0),  # two usual edits, and 500 times as many bearers
    ("Allvarlik", None, 0, 0),  # near to an ordinary word only
    ("Svensom", None, 0, 0),  # two edits in 7 letters
    ("Evaa", None, 0, 0),  # near to a name of 3 letters only
    ("Bergfund", "Berglund", 1, 0),
    ("Bergfunq", None, 0, 0),  # two edits that nobody makes
    ("Bregluund", "Berglund", 2, 0),
    ("Sto-khulm", None, 0, 0),  # more than one word
    ("Stokhu1m", None, 0, 0),  # not only letters
    ("\ud800\ud800\ud800\ud800", None, 0, 0),
    ("", None, 0, 0),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("word", "name", "edits", "affixes"), CORRECTED)
def test_only_words_that_nobody_knows_are_corrected(
    lexicon: Lexicon, engine: str, word: str, name: str | None, edits: int, affixes: int
) -> None:
    (correction,) = NearIndex(lexicon.bundle, engine).corrections([word])
    if name is None:
        assert correction is None
    else:
        assert correction is not None
        assert lexicon.candidates(correction.entry)[0].form == name
        assert (correction.edits, correction.affixes) == (edits, affixes)


def test_an_ordinary_word_may_be_likelier(lexicon: Lexicon) -> None:
    rivalled = [
        correction is not None and correction.rivalled
        for correction in lexicon.near_index.corrections(["svenskon", "svenskson", "stokhulm"])
    ]
    assert rivalled == [True, False, False]


def test_corrections_keep_the_order_of_the_words(lexicon: Lexicon) -> None:
    index = NearIndex(lexicon.bundle)
    words = [word for word, _, _, _ in CORRECTED] * 2
    alone = [NearIndex(lexicon.bundle).corrections([word])[0] for word in words]
    assert index.corrections(words) == index.corrections(words) == alone


def test_the_longer_a_word_the_more_edits() -> None:
    assert [count_allowed_edits("a" * size) for size in (3, 4, 7, 8, 20)] == [0, 1, 1, 2, 2]


def test_threads_may_all_be_the_first(lexicon: Lexicon) -> None:
    index = NearIndex(lexicon.bundle)
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(index.find, "Götebrog", 1 + n % 2) for n in range(64)]
        assert {len(one.result()) for one in asked} == {1}


# ---- in texts -----------------------------------------------------------------------------


def test_misspelt_names_are_sorted_among_the_exact_matches(lexicon: Lexicon) -> None:
    text = "Lena Andresson bor i Stokhulm, Hans Svensson i Götebrog."
    assert find_matches(lexicon, text) == [
        ("Lena", "Lena", 0),
        ("Andresson", "Andersson", 1),
        ("Stokhulm", "Stockholm", 2),
        ("Hans", "Hans", 0),
        ("Svensson", "Svensson", 0),
        ("Götebrog", "Göteborg", 1),
    ]


def test_without_fuzzy_nothing_misspelt_is_found(lexicon: Lexicon) -> None:
    assert Matcher(lexicon).match("Stokhulm") == []


@pytest.mark.parametrize("overlaps", ["all", "longest", "best"])
def test_no_misspelt_name_is_inside_an_exact_match(lexicon: Lexicon, overlaps: str) -> None:
    found = find_matches(
        lexicon, "Göteborgs universitet och Götebrogs universitet", overlaps=overlaps
    )
    assert [form for form, _, edits in found if edits] == ["Götebrogs"]


def test_a_misspelt_genitive_is_one(lexicon: Lexicon) -> None:
    (match,) = Matcher(lexicon, fuzzy=True).match("i Stokhulms centrum")
    assert (match.form, match.base, match.affixes) == ("Stokhulms", "Stockholm", ("gen",))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("hos Björkk i går", 1),
        ("hos björkk i går", 0),
        ("hos BJÖRKK i går", 0),
        ("Björkk kom", 0),
        ("Slut. Björkk kom", 0),
        ("slut\nBjörkk kom", 0),
        ("... - 'Björkk' kom", 0),
        ("en svenskon kom", 0),
        ("hos Svenskon i går", 1),
    ],
)
def test_what_may_be_an_ordinary_word_needs_a_capital(
    lexicon: Lexicon, text: str, count: int
) -> None:
    assert len(find_matches(lexicon, text)) == count


def test_labels_choose_among_the_misspelt_too(lexicon: Lexicon) -> None:
    text = "Andresson i Götebrog, björkk, svenskon"
    assert find_matches(lexicon, text, labels=["city"]) == [("Götebrog", "Göteborg", 1)]
    surnames = [("Andresson", "Andersson", 1), ("björkk", "Björk", 1)]
    assert find_matches(lexicon, text, labels=["surname"]) == surnames


@pytest.mark.parametrize(
    "spelling",
    ["Go\u0308tebrog", "Göte\u00adbrog", "GÖTEBROG", "Göte\u200bbrog", "\ufeffGötebrog"],
)
@pytest.mark.parametrize("frame", ["{}", "𝔘 {}!", "北京–{}s’", "({})", "i\u0307 {}\r\n"])
def test_offsets_are_those_of_the_text(lexicon: Lexicon, spelling: str, frame: str) -> None:
    ((form, base, edits),) = find_matches(lexicon, frame.format(spelling))
    assert (base, edits) == ("Göteborg", 1)
    assert fold(form).startswith("götebrog")


def test_many_texts_give_what_each_gives(lexicon: Lexicon) -> None:
    matcher = Matcher(lexicon, fuzzy=True)
    texts = ["Stokhulm", "", "Lena i Götebrog", "okänt"] * 5
    assert matcher.match_many(texts) == [matcher.match(text) for text in texts]


def test_a_text_without_misspelt_names_keeps_its_matches(lexicon: Lexicon) -> None:
    exact = Matcher(lexicon).spans("Lena bor i Göteborg")
    near = add_fuzzy_matches(
        "Lena bor i Göteborg", exact.data, lexicon.near_index, 0, lexicon.label_bits()
    )
    assert Spans(near) == exact


# ---- bundles that lie ---------------------------------------------------------------------


def _forge(folder: Path, copy: Path, section: str, change: Callable[[bytearray], None]) -> Bundle:
    shutil.copytree(folder, copy)
    path = copy / f"{section}.bin"
    data = bytearray(path.read_bytes())
    change(data)
    path.write_bytes(data)
    return Bundle(copy, verify=False)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("section", "column"),
    [
        ("forms", "offset"),
        ("words", "offset"),
        ("near", "offset"),
        ("near", "entry"),
        ("near", "outline"),
        ("deletions", "offset"),
        ("deletions", "text"),
    ],
)
@pytest.mark.parametrize("value", [0, 1, 7, 0x7FFFFFFF, 0xFFFFFFFF])
@pytest.mark.parametrize("row", [0, 1, 2, 5])
def test_forged_numbers_are_refused_or_do_no_harm(
    folder: Path, tmp_path: Path, engine: str, section: str, column: str, value: int, row: int
) -> None:
    rows = Bundle(folder).section(section).rows
    place = locate_columns(section, rows)[column][0] + 4 * row

    def change(data: bytearray) -> None:
        data[place : place + 4] = value.to_bytes(4, "little")

    try:
        index = NearIndex(_forge(folder, tmp_path / "forged", section, change), engine)
        for word in ("stokhulm", "andreson", "svensson", "berglund"):
            with contextlib.suppress(BundleError):
                index.find(word)
        index.unknown_words("Stokhulm och Andresons Anderton", b"")
        index.corrections(["stokhulm", "andreson"])
    except BundleError as error:
        assert "tacknamn-build compile" in str(error)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("byte", [0xFF, 0xF7, 0xC3, 0x80])
def test_forged_text_is_refused_or_is_another(
    folder: Path, tmp_path: Path, engine: str, byte: int
) -> None:
    def change(data: bytearray) -> None:
        data[data.index(b"stockholm") + 8] = byte

    index = NearIndex(_forge(folder, tmp_path / "forged", "near", change), engine)
    with contextlib.suppress(BundleError):
        assert [form.cost > 0 for form in index.find("stockholm")] in ([], [True])


def test_a_file_that_is_cut_meanwhile_is_refused(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "cut")
    index = NearIndex(Bundle(tmp_path / "cut"))
    for name in ("near.bin", "deletions.bin"):
        os.truncate(tmp_path / "cut" / name, 40)
    with pytest.raises(BundleError, match="tacknamn-build compile"):
        index.find("stokhulm")


@pytest.mark.parametrize("number", [0, 1, 2, 50, 700])
def test_the_builders_write_what_the_slow_twin_makes(tmp_path: Path, number: int) -> None:
    dice = Random(number)
    texts = sorted(
        {
            "".join(dice.choices("aabcdefå北\U00010400", k=dice.randrange(1, 11)))
            for _ in range(number)
        }
    )
    entries = array("i", (dice.choice((row, -1)) for row in range(len(texts))))
    forms = NearForms(texts, entries, bytes(dice.choices(range(256), k=len(texts))))
    near, listed = (
        Section(Path(name), name, join_section(name, rows, columns))
        for name, rows, columns in list_near_sections(forms)
    )
    slow = pack_forms(forms)
    for column, expected in (
        (near.column("offset"), slow.offset),
        (near.data("text"), slow.texts),
        (near.column("entry"), slow.entries),
        (near.column("outline"), slow.outlines),
        (near.column("weight"), slow.weights),
        (listed.column("offset"), slow.starts),
        (listed.data("text"), slow.listed),
    ):
        assert list(column[:]) == list(expected[:])


def test_a_bundle_without_names_has_nothing_near(tmp_path: Path) -> None:
    prof: list[Entry] = [entry("Skräddare", "prof", 300, "rank")]
    empty = Lexicon.open(bundle(tmp_path / "empty", [prof]))
    assert empty.search("skräddar") == []
    assert find_matches(empty, "En skräddarre.") == []
