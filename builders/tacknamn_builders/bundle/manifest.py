"""Write a bundle's manifest: what it was made of, and what its files must be.

No time of day and no path stands in it: the same inputs make the same manifest.
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
from tacknamn_builders.sources.licences import find_licence, is_permissive
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.source_table import DataSource
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["write_manifest"]


def write_manifest(
    folder: Path, profile: BuildProfile, gathered: CollectedRecords, content: BundleContent
) -> None:
    """Describe the bundle in ``folder``, last of all its files."""
    used = [source for source in profile.sources if source.id in gathered.records]
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "code": tacknamn.__version__,
        "profile": profile.name,
        "title": profile.title,
        "country": profile.country,
        "redistributable": all(is_permissive(source.licence) for source in used),
        "source_order": list(content.source_ids),
        "sources": {source.id: _describe_source(source, gathered) for source in used},
        "skipped": gathered.skipped,
        "counts": _count_entries(content),
        "files": {
            path.name: {"size": path.stat().st_size, "sha256": compute_sha256(path)}
            for path in sorted(folder.iterdir())
        },
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def _describe_source(source: DataSource, gathered: CollectedRecords) -> dict[str, Any]:
    return {
        "title": source.title,
        "version": source.version,
        "vintage": source.vintage,
        "licence": source.licence,
        "licence_title": find_licence(source.licence).title,
        "owed": source.owed,
        "records": gathered.records[source.id],
        "sha256": gathered.sums.get(source.id, {}),
    }


def _count_entries(content: BundleContent) -> dict[str, Any]:
    senses = content.senses
    per_label = np.bincount(senses.label, minlength=len(LABELS)).tolist()
    return {
        "entries": len(senses),
        "forms": len(np.unique(senses.folded)),
        "words": len(content.words),
        "labels": {label.value: count for label, count in zip(LABELS, per_label, strict=True)},
    }
