"""Mask as seed C does: names, nine patterns, and pairs of the user's own.

::

    mask_names("George met Anna.", ["tacknamn", "stanza"])   # "[Name] met [Name]."
    mask_file("notes.csv", columns=["note"], details=[1, 5]) # notes_anonymized.csv
    mask = Masker(settings("spacy", language="sv"))          # mask(text).text, .spans

    mask_text("Bed: 10, S1234567A")                          # "Bed:[BedNo], [NRIC]"
    mask_text("Kund 4711", switched=(), custom=[(r"\\d+", "[Kund]")])
    masks(text, switched={1, 2, 5})                          # Found, one by one

Names are found by the packages of :mod:`tacknamn.backends`, joined by :mod:`tacknamn.combining`;
the seed's own names of both functions are in :mod:`tacknamn.masking.seed_names`.

Each pattern reads the text that the ones before it left, with their placeholders in it, in the
order of :data:`PATTERNS`; the user's pairs come last. What touches a placeholder takes it whole.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.masking.applying import mask_text, masks, with_masks
    from tacknamn.masking.choosing import Choices, Settings, settings
    from tacknamn.masking.custom import checked_pairs, custom_texts, read_pair
    from tacknamn.masking.functions import mask_file, mask_names
    from tacknamn.masking.masker import Mask, Masked, Masker
    from tacknamn.masking.patterns import (
        ALL,
        PATTERNS,
        MaskPattern,
        checked_switches,
        mask_texts,
    )
    from tacknamn.masking.seed_names import (
        anonymize_file_input,
        anonymize_manual_input,
        anonymized_file_input,
        anonymized_text,
    )

__all__ = [
    "ALL",
    "PATTERNS",
    "Choices",
    "Mask",
    "MaskPattern",
    "Masked",
    "Masker",
    "Settings",
    "anonymize_file_input",
    "anonymize_manual_input",
    "anonymized_file_input",
    "anonymized_text",
    "checked_pairs",
    "checked_switches",
    "custom_texts",
    "mask_file",
    "mask_names",
    "mask_text",
    "mask_texts",
    "masks",
    "read_pair",
    "settings",
    "with_masks",
]

_HOMES = {
    "applying": ("mask_text", "masks", "with_masks"),
    "custom": ("checked_pairs", "custom_texts", "read_pair"),
    "functions": ("mask_file", "mask_names"),
    "masker": ("Mask", "Masked", "Masker"),
    "patterns": ("ALL", "PATTERNS", "MaskPattern", "checked_switches", "mask_texts"),
    "seed_names": (
        "anonymize_file_input",
        "anonymize_manual_input",
        "anonymized_file_input",
        "anonymized_text",
    ),
    "choosing": ("Choices", "Settings", "settings"),
}

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
