"""The small tools that every package uses."""

import re
from pathlib import Path

import pytest

from tacknamn.errors import InputError
from tacknamn.support.atomic_files import WholeFile, refuse_output_over_inputs, write_whole
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.splice import splice
from tacknamn.support.suggest import suggest_names
from tacknamn.support.tables import read_table, read_words

TABLE = "kind\twords\treason\na\tx y\tfirst\nb\tx z|w\tsecond\na\tv\tthird\n"


@pytest.fixture
def module(tmp_path: Path) -> str:
    """A module in the folder of a table."""
    (tmp_path / "table.tsv").write_text(TABLE, "utf-8")
    return str(tmp_path / "module.py")


def test_a_table_has_neither_header_nor_reasons(module: str) -> None:
    assert read_table(module, "table.tsv") == [["a", "x y"], ["b", "x z|w"], ["a", "v"]]
    assert read_table(module, "table.tsv", reasons=True)[0] == ["a", "x y", "first"]


def test_words_are_those_of_the_kinds_asked_for(module: str) -> None:
    assert read_words(module, "table.tsv", "a") == {"x", "y", "v"}
    assert read_words(module, "table.tsv", "a", "b") == {"x", "y", "v", "z|w"}
    assert read_words(module, "table.tsv") == read_words(module, "table.tsv", "a", "b")
    assert read_words(module, "table.tsv", "b", separator="|") == {"x z", "w"}
    assert read_words(module, "table.tsv", "c") == frozenset()


def test_text_between_replacements_stays() -> None:
    assert splice("abc", []) == "abc"
    assert splice("abc", [(0, 1, "x"), (1, 1, "y"), (2, 3, "")]) == "xyb"


def test_similar_names_come_first_and_few_are_listed() -> None:
    names = [f"n{number}" for number in range(30)] + ["surname"]
    message = suggest_names("surnames", names)
    assert message.startswith("did you mean surname? There are surname, n0, n1")
    assert message.endswith(" and 7 more")
    assert suggest_names("qqq", ["b", "a"]) == "there are a, b"


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    write_whole(path, "old")
    with pytest.raises(InputError, match="half a character"), WholeFile(path) as file:
        file.write("new")
        file.write("\ud800")
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [
        ("out.txt", "old")
    ]


def test_a_private_file_is_its_owner_s(tmp_path: Path) -> None:
    write_whole(tmp_path / "key", "secret", private=True)
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


def test_an_input_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_whole(path, "")
    with pytest.raises(InputError, match="is also an input"):
        refuse_output_over_inputs(path, [None, tmp_path / "." / "a"])


def test_a_lazy_expression_does_what_a_compiled_one_does() -> None:
    expression, text = r"(?P<word>[a-zå]+)(?P<number>\d+)?", "Åsa3 bor i lgh12"
    compiled, lazy = (
        re.compile(expression, re.IGNORECASE),
        compile_lazily(expression, re.IGNORECASE),
    )
    assert lazy.findall(text) == compiled.findall(text)
    assert lazy.sub("x", text) == compiled.sub("x", text)
    assert [match.span() for match in lazy.finditer(text, 4)] == [
        match.span() for match in compiled.finditer(text, 4)
    ]
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (
        compiled.pattern,
        compiled.flags,
        compiled.groupindex,
    )


def test_a_lazy_expression_is_compiled_once_and_when_it_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expressions: list[str] = []
    original = re.compile

    def record(expression: str, flags: int = 0) -> re.Pattern[str]:
        expressions.append(expression)
        return original(expression, flags)

    monkeypatch.setattr(re, "compile", record)
    lazy = compile_lazily(r"Åsa|Bo")
    assert expressions == []
    assert lazy.match("Åsa") and not lazy.match("Eva") and lazy.search("till Bo")
    assert expressions == [r"Åsa|Bo"]


def test_a_lazy_expression_has_no_further_attributes() -> None:
    with pytest.raises(AttributeError, match="march"):
        compile_lazily("a").march  # type: ignore[attr-defined]  # noqa: B018
