"""A release: compared with the last one, with a version by rule, a changelog and checksums."""

import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import BundleError, Error
from tacknamn.lexicon.bundle import VERSION, Bundle
from tacknamn_builders.bundle.lexicon_rows import read_rows
from tacknamn_builders.bundle.lexicon_tsv import read_lexicon
from tacknamn_builders.records import WordFrequency
from tacknamn_builders.releasing.detection_effect import compare_detections
from tacknamn_builders.releasing.release import (
    CHANGELOG,
    SUMS,
    ListsRelease,
    ReleaseRequest,
    make_release,
)
from tacknamn_builders.sources.licences import RELEASE_LICENCE
from tests import forks
from tests.golden_build import build
from tests.making import bundle, entry, source
from tests.reports import environment
from tests.sampling_lists import make_bundle
from tests.wheels import profile_of, rewrite_wheel

TOWNS = ("Lund", "Boden")


def make_lists(folder: Path, *towns: str, month: str = "2026-11") -> Path:
    sources = profile_of(source(0, vintage=month, licence=RELEASE_LICENCE))
    return bundle(folder, [[entry(town, "city", 9000) for town in towns]], sources)


def release(tmp_path: Path, *towns: str, month: str = "2026-11", **facts: Any) -> ListsRelease:
    folder = tmp_path / f"{'-'.join(towns)}-{month}"
    made = folder if folder.exists() else make_lists(folder, *towns, month=month)
    return make_release(ReleaseRequest(made, tmp_path / "dist", **facts))


def test_the_first_release(tmp_path: Path) -> None:
    made = release(tmp_path, *TOWNS)
    assert (made.version, made.difference, made.effect) == (f"{VERSION}.202611.0", None, None)
    assert made.wheel is not None
    text = (tmp_path / "dist" / CHANGELOG).read_text("utf-8")
    assert text == (
        "# Changes of the data\n\nThe newest release comes first. `tacknamn-build release` writes this "
        f"page.\n\n## {VERSION}.202611.0\n\n2 entries of 2 forms; newest data of 2026-11; may be passed "
        "on under CC-BY-SA-4.0.\n"
    )
    sha256 = hashlib.sha256(made.wheel.read_bytes()).hexdigest()
    assert (tmp_path / "dist" / SUMS).read_text() == f"{sha256}  {made.wheel.name}\n"


def test_the_next_releases_say_what_changed(tmp_path: Path) -> None:
    first = release(tmp_path, *TOWNS)
    assert first.wheel is not None
    second = release(tmp_path, "Lund", "Kiruna", last=first.wheel)
    assert second.version == f"{VERSION}.202611.1"
    assert second.wheel is not None
    third = release(tmp_path, "Lund", "Kiruna", "Ystad", month="2026-12", last=second.wheel)
    assert third.version == f"{VERSION}.202612.0"
    text = (tmp_path / "dist" / CHANGELOG).read_text("utf-8")
    versions = [line for line in text.splitlines() if line.startswith("## ")]
    assert versions == [f"## {made.version}" for made in (third, second, first)]
    middle = text.partition(versions[1])[2].partition(versions[2])[0]
    assert f"Compared with {first.version}:" in middle
    assert "- city: 1 new forms (Kiruna)" in middle
    assert "- city: 1 dropped forms (Boden)" in middle
    assert "- city, of the 50 that are drawn: 1 new (Kiruna), 1 gone (Boden)" in middle
    assert len((tmp_path / "dist" / SUMS).read_text().splitlines()) == 3


def test_other_words_are_a_difference(tmp_path: Path) -> None:
    profile = profile_of(source(0, vintage="2026-11", licence=RELEASE_LICENCE))
    towns = [entry(town, "city", 9000) for town in TOWNS]
    old = bundle(tmp_path / "old", [towns], profile)
    new = bundle(tmp_path / "new", [[*towns, WordFrequency("lund", "sv", 4.5)]], profile)
    first = make_release(ReleaseRequest(old, tmp_path / "dist"))
    second = make_release(ReleaseRequest(new, tmp_path / "dist", last=first.wheel))
    assert second.wheel is not None
    assert second.difference is not None and "words.bin" in second.difference.files
    assert "words.bin" in (tmp_path / "dist" / CHANGELOG).read_text("utf-8")


def test_without_a_difference_nothing_is_written(tmp_path: Path) -> None:
    first = release(tmp_path, *TOWNS)
    before = {path: path.read_bytes() for path in (tmp_path / "dist").iterdir()}
    again = release(tmp_path, *TOWNS, last=first.wheel or tmp_path)
    assert (again.version, again.wheel) == (first.version, None)
    assert {path: path.read_bytes() for path in (tmp_path / "dist").iterdir()} == before


def test_the_last_release_may_be_a_folder(tmp_path: Path) -> None:
    last = make_lists(tmp_path / "last", *TOWNS, month="2026-10")
    made = release(tmp_path, "Lund", last=last)
    assert made.version == f"{VERSION}.202611.0"
    assert made.difference is not None
    assert made.difference.dropped.examples == {"city": ["Boden"]}


def test_a_release_of_another_format_cannot_be_compared(tmp_path: Path) -> None:
    last = tmp_path / f"tacknamn_data_sv-{VERSION - 1}.202611.4-py3-none-any.whl"
    last.write_bytes(b"")
    made = release(tmp_path, *TOWNS, last=last)
    assert made.version == f"{VERSION}.202611.0"
    text = (tmp_path / "dist" / CHANGELOG).read_text("utf-8")
    assert f"{VERSION - 1}.202611.4 has another format of bundles, so the two were not" in text


def test_a_version_that_exists_is_not_replaced(tmp_path: Path) -> None:
    release(tmp_path, *TOWNS)
    with pytest.raises(BundleError, match="this version exists already; pass it as the last"):
        release(tmp_path, "Ystad")


@pytest.mark.parametrize("name", ["lists.whl", "tacknamn_data_sv-1-py3-none-any.whl", "a.zip"])
def test_a_last_release_that_is_none(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(Error, match=r"name of a data wheel|must be FORMAT"):
        release(tmp_path, *TOWNS, last=tmp_path / name)


def test_a_damaged_last_release(tmp_path: Path) -> None:
    first = release(tmp_path, *TOWNS)
    assert first.wheel is not None
    rewrite_wheel(
        first.wheel, lambda name, old: (name, b"x" if name.endswith("words.bin") else old)
    )
    with pytest.raises(BundleError, match=r"words\.bin is not as its manifest says"):
        release(tmp_path, "Ystad", last=first.wheel)


def test_the_effect_on_texts_is_counted_by_label(tmp_path: Path) -> None:
    old = make_bundle(tmp_path / "old", firstname_female=("Amina", "Lisbet"))
    new = make_bundle(tmp_path / "new", firstname_female=("Amina", "Xerxina"))
    texts = tmp_path / "texts" / "sub"
    texts.mkdir(parents=True)
    (texts / "a.txt").write_text("Hej Amina, det regnar.", "utf-8")
    (texts / "b.txt").write_text("i går kom amina och lisbet och xerxina.", "utf-8")
    (texts / "c.md").write_text("Lisbet", "utf-8")
    effect = compare_detections(old, new, tmp_path / "texts")
    assert effect.texts == 2
    assert effect.same >= 1
    assert effect.lost.total() + effect.added.total() + effect.relabelled.total() > 0
    assert effect.changed_texts == 1


def test_texts_that_cannot_be_read(tmp_path: Path) -> None:
    lists = make_lists(tmp_path / "b", *TOWNS)
    with pytest.raises(Error, match=r"no \.txt files below it"):
        compare_detections(lists, lists, tmp_path / "nowhere")
    (tmp_path / "a.txt").write_bytes(b"\xe5")
    with pytest.raises(Error, match=r"a\.txt: not UTF-8 at byte 0"):
        compare_detections(lists, lists, tmp_path)


def test_the_rows_of_a_bundle_do_not_need_its_table(tmp_path: Path) -> None:
    made = build(tmp_path / "golden")
    rows, table = list(read_rows(Bundle(made))), list(read_lexicon(made))
    for row, line in zip(rows, table, strict=True):
        assert row.mentions == pytest.approx(line.mentions, rel=1e-3)  # four digits in the table
        assert replace(row, mentions=line.mentions) == line


def test_the_command_checks_first(tmp_path: Path) -> None:
    made = make_lists(tmp_path / "b", *TOWNS)
    profile = tmp_path / "mine.toml"
    profile.write_text(
        'title = "Mine"\ncountry = "SE"\nsources = ["curation"]\nbounded = false\n'
        "[least]\nplaces = 3\n"
    )
    run = [sys.executable, "-m", "tacknamn_builders", "release", "--bundle", str(made),
           "--profile", str(profile), "--to", str(tmp_path / "dist"), "--quiet"]  # fmt: skip
    without_sources = environment(TACKNAMN_RAW=str(tmp_path / "raw"))
    failed = forks.run_text(run, without_sources)
    assert failed.returncode == 1
    assert "ERROR" in failed.stdout.upper()
    assert not (tmp_path / "dist").exists()
    profile.write_text(profile.read_text().replace("places = 3", "places = 0"))
    done = forks.run_text([*run, "--json"], without_sources)
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["version"]) == (0, f"{VERSION}.202611.0"), facts
    assert Path(facts["wheel"]["wheel"]).stat().st_size == facts["wheel"]["bytes"]
