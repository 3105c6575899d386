"""The finders of the pipeline: what a profile can add to lists, patterns and cues.

The detector runs the finders ``lists``, ``patterns`` and ``marks``. The finders of this module need
its detections, or the whole profile. To add one, write a class and register it in :data:`FINDERS`.
"""

from collections.abc import Iterable, Sequence

from tacknamn.profiles.profile import Profile
from tacknamn.records import Detection, Span

__all__ = ["FINDERS", "ProfileFinder", "make_finders"]


class ProfileFinder:
    """A finder that takes part in several stages. A stage that it does not override is unchanged."""

    def __init__(self, profile: Profile, language: str, protect: str) -> None:
        """Keep what a finder may need.

        Args:
            protect: The name of the person to protect; empty if the caller named no one.
        """
        self.profile = profile
        self.language = language
        self.protect = protect

    def add_detections(self, text: str, detections: list[Detection]) -> list[Detection]:
        """Return the detections (harmless ones are already left out) and those of this finder."""
        return detections

    def select(self, text: str, detections: Sequence[Detection]) -> list[Detection] | None:
        """Return what is to be replaced, in place of the usual selection; None to leave it."""
        return None

    def list_warnings(self, text: str, spans: Sequence[Span]) -> Iterable[str]:
        """Return warnings for the caller about a finished text."""
        return ()


class MaskFinder(ProfileFinder):
    """``masks``: the nine patterns of the profile ``mask``, and the user's own patterns."""

    def add_detections(self, text: str, detections: list[Detection]) -> list[Detection]:
        """Add the masks of the profile; a mask replaces the detections that it overlaps."""
        from tacknamn.pipeline.masks import add_masks  # here, because few profiles need it

        return add_masks(text, detections, self.profile)

    def list_warnings(self, text: str, spans: Sequence[Span]) -> Iterable[str]:
        """Warn of Swedish text: the nine patterns are those of hospitals in Singapore."""
        from tacknamn.detection.patterns.clinical_patterns import describe_foreign_patterns

        warning = describe_foreign_patterns(text, self.profile.masks.switched)
        return [warning] if warning else ()


class TabFinder(ProfileFinder):
    """``tab``: what annotators of the Text Anonymization Benchmark would mask."""

    def select(self, text: str, detections: Sequence[Detection]) -> list[Detection] | None:
        """Select direct and quasi-identifiers of the person to protect."""
        from tacknamn.tab_benchmark.annotation import find_masked_detections  # here as well

        return find_masked_detections(text, detections, self.protect, self.language)

    def list_warnings(self, text: str, spans: Sequence[Span]) -> Iterable[str]:
        """Warn if the person to protect is not in the text."""
        from tacknamn.tab_benchmark.protected_person import is_person_masked

        if self.protect.strip() and not is_person_masked(text, spans, self.protect):
            yield (
                "the person to protect is not in the text, so no one is protected by name; is the "
                "name spelt as in the text?"
            )


FINDERS: dict[str, type[ProfileFinder]] = {"masks": MaskFinder, "tab": TabFinder}
"""The finders by the names that profiles give them, in the order in which they run."""


def make_finders(profile: Profile, language: str, protect: str) -> list[ProfileFinder]:
    """Make the finders of this module that a profile names."""
    return [
        finder(profile, language, protect)
        for name, finder in FINDERS.items()
        if name in profile.finders
    ]
