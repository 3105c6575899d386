"""Settings of components: names and paths that a file can hold, and never a key."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tacknamn import InputError
from tacknamn.pipeline.stored_settings import StoredSettings, fill_defaults
from tests.reports import environment

TEXT = "Jag heter Amina Lind och bor i Göteborg."
KEY = bytes(range(32))


def test_settings_make_a_pseudonymizer(data: Path) -> None:
    settings = StoredSettings.from_mapping(
        {"data": str(data), "profile": "clinic", "language": "en", "policies": {"city": "keep"}}
    )
    pseudonymizer = settings.open()
    assert pseudonymizer.profile.name == "clinic"
    assert pseudonymizer.language == "en"
    assert str(pseudonymizer.profile.get_policy("city")) == "keep"
    assert StoredSettings.from_mapping(settings.to_mapping()) == settings


def test_a_key_is_named(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "project.key"
    file.write_text(KEY.hex())
    monkeypatch.setenv("PROJECT_KEY", KEY.hex())
    by_file = StoredSettings(str(data), key_file=str(file))
    by_variable = StoredSettings(str(data), key_variable="PROJECT_KEY")
    assert by_file.open()(TEXT).text == by_variable.open()(TEXT).text
    for settings in (by_file, by_variable):
        assert KEY.hex() not in repr(settings) + repr(settings.to_mapping())


def test_users_of_the_same_settings_share_a_pseudonymizer(data: Path) -> None:
    settings = StoredSettings(str(data), policies={"city": "keep"})
    assert settings.share() is StoredSettings(str(data), policies={"city": "keep"}).share()
    assert settings.share() is not StoredSettings(str(data)).share()
    assert settings.open() is not settings.share()


def test_given_settings_win_over_stored_ones() -> None:
    stored = StoredSettings("lists", "clinic", "en", seed=7)
    own = StoredSettings("others", seed=0)
    assert fill_defaults(own, stored) == StoredSettings("others", "clinic", "en", seed=0)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"profil": "swell"}, "there is no setting 'profil'; did you mean profile?"),
        ({"profile": 1}, "the setting profile must be a string"),
        ({"seed": "7"}, "the setting seed must be an integer"),
        ({"seed": True}, "the setting seed must be an integer"),
        ({"topic_aware": 1}, "the setting topic_aware must be true or false"),
        ({"thresholds": 0.5}, "the setting thresholds must be a table of labels and numbers"),
        ({"key": KEY.hex()}, "a configuration never contains a key, because others read it"),
    ],
)
def test_mistakes_are_one_line(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        StoredSettings.from_mapping(settings)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value) and KEY.hex() not in str(caught.value)


@pytest.mark.parametrize(
    ("module", "missing", "message"),
    [
        ("spacy", "spacy", "tacknamn.spacy needs spaCy; `pip install 'tacknamn[spacy]'`"),
        (
            "presidio",
            "presidio_analyzer",
            "tacknamn.presidio needs Presidio; `pip install 'tacknamn[presidio]'`",
        ),
    ],
)
def test_a_component_without_its_package(module: str, missing: str, message: str) -> None:
    code = f"""
import sys
sys.modules["{missing}"] = None
import tacknamn
try:
    import tacknamn.{module}
except tacknamn.InputError as exc:
    print(exc)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == (f"{message}\n", "")
