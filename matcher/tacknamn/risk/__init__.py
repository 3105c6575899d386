"""Tell what a pseudonymization may still give away: the report behind ``tacknamn risk``.

::

    from tacknamn import Lexicon, Matcher
    from tacknamn.risk import Questions, assess, read_documents
    matcher = Matcher(Lexicon.open())
    report = assess(read_documents(["essays.jsonl"]), matcher, Questions())
    report.leaks, report.combinations.smallest

Documents are read one by one (:mod:`tacknamn.risk.readers`), and of each no more is kept than
counts, digests and the places of what was found. What every figure means is said by
:mod:`tacknamn.risk.definitions`, in the report as in the code.

The names are imported when somebody asks for them: every command of ``tacknamn`` imports this
package, to know that there is a command ``risk``, and should not wait for it.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.risk.assessment import Questions, assess
    from tacknamn.risk.definitions import DEFINITIONS
    from tacknamn.risk.documents import Document, Origin, Place, Span
    from tacknamn.risk.layout import sections, verdict
    from tacknamn.risk.originals import Originals
    from tacknamn.risk.plain_data import report_data
    from tacknamn.risk.readers import Reader, read_documents
    from tacknamn.risk.report import Report

__all__ = [
    "DEFINITIONS",
    "Document",
    "Origin",
    "Originals",
    "Place",
    "Questions",
    "Reader",
    "Report",
    "Span",
    "assess",
    "read_documents",
    "report_data",
    "sections",
    "verdict",
]

_HOMES = {
    "assessment": ("Questions", "assess"),
    "definitions": ("DEFINITIONS",),
    "documents": ("Document", "Origin", "Place", "Span"),
    "layout": ("sections", "verdict"),
    "originals": ("Originals",),
    "plain_data": ("report_data",),
    "readers": ("Reader", "read_documents"),
    "report": ("Report",),
}
"""Modules, and the public names that live in them."""

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
