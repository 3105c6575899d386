"""The vault as programs use it: what goes in comes out, with the key and not without."""

import os
import stat
import sys
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacknamn.errors import InputError, VaultError
from tacknamn.replacement.records import Record
from tacknamn.text.fold import fold
from tacknamn.vault.frames import pack_record, unpack_record
from tacknamn.vault.vault import Vault

KEY = bytes(range(32))
OTHER_KEY = bytes(range(1, 33))
MARIA = Record("firstname_female", "Maria", "Elsa", "essay-1")
LUND = Record("city", "Lund", "Göteborg", "essay-1")
TEXTS = st.text(st.characters(), max_size=12)  # half characters and zero bytes, too
RECORDS = st.builds(Record, TEXTS, TEXTS, st.sampled_from(["Elsa", "ELSA", "Åsa", "", "\0"]), TEXTS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "essays.vault"


def made(path: Path, *records: Record) -> Vault:
    vault = Vault.open(path, KEY, create=True)
    vault.add_many(records)
    return vault


def refused(path: Path, key: bytes = KEY, create: bool = False) -> str:
    with pytest.raises(VaultError) as raised:
        Vault.open(path, key, create)
    return str(raised.value)


def test_a_pseudonym_leads_back_to_its_original(path: Path) -> None:
    made(path, MARIA, LUND)
    assert Vault.open(path, KEY).reveal("Elsa") == [MARIA]


def test_what_was_added_can_be_revealed_at_once(path: Path) -> None:
    assert made(path, MARIA).reveal("Elsa") == [MARIA]


@pytest.mark.parametrize("form", ["elsa", "ELSA", " Elsa ", "GO\u0308TEBORG"])
def test_capitals_and_spellings_of_unicode_do_not_matter(path: Path, form: str) -> None:
    assert len(made(path, MARIA, LUND).reveal(form)) == 1


def test_an_unknown_pseudonym_has_no_record(path: Path) -> None:
    assert made(path, MARIA).reveal("Maria") == []


def test_label_and_document_narrow_what_is_found(path: Path) -> None:
    elsewhere = Record("firstname_female", "Karin", "Elsa", "essay-2")
    street = Record("place", "Norra gatan", "Elsa", "essay-1")
    vault = made(path, MARIA, elsewhere, street)
    assert vault.reveal("Elsa") == [MARIA, elsewhere, street]
    assert vault.reveal("Elsa", label="place") == [street]
    assert vault.reveal("Elsa", document="essay-2") == [elsewhere]
    assert vault.reveal("Elsa", "place", "essay-2") == []


def test_a_record_without_document_holds_for_all(path: Path) -> None:
    everywhere = Record("surname", "Berg", "Lind")
    vault = made(path, everywhere)
    assert vault.reveal("Lind", document="essay-7") == [everywhere]
    assert vault.reveal("Lind", document="") == [everywhere]


def test_what_is_known_is_not_written_again(path: Path) -> None:
    vault = made(path, MARIA)
    size = path.stat().st_size
    assert vault.add(MARIA) == 0
    assert Vault.open(path, KEY).add_many([MARIA, MARIA]) == 0
    assert path.stat().st_size == size
    assert vault.add_many([MARIA, LUND, LUND]) == 1
    assert (len(vault), list(vault)) == (2, [MARIA, LUND])


def test_an_empty_vault_is_a_vault(path: Path) -> None:
    made(path)
    vault = Vault.open(path, KEY)
    assert (len(vault), list(vault), vault.reveal("Elsa")) == (0, [], [])


def test_two_that_are_open_see_what_each_other_added_when_they_add(path: Path) -> None:
    vault, other = made(path), made(path)
    vault.add(MARIA)
    other.add(LUND)
    assert list(other) == [MARIA, LUND]
    assert vault.add_many([LUND]) == 0
    assert list(vault) == [MARIA, LUND]


@given(st.lists(RECORDS, max_size=8), st.lists(st.integers(0, 8), max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_vault_is_a_list_without_repetitions(
    path: Path, records: list[Record], cuts: list[int]
) -> None:
    path.unlink(missing_ok=True)
    vault = made(path)
    borders = [0, *sorted(cuts), len(records)]
    for begin, end in pairwise(borders):
        vault.add_many(records[begin:end])
    known = list(dict.fromkeys(records))
    for same in (vault, Vault.open(path, KEY)):
        assert list(same) == known and len(same) == len(known)
        for name in ("Elsa", "åsa", ""):
            assert same.reveal(name) == [r for r in known if fold(r.pseudonym) == fold(name)]


@given(RECORDS, st.integers(0, 200))
def test_a_record_survives_being_packed_and_padded(record: Record, zeros: int) -> None:
    assert unpack_record(pack_record(record) + bytes(zeros)) == record


@pytest.mark.parametrize("length", [1, 60, 65, 66, 193, 194, 5000, 900_000])
def test_names_of_any_length_come_back(path: Path, length: int) -> None:
    long = Record("", "å" * (length // 2), "Elsa" + "x" * (length % 2), "")
    made(path, long, MARIA)
    assert list(Vault.open(path, KEY)) == [long, MARIA]


@pytest.mark.parametrize("field", [0, 1, 2, 3])
def test_a_name_of_a_megabyte_is_none(path: Path, field: int) -> None:
    vault = made(path, MARIA)
    fields = ["x"] * 4
    fields[field] = "hemlig" * 200_000
    with pytest.raises(InputError) as raised:
        vault.add_many([LUND, Record(*fields)])
    assert "hemlig" not in str(raised.value)
    assert list(Vault.open(path, KEY)) == [MARIA]


def test_nothing_in_the_file_can_be_read(path: Path) -> None:
    made(path, MARIA, LUND)
    content = path.read_bytes().lower()
    for field in ("firstname", "maria", "elsa", "essay", "city", "lund", "teborg"):
        assert field.encode() not in content


def test_names_of_usual_length_cannot_be_distinguished_by_size(tmp_path: Path) -> None:
    sizes = set()
    for number, name in enumerate(("Bo", "Lena", "Anna-Karin", "Christopher-Alexander")):
        made(tmp_path / str(number), Record("surname", name, "Ek", "essay-1"))
        sizes.add((tmp_path / str(number)).stat().st_size)
    assert sizes == {3 * 128}


def test_the_same_records_never_give_the_same_bytes(tmp_path: Path) -> None:
    made(tmp_path / "a", MARIA, LUND)
    made(tmp_path / "b", MARIA, LUND)
    blocks = [
        (tmp_path / name).read_bytes()[at : at + 16] for name in "ab" for at in range(128, 512, 16)
    ]
    assert len(set(blocks)) == len(blocks)


def test_another_key_is_reported(path: Path) -> None:
    made(path, MARIA)
    assert "another key" in refused(path, OTHER_KEY)
    assert "another key" in refused(path, OTHER_KEY, create=True)
    assert list(Vault.open(path, KEY)) == [MARIA]


def test_a_short_key_makes_no_vault(path: Path) -> None:
    with pytest.raises(InputError):
        Vault.open(path, b"short", create=True)
    assert not path.exists()


FOREIGN = {
    "a text": b"Maria bor i Lund.\n" * 20,
    "a short text": b"Maria",
    "zeros": bytes(1000),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(500),
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("create", [False, True])
def test_a_foreign_file_is_refused_and_left_alone(path: Path, content: bytes, create: bool) -> None:
    path.write_bytes(content)
    message = refused(path, create=create)
    assert "not a vault" in message and str(path) in message and "Maria" not in message
    assert path.read_bytes() == content


@pytest.mark.parametrize("create", [False, True])
@pytest.mark.parametrize("name", [".", "missing/essays.vault", "zero\0byte", "x" * 300])
def test_what_cannot_be_opened_is_named(tmp_path: Path, name: str, create: bool) -> None:
    assert str(tmp_path / name) in refused(tmp_path / name, create=create)


def test_a_missing_vault_is_not_made_by_looking(path: Path) -> None:
    assert "does not exist" in refused(path)
    assert not path.exists()


@pytest.mark.skipif(os.name != "posix", reason="devices have names on POSIX")
@pytest.mark.parametrize("device", ["/dev/full", "/dev/null", "/dev/zero"])
def test_a_device_is_no_vault(device: str) -> None:
    if not Path(device).exists():
        pytest.skip(f"this system has no {device}")
    assert "is not a regular file" in refused(Path(device), create=True)


@pytest.mark.skipif(os.name != "posix", reason="pipes have names on POSIX")
def test_a_pipe_is_no_vault(path: Path) -> None:
    os.mkfifo(path)
    assert "is not a regular file" in refused(path)


@pytest.mark.skipif(os.name != "posix", reason="Windows has other rights")
def test_a_vault_is_made_for_its_owner_alone(path: Path) -> None:
    before = os.umask(0)
    try:
        made(path, MARIA)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_vault_that_was_swapped_is_not_written(path: Path, tmp_path: Path) -> None:
    vault = made(path, MARIA)
    made(tmp_path / "other", LUND)
    (tmp_path / "other").replace(path)
    with pytest.raises(VaultError, match="changed"):
        vault.add(LUND)
    with pytest.raises(VaultError, match=r"damaged|changed"):
        list(vault)
    assert list(Vault.open(path, KEY)) == [LUND]


def test_a_vault_is_not_written_through_a_link(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.vault").symlink_to(path)
    assert "is a symbolic link, which is not written" in refused(
        tmp_path / "link.vault", create=True
    )
    assert not path.exists()
    made(path, MARIA)
    linked = Vault.open(tmp_path / "link.vault", KEY)  # reading changes nothing
    assert linked.reveal("Elsa") == [MARIA]
    with pytest.raises(VaultError, match="is a symbolic link"):
        linked.add(LUND)
    assert len(Vault.open(path, KEY)) == 1


def test_without_cryptography_it_is_said_what_to_install(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in list(sys.modules):
        if module.partition(".")[0] == "cryptography":
            monkeypatch.setitem(sys.modules, module, None)
    assert "pip install 'tacknamn[vault]'" in refused(path, create=True)


def test_threads_may_share_a_vault(path: Path) -> None:
    vault = made(path)

    def work(number: int) -> None:
        for turn in range(20):
            vault.add(Record("surname", f"Berg{turn}", "Lind", f"essay-{number}"))
            assert vault.reveal("Lind", document=f"essay-{number}")[-1].original == f"Berg{turn}"

    threads = [Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(vault) == len(list(Vault.open(path, KEY))) == 80
