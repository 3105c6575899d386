"""The examples of the pages on bulk and on clusters run, with other lists and another key file."""

import json
import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from tacknamn import Lexicon, Pseudonymizer
from tests.bulk.spark_sessions import OLD_PANDAS, open_session
from tests.bulk.tables import KEY, make_table
from tests.pages import blocks
from tests.running_command import pseudonymize, under

BULK, CLUSTER = "docs/bulk.md", "docs/cluster.md"
TABLE = make_table(60)


@pytest.fixture
def key_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that the examples name, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("project.key").write_text(KEY.hex(), "ascii")
    return tmp_path / "project.key"


@pytest.fixture
def safe(data: Path) -> list[str | None]:
    """What single calls give."""
    single = Pseudonymizer(Lexicon.open(data), key=KEY)
    texts = TABLE["text"].to_pylist()
    return [None if text is None else single(text).text for text in texts]


def test_the_python_of_bulk_gives_what_single_calls_give(
    data: Path, key_file: Path, safe: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    rows = [row for row in zip(TABLE["text"].to_pylist(), safe, strict=True) if row[0] is not None]
    texts, expected = zip(*rows, strict=True)
    variables: dict[str, Any] = {
        "key": KEY,
        "texts": texts,
        "ids": [str(id) for id in range(len(texts))],
    }
    printed = []
    for block in blocks(BULK, "python"):
        with redirect_stdout(StringIO()) as output:
            exec(block, variables)  # noqa: S102 - our own page
        printed.append(output.getvalue())
    assert len(printed) == 3 and variables["pseudonymizer"].is_consistent
    assert printed[0] == printed[2] == "".join(f"{text}\n" for text in expected)


def test_the_command_of_bulk_gives_what_single_calls_give(
    data: Path, key_file: Path, safe: list[str | None]
) -> None:
    key_file.rename("notes.key")
    pyarrow.parquet.write_table(TABLE, "notes.parquet")
    [line] = [line for block in blocks(BULK, "sh") for line in block.splitlines() if "-o " in line]
    words = shlex.split(line)[2:]
    done = pseudonymize(*words, given=b"", **under(key_file.parent, data))
    assert done.returncode == 0, done.stderr
    assert pyarrow.parquet.read_table("safe.parquet")["text"].to_pylist() == safe
    assert json.loads(Path("run.json").read_text("utf-8"))["counts"]["rows"] == len(safe)


@pytest.mark.filterwarnings(OLD_PANDAS)
def test_the_python_of_clusters_gives_what_single_calls_give(
    data: Path, key_file: Path, safe: list[str | None], tmp_path: Path
) -> None:
    rows = list(zip(TABLE["id"].to_pylist(), TABLE["text"].to_pylist(), strict=True))
    with open_session("local[1]") as session:
        visits = session.createDataFrame(rows, "id long, note string")
        visits.createOrReplaceTempView("visits")
        variables: dict[str, Any] = {"session": session, "visits": visits}
        frames, sql = blocks(CLUSTER, "python")
        # Spark's process may have been started in another folder, by a test before this one.
        place = str(tmp_path / "safe")
        named = _name_ours(frames, data, key_file).replace('"safe"', repr(place))
        exec(named, variables)  # noqa: S102 - our own page
        written = session.read.parquet(place).collect()
        *_, query = sql.strip().splitlines()
        asked = sql.replace(query, f"asked = {query}")
        exec(_name_ours(asked, data, key_file), variables)  # noqa: S102 - our own page
        assert {row.id: row.note for row in written} == dict(enumerate(safe))
        assert {row.id: row.note for row in variables["asked"].collect()} == dict(enumerate(safe))


def _name_ours(block: str, data: Path, key_file: Path) -> str:
    """An example with the lists and the key of this test."""
    changed = block.replace('"sv"', repr(str(data))).replace(
        '"/etc/project.key"', repr(str(key_file))
    )
    assert str(data) in changed and str(key_file) in changed
    return changed
