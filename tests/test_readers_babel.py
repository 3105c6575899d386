"""The reader of babel: countries and languages, from pickles of which nothing is run."""

import pickle
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers import babel
from tacknamn_builders.readers.plain_pickle import Placeholder, load_plain_pickle

BABEL = Path(__file__).parent / "raw" / "babel" / "2.18.0"


def test_babel_countries_have_swedish_main_names() -> None:
    entries = [entry for entry in babel.read(BABEL) if entry.label is Label.COUNTRY]
    main = {entry.country: entry.form for entry in entries if entry.main}
    assert main == {"HK": "Hongkong", "LC": "S:t Lucia", "MM": "Myanmar", "SE": "Sverige"}
    forms = {entry.form for entry in entries if not entry.main}
    assert {"Hong Kong", "Hongkong SAR", "Burma", "Saint Lucia", "Sweden"} <= forms
    assert {"Trinidad and Tobago", "Côte d'Ivoire", "Côte d’Ivoire"} <= forms
    assert all(entry.key == f"country:{entry.country}" for entry in entries)


def test_groups_of_countries_are_not_countries() -> None:
    forms = {entry.form for entry in babel.read(BABEL)}
    assert forms.isdisjoint({"världen", "Europa", "world", "Ascension", "okänd region"})


def test_babel_languages_are_keyed() -> None:
    entries = [entry for entry in babel.read(BABEL) if entry.label is Label.LANGUAGE]
    found = [(entry.form, entry.key, entry.main) for entry in entries]
    assert found == [
        ("österrikisk tyska", "language:de_AT", True),
        ("hindi", "language:hi_Latn", True),
        ("hindi (latinsk)", "language:hi_Latn", False),
        ("svenska", "language:sv", True),
        ("Austrian German", "language:de_AT", False),
        ("Swedish", "language:sv", False),
    ]


class _Malice:
    """Pickles to a program that writes a file when it is unpickled."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Callable[..., int], tuple[str]]:
        return self.target.write_text, ("run",)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_with_a_forbidden_name_runs_nothing(protocol: int, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    folder = copytree(BABEL, tmp_path / "raw")
    (folder / "sv.dat").write_bytes(pickle.dumps({"territories": _Malice(victim)}, protocol))
    with pytest.raises(SourceError, match=r"sv\.dat is damaged"):
        list(babel.read(folder))
    assert not victim.exists()


def test_plain_pickle_agrees_with_pickle() -> None:
    shared = ["a", ("b", 2, -70000, 1.5), {}]
    data = {"å": shared, ("x", 1): [shared, None, True, False, (), [], "ö" * 300], 3: {4: {5: 6}}}
    for protocol in (2, 4, 5):
        assert load_plain_pickle(pickle.dumps(data, protocol)) == data


def test_known_classes_become_placeholders() -> None:
    plural = load_plain_pickle((BABEL / "sv.dat").read_bytes(), babel._CLASSES)["plural_form"]
    assert isinstance(plural, Placeholder)
    assert plural.name == "babel.plural PluralRule"
    assert plural.state == [{"abstract": [("one", ("and", ["n", "is", 1]))]}]


NESTED_PAIRS = b"\x80\x02)q\x00" + b"h\x00h\x00\x86q\x00" * 60
"""A pair of pairs of pairs: 300 bytes whose hash takes 2^60 steps."""

HOSTILE_PICKLES = {
    "nothing": b"",
    "text": b"<html>",
    "no end": b"\x80\x02}",
    "two values": b"\x80\x02}}.",
    "a call": b"\x80\x02cos\nsystem\n(X\x02\x00\x00\x00lstR.",
    "a call of a known class": b"\x80\x02cbabel.plural PluralRule\n)R.",
    "an object of no class": b"\x80\x02})\x81.",
    "a persistent id": b"\x80\x02Pid\n.",
    "an item without a dictionary": b"\x80\x02]K\x01K\x02s.",
    "half a pair": b"\x80\x02}(K\x01u.",
    "a list as key": b"\x80\x02}]K\x01s.",
    "nested pairs as key": NESTED_PAIRS.replace(b"\x80\x02)", b"\x80\x02}q\x01)", 1)
    + b"0h\x01h\x00K\x01s.",
    "an unknown memory": b"\x80\x02h\x07.",
    "a text longer than the file": b"\x80\x02X\xff\xff\xff\x7fab.",
    "a thousand open lists": b"\x80\x02" + b"(" * 1000 + b".",
    "a value from below the mark": b"\x80\x02K\x01(K\x02\x86.",
}


@pytest.mark.parametrize("data", HOSTILE_PICKLES.values(), ids=HOSTILE_PICKLES.keys())
def test_hostile_pickles_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        load_plain_pickle(data, babel._CLASSES)


@pytest.mark.parametrize("data", [[], {"territories": []}, {"territories": {"SE": 1}}])
def test_locale_data_of_another_shape_is_refused(data: object, tmp_path: Path) -> None:
    (tmp_path / "sv.dat").write_bytes(pickle.dumps(data, 2))
    with pytest.raises(SourceError, match=r"sv\.dat: territories"):
        list(babel.read(tmp_path, ["sv"]))
