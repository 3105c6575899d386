"""The numpy table builder agrees with the slow definition in tacknamn.lexicon.hash_table."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tacknamn.lexicon.hash_table import CONTINUES, compute_keys, find_values, may_contain
from tacknamn.lexicon.sections import Section
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.scanner_table import build_scanner_table, hash_prefixes
from tacknamn_builders.bundle.section_files import write_section

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
    table, singles, pairs = build_scanner_table(folded)
    write_section(tmp_path / "table.bin", "table", len(table), {"bucket": table})
    write_section(tmp_path / "singles.bin", "singles", len(singles), {"bits": singles})
    write_section(tmp_path / "pairs.bin", "pairs", len(pairs), {"bits": pairs})
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
def test_numpy_keys_are_those_of_the_definition(folded: list[str]) -> None:
    folded.sort()
    found: dict[int, set[int]] = {}
    hashed = hash_prefixes(folded)
    for key, row in zip(hashed.key.tolist(), hashed.row.tolist(), strict=True):
        found.setdefault(key, set()).add(row)
    expected: dict[int, set[int]] = {}
    for row, form in enumerate(folded):
        of_form = list(compute_keys(fold(form)))
        for place, key in enumerate(of_form):
            last = place == len(of_form) - 1
            expected.setdefault(key, set()).add(row + 1 if last else 0)
    assert found == expected
