"""Say where an export comes from: ``NOTICE.md`` for people, ``provenance.json`` for programs."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import tacknamn
from tacknamn.lexicon.listing import COLUMNS
from tacknamn_builders.exporting.selection import ExportContent
from tacknamn_builders.support.checksums import compute_sha256

__all__ = [
    "PROVENANCE",
    "get_export_time",
    "is_export",
    "list_export_files",
    "list_export_labels",
    "write_provenance",
]

PROVENANCE = "provenance.json"
_KIND = "tacknamn-export"


def is_export(folder: Path) -> bool:
    """Whether a folder has an export."""
    return _read_provenance(folder).get("kind") == _KIND


def list_export_files(folder: Path) -> set[str]:
    """Return the names of the files of an export."""
    files = _read_provenance(folder).get("files")
    return {PROVENANCE, *(files if isinstance(files, dict) else ())}


def list_export_labels(folder: Path) -> list[str]:
    """Return the labels of an export, in their order."""
    entries = _read_provenance(folder).get("entries")
    return list(entries) if isinstance(entries, dict) else []


def get_export_time(folder: Path) -> float:
    """Return when an export of this version of the code was complete; 0 if there is none."""
    if not is_export(folder) or _read_provenance(folder).get("code") != tacknamn.__version__:
        return 0.0
    return (folder / PROVENANCE).stat().st_mtime


def _read_provenance(folder: Path) -> dict[str, Any]:
    try:
        facts = json.loads((folder / PROVENANCE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return facts if isinstance(facts, dict) else {}


def write_provenance(content: ExportContent, format: str, folder: Path) -> None:
    """Write both files, after all others."""
    (folder / "NOTICE.md").write_text("".join(_format_notice(content)), "utf-8", newline="\n")
    manifest = content.manifest
    facts = {
        "kind": _KIND,
        "format": format,
        "code": tacknamn.__version__,
        "bundle": {name: manifest[name] for name in ("profile", "version", "code")},
        "redistributable": manifest["redistributable"],
        "licence": manifest.get("licence", ""),
        "selection": asdict(content.selection),
        "entries": {label: len(entries) for label, entries in content.entries.items()},
        "columns": dict(COLUMNS),
        "sources": _describe_sources(content),
        "files": {
            path.name: {"size": path.stat().st_size, "sha256": compute_sha256(path)}
            for path in sorted(folder.iterdir())
        },
    }
    text = json.dumps(facts, ensure_ascii=False, indent=1)
    (folder / PROVENANCE).write_text(f"{text}\n", "utf-8", newline="\n")


def _describe_sources(content: ExportContent) -> dict[str, Mapping[str, Any]]:
    """Describe all sources of the bundle; those without entries helped to weigh the others."""
    entries = Counter(source for entry in content.list_all() for source in entry.sources)
    return {
        id: {"entries": entries[id], **facts}
        for id, facts in sorted(content.manifest["sources"].items())
    }


def _format_notice(content: ExportContent) -> Iterator[str]:
    licence = content.manifest.get("licence", "")
    yield "# Notice\n\n"
    yield "Exported from lists that Täcknamn compiled from the sources below. "
    yield (
        f"They may be passed on together under {licence}, with these credits.\n"
        if licence
        else "They may not be passed on together: see their licences.\n"
    )
    for id, facts in _describe_sources(content).items():
        yield f"\n## {facts.get('title', id)}\n\n"
        yield f"- Source: `{id}`, data as of {facts['vintage']}\n"
        yield f"- Entries in this export: {facts['entries']:,}\n"
        yield f"- Licence: {facts['licence_title']}\n"
        yield f"- Credit: {facts.get('owed') or 'none stated'}\n"
