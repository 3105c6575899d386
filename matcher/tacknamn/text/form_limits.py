"""What no form of a list may have: control characters, line breaks, the length of a paragraph.

Lists of the user and the publishers' files have the same limits.
"""

import unicodedata

__all__ = ["LONGEST_FORM", "has_control_characters"]

LONGEST_FORM = 500
"""Characters of a form. The longest name of our lists has 190; a longer form is a paragraph."""
_CATEGORIES = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Unicode's categories of control characters, halves of characters, and breaks."""


def has_control_characters(text: str) -> bool:
    """Whether a text has a control character, a line break or half a character."""
    if text.isprintable():
        return False
    return not _CATEGORIES.isdisjoint(map(unicodedata.category, text))
