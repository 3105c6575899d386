"""Show a pseudonymized text: as a page, and in lines that tell why.

::

    from tacknamn.page import explain_lines, page_of, pieces
    page_of(document)                            # both texts side by side, one file of HTML
    page_of(document, original=False)            # to pass on: the pseudonymized text alone
    for piece in pieces(document, explain=True): # the same in pieces, with the reason of each span
        stream.write(piece)
    for line in explain_lines(document): ...     # the reasons alone, as lines with tabs

The page runs nothing and fetches nothing. Lines and pages without the original quote nothing of
it: see :mod:`tacknamn.page.facts`.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.page.explaining import explain_lines
    from tacknamn.page.writing import page_of, pieces

__all__ = ["explain_lines", "page_of", "pieces"]

_HOMES = {"explaining": ("explain_lines",), "writing": ("page_of", "pieces")}
"""Modules, and the public names that live in them, loaded when they are first asked for."""

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
