"""Word lists: for GATE's gazetteers, and for FlashText."""

import json
from pathlib import Path

from tacknamn.labels import Label
from tacknamn_builders.exporting.selection import ExportContent

__all__ = ["write_flashtext", "write_gate"]

_PERSON, _PLACE, _INSTITUTION = "person", "location", "organization"
_MAJOR_TYPES: dict[str, str] = {
    Label.FIRSTNAME_FEMALE: _PERSON,
    Label.FIRSTNAME_MALE: _PERSON,
    Label.FIRSTNAME_UNKNOWN: _PERSON,
    Label.SURNAME: _PERSON,
    Label.COUNTRY: _PLACE,
    Label.REGION: _PLACE,
    Label.CITY: _PLACE,
    Label.AREA: _PLACE,
    Label.PLACE: _PLACE,
    Label.GEO: _PLACE,
    Label.ZIP_CODE: _PLACE,
    Label.SCHOOL: _INSTITUTION,
    Label.WORK: _INSTITUTION,
    Label.PUBLIC_AUTHORITY: _INSTITUTION,
    Label.OTHER_INSTITUTION: _INSTITUTION,
}
"""ANNIE's major types; a label without one is its own. The minor type is the label."""


def write_gate(content: ExportContent, folder: Path) -> None:
    """Write a list for each label, and ``lists.def`` with their types, as ANNIE reads them."""
    index = []
    for label, forms in content.group_forms().items():
        # One entry is one line, so a line break within a form would make two.
        lines = "".join(f"{' '.join(form.split())}\n" for form in forms)
        (folder / f"{label}.lst").write_text(lines, "utf-8", newline="\n")
        index.append(f"{label}.lst:{_MAJOR_TYPES.get(label, label)}:{label}\n")
    (folder / "lists.def").write_text("".join(index), "utf-8", newline="\n")


def write_flashtext(content: ExportContent, folder: Path) -> None:
    """Write the forms of each label, as ``KeywordProcessor.add_keywords_from_dict`` reads them.

    FlashText gives a keyword one name, so each form has its likeliest label."""
    keywords: dict[str, list[str]] = {}
    for entry in content.choose_labels().values():
        keywords.setdefault(str(entry.label), []).append(entry.form)
    text = json.dumps(keywords, ensure_ascii=False, indent=0, sort_keys=True)
    (folder / "keywords.json").write_text(f"{text}\n", "utf-8", newline="\n")
