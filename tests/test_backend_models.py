"""Models that backends are measured with: pinned, checked, and unpacked by name; never run."""

import io
import os
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from bench.backend_models import fetch_model, main, unpack_model
from bench.backend_programs import PROGRAMS, list_requests
from bench.model_table import Model, read_measured, read_models

from tacknamn.errors import SourceError
from tacknamn.ner.backends.registry import OWN_BACKENDS, BackendRequest
from tests.server import sum_of

FILES = {
    "tiny/model/config.cfg": b"[nlp]\n",
    "tiny/model/ner/moves": b"moves",
    "tiny/model/.git/hooks/post-checkout": b"exit 1\n",
    "tiny/model-of-others/config.cfg": b"",
    "tiny/__init__.py": b"raise SystemExit\n",
}
NAMED = ("config.cfg", "ner/")
Write = Callable[..., Path]


def wheel(path: Path, files: dict[str, bytes] = FILES) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return path


def tarball(path: Path, files: dict[str, bytes] = FILES) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, body in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return path


def model(archive: Path, *files: str) -> Model:
    sha256 = sum_of(archive.read_bytes())
    return Model("tiny", "a model", "npm", "tiny", "1.0", sha256, "tiny/model", "MIT", files)


def landed(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file()}


# ---- the table -------------------------------------------------------------------------------


@pytest.mark.parametrize("one", read_models().values(), ids=lambda one: one.id)
def test_models_are_pinned_and_say_what_they_are(one: Model) -> None:
    assert one.registry in ("python", "npm")
    assert len(bytes.fromhex(one.sha256)) == 32
    assert all((one.what, one.package, one.version, one.licence, one.inside))
    assert not one.inside.endswith("/")


def test_what_is_measured_has_a_model_and_a_backend_of_ours() -> None:
    measured = read_measured()
    assert {one.model for one in measured} == set(read_models())
    assert {one.backend for one in measured} <= set(OWN_BACKENDS)
    assert all(bool(one.words) == (one.backend == "command") for one in measured)
    assert len({one.title for one in measured}) == len(measured)


def test_every_model_is_told_with_its_package_on_the_page() -> None:
    page = (Path(__file__).parent.parent / "docs" / "comparing.md").read_text("utf-8")
    for one in read_models().values():
        assert f"`{one.package}` {one.version}" in page


# ---- landing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [wheel, tarball])
def test_only_named_files_are_unpacked(write: Write, tmp_path: Path) -> None:
    archive = write(tmp_path / "tiny.archive")
    wanted = model(archive, *NAMED)
    unpack_model(wanted, archive, tmp_path)
    assert landed(tmp_path / "tiny") == {"config.cfg", "ner/moves", "taken-from.json"}
    assert wanted.is_unpacked(tmp_path)


def test_without_names_the_whole_folder_is_unpacked(tmp_path: Path) -> None:
    archive = wheel(tmp_path / "tiny.whl")
    unpack_model(model(archive), archive, tmp_path)
    assert ".git/hooks/post-checkout" in landed(tmp_path / "tiny")
    assert "__init__.py" not in landed(tmp_path / "tiny")


def test_another_checksum_is_refused(tmp_path: Path) -> None:
    archive = wheel(tmp_path / "tiny.whl")
    with pytest.raises(SourceError, match="not unpacked"):
        unpack_model(replace(model(archive), sha256="0" * 64), archive, tmp_path)
    assert not (tmp_path / "tiny").exists()


@pytest.mark.parametrize("write", [wheel, tarball])
def test_a_path_that_leads_out_is_refused(write: Write, tmp_path: Path) -> None:
    hostile = {**FILES, "tiny/model/ner/../../../../evil": b"evil"}
    archive = write(tmp_path / "tiny.archive", hostile)
    (tmp_path / "a" / "b").mkdir(parents=True)
    with pytest.raises(SourceError, match="leads out of its folder"):
        unpack_model(model(archive, *NAMED), archive, tmp_path / "a" / "b")
    assert landed(tmp_path) == {"tiny.archive"}


def test_a_link_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "tiny.tgz", "w:gz") as archive:
        link = tarfile.TarInfo("tiny/model/config.cfg")
        link.type, link.linkname = tarfile.SYMTYPE, "../secret"
        archive.addfile(link)
    with pytest.raises(SourceError, match="not a plain file"):
        unpack_model(model(tmp_path / "tiny.tgz", "config.cfg"), tmp_path / "tiny.tgz", tmp_path)


def test_a_package_without_the_model_is_told(tmp_path: Path) -> None:
    archive = wheel(tmp_path / "tiny.whl", {"tiny/model/config.cfg": b""})
    with pytest.raises(SourceError, match="has no tiny/model/ner/"):
        unpack_model(model(archive, *NAMED), archive, tmp_path)


def test_a_model_of_another_row_is_not_here(tmp_path: Path) -> None:
    archive = wheel(tmp_path / "tiny.whl")
    unpack_model(model(archive), archive, tmp_path)
    assert not replace(model(archive), version="1.1").is_unpacked(tmp_path)
    unpack_model(model(archive, *NAMED), archive, tmp_path)
    assert ".git/hooks/post-checkout" not in landed(tmp_path / "tiny")


# ---- fetching --------------------------------------------------------------------------------


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stands for npm, and does what is written into it."""
    program = tmp_path / "bin" / "npm"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program


def test_what_npm_brings_lands_once(npm: Path, tmp_path: Path) -> None:
    archive = tarball(tmp_path / "tiny-1.0.tgz")
    npm.write_text(f'#!/bin/sh\n[ "$*" = "pack --ignore-scripts tiny@1.0" ] && cp {archive} .\n')
    wanted = model(archive, *NAMED)
    assert "downloaded with tiny 1.0" in fetch_model(wanted, tmp_path / "models")
    npm.write_text("#!/bin/sh\nexit 1\n")
    assert fetch_model(wanted, tmp_path / "models") == "already downloaded"
    assert [one.name for one in (tmp_path / "models").iterdir()] == ["tiny"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("error code E404", "the registry does not have it"),
        ("ERR! code ENOTFOUND", "the registry does not answer"),
        ("error code EACCES", "npm failed and gives EACCES"),
    ],
)
def test_what_npm_complains_of_is_told_shortly(
    npm: Path, code: str, told: str, tmp_path: Path
) -> None:
    npm.write_text(f"#!/bin/sh\necho 'npm {code}' >&2\nexit 1\n")
    with pytest.raises(SourceError, match=f"^tiny@1.0: {told}$"):
        fetch_model(model(tarball(tmp_path / "tiny.tgz")), tmp_path / "models")


def test_what_cannot_be_had_is_told_and_the_others_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path), "PATH": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.argv", ["backend_models", str(tmp_path / "models")])
    main()
    lines = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert all(line.startswith("not available: ") for line in lines.values())
    assert {*read_models(), "program for OpenNLP"} == set(lines)
    assert lines["compromise"] == "not available: npm is not installed"
    assert lines["en_core_web_sm"].endswith(
        "marm-mcp-server==2.60.1: the registry does not have it"
    )


# ---- what is measured ------------------------------------------------------------------------


def test_what_is_not_there_is_not_asked_for(tmp_path: Path) -> None:
    assert {request for _, request in list_requests(tmp_path)} == {""}


def test_a_model_that_is_there_is_asked_for_by_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "with, a comma"
    for one in read_models().values():
        (folder / one.id).mkdir(parents=True)
        one.write_stamp(folder / one.id)
    asked = {title: BackendRequest.read(request) for title, request in list_requests(folder)}
    assert asked["Presidio, en_core_web_sm"] == BackendRequest(
        "presidio", f"{folder / 'en_core_web_sm'}"
    )
    assert f"node {PROGRAMS / 'compromise.mjs'} '{folder}/compromise/" in asked["compromise"].model
