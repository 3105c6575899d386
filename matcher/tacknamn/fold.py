"""Fold text so that the spellings of one name meet: the only home of this rule.

Builders fold entries with it, the matcher folds texts with it. Folding is, in this order:

1. NFC, so that ``o`` + diaeresis is ``ö``;
2. case folding (``ß`` becomes ``ss``, ``İ`` plain ``i``), and NFC once more;
3. every kind of blank, dash and apostrophe becomes one kind; invisible characters
   (soft hyphen, zero-width space and joiners, byte-order mark) go;
4. runs of blanks become one, none at either end.

>>> fold("  Anna–Karin\\u00a0 O’BRIEN ")
'anna-karin o\\'brien'
"""

import re
import unicodedata
from typing import NewType

__all__ = ["Folded", "fold"]

Folded = NewType("Folded", str)
"""A string that has been through :func:`fold`."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_APOSTROPHES = "\u2018\u2019\u201b\u02bc\u02b9\u00b4\u0060\u2032\uff07"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# i + combining dot above: what case folding makes of the Turkish capital İ.
_DOTTED_I = "i\u0307"

_TABLE = {
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _APOSTROPHES), "'"),
    **dict.fromkeys(map(ord, _INVISIBLE), None),
}
# Most entries hold none of these, and a search is cheaper than a translation.
_SPECIAL = re.compile(f"[{re.escape(_DASHES + _APOSTROPHES + _INVISIBLE)}]|{_DOTTED_I}")


def fold(text: str) -> Folded:
    """Fold ``text``; folding twice changes nothing more."""
    if text.isascii():
        folded = text.lower().replace("`", "'")
    else:
        folded = _fold_unicode(text)
    return Folded(" ".join(folded.split()))


def _fold_unicode(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    folded = unicodedata.normalize("NFC", text.casefold())
    if _SPECIAL.search(folded):
        # Invisible characters first: what they kept apart may be a dotted i, or a letter
        # and its mark that NFC joins.
        folded = unicodedata.normalize("NFC", folded.translate(_TABLE).replace(_DOTTED_I, "i"))
    return folded
