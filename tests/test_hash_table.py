"""The compiled writer of the table agrees with the slow one, which uses the definition."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tacknamn.errors import Error
from tacknamn.lexicon.hash_table import CONTINUES, compute_keys, find_values, may_contain
from tacknamn.lexicon.sections import Section
from tacknamn.lexicon.writing.scanner_table import build_scanner_table, build_table_slowly
from tacknamn.lexicon.writing.section_data import write_section
from tacknamn.support import compiled
from tacknamn.text.fold import fold

FORMS = sorted({fold(form) for form in (
    "Göteborg", "New York", "New York City", "Anna-Karin", "O'Brien", "S:t Eriksplan", "AT&T",
    "Skanska AB (publ)", "Skanska AB", "Yahoo", "Yahoo!", "'s-Hertogenbosch", "北京", "東京 都",
    "…", "3H Biomedical", "İstanbul", "x", "Sankt Per",
)})  # fmt: skip

forms = st.lists(
    st.text(alphabet="abåäö é1.-' ()\u0301𝔘北", min_size=1, max_size=12).map(fold).filter(bool),
    unique=True,
    max_size=40,
)


def made(tmp_path: Path, folded: list[str]) -> Section:
    return sections(tmp_path, folded)[0]


def sections(tmp_path: Path, folded: list[str]) -> list[Section]:
    """The table and both filters."""
    for section in build_scanner_table(folded).list_sections():
        write_section(tmp_path / f"{section[0]}.bin", *section)
    return [Section(tmp_path / f"{name}.bin", name) for name in ("table", "singles", "pairs")]


def test_every_form_is_found_by_its_last_key(tmp_path: Path) -> None:
    table = made(tmp_path, list(FORMS))
    for row, form in enumerate(FORMS):
        *before, last = list(compute_keys(form)) or [-1]
        if last >= 0:
            assert row + 1 in [value & ~CONTINUES for value in find_values(table, last)]
        assert all(any(v & CONTINUES for v in find_values(table, key)) for key in before)


def test_forms_of_one_word_and_beginnings_of_two_pass(tmp_path: Path) -> None:
    _, singles, pairs = sections(tmp_path, list(FORMS))
    sought = [list(compute_keys(form)) for form in FORMS]
    assert all(may_contain(singles, of_form[0]) for of_form in sought if len(of_form) == 1)
    assert all(may_contain(pairs, of_form[1]) for of_form in sought if len(of_form) > 1)


def test_few_others_pass(tmp_path: Path) -> None:
    forms = [fold(f"namn{number} namn{number}") for number in range(2000)]
    _, singles, pairs = sections(tmp_path, [*forms, *(fold(f"n{n}") for n in range(2000))])
    others = [list(compute_keys(fold(f"annat{number} annat"))) for number in range(2000)]
    assert sum(may_contain(singles, one) for one, _ in others) < len(others) / 30
    assert sum(may_contain(pairs, two) for _, two in others) < len(others) / 30


def test_forms_that_share_a_key_have_a_slot_each(tmp_path: Path) -> None:
    table = made(tmp_path, ["yahoo", "yahoo!"])
    (key,) = compute_keys(fold("yahoo"))
    assert sorted(find_values(table, key)) == [1, 2]


def test_no_forms_make_an_empty_table(tmp_path: Path) -> None:
    assert find_values(made(tmp_path, []), 12345) == []


@given(forms)
@example([])
@example(FORMS)
@example([*FORMS, *FORMS, "a" * 100, "å " * 50 + "b", "new", "anna karin"])
def test_both_writers_write_the_same(folded: list[str]) -> None:
    assert build_scanner_table(folded) == build_table_slowly(folded)


@pytest.mark.parametrize("wrong", [("anna",), [b"anna"], ["anna", None]])
@pytest.mark.skipif(compiled.write is None, reason="nothing was compiled")
def test_the_compiled_writer_refuses_other_types(wrong: Any) -> None:
    with pytest.raises(TypeError):
        compiled.write.table(wrong)
    with pytest.raises(TypeError):
        compiled.write.deletions(wrong)


def test_too_many_forms_with_one_key_are_an_error() -> None:
    forms = [f"yahoo{'!' * number}" for number in range(1000)]
    for build in (build_scanner_table, build_table_slowly):
        with pytest.raises(Error, match="too many forms share a key"):
            build(forms)
