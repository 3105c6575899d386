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

from tacknamn.formats.span_files import (
    DocumentOrigin,
    DocumentPlace,
    DocumentSpan,
    SpanFileDocument,
)
from tacknamn.risk.assessment import Questions, RiskReport, assess
from tacknamn.risk.definitions import DEFINITIONS
from tacknamn.risk.layout import build_sections, state_verdict
from tacknamn.risk.originals import OriginalIndex
from tacknamn.risk.plain_data import export_report
from tacknamn.risk.readers import DocumentReader, read_documents

__all__ = [
    "DEFINITIONS",
    "DocumentOrigin",
    "DocumentPlace",
    "DocumentReader",
    "DocumentSpan",
    "OriginalIndex",
    "Questions",
    "RiskReport",
    "SpanFileDocument",
    "assess",
    "build_sections",
    "export_report",
    "read_documents",
    "state_verdict",
]
