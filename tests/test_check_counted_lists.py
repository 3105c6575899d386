"""Lists as received: joined by name, as many bearers as there are people, no one left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tacknamn_builders.checks import run
from tacknamn_builders.checks.counted_lists import (
    FREQUENT,
    LARGE,
    MANY,
    CountedList,
    check_agreement,
    check_joins,
    check_marginals,
)
from tacknamn_builders.checks.findings import Severity
from tacknamn_builders.sources.source_table import SourceFile, load_sources
from tacknamn_builders.sources.status import find_reference_folders
from tests.checking import LONG, MISALIGNED, SHORT, counted, rules
from tests.making import source

MIRROR = Path(__file__).parent.parent.parent / "shared" / "mirror"


def test_a_join_by_row_instead_of_by_name_is_found() -> None:
    lists = [counted("all", "women", LONG), counted("both sexes", "women", MISALIGNED)]
    (finding,) = check_joins("s0", lists)
    assert (finding.rule, finding.place) == ("misaligned-join", "s0: both sexes")
    assert "30 of 30" in finding.message
    assert "1,203 of Namn029 with Kort029" in finding.message


HARMLESS_JOINS: list[tuple[str, list[CountedList]]] = [
    ("own counts", [counted("a", "women", LONG), counted("b", "women", SHORT)]),
    ("other side", [counted("a", "men", LONG), counted("b", "women", MISALIGNED)]),
    ("same names", [counted("a", "women", LONG), counted("b", "women", LONG)]),
    (
        "too few",
        [
            counted("a", "women", LONG),
            counted("b", "women", dict(list(MISALIGNED.items())[: MANY - 1])),
        ],
    ),
    (
        "small counts",
        [
            counted("a", "women", {name: count % LARGE for name, count in LONG.items()}),
            counted("b", "women", {name: count % LARGE for name, count in MISALIGNED.items()}),
        ],
    ),
    ("alone", [counted("a", "women", LONG)]),
    ("nothing", []),
]


@pytest.mark.parametrize(
    ("what", "lists"), HARMLESS_JOINS, ids=[what for what, _ in HARMLESS_JOINS]
)
def test_lists_that_prove_no_bad_join_are_left_alone(what: str, lists: list[CountedList]) -> None:
    assert list(check_joins("s0", lists)) == []


IN_USE = "women by name in use"


@pytest.mark.parametrize(("total", "fits"), [
    (4_899_999, False), (4_900_000, True), (5_156_448, True), (5_156_449, False), (0, False),
])  # fmt: skip
def test_the_bearers_of_a_list_are_the_people_there_are(total: int, fits: bool) -> None:
    lists = [
        counted("a", IN_USE, {"Anna": total // 2}),
        counted("b", IN_USE, {"Eva": total - total // 2}),
    ]
    findings = rules(check_marginals("s0", lists))
    assert findings == ([] if fits else [("marginal", f"s0: {IN_USE}")])


def test_a_side_without_published_figures_has_none_to_fit() -> None:
    assert list(check_marginals("s0", [counted("a", "dogs", {"Fido": 3})])) == []


def test_a_frequent_name_that_is_missing_or_far_off_is_found() -> None:
    lists = [counted("a", IN_USE, LONG | {"Namn199": 3})]
    del lists[0].counts["Namn198"]
    (finding,) = check_agreement("s1", lists, [counted("truth", IN_USE, LONG)])
    assert (finding.rule, finding.place) == ("missing-names", f"s1: {IN_USE}")
    assert f"2 of the {FREQUENT} most frequent" in finding.message
    assert "Namn199, Namn198" in finding.message


def test_lists_that_agree_but_for_time_case_and_order_are_left_alone() -> None:
    later = {name.upper(): count * 2 for name, count in reversed(LONG.items())}
    parts = [counted("a", IN_USE, dict(list(later.items())[:50])),
             counted("b", IN_USE, dict(list(later.items())[50:]))]  # fmt: skip
    truth = [counted("truth", IN_USE, LONG)]
    assert list(check_agreement("s1", parts, truth)) == []
    assert list(check_agreement("s1", [counted("a", "men", {})], truth)) == []


# The real files, where the mirror is at hand.

needs_mirror = pytest.mark.skipif(
    not MIRROR.is_dir(), reason="the mirror of received files is not at ../shared/mirror"
)


def real_lists() -> Iterator[tuple[str, list[CountedList]]]:
    sources = load_sources()
    folders = find_reference_folders(sources, Path("nowhere"), MIRROR)
    for id in ("swell-names", "svensktext-names"):
        yield id, list(run._read_lists(sources[id], folders[id]))


@pytest.fixture(scope="module")
def real() -> dict[str, list[CountedList]]:
    return dict(real_lists())


@needs_mirror
def test_the_corrupt_neutral_list_of_swell_is_reported_by_itself(
    real: dict[str, list[CountedList]],
) -> None:
    findings = list(check_joins("swell-names", real["swell-names"]))
    assert rules(findings) == [("misaligned-join", "swell-names: neutral_namn (women)")]
    assert "139 of 158" in findings[0].message


@needs_mirror
def test_scbs_own_lists_break_no_rule(real: dict[str, list[CountedList]]) -> None:
    own = real["svensktext-names"]
    assert {one.side for one in own} == {
        "women by name in use", "men by name in use", "women by given name", "men by given name",
    }  # fmt: skip
    assert [
        *check_joins("s", own),
        *check_marginals("s", own),
        *check_agreement("s", own, own),
    ] == []


@needs_mirror
def test_the_names_that_the_corrupt_list_took_away_are_missing(
    real: dict[str, list[CountedList]],
) -> None:
    findings = list(check_agreement("swell-names", real["swell-names"], real["svensktext-names"]))
    assert rules(findings) == [("missing-names", "swell-names: women by given name")]
    assert "Anna" in findings[0].message


@needs_mirror
def test_every_error_of_the_real_lists_is_known(real: dict[str, list[CountedList]]) -> None:
    sources = load_sources()
    folders = find_reference_folders(sources, Path("nowhere"), MIRROR)
    findings = list(run._mark_known(list(run._check_sources(sources, folders, "svensktext-names"))))
    assert {finding.severity for finding in findings} == {Severity.KNOWN}
    known = set(rules(findings))
    assert known == set(run._load_reasons()), "known_errors.toml names a fault that is not there"


MINIATURES = Path(__file__).parent / "raw"


@pytest.mark.parametrize("id", [id for id, row in load_sources().items() if row.lists])
def test_lists_are_received_from_the_miniatures(id: str) -> None:
    row = load_sources()[id]
    lists = list(run._read_lists(row, MINIATURES / id / row.version))
    assert lists
    assert all(one.counts and one.title and one.side for one in lists)


def test_folders_of_received_files_are_found_in_raw_or_the_mirror(tmp_path: Path) -> None:
    address = "https://example.org/folder/"
    row = source(0, address=address, hand_made=False, files=(SourceFile("a.csv", "", "a.csv"),))
    assert find_reference_folders({"s0": row}, tmp_path / "raw", tmp_path) == {}
    folder = tmp_path / "example.org" / "folder"
    folder.mkdir(parents=True)
    (folder / "a.csv").touch()
    assert find_reference_folders({"s0": row}, tmp_path / "raw", tmp_path) == {"s0": folder}
