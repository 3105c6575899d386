"""Labels of backends: what they mean, and what happens to those without a meaning."""

from pathlib import Path

import pytest

from tacknamn.errors import InputError
from tacknamn.ner.backends.labels import is_known_label
from tacknamn.ner.backends.protocol import BackendError
from tacknamn.ner.label_map import check_label_map, read_label_map
from tacknamn.ner.masker import mask_names
from tacknamn.taxonomy.reader import load_taxonomy
from tests.masking_backends import installed

TEXT = "Anna och Bo bor i Lund."


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "packages").mkdir()
    monkeypatch.syspath_prepend(installed(tmp_path / "packages"))


@pytest.mark.parametrize("label", ["PERSON", "B-PER", "person", "PRS"])
def test_known_labels_of_persons_are_masked(label: str) -> None:
    assert mask_names(TEXT, f"labels:Anna={label}") == "[Name] och Bo bor i Lund."


@pytest.mark.parametrize("label", ["NAME", "firstname", "PATIENT", "LABEL_0", "B-NAMN"])
def test_labels_without_a_class_are_refused(label: str) -> None:
    with pytest.raises(BackendError) as caught:
        mask_names(TEXT, f"labels:Lund=LOC+Anna={label}+Bo=OTHERS")
    message = str(caught.value)
    assert f"names of persons: {', '.join(sorted([label, 'OTHERS']))};" in message
    assert (
        "as in --label-map " in message
        and "Anna" not in message.replace("labels:", "").split(": ", 1)[1]
    )


def test_labels_can_be_mapped() -> None:
    backend = "labels:Anna=NAME+Bo=firstname+Lund=WARD"
    labels = {"name": "PER", "FIRSTNAME": "PER", "WARD": "ORG"}
    assert mask_names(TEXT, backend, labels=labels) == "[Name] och [Name] bor i Lund."
    assert mask_names(TEXT, "labels:Anna=PER", labels={"PER": "MISC"}) == TEXT


@pytest.mark.parametrize("label", ["Anna", "anna", "Anna Lind", "1", "x" * 60])
def test_labels_that_may_be_text_are_not_shown(label: str) -> None:
    with pytest.raises(BackendError) as caught:
        mask_names(TEXT, f"labels:Anna={label}")
    reason = str(caught.value).partition(" returned ")[2]
    assert "they look like text and are not shown" in reason and "nna" not in reason


def test_labels_of_things_are_no_names() -> None:
    assert mask_names(TEXT, "labels:Anna=CARDINAL+Bo=US_SSN") == TEXT


def test_all_classes_of_the_taxonomy_are_known() -> None:
    assert all(is_known_label(label.coarse) for label in load_taxonomy().labels if label.coarse)
    assert not is_known_label("SE_PERSON")


@pytest.mark.parametrize("written", ["NAME", "NAME=", "=PER", "NAME=FOO", "NAME=per"])
def test_a_map_that_does_not_work_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="--label-map: write a label and one of PER"):
        check_label_map(read_label_map([written]))
