"""A list of one's own is looked up, matched, completed, searched and saved like a bundle."""

import csv
import io
import json
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacknamn.errors import Error, InputError
from tacknamn.labels import Label
from tacknamn.lexicon.bundle import MANIFEST, REQUIRED
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.own.inflected import list_definite_forms
from tacknamn.matching.engines import has_native
from tacknamn.matching.matcher import Matcher
from tacknamn.text.fold import fold
from tests.naive import NaiveForm, NaiveScan

ENGINES = ["portable", *(["native"] if has_native() else [])]
ENTRIES = [
    ("Norrgården", "ward"),
    ("Avdelning 4", "ward"),
    ("Alvedon", "drug", 1200),
    ("Alvedon", "product", 300),
    ("Ek", "surname", 20, "sv", "SE"),
]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon.from_entries(ENTRIES)


# ---- what is given --------------------------------------------------------------------------


def write_csv(path: Path, rows: list[list[str]], delimiter: str = ",") -> Path:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    path.write_text(text.getvalue(), "utf-8")
    return path


def names_of(lexicon: Lexicon) -> list[tuple[Any, ...]]:
    forms = ("norrgården", "avdelning 4", "alvedon", "ek")
    return [
        (found.form, str(found.label), found.count, found.country)
        for form in forms
        for found in lexicon.lookup(form)
    ]


EXPECTED = [
    ("Norrgården", "ward", 0, ""),
    ("Avdelning 4", "ward", 0, ""),
    ("Alvedon", "drug", 1200, ""),
    ("Alvedon", "product", 300, ""),
    ("Ek", "surname", 20, "SE"),
]
ROWS = [
    ["form", "label", "count", "country", "employee"],
    ["Norrgården", "ward", "", "", "7"],
    ["Avdelning 4", "ward"],
    [],
    ["Alvedon", "drug", "1200"],
    ["Alvedon", "product", "300.0"],
    ["Ek", "surname", "20", "SE", ""],
]


def test_tuples(lexicon: Lexicon) -> None:
    assert names_of(lexicon) == EXPECTED


def test_dicts() -> None:
    keys = ("form", "label", "weight", "language", "country")
    rows = [dict(zip(keys, entry, strict=False)) for entry in ENTRIES]
    assert names_of(Lexicon.from_entries(rows)) == EXPECTED


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_csv_file(tmp_path: Path, delimiter: str) -> None:
    lexicon = Lexicon.from_entries(write_csv(tmp_path / "own.csv", ROWS, delimiter))
    assert names_of(lexicon) == EXPECTED
    assert lexicon.lookup("ek")[0].sources == ("own.csv",)


def test_a_csv_file_as_spreadsheets_write_it(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_bytes('\ufeffLabel;FORM\r\nward;"Norr; gården"\r\n'.encode())
    assert Lexicon.from_entries(str(path)).lookup("norr; gården")[0].label == "ward"


def test_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        [entry + (None,) * (5 - len(entry)) for entry in ENTRIES],
        columns=["form", "label", "count", "language", "country"],
    )
    assert names_of(Lexicon.from_entries(frame)) == EXPECTED


def test_a_file_with_one_form_on_each_line(tmp_path: Path) -> None:
    path = tmp_path / "wards.txt"
    path.write_text("Norrgården\n\nAvdelning 4\r\n", "utf-8")
    assert Lexicon.from_entries(path, "ward").lookup("avdelning 4")[0].label == "ward"


def test_one_label_for_all_entries() -> None:
    lexicon = Lexicon.from_entries(["Norrgården", ("Alvedon", "drug")], "ward")
    assert [lexicon.lookup(form)[0].label for form in ("Norrgården", "alvedon")] == ["ward", "drug"]


# ---- what it does ---------------------------------------------------------------------------


def test_probabilities_are_shares_of_the_counts(lexicon: Lexicon) -> None:
    assert [found.probability for found in lexicon.lookup("alvedon")] == [0.8, 0.2]


def test_the_same_form_and_label_is_one_entry_with_the_sum_of_its_counts() -> None:
    rows = [("ALVEDON", "drug", 3), ("Alvedon", "drug"), ("alvedon", "drug", 2)]
    (found,) = Lexicon.from_entries(rows).lookup("Alvedon")
    assert (found.form, found.count) == ("ALVEDON", 6)


def test_labels_of_ours_stay_ours_and_others_are_free(lexicon: Lexicon) -> None:
    assert lexicon.lookup("ek")[0].label is Label.SURNAME
    assert lexicon.lookup("norrgården")[0].label.value == "ward"


@pytest.mark.parametrize("engine", ENGINES)
def test_the_matcher_finds_entries_and_their_genitives(lexicon: Lexicon, engine: str) -> None:
    matches = Matcher(lexicon, engine).match("Ek tog alvedon på NORRGÅRDENS avdelning  4.")
    assert [(match.form, str(match.candidates[0].label)) for match in matches] == [
        ("Ek", "surname"),
        ("alvedon", "drug"),
        ("NORRGÅRDENS", "ward"),
        ("avdelning  4", "ward"),
    ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("labels", "forms"),
    [
        (["ward"], ["Norrgården"]),
        (["product"], ["Alvedon"]),
        (["ward", "surname"], ["Norrgården", "Ek"]),
        (["surname"], ["Ek"]),
        (["city"], []),
    ],
)
def test_the_matcher_finds_one_label(
    lexicon: Lexicon, engine: str, labels: list[str], forms: list[str]
) -> None:
    found = Matcher(lexicon, engine, labels=labels).match("Alvedon på Norrgården av Ek")
    assert sorted(match.form for match in found) == sorted(forms)


def test_the_matcher_takes_a_least_probability() -> None:
    entries = [("Ek", "surname", 1), ("Ek", "ward", 9), ("Bo", "surname", 1)]
    lexicon = Lexicon.from_entries(entries)
    for least, forms in ((None, ["Ek", "Bo"]), (0.3, ["Bo"])):
        matcher = Matcher(lexicon, labels=["surname"], min_probability=least)
        assert [match.form for match in matcher.match("Ek, Bo")] == forms


@pytest.mark.parametrize("engine", ENGINES)
def test_a_longer_form_of_another_label_hides_nothing(engine: str) -> None:
    entries = [("Norrgården", "ward"), ("Norrgården Syd", "product")]
    (match,) = Matcher(Lexicon.from_entries(entries), engine, labels=["ward"]).match(
        "Norrgården Syd"
    )
    assert match.form == "Norrgården"


@pytest.mark.parametrize("engine", ENGINES)
def test_misspelt_entries_are_found(lexicon: Lexicon, engine: str) -> None:
    assert [near.form for near in lexicon.search("norgården")] == ["Norrgården"]
    for labels, number in ((None, 1), (["ward"], 1), (["drug"], 0)):
        matcher = Matcher(lexicon, engine, labels=labels, fuzzy=True)
        assert len(matcher.match("På Norgården")) == number


def test_forms_are_completed(lexicon: Lexicon) -> None:
    assert lexicon.complete("a") == ["Alvedon", "Avdelning 4"]
    assert lexicon.complete("a", label="ward") == ["Avdelning 4"]
    assert lexicon.complete("", label="surname") == ["Ek"]


@pytest.mark.parametrize("call", ["complete", "match"])
def test_an_unknown_label_lists_all_labels(lexicon: Lexicon, call: str) -> None:
    with pytest.raises(InputError, match=r"no label 'wards'; there are firstname_female.*, ward"):
        if call == "complete":
            lexicon.complete("a", label="wards")
        else:
            Matcher(lexicon, labels=["wards"])


DEFINITE = [
    ("skola", {"skolan"}),
    ("hemtjänst", {"hemtjänsten"}),
    ("lager", {"lagret"}),
    ("museum", {"museet"}),
    ("doktor", {"doktorn"}),
    ("norra skola", {"norra skolan"}),
    ("alvedon", {"alvedonen", "alvedonet"}),
]


@pytest.mark.parametrize(("form", "definite"), DEFINITE)
def test_definite_forms(form: str, definite: set[str]) -> None:
    made = {text for text, _ in list_definite_forms(fold(form))}
    assert definite | {f"{text}s" for text in definite} <= made


def test_definite_forms_are_found_if_asked_for() -> None:
    entries = [("Hemtjänst", "unit"), ("Anna", "firstname_female")]
    lexicon = Lexicon.from_entries(entries, inflected=True)
    matches = Matcher(lexicon).match("hemtjänstens annan")
    assert [(match.form, match.base, match.affixes) for match in matches] == [
        ("hemtjänstens", "Hemtjänst", ("gen", "def"))
    ]
    assert not Matcher(Lexicon.from_entries(entries)).match("hemtjänstens annan")


# ---- saving ---------------------------------------------------------------------------------


def test_a_saved_list_is_a_bundle(lexicon: Lexicon, tmp_path: Path) -> None:
    lexicon.save(tmp_path / "own")
    opened = Lexicon.open(tmp_path / "own")
    assert names_of(opened) == EXPECTED
    assert opened.search("norgården") == lexicon.search("norgården")
    text = "Alvedon på Norrgården av Ek"
    assert Matcher(opened).spans(text) == Matcher(lexicon).spans(text)
    assert Matcher(opened, labels=["ward"]).spans(text) == Matcher(lexicon, labels=["ward"]).spans(
        text
    )


def test_equal_lists_are_saved_as_equal_bytes(tmp_path: Path) -> None:
    for number, entries in enumerate((ENTRIES, ENTRIES[::-1])):
        Lexicon.from_entries(entries).save(tmp_path / str(number))
    for name in (*REQUIRED, MANIFEST):
        assert (tmp_path / "0" / name).read_bytes() == (tmp_path / "1" / name).read_bytes()


def test_saving_replaces_a_bundle_and_nothing_else(lexicon: Lexicon, tmp_path: Path) -> None:
    lexicon.save(tmp_path / "own")
    lexicon.save(tmp_path / "own")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("kept")
    with pytest.raises(Error, match="is not a bundle"):
        lexicon.save(tmp_path / "other")
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["letter.txt"]


def test_a_bundle_of_a_folder_is_not_saved_again(lexicon: Lexicon, tmp_path: Path) -> None:
    lexicon.save(tmp_path / "own")
    with pytest.raises(InputError, match="copy the folder"):
        Lexicon.open(tmp_path / "own").save(tmp_path / "second")


@pytest.mark.parametrize(
    "labels", [["ward", 3], "ward", ["ward", "ward"], ["\n"], ["../../x"], ["/x"], ["x" * 41]]
)
def test_a_damaged_list_of_labels_is_an_error(
    lexicon: Lexicon, tmp_path: Path, labels: Any
) -> None:
    lexicon.save(tmp_path / "own")
    path = tmp_path / "own" / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | {"own_labels": labels}))
    with pytest.raises(Error, match="labels is damaged"):
        Lexicon.open(tmp_path / "own")


def test_neither_numpy_nor_builders_are_loaded() -> None:
    script = (
        "import sys; from tacknamn import Lexicon, Matcher\n"
        "lexicon = Lexicon.from_entries([('Norrgården', 'ward')])\n"
        "assert Matcher(lexicon, fuzzy=True).match('På Norgården')\n"
        "assert not {'numpy', 'pandas', 'tacknamn_builders'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# ---- properties -----------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["ek", "björk", "anna", "norr", "gården", "vårdhem", "4", "å", "x", "s", "alvedon"]
)
GAPS = st.sampled_from([" ", "-", "'", " & "])
FORMS = st.lists(st.tuples(WORDS, GAPS), min_size=1, max_size=3).map(
    lambda parts: "".join(word + gap for word, gap in parts[:-1]) + parts[-1][0]
)
TEXTS = st.lists(
    st.one_of(FORMS, st.sampled_from(["s", ":s", ".", "'", "och", "Ek", "ANNA", "\n", "- "])),
    max_size=12,
).map(" ".join)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(forms=st.dictionaries(FORMS, st.integers(1, 10**6), min_size=1, max_size=12), text=TEXTS)
def test_the_matcher_agrees_with_the_naive_one(forms: dict[str, int], text: str) -> None:
    lexicon = Lexicon.from_entries((form, "ward", count) for form, count in forms.items())
    rows = sorted({fold(form) for form in forms})
    weight = lexicon.bundle.section("forms").column("weight")
    known: dict[str, list[NaiveForm]] = {
        form: [NaiveForm(row, weight=weight[row])] for row, form in enumerate(rows)
    }
    slow = NaiveScan(text, known, 0)
    for engine in ENGINES:
        for overlaps, expected in (("longest", slow.longest()), ("all", slow.all())):
            spans = Matcher(lexicon, engine, overlaps).spans(text)
            assert sorted(spans) == sorted(
                (match.start, match.end, match.row, match.affixes) for match in expected
            )


def test_memory_grows_with_the_number_of_entries() -> None:
    peaks = []
    for number in (2_000, 8_000):
        entries = [(f"Namn{n} Efternamn{n}", "staff") for n in range(number)]
        tracemalloc.start()
        Lexicon.from_entries(entries)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 5 * peaks[0]
