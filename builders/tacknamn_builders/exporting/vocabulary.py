"""A vocabulary of SKOS as JSON-LD: a concept for each place, institution or name."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tacknamn.lexicon.listing import LexiconEntry
from tacknamn_builders.exporting.selection import ExportContent

__all__ = ["write_skos"]

_CONTEXT = {
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dct": "http://purl.org/dc/terms/",
    "id": "@id",
    "type": "@type",
    "title": "dct:title",
    "source": "dct:source",
    "prefLabel": "skos:prefLabel",
    "altLabel": {"@id": "skos:altLabel", "@container": "@set"},
    "note": {"@id": "skos:note", "@container": "@set"},
    "broader": {"@id": "skos:broader", "@type": "@id"},
    "inScheme": {"@id": "skos:inScheme", "@type": "@id"},
    "topConceptOf": {"@id": "skos:topConceptOf", "@type": "@id"},
    "exactMatch": {"@id": "skos:exactMatch", "@type": "@id"},
}
_SCHEME = "urn:tacknamn:labels"
_GEONAMES = "geonames:"


def write_skos(content: ExportContent, folder: Path) -> None:
    """Write ``entries.jsonld``, with one concept on each line."""
    with (folder / "entries.jsonld").open("w", encoding="utf-8", newline="\n") as file:
        file.write(f'{{"@context": {_dump(_CONTEXT)},\n"@graph": [\n')
        file.write(",\n".join(map(_dump, _list_nodes(content))))
        file.write("\n]}\n")


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _list_nodes(content: ExportContent) -> Iterator[dict[str, Any]]:
    """Yield the scheme, a concept of each label, and the concepts below it."""
    sources = content.manifest["sources"]
    yield {
        "id": _SCHEME,
        "type": "skos:ConceptScheme",
        "title": "Täcknamn",
        "source": [f"{id}, {facts['vintage']}" for id, facts in sorted(sources.items())],
    }
    for label, entries in content.entries.items():
        yield {
            "id": f"urn:tacknamn:label:{label}",
            "type": "skos:Concept",
            "prefLabel": label,
            "topConceptOf": _SCHEME,
            "inScheme": _SCHEME,
        }
        yield from _list_concepts(label, entries)


def _list_concepts(label: str, entries: Sequence[LexiconEntry]) -> Iterator[dict[str, Any]]:
    """Yield a concept for the entries of each entity, and for each other entry."""
    grouped: dict[str, list[LexiconEntry]] = {}
    for entry in entries:
        grouped.setdefault(_name_concept(label, entry), []).append(entry)
    for name, names in grouped.items():
        # The main name comes first; of others, the most mentioned one.
        forms = list(dict.fromkeys(e.form for e in sorted(names, key=lambda e: not e.is_main)))
        concept: dict[str, Any] = {
            "id": name,
            "type": "skos:Concept",
            "prefLabel": forms[0],
            "broader": f"urn:tacknamn:label:{label}",
            "inScheme": _SCHEME,
        }
        if forms[1:]:
            concept["altLabel"] = forms[1:]
        if notes := [part for part in (names[0].parent, names[0].country) if part]:
            concept["note"] = notes
        if names[0].entity.startswith(_GEONAMES):
            number = names[0].entity.removeprefix(_GEONAMES)
            concept["exactMatch"] = f"https://sws.geonames.org/{quote(number)}/"
        yield concept


def _name_concept(label: str, entry: LexiconEntry) -> str:
    parts = (entry.entity,) if entry.entity else (entry.form, entry.country, entry.parent)
    return f"urn:tacknamn:{label}:" + ":".join(quote(part, safe="") for part in parts)
