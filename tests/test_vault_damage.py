"""Vaults that were cut, changed or shuffled: never a wrong original, never a silent loss."""

import random
from binascii import crc32
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacknamn.errors import VaultError
from tacknamn.replacement.records import Record
from tacknamn.vault.vault import Vault, salvage

KEY = bytes(range(32))
BLOCK = 128
HAND_MADE = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=300
)


def record(number: int, length: int = 1) -> Record:
    return Record("surname", f"Berg{number}" * length, f"Lind{number % 3}", f"essay-{number}")


# What was added in which turn; some names are long, so that frames differ in length.
TURNS = [
    [record(0), record(1, 40), record(2)],
    [record(3)],
    [record(n, 1 + 30 * (n % 2)) for n in range(4, 9)],
]
ALL = [record for turn in TURNS for record in turn]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "v"
    vault = Vault.open(path, KEY, create=True)
    for turn in TURNS:
        vault.add_many(turn)
    return path.read_bytes()


@pytest.fixture(scope="module")
def last_turn(tmp_path_factory: pytest.TempPathFactory, whole: bytes) -> int:
    """Where the frames of the last turn begin."""
    path = tmp_path_factory.mktemp("last") / "v"
    sizes = []
    vault = Vault.open(path, KEY, create=True)
    for turn in TURNS:
        sizes.append(path.stat().st_size)
        vault.add_many(turn)
    assert path.stat().st_size == len(whole)
    return sizes[-1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "v"


def flipped(content: bytes, place: int) -> bytes:
    changed = bytearray(content)
    changed[place] ^= 1 << (place % 8)
    return bytes(changed)


def frames(content: bytes) -> list[bytes]:
    found = []
    at = BLOCK
    while at < len(content):
        blocks = max(1, int.from_bytes(content[at : at + 2], "big"))
        found.append(content[at : at + blocks * BLOCK])
        at += blocks * BLOCK
    return found


def holds_a_beginning(path: Path) -> int:
    """How many records a vault that opens gives, if they are the first ones; and it goes on."""
    vault = Vault.open(path, KEY)
    records = list(vault)
    assert records == ALL[: len(records)]
    more = record(99)
    vault.add(more)
    again = Vault.open(path, KEY)
    assert (list(again), again.unfinished) == ([*records, more], 0)
    assert again.reveal("Lind0") == [record for record in again if record.pseudonym == "Lind0"]
    return len(records)


def refused_as_damaged(path: Path) -> int:
    """The byte that the error of a damaged vault names, in reading and in writing."""
    places = set()
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(VaultError, match=r"damaged at byte (\d+)") as raised:
            Vault.open(path, KEY, create=create)
        places.add(int(str(raised.value).partition("byte ")[2].partition(";")[0]))
    assert path.read_bytes() == before
    assert len(places) == 1
    return places.pop()


def test_every_cut_costs_the_torn_end_only(path: Path, whole: bytes) -> None:
    kept = []
    for length in range(BLOCK, len(whole) + 1, 13):
        path.write_bytes(whole[:length])
        kept.append(holds_a_beginning(path))
    assert kept == sorted(kept) and {*kept} == {*range(len(ALL) + 1)}


def test_what_was_written_to_its_end_is_kept_though_its_commit_is_not(
    path: Path, whole: bytes
) -> None:
    path.write_bytes(whole[:-BLOCK])
    assert holds_a_beginning(path) == len(ALL)


def test_an_interrupted_end_is_counted(path: Path, whole: bytes) -> None:
    path.write_bytes(whole + whole[BLOCK : BLOCK + 50])
    assert Vault.open(path, KEY).unfinished == 50


@pytest.mark.parametrize("length", [0, 1, 16, 17, 100, 127])
def test_a_head_that_was_not_finished_is_begun_anew(path: Path, whole: bytes, length: int) -> None:
    path.write_bytes(whole[:length])
    with pytest.raises(VaultError, match="is empty"):
        Vault.open(path, KEY)
    assert path.read_bytes() == whole[:length]
    Vault.open(path, KEY, create=True).add(ALL[0])
    assert list(Vault.open(path, KEY)) == ALL[:1]


def test_every_flipped_bit_is_reported_or_costs_nothing(path: Path, whole: bytes) -> None:
    begins = [0, BLOCK // 2, *accumulate(map(len, frames(whole)), initial=BLOCK)]
    for place in range(0, len(whole), 3):
        path.write_bytes(flipped(whole, place))
        if place < len(whole) - BLOCK:
            assert refused_as_damaged(path) == max(begin for begin in begins if begin <= place)
        else:  # the last commit, which only says that what is before it was safe
            assert holds_a_beginning(path) == len(ALL)


def test_one_flipped_bit_costs_one_record_at_most(path: Path, whole: bytes) -> None:
    for place in range(0, len(whole), 3):
        path.write_bytes(flipped(whole, place))
        saved = list(salvage(path, KEY))
        lost = [record for record in ALL if record not in saved]
        assert len(lost) <= 1 and saved == [record for record in ALL if record not in lost]
        assert not lost or place >= BLOCK


@HAND_MADE
@given(st.data())
def test_no_change_at_all_gives_a_wrong_original(
    path: Path, whole: bytes, data: st.DataObject
) -> None:
    """Overwrite, cut out, double or insert a piece: it is reported, or only the last turn is lost."""
    start = data.draw(st.integers(BLOCK, len(whole)), "from")
    end = data.draw(st.integers(start, len(whole)), "to")
    piece = data.draw(
        st.sampled_from([b"", bytes(end - start), whole[start:end] * 2])
        | st.binary(max_size=300)
        | st.integers(BLOCK, start).map(lambda at: whole[at:start]),
        "put there",
    )
    path.write_bytes(whole[:start] + piece + whole[end:])
    try:
        kept = holds_a_beginning(path)
    except VaultError:
        assert refused_as_damaged(path) <= end
    else:  # only the last commit could have shown it
        assert kept == len(ALL) or end > len(whole) - BLOCK


def test_frames_cannot_be_left_out(path: Path, whole: bytes) -> None:
    cut = frames(whole)
    for number in range(len(cut) - 1):
        path.write_bytes(whole[:BLOCK] + b"".join(cut[:number] + cut[number + 1 :]))
        assert refused_as_damaged(path) == BLOCK + sum(map(len, cut[:number]))


def test_frames_cannot_be_doubled(path: Path, whole: bytes) -> None:
    cut = frames(whole)
    for number in range(len(cut)):
        path.write_bytes(whole[:BLOCK] + b"".join(cut[: number + 1] + cut[number:]))
        refused_as_damaged(path)


def test_frames_cannot_change_places(path: Path, whole: bytes) -> None:
    chance = random.Random(7)
    for _ in range(30):
        mixed = frames(whole)
        chance.shuffle(mixed)
        if mixed[-1] != frames(whole)[-1]:
            path.write_bytes(whole[:BLOCK] + b"".join(mixed))
            refused_as_damaged(path)


def test_frames_of_another_vault_do_not_fit(path: Path, tmp_path: Path, whole: bytes) -> None:
    other = tmp_path / "other"
    Vault.open(other, KEY, create=True).add_many(ALL)
    path.write_bytes(whole + other.read_bytes()[BLOCK:])
    assert holds_a_beginning(path) == len(ALL)
    path.write_bytes(other.read_bytes()[:BLOCK] + whole[BLOCK:])
    assert holds_a_beginning(path) == 0


def test_a_text_conversion_is_reported(path: Path, whole: bytes) -> None:
    path.write_bytes(whole.replace(b"\r\n", b"\n"))
    with pytest.raises(VaultError, match="not a vault"):
        Vault.open(path, KEY)


def test_a_hole_in_what_was_being_written_is_no_damage(
    path: Path, whole: bytes, last_turn: int
) -> None:
    """A power cut may leave the later pages of a turn on the disk, and zeros for the earlier."""
    torn = bytearray(whole[:-BLOCK])
    torn[last_turn : last_turn + 100] = bytes(100)
    path.write_bytes(torn)
    assert holds_a_beginning(path) == len(ALL) - len(TURNS[-1])


def test_a_later_format_is_reported_with_what_to_do(path: Path, whole: bytes) -> None:
    copy = whole[:16] + (2).to_bytes(2, "big") + whole[18:60]
    path.write_bytes(2 * (copy + crc32(copy).to_bytes(4, "big")) + whole[BLOCK:])
    with pytest.raises(VaultError, match=r"format 2.*update"):
        Vault.open(path, KEY)
