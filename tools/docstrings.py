"""An extension of griffe, which reads docstrings for mkdocstrings: turn their markup into Markdown.

Docstrings are written for ``help()``: ``::`` before an indented example, ``:func:`name``` for a
reference, ``Args:`` for parameters. The last is understood; the first two are rewritten here.
"""

import re
from typing import Any

import griffe

__all__ = ["MarkdownDocstrings"]

_ROLE = re.compile(r":(?:\w+:)?(?:mod|func|class|meth|data|attr|exc):`~?([^`]+)`")


class MarkdownDocstrings(griffe.Extension):  # type: ignore[misc]  # skipped by mypy
    """Rewrites each docstring when its object is read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = rewrite_markup(obj.docstring.value)


def rewrite_markup(text: str) -> str:
    """Return a docstring as Markdown.

    >>> rewrite_markup("As :func:`fold` does::")
    'As `fold` does:'
    """
    text = _ROLE.sub(r"`\1`", text)
    text = re.sub(r"^::$", "", text, flags=re.MULTILINE)
    return re.sub(r"::$", ":", text, flags=re.MULTILINE)
