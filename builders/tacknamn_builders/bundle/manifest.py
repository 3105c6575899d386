"""Write the manifest of a bundle: its sources, its counts, the checksums of its files.

It contains neither times nor paths, so the same input gives the same manifest.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

import tacknamn
from tacknamn.labels import LABELS
from tacknamn.lexicon.bundle import FORMAT, MANIFEST, VERSION
from tacknamn_builders.bundle.bundle_files import BundleContent
from tacknamn_builders.merging.read_sources import CollectedRecords
from tacknamn_builders.sources.licences import combine_licences, find_licence
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.source_table import DataSource
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["read_left_out", "write_manifest"]


def write_manifest(
    folder: Path, profile: BuildProfile, collected: CollectedRecords, content: BundleContent
) -> None:
    """Write the manifest of the bundle in ``folder``, after all its other files."""
    used = [source for source in profile.sources if source.id in collected.records]
    licence = combine_licences(source.licence for source in used)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "code": tacknamn.__version__,
        "profile": profile.name,
        "title": profile.title,
        "country": profile.country,
        "redistributable": bool(licence),
        "licence": licence,
        "source_order": list(content.source_ids),
        "sources": {source.id: _describe_source(source, collected) for source in used},
        "skipped": collected.skipped,
        "replaced": collected.replaced,
        "left_out": collected.left_out,
        "counts": _count_entries(content),
        "files": {
            path.name: {"size": path.stat().st_size, "sha256": compute_sha256(path)}
            for path in sorted(folder.iterdir())
        },
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def read_left_out(folder: Path) -> dict[str, str]:
    """Read which faulty sources a new bundle lacks, each with its error."""
    left_out: dict[str, str] = json.loads((folder / MANIFEST).read_text("utf-8"))["left_out"]
    return left_out


def _describe_source(source: DataSource, collected: CollectedRecords) -> dict[str, Any]:
    return {
        "title": source.title,
        "version": source.version,
        "vintage": source.vintage,
        "licence": source.licence,
        "licence_title": find_licence(source.licence).title,
        "owed": source.owed,
        "records": collected.records[source.id],
        "sha256": collected.sums.get(source.id, {}),
    }


def _count_entries(content: BundleContent) -> dict[str, Any]:
    entries = content.entries
    per_label = np.bincount(entries.label, minlength=len(LABELS)).tolist()
    return {
        "entries": len(entries),
        "forms": len(np.unique(entries.folded)),
        "words": len(content.words),
        "labels": {label.value: count for label, count in zip(LABELS, per_label, strict=True)},
    }
