"""Restore an answer the slow and obvious way: try every form of every pseudonym at every place."""

import re
from typing import Any

from tacknamn.labels import GENITIVE, name_affixes
from tacknamn.replacement.inflection.rendering import render
from tacknamn.session import Session
from tacknamn.session.forms import list_forms
from tacknamn.text.fold import fold

__all__ = ["restore_slowly"]

LETTER = re.compile(r"[^\W_]")
LONGEST = 60
MARK = re.compile(r"['’:][sS](?![^\W_])")
BARE = re.compile(r"['’](?= [^\W_])")


def restore_slowly(session: Session, reply: str) -> str:
    """Restore an answer by trying everything."""
    data = session.dump()
    values = {
        f"[{name} {number}]".casefold(): original for name, number, original in data["values"]
    }
    written = {form: original for form, original, *_ in data["published"]}
    small = {tuple(key) for form, _, *key in data["published"] if form.islower()}
    forms: dict[str, Any] = {}
    for kind, identity, original, _, _, (base, label, *_, is_kept) in data["names"]:
        for form in () if is_kept else reversed(list_forms(base, label)):
            known = forms.get(form.folded)
            if known is None or not form.affixes:
                forms[form.folded] = (form, original, label, base, (kind, identity))
    parts, place = [], 0
    while place < len(reply):
        end, text = try_all(reply, place, values, written, small, forms)
        parts.append(text)
        place = end
    return "".join(parts)


def try_all(
    reply: str, place: int, values: dict[str, str], written: dict[str, str], small: Any, forms: Any
) -> tuple[int, str]:
    """What stands at a place, and where that ends; a single character if it is no pseudonym."""
    for placeholder, original in values.items():
        if reply[place : place + len(placeholder)].casefold() == placeholder:
            return place + len(placeholder), original
    if LETTER.match(reply, place) and not (place and LETTER.match(reply, place - 1)):
        for end in range(min(len(reply), place + LONGEST), place, -1):
            is_cut = end < len(reply) and LETTER.match(reply, end) and LETTER.match(reply, end - 1)
            entry = forms.get(fold(reply[place:end]))
            if entry is None or is_cut or not LETTER.match(reply, end - 1):
                continue
            form, original, label, base, owner = entry
            if reply[place].islower() and not form.is_common and owner not in small:
                continue
            affixes = form.affixes
            if not affixes & GENITIVE:
                bare = None
                if reply[end - 1] in "sxzSXZ" and (
                    not place or reply[place - 1] != reply[end : end + 1]
                ):
                    bare = BARE.match(reply, end)
                mark = MARK.match(reply, end) or bare
                if mark:
                    end, affixes = mark.end(), affixes | GENITIVE
            found = reply[place:end]
            if found in written:
                return end, written[found]
            name = original.title() if original.isupper() or original.islower() else original
            return end, render(found, name, name_affixes(affixes), label, base).text
    return place + 1, reply[place]
