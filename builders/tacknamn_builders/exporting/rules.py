"""Rules: patterns for spaCy's EntityRuler, and deny lists for Presidio."""

import json
from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.exporting.selection import ExportContent

__all__ = ["write_presidio", "write_spacy"]

LANGUAGES = ("sv", "en")
"""Languages of texts. A recognizer of Presidio has one, so each list is written for both."""


def write_spacy(content: ExportContent, folder: Path) -> None:
    """Write ``patterns.jsonl``. The phrases are split into tokens by the pipeline that reads them."""
    with (folder / "patterns.jsonl").open("w", encoding="utf-8", newline="\n") as file:
        for label, forms in content.group_forms().items():
            for form in forms:
                pattern = {"label": label, "pattern": form}
                file.write(json.dumps(pattern, ensure_ascii=False) + "\n")


def write_presidio(content: ExportContent, folder: Path) -> None:
    """Write ``recognizers.yaml``: one recognizer for each label and language."""
    (folder / "recognizers.yaml").write_text(
        "".join(_format_recognizers(content)), "utf-8", newline="\n"
    )


def _format_recognizers(content: ExportContent) -> Iterator[str]:
    """Yield the parts of the file. A string of JSON is a string of YAML as well."""
    yield "recognizers:\n"
    for label, forms in content.group_forms().items():
        for language in LANGUAGES:
            yield f"  - name: tacknamn_{label}_{language}\n"
            yield f"    supported_language: {language}\n"
            yield f"    supported_entity: {label.upper()}\n"
            yield "    deny_list:\n"
            yield from (f"      - {json.dumps(form, ensure_ascii=False)}\n" for form in forms)
