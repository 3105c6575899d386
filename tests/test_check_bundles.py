"""Rules of a bundle as a whole: its top lists, its lexicon, and a run of all there are."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle
from tacknamn_builders.bundle.lexicon_tsv import read_lexicon
from tacknamn_builders.checks import run, top_lists
from tacknamn_builders.checks.findings import Severity
from tacknamn_builders.checks.run import run_checks
from tacknamn_builders.checks.top_lists import CHURN, TOP, check_top_lists, read_top_lists
from tacknamn_builders.readers import swell_names
from tacknamn_builders.releasing.release_lists import format_released
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.source_table import SourceFile
from tests.checking import LONG, MISALIGNED, rules
from tests.making import bundle, entry, profile, put_receipt, source


@pytest.fixture
def sixty(tmp_path: Path) -> Path:
    """A bundle of sixty surnames."""
    records = [entry(f"Namn{number:02}", "surname", 1000 - number) for number in range(60)]
    return bundle(tmp_path / "sixty", [records])


def test_top_lists_are_those_that_replacements_are_drawn_from(sixty: Path) -> None:
    lists = read_top_lists(Bundle(sixty))
    assert lists["surname"] == [f"Namn{number:02}" for number in range(TOP)]
    assert set(lists) == {
        "firstname_female",
        "firstname_male",
        "firstname_unknown",
        "surname",
        "city",
    }


CHURNS = [(0, []), (1, [Severity.NOTE]), (CHURN, [Severity.NOTE]), (CHURN + 1, [Severity.ERROR])]


@pytest.mark.parametrize(("new", "severities"), CHURNS)
def test_many_new_names_since_the_last_release_are_an_error(
    new: int, severities: list[Severity], sixty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [f"Namn{number:02}" for number in range(TOP - new)]
    monkeypatch.setattr(top_lists, "_load_released", lambda name: {"surname": before})
    findings = list(check_top_lists(Bundle(sixty), profile(1)))
    assert [finding.severity for finding in findings] == severities


def test_a_profile_that_was_never_released_has_no_churn(sixty: Path) -> None:
    assert list(check_top_lists(Bundle(sixty), profile(1, name="never-released"))) == []


def test_a_release_records_the_lists(sixty: Path) -> None:
    assert tomllib.loads(format_released([sixty])) == {"small": read_top_lists(Bundle(sixty))}


ODD_FORMS = ["a\tb", "a\\b", '"quoted"', "c\nd", "'", "\\", "å,ä;ö", "\u2028x"]


def test_the_lexicon_gives_back_what_was_written(tmp_path: Path) -> None:
    folder = bundle(tmp_path / "odd", [[entry(form, "surname", 5) for form in ODD_FORMS]])
    assert sorted(row.form for row in read_lexicon(folder)) == sorted(ODD_FORMS)


def test_a_lexicon_of_other_columns_is_refused(sixty: Path) -> None:
    (sixty / "lexicon.tsv").write_text("form\tlabel\n", "utf-8")
    with pytest.raises(BundleError, match=r"lexicon\.tsv"):
        list(read_lexicon(sixty))


def test_a_run_finds_all_that_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    rows = [entry("Ek", "surname", 9), entry("GÃ¶teborg", "city", 5, key="geonames:1")]
    chosen = profile(1, least={"places": 2})
    sources = {"s0": source(0, rows=(3, 9))}
    report = run_checks(bundle(tmp_path / "b", [rows], chosen), chosen, sources, {})
    assert set(rules(report.findings)) == {
        ("mojibake", "city"), ("size", "places"), ("bounds", "s0"),
    }  # fmt: skip
    assert report.failed
    assert report.sizes["entries"] == 2


def good_run(folder: Path, chosen: BuildProfile, rows: tuple[int, int]) -> run.CheckReport:
    made = bundle(folder / "b", [[entry("Ek", "surname", 9)]], chosen)
    return run_checks(made, chosen, {"s0": source(0, rows=rows)}, {})


def test_a_run_on_a_good_bundle_finds_nothing(tmp_path: Path) -> None:
    report = good_run(tmp_path, profile(1), (1, 1))
    assert (report.findings, report.failed) == ((), False)


def test_more_records_than_expected_are_a_note(tmp_path: Path) -> None:
    report = good_run(tmp_path, profile(1), (0, 0))
    assert [finding.severity for finding in report.findings] == [Severity.NOTE]
    assert not report.failed


def test_miniatures_keep_to_no_bounds(tmp_path: Path) -> None:
    assert good_run(tmp_path, profile(1, bounded=False), (100, 200)).findings == ()


def received(folder: Path) -> Iterator[tuple[str, str, dict[str, int]]]:
    """What a reader yields as lists."""
    yield "all", "women", LONG
    yield "both sexes", "women", MISALIGNED


def test_a_known_error_is_marked_with_its_reason_and_fails_no_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swell_names, "read_received_lists", received)
    made = bundle(tmp_path / "b", [[entry("Ek", "surname", 9)]])
    for id, failed in (("s0", True), ("s9", False)):
        with_lists = {id: source(0, id=id, lists="swell_names:read_received_lists")}
        monkeypatch.setattr(
            run, "_load_reasons", lambda: {("misaligned-join", "s9: both sexes"): "why"}
        )
        report = run_checks(made, profile(1), with_lists, {id: tmp_path})
        (finding,) = [one for one in report.findings if one.rule == "misaligned-join"]
        assert (finding.severity is Severity.KNOWN, report.failed) == (not failed, failed)
        assert finding.message.endswith("(why)") is not failed


def test_a_file_that_is_not_what_was_received_breaks_a_rule(tmp_path: Path) -> None:
    """``raw/README.md`` says that check refuses it, and all rules held."""
    read = source(0, files=(SourceFile("names.csv", saved_as="names.csv"),))
    chosen = replace(profile(0), sources=(read,))
    made = bundle(tmp_path / "b", [[entry("Ek", "surname", 9)]], profile(1))
    received = tmp_path / "raw" / "s0" / "1" / "names.csv"
    received.parent.mkdir(parents=True)
    received.write_text("Ek,9\n", "utf-8")

    def check() -> list[str]:
        report = run_checks(made, chosen, {}, {}, raw=tmp_path / "raw")
        return [finding.message for finding in report.findings if finding.rule == "receipt"]

    assert "has no receipt" in check()[0]
    put_receipt(read, tmp_path / "raw")
    assert check() == []
    received.write_text("Ek,99\n", "utf-8")
    (message,) = check()
    assert "is not the file that was received" in message
    assert "tacknamn-build fetch s0 --profile small" in message
