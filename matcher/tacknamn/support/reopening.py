"""Pickles that say what to open instead of containing it.

A lexicon maps 150 MB of files, and a pseudonymizer stands on a lexicon. Their pickles are a class and
a *recipe*: a text of JSON with the folder and checksum of the bundle, and the settings. It says
nothing secret, and it fits into each message to another process::

    {"lexicon": {"bundle": {"checksum": "…", "folder": "/data/lists", "lists": ""}, …},
     "key": {"file": "/etc/project.key", "fingerprint": "…"}, …, "tacknamn": "0.1.0"}

Unpickling opens nothing. It returns an object that is opened when it is first used, because an error
inside an unpickler kills a worker instead of reporting what is missing there. A process opens each
recipe once: all its unpickled copies are the same object. The last :data:`MOST_KEPT` are kept.

A recipe is untrusted input: it consists of plain values, :class:`RecipeReader` checks their types,
and only the constructors of the classes, which check the rest, get them.
"""

import json
import os
from collections import OrderedDict
from collections.abc import Mapping
from threading import RLock
from typing import Any, ClassVar, Self

import tacknamn
from tacknamn.errors import InputError

__all__ = ["LONGEST_RECIPE", "MOST_KEPT", "RecipeReader", "Reopenable", "reopen", "reopen_recipe"]

MOST_KEPT = 8
"""Objects that a process keeps open for the next task. A pseudonymizer and its lexicon are two."""
LONGEST_RECIPE = 100_000
"""Characters of a recipe. The usual ones have four thousand; only lists of one's own are longer."""
_VERSION = "tacknamn"


class RecipeReader:
    """Reads the values of a recipe and checks their types."""

    def __init__(self, values: object) -> None:
        if not isinstance(values, dict):
            raise _make_damage_error()
        self._values: Mapping[str, Any] = values

    def get(self, name: str, *kinds: type) -> Any:
        """Return a value; an error if it is missing or has none of these types."""
        value = self._values.get(name, _MISSING)
        if type(value) not in kinds:
            raise _make_damage_error()
        return value

    def has(self, name: str) -> bool:
        """Whether there is such a value."""
        return name in self._values

    def get_strings(self, name: str) -> list[str]:
        """Return a list of strings."""
        values: list[str] = self.get(name, list)
        if not all(type(value) is str for value in values):
            raise _make_damage_error()
        return values

    def get_table(self, name: str, *kinds: type) -> dict[str, Any]:
        """Return a table whose values have one of these types."""
        table: dict[str, Any] = self.get(name, dict)
        if not all(type(value) in kinds for value in table.values()):
            raise _make_damage_error()
        return table

    def get_optional(self, name: str, kind: type) -> Any:
        """Return a value of this type, or None."""
        return self.get(name, kind, type(None))


_MISSING = object()


def _make_damage_error() -> InputError:
    return InputError("a pickle is damaged, or tacknamn did not make it; pickle the object again")


class Reopenable:
    """A class whose pickles have a recipe. Threads may share its objects, so copies are the object."""

    _is_shared: ClassVar[bool] = True
    """Whether all unpickled objects with the same recipe are one object."""

    def make_recipe(self) -> dict[str, Any]:
        """Return what opens the same object in another process, as values of JSON."""
        raise NotImplementedError

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> Self:
        """Open what a recipe describes."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a pickle makes the object again: see :mod:`tacknamn.support.reopening`."""
        return reopen, (type(self), _write_recipe(self.make_recipe()))

    def __copy__(self) -> Self:
        """Return the object itself, which does not change."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return what :meth:`__copy__` returns."""
        return self.__copy__()


def reopen(kind: type[Reopenable], recipe: str) -> Reopenable:
    """Return the object of this recipe, opened or not. This is what pickles call."""
    if not (isinstance(kind, type) and issubclass(kind, Reopenable) and isinstance(recipe, str)):
        raise _make_damage_error()
    if not kind._is_shared:
        return _make_unopened(kind, recipe)
    with _state.lock:
        kept = _state.kept
        found = kept.get((kind, recipe))
        if found is None:
            found = kept[kind, recipe] = _make_unopened(kind, recipe)
        kept.move_to_end((kind, recipe))
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
        return found


def reopen_recipe(kind: type[Reopenable], recipe: Mapping[str, Any]) -> Any:
    """Return the object of a recipe that is part of another one."""
    return reopen(kind, _write_recipe(recipe))


class _State:
    """What this process has reopened."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[type[Reopenable], str], Reopenable] = OrderedDict()
        self.lock = RLock()
        """Held while an object is opened: a second thread waits instead of opening it again."""

    def renew_lock(self) -> None:
        """Replace the lock, which another thread may have held when this process was forked."""
        self.lock = RLock()


_state = _State()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_state.renew_lock)


def _make_unopened(kind: type[Reopenable], recipe: str) -> Reopenable:
    subclass = _unopened_classes.get(kind)
    if subclass is None:
        subclass = _unopened_classes.setdefault(kind, _make_unopened_class(kind))
    unopened: Reopenable = object.__new__(subclass)
    vars(unopened).update(_kind=kind, _recipe=recipe)
    return unopened


_unopened_classes: dict[type[Reopenable], type[Reopenable]] = {}


def _make_unopened_class(kind: type[Reopenable]) -> type[Reopenable]:
    """Make the class of objects that are not opened yet. They have no attributes, so the first use
    asks for one that is missing. An opened object is of the class itself, and as fast as any."""
    methods = {"__getattr__": _get_missing_attribute, "__reduce__": _pickle_again}
    return type(f"Unopened{kind.__name__}", (kind,), methods)


def _get_missing_attribute(unopened: Reopenable, name: str) -> object:
    if name.startswith("__"):  # pickle, copy and others ask for methods that may be missing
        raise AttributeError(name)
    _open(unopened)
    return getattr(unopened, name)


def _pickle_again(unopened: Reopenable) -> tuple[Any, ...]:
    facts = vars(unopened)
    return reopen, (facts["_kind"], facts["_recipe"])


def _open(unopened: Reopenable) -> None:
    """Open an object in its place. After an error, the next use tries again."""
    facts = vars(unopened)
    kind = facts["_kind"]
    with _state.lock:
        if type(unopened) is not kind:  # else another thread has just opened it
            facts.update(vars(kind.open_recipe(_read_recipe(facts["_recipe"]))))
            unopened.__class__ = kind


def _write_recipe(recipe: Mapping[str, Any]) -> str:
    """Write a recipe; equal recipes become the same text."""
    written = {**recipe, _VERSION: tacknamn.__version__}
    text = json.dumps(written, sort_keys=True, separators=(",", ":"))
    if len(text) > LONGEST_RECIPE:
        raise InputError(
            f"a pickle of {len(text):,} characters, and {LONGEST_RECIPE:,} are allowed; write lists "
            "of your own to a CSV file and give its path"
        )
    return text


def _read_recipe(text: str) -> RecipeReader:
    try:
        recipe = RecipeReader(json.loads(text[:LONGEST_RECIPE]))
    except (ValueError, RecursionError) as exc:
        raise _make_damage_error() from exc
    version = recipe.get(_VERSION, str)
    if version != tacknamn.__version__:
        raise InputError(
            f"the pickle was made by tacknamn {version:.40}, and tacknamn {tacknamn.__version__} is "
            "installed here; install the same version on all machines, so that results are the same"
        )
    return recipe
