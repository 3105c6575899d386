"""Pickles that cannot be opened: one clear error where they are used, whatever is wrong."""

import json
import pickle
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tacknamn
from tacknamn import Lexicon, Matcher, Pseudonymizer, Sampler
from tacknamn.detection.detector import Detector
from tacknamn.errors import Error, InputError
from tacknamn.replacement.keys import write_key
from tacknamn.support.recipes import LONGEST_RECIPE
from tacknamn.support.reopening import Reopenable, forget_reopened, reopen
from tests.installed_lists import install_lists
from tests.making import bundle, entry

TEXT = "Jag heter Anna Berg och bor i Lund."
OWN = [("Norrgården", "ward", 3, "sv", "SE"), ("Akuten", "ward"), ("Alvedon", "drug", 1200)]


@pytest.fixture(autouse=True)
def nothing_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins as a new process does."""
    for name in ("TACKNAMN_KEY", "TACKNAMN_KEY_FILE", "TACKNAMN_DATA", "TACKNAMN_BUILD"):
        monkeypatch.delenv(name, raising=False)
    forget_reopened()


def read_error(other: Any) -> str:
    """The message where an unpickled pseudonymizer is used."""
    with pytest.raises(Error) as caught:
        other(TEXT)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def reload(dumped: bytes) -> Any:
    forget_reopened()
    return pickle.loads(dumped)  # noqa: S301 - our own


# ---- bundles ---------------------------------------------------------------------------------


@pytest.fixture
def lists(data: Path, tmp_path: Path) -> Path:
    """A bundle that a test may move."""
    return shutil.copytree(data, tmp_path / "lists")


def test_a_missing_bundle(lists: Path) -> None:
    dumped = pickle.dumps(Pseudonymizer(Lexicon.open(lists)))
    lists.rename(lists.with_name("elsewhere"))
    message = read_error(reload(dumped))
    assert message.startswith(f"{lists}: no bundle here, and a pickle needs the bundle with")
    assert "TACKNAMN_DATA" in message


def test_another_bundle_at_its_place(lists: Path) -> None:
    dumped = pickle.dumps(Pseudonymizer(Lexicon.open(lists)))
    shutil.rmtree(lists)
    bundle(lists, [[entry("Kiruna", "city")]])
    assert read_error(reload(dumped)).startswith(f"{lists}: another bundle (checksum ")


def test_a_damaged_bundle_at_its_place(lists: Path) -> None:
    dumped = pickle.dumps(Pseudonymizer(Lexicon.open(lists)))
    with (lists / "forms.bin").open("ab") as file:
        file.write(b"x")
    assert "forms.bin: " in read_error(reload(dumped))


def test_the_same_bundle_elsewhere_is_as_good(lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Pseudonymizer(Lexicon.open(lists), seed=1)
    expected, dumped = made(TEXT).text, pickle.dumps(made)
    elsewhere = lists.rename(lists.with_name("elsewhere"))
    monkeypatch.setenv("TACKNAMN_DATA", str(elsewhere))
    assert reload(dumped)(TEXT).text == expected


def test_a_bundle_that_is_built_anew_stays_the_one_that_was_opened(lists: Path) -> None:
    lexicon = Lexicon.open(lists)
    before = lexicon.bundle.checksum
    shutil.rmtree(lists)
    bundle(lists, [[entry("Kiruna", "city")]])
    assert lexicon.bundle.checksum == before
    assert Lexicon.open(lists).bundle.checksum != before


def test_a_relative_path_means_the_folder_that_was_opened(
    lists: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(lists.parent)
    lexicon = Lexicon.open("lists")
    monkeypatch.chdir("/")
    assert reload(pickle.dumps(lexicon)).complete("", limit=1) == lexicon.complete("", limit=1)


def test_installed_lists_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another machine has its packages in another folder."""
    for site in ("here", "there"):
        (tmp_path / site).mkdir()
        install_lists(tmp_path / site)
    with monkeypatch.context() as here:
        here.syspath_prepend(tmp_path / "here")
        dumped = pickle.dumps(Lexicon.open("sv"))
    assert str(tmp_path).encode() not in pickle.dumps(
        json.loads(recipe_of(dumped))["bundle"]["lists"]
    )
    shutil.rmtree(tmp_path / "here")
    monkeypatch.syspath_prepend(tmp_path / "there")
    assert reload(dumped).complete("") == ["Lund"]


def recipe_of(dumped: bytes) -> str:
    """The text of JSON in a pickle."""
    reduced = reload(dumped).__reduce__()
    return str(reduced[1][1])


# ---- lists of one's own ----------------------------------------------------------------------


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    (tmp_path / "wards.csv").write_text("form,label\nSödergården,ward\n", "utf-8")
    return tmp_path / "wards.csv"


def test_lists_of_ones_own_travel(data: Path, own_file: Path, tmp_path: Path) -> None:
    (tmp_path / "allowed.txt").write_text("Malmö\n", "utf-8")
    lexicon = Lexicon.open(data, extra=[OWN, own_file], allow=[tmp_path / "allowed.txt"],
                           keep=["Berg"])  # fmt: skip
    made = Pseudonymizer(lexicon, seed=5)
    text = "Anna Berg åt Alvedon på Norrgården, Södergårdens granne, i Lund, inte i Malmö."
    assert "[ward 1]" in made(text).text
    dumped = pickle.dumps(made)
    assert reload(dumped)(text).text == made(text).text
    assert pickle.dumps(reload(dumped)) == dumped


def test_a_lexicon_of_ones_own_travels(tmp_path: Path) -> None:
    lexicon = Lexicon.from_entries(OWN, inflected=True)
    other = reload(pickle.dumps(lexicon))
    assert list(other.entries()) == list(lexicon.entries())
    assert other.bundle.manifest == lexicon.bundle.manifest
    lexicon.save(tmp_path / "saved")
    saved = Lexicon.open(tmp_path / "saved")
    assert list(reload(pickle.dumps(saved)).entries()) == list(saved.entries())
    made = Pseudonymizer(lexicon, seed=1)
    assert reload(pickle.dumps(made))("på Akuten").text == made("på Akuten").text == "på [ward 1]"


def test_too_many_entries_belong_into_a_file(tmp_path: Path) -> None:
    for number in (LONGEST_RECIPE // 8, LONGEST_RECIPE // 4 + 1):
        forms = [f"Avdelning {count}" for count in range(number)]
        with pytest.raises(InputError, match=r"write (it|lists of your own) to a CSV file"):
            pickle.dumps(Lexicon.from_entries(forms, "ward"))
    (tmp_path / "wards.txt").write_text("\n".join(forms), "utf-8")
    lexicon = Lexicon.from_entries(tmp_path / "wards.txt", "ward")
    dumped = pickle.dumps(lexicon)
    assert len(dumped) < 1000
    assert reload(dumped).lookup(forms[-1]) == lexicon.lookup(forms[-1])


def test_a_list_that_another_machine_has_not(data: Path, own_file: Path) -> None:
    dumped = pickle.dumps(Pseudonymizer(Lexicon.open(data, extra=[own_file])))
    own_file.write_text("form,label\nVästergården,ward\n", "utf-8")
    assert "wards.csv: differs from the list of the process" in read_error(reload(dumped))
    own_file.unlink()
    assert "wards.csv: No such file" in read_error(reload(dumped))


def test_a_list_that_changed_before_it_was_pickled(data: Path, own_file: Path) -> None:
    lexicon = Lexicon.open(data, extra=[own_file])
    own_file.write_text("form,label\nVästergården,ward\n", "utf-8")
    with pytest.raises(InputError, match=r"wards\.csv: has changed since it was read"):
        pickle.dumps(lexicon)


# ---- versions and forged pickles -------------------------------------------------------------


def test_another_version_is_one_error(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tacknamn, "__version__", "9.8.7")
    dumped = pickle.dumps(Pseudonymizer(Lexicon.open(data)))
    monkeypatch.undo()
    message = read_error(reload(dumped))
    assert message.startswith("the pickle was made by tacknamn 9.8.7, and tacknamn ")
    assert "install the same version on all machines" in message


@pytest.mark.parametrize("kind", [str, Path, pickle.loads, Error, "Lexicon", None])
def test_only_our_own_classes_are_opened(kind: Any) -> None:
    with pytest.raises(InputError, match="a pickle is damaged"):
        reopen(kind, "{}")


@pytest.mark.parametrize(
    "recipe",
    ["", "{", "[]", "null", "{}", "[" * 90_000, '{"tacknamn":1}', "9" * 5000,
     json.dumps({"tacknamn": tacknamn.__version__}), "x" * (LONGEST_RECIPE + 1)],
    ids=range(10),
)  # fmt: skip
@pytest.mark.parametrize("kind", [Lexicon, Matcher, Sampler, Pseudonymizer])
def test_a_text_that_is_no_recipe(kind: type[Reopenable], recipe: str) -> None:
    with pytest.raises(InputError, match="a pickle is damaged"):
        reopen(kind, recipe).make_recipe()


WRONG: list[Any] = [None, True, 0, -1, 10**30, 1.5, "", "x", "a/b\0", "\ud800", [], [0], [[]], ["x"],
                    [{}], {}, {"x": 0}]  # fmt: skip


def replace_each(value: Any) -> Iterator[Any]:
    """The value with each of its parts replaced by each of the wrong ones, and without it."""
    yield from WRONG
    if isinstance(value, dict):
        for key in value:
            yield {name: part for name, part in value.items() if name != key}
            yield from ({**value, key: part} for part in replace_each(value[key]))
    elif isinstance(value, list):
        for number, part in enumerate(value[:2]):
            yield from (
                [*value[:number], other, *value[number + 1 :]] for other in replace_each(part)
            )


@pytest.mark.slow
def test_a_forged_recipe_is_an_error_or_works(data: Path, own_file: Path, tmp_path: Path) -> None:
    write_key(tmp_path / "project.key")
    lexicon = Lexicon.open(data, extra=[OWN, own_file], keep=["Berg"])
    profile = tmp_path / "own.toml"
    profile.write_text(
        'format = 1\nextends = "tab"\n[labels]\nsurname = "[X]"\nday = "letter"\n[rules]\nweekday = "keep"\n'
        '[[joins]]\nlabels = ["place"]\n[sampling]\ntop = 3\n[revealing]\nnames = ["europa"]\n'
        '[thresholds]\nsurname = 0.5\n[masks]\nswitched = [1]\ncustom = [["a", "b"]]\n',
        "utf-8",
    )
    made = Pseudonymizer(lexicon, profile, key=tmp_path / "project.key")
    recipe = json.loads(recipe_of(pickle.dumps(made)))
    works = 0
    for forged in replace_each(recipe):
        forget_reopened()
        try:
            other: Any = reopen(Pseudonymizer, json.dumps(forged))
            assert isinstance(other("Anna").text, str)
            works += 1
        except Error as exc:
            assert str(exc)
    assert works > 0


def test_an_unknown_setting_of_the_sampler_is_no_setting_less(data: Path) -> None:
    """Without it, another process would draw other names."""
    recipe = json.loads(recipe_of(pickle.dumps(Pseudonymizer(Lexicon.open(data), profile="mask"))))
    recipe["profile"]["sampling"]["towns"] = 3
    with pytest.raises(InputError, match="a pickle is damaged"):
        reopen(Pseudonymizer, json.dumps(recipe)).make_recipe()


USES: dict[type, Callable[[Any], object]] = {
    Matcher: lambda matcher: matcher.match(TEXT),
    Sampler: lambda sampler: sampler.draw("surname"),
    Detector: lambda detector: detector.detect(TEXT),
}


def test_other_forged_recipes(data: Path) -> None:
    lexicon = Lexicon.open(data)
    objects = (
        Matcher(lexicon, labels=["city"]),
        Sampler(lexicon, seed=1, kept=["city"]),
        Detector(lexicon, thresholds={"surname": 0.5}),
    )
    for made in objects:
        for forged in replace_each(json.loads(recipe_of(pickle.dumps(made)))):
            forget_reopened()
            try:
                other: Any = reopen(type(made), json.dumps(forged))
                USES[type(made)](other)
            except Error as exc:
                assert str(exc)
