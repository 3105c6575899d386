"""Recipes: how an object is opened again in another process, as a text of JSON.

A recipe has the version of tacknamn, because another version may give other results. It is untrusted
input: :class:`RecipeReader` checks that each value is there and of its type, and the constructors of
the classes check the rest.
"""

import json
from collections.abc import Mapping
from typing import Any

import tacknamn
from tacknamn.errors import InputError

__all__ = ["LONGEST_RECIPE", "RecipeReader", "make_damage_error", "read_recipe", "write_recipe"]

LONGEST_RECIPE = 100_000
"""Characters of a recipe. The usual ones have four thousand; only lists of one's own are longer."""
_VERSION = "tacknamn"
_MISSING = object()


class RecipeReader:
    """Reads the values of a recipe and checks their types."""

    def __init__(self, values: object) -> None:
        if not isinstance(values, dict):
            raise make_damage_error()
        self._values: Mapping[str, Any] = values

    def has(self, name: str) -> bool:
        """Whether there is such a value."""
        return name in self._values

    def get(self, name: str, *kinds: type) -> Any:
        """Return a value; an error if it is missing or has none of these types."""
        value = self._values.get(name, _MISSING)
        if type(value) not in kinds:
            raise make_damage_error()
        return value

    def get_optional(self, name: str, kind: type) -> Any:
        """Return a value of this type, or None."""
        return self.get(name, kind, type(None))

    def get_strings(self, name: str) -> list[str]:
        """Return a list of strings."""
        values: list[str] = self.get(name, list)
        if not all(type(value) is str for value in values):
            raise make_damage_error()
        return values

    def get_table(self, name: str, *kinds: type) -> dict[str, Any]:
        """Return a table whose values have one of these types."""
        table: dict[str, Any] = self.get(name, dict)
        if not all(type(value) in kinds for value in table.values()):
            raise make_damage_error()
        return table

    def get_part(self, name: str) -> "RecipeReader":
        """Return a recipe that is part of this one."""
        return RecipeReader(self.get(name, dict))

    def get_optional_part(self, name: str) -> "RecipeReader | None":
        """Return a recipe that is part of this one, or None."""
        return None if self.get_optional(name, dict) is None else self.get_part(name)

    def get_parts(self, name: str) -> "list[RecipeReader]":
        """Return a list of recipes."""
        return [RecipeReader(part) for part in self.get(name, list)]


def write_recipe(recipe: Mapping[str, Any]) -> str:
    """Write a recipe; equal recipes become the same text."""
    written = {**recipe, _VERSION: tacknamn.__version__}
    text = json.dumps(written, sort_keys=True, separators=(",", ":"))
    if len(text) > LONGEST_RECIPE:
        raise InputError(
            f"a pickle of {len(text):,} characters, and {LONGEST_RECIPE:,} are allowed; write lists "
            "of your own to a CSV file and give its path"
        )
    return text


def read_recipe(text: str) -> RecipeReader:
    """Read a recipe; an error if another version of tacknamn wrote it."""
    try:
        recipe = RecipeReader(json.loads(text[:LONGEST_RECIPE]))
    except (ValueError, RecursionError) as exc:
        raise make_damage_error() from exc
    version = recipe.get(_VERSION, str)
    if version != tacknamn.__version__:
        raise InputError(
            f"the pickle was made by tacknamn {version:.40}, and tacknamn {tacknamn.__version__} is "
            "installed here; install the same version on all machines, so that results are the same"
        )
    return recipe


def make_damage_error() -> InputError:
    """Make the error for a recipe that no object of ours wrote."""
    return InputError("a pickle is damaged, or tacknamn did not make it; pickle the object again")
