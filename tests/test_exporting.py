"""Exports: what they contain, that the real libraries read them, and what is refused."""

import csv
import hashlib
import importlib.util
import json
import os
import pickle
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ahocorasick
import pytest

from tacknamn.errors import InputError
from tacknamn.labels import LABELS
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.listing import COLUMNS, LexiconEntry
from tacknamn.matching.matcher import Matcher
from tacknamn.text.fold import fold, is_word_character
from tacknamn_builders.exporting import automaton
from tacknamn_builders.exporting.export import export_entries
from tacknamn_builders.exporting.formats import FORMATS
from tacknamn_builders.exporting.selection import Selection
from tests.making import bundle, entry

RECORDS = [
    entry("Göteborg", "city", 600_000, parent="Göteborgs kommun", key="geonames:1"),
    entry("Gothenburg", "city", 600_000, key="geonames:1", main=False),
    entry("Anna", "firstname_female", 290_000),
    entry("Anna-Karin", "firstname_female", 9_000),
    entry("Anna", "city", 12, country="DE"),
    entry("Lund", "city", 90_000),
    entry("Lund", "surname", 9_000),
    entry("Stora Nygatan", "place"),
    entry("Uppsala universitet", "school"),
    entry('Kafé "Åsa"', "work", 5, "rank"),
    entry("O’Brien", "surname", 40),
    entry("北京", "city", 10**7, country="CN"),
]
TEXT = "Anna och Anna-Karin bor på Stora Nygatan i LUND, O'Brien i Göteborg. Lundby, Annas!"
NEEDS = {"marisa": "marisa_trie", "parquet": "pyarrow"}


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundle(tmp_path_factory.mktemp("lists") / "b", [RECORDS])


@pytest.fixture(scope="module")
def lexicon(lists: Path) -> Lexicon:
    return Lexicon.open(lists)


Exported = Callable[..., Path]


@pytest.fixture
def exported(lexicon: Lexicon, tmp_path: Path) -> Exported:
    """Export some entries into a new folder."""

    def exported(format: str, **chosen: Any) -> Path:
        pytest.importorskip(NEEDS.get(format, "json"))
        out = tmp_path / format
        export_entries(lexicon, format, out, Selection(**chosen) if chosen else None)
        return out

    return exported


def load_module(path: Path) -> Any:
    """Import a loader that was written next to an export."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows_of(lexicon: Lexicon) -> list[tuple[Any, ...]]:
    return [(*e[:-1], ",".join(e.sources)) for e in lexicon.entries()]


# ---- every format -------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_an_export_says_where_it_comes_from(format: str, exported: Exported) -> None:
    folder = exported(format)
    facts = json.loads((folder / "provenance.json").read_text("utf-8"))
    assert (facts["format"], facts["bundle"]["version"]) == (format, 7)
    assert set(facts["files"]) == {p.name for p in folder.iterdir()} - {"provenance.json"}
    for name, file in facts["files"].items():
        data = (folder / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (file["size"], file["sha256"])
    assert facts["sources"]["s0"]["licence"] == "MIT"
    assert "Licence: MIT" in (folder / "NOTICE.md").read_text("utf-8")


EXPORT_ALL = """
import sys
from pathlib import Path
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn_builders.exporting.export import export_entries
for format in sys.argv[3:]:
    export_entries(Lexicon.open(sys.argv[1]), format, Path(sys.argv[2]) / format)
"""


def test_two_exports_are_the_same_bytes(lists: Path, tmp_path: Path) -> None:
    """Also in other processes, whose hashes, clocks and unset memory differ."""
    formats = [f for f in FORMATS if importlib.util.find_spec(NEEDS.get(f, "json"))]
    for name, unset in (("one", "85"), ("two", "170")):
        environment = {"PYTHONHASHSEED": unset, "MALLOC_PERTURB_": unset, "TZ": f"UTC-{unset[:1]}"}
        command = [sys.executable, "-c", EXPORT_ALL, str(lists), str(tmp_path / name), *formats]
        subprocess.run(command, check=True, env=os.environ | environment)
    files = [
        p.relative_to(tmp_path / "one") for p in (tmp_path / "one").rglob("*.*") if p.is_file()
    ]
    assert len(files) > 3 * len(formats)
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_an_export_has_the_chosen_entries_only(exported: Exported) -> None:
    folder = exported("csv", labels=("city", "surname"), top=2, min_count=100)
    with (folder / "entries.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = [(row["label"], row["rank"]) for row in rows]
    assert found == [("city", "1"), ("city", "2"), ("surname", "1")]
    assert all(float(row["count"]) >= 100 for row in rows)


def test_what_is_counted_otherwise_has_no_least_count(exported: Exported) -> None:
    facts = json.loads((exported("csv", min_count=1) / "provenance.json").read_text("utf-8"))
    assert "work" not in facts["entries"] and facts["entries"]["city"] == 5


# ---- tries and automata -------------------------------------------------------------------


def test_marisa_reads_the_tries(lexicon: Lexicon, exported: Exported) -> None:
    loader = load_module(exported("marisa") / "load_tries.py")
    cities = loader.load_trie("city")
    assert sorted(cities) == sorted({e.key for e in lexicon.entries("city")})
    assert sorted(cities.keys("g")) == ["gothenburg", "göteborg"]
    records = loader.load_trie("records")
    expected = sorted(
        (e.key, e.label, e.count, e.rank, e.country.encode()) for e in lexicon.entries()
    )
    found = sorted(
        (key, loader.LABELS[label], count, rank, country.rstrip(b"\0"))
        for key, (label, count, rank, _, country) in records.items()
    )
    assert found == expected


def test_records_of_several_labels_sort_by_mentions(lexicon: Lexicon, exported: Exported) -> None:
    """Ranks count within one label: the only lake would come before the second name."""
    records = load_module(exported("marisa") / "load_tries.py").load_trie("records")
    found = sorted(records.items(), key=lambda item: -item[1][3])
    mentions = {(e.key, e.label): e.mentions for e in lexicon.entries()}
    best = max(mentions, key=lambda name: mentions[name])
    assert found[0][0] == best[0]
    assert [record[3] for _, record in found] == pytest.approx(
        sorted((e.mentions for e in lexicon.entries()), reverse=True), rel=1e-6
    )


def test_a_forged_trie_is_refused(exported: Exported) -> None:
    folder = exported("marisa")
    loader = load_module(folder / "load_tries.py")
    data = bytearray((folder / "city.marisa").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "city.marisa").write_bytes(data)
    with pytest.raises(ValueError, match=r"city\.marisa is not the file that was exported"):
        loader.load_trie("city")


def longest_words(found: Any, folded: str) -> Iterator[tuple[int, int, str]]:
    """Whole words only, the longest from left to right."""
    matches = sorted((end - length + 1, -end, form) for end, (form, _, length) in found)
    free = 0
    for start, negative_end, form in matches:
        end = 1 - negative_end
        around = folded[start - 1 : start] + folded[end : end + 1]
        if start >= free and not any(map(is_word_character, around)):
            yield start, end, form
            free = end


def test_the_automaton_finds_what_our_matcher_finds(lexicon: Lexicon, exported: Exported) -> None:
    loader = load_module(exported("ahocorasick") / "load_automaton.py")
    folded = fold(TEXT)
    assert len(folded) == len(TEXT)
    theirs = list(longest_words(loader.load_automaton().iter(folded), folded))
    matcher = Matcher(lexicon, labels=LABELS)
    ours = [(m.start, m.end, m.base) for m in matcher.match(TEXT) if not m.affixes]
    assert theirs == ours and len(ours) == 6


def test_the_automaton_says_form_label_and_length(exported: Exported) -> None:
    loaded = load_module(exported("ahocorasick") / "load_automaton.py").load_automaton()
    assert loaded.get("lund") == ("Lund", "city", 4)
    assert loaded.get("anna") == ("Anna", "firstname_female", 4)


@pytest.mark.parametrize(
    "forge", [lambda data: b"", lambda data: data[:-1], lambda data: b"X" + data]
)
def test_a_forged_automaton_is_refused_before_it_is_unpickled(
    forge: Callable[[bytes], bytes], exported: Exported, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = exported("ahocorasick")
    loader = load_module(folder / "load_automaton.py")
    path = folder / "automaton.pickle"
    path.write_bytes(forge(path.read_bytes()))
    monkeypatch.setattr(loader.pickle, "loads", lambda data: pytest.fail("it was unpickled"))
    with pytest.raises(ValueError, match="not the file that was exported"):
        loader.load_automaton()


def test_the_loader_of_the_automaton_is_short() -> None:
    lines = [line for line in automaton.LOADER.splitlines() if line and not line.startswith("#")]
    assert len(lines) <= 10


def test_an_automaton_of_many_chunks_is_saved_whole() -> None:
    """pyahocorasick cuts more than 16 MB into pieces, whose ends are unset."""
    large = ahocorasick.Automaton()
    for number in range(90_000):
        large.add_word(f"{number * 7919 % 1_000_003:07}ö", (number, "city", 8))
    large.make_automaton()
    data = automaton.pickle_automaton(large)
    again = pickle.loads(data)  # noqa: S301  # made one line above
    assert automaton.pickle_automaton(again) == data
    assert list(again.iter("x0007919ö")) == list(large.iter("x0007919ö")) != []


# ---- rules and word lists -----------------------------------------------------------------


def test_flashtext_finds_the_keywords(exported: Exported) -> None:
    flashtext = pytest.importorskip("flashtext")
    processor = flashtext.KeywordProcessor()
    words = (exported("flashtext") / "keywords.json").read_text("utf-8")
    processor.add_keywords_from_dict(json.loads(words))
    found = processor.extract_keywords("Anna bor på Stora Nygatan i Lund.", span_info=True)
    assert found == [("firstname_female", 0, 4), ("place", 12, 25), ("city", 28, 32)]


def test_gate_finds_the_lists(exported: Exported) -> None:
    gatenlp = pytest.importorskip("gatenlp")
    from gatenlp.processing.gazetteer import StringGazetteer

    gazetteer = StringGazetteer(source=str(exported("gate") / "lists.def"), source_fmt="gate-def",
                                list_type="Lookup")  # fmt: skip
    document = gazetteer(gatenlp.Document("Anna bor på Stora Nygatan i Lund."))
    found = {(a.start, a.end, a.features["majorType"], a.features["minorType"])
             for a in document.annset()}  # fmt: skip
    assert {(0, 4, "person", "firstname_female"), (12, 25, "location", "place"),
            (28, 32, "location", "city"), (28, 32, "person", "surname")} <= found  # fmt: skip


def test_a_list_of_gate_has_one_entry_on_each_line(exported: Exported) -> None:
    folder = exported("gate", labels=("work",))
    assert (folder / "work.lst").read_text("utf-8") == 'Kafé "Åsa"\n'
    assert (folder / "lists.def").read_text("utf-8") == "work.lst:organization:work\n"


def test_patterns_of_spacy_are_lines_of_json(exported: Exported) -> None:
    lines = (exported("spacy") / "patterns.jsonl").read_text("utf-8").splitlines()
    assert {"label": "place", "pattern": "Stora Nygatan"} in map(json.loads, lines)
    assert {"label": "city", "pattern": "Anna"} not in map(json.loads, lines)


def test_recognizers_of_presidio_are_yaml(exported: Exported) -> None:
    yaml = pytest.importorskip("yaml")
    read = yaml.safe_load((exported("presidio") / "recognizers.yaml").read_text("utf-8"))
    by_name = {recognizer["name"]: recognizer for recognizer in read["recognizers"]}
    assert by_name["tacknamn_work_sv"]["deny_list"] == ['Kafé "Åsa"']
    assert by_name["tacknamn_city_en"]["supported_entity"] == "CITY"


# ---- tables -------------------------------------------------------------------------------


def read_csv(path: Path) -> list[tuple[str, ...]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(map(tuple, csv.reader(file)))


def test_csv_has_the_rows_of_the_lexicon(lexicon: Lexicon, exported: Exported) -> None:
    header, *rows = read_csv(exported("csv") / "entries.csv")
    assert header == LexiconEntry._fields
    assert [(row[0], row[2], float(row[6])) for row in rows] == [
        (e.form, e.label, e.count) for e in lexicon.entries()
    ]


def test_pandas_reads_csv_and_parquet_alike(lexicon: Lexicon, exported: Exported) -> None:
    pandas = pytest.importorskip("pandas")
    frames = [
        pandas.read_parquet(exported("parquet") / "entries.parquet"),
        pandas.read_csv(exported("csv") / "entries.csv", keep_default_na=False),
    ]
    for frame in frames:
        assert list(frame.itertuples(index=False, name=None)) == rows_of(lexicon)


def test_parquet_documents_its_columns(exported: Exported) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    schema = parquet.read_schema(exported("parquet") / "entries.parquet")
    described = {field.name: field.metadata[b"description"].decode() for field in schema}
    assert described == dict(COLUMNS)


def test_sqlite_searches_full_text(lexicon: Lexicon, exported: Exported) -> None:
    database = sqlite3.connect(exported("sqlite") / "entries.sqlite")
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    names = ", ".join(COLUMNS)
    assert database.execute(f"SELECT {names} FROM entries ORDER BY id").fetchall() == [
        (*row[:10], int(row[10]), *row[11:]) for row in rows_of(lexicon)
    ]
    found = "SELECT entries.form FROM search JOIN entries ON entries.id = search.rowid " \
            "WHERE search MATCH ? ORDER BY entries.label, entries.rank"  # fmt: skip
    assert database.execute(found, ("nyg*",)).fetchall() == [("Stora Nygatan",)]
    assert database.execute(found, ("goteborg",)).fetchall() == []
    assert dict(database.execute("SELECT name, meaning FROM columns").fetchall()) == dict(COLUMNS)
    database.close()


def test_a_data_package_describes_its_table(exported: Exported) -> None:
    folder = exported("datapackage")
    package = json.loads((folder / "datapackage.json").read_text("utf-8"))
    (resource,) = package["resources"]
    data = (folder / resource["path"]).read_bytes()
    assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert [field["name"] for field in resource["schema"]["fields"]] == list(COLUMNS)


def test_frictionless_validates_the_data_package(exported: Exported) -> None:
    frictionless = pytest.importorskip("frictionless")
    folder = exported("datapackage")
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert report.valid, report.flatten(["message"])


def test_skos_joins_the_names_of_an_entity(exported: Exported) -> None:
    nodes = json.loads((exported("skos") / "entries.jsonld").read_text("utf-8"))["@graph"]
    (place,) = (node for node in nodes if node.get("prefLabel") == "Göteborg")
    assert place["altLabel"] == ["Gothenburg"]
    assert place["exactMatch"] == "https://sws.geonames.org/1/"
    assert len({node["id"] for node in nodes}) == len(nodes)


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated")  # of rdflib's own parser
def test_rdflib_reads_the_vocabulary(exported: Exported) -> None:
    rdflib = pytest.importorskip("rdflib")
    graph = rdflib.Graph().parse(exported("skos") / "entries.jsonld", format="json-ld")
    skos = rdflib.Namespace("http://www.w3.org/2004/02/skos/core#")
    concepts = set(graph.subjects(rdflib.RDF.type, skos.Concept))
    assert len(concepts) == 11 + 6  # one for each entity or name, one for each label
    for concept in concepts:
        assert len(list(graph.objects(concept, skos.prefLabel))) == 1
        assert len(list(graph.objects(concept, skos.inScheme))) == 1


def test_a_saved_list_of_ones_own_is_exported(tmp_path: Path) -> None:
    Lexicon.from_entries([("Norrgården", "ward"), ("Alvedon", "drug", 1200)]).save(tmp_path / "own")
    content = export_entries(Lexicon.open(tmp_path / "own"), "gate", tmp_path / "out")
    assert sorted(content.entries) == ["drug", "ward"]
    assert (tmp_path / "out" / "ward.lst").read_text("utf-8") == "Norrgården\n"


# ---- bad input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "chosen", "said"),
    [
        ("csv", {"labels": ("town",)}, "there is no label 'town'"),
        ("csv", {"labels": ("surnam",)}, "did you mean surname"),
        ("csv", {"labels": ("day",)}, "no entries of day"),
        ("csv", {"labels": ("city", "day")}, "no entries of day"),
        ("csv", {"min_count": 10**9}, "no entries"),
        ("csv", {"top": 0}, "--top"),
        ("csv", {"min_count": float("nan")}, "--min-count"),
        ("csv", {"min_probability": 2.0}, "from 0 to 1"),
        ("marissa", {}, "did you mean marisa"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_written(
    lexicon: Lexicon, tmp_path: Path, format: str, chosen: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        export_entries(lexicon, format, tmp_path / "out", Selection(**chosen))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_folder_with_other_files_is_kept(
    lexicon: Lexicon, tmp_path: Path, overwrite: bool
) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", "utf-8")
    with pytest.raises(InputError, match="content would be lost"):
        export_entries(lexicon, "csv", tmp_path, overwrite=overwrite)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_an_earlier_export_is_replaced_only_if_asked(lexicon: Lexicon, tmp_path: Path) -> None:
    export_entries(lexicon, "csv", tmp_path / "out")
    with pytest.raises(InputError, match="--overwrite"):
        export_entries(lexicon, "gate", tmp_path / "out")
    export_entries(lexicon, "gate", tmp_path / "out", overwrite=True)
    assert not (tmp_path / "out" / "entries.csv").exists()
    assert (tmp_path / "out" / "lists.def").exists()


def test_only_the_folder_is_written(lexicon: Lexicon, tmp_path: Path) -> None:
    export_entries(lexicon, "csv", tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_failure_leaves_nothing_behind(
    lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(content: object, folder: Path) -> None:
        (folder / "half").write_text("half", "utf-8")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(FORMATS, "csv", type(FORMATS["csv"])(fail, 0.0))
    with pytest.raises(Exception, match="No space left"):
        export_entries(lexicon, "csv", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tacknamn_builders", "export", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_writes_and_refuses(lists: Path, tmp_path: Path) -> None:
    given = ("--bundle", str(lists), "--format", "spacy", "-o", str(tmp_path / "out"))
    done = run(*given, "--label", "city")
    assert (done.returncode, done.stdout) == (0, "")
    assert "4 entries" in done.stderr and (tmp_path / "out" / "patterns.jsonl").exists()
    again = run(*given)
    assert again.returncode == 2 and "--overwrite" in again.stderr
    unknown = run(*given, "--overwrite", "--label", "cities")
    assert unknown.returncode == 2 and "did you mean city" in unknown.stderr
    assert "Traceback" not in again.stderr + unknown.stderr
