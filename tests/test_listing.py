"""The rows of a bundle in Python: by label, the most mentioned first, with ranks."""

from pathlib import Path

import pytest

from tacknamn.errors import BundleError, InputError
from tacknamn.labels import LABELS
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.listing import COLUMNS, LexiconEntry
from tests.fuzz.bundle_parts import Parts
from tests.making import bundle, entry

RECORDS = [
    entry("Göteborg", "city", 600_000, parent="Göteborgs kommun", key="geonames:1"),
    entry("Gothenburg", "city", 600_000, key="geonames:1", main=False),
    entry("Anna", "firstname_female", 290_000),
    entry("Anna", "city", 12, country="DE"),
    entry("Lund", "city", 90_000),
    entry("Lund", "surname", 9_000),
]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(bundle(tmp_path_factory.mktemp("lists") / "b", [RECORDS]))


def test_entries_of_a_label_come_by_rank(lexicon: Lexicon) -> None:
    entries = list(lexicon.entries("city"))
    assert [e.mentions for e in entries] == sorted((e.mentions for e in entries), reverse=True)
    assert entries[-1].form == "Anna"
    assert [e.rank for e in entries] == [1, 2, 3, 4]
    assert {e.label for e in entries} == {"city"}


def test_an_entry_says_all_that_is_known(lexicon: Lexicon) -> None:
    (found,) = (e for e in lexicon.entries("city") if e.form == "Gothenburg")
    assert (found.key, found.count, found.kind) == ("gothenburg", 600_000, "inhabitants")
    assert (found.parent, found.country, found.sources) == ("Göteborgs kommun", "SE", ("s0",))
    assert (found.is_main, found.probability) == (False, 1.0)
    main = next(e for e in lexicon.entries("city") if e.form == "Göteborg")
    assert found.entity == main.entity != "" and main.is_main


def test_entries_are_what_look_up_returns(lexicon: Lexicon) -> None:
    listed = list(lexicon.entries())
    assert len(listed) == len(RECORDS)
    for found in listed:
        candidates = [
            (c.form, c.label, round(c.probability, 4), c.count, c.kind, c.country, c.parent)
            for c in lexicon.lookup(found.form)
        ]
        assert (found.form, found.label, found.probability, found.count, found.kind,
                found.country, found.parent) in candidates  # fmt: skip


def test_labels_come_in_their_order(lexicon: Lexicon) -> None:
    labels = [e.label for e in lexicon.entries()]
    assert labels == sorted(labels, key=[label.value for label in LABELS].index)


def test_a_form_that_hardly_ever_has_the_label_is_left_out(lexicon: Lexicon) -> None:
    assert "Anna" not in {e.form for e in lexicon.entries("city", min_probability=0.05)}


def test_every_field_is_described() -> None:
    assert tuple(COLUMNS) == LexiconEntry._fields


def test_a_frame_has_the_same_rows(lexicon: Lexicon) -> None:
    pytest.importorskip("pandas")
    frame = lexicon.to_pandas(labels=["surname", "city"])
    rows = [*lexicon.entries("surname"), *lexicon.entries("city")]
    assert [LexiconEntry(*row) for row in frame.itertuples(index=False, name=None)] == rows
    assert tuple(frame.columns) == LexiconEntry._fields
    assert len(lexicon.to_pandas()) == len(RECORDS)
    assert tuple(lexicon.to_pandas(labels=["day"]).columns) == LexiconEntry._fields


def test_labels_of_a_frame_are_a_list(lexicon: Lexicon) -> None:
    pytest.importorskip("pandas")
    with pytest.raises(InputError, match=r"labels=\['city'\]"):
        lexicon.to_pandas(labels="city")


def test_without_pandas_the_error_says_what_to_install(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(InputError, match="pip install"):
        lexicon.to_pandas()


@pytest.mark.parametrize(
    ("section", "column", "data"),
    [
        ("entries", "display", b"\xff"),
        ("entries", "label", b"\xff"),
        ("entries", "kind", b"\xff"),
        ("entries", "form", b"\xff"),
        ("entries", "count", b"\xff"),
        ("entries", "mentions", b"\0\0\x80\xff"),
        ("forms", "offset", b"\xff\0\0\0\0\0\0\0"),
        ("strings", "text", b"\xff"),
    ],
)
def test_damaged_lists_are_refused(section: str, column: str, data: bytes, copy: Path) -> None:
    parts = Parts.read(copy)
    columns, rows = parts.columns(section), parts.rows(section)
    assert columns is not None and rows is not None
    size = len(columns[column])
    parts.put(section, rows, {**columns, column: bytearray((data * size)[:size])})
    parts.settle_manifest()
    parts.write(copy)
    with pytest.raises(BundleError):
        list(Lexicon(Bundle(copy)).entries())


def test_labels_of_ones_own_come_after_ours() -> None:
    own = Lexicon.from_entries([("Norrgården", "ward", 5), ("Alvedon", "drug", 9), ("Bo", "city")])
    assert [(e.form, e.label, e.rank) for e in own.entries()] == [
        ("Bo", "city", 1), ("Alvedon", "drug", 1), ("Norrgården", "ward", 1),
    ]  # fmt: skip
    assert [e.form for e in own.entries("drug")] == ["Alvedon"]


def test_the_entries_of_an_overlay_come_first(lexicon: Lexicon, tmp_path: Path) -> None:
    (tmp_path / "own.csv").write_text("form,label\nNorrgården,ward\nByn,city\n", "utf-8")
    both = Lexicon.open(lexicon.bundle.folder, extra=[tmp_path / "own.csv"])
    assert [e.form for e in both.entries("ward")] == ["Norrgården"]
    cities = [e.form for e in both.entries("city")]
    assert cities == ["Byn", *(e.form for e in lexicon.entries("city"))]
    with pytest.raises(InputError, match="there is no label 'town'"):
        both.entries("town")
