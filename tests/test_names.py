"""A name's gender follows from shares of its bearers, and counts keep what they count."""

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.labels import Kind, Label
from tacknamn.text.fold import fold
from tacknamn_builders.merging import mentions
from tacknamn_builders.merging.merge_names import NEUTRAL_SHARE
from tacknamn_builders.merging.row_store import KINDS
from tacknamn_builders.records import Entry
from tests.making import Sense, entry, merged

CASES = json.loads((Path(__file__).parent / "cases" / "gender.json").read_text("utf-8"))

FEMALE, MALE, UNKNOWN = mentions.FIRST_NAMES


def first_name(form: str, gender: str, count: float, kind: str = "", country: str = "SE") -> Entry:
    return entry(form, f"firstname_{gender}", count, kind, country=country)


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_gender_follows_from_the_bearers(case: dict[str, Any]) -> None:
    sources = [[first_name(*row) for row in rows] for rows in case["sources"]]
    (sense,) = merged(sources, whole=case.get("whole", ()))
    gender = sense.label.removeprefix("firstname_")
    assert [sense.form, gender, sense.count, sense.kind] == case["expect"]


def test_all_sources_of_a_name_are_kept() -> None:
    sources = [[first_name("Kim", "male", 5)], [], [first_name("Kim", "female", 3)]]
    (sense,) = merged(sources)
    assert sense.sources == ("s0", "s2")


def test_surnames_keep_the_count_of_the_best_source_that_has_one() -> None:
    rows = [entry("Ek", "surname", 0), entry("Ek", "surname", 7, "rank")]
    (sense,) = merged([rows, [entry("Ek", "surname", 8898)]])
    assert (sense.count, sense.kind) == (7, Kind.RANK)


def test_a_first_name_and_a_surname_are_two_senses() -> None:
    senses = merged([[first_name("Björn", "male", 30000), entry("Björn", "surname", 1769)]])
    assert [sense.label for sense in senses] == [MALE, Label.SURNAME]


def test_surnames_at_home_come_before_those_abroad() -> None:
    rows = [entry("Virtanen", "surname", 20000, country="FI"), entry("Virtanen", "surname", 900)]
    (sense,) = merged([rows])
    assert (sense.count, sense.country) == (900, "SE")


def test_where_home_knows_a_name_those_abroad_add_nothing() -> None:
    rows = [
        first_name("James", "male", 2720),
        first_name("James", "male", 5_200_000, country="US"),
        first_name("Anders", "male", 2721),
        entry("Smith", "surname", 600),
        entry("Smith", "surname", 2_442_977, country="US"),
        entry("Eklund", "surname", 601),
    ]
    assert [s.form for s in by_mentions(rows, "firstname_male")] == ["Anders", "James"]
    assert [s.form for s in by_mentions(rows, "surname")] == ["Eklund", "Smith"]


def test_the_whole_population_orders_names_whatever_is_given() -> None:
    used = [first_name("Anna", "female", 97287), first_name("Margareta", "female", 20000)]
    given = [
        first_name("Margareta", "female", 190000),
        first_name("Margareta", "female", 0.05, "share"),
    ]
    both = merged([used, given], whole=["s0"])
    assert [s.form for s in sorted(both, key=lambda s: -s.mentions)] == ["Anna", "Margareta"]


def test_counted_surnames_stand_before_estimated_ones() -> None:
    rows = [entry("Berg", "surname", 9000), entry("Berg", "surname", 900, "rank")]
    (sense,) = merged([rows])
    assert sense.mentions == pytest.approx(9000 * mentions.PER_BEARER[Label.SURNAME])


@pytest.mark.parametrize("form", ["Andersson", "Hildingsson", "Larsdotter"])
def test_patronymics_are_no_first_names(form: str) -> None:
    rows = [
        first_name(form, "male", 9),
        first_name("Jason", "male", 9),
        first_name("Samson", "male", 9),
    ]
    assert [s.form for s in merged([rows])] == ["Jason", "Samson"]


def by_mentions(rows: Sequence[Entry], label: str) -> list[Sense]:
    senses = [sense for sense in merged([rows]) if sense.label == label]
    return sorted(senses, key=lambda sense: -sense.mentions)


Rows = Sequence[tuple[int, Entry]]


def estimate(row: Entry) -> float:
    """Bearers at home, the slow way."""
    share = mentions.BEARERS_PER_SHARE[Label.SURNAME]
    if row.label is not Label.SURNAME:
        share = mentions.BEARERS_PER_FIRST_NAME_SHARE
    if row.kind is Kind.CLASS:
        bearers = mentions.BEARERS_PER_CLASS * math.pow(2, row.count)
    else:
        factors = {Kind.BEARERS: 1.0, Kind.SHARE: share, Kind.RANK: mentions.BEARERS_PER_RANK}
        bearers = row.count * factors.get(row.kind, 0.0)
    if row.country == "SE":
        return bearers
    return bearers * mentions.ABROAD.get(row.kind, {}).get(row.country, mentions.ABROAD_OTHERWISE)


def is_whole(source: int, row: Entry, whole: set[int]) -> bool:
    return source in whole and row.kind is Kind.BEARERS and row.country == "SE"


def tier(source: int, row: Entry, whole: set[int]) -> int:
    """Which evidence a counted row is; the smaller, the better."""
    if is_whole(source, row, whole):
        return 0
    if row.country == "SE":
        return {Kind.BEARERS: 1, Kind.SHARE: 2}.get(row.kind, 3)
    return 5 if row.kind is Kind.CLASS else 4


def most(rows: Iterable[Entry], *but: Label) -> float:
    return max((estimate(row) for row in rows if row.label not in but), default=0.0)


def sides(rows: Rows, whole: set[int]) -> tuple[float, float, bool]:
    """Women and men by the best evidence there is, and whether it is complete."""
    counted = [(tier(source, row, whole), row) for source, row in rows if estimate(row) > 0]
    for place in range(6):
        evidence = [row for own, row in counted if own == place]
        women, men = most(evidence, MALE), most(evidence, FEMALE)
        if evidence and not (place == 2 and women and men):
            return women, men, place == 0
    rest = [row for _, row in counted]
    return most(rest, MALE), most(rest, FEMALE), False


def bearers_of(rows: Rows, whole: set[int]) -> float:
    """The largest estimate of the best kind."""
    for wanted in (
        [row for source, row in rows if is_whole(source, row, whole)],
        [row for _, row in rows if row.country == "SE" and estimate(row) > 0],
        [row for _, row in rows if row.kind is not Kind.CLASS and estimate(row) > 0],
    ):
        if wanted:
            return most(wanted)
    return most(row for _, row in rows)


def decided(rows: Rows, women: float, men: float) -> Label:
    if not women + men:
        women = float(any(row.label != MALE for _, row in rows))
        men = float(any(row.label != FEMALE for _, row in rows))
    if min(women, men) / NEUTRAL_SHARE >= women + men:
        return UNKNOWN
    return FEMALE if women > men else MALE


def best_row(rows: Rows, label: Label) -> Entry:
    def order(item: tuple[int, Entry]) -> tuple[Any, ...]:
        source, row = item
        fits = label in (row.label, UNKNOWN)
        home = row.country == "SE"
        kind = KINDS.index(row.kind)
        return row.count <= 0, not fits, not home, source, -row.count, kind, row.country

    return min(rows, key=order)[1]


def slow_merge(rows: Rows, whole: set[int]) -> Sense:
    """What the rows of one first name become, by definition."""
    women, men, complete = sides(rows, whole)
    label = decided(rows, women, men)
    best = best_row(rows, label)
    count, kind, country = best.count, best.kind, best.country
    if complete and label is UNKNOWN:
        count, kind, country = women + men, Kind.BEARERS, "SE"
    if not complete and any(is_whole(source, row, whole) for source, row in rows):
        women = men = 0.0  # the whole population is known not to go by it
    bearers = max(women + men, bearers_of(rows, whole), mentions.UNCOUNTED_BEARERS)
    expected = max(bearers * mentions.PER_FIRST_NAME_BEARER, mentions.UNCOUNTED / 10)
    _, shown = min(rows, key=lambda item: (item[0], not item[1].main, -item[1].count, item[1].form))
    sources = tuple(f"s{number}" for number in sorted({source for source, _ in rows}))
    return Sense(shown.form, label, count, kind, country, "", "", True, near(expected), sources)


def near(value: float) -> float:
    """A number that equals all that differ from it by rounding only."""
    return cast(float, pytest.approx(value))


def slowly(rows: Rows, whole: set[int]) -> dict[str, Sense]:
    names: dict[str, list[tuple[int, Entry]]] = defaultdict(list)
    for source, row in rows:
        names[fold(row.form)].append((source, row))
    return {name: slow_merge(rows, whole) for name, rows in names.items()}


counts = st.sampled_from([0, 1, 2, 3, 7, 9, 10, 63, 90, 100, 900, 298878])
kinds = st.sampled_from([Kind.BEARERS, Kind.BEARERS, Kind.CLASS, Kind.RANK, Kind.SHARE, Kind.NONE])


@st.composite
def first_names(draw: st.DrawFn) -> tuple[int, Entry]:
    kind = draw(kinds)
    count = float(draw(counts))
    if kind is Kind.SHARE:
        count /= 1_000_000
    if kind is Kind.CLASS:
        count = min(count, 13.0)
    form = draw(st.sampled_from(["Kim", "KIM", "Lo", "Love", "Åke", "Ann-Marie", "Ann–Marie"]))
    label = draw(st.sampled_from(mentions.FIRST_NAMES))
    country = draw(st.sampled_from(["SE", "SE", "DK", "", "US"]))
    return draw(st.integers(0, 3)), Entry(form, label, count, kind, country)


@settings(max_examples=200, deadline=None)
@given(st.lists(first_names(), min_size=1, max_size=14), st.sets(st.integers(0, 3), max_size=2))
def test_first_names_agree_with_the_slow_definition(
    rows: list[tuple[int, Entry]], whole: set[int]
) -> None:
    sources = [[row for number, row in rows if number == source] for source in range(4)]
    senses = merged(sources, whole=[f"s{number}" for number in whole])
    assert {fold(sense.form): sense for sense in senses} == slowly(rows, whole)
