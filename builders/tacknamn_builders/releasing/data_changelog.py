"""Write the changelog of the data: a section for each release, the newest first."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tacknamn.lexicon.manifest_facts import describe_terms, find_newest_month
from tacknamn.support.atomic_files import write_whole
from tacknamn_builders.releasing.detection_effect import DetectionEffect
from tacknamn_builders.releasing.diff import BundleDifference

__all__ = ["add_to_changelog", "format_release"]

_HEAD = "# Changes of the data\n\nThe newest release comes first. `tacknamn-build release` writes this page.\n"
_KINDS = {
    "added": "new forms",
    "dropped": "dropped forms",
    "relabelled": "forms with other labels",
    "reranked": "forms with another most likely label",
    "recounted": "forms with another count",
    "resourced": "forms that other sources have",
}
_SHOWN = 5
"""Examples of a line."""


def format_release(
    version: str,
    manifest: Mapping[str, Any],
    difference: BundleDifference | None,
    effect: DetectionEffect | None,
    last: str = "",
) -> str:
    """Format the section of a release."""
    counts = manifest["counts"]
    size = f"{counts['entries']:,} entries of {counts['forms']:,} forms"
    facts = f"newest data of {find_newest_month(manifest)}; {describe_terms(manifest)}"
    lines = [f"## {version}", "", f"{size}; {facts}.", ""]
    if difference is not None:
        lines += [f"Compared with {last}:", "", *_list_changes(difference), ""]
    elif last:
        lines += [f"{last} has another format of bundles, so the two were not compared.", ""]
    if effect is not None:
        lines += [*_describe_effect(effect), ""]
    return "\n".join(lines)


def add_to_changelog(path: Path, section: str) -> None:
    """Insert the section of a release before the others."""
    text = path.read_text("utf-8") if path.exists() else _HEAD
    head, mark, older = text.partition("\n## ")
    write_whole(
        path, f"{head.rstrip()}\n\n{section.rstrip()}\n" + (f"{mark}{older}" if mark else "")
    )


def _list_changes(difference: BundleDifference) -> Iterator[str]:
    for kind, words in _KINDS.items():
        changes = getattr(difference, kind)
        for label, number in sorted(changes.number.items()):
            examples = ", ".join(changes.examples[label][:_SHOWN])
            more = " ..." if number > _SHOWN else ""
            yield f"- {label}: {number:,} {words} ({examples}{more})"
    for name, (came, went) in difference.top.items():
        yield (
            f"- {name}, of the 50 that are drawn: {len(came)} new ({', '.join(came) or 'none'}), "
            f"{len(went)} gone ({', '.join(went) or 'none'})"
        )
    if difference.files:
        yield f"- other changed files: {', '.join(difference.files)}"
    if not difference:
        yield "- no difference"


def _describe_effect(effect: DetectionEffect) -> Iterator[str]:
    yield (
        f"In {effect.texts:,} texts, the detections of {effect.changed_texts:,} changed; "
        f"{effect.same:,} detections are the same."
    )
    rows = (
        ("only now", effect.added),
        ("no longer", effect.lost),
        ("otherwise", effect.relabelled),
    )
    lines = [
        f"- {words}: " + ", ".join(f"{label} {number:,}" for label, number in counts.most_common())
        for words, counts in rows
        if counts
    ]
    if lines:
        yield ""
        yield from lines
