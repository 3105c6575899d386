"""The differences between two bundles are listed as in a release note, and nothing else."""

import itertools
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.text.fold import fold
from tacknamn_builders.records import Entry
from tacknamn_builders.releasing.diff import EXAMPLES, BundleDifference, compare_bundles
from tests.making import Sense, bundle, entry, merged

OLD = [
    entry("Göteborg", "city", 600000, key="geonames:1"),
    entry("Gothenburg", "city", 600000, key="geonames:1", main=False),
    entry("Björn", "firstname_male", 34658),
    entry("Björn", "surname", 1769),
    entry("Ek", "surname", 8898),
    entry("Storgatan", "place", parent="Lund"),
]


@pytest.fixture
def difference(tmp_path: Path, request: pytest.FixtureRequest) -> BundleDifference:
    """The difference between OLD and the records of the test."""
    old = bundle(tmp_path / "old", [OLD])
    return compare_bundles(old, bundle(tmp_path / "new", [request.param]))


def numbers(difference: BundleDifference) -> dict[str, dict[str, int]]:
    kinds = ("added", "dropped", "relabelled", "reranked", "recounted", "resourced")
    found = {kind: dict(getattr(difference, kind).number) for kind in kinds}
    return {kind: number for kind, number in found.items() if number}


def test_equal_bundles_give_nothing(tmp_path: Path) -> None:
    found = compare_bundles(bundle(tmp_path / "a", [OLD]), bundle(tmp_path / "b", [OLD[::-1]]))
    assert not found
    assert found == BundleDifference()


CHANGES = [
    ([*OLD, entry("Ask", "surname", 5)], "added", "surname", "Ask"),
    (OLD[1:], "dropped", "city", "Göteborg"),
    ([*OLD[:2], *OLD[3:]], "relabelled", "surname",
     "Björn: firstname_male+surname -> surname"),
    ([*OLD, entry("Ek", "city", 9)], "relabelled", "surname", "Ek: surname -> city+surname"),
    ([*OLD[:3], entry("Björn", "surname", 900000), *OLD[4:]], "reranked", "surname",
     "Björn: firstname_male -> surname"),
    ([*OLD[:4], entry("Ek", "surname", 9000), OLD[5]], "recounted", "surname",
     "Ek: 8898 -> 9000 bearers"),
    ([*OLD[:4], entry("Ek", "surname", 8898, "rank"), OLD[5]], "recounted", "surname",
     "Ek: 8898 -> 8898 rank"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("difference", "kind", "label", "example"), CHANGES, indirect=["difference"]
)
def test_a_change_is_reported_by_its_kind(
    difference: BundleDifference, kind: str, label: str, example: str
) -> None:
    assert difference
    changes = getattr(difference, kind)
    assert changes.number == {label: 1}
    assert changes.examples == {label: [example]}
    others = {"reranked": {"recounted"}}.get(kind, set())  # the new rank has a new count behind it
    assert set(numbers(difference)) - others == {kind}


def test_a_source_that_no_longer_has_an_entry_is_shown(tmp_path: Path) -> None:
    """Another source has the town as well, so the entry stayed as it was, and nothing was said."""
    town = entry("Skövde", "city", 34466)
    old = bundle(tmp_path / "old", [[town], [town]])
    found = compare_bundles(old, bundle(tmp_path / "new", [[town], []]))
    assert numbers(found) == {"resourced": {"city": 1}}
    assert found.resourced.examples == {"city": ["Skövde: -s1"]}


def test_the_lists_drawn_from_show_what_came_and_went(tmp_path: Path) -> None:
    old = [entry(f"Namn{number:02}", "surname", 1000 - number) for number in range(60)]
    new = [*old[1:], entry("Nyberg", "surname", 99999)]
    found = compare_bundles(bundle(tmp_path / "old", [old]), bundle(tmp_path / "new", [new]))
    assert found.top == {"surname": (["Nyberg"], ["Namn00"])}


def test_many_changes_are_counted_and_few_are_shown(tmp_path: Path) -> None:
    new = [*OLD, *(entry(f"Namn{number:02}", "surname", 5) for number in range(30))]
    found = compare_bundles(bundle(tmp_path / "old", [OLD]), bundle(tmp_path / "new", [new]))
    assert found.added.number == {"surname": 30}
    assert found.added.examples["surname"] == [f"Namn{number:02}" for number in range(EXAMPLES)]


FORMS = ["Ek", "Ask", "Alm", "Björn", "BJÖRN", "Å", "Åby", "𝔘by", "Bo", "Bo-Göran"]


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    label = draw(st.sampled_from(["surname", "city", "geo", "firstname_male"]))
    return entry(draw(st.sampled_from(FORMS)), label, draw(st.sampled_from([5, 500, 90000])))


lists = st.lists(entries(), max_size=10)


def best_of(senses: list[Sense]) -> dict[str, dict[str, Sense]]:
    """The first sense of each label by folded form, in a dictionary of everything."""
    forms: dict[str, dict[str, Sense]] = defaultdict(dict)
    for sense in senses:
        forms[fold(sense.form)].setdefault(sense.label, sense)
    return forms


def slowly(old: list[Entry], new: list[Entry]) -> dict[str, dict[str, int]]:
    """What changed, by definition."""
    before, after = (best_of(merged([rows], whole=["s0"])) for rows in (old, new))
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for form in before.keys() | after.keys():
        was, now = before.get(form, {}), after.get(form, {})
        if not was or not now:
            found["dropped" if was else "added"].update(list(was or now))
            continue
        first, latest = next(iter(was)), next(iter(now))
        if was.keys() != now.keys():
            found["relabelled"][latest] += 1
        elif first != latest:
            found["reranked"][latest] += 1
        for label in was.keys() & now.keys():
            if (was[label].count, was[label].kind) != (now[label].count, now[label].kind):
                found["recounted"][label] += 1
    return {kind: dict(number) for kind, number in found.items()}


@settings(max_examples=30, deadline=None)
@given(lists, lists)
def test_reading_side_by_side_agrees_with_dictionaries(
    tmp_path_factory: pytest.TempPathFactory, old: list[Entry], new: list[Entry]
) -> None:
    folder = tmp_path_factory.mktemp("diff")
    found = compare_bundles(bundle(folder / "old", [old]), bundle(folder / "new", [new]))
    assert numbers(found) == slowly(old, new)


def test_differences_are_reported_either_way(tmp_path: Path) -> None:
    made = [bundle(tmp_path / "old", [OLD]), bundle(tmp_path / "new", [OLD[2:]])]
    there, back = (compare_bundles(*pair) for pair in itertools.permutations(made))
    assert there.dropped == back.added
    assert there.added == back.dropped
