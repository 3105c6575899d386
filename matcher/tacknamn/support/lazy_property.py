"""A property that is computed when it is first asked for, and kept.

Unlike ``functools.cached_property`` of Python 3.11 it has no lock. That lock is one for all objects of
the class: a process that is forked while a thread holds it waits forever, and threads wait for each
other. Without it two threads may both compute the value; both get the one that was kept first.
"""

from functools import cached_property  # noqa: TID251 - the one place that is free of its lock
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["lazy_property"]

Value = TypeVar("Value")


class lazy_property(cached_property[Value]):
    """Computes an attribute once, by the method that it decorates."""

    if not TYPE_CHECKING:  # its type is that of cached_property

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            """Compute the value; the attribute of the instance hides this method from then on."""
            if instance is None:
                return self
            return vars(instance).setdefault(self.attrname, self.func(instance))
