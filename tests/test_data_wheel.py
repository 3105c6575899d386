"""A bundle becomes a wheel: what it contains, that it is the same bytes, and what is refused."""

import base64
import csv
import hashlib
import io
import json
import zipfile
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

import pytest

from tacknamn.data_wheels import wheel_members
from tacknamn.data_wheels.wheel_file import read_data_wheel
from tacknamn.errors import BundleError, InputError
from tacknamn.lexicon.bundle import MANIFEST, REQUIRED, VERSION
from tacknamn_builders.releasing import write_wheel as writing
from tacknamn_builders.releasing.wheel_version import WheelVersion, choose_version
from tacknamn_builders.releasing.write_wheel import write_wheel
from tests.making import bundle, entry, source
from tests.wheels import make_wheel, profile_of, rewrite_wheel

PACKAGE = "tacknamn_data_sv"
FACTS = f"{PACKAGE}-{VERSION}.202611.0.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_wheel(tmp_path_factory.mktemp("wheels"))


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_wheel_has_the_bundle_its_credits_and_its_bill_of_materials(wheel: Path) -> None:
    assert wheel.name == f"{PACKAGE}-{VERSION}.202611.0-py3-none-any.whl"
    assert set(members(wheel)) == {
        f"{PACKAGE}/__init__.py",
        *(f"{PACKAGE}/bundle/{name}" for name in (*REQUIRED, MANIFEST)),
        *(f"{FACTS}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")),
        *(f"{FACTS}/licenses/{name}" for name in ("NOTICE.md", "MIT.txt")),
        f"{FACTS}/sboms/tacknamn-data-sv.cdx.json",
    }


def test_the_metadata_state_licence_and_version(wheel: Path) -> None:
    text = members(wheel)[f"{FACTS}/METADATA"].decode("utf-8")
    metadata = HeaderParser().parsestr(text)
    assert metadata["Name"] == "tacknamn-data-sv"
    assert metadata["Version"] == f"{VERSION}.202611.0"
    assert metadata["License-Expression"] == "CC-BY-SA-4.0"
    assert metadata.get_all("License-File") == ["NOTICE.md", "MIT.txt"]
    assert metadata.get_all("Requires-Dist") is None
    points = members(wheel)[f"{FACTS}/entry_points.txt"].decode()
    assert points == f"[tacknamn.data]\nsv = {PACKAGE}\n"


def test_the_notice_credits_each_source_and_names_the_licence(wheel: Path) -> None:
    notice = members(wheel)[f"{FACTS}/licenses/NOTICE.md"].decode("utf-8")
    assert "may be passed on under CC-BY-SA-4.0 (<https://creativecommons.org/" in notice
    for number in (0, 1):
        assert f"## Invented source {number}\n\n- Source: `s{number}` 1" in notice


def test_the_record_has_the_checksum_of_each_member(wheel: Path) -> None:
    content = members(wheel)
    rows = list(csv.reader(io.StringIO(content[f"{FACTS}/RECORD"].decode())))
    assert [row[0] for row in rows] == list(content)
    assert rows[-1] == [f"{FACTS}/RECORD", "", ""]
    for name, digest, size in rows[:-1]:
        raw = hashlib.sha256(content[name]).digest()
        assert digest == "sha256=" + base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
        assert int(size) == len(content[name])


def test_the_bill_of_materials_has_each_source_with_licence_and_files(tmp_path: Path) -> None:
    made = bundle(
        tmp_path / "b",
        [[entry("Lund", "city")]],
        profile_of(source(0, vintage="2026-11", package="Lakes")),
    )
    bill = json.loads(
        members(write_wheel(made, tmp_path))[f"{FACTS}/sboms/tacknamn-data-sv.cdx.json"]
    )
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["purl"] == f"pkg:pypi/tacknamn-data-sv@{VERSION}.202611.0"
    (component,) = bill["components"]
    assert component["type"] == "data"
    assert component["licenses"] == [{"license": {"id": "MIT"}}]
    assert {"name": "tacknamn:vintage", "value": "2026-11"} in component["properties"]
    assert bill["dependencies"][0]["dependsOn"] == ["source:s0"]


def test_equal_bundles_give_equal_wheels(tmp_path: Path, wheel: Path) -> None:
    again = make_wheel(tmp_path / "again")
    assert again.read_bytes() == wheel.read_bytes()


def test_a_checked_wheel_says_what_it_is(wheel: Path) -> None:
    read = read_data_wheel(wheel)
    assert (read.name, read.distribution, read.version) == (
        "sv", "tacknamn-data-sv", f"{VERSION}.202611.0",
    )  # fmt: skip


def test_a_bundle_that_may_not_be_passed_on_is_refused(tmp_path: Path) -> None:
    sources = (source(0, vintage="2026-11", licence="GFDL-1.2"), source(1, licence="MIT"))
    made = bundle(tmp_path / "b", [[entry("Lund", "city")], []], profile_of(*sources))
    with pytest.raises(
        BundleError, match=r"may not be passed on, because of s0 \(GFDL-1\.2: Sec"
    ) as caught:
        write_wheel(made, tmp_path / "dist")
    assert "--profile release" in str(caught.value)
    assert not (tmp_path / "dist").exists()


def test_a_manifest_that_claims_what_its_sources_do_not_permit_is_refused(tmp_path: Path) -> None:
    made = bundle(tmp_path / "b", [[entry("Lund", "city")]],
                  profile_of(source(0, licence="none-stated")))  # fmt: skip
    path = made / MANIFEST
    facts = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(facts | {"redistributable": True, "licence": "MIT"}), "utf-8")
    with pytest.raises(BundleError, match="because of s0"):
        write_wheel(made, tmp_path)


def test_a_damaged_bundle_is_refused(tmp_path: Path) -> None:
    made = bundle(tmp_path / "b", [[entry("Lund", "city")]])
    (made / "strings.bin").write_bytes(b"")
    with pytest.raises(BundleError, match=r"strings\.bin"):
        write_wheel(made, tmp_path)


def test_a_wheel_that_is_too_large_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "MOST_BYTES", 1000)
    with pytest.raises(BundleError, match="1,000 at most are accepted"):
        make_wheel(tmp_path)
    assert not list(tmp_path.glob("*.whl"))


@pytest.mark.parametrize("name", ["", "SV", "sv_x", "../sv", "sv-", "sv x"])
def test_a_name_that_pip_would_not_take(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="must be small letters"):
        make_wheel(tmp_path, name=name)


VERSIONS = [
    # newest data, last release, next release
    ("2026-11", None, "7.202611.0"),
    ("2026-11", "7.202610.3", "7.202611.0"),
    ("2026-11", "7.202611.0", "7.202611.1"),
    ("2026-11", "7.202611.9", "7.202611.10"),
    ("2026-10", "7.202611.0", "7.202611.1"),
    ("2026-11", "6.202612.4", "7.202611.0"),
    ("2026-11-18", "6.202611.4", "7.202611.0"),
]


@pytest.mark.parametrize(("newest", "last", "expected"), VERSIONS)
def test_the_version_is_chosen_by_rule(newest: str, last: str | None, expected: str) -> None:
    manifest = {"version": 7, "sources": {"a": {"vintage": newest}, "b": {"vintage": "daily"}}}
    before = WheelVersion.parse(last) if last else None
    assert str(choose_version(manifest, before)) == expected


def test_data_without_a_month_and_a_newer_format_are_refused() -> None:
    with pytest.raises(InputError, match="no source of the bundle states the month"):
        choose_version({"version": 7, "sources": {"a": {"vintage": "2020"}}})
    with pytest.raises(InputError, match=r"8\.202611\.0 has a newer format"):
        choose_version(
            {"version": 7, "sources": {"a": {"vintage": "2026-11"}}}, WheelVersion(8, 202611, 0)
        )


@pytest.mark.parametrize(
    "text", ["7", "7.2026.0", "7.202613.0", "7.202611", "7.202611.01", "a.b.c"]
)
def test_a_version_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"must be FORMAT\.YYYYMM\.PATCH"):
        WheelVersion.parse(text)


def change_manifest(**facts: Any) -> Any:
    def change(name: str, content: bytes) -> tuple[str, bytes]:
        if name.endswith(MANIFEST):
            content = json.dumps(json.loads(content) | facts).encode()
        return name, content

    return change


def replace_member(end: str, content: bytes | None, new_name: str = "") -> Any:
    def change(name: str, old: bytes) -> tuple[str, bytes] | None:
        if not name.endswith(end):
            return name, old
        return None if content is None else (new_name or name, content)

    return change


BAD = {
    "another format": (change_manifest(version=VERSION - 1), rf"its lists have format {VERSION - 1}, this"),
    "no bundle": (change_manifest(format="other"), "has no bundle of Täcknamn"),
    "no files": (change_manifest(files=[]), "is not as its manifest says"),
    "no size": (change_manifest(files={"deletions.bin": {"size": "1"}}), "states no size of deletions.bin"),
    "no manifest": (replace_member(MANIFEST, None), "manifest.json is missing"),
    "half a manifest": (replace_member(MANIFEST, b"{"), "its manifest is damaged"),
    "a changed file": (replace_member("strings.bin", b"x"), r"strings\.bin is not as its manifest"),
    "a missing file": (replace_member("strings.bin", None), r"strings\.bin is missing"),
    "no entry point": (replace_member("entry_points.txt", None), r"entry_points\.txt is missing"),
    "another group": (replace_member("points.txt", b"[console_scripts]\na = b\n"), "in tacknamn.data alone"),
    "two groups": (
        replace_member("points.txt", b"[tacknamn.data]\na = b\n[console_scripts]\na = b\n"),
        "in tacknamn.data alone",
    ),
    "two names": (replace_member("points.txt", b"[tacknamn.data]\na = b\nc = d\n"), "has 2 entry points"),
    "no names": (replace_member("points.txt", b"[tacknamn.data]\n"), "has 0 entry points"),
    "damaged points": (replace_member("points.txt", b"a = b"), "has damaged entry points"),
    "a missing target": (replace_member("points.txt", b"[tacknamn.data]\nsv = other\n"), "outside its package"),
    "code at start": (replace_member("__init__.py", b"import os", "evil.pth"), "outside its package"),
    "a way out": (replace_member("__init__.py", b"", f"{PACKAGE}/../../x"), "outside its package"),
    "code in the package": (replace_member("__init__.py", b"import os\n"), "its package has code"),
    "code in a second line": (replace_member("__init__.py", b'""""""\nimport os\n'), "its package has code"),
    "a module": (replace_member("MIT.txt", b"", f"{PACKAGE}/more.py"), "no part of lists, '.*more.py'"),
    "a file of pip": (replace_member("MIT.txt", b"", f"{FACTS}/direct_url.json"), "no part of lists"),
    "a hidden program": (
        replace_member("points.txt", f"[tacknamn.data]\n#\u2028[console_scripts]\u2028\nsv = {PACKAGE}\n".encode()),
        "its entry point is not written as usual",
    ),
    "a name of another package": (
        replace_member("points.txt", f"[tacknamn.data]\nda = {PACKAGE}\n".encode()), "lists da have another package",
    ),
    "another package's name": (replace_member("METADATA", b"Name: pip\nVersion: 7.202611.0\n"), "another package"),
    "an odd version": (replace_member("METADATA", b"Version: \x1b[2J\n"), "no valid name and version"),
    "a record of another file": (replace_member("RECORD", b"../../../thesis.txt,,\n"), "RECORD lists other files"),
    "no metadata": (lambda name, old: None if "dist-info" in name else (name, old), "no .dist-info folder"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "message"), BAD.values(), ids=list(BAD))
def test_a_bad_wheel_is_named_with_its_problem(tmp_path: Path, change: Any, message: str) -> None:
    path = rewrite_wheel(make_wheel(tmp_path), change)
    with pytest.raises(BundleError, match=message) as caught:
        read_data_wheel(path)
    assert str(path) in str(caught.value)


def test_a_wheel_that_replaces_another_package_is_refused(tmp_path: Path) -> None:
    def rename(name: str, old: bytes) -> tuple[str, bytes]:
        return name.replace(f"{PACKAGE}/", "json/"), old.replace(PACKAGE.encode(), b"json")

    path = rewrite_wheel(make_wheel(tmp_path), rename)
    with pytest.raises(BundleError, match="lists sv have another package"):
        read_data_wheel(path)


def test_a_wheel_with_a_file_twice_is_refused(tmp_path: Path) -> None:
    path = make_wheel(tmp_path)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(f"{FACTS}/WHEEL", b"")
    with pytest.raises(BundleError, match="has two files of one name"):
        read_data_wheel(path)


def test_a_wheel_that_expands_too_far_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wheel_members, "MOST_BYTES", 10_000)
    with pytest.raises(BundleError, match="expands to more than 10,000 bytes"):
        read_data_wheel(make_wheel(tmp_path))


def test_no_wheel_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.whl"
    with pytest.raises(BundleError, match=r"a\.whl: cannot be read \(No such file"):
        read_data_wheel(path)
    path.write_bytes(b"PK")
    with pytest.raises(BundleError, match=r"a\.whl: no undamaged wheel"):
        read_data_wheel(path)


def test_a_wheel_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    whole = make_wheel(tmp_path).read_bytes()
    path = tmp_path / "half.whl"
    for size in range(0, len(whole), len(whole) // 20):
        path.write_bytes(whole[:size])
        with pytest.raises(BundleError):
            read_data_wheel(path)
