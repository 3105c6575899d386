"""What is said about files that are not text: what they are, and advice that helps."""

import random
import sqlite3
import zipfile
import zlib
from pathlib import Path

import pytest

from tacknamn.errors import InputError
from tacknamn.profiles.reader import read_profile
from tacknamn.support.file_kinds import describe_binary, suggest_conversion
from tests.running_command import ESSAY, made_bundle, pseudonymize, under

NOISE = random.Random(1).randbytes(2000)
PACKED = zlib.compress(NOISE)
BINARY = {
    "an image of PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + PACKED, "is an image"),
    "an image of JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF\0" + PACKED, "is an image"),
    "an image of GIF": (b"GIF89a\1\0\1\0" + PACKED, "is an image"),
    "an image of TIFF": (b"II*\0\x08\0\0\0" + PACKED, "is an image"),
    "an image of WebP": (b"RIFF\x10\0\0\0WEBPVP8 " + PACKED, "it is not a text"),
    "a PDF": (b"%PDF-1.4\n%\xe2\xe3" + PACKED, "is a PDF"),
    "RTF": (b"{\\rtf1\\ansi Anna}", "is a document of a word processor"),
    "7z": (b"7z\xbc\xaf'\x1c\0\4" + PACKED, "is an archive"),
    "rar": (b"Rar!\x1a\7\1\0" + PACKED, "is an archive"),
    "bzip2": (b"BZh91AY&SY" + PACKED, "is an archive"),
    "xz": (b"\xfd7zXZ\0" + PACKED, "is an archive"),
    "a Parquet file": (b"PAR1\x15\4" + PACKED, "is a Parquet file"),
    "a pickle": (b"\x80\4\x95\x10\0\0\0" + PACKED, "it is not a text"),
    "noise": (NOISE, "it is not a text"),
    "a program": (b"\x7fELF\2\1\1\0" + PACKED, "it is not a text"),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("data"))


@pytest.mark.parametrize("ending", [".txt", ".csv", ".jsonl", ".json"])
def test_binary_files_do_not_get_the_advice_to_convert(
    tmp_path: Path, data: Path, ending: str
) -> None:
    for number, (content, _) in enumerate(BINARY.values()):
        (tmp_path / f"{number}{ending}").write_bytes(content)
    with zipfile.ZipFile(tmp_path / f"zip{ending}", "w") as archive:
        archive.writestr("word/document.xml", "<w/>")
    with sqlite3.connect(tmp_path / f"database{ending}") as database:
        database.execute("CREATE TABLE a (b)")
    database.close()
    done = pseudonymize(tmp_path, "-o", tmp_path / "out", given=b"", **under(tmp_path, data))
    said = done.stderr.decode()
    assert done.returncode == 2 and "iconv" not in said
    assert "20 more" not in said and not (tmp_path / "out").exists()
    for number, (_, reason) in enumerate(BINARY.values()):
        (line,) = [line for line in said.splitlines() if f"/{number}{ending}" in line]
        assert reason in line
    assert f"database{ending}: is a database of SQLite" in said


@pytest.mark.parametrize(
    ("encoding", "advice"),
    [("latin-1", "-f latin1"), ("utf-16-le", "-f utf-16"), ("utf-16-be", "-f utf-16")],
)
def test_texts_in_other_encodings_get_the_advice_to_convert(encoding: str, advice: str) -> None:
    assert advice in suggest_conversion("Åsa bor på Ön.\r\n\tHon är åtta.".encode(encoding))
    assert describe_binary(b"\xff\xfe\0\0A\0\0\0").startswith("UTF-32")


def test_one_wrong_format_is_one_error(tmp_path: Path, data: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number:02}.txt").write_text(ESSAY, "utf-8")
    done = pseudonymize(
        tmp_path, "-o", tmp_path / "out", "--format", "csv", given=b"", **under(tmp_path, data)
    )
    assert done.returncode == 2 and not (tmp_path / "out").exists()
    (line,) = done.stderr.decode().splitlines()
    assert "csv can only be written from csv, and " in line and "00.txt and 19 more are" in line


@pytest.mark.parametrize("arguments", [("--format", "csv"), ("-o", "out.csv")])
def test_a_format_that_one_text_cannot_become_is_refused(
    tmp_path: Path, data: Path, arguments: tuple[str, str]
) -> None:
    text = tmp_path / "a.txt"
    text.write_text(ESSAY, "utf-8")
    done = pseudonymize(text, *arguments, given=b"", **under(tmp_path, data))
    assert done.returncode == 2 and done.stdout == b""
    assert b"csv can only be written from csv" in done.stderr


WRONG_PROFILES = {
    "others missing": "others = 1",
    "others": 'others = "drow"',
    "a label": '[labels]\nsurnam = "draw"',
    "a policy": "[labels]\nsurname = 7",
    "an own label": "[own]\nward = 7",
    "an own policy": '[own]\nward = "drow"',
    "a threshold": '[thresholds]\nsurname = "high"',
    "a high threshold": "[thresholds]\nsurname = 7.5",
    "a mask": "[masks]\nswitched = [99]",
    "a pair": '[masks]\ncustom = [["(", "x"]]',
    "a key": "surnames = 1",
    "a table": "labels = 1",
    "a circle": 'extends = "mine.toml"',
    "a parent": 'extends = "theirs.toml"',
    "a join": "joins = [1]",
    "syntax": "x =",
}


@pytest.mark.parametrize("case", WRONG_PROFILES)
def test_an_error_of_a_profile_names_the_file_once(tmp_path: Path, case: str) -> None:
    path = tmp_path / "mine.toml"
    head = "format = 1\n" + ('extends = "swell"\n' if "extends" not in WRONG_PROFILES[case] else "")
    path.write_text(head + WRONG_PROFILES[case] + "\n", "utf-8")
    with pytest.raises(InputError) as caught:
        read_profile(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).count(str(tmp_path)) == 1
