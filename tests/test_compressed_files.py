"""JSON Lines and tables that gzip or zstd compressed: read and written, damaged, and huge."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import zstandard

from tacknamn.errors import InputError
from tacknamn.support.compression import open_compressor, open_unpacked
from tests.reports import environment, is_error, on_screen
from tests.running_command import PROGRAMS, command, pseudonymize, under
from tests.timing import PATIENCE

PRIVATE = "Amina"
is_reported = partial(is_error, PRIVATE)
Run = Callable[..., subprocess.CompletedProcess[bytes]]
CONTENT = b"".join(b'{"id": %d, "text": "Hej Amina Lind!"}\n' % number for number in range(300))
PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".zst": lambda raw: zstandard.ZstdCompressor().compress(raw),
}
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.decompress,
    ".zst": lambda raw: zstandard.ZstdDecompressor().decompressobj().decompress(raw),
}
each = pytest.mark.parametrize("ending", PACK)


@pytest.fixture
def run(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: pseudonymize(
        *arguments, "-q", "--seed", "7", given=b"", **under(tmp_path, data)
    )


def read(raw: bytes, ending: str) -> bytes:
    return open_unpacked(io.BytesIO(raw), ending, "file").read()


@each
def test_several_parts_are_one_file(ending: str) -> None:
    packed = PACK[ending](CONTENT)
    assert read(packed + packed, ending) == CONTENT + CONTENT
    assert read(b"", ending) == b""


@each
@pytest.mark.parametrize("damage", ["cut", "cut late", "changed", "more", "other"])
def test_a_damaged_file_is_no_shorter_file(damage: str, ending: str) -> None:
    raw = PACK[ending](CONTENT)
    damaged = {
        "cut": raw[:40],
        "cut late": raw[:-2],
        "changed": raw[:30] + bytes(8) + raw[38:],
        "more": raw + b"and more",
        "other": CONTENT,
    }[damage]
    with pytest.raises(InputError, match=r"^file: is no complete compressed file"):
        read(damaged, ending)


@each
def test_equal_content_is_compressed_to_equal_bytes(ending: str) -> None:
    made = []
    for _ in range(2):
        target = io.BytesIO()
        with open_compressor(target, ending, "file") as stream:
            stream.write(CONTENT)
        made.append(target.getvalue())
    assert made[0] == made[1] and UNPACK[ending](made[0]) == CONTENT


@each
def test_json_lines_stay_compressed(ending: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / f"a.jsonl{ending}").write_bytes(PACK[ending](CONTENT))
    assert run("in", "-o", "out").returncode == 0
    [made] = Path("out").iterdir()
    assert made.name == f"a_pseudonymized.jsonl{ending}"
    lines = UNPACK[ending](made.read_bytes()).splitlines()
    assert len(lines) == 300 and json.loads(lines[0])["text"].startswith("Hej ")
    assert run("in", "-o", "plain.jsonl").returncode == 2  # a folder has no single result
    assert run(f"in/a.jsonl{ending}", "-o", "plain.jsonl").returncode == 0
    assert Path("plain.jsonl").read_bytes().splitlines() == lines


@pytest.mark.skipif(os.name != "posix", reason="asks a POSIX terminal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bar_has_the_share_of_the_file_and_its_documents(
    jobs: str, data: Path, tmp_path: Path
) -> None:
    lines = (
        json.dumps({"text": "Hej Amina Lind!", "noise": os.urandom(300).hex()}) for _ in range(4000)
    )
    packed = gzip.compress("\n".join(lines).encode())
    (tmp_path / "a.jsonl.gz").write_bytes(packed)
    output = str(tmp_path / "b.jsonl")
    words = ["pseudonymize", str(tmp_path / "a.jsonl.gz"), "-j", jobs, "-o", output]
    shown = on_screen(PROGRAMS["pseudonymize"], words, **under(tmp_path, data))
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)  # without colours
    shares = [int(share) for share in re.findall(r"(\d+)%", shown)]
    assert shares[0] < 50 and shares == sorted(shares) and shares[-1] <= 100
    assert re.search(r"\d documents/s \d+:\d\d:\d\d", shown)


@each
def test_a_table_stays_compressed(ending: str, run: Run) -> None:
    Path(f"a.csv{ending}").write_bytes(PACK[ending](b'id;note\n1;"Hej Amina"\n'))
    assert run(f"a.csv{ending}", "--column", "note", "-o", f"b.csv{ending}").returncode == 0
    made = UNPACK[ending](Path(f"b.csv{ending}").read_bytes())
    assert made.startswith(b'id;note\n1;"Hej ') and PRIVATE.encode() not in made


@each
def test_a_damaged_file_is_reported_and_leaves_nothing(ending: str, run: Run) -> None:
    Path(f"a.jsonl{ending}").write_bytes(PACK[ending](CONTENT)[:-3])
    is_reported(run(f"a.jsonl{ending}", "-o", "b.jsonl"), f"a.jsonl{ending}: is no complete")
    assert not Path("b.jsonl").exists()


@each
def test_another_name_is_reported(ending: str, run: Run) -> None:
    Path("a.jsonl").write_bytes(PACK[ending](CONTENT))
    done = run("a.jsonl")
    is_reported(done, "a.jsonl: is compressed by ", f"or name it .jsonl{ending} or .csv{ending}")


WITHOUT = """
import sys
sys.modules["zstandard"] = None
sys.argv = sys.argv[1:]
exec(sys.argv[0])
"""


def test_without_zstandard_the_extra_is_named(run: Run, data: Path, tmp_path: Path) -> None:
    Path("a.jsonl").write_bytes(CONTENT)
    Path("a.jsonl.zst").write_bytes(PACK[".zst"](CONTENT))
    for arguments in (["a.jsonl.zst"], ["a.jsonl", "-o", "b.jsonl.zst"]):
        words = command("pseudonymize", *arguments, "-q")
        done = subprocess.run(
            [sys.executable, "-c", WITHOUT, *words[2:]], env=under(tmp_path, data),
            capture_output=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        is_reported(done, "needs the package zstandard; `pip install 'tacknamn[zstd]'`")
    assert not Path("b.jsonl.zst").exists()


MEASURE = """
import resource, sys
from tacknamn.errors import InputError
from tacknamn.formats.registry import read_inputs
from tacknamn.support.compression import open_unpacked
from tacknamn.support.input_files import InputStream, open_input
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    with open_input(sys.argv[1]) as source:
        content = open_unpacked(source.stream, sys.argv[2], source.name)
        list(read_inputs(InputStream(source.name, content), "jsonl"))
except InputError as exc:
    print(exc)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
LIMIT = 256 << 10
"""KiB. A line may have 64 MiB, and is in memory as bytes and in pieces."""


@pytest.mark.skipif(os.name != "posix", reason="measures memory as POSIX does")
@each
def test_a_gigabyte_in_a_small_file_needs_little_memory(ending: str, tmp_path: Path) -> None:
    bomb = tmp_path / f"bomb.jsonl{ending}"
    eighth = io.BytesIO()
    with open_compressor(eighth, ending, "bomb") as stream:
        for _ in range(1 << 7):
            stream.write(b" " * (1 << 20))
    bomb.write_bytes(eighth.getvalue() * 8)  # parts that follow one another are one file
    assert bomb.stat().st_size < 2 << 20
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(bomb), ending], env=environment(),
        capture_output=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    reported, used = done.stdout.decode().splitlines()
    assert "line 1: longer than 67,108,864 bytes" in reported
    assert int(used) < LIMIT
