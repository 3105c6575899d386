"""Find the bundle that another process used: what a pickle says of it is a place and a checksum.

The place is the name of installed lists, or else a folder. The checksum decides: lists that are
elsewhere on this machine are as good if they are the same, and others at that place are not.
"""

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle, read_checksum
from tacknamn.lexicon.find_bundle import find_bundle
from tacknamn.support.recipes import RecipeReader

__all__ = ["reopen_bundle"]

_SHOWN = 12
"""Digits of a checksum in a message."""


def reopen_bundle(recipe: RecipeReader) -> Bundle:
    """Open the bundle of a recipe that :meth:`Bundle.make_recipe` made, in a folder or in memory."""
    if recipe.has("parts"):
        from tacknamn.lexicon.own.reading import reopen_own_lists  # here: seldom needed

        return reopen_own_lists(recipe)
    return _find_same_bundle(recipe)


def _find_same_bundle(recipe: RecipeReader) -> Bundle:
    """Open the bundle with this checksum: at its place, or where one is found without a name."""
    place = recipe.get("lists", str) or recipe.get("folder", str)
    checksum = recipe.get("checksum", str)
    problems = []
    for name in (place, None):
        try:
            found = find_bundle(name)
            here = read_checksum(found.folder)
        except BundleError as exc:
            problems.append(str(exc).partition(";")[0])  # its remedies do not fit here
            continue
        if here == checksum:
            return found.open()
        problems.append(f"{found.folder}: another bundle (checksum {here[:_SHOWN]})")
    raise BundleError(
        f"{problems[0]}, and a pickle needs the bundle with the checksum {checksum[:_SHOWN]}; copy it "
        "to this machine, install the same lists, or name its folder in TACKNAMN_DATA"
    )
