"""Pickles that say what to open instead of containing it.

A lexicon maps 150 MB of files, and a pseudonymizer stands on a lexicon. Their pickles are a class and
a recipe (:mod:`tacknamn.support.recipes`): place and checksum of the bundle, and the settings. It has
no secret, and it fits into each message to another process::

    {"lexicon": {"bundle": {"checksum": "…", "folder": "/data/lists", "lists": ""}, …},
     "key": {"file": "/etc/project.key", "fingerprint": "…"}, …, "tacknamn": "0.1.0"}

Unpickling opens nothing. It returns an object that is opened when it is first used, because an error
inside an unpickler kills a worker instead of reporting what is missing there. A process opens each
recipe once: all its unpickled copies are the same object. The last :data:`MOST_KEPT` are kept.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from tacknamn.support.recipes import RecipeReader, make_damage_error, read_recipe, write_recipe
from tacknamn.support.thread_locks import ThreadLock

__all__ = ["MOST_KEPT", "Reopenable", "forget_reopened", "reopen", "reopen_recipe"]

MOST_KEPT = 8
"""Objects that a process keeps open for the next task. A pseudonymizer and its lexicon are two."""


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
        facts = vars(self)
        if "_recipe" not in facts:  # results of a pool contain the same lexicon again and again
            facts["_recipe"] = write_recipe(self.make_recipe())
        return reopen, (facts.get("_kind", type(self)), facts["_recipe"])

    def __copy__(self) -> Self:
        """Return the object itself, which does not change."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return what :meth:`__copy__` returns."""
        return self.__copy__()


def reopen(kind: type[Reopenable], recipe: str) -> Reopenable:
    """Return the object of this recipe, opened or not. This is what pickles call."""
    if not (isinstance(kind, type) and issubclass(kind, Reopenable) and isinstance(recipe, str)):
        raise make_damage_error()
    if not kind._is_shared:
        return _make_unopened(kind, recipe)
    with _opening:
        found = _kept.get((kind, recipe))
        if found is None:
            found = _kept[kind, recipe] = _make_unopened(kind, recipe)
        _kept.move_to_end((kind, recipe))
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
        return found


def reopen_recipe(kind: type[Reopenable], recipe: Mapping[str, Any]) -> Any:
    """Return the object of a recipe that is part of another one."""
    return reopen(kind, write_recipe(recipe))


def forget_reopened() -> None:
    """Let this process open what it unpickles anew. What is in use stays open."""
    with _opening:
        _kept.clear()


_kept: OrderedDict[tuple[type[Reopenable], str], Reopenable] = OrderedDict()
"""What this process has unpickled last."""
_opening = ThreadLock()
"""Held while an object is opened: a second thread waits instead of opening it again."""
_unopened_classes: dict[type[Reopenable], type[Reopenable]] = {}


def _make_unopened(kind: type[Reopenable], recipe: str) -> Reopenable:
    """Make an object that is opened by its first use.

    It has no attributes, so its first use asks for one that is missing. Opening gives it those of an
    opened object and the class ``kind``, so that it is as fast as any other."""
    subclass = _unopened_classes.get(kind)
    if subclass is None:
        methods = {"__getattr__": _get_missing_attribute}
        subclass = type(f"Unopened{kind.__name__}", (kind,), methods)
        _unopened_classes[kind] = subclass
    unopened: Reopenable = object.__new__(subclass)
    vars(unopened).update(_kind=kind, _recipe=recipe)
    return unopened


def _get_missing_attribute(unopened: Reopenable, name: str) -> object:
    if name.startswith("__"):  # pickle, copy and others ask for methods that may be missing
        raise AttributeError(name)
    _open(unopened)
    return getattr(unopened, name)


def _open(unopened: Reopenable) -> None:
    """Open an object in its place. After an error, the next use tries again."""
    facts = vars(unopened)
    kind = facts["_kind"]
    with _opening:
        if type(unopened) is not kind:  # else another thread has just opened it
            facts.update(vars(kind.open_recipe(read_recipe(facts["_recipe"]))))
            unopened.__class__ = kind
