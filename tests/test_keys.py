"""Keys: where they come from, what is none, and that none is ever shown."""

import json
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.replacement.keys import KEY_BYTES, check_key, derive_key, read_key, write_key
from tests.timing import PATIENCE

CASES = json.loads((Path(__file__).parent / "cases" / "vault_keys.json").read_text("utf-8"))
GOOD: str = CASES["good"]


@pytest.fixture(autouse=True)
def no_key_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TACKNAMN_KEY", raising=False)
    monkeypatch.delenv("TACKNAMN_KEY_FILE", raising=False)


def said(file: Path | None = None) -> str:
    with pytest.raises(InputError) as raised:
        read_key(file)
    return str(raised.value)


def written(folder: Path, text: str) -> Path:
    file = folder / "some.key"
    file.write_text(text, "utf-8")
    return file


def test_a_made_key_can_be_read(tmp_path: Path) -> None:
    write_key(tmp_path / "a.key")
    assert len(read_key(tmp_path / "a.key")) == KEY_BYTES


def test_no_two_keys_are_alike(tmp_path: Path) -> None:
    write_key(tmp_path / "a.key")
    write_key(tmp_path / "b.key")
    assert read_key(tmp_path / "a.key") != read_key(tmp_path / "b.key")


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_only_its_owner_may_read_a_made_key(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_key(tmp_path / "a.key")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.key").stat().st_mode) == 0o600


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    with pytest.raises(InputError, match="exists"):
        write_key(file)
    assert file.read_text("utf-8") == GOOD


def test_a_key_is_not_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError):
        write_key(tmp_path / "link")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("room", [0, 10])
def test_a_full_disk_leaves_no_half_key(tmp_path: Path, room: int) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(InputError, match="no key was made"):
            write_key(tmp_path / "a.key")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no key was made"):
        write_key(tmp_path / "nowhere" / "a.key")


@pytest.mark.parametrize("around", ["{}", "{}\n", "  {}\r\n\n"])
def test_blanks_around_a_key_do_not_matter(tmp_path: Path, around: str) -> None:
    assert read_key(written(tmp_path, around.format(GOOD))) == bytes.fromhex(GOOD)


def test_capitals_of_a_key_do_not_matter(tmp_path: Path) -> None:
    assert read_key(written(tmp_path, GOOD.upper())) == bytes.fromhex(GOOD)


@pytest.mark.parametrize("case", CASES["bad"], ids=lambda case: case["what"])
def test_what_is_no_key_is_refused_and_not_quoted(tmp_path: Path, case: dict[str, str]) -> None:
    message = said(written(tmp_path, case["text"]))
    assert case["says"] in message and "some.key" in message and "tacknamn key" in message
    for word in case["text"].split():
        assert word not in message


@pytest.mark.parametrize("case", CASES["bad"], ids=lambda case: case["what"])
def test_nor_is_it_in_the_environment(
    case: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_KEY", case["text"])
    message = said()
    assert case["says"] in message and "TACKNAMN_KEY" in message


def test_bytes_that_are_no_text_are_no_key(tmp_path: Path) -> None:
    (tmp_path / "random").write_bytes(bytes(range(200, 232)))
    assert "64 hexadecimal digits" in said(tmp_path / "random")


def test_an_endless_file_is_no_key() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no /dev/zero")
    assert "64 hexadecimal digits" in said(Path("/dev/zero"))


@pytest.mark.parametrize("name", ["missing.key", ".", "zero\0byte", "x" * 300])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    message = said(tmp_path / name)
    assert "no key could be read" in message
    assert message.endswith("or make a key with `tacknamn key FILE`") == (name == "missing.key")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_key_of_somebody_else_is_told(tmp_path: Path) -> None:
    written(tmp_path, GOOD).chmod(0)
    assert "no key could be read" in said(tmp_path / "some.key")


def test_a_key_given_for_a_file_is_not_repeated() -> None:
    message = said(Path(GOOD))
    assert "where the name of its file belongs" in message
    assert GOOD not in message


def test_the_environment_holds_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACKNAMN_KEY", GOOD)
    assert read_key() == bytes.fromhex(GOOD)


def test_the_environment_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACKNAMN_KEY_FILE", str(written(tmp_path, GOOD)))
    assert read_key() == bytes.fromhex(GOOD)


def test_a_named_file_comes_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_KEY", GOOD[::-1])
    assert read_key(written(tmp_path, GOOD)) == bytes.fromhex(GOOD)


def test_two_keys_in_the_environment_are_one_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_KEY", GOOD)
    monkeypatch.setenv("TACKNAMN_KEY_FILE", str(written(tmp_path, GOOD)))
    assert "unset one" in said()


def test_no_key_at_all_is_told_with_what_to_do() -> None:
    message = said()
    assert "tacknamn key FILE" in message and "--key-file" in message


@pytest.mark.parametrize("length", [0, 1, KEY_BYTES - 1])
def test_short_keys_are_refused(length: int) -> None:
    with pytest.raises(InputError, match=f"this one {length};"):
        check_key(bytes(length))


@given(st.binary(min_size=32, max_size=80), st.text(max_size=9), st.binary(max_size=99))
def test_keys_are_derived_as_the_standard_says(key: bytes, use: str, salt: bytes) -> None:
    info = b"tacknamn 1 " + use.encode()
    standard = HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(key)
    assert derive_key(key, use, salt) == standard


def test_names_are_drawn_without_loading_the_cryptography() -> None:
    code = "import sys, tacknamn.vault; print('cryptography' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
