"""spaCy pipelines as a backend: ``spacy``, ``spacy:en_core_web_sm`` or ``spacy:./my-pipeline``."""

import re
from typing import Any

from tacknamn.ner.backends.labels import coarse_label, strip_blanks
from tacknamn.ner.backends.package_backend import PackageBackend
from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["SpacyBackend", "load_pipeline"]

MODELS = {"en": "en_core_web_sm", "sv": "sv_core_news_sm"}
"""spaCy's small pipelines; the masking tool used the English one."""
_OFFICIAL = re.compile(r"[a-z]{2}_(?:core|dep|ent|sent)_[a-z]+_(?:sm|md|lg|trf)")
_UNNEEDED = ("tagger", "morphologizer", "attribute_ruler", "lemmatizer", "trainable_lemmatizer")
"""Components that entity recognizers do not depend on. Rulers may read their results, so a
pipeline with a ruler keeps them."""


class SpacyBackend(PackageBackend):
    """The entities of a spaCy pipeline, which gives no scores."""

    extra = "spacy"
    needs = ("spacy",)
    _pipeline: Any

    def _load(self) -> None:
        self._pipeline = load_pipeline(self, self.setup.model)

    def _find(self, text: str) -> list[NamedMention]:
        return [
            NamedMention(start, end, coarse_label(entity.label_), 1.0)
            for entity in self._pipeline(text).ents
            for start, end in [strip_blanks(text, entity.start_char, entity.end_char)]
            if start < end
        ]


def load_pipeline(backend: PackageBackend, model: str) -> Any:
    """Load a spaCy pipeline by name or path; an empty name means the small one of the language."""
    spacy = backend.import_package("spacy")
    model = model or MODELS.get(backend.setup.language, "")
    if not model:
        raise backend.make_error(
            f"there is no default pipeline for the language {backend.setup.language!r}",
            "name one, as in spacy:xx_ent_wiki_sm",
        )
    with backend.report_load_errors(f"the pipeline {model}", _suggest_remedy(model)):
        pipeline = spacy.load(model)
    backend.check_language(f"the pipeline {model}", pipeline.lang)
    names = pipeline.pipe_names
    if not any("doc.ents" in pipeline.get_pipe_meta(name).assigns for name in names):
        raise backend.make_error(
            f"the pipeline {model} has no component that finds names",
            "choose one with an entity recognizer: ner or entity_ruler",
        )
    if not any("ruler" in name for name in names if name not in _UNNEEDED):
        pipeline.select_pipes(disable=[name for name in _UNNEEDED if name in names])
    return pipeline


def _suggest_remedy(model: str) -> str:
    if _OFFICIAL.fullmatch(model):
        return f"run: python -m spacy download {model}"
    return "give the folder of a pipeline, or the name of an installed one"
