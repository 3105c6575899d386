"""The component of spaCy: results of single calls, in documents that can be written and read."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import DocBin, Span

from tacknamn import BundleError, Document, Error, InputError, Pseudonymizer
from tacknamn.spacy import SpanFacts, TacknamnComponent
from tests.bulk.tables import KEY
from tests.pages import ROOT

TEXT = "Jag heter Amina Lind och bor i Göteborg. Ring 070-123 45 67."
NAMES = [("Amina", "firstname_female"), ("Lind", "surname"), ("Göteborg", "city")]


@pytest.fixture
def pipeline(data: Path, key_file: Path) -> Callable[..., Any]:
    """Make a pipeline with the component alone."""

    def pipeline(lang: str = "sv", /, **settings: Any) -> Any:
        nlp = spacy.blank(lang)
        keyed = {} if "seed" in settings else {"key_file": str(key_file)}
        nlp.add_pipe("tacknamn", config={"data": str(data), **keyed, **settings})
        return nlp

    return pipeline


@pytest.fixture(scope="module")
def documents(pseudonymizer: Pseudonymizer, texts: list[str]) -> list[Document]:
    return [pseudonymizer(text) for text in texts]


def list_spans(doc: Any) -> list[tuple[str, str]]:
    return [(span.text, span.label_) for span in doc.spans["tacknamn"]]


def read_facts(doc: Any) -> list[SpanFacts]:
    return [span._.tacknamn for span in doc.spans["tacknamn"]]


def test_spans_are_those_of_single_calls(
    pipeline: Callable[..., Any], pseudonymizer: Pseudonymizer, texts: list[str]
) -> None:
    assert len(texts) == 5000
    for doc, text in zip(pipeline().pipe(texts), texts, strict=True):
        detections = pseudonymizer.detect(text)
        # Two spans that were widened to one token have the same facts, so places are not compared.
        assert [span.label_ for span in doc.spans["tacknamn"]] == [d.label for d in detections]
        exact = {(d.start, d.end, d.label, d.probability) for d in detections}
        assert {facts[:4] for facts in read_facts(doc)} <= exact


@pytest.mark.parametrize("processes", [1, 2])
def test_texts_are_those_of_single_calls(
    pipeline: Callable[..., Any], texts: list[str], documents: list[Document], processes: int
) -> None:
    nlp = pipeline(pseudonymize=True)
    docs = nlp.pipe(texts, n_process=processes, batch_size=200)
    for doc, document in zip(docs, documents, strict=True):
        assert doc._.pseudonymized == document.text
        spans = [(span.label_, span.id_) for span in doc.spans["tacknamn"]]
        assert spans == [(span.label, str(span.number)) for span in document.spans]


def test_a_document_alone(pipeline: Callable[..., Any], pseudonymizer: Pseudonymizer) -> None:
    doc = pipeline()(TEXT)
    assert list_spans(doc)[:3] == NAMES
    assert doc._.pseudonymized is None
    assert read_facts(doc)[0].replacement is None
    assert not doc.ents
    doc = pipeline(pseudonymize=True)(TEXT)
    document = pseudonymizer(TEXT)
    assert doc._.pseudonymized == document.text
    assert [facts.replacement for facts in read_facts(doc)] == [
        s.replacement for s in document.spans
    ]
    assert pipeline()("").spans["tacknamn"] is not None


def test_only_our_spans_have_facts(pipeline: Callable[..., Any]) -> None:
    doc = pipeline()(TEXT)
    assert doc[0:1]._.tacknamn is None
    assert doc[2:3]._.tacknamn is None, "a span with the same words and no label"


def test_settings_reach_the_pseudonymizer(pipeline: Callable[..., Any]) -> None:
    assert list_spans(pipeline(profile="mask")(TEXT))[2] == NAMES[2]
    masked = pipeline(profile="mask", pseudonymize=True)(TEXT)
    assert "[Name]" in masked._.pseudonymized and "Göteborg" in masked._.pseudonymized
    kept = pipeline(policies={"city": "[Town]"}, pseudonymize=True)(TEXT)
    assert "[Town]" in kept._.pseudonymized


@pytest.mark.parametrize(
    ("language", "settings", "used"),
    [("sv", {}, "sv"), ("en", {}, "en"), ("xx", {}, "auto"), ("de", {"language": "en"}, "en")],
)
def test_the_language_is_that_of_the_pipeline(
    pipeline: Callable[..., Any], language: str, settings: dict[str, str], used: str
) -> None:
    nlp = pipeline(language, **settings)
    assert nlp.get_pipe("tacknamn").pseudonymizer.language == used
    assert NAMES[0] in list_spans(nlp("my sister called Amina Lind"))


@pytest.mark.parametrize(
    ("mode", "shown"), [("expand", ["Göteborg-trakten"]), ("contract", []), ("strict", [])]
)
def test_a_span_within_a_token(pipeline: Callable[..., Any], mode: str, shown: list[str]) -> None:
    doc = pipeline(alignment_mode=mode)(text := "Jag bor i Göteborg-trakten.")
    assert [span.text for span in doc.spans["tacknamn"]] == shown
    assert [text[facts.start : facts.end] for facts in read_facts(doc)] == ["Göteborg"] * len(shown)


def add_ruler(nlp: Any, label: str, pattern: str) -> None:
    nlp.add_pipe("entity_ruler", first=True).add_patterns([{"label": label, "pattern": pattern}])


@pytest.mark.parametrize(
    ("settings", "entities"),
    [
        ({}, [("Amina Lind", "PER")]),
        ({"annotate_ents": True}, [("Amina Lind", "PER"), NAMES[2]]),
        ({"annotate_ents": True, "overwrite_ents": True}, NAMES),
        (
            {"annotate_ents": True, "overwrite_ents": True, "ents_labels": ["city"]},
            [("Amina Lind", "PER"), NAMES[2]],
        ),
    ],
)
def test_entities(
    pipeline: Callable[..., Any], settings: dict[str, Any], entities: list[tuple[str, str]]
) -> None:
    nlp = pipeline(**settings)
    add_ruler(nlp, "PER", "Amina Lind")
    doc = nlp("Jag heter Amina Lind och bor i Göteborg.")
    assert [(ent.text, ent.label_) for ent in doc.ents] == entities
    assert list_spans(doc) == NAMES, "the group has all spans in any case"


def test_documents_can_be_stored(pipeline: Callable[..., Any]) -> None:
    nlp = pipeline(pseudonymize=True, annotate_ents=True)
    doc = nlp(TEXT)
    stored = DocBin(store_user_data=True, docs=[doc]).to_bytes()
    [read] = DocBin().from_bytes(stored).get_docs(nlp.vocab)
    assert read_facts(read) == read_facts(doc)
    assert list_spans(read) == list_spans(doc)
    assert read._.pseudonymized == doc._.pseudonymized
    assert [ent.text for ent in read.ents] == [ent.text for ent in doc.ents]
    [bare] = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(nlp.vocab)
    assert read_facts(bare) == read_facts(doc), "also without user data"


def test_a_pipeline_can_be_written(pipeline: Callable[..., Any], tmp_path: Path) -> None:
    nlp = pipeline(pseudonymize=True, profile="clinic", thresholds={"surname": 0.1})
    nlp.to_disk(tmp_path / "pipeline")
    expected = nlp(TEXT)._.pseudonymized
    assert spacy.load(tmp_path / "pipeline")(TEXT)._.pseudonymized == expected
    for file in (tmp_path / "pipeline").rglob("*.*"):
        assert KEY.hex().encode() not in file.read_bytes()
    again = spacy.blank("sv").from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert again(TEXT)._.pseudonymized == expected


def test_a_component_can_be_written(pipeline: Callable[..., Any], tmp_path: Path) -> None:
    component = pipeline(pseudonymize=True, profile="clinic").get_pipe("tacknamn")
    component.to_disk(tmp_path / "component")
    plain = pipeline().get_pipe("tacknamn")
    for read in (plain.from_disk(tmp_path / "component"), plain.from_bytes(component.to_bytes())):
        assert (read.settings, read.annotations) == (component.settings, component.annotations)
        assert read.pseudonymizer.profile.name == component.pseudonymizer.profile.name


def test_a_setting_that_was_given_stays(
    pipeline: Callable[..., Any], data: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "moved"
    moved.symlink_to(data)
    pipeline(profile="clinic").to_disk(tmp_path / "pipeline")
    nlp = spacy.load(tmp_path / "pipeline", config={"components.tacknamn.data": str(moved)})
    settings = nlp.get_pipe("tacknamn").settings
    assert (settings.data, settings.profile) == (str(moved), "clinic")


SPAWNING = """
import multiprocessing, sys, spacy

if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    nlp = spacy.load(sys.argv[1])
    texts = sys.argv[2:] * 6
    alone = [doc._.pseudonymized for doc in nlp.pipe(texts)]
    print(alone == [doc._.pseudonymized for doc in nlp.pipe(texts, n_process=2, batch_size=3)])
"""


@pytest.fixture
def entry_points(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a process that has our entry points, as after an installation."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    facts = tmp_path / "site" / "tacknamn_entry_points-1.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: tacknamn-entry-points\nVersion: 1\n"
    )
    points = project["entry-points"]["spacy_factories"]
    lines = [f"{name} = {place}\n" for name, place in points.items()]
    (facts / "entry_points.txt").write_text(f"[spacy_factories]\n{''.join(lines)}")
    path = os.pathsep.join([str(tmp_path / "site"), *filter(None, sys.path)])
    yield {**os.environ, "PYTHONPATH": path}


def test_spaCy_finds_the_component_by_itself(
    pipeline: Callable[..., Any], entry_points: dict[str, str], tmp_path: Path
) -> None:
    """In new processes, which have not imported our package; each worker opens the lists anew."""
    pipeline(pseudonymize=True).to_disk(tmp_path / "pipeline")
    script = tmp_path / "spawning.py"
    script.write_text(SPAWNING)
    command = [sys.executable, str(script), str(tmp_path / "pipeline"), TEXT, "Amina ringde."]
    done = subprocess.run(command, env=entry_points, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


def test_copies_without_seed_draw_the_same_names(data: Path) -> None:
    from tacknamn.pipeline.stored_settings import StoredSettings

    component = TacknamnComponent(settings=StoredSettings(str(data)))
    make, arguments = component.__reduce__()
    drawn = make(*arguments).pseudonymizer(TEXT).text
    assert drawn == component.pseudonymizer(TEXT).text


def test_a_batch_that_fails_is_left_to_the_error_handler(pipeline: Callable[..., Any]) -> None:
    nlp = pipeline()
    failed = []
    nlp.set_error_handler(lambda name, component, docs, exc: failed.append((name, len(docs))))
    nlp.get_pipe("tacknamn").pseudonymizer = None
    assert list(nlp.pipe([TEXT] * 3, batch_size=2)) == []
    assert failed == [("tacknamn", 2), ("tacknamn", 1)]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"data": "/no/such/folder"}, "/no/such/folder: no bundle here; make one with "),
        ({"profile": "swel"}, "there is no profile 'swel'; did you mean swell? "),
        ({"language": "de"}, "there is no language 'de'; "),
        ({"alignment_mode": "wide"}, "the setting alignment_mode must be one of expand, "),
        ({"key_file": "", "key_variable": "NO_KEY"}, "NO_KEY is not set and contains no key; "),
        ({"key_variable": "NO_KEY"}, "key_file and key_variable are both set"),
        ({"key_file": KEY.hex()}, "a key was given where the name of its file belongs"),
        ({"key_file": "", "key_variable": KEY.hex()}, "a key was given where the name of its var"),
        ({"seed": 7, "key_variable": "TACKNAMN_KEY"}, "a seed and a key: give only one of them"),
    ],
)
def test_bad_settings_are_one_line(
    pipeline: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, Any],
    message: str,
) -> None:
    monkeypatch.setenv("TACKNAMN_KEY", KEY.hex())
    with pytest.raises(Error) as caught:
        pipeline(**settings)
    assert isinstance(caught.value, (BundleError, InputError))
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value) and KEY.hex() not in str(caught.value)


def test_a_language_without_lists(pipeline: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="pipelines for the language 'de' are not supported; set"):
        pipeline("de")


def test_damaged_settings(pipeline: Callable[..., Any], tmp_path: Path) -> None:
    component = pipeline().get_pipe("tacknamn")
    with pytest.raises(InputError, match="the settings are damaged; make the pipeline again"):
        component.from_bytes(b"{")
    with pytest.raises(InputError, match="there is no setting 'colour'; there are"):
        component.from_bytes(b'{"colour": "red"}')
    with pytest.raises(InputError, match=r"settings\.json: no settings: No such file"):
        component.from_disk(tmp_path)


def test_the_extension_is_registered_once(pipeline: Callable[..., Any]) -> None:
    getter = Span.get_extension("tacknamn")
    pipeline()
    assert Span.get_extension("tacknamn") == getter
