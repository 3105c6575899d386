"""Build a bundle: read, merge, write, rename.

The bundle is written into a new folder, which replaces the old one when it is complete. After a
failure, an interruption or a full disk, the last good bundle is still in place.
"""

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from tacknamn.lexicon.writing.replace_folder import check_replaceable, replace_folder
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.bundle_files import BundleContent, write_files
from tacknamn_builders.bundle.manifest import write_manifest
from tacknamn_builders.bundle.sampling_tables import build_sampling_tables
from tacknamn_builders.curation.curated_tables import (
    Exclusion,
    load_ambiguous,
    load_drawn,
    load_exclusions,
    load_fakes,
)
from tacknamn_builders.merging.merge import find_curation_bits, merge_records
from tacknamn_builders.merging.read_sources import CollectedRecords, read_sources
from tacknamn_builders.merging.reviewed import add_reviewed_source, combine_exclusions
from tacknamn_builders.sources.profiles import BuildProfile

__all__ = ["build_content", "compile_bundle"]

_log = logging.getLogger(__name__)


def compile_bundle(
    profile: BuildProfile,
    raw: Path,
    out: Path,
    on_step: Callable[[str], None] = lambda step: None,
) -> Path:
    """Build ``profile`` from the sources below ``raw`` into the folder ``out``."""
    out = check_replaceable(out)  # before minutes of work, and again when it is replaced
    collected = read_sources(profile, raw, on_step)
    profile = add_reviewed_source(profile, collected)
    with replace_folder(out) as folder:
        on_step("merging")
        exclusions = combine_exclusions(load_exclusions(), profile.reviewed)
        content = build_content(profile, collected, exclusions)
        on_step("writing")
        write_files(folder, content)
        on_step("checksums")
        write_manifest(folder, profile, collected, content)
    _log.info("%s: %s entries", out, f"{len(content.entries):,}")
    return out


def build_content(
    profile: BuildProfile, collected: CollectedRecords, exclusions: Iterable[Exclusion]
) -> BundleContent:
    """Merge the collected records into the content of a bundle."""
    ambiguous = frozenset(fold(word.form) for word in load_ambiguous() if word.is_word)
    entries = merge_records(collected, profile, exclusions, ambiguous)
    return BundleContent(
        store=collected.store,
        entries=entries,
        words=collected.words,
        ambiguous=ambiguous,
        source_ids=tuple(source.id for source in profile.sources),
        sampling=build_sampling_tables(
            collected.store, entries, profile.country, load_fakes(), load_drawn()
        ),
        hand_made=int(find_curation_bits(profile)),
    )
