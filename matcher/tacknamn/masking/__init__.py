"""Mask by regular expressions: seed C's nine patterns, and pairs of the user's own.

::

    mask_text("Bed: 10, S1234567A")                          # "Bed:[BedNo], [NRIC]"
    mask_text("Kund 4711", switched=(), custom=[(r"\\d+", "[Kund]")])
    masks(text, switched={1, 2, 5})                          # Found, one by one

Each pattern reads the text that the ones before it left, with their placeholders in it, in the
order of :data:`PATTERNS`; the user's pairs come last. What touches a placeholder takes it whole.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.masking.applying import mask_text, masks, with_masks
    from tacknamn.masking.custom import checked_pairs, custom_texts
    from tacknamn.masking.patterns import (
        ALL,
        PATTERNS,
        MaskPattern,
        checked_switches,
        mask_texts,
    )

__all__ = [
    "ALL",
    "PATTERNS",
    "MaskPattern",
    "checked_pairs",
    "checked_switches",
    "custom_texts",
    "mask_text",
    "mask_texts",
    "masks",
    "with_masks",
]

_HOMES = {
    "custom": ("checked_pairs", "custom_texts"),
    "applying": ("mask_text", "masks", "with_masks"),
    "patterns": ("ALL", "PATTERNS", "MaskPattern", "checked_switches", "mask_texts"),
}

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
