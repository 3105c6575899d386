"""Tables of what was learnt: written, opened in a spreadsheet, read again; and broken ones."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.learning.forms import PLACES, is_learnable
from tacknamn.learning.learner import MOST_WITNESSES
from tacknamn.learning.records import Decision, Proposal, ProposalKind, Witness
from tacknamn.learning.table import COLUMNS, read_table, write_table

BAD = json.loads(Path("tests/cases/learning_bad_tables.json").read_text("utf-8"))
HEAD = "\t".join(COLUMNS)
LINE = Proposal(
    ProposalKind.ADD,
    "Zorvine",
    Label.SURNAME,
    witnesses=(Witness("3f9a1c2b7d10", "9c01ab33f0e2", 2, 0, "eva", "2026-11-18"),),
    note="found without a list, too",
)

_hex = st.text("0123456789abcdef", min_size=12, max_size=12)
_dates = st.dates().map(str)
_annotators = st.from_regex(r"[a-zå][\wåäö.-]{0,20}", fullmatch=True)
witnesses = st.builds(
    Witness, _hex, _hex, st.integers(0, 999), st.integers(0, 999),
    st.one_of(st.just(""), _annotators), st.one_of(st.just(""), _dates),
)  # fmt: skip
lines = st.builds(
    Proposal,
    st.sampled_from(ProposalKind),
    st.sampled_from(["Zorvine", "Ek", "O'Brien", "von Essen", "H&M", "Lunds universitet", "Иван"]),
    st.sampled_from(Label),
    st.sampled_from(Decision),
    st.sampled_from(["", "SE"]),
    st.lists(witnesses, max_size=3, unique=True).map(lambda found: tuple(sorted(found))),
    st.text(max_size=40),
)


def read(tmp_path: Path, text: str) -> tuple[Proposal, ...]:
    table = tmp_path / "learnt.tsv"
    table.write_bytes(text.encode("utf-8"))
    return read_table(table)


@given(st.lists(lines, max_size=5))
def test_what_is_written_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Proposal]
) -> None:
    fit = {line.key: line for line in map(_fit, lines) if is_learnable(line.form, line.label)}
    text = write_table(fit.values())
    again = read(tmp_path_factory.mktemp("table"), text)
    assert write_table(again) == text
    assert {line.key for line in again} == set(fit)
    assert all(line.witnesses == fit[line.key].witnesses for line in again)


def _fit(line: Proposal) -> Proposal:
    """The line, such as a table may have it."""
    if line.label is Label.COUNTRY:
        return replace(line, country="SE")
    return line if line.label in PLACES else replace(line, country="")


@given(st.text(max_size=60))
def test_no_cell_is_a_formula_or_hides_one(note: str) -> None:
    (_, row) = csv.reader(
        io.StringIO(write_table([replace(LINE, note=note)])), delimiter="\t"
    )  # fmt: skip
    assert len(row) == len(COLUMNS)
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "'")) for cell in row)


def test_a_table_is_sorted_and_says_what_its_numbers_are() -> None:
    lines = [LINE, replace(LINE, form="Ek", what=ProposalKind.EXCLUDE), replace(LINE, form="Alm")]
    head, *rows = write_table(lines).splitlines()
    assert head == HEAD
    assert [row.split("\t")[2] for row in rows] == ["Alm", "Ek", "Zorvine"]
    assert rows[2].split("\t")[5:9] == [
        "1", "2", "0", "3f9a1c2b7d10.9c01ab33f0e2+2-0 eva 2026-11-18"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\n".join(
            "\t".join(f'"{cell}"' for cell in row.split("\t")) for row in text.splitlines()
        ),
        lambda text: text + "\n\n",
        lambda text: text.removesuffix("\n"),
    ],
    ids=["byte-order mark", "line ends of Windows", "quotes", "blank lines", "no last line end"],
)
def test_what_spreadsheets_make_of_a_table_is_read(tmp_path: Path, changed: Any) -> None:
    assert read(tmp_path, changed(write_table([LINE]))) == (LINE,)


@pytest.mark.parametrize("decision", ["yes", "Yes", "YES", " yes "])
def test_a_yes_is_a_yes(tmp_path: Path, decision: str) -> None:
    (line,) = read(tmp_path, f"{HEAD}\n{decision}\tadd\tZorvine\tsurname" + "\t" * 6 + "\n")
    assert line.decision is Decision.YES


@pytest.mark.parametrize("case", BAD, ids=[case["message"] for case in BAD])
def test_a_broken_table_is_reported_with_file_and_line(
    case: dict[str, Any], tmp_path: Path
) -> None:
    table = tmp_path / "learnt.tsv"
    if "latin1" in case:
        table.write_bytes(case["latin1"].replace("HEAD", HEAD).encode("latin-1"))
    else:
        table.write_text(case.get("table", "HEAD\n" + _rows(case)).replace("HEAD", HEAD), "utf-8")
    with pytest.raises(InputError) as raised:
        read_table(table)
    assert case["message"] in str(raised.value)
    assert str(table) in str(raised.value)
    assert "orvine" not in str(raised.value)


def _rows(case: dict[str, Any]) -> str:
    rows = ([*row, *[""] * (len(COLUMNS) - len(row))] for row in case.get("lines", ()))
    return "".join("\t".join(row) + "\n" for row in rows)


def test_a_line_of_all_its_witnesses_fits_into_a_cell() -> None:
    many = tuple(
        Witness(f"{number:012x}", f"{number:012x}", 10, 0, "annotator_of_some_length", "2026-11-18")
        for number in range(MOST_WITNESSES)
    )
    (_, row) = write_table([replace(LINE, witnesses=many)]).splitlines()
    assert len(row.split("\t")[8]) < 1 << 17  # what Python's reader takes
    short = tuple(witness._replace(annotator="eva") for witness in many)
    assert len(write_table([replace(LINE, witnesses=short)]).split("\t")[-2]) < 32_767


def test_a_huge_table_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "learnt.tsv"
    with table.open("wb") as file:
        file.truncate(1 << 27)  # of blanks that take no room on the disk
    with pytest.raises(InputError, match="larger than"):
        read_table(table)
