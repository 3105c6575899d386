"""Models are loaded once, from here only; what is missing or unfit is told with what to do."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from tacknamn.ner.backends.checking import find_mentions
from tacknamn.ner.backends.protocol import BackendError
from tacknamn.ner.backends.registry import make_backend
from tests.backends import making
from tests.backends.conftest import MAKERS
from tests.backends.sentences import LONG, TEXTS

Models = Callable[[str], Path]
REMEDIES = {
    "spacy": "run: python -m spacy download en_core_web_sm",
    "nltk": "run: python -m nltk.downloader maxent_ne_chunker_tab averaged_perceptron_tagger_eng "
    "punkt_tab words",
    "flair": "run: python -c \"from flair.models import SequenceTagger; SequenceTagger.load('ner')\"",
    "stanza": "run: python -c \"import stanza; stanza.download('en')\"",
    "transformers": "run: hf download dslim/bert-base-NER",
    "presidio": "run: python -m spacy download en_core_web_lg",
}


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was connected to; nothing is."""
    seen: list[object] = []

    def connect(_: object, address: object) -> NoReturn:
        seen.append(address)
        raise ConnectionRefusedError

    def look_up(host: object, *_: object, **__: object) -> NoReturn:
        seen.append(host)
        raise socket.gaierror

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return seen


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_model_that_is_not_here_is_told_with_the_command_and_not_fetched(
    model: Models, name: str, connections: list[object]
) -> None:
    model(name)  # or the package may be missing
    try:
        make_backend(name).load()
    except BackendError as exc:
        assert exc.remedy == REMEDIES[name]
    else:
        pytest.skip("its usual model is on this machine")
    assert connections == []


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_model_that_is_here_needs_no_net(
    model: Models, name: str, connections: list[object]
) -> None:
    asked = make_backend(f"{name}:{model(name)}")
    assert find_mentions(asked, "Anna Berg met Kim in Leeds. Write to anna@example.com.")
    assert connections == []


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_folder_that_is_no_model_is_told(model: Models, name: str, tmp_path: Path) -> None:
    model(name)
    with pytest.raises(BackendError, match=f"^backend {name}:"):
        make_backend(f"{name}:{tmp_path}").load()


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_model_is_loaded_once(model: Models, name: str) -> None:
    asked = make_backend(f"{name}:{model(name)}")
    before = dict(vars(asked))
    asked.load()
    loaded = {key: value for key, value in vars(asked).items() if key not in before}
    asked.find("Anna Berg met Kim.")
    asked.load()
    assert loaded
    assert all(vars(asked)[key] is value for key, value in loaded.items())


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_nothing_is_printed_where_results_go(model: Models, name: str) -> None:
    code = "import sys; from tacknamn.ner import make_backend; make_backend(sys.argv[1]).find('Kim met Bo')"
    done = subprocess.run(
        [sys.executable, "-c", code, f"{name}:{model(name)}"], capture_output=True, text=True
    )
    assert (done.stdout, done.returncode) == ("", 0)


def _in_hub(cache: Path, folder: Path) -> None:
    """Lay out a folder as what was downloaded from the Hub: ``somebody/tiny``."""
    home = cache / "models--somebody--tiny"
    shutil.copytree(folder, home / "snapshots/abc")
    (home / "refs").mkdir()
    (home / "refs/main").write_text("abc")


def test_what_was_downloaded_before_is_found_by_its_name(
    model: Models, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _in_hub(tmp_path / "home/hub", model("transformers"))
    file = tmp_path / "flair/pytorch_model.bin"
    file.parent.mkdir()
    shutil.copy(model("flair"), file)
    _in_hub(tmp_path / "cache/models/tiny", file.parent)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FLAIR_CACHE_ROOT", str(tmp_path / "cache"))
    for name in ("transformers", "flair"):  # in new processes, since caches are settled once
        found = find_mentions(
            make_backend(f"{name}:somebody/tiny", seconds=60), "Anna Berg met Kim."
        )
        assert [one.end for one in found if one.label == "PER"] == [9, 17], name


def test_tokens_of_bytes_have_places_of_characters(model: Models, tmp_path: Path) -> None:
    model("transformers")
    asked = make_backend(f"transformers:{making.roberta_model(tmp_path / 'roberta')}")
    behind_blanks = ("plain", "astral", "combining", "zero width", "quotation", "blanks")
    for text in [*(TEXTS[name] for name in behind_blanks), LONG]:
        found = find_mentions(asked, text.text)
        persons = {text.text[one.start : one.end] for one in found if one.label == "PER"}
        assert set(text.persons) <= persons  # at a line's beginning they are other bytes


def test_a_pipeline_that_finds_no_names_is_told(model: Models, tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(BackendError, match="no component that finds names"):
        make_backend(f"spacy:{tmp_path / 'blank'}").load()


def test_nltk_is_told_to_be_left_out_for_swedish(model: Models) -> None:
    with pytest.raises(BackendError, match="supports English only"):
        make_backend(f"nltk:{model('nltk')}", language="sv").load()


def test_flair_has_no_model_of_its_own_for_swedish(model: Models) -> None:
    model("flair")
    with pytest.raises(BackendError, match="there is no default model"):
        make_backend("flair", language="sv").load()


@pytest.mark.parametrize("name", ["spacy", "stanza", "presidio", "nltk"])
def test_a_model_of_another_language_is_refused(model: Models, name: str) -> None:
    with pytest.raises(BackendError, match=f"^backend {name}:.* (?:'en'|sv|English)"):
        make_backend(f"{name}:{model(name)}", language="sv").load()


@pytest.mark.parametrize(
    "asked", ["flair:ner", "flair:flair/ner-english-fast", "transformers:dslim/bert-base-NER"]
)
def test_models_that_we_know_are_refused_before_they_are_looked_for(
    model: Models, asked: str
) -> None:
    model(asked.partition(":")[0])
    with pytest.raises(
        BackendError, match=r"is for the language 'en', but the language of the texts is 'sv'"
    ):
        make_backend(asked, language="sv").load()


def test_a_pipeline_for_many_languages_takes_any(model: Models, tmp_path: Path) -> None:
    model("spacy")
    spacy = pytest.importorskip("spacy")
    many = spacy.blank("xx")
    many.add_pipe("entity_ruler").add_patterns([{"label": "PER", "pattern": "Åsa"}])
    many.to_disk(tmp_path / "many")
    assert find_mentions(make_backend(f"spacy:{tmp_path / 'many'}", language="sv"), "Åsa kom.")


def test_a_language_that_spacy_does_not_know_is_told(model: Models) -> None:
    with pytest.raises(BackendError, match=r"^backend flair:.*tokenizer cannot be loaded"):
        make_backend(f"flair:{model('flair')}", language="tlh").load()


def test_models_with_scores_tell_them(model: Models) -> None:
    for name in ("flair", "transformers", "presidio"):
        found = find_mentions(make_backend(f"{name}:{model(name)}"), "Anna Berg met Kim.")
        assert all(0 < one.score < 1 for one in found if one.label == "PER"), name


def test_presidio_joins_patterns_with_the_model_and_keeps_the_surest(model: Models) -> None:
    text = "Anna Berg met Kim. Her address is anna@example.com."
    found = find_mentions(make_backend(f"presidio:{model('presidio')}"), text)
    labels = {text[one.start : one.end]: one.label for one in found}
    assert labels["Anna Berg"] == "PER"
    assert labels["anna@example.com"] == "EMAIL"


def test_windows_of_transformers_overlap_so_that_no_name_is_cut(model: Models) -> None:
    asked = make_backend(f"transformers:{model('transformers')}")
    for before in range(40, 70):  # a window has 64 tokens
        text = "the old " * (before // 2) + "house " * (before % 2) + "Anna Lindqvist met Bo Ek."
        found = find_mentions(asked, text)
        persons = [text[one.start : one.end] for one in found if one.label == "PER"]
        assert persons == ["Anna Lindqvist", "Bo Ek"], before
