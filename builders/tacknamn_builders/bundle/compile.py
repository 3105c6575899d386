"""Build a bundle: gather, merge, write, rename.

The bundle is written beside its place and renamed into it when it is whole. A build that
fails, is killed or runs out of disk leaves the last good bundle where it was.
"""

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from tacknamn.text.fold import fold
from tacknamn_builders.bundle.bundle_files import BundleContent, write_files
from tacknamn_builders.bundle.manifest import write_manifest
from tacknamn_builders.bundle.replace_folder import check_replaceable, replace_folder
from tacknamn_builders.bundle.sampling_tables import build_sampling_tables
from tacknamn_builders.curation.curated_tables import (
    Exclusion,
    load_ambiguous,
    load_exclusions,
    load_fakes,
)
from tacknamn_builders.merging.merge import find_curation_bits, merge_records
from tacknamn_builders.merging.read_sources import CollectedRecords, read_sources
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
    gathered = read_sources(profile, raw, on_step)
    profile = profile.learnt.gathered(profile, gathered)
    with replace_folder(out) as folder:
        on_step("merging")
        exclusions = profile.learnt.exclusions(load_exclusions())
        content = build_content(profile, gathered, exclusions)
        on_step("writing")
        write_files(folder, content)
        on_step("checksums")
        write_manifest(folder, profile, gathered, content)
    _log.info("%s: %s entries", out, f"{len(content.senses):,}")
    return out


def build_content(
    profile: BuildProfile, gathered: CollectedRecords, exclusions: Iterable[Exclusion]
) -> BundleContent:
    """Merge what was gathered into the content of a bundle."""
    ambiguous = frozenset(fold(word.form) for word in load_ambiguous() if word.is_word)
    senses = merge_records(gathered, profile, exclusions, ambiguous)
    return BundleContent(
        pool=gathered.pool,
        senses=senses,
        words=gathered.words,
        ambiguous=ambiguous,
        source_ids=tuple(source.id for source in profile.sources),
        sampling=build_sampling_tables(gathered.pool, senses, profile.country, load_fakes()),
        hand_made=int(find_curation_bits(profile)),
    )
