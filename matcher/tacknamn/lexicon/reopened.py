"""Find the bundle that another process used: what a pickle says of it is a place and a checksum.

The place is the name of installed lists, or else a folder. The checksum decides: lists that are
elsewhere on this machine are as good if they are the same, and others at that place are not.
"""

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle, read_checksum
from tacknamn.lexicon.find_bundle import FoundBundle, find_bundle
from tacknamn.support.reopening import RecipeReader

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
    lists, folder = recipe.get("lists", str), recipe.get("folder", str)
    checksum = recipe.get("checksum", str)
    place = lists or folder
    problems = []
    for name in (place, None):
        try:
            found = find_bundle(name)
            here = read_checksum(found.folder)
        except BundleError as exc:
            problems.append(str(exc))
            continue
        if here == checksum:
            return found.open()
        problems.append(_describe_other(found, here))
    raise BundleError(
        f"this process has not the bundle that its task was made with, {place} (checksum "
        f"{checksum[:_SHOWN]}): {problems[0]}. Copy that bundle here, install the same lists, or name "
        "its folder in TACKNAMN_DATA"
    )


def _describe_other(found: FoundBundle, checksum: str) -> str:
    return f"{found.folder} has another one (checksum {checksum[:_SHOWN]})"
