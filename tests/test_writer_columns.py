"""A writer for each text: the results are those of a run for each writer with ``writer=``."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn import InputError, Lexicon, Pseudonymizer, Sampler
from tacknamn.replacement.keys import write_key
from tacknamn.svala.records import GraphSpan
from tests.running_command import made_bundle, pseudonymize, under

KEY = bytes(range(32))
TEXTS = (
    "Jag heter Amina Lind, är 34 år och bor i Göteborg.",
    "Hej från Amina Lind i Malmö, född 1987.",
    "Det regnar i dag.",
    "annaEk och Ａｍｉｎａ Lind ringde från 070-174 06 58.",
)
WRITERS = ("W1", "W2", "åäö", "\ud800", " ")
UNKNOWN = "without a known writer, names are replaced alike in all such texts"
CSV = (
    "id,who,note\r\n"
    "1,W1,Jag heter Amina Lind.\r\n"
    '2,"W2","Amina Lind, Malmö"\r\n'
    "3,W1,Hej från Amina Lind.\r\n"
    "4,,Hej från Amina Lind.\r\n"
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("writer columns")
    write_key(folder / "a.key")
    return made_bundle(folder)


@pytest.fixture(scope="module")
def lexicon(data: Path) -> Lexicon:
    return Lexicon.open(data)


@pytest.fixture(scope="module")
def keyed(lexicon: Lexicon) -> Pseudonymizer:
    return Pseudonymizer(lexicon, key=KEY)


@settings(deadline=None, max_examples=30)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from((*TEXTS, None)),
            st.sampled_from(("", "1", "2")),
            st.one_of(st.none(), st.sampled_from(WRITERS), st.text(max_size=3)),
        ),
        max_size=8,
    ),
    language=st.sampled_from(("sv", "auto")),
)
def test_each_text_has_the_result_of_a_run_for_its_writer(
    lexicon: Lexicon, rows: list[tuple[str | None, str, str | None]], language: str
) -> None:
    texts, ids, writers = ([row[at] for row in rows] for at in range(3))
    program = Pseudonymizer(lexicon, key=KEY, language=language)
    for row, document in zip(rows, program.many(texts, map(str, ids), writers), strict=True):
        text, id, writer = row
        alone = Pseudonymizer(lexicon, key=KEY, language=language, writer=writer or "")
        if text is None:
            assert document is None
        else:
            assert document is not None
            assert document.spans == alone(text, id).spans
            assert document.text == alone(text, id).text == program(text, id, writer).text
            assert (UNKNOWN in document.warnings) == (bool(document.spans) and not writer)


def test_labelled_texts_and_corrected_graphs_have_a_writer(
    lexicon: Lexicon, keyed: Pseudonymizer
) -> None:
    labels = [GraphSpan(10, 15, "Amina", ("firstname_female",))]
    alone = Pseudonymizer(lexicon, key=KEY, writer="W1")
    ours = keyed.with_labels(TEXTS[0], labels, writer="W1")
    assert ours.text == alone.with_labels(TEXTS[0], labels).text
    assert ours.text != keyed.with_labels(TEXTS[0], labels).text
    graph = keyed(TEXTS[0]).graph
    assert keyed.again(graph, writer="W1").text == alone.again(graph).text
    for document in (keyed.with_labels(TEXTS[0], labels, writer=""), keyed.again(graph, "", "")):
        assert UNKNOWN in document.warnings


def test_names_rotate_for_each_text_as_in_a_run_for_its_writer(lexicon: Lexicon) -> None:
    program = Pseudonymizer(lexicon, "sms", key=KEY)
    writers = [f"W{at % 7}" for at in range(14)]
    documents = program.many([TEXTS[0]] * len(writers), None, writers)
    for writer, document in zip(writers, documents, strict=True):
        assert document is not None
        assert document.text == Pseudonymizer(lexicon, "sms", key=KEY, writer=writer)(TEXTS[0]).text


def test_samplers_of_writers_share_the_lists_and_are_remembered(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, key=KEY)
    ours = sampler.for_writer("W1")
    assert sampler.for_writer("") is sampler
    assert sampler.for_writer("W1") is ours
    drawn = ours.draw("surname", original="Lind")
    assert drawn == Sampler(lexicon, key=KEY, writer="W1").draw("surname", original="Lind")
    assert ours._stock is sampler._stock


def test_memory_does_not_grow_with_the_number_of_writers(lexicon: Lexicon) -> None:
    sampler = Sampler(lexicon, key=KEY)
    for number in range(700):
        sampler.for_writer(f"writer {number}")
    remembered = sampler._find_sampler.cache_info()
    assert remembered.currsize == remembered.maxsize == 512


def test_writers_without_a_key_are_refused_before_any_text_is_read(lexicon: Lexicon) -> None:
    def read() -> Any:
        raise AssertionError
        yield

    for options in ({}, {"seed": 2**64}):
        program = Pseudonymizer(lexicon, **options)  # type: ignore[arg-type]
        with pytest.raises(InputError, match=r"a writer needs a key.*tacknamn key FILE"):
            program.many(read(), None, ["W1"])
        with pytest.raises(InputError, match="a writer needs a key"):
            program(TEXTS[0], writer="W1")
    with pytest.raises(InputError, match="a writer and several writers: give only one"):
        Pseudonymizer(lexicon, key=KEY, writer="W1").many(read(), None, ["W1"])


@pytest.mark.parametrize(
    ("texts", "writers", "problem"),
    [
        (["a", "b"], ["W1"], r"fewer writers than texts: texts\[1\] has none"),
        (["a"], ["W1", "W2"], r"more writers than texts \(1\)"),
        (["a"], ["W1", None], "more writers than texts"),
        (["a", "b"], "W1", "writers is one id; pass a list with one for each text"),
        (["a"], [17], r"writers\[0\] must be str, not int; convert ids with str"),
    ],
)
def test_wrong_writers_are_errors(
    keyed: Pseudonymizer, texts: list[str | None], writers: Any, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        list(keyed.many(texts, None, writers))


# ---- the command ---------------------------------------------------------------------------


class Command:
    """Runs the command in a folder with a key."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder, self._data = folder, data
        self._key = ("--key-file", str(data.parent / "a.key"))

    def run(self, *arguments: str, given: str = "", key: bool = True) -> Any:
        keyed = self._key if key else ()
        options = under(self.folder, self._data)
        return pseudonymize(*arguments, *keyed, given=given.encode(), **options)

    def replace(self, text: str, writer: str) -> str:
        chosen = ("--writer", writer) if writer else ()
        return str(self.run("-q", *chosen, given=text).stdout.decode())


@pytest.fixture
def command(tmp_path: Path, data: Path) -> Command:
    return Command(tmp_path, data)


@pytest.mark.parametrize("column", ["who", "2"])
def test_rows_of_csv_have_the_writers_of_a_column(command: Command, column: str) -> None:
    arguments = ("--from", "csv", "--column", "note", "--writer-column", column)
    done = command.run(*arguments, given=CSV)
    assert done.returncode == 0
    rows = ["1,W1,Jag heter Amina Lind.", '2,"W2","Amina Lind, Malmö"', "3,W1,Hej från Amina Lind."]
    texts = ("Jag heter Amina Lind.", "Amina Lind, Malmö", "Hej från Amina Lind.")
    expected = [
        row.replace(text, command.replace(text, writer))
        for row, text, writer in zip(rows, texts, ("W1", "W2", "W1"), strict=True)
    ]
    expected.append(f"4,,{command.replace('Hej från Amina Lind.', '')}")
    assert done.stdout.decode() == "\r\n".join(["id,who,note", *expected, ""])
    assert f"warning: {UNKNOWN}" in done.stderr.decode()


def test_a_table_without_a_header_has_writers_by_number(command: Command) -> None:
    done = command.run(
        "--from", "csv", "--no-header", "--column", "2", "--writer-column", "1", "-q",
        given="W1,Jag heter Amina Lind.\nW2\n",
    )  # fmt: skip
    assert done.stdout.decode() == f"W1,{command.replace('Jag heter Amina Lind.', 'W1')}\nW2\n"


def test_lines_of_json_have_the_writers_of_a_field(command: Command) -> None:
    text = "Jag heter Amina Lind."
    lines: list[dict[str, Any]] = [
        {"id": 1, "text": text, "by": "W1"},
        {"id": 2, "text": text, "by": 17, "lang": "sv"},
        {"id": 3, "text": text, "by": "W1", "spans": [[10, 15, "firstname_female"]]},
        {"id": 4, "text": text, "by": None},
        {"id": 5, "text": text},
    ]
    given = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = command.run("--from", "jsonl", "--writer-column", "by", given=given)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    expected = [command.replace(text, writer) for writer in ("W1", "17", "W1", "", "")]
    assert [line["text"] for line in results] == expected
    assert [line.get("by") for line in results] == ["W1", 17, "W1", None, None]
    assert f"warning: {UNKNOWN} (2 documents)" in done.stderr.decode()


def test_processes_and_compressed_files_have_writers_as_well(command: Command) -> None:
    rows = [f"W{at % 9},Jag heter Amina Lind {at}." for at in range(400)]
    table = "\n".join(["who,note", *rows, ""])
    command.folder.joinpath("a.csv.gz").write_bytes(gzip.compress(table.encode()))
    command.folder.joinpath("b.csv").write_text(table, "utf-8")
    arguments = ("--column", "note", "--writer-column", "who", "-q", "-o")
    for number, name in enumerate(("a.csv.gz", "b.csv")):
        output = str(command.folder / f"{number}.csv")
        path = str(command.folder / name)
        done = command.run(path, "-j", str(number + 1), *arguments, output)
        assert (done.returncode, done.stderr) == (0, b"")
    ours, others = (command.folder.joinpath(f"{n}.csv").read_text("utf-8") for n in range(2))
    assert ours == others != table


def test_another_column_of_writers_is_another_run(command: Command) -> None:
    path = command.folder / "a.csv"
    path.write_text("a,b,note\nW1,W2,Jag heter Amina Lind.\n", "utf-8")
    output = command.folder / "out"
    found = []
    for column in "ab":
        arguments = ("--column", "note", "--writer-column", column, "-q", "-o", str(output))
        assert command.run(str(path), *arguments).returncode == 0
        found.append(next(output.iterdir()).read_text("utf-8"))
    assert found[0] != found[1]


@pytest.mark.parametrize(
    ("arguments", "given", "problem"),
    [
        (("--column", "note", "--writer-column", "who"), CSV, "--writer-column: needs a key"),
        (("--column", "note", "--writer-column", "note", "K"), CSV, "is one of the text columns"),
        (("--column", "note", "--writer-column", "3", "K"), CSV, "is one of the text columns"),
        (("--column", "note", "--writer-column", "x", "K"), CSV, "there is no column 'x'"),
        (
            ("--column", "note", "--writer-column", "who", "K"),
            "who,who,note\nW1,W2,Hej\n",
            "there are 2 columns 'who'; give a number",
        ),
        (
            ("--column", "note", "--writer-column", "who", "--writer", "W1", "K"),
            CSV,
            "--writer and --writer-column: give only one",
        ),
    ],
)
def test_wrong_columns_of_writers_are_errors(
    command: Command, arguments: tuple[str, ...], given: str, problem: str
) -> None:
    words = [each for each in arguments if each != "K"]
    for seed in ((), ("--seed", str(2**64))) if "K" not in arguments else ((),):
        done = command.run("--from", "csv", *words, *seed, given=given, key="K" in arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert problem in done.stderr.decode()


def test_texts_without_columns_and_wrong_fields_are_errors(command: Command) -> None:
    done = command.run("--writer-column", "who", given="Hej!")
    assert done.returncode == 2
    assert "--writer-column: - is read as text, which has no columns" in done.stderr.decode()
    for line, problem in (
        ('{"text": "Hej", "by": [1]}', "its writer is neither a whole number nor a string"),
        ('{"text": "Hej", "by": "\\ud800"}', "its writer is neither a whole number nor a string"),
    ):
        done = command.run("--from", "jsonl", "--writer-column", "by", given=line)
        assert (done.returncode, done.stdout) == (2, b"")
        assert problem in done.stderr.decode()
    done = command.run("--from", "jsonl", "--writer-column", "text", given='{"text": "Hej"}')
    assert "--writer-column is the text; choose another field" in done.stderr.decode()
