"""Build a bundle: gather, merge, write, rename.

The bundle is written beside its place and renamed into it when it is whole. A build that
fails, is killed or runs out of disk leaves the last good bundle where it was.
"""

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from tacknamn.fold import fold
from tacknamn_builders.bundle_files import Content, write_files
from tacknamn_builders.curation import Exclusion, load_ambiguous, load_exclusions, load_fakes
from tacknamn_builders.gather import Gathered, gather
from tacknamn_builders.manifest import write_manifest
from tacknamn_builders.merge import hand_made, merge
from tacknamn_builders.profiles import Profile
from tacknamn_builders.replace import replaceable, replacing
from tacknamn_builders.sampling import sampling_tables

__all__ = ["build_content", "compile_bundle"]

log = logging.getLogger(__name__)


def compile_bundle(
    profile: Profile,
    raw: Path,
    out: Path,
    on_step: Callable[[str], None] = lambda step: None,
) -> Path:
    """Build ``profile`` from the sources below ``raw`` into the folder ``out``."""
    out = replaceable(out)  # before minutes of work, and again when it is replaced
    gathered = gather(profile, raw, on_step)
    profile = profile.learnt.gathered(profile, gathered)
    with replacing(out) as folder:
        on_step("merging")
        exclusions = profile.learnt.exclusions(load_exclusions())
        content = build_content(profile, gathered, exclusions)
        on_step("writing")
        write_files(folder, content)
        on_step("checksums")
        write_manifest(folder, profile, gathered, content)
    log.info("%s: %s entries", out, f"{len(content.senses):,}")
    return out


def build_content(profile: Profile, gathered: Gathered, exclusions: Iterable[Exclusion]) -> Content:
    """Merge what was gathered into the content of a bundle."""
    ambiguous = frozenset(fold(word.form) for word in load_ambiguous() if word.is_word)
    senses = merge(gathered, profile, exclusions, ambiguous)
    return Content(
        pool=gathered.pool,
        senses=senses,
        words=gathered.words,
        ambiguous=ambiguous,
        source_ids=tuple(source.id for source in profile.sources),
        sampling=sampling_tables(gathered.pool, senses, profile.country, load_fakes()),
        hand_made=int(hand_made(profile)),
    )
