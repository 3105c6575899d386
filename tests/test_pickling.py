"""Pickles say what to open: they are small, have no key, and give the same results elsewhere."""

import copy
import dataclasses
import inspect
import os
import pickle
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn import EnvironmentKey, Lexicon, Matcher, Pseudonymizer, Sampler
from tacknamn.detection.detector import Detector
from tacknamn.errors import BundleError, InputError
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import list_profiles, read_profile
from tacknamn.profiles.recipes import make_profile_recipe
from tacknamn.replacement.keys import write_key
from tacknamn.support import reopening
from tacknamn.support.recipes import RecipeReader, read_recipe
from tacknamn.support.reopening import MOST_KEPT, forget_reopened

TEXT = "Jag heter Anna Berg och bor i Lund. Anna Bergs hund är på Norrgården i Malmö."
SMALL = 10_000
"""Bytes that a usual pickle is smaller than."""


@pytest.fixture(autouse=True)
def nothing_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins as a new process does."""
    monkeypatch.delenv("TACKNAMN_KEY", raising=False)
    monkeypatch.delenv("TACKNAMN_KEY_FILE", raising=False)
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    forget_reopened()


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    write_key(tmp_path / "project.key")
    return tmp_path / "project.key"


def pass_on(value: Any) -> Any:
    """What another process gets."""
    data = pickle.dumps(value)
    assert len(data) < SMALL
    return pickle.loads(data)  # noqa: S301 - our own


# ---- equal results ---------------------------------------------------------------------------

MADE: dict[str, Callable[[Lexicon], Any]] = {
    "seed": lambda lexicon: Pseudonymizer(lexicon, seed=7),
    "random seed": lambda lexicon: Pseudonymizer(lexicon),
    "both languages": lambda lexicon: Pseudonymizer(lexicon, language="auto"),
    "policies": lambda lexicon: Pseudonymizer(
        lexicon, policies={"city": "keep", "surname": "[LastName]", "weekday": "mark"}
    ),
    "thresholds": lambda lexicon: Pseudonymizer(lexicon, thresholds={"surname": 0.99}),
    "other arguments": lambda lexicon: Pseudonymizer(
        lexicon, "tab", topic_aware=True, fuzzy=False, protect="Anna Berg", language="en"
    ),
    "own masks": lambda lexicon: Pseudonymizer(
        lexicon, read_profile("mask").change_masks([1, 3], [("hund", "djur")])
    ),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_an_unpickled_pseudonymizer_gives_the_same_texts(
    data: Path, make: Callable[[Lexicon], Pseudonymizer]
) -> None:
    made = make(Lexicon.open(data))
    other = pass_on(made)
    assert other(TEXT).text == made(TEXT).text
    assert other.detect(TEXT) == made.detect(TEXT)
    assert (other.profile, other.language) == (made.profile, made.language)
    assert pickle.dumps(other) == pickle.dumps(made)


def test_the_random_seed_travels(data: Path) -> None:
    sampler = Sampler(Lexicon.open(data))
    assert pass_on(sampler).seed == sampler.seed


def test_an_unpickled_sampler_counts_from_the_beginning(data: Path) -> None:
    sampler = Sampler(Lexicon.open(data), seed=3, top=9, weighted=True, kept=["country"])
    first = [str(sampler.draw("surname")) for _ in range(3)]
    for other in (pass_on(sampler), copy.copy(sampler), copy.deepcopy(pass_on(sampler))):
        assert other.settings == sampler.settings
        assert [str(other.draw("surname")) for _ in range(3)] == first


@pytest.mark.parametrize(
    "settings",
    [{}, {"labels": ["city"], "min_probability": 0}, {"fuzzy": True, "overlaps": "all"},
     {"engine": "portable"}],
)  # fmt: skip
def test_an_unpickled_matcher_finds_the_same(data: Path, settings: dict[str, Any]) -> None:
    matcher = Matcher(Lexicon.open(data), **settings)
    other = pass_on(matcher)
    assert other.spans(TEXT) == matcher.spans(TEXT)
    assert other.engine == matcher.engine


@pytest.mark.parametrize("name", list_profiles())
def test_every_profile_is_passed_on(data: Path, name: str) -> None:
    made = Pseudonymizer(Lexicon.open(data), name)
    other = pass_on(made)
    assert other(TEXT).text == made(TEXT).text
    assert other.profile == made.profile


def test_an_unpickled_detector_finds_the_same(data: Path) -> None:
    detector = Detector(Lexicon.open(data), "en", fuzzy=True, thresholds={"surname": 0.2})
    other = pass_on(detector)
    assert other.detect(TEXT) == detector.detect(TEXT)
    assert pickle.dumps(other) == pickle.dumps(detector)


# ---- keys ------------------------------------------------------------------------------------


def test_a_key_of_bytes_is_not_pickled(data: Path) -> None:
    lexicon = Lexicon.open(data)
    for made in (Pseudonymizer(lexicon, key=os.urandom(32)), Sampler(lexicon, key=os.urandom(32))):
        with pytest.raises(InputError, match=r"give the path of its file .*EnvironmentKey"):
            pickle.dumps(made)


def test_a_key_file_is_named_and_its_key_stays(data: Path, key_file: Path) -> None:
    made = Pseudonymizer(Lexicon.open(data), key=key_file)
    dumped = pickle.dumps(made)
    key = key_file.read_text("utf-8").strip()
    assert key.encode() not in dumped and bytes.fromhex(key) not in dumped
    assert key[:16].encode() not in dumped
    assert pass_on(made)(TEXT).text == made(TEXT).text


def test_a_key_file_is_found_from_another_folder(
    data: Path, key_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = Pseudonymizer(Lexicon.open(data), key=Path(key_file.name))
    dumped = pickle.dumps(made)
    monkeypatch.chdir("/")
    assert pickle.loads(dumped)(TEXT).text == made(TEXT).text  # noqa: S301


def test_a_key_of_the_environment(
    data: Path, key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_KEY_FILE", str(key_file))
    made = Pseudonymizer(Lexicon.open(data), key=EnvironmentKey())
    assert pass_on(made)(TEXT).text == made(TEXT).text
    same = Pseudonymizer(Lexicon.open(data), key=bytes.fromhex(key_file.read_text("utf-8")))
    assert made(TEXT).text == same(TEXT).text


def test_another_key_is_an_error(data: Path, key_file: Path) -> None:
    dumped = pickle.dumps(Pseudonymizer(Lexicon.open(data), key=key_file))
    key_file.unlink()
    other = pickle.loads(dumped)  # noqa: S301
    with pytest.raises(InputError, match=r"project\.key: no key could be read"):
        other(TEXT)
    write_key(key_file)
    with pytest.raises(InputError, match=r"project\.key has another key than in the process"):
        other(TEXT)


# ---- once per process ------------------------------------------------------------------------


def test_a_process_opens_what_it_unpickles_once(data: Path) -> None:
    made = Pseudonymizer(Lexicon.open(data), seed=1)
    first, second = pass_on(made), pass_on(made)
    assert first is second
    other = pass_on(Pseudonymizer(Lexicon.open(data), seed=2))
    assert other is not first
    assert other(TEXT).text != first(TEXT).text
    assert other.lexicon is first.lexicon is pass_on(made.lexicon)


def test_nothing_is_opened_before_it_is_used(data: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(data, tmp_path / "lists")
    dumped = pickle.dumps(Pseudonymizer(Lexicon.open(folder)))
    shutil.rmtree(folder)
    other = pickle.loads(dumped)  # noqa: S301
    assert isinstance(other, Pseudonymizer)
    assert pickle.dumps(other) == dumped
    assert copy.deepcopy(other) is other
    with pytest.raises(BundleError):
        other(TEXT)
    shutil.copytree(data, folder)
    assert other(TEXT).text


def test_few_objects_are_kept(data: Path) -> None:
    lexicon = Lexicon.open(data)
    for seed in range(2 * MOST_KEPT):
        pass_on(Pseudonymizer(lexicon, seed=seed))(TEXT)
        assert len(reopening._kept) <= MOST_KEPT


def test_copies_are_the_object(data: Path) -> None:
    lexicon = Lexicon.open(data)
    for made in (lexicon, Matcher(lexicon), Pseudonymizer(lexicon, key=os.urandom(32))):
        assert copy.copy(made) is made
        assert copy.deepcopy([made])[0] is made


def test_threads_open_it_once(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Pseudonymizer(Lexicon.open(data), seed=1)
    expected = made(TEXT).text
    other = pass_on(made)
    opened = []

    def count(recipe: str) -> RecipeReader:
        opened.append(recipe)
        return read_recipe(recipe)

    monkeypatch.setattr("tacknamn.support.reopening.read_recipe", count)
    results: list[str] = []
    threads = [threading.Thread(target=lambda: results.append(other(TEXT).text)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 8
    assert len(opened) == len(set(opened)) == 2  # the pseudonymizer and its lexicon


# ---- nothing is forgotten --------------------------------------------------------------------

ELSEWHERE = {
    Pseudonymizer: {"policies": "profile", "thresholds": "profile"},
    Profile: {
        "harmless": "context",
        "masks": "switched",
        "sampler_settings": "sampling",
    },
}
"""Arguments whose values are in a recipe under another name."""


@pytest.mark.parametrize("kind", [Matcher, Detector, Sampler, Pseudonymizer])
def test_a_recipe_has_every_argument(data: Path, kind: Any) -> None:
    """A new argument that is not in the recipe would silently be lost in workers."""
    recipe = kind(Lexicon.open(data)).make_recipe()
    parameters = inspect.signature(kind).parameters
    names = [name for name, each in parameters.items() if each.kind is not each.VAR_KEYWORD]
    assert {ELSEWHERE.get(kind, {}).get(name, name) for name in names} == recipe.keys()


def test_a_recipe_has_every_field_of_a_profile() -> None:
    recipe = make_profile_recipe(read_profile("swell"))
    names = [field.name for field in dataclasses.fields(Profile)]
    parts = {"countries", "names", "custom"}  # more of harmless and masks
    assert {ELSEWHERE[Profile].get(name, name) for name in names} == recipe.keys() - parts
