"""The component itself: asks a pseudonymizer about documents, one by one or in batches.

Its settings are plain names and paths, so a pipeline with it can be written to a folder, pickled, and
run in several processes. The lists are opened where the pipeline is made or loaded, and never stored.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.util import minibatch

from tacknamn.errors import InputError, describe_os_error
from tacknamn.pipeline.stored_settings import StoredSettings, fill_defaults
from tacknamn.records import Detection, Span
from tacknamn.spacy.annotations import (
    AnnotationSettings,
    SpanFacts,
    register_extensions,
    write_annotations,
)
from tacknamn.text.languages import AUTO, LANGUAGES

__all__ = ["TacknamnComponent", "make_component"]

_BATCH = 128
"""Documents in a batch, if spaCy names no other number. It is spaCy's own."""
_ANY_LANGUAGE = "xx"
"""spaCy's code of pipelines for texts of several languages."""
_SETTINGS = "settings.json"
_DEFAULTS = StoredSettings().to_mapping() | AnnotationSettings().to_mapping()


class TacknamnComponent(Pipe):  # type: ignore[misc]  # spaCy is not there where types are checked
    """Finds names in documents of spaCy."""

    def __init__(
        self,
        name: str = "tacknamn",
        language: str = LANGUAGES[0],
        settings: StoredSettings | None = None,
        annotations: AnnotationSettings | None = None,
        seed: int | None = None,
    ) -> None:
        """Open the lists.

        Args:
            name: The name of the component in its pipeline.
            language: The language of the pipeline, used if the settings name none.
            seed: The seed of the component that was pickled. It is no setting, so that a random
                one is never written to a file.
        """
        self.name = name
        self.language = language
        self.settings = settings or StoredSettings()
        self.annotations = annotations or AnnotationSettings()
        register_extensions()
        self._open(seed)

    def _open(self, seed: int | None = None) -> None:
        language = self.settings.language or _choose_language(self.language)
        seed = self.settings.seed if seed is None else seed
        self.pseudonymizer = replace(self.settings, language=language, seed=seed).open()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings. The lists are opened again where the component is used.

        A random seed is pickled as well, so that all processes draw the same names."""
        seed = self.pseudonymizer.sampler.seed
        return TacknamnComponent, (
            self.name,
            self.language,
            self.settings,
            self.annotations,
            seed,
        )

    def __call__(self, doc: Any) -> Any:
        """Find the names in a document."""
        self._annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Any], *, batch_size: int = _BATCH) -> Iterator[Any]:
        """Find the names in a stream of documents, a batch at a time."""
        handle_error = self.get_error_handler()
        for docs in minibatch(stream, size=batch_size):
            try:
                self._annotate(docs)
            except Exception as exc:  # noqa: BLE001 - spaCy decides what to do about it
                handle_error(self.name, self, docs, exc)
            else:
                yield from docs

    def _annotate(self, docs: list[Any]) -> None:
        texts = [doc.text for doc in docs]
        if not self.annotations.pseudonymize:
            for doc, detections in zip(docs, self.pseudonymizer.detect_many(texts), strict=True):
                write_annotations(doc, map(_describe_detection, detections or ()), self.annotations)
            return
        for doc, document in zip(docs, self.pseudonymizer.many(texts), strict=True):
            assert document is not None  # only None has no document
            write_annotations(doc, map(_describe_span, document.spans), self.annotations)
            doc._.pseudonymized = document.text

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the settings as JSON. They name the key, and do not contain it."""
        settings = self.settings.to_mapping() | self.annotations.to_mapping()
        return json.dumps(settings, ensure_ascii=False, indent=2, sort_keys=True).encode("utf-8")

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "TacknamnComponent":
        """Read settings that :meth:`to_bytes` wrote, and open the lists that they name.

        A setting that the component was made with stays: ``spacy.load(path, config=...)`` can name
        other lists or another key than those of the machine where the pipeline was written."""
        try:
            stored = json.loads(data)
        except ValueError as exc:
            raise InputError(
                f"{self.name}: the settings are damaged; make the pipeline again"
            ) from exc
        settings, annotations = _split_settings(stored)
        self.settings = fill_defaults(self.settings, settings)
        self.annotations = fill_defaults(self.annotations, annotations)
        self._open()
        return self

    def to_disk(self, path: Path | str, *, exclude: Iterable[str] = ()) -> None:
        """Write the settings to a folder."""
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _SETTINGS).write_bytes(self.to_bytes())

    def from_disk(self, path: Path | str, *, exclude: Iterable[str] = ()) -> "TacknamnComponent":
        """Read the settings from a folder, as :meth:`from_bytes` does."""
        file = Path(path) / _SETTINGS
        try:
            data = file.read_bytes()
        except OSError as exc:
            raise InputError(f"{file}: no settings: {describe_os_error(exc)}") from exc
        return self.from_bytes(data)


@Language.factory("tacknamn", default_config=_DEFAULTS, assigns=["doc.spans"])  # type: ignore[untyped-decorator]  # as above
def make_component(
    nlp: Any,
    name: str,
    data: str,
    profile: str,
    language: str,
    key_file: str,
    key_variable: str,
    seed: int | None,
    policies: dict[str, str],
    thresholds: dict[str, float],
    topic_aware: bool | None,
    spans_key: str,
    annotate_ents: bool,
    overwrite_ents: bool,
    ents_labels: list[str],
    alignment_mode: str,
    pseudonymize: bool,
) -> TacknamnComponent:
    """Make the component of a pipeline: spaCy calls this for ``nlp.add_pipe("tacknamn")``.

    spaCy reads the names and types of the settings from this signature.
    :class:`~tacknamn.pipeline.stored_settings.StoredSettings` and
    :class:`~tacknamn.spacy.annotations.AnnotationSettings` explain them."""
    settings = StoredSettings(
        data, profile, language, key_file, key_variable, seed, policies, thresholds, topic_aware
    )
    annotations = AnnotationSettings(
        spans_key, annotate_ents, overwrite_ents, ents_labels, alignment_mode, pseudonymize
    )
    return TacknamnComponent(name, nlp.lang, settings, annotations)


def _split_settings(settings: Mapping[str, Any]) -> tuple[StoredSettings, AnnotationSettings]:
    annotations = AnnotationSettings.select_names(settings)
    others = {name: value for name, value in settings.items() if name not in annotations}
    return StoredSettings.from_mapping(others), AnnotationSettings(**annotations)


def _choose_language(language: str) -> str:
    """Return the language of texts for the language of a pipeline."""
    if language in LANGUAGES:
        return language
    if language == _ANY_LANGUAGE:
        return AUTO
    raise InputError(
        f"pipelines for the language {language!r} are not supported; set language to one of "
        f"{', '.join((*LANGUAGES, AUTO))}"
    )


def _describe_detection(detection: Detection) -> SpanFacts:
    return SpanFacts(detection.start, detection.end, detection.label, detection.probability)


def _describe_span(span: Span) -> SpanFacts:
    probability = 1.0 if span.found is None else span.found.probability
    return SpanFacts(span.start, span.end, span.label, probability, span.number, span.replacement)
