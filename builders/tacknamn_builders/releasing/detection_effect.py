"""Compare what two bundles detect in a folder of texts: numbers by label, never the texts.

Lists may change by thousands of rows without any effect on texts, and one row may change many
detections (an ordinary word that became a name). So a release is also judged by texts.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tacknamn.errors import InputError, describe_os_error
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.pseudonymizer import Pseudonymizer

__all__ = ["DetectionEffect", "compare_detections"]

_Labels = dict[tuple[int, int], str]
"""The label of each detected piece of a text."""


@dataclass(slots=True)
class DetectionEffect:
    """What changed in the detections of some texts."""

    texts: int = 0
    changed_texts: int = 0
    same: int = 0
    """Pieces that both bundles detect with the same label."""
    added: Counter[str] = field(default_factory=Counter)
    """Pieces that only the new bundle detects, by label."""
    lost: Counter[str] = field(default_factory=Counter)
    """Pieces that only the old bundle detects, by label."""
    relabelled: Counter[str] = field(default_factory=Counter)
    """Pieces that both detect, as ``old -> new``."""


def compare_detections(
    old: Path, new: Path, texts: Path, language: str = "sv", profile: str = "swell"
) -> DetectionEffect:
    """Compare the detections of two bundles in every ``.txt`` file below ``texts``."""
    before, after = (
        Pseudonymizer(Lexicon(Bundle(folder)), profile, language=language) for folder in (old, new)
    )
    effect = DetectionEffect()
    for text in _read_texts(texts):
        _compare_text(_detect(before, text), _detect(after, text), effect)
    if not effect.texts:
        raise InputError(f"{texts}: no .txt files below it; name a folder of UTF-8 texts")
    return effect


def _compare_text(old: _Labels, new: _Labels, effect: DetectionEffect) -> None:
    effect.texts += 1
    effect.changed_texts += old != new
    for piece in old.keys() | new.keys():
        was, now = old.get(piece), new.get(piece)
        if was == now:
            effect.same += 1
        elif was is None:
            effect.added[str(now)] += 1
        elif now is None:
            effect.lost[was] += 1
        else:
            effect.relabelled[f"{was} -> {now}"] += 1


def _detect(pseudonymizer: Pseudonymizer, text: str) -> _Labels:
    return {(found.start, found.end): found.label for found in pseudonymizer.detect(text)}


def _read_texts(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.txt")):
        try:
            yield path.read_text("utf-8-sig")
        except UnicodeDecodeError as exc:
            raise InputError(f"{path}: not UTF-8 at byte {exc.start}; convert it first") from None
        except OSError as exc:
            raise InputError(f"{path}: {describe_os_error(exc)}") from exc
