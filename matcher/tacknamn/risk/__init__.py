"""Report what a pseudonymization may still reveal, as ``tacknamn risk`` does.

::

    from tacknamn import Lexicon, Matcher
    from tacknamn.risk import Questions, assess, read_documents
    matcher = Matcher(Lexicon.open())
    report = assess(read_documents(["essays.jsonl"]), matcher, Questions())
    report.leaks, report.combinations.smallest

The modules in the order of their work: :mod:`~tacknamn.risk.readers` reads documents one by one,
:mod:`~tacknamn.risk.entities` gathers their spans, :mod:`~tacknamn.risk.anonymity`,
:mod:`~tacknamn.risk.combinations` and :mod:`~tacknamn.risk.leftovers` count them,
:mod:`~tacknamn.risk.originals` knows the originals, and :mod:`~tacknamn.risk.assessment` runs these and
makes the report. :mod:`~tacknamn.risk.layout` and :mod:`~tacknamn.risk.plain_data` present it, and
:mod:`~tacknamn.risk.definitions` defines every figure. Of each document only counts, digests and the
places of findings are kept.
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
