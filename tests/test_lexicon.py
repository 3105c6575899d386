"""Looking up forms and completing prefixes agrees with a dictionary of the merged entries."""

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import BundleError
from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support import folders
from tacknamn.text.fold import fold
from tacknamn_builders.records import Entry
from tests.making import bundle, entry, merged

RECORDS = [
    [
        entry("Göteborg", "city", 600000, parent="Göteborgs kommun", key="geonames:1"),
        entry("Gothenburg", "city", 600000, key="geonames:1", main=False),
        entry("Björn", "surname", 1769),
        entry("Björn", "firstname_male", 34658),
        entry("Björnlunda", "city", 900, key="geonames:2"),
        entry("Bo", "firstname_male", 37591),
        entry("von Essen", "surname", 300),
        entry("Storgatan", "place", parent="Lund"),
        entry("Storgatan", "place", parent="Umeå"),
    ],
    [entry("Bo", "city", 12, parent="Hallsbergs kommun"), entry("BO", "firstname_male", 3, "rank")],
]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(bundle(tmp_path_factory.mktemp("lexicon") / "small", RECORDS))


def test_a_candidate_tells_all_that_is_known(lexicon: Lexicon) -> None:
    (found,) = lexicon.lookup("Gothenburg")
    assert (found.form, found.label, found.probability) == ("Gothenburg", Label.CITY, 1.0)
    assert (found.count, found.kind, found.country) == (600000, "inhabitants", "SE")
    assert (found.parent, found.sources) == ("Göteborgs kommun", ("s0",))


@pytest.mark.parametrize("form", ["göteborg", "GÖTEBORG", " Göteborg ", "Go\u0308teborg"])
def test_spellings_that_fold_alike_are_found(lexicon: Lexicon, form: str) -> None:
    assert [found.form for found in lexicon.lookup(form)] == ["Göteborg"]


@pytest.mark.parametrize(
    "form", ["Okänd", "Göte", "Göteborgs", "", " ", "\ud800", "\0", "å" * 9999]
)
def test_an_unknown_form_has_no_candidates(lexicon: Lexicon, form: str) -> None:
    assert lexicon.lookup(form) == []


def test_a_form_with_several_labels_gives_the_likeliest_first(lexicon: Lexicon) -> None:
    found = lexicon.lookup("björn")
    assert [candidate.label for candidate in found] == [Label.FIRSTNAME_MALE, Label.SURNAME]
    assert found[0].probability > 0.9
    assert sum(candidate.probability for candidate in found) == pytest.approx(1)


def test_two_streets_of_one_name_are_told_apart_by_their_town(lexicon: Lexicon) -> None:
    found = lexicon.lookup("Storgatan")
    assert [(one.parent, one.probability) for one in found] == [("Lund", 0.5), ("Umeå", 0.5)]


def test_sources_of_a_candidate_are_named_in_order(lexicon: Lexicon) -> None:
    first, second = lexicon.lookup("Bo")
    assert (first.sources, second.sources) == (("s0", "s1"), ("s1",))


def test_completion_puts_the_most_mentioned_first(lexicon: Lexicon) -> None:
    assert lexicon.complete("b") == ["Bo", "Björn", "Björnlunda"]
    assert lexicon.complete("BJÖ") == ["Björn", "Björnlunda"]
    assert lexicon.complete("", limit=3) == ["Göteborg", "Bo", "Björn"]


@pytest.mark.parametrize("prefix", ["x", "göteborgs", "\ud800", "björnlundaa"])
def test_a_prefix_of_nothing_completes_to_nothing(lexicon: Lexicon, prefix: str) -> None:
    assert lexicon.complete(prefix) == []


def test_no_more_than_the_limit_is_completed(lexicon: Lexicon) -> None:
    assert len(lexicon.complete("", limit=2)) == 2
    assert lexicon.complete("", limit=0) == []


FORMS = ["Bo", "BO", "Boda", "Båstad", "bo-göran", "Ek", "ek", "Åby", "𝔘by", "Bo Göran", "Ѐ"]


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    label = draw(st.sampled_from(["surname", "firstname_male", "city", "place", "geo"]))
    return entry(draw(st.sampled_from(FORMS)), label, draw(st.sampled_from([0, 3, 500, 90000])))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(entries(), max_size=12), min_size=1, max_size=3))
def test_look_up_and_completion_agree_with_a_dictionary(
    tmp_path_factory: pytest.TempPathFactory, sources: list[list[Entry]]
) -> None:
    lexicon = Lexicon.open(bundle(tmp_path_factory.mktemp("any") / "b", sources))
    known = defaultdict(list)
    for sense in merged(sources, whole=["s0"]):
        known[fold(sense.form)].append(sense)
    for form in FORMS:
        facts = [(s.form, s.label, s.count, s.kind, s.sources) for s in known.get(fold(form), [])]
        found = lexicon.lookup(form)
        assert [(c.form, c.label, c.count, c.kind, c.sources) for c in found] == facts
    for prefix in ("", "b", "bo", "bo ", "e", "å", "x"):
        fitting = [form for form in known if form.startswith(fold(prefix))]
        fitting.sort(key=lambda form: (-known[form][0].mentions, form))
        assert lexicon.complete(prefix, limit=4) == [known[form][0].form for form in fitting[:4]]


def test_the_bundle_of_the_environment_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = bundle(tmp_path / "elsewhere", RECORDS)
    monkeypatch.setenv("TACKNAMN_DATA", str(made))
    assert Lexicon.open().lookup("Bo")


def test_the_bundle_of_the_current_folder_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    monkeypatch.delenv("TACKNAMN_BUILD", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(folders, "_OWN", tmp_path / "own")
    monkeypatch.chdir(tmp_path)
    bundle(tmp_path / "build" / "default", RECORDS)
    assert Lexicon.open().lookup("Bo")


def test_an_editable_install_finds_the_bundle_of_its_checkout_from_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TACKNAMN_DATA", "TACKNAMN_BUILD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(folders, "_OWN", tmp_path / "own")
    (tmp_path / "own" / "builders" / "tacknamn_builders").mkdir(parents=True)
    (tmp_path / "own" / "pyproject.toml").write_text('[project]\nname = "tacknamn"\n', "utf-8")
    bundle(tmp_path / "own" / "build" / "default", RECORDS)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert Lexicon.open().lookup("Bo")


def test_where_no_bundle_is_the_place_and_the_remedy_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(tmp_path / "nowhere"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BundleError, match=r"nowhere.*tacknamn-build fetch"):
        Lexicon.open()
