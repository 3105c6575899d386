"""A bundle is untrusted input: whatever is wrong with it ends in one error that names the file."""

import hashlib
import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import BundleError
from tacknamn.lexicon import bundle as bundle_module
from tacknamn.lexicon.bundle import FORMAT, MANIFEST, REQUIRED, VERSION, Bundle, is_bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support import checksum_cache
from tacknamn_builders.records import Inflection, Record, WordFrequency
from tests.damaging import change_manifest
from tests.making import bundle, entry, profile, source

RECORDS: list[Record] = [
    entry("Göteborg", "city", 600000, parent="Göteborgs kommun", key="geonames:1"),
    entry("Gothenburg", "city", 600000, key="geonames:1", main=False),
    entry("Storgatan", "place", parent="Göteborg"),
    entry("Kim", "firstname_male", 8356),
    entry("Kim", "firstname_female", 2560),
    entry("Kim", "surname", 40),
    entry("von Essen", "surname", 300),
    WordFrequency("och", "sv", 7.4),
    WordFrequency("göteborg", "sv", 5.3),
    Inflection("Göteborgs", "Göteborg", "PM:GEN"),
]
OURS = tuple(name for name in REQUIRED if name.endswith(".bin"))


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return bundle(tmp_path_factory.mktemp("good") / "small", [RECORDS])


def use(folder: Path, verify: bool = True) -> None:
    """Do with a bundle whatever the library does."""
    lexicon = Lexicon(Bundle(folder, verify=verify))
    for form in ("Göteborg", "Gothenburg", "kim", "von essen", "Storgatan", "okänd"):
        lexicon.lookup(form)
    for prefix in ("", "g", "kim", "ö"):
        lexicon.complete(prefix)


def refused(folder: Path, verify: bool = True) -> str:
    with pytest.raises(BundleError) as raised:
        use(folder, verify)
    return str(raised.value)


def test_a_good_bundle_opens(good: Path) -> None:
    use(good)
    use(good, verify=False)
    manifest = Bundle(good).manifest
    assert (manifest["format"], manifest["version"]) == (FORMAT, VERSION)


def test_the_manifest_tells_what_the_bundle_is_made_of(good: Path) -> None:
    manifest = Bundle(good).manifest
    assert manifest["source_order"] == ["s0"]
    assert manifest["sources"]["s0"]["records"] == len(RECORDS)
    assert manifest["sources"]["s0"]["licence"] == "MIT"
    assert manifest["redistributable"] is True
    assert manifest["counts"]["entries"] == 6
    assert manifest["counts"]["labels"]["city"] == 2


def test_the_manifest_holds_the_sum_of_every_file(good: Path) -> None:
    files = Bundle(good).manifest["files"]
    assert set(files) == {path.name for path in good.iterdir()} - {MANIFEST}
    for name, facts in files.items():
        data = (good / name).read_bytes()
        assert facts == {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def test_no_time_and_no_path_stands_in_the_manifest(good: Path) -> None:
    text = (good / MANIFEST).read_text("utf-8")
    assert str(good.parent) not in text
    assert "time" not in json.loads(text)


def test_one_source_that_may_not_be_passed_on_makes_the_bundle_so(tmp_path: Path) -> None:
    chosen = replace(profile(2), sources=(source(0), source(1, licence="ODbL-1.0")))
    made = bundle(tmp_path / "small", [RECORDS, []], chosen)
    assert Bundle(made).manifest["redistributable"] is False


def test_an_empty_bundle_opens(tmp_path: Path) -> None:
    use(bundle(tmp_path / "empty", [[]]))


def test_no_bundle_is_told_with_the_way_to_one(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert "no bundle here" in refused(folder)


def test_bundles_of_any_version_are_known_for_bundles(copy: Path, tmp_path: Path) -> None:
    assert is_bundle(copy)
    change_manifest(copy, lambda m: m.update(version=99, files=None))
    assert is_bundle(copy)
    change_manifest(copy, lambda m: m.update(format="zip"))
    assert not is_bundle(copy)
    assert not is_bundle(tmp_path / "nowhere")


@pytest.mark.parametrize("name", REQUIRED)
def test_a_missing_file_is_named(name: str, copy: Path) -> None:
    (copy / name).unlink()
    assert f"{name}: missing" in refused(copy, verify=False)


@pytest.mark.parametrize("name", REQUIRED)
def test_a_truncated_file_is_named(name: str, copy: Path) -> None:
    data = (copy / name).read_bytes()
    (copy / name).write_bytes(data[:-1])
    assert name in refused(copy, verify=False)


@pytest.mark.parametrize("name", REQUIRED)
def test_a_wrong_checksum_is_named(name: str, copy: Path) -> None:
    data = bytearray((copy / name).read_bytes())
    data[-1] ^= 1
    (copy / name).write_bytes(data)
    assert f"{name}: damaged" in refused(copy)


MANIFESTS = [
    ("another format", lambda m: m.update(format="zip"), "not the manifest of a Täcknamn"),
    ("no format", lambda m: m.pop("format"), "not the manifest of a Täcknamn"),
    ("another version", lambda m: m.update(version=99), "version 99"),
    ("no version", lambda m: m.pop("version"), "version None"),
    ("no files", lambda m: m.pop("files"), "table of files"),
    ("files in a list", lambda m: m.update(files=["entries.bin"]), "table of files"),
    ("one file less", lambda m: m["files"].pop("forms.bin"), "table of files"),
    ("a size in words", lambda m: m["files"]["forms.bin"].update(size="big"), "table of files"),
    ("no checksum", lambda m: m["files"]["forms.bin"].pop("sha256"), "table of files"),
    ("a file that is null", lambda m: m["files"].update({"forms.bin": None}), "table of files"),
    ("another size", lambda m: m["files"]["forms.bin"].update(size=10**40), "bytes instead of"),
    ("no order of sources", lambda m: m.pop("source_order"), "table of sources"),
    ("an order of numbers", lambda m: m.update(source_order=[1]), "table of sources"),
    ("a source that is none", lambda m: m["sources"].update(s0=3), "table of sources"),
    ("records in words", lambda m: m["sources"]["s0"].update(records="many"), "table of sources"),
    ("no sources", lambda m: m.update(sources=None), "table of sources"),
]


@pytest.mark.parametrize(("what", "damage", "said"), MANIFESTS, ids=[row[0] for row in MANIFESTS])
def test_a_damaged_manifest_is_told(what: str, damage: Any, said: str, copy: Path) -> None:
    change_manifest(copy, damage)
    message = refused(copy, verify=False)
    assert said in message
    assert str(copy) in message


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"[" * 200_000, b'{"a":' * 200_000, b"\xff\xfe", b"9" * 5000],
    ids=["empty", "cut", "list", "null", "deep list", "deep object", "no UTF-8", "huge number"],
)
def test_what_is_no_manifest_is_told(content: bytes, copy: Path) -> None:
    (copy / MANIFEST).write_bytes(content)
    assert MANIFEST in refused(copy)


def test_a_manifest_that_is_a_folder_is_told(copy: Path) -> None:
    (copy / MANIFEST).unlink()
    (copy / MANIFEST).mkdir()
    assert MANIFEST in refused(copy)


def test_a_section_of_another_bundle_is_refused(copy: Path) -> None:
    """Sizes and sums are right, but the files do not belong together."""
    other = bundle(copy.parent / "other", [[entry("Ek", "surname", 5)]])
    shutil.copy(other / "strings.bin", copy / "strings.bin")
    sizes = {"strings.bin": (copy / "strings.bin").stat().st_size}
    change_manifest(
        copy, lambda m: [m["files"][name].update(size=size) for name, size in sizes.items()]
    )
    assert "rebuild" in refused(copy, verify=False)


def flip(folder: Path, name: str, place: int, bits: int) -> None:
    data = bytearray((folder / name).read_bytes())
    data[place % len(data)] ^= bits
    (folder / name).write_bytes(data)


def use_flipped(good: Path, folder: Path, name: str, place: int, bits: int, verify: bool) -> None:
    shutil.copytree(good, folder)
    flip(folder, name, place, bits)
    try:
        use(folder, verify)
    except BundleError as exc:
        assert "tacknamn-build" in str(exc) or "Täcknamn" in str(exc)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from((*REQUIRED, MANIFEST)), st.integers(0, 2**32), st.integers(1, 255))
def test_a_flipped_byte_of_any_file_is_no_traceback(
    good: Path, tmp_path_factory: pytest.TempPathFactory, name: str, place: int, bits: int
) -> None:
    use_flipped(good, tmp_path_factory.mktemp("flip") / "b", name, place, bits, verify=True)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from((*OURS, MANIFEST)), st.integers(0, 2**32), st.integers(1, 255))
def test_a_flipped_byte_of_our_sections_is_none_without_checksums_either(
    good: Path, tmp_path_factory: pytest.TempPathFactory, name: str, place: int, bits: int
) -> None:
    use_flipped(good, tmp_path_factory.mktemp("flip") / "b", name, place, bits, verify=False)


def notes_of(cache: Path) -> Path:
    (note,) = (cache / "verified").iterdir()
    return note


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("end", ["first", "last"])
def test_an_end_that_was_lost_is_noticed_though_no_time_changed(
    name: str, end: str, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that loses pages leaves zeros and no new time; here the note gets the new times."""
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    use(copy)
    before = json.loads(notes_of(tmp_path / "cache").read_text("utf-8"))
    data = bytearray((copy / name).read_bytes())
    start = 32 if end == "first" else max(32, len(data) - 64)
    if not any(data[start : start + 64]):
        pytest.skip("this end is zero anyway")
    data[start : start + 64] = bytes(len(data[start : start + 64]))
    (copy / name).write_bytes(data)
    after = json.loads(checksum_cache._describe_files(copy, [n for n in before if n != MANIFEST]))
    forged = {file: [*after[file][:4], before[file][4]] for file in before}
    notes_of(tmp_path / "cache").write_text(json.dumps(forged), "utf-8")
    assert f"{name}: damaged (its checksum differs)" in refused(copy)


def test_a_bundle_is_verified_again_on_demand(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    opened = Bundle(copy)
    assert opened.verify() == len(opened.manifest["files"])
    monkeypatch.setattr(bundle_module, "is_verified", lambda folder, names: True)
    data = bytearray((copy / "table.bin").read_bytes())
    data[len(data) // 2] ^= 1
    (copy / "table.bin").write_bytes(data)
    with pytest.raises(BundleError, match=r"table.bin: damaged \(its checksum differs\)"):
        Bundle(copy).verify()
    with pytest.raises(BundleError, match="buy a new one"):
        Bundle(copy, remedy="buy a new one").verify()
