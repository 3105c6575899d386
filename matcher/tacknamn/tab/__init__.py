"""Annotate as the Text Anonymization Benchmark does, review and measure it: the profile ``tab``.

::

    from tacknamn.tab import annotations, review_text
    mentions = annotations((text, pseudonymizer.detect(text)), protect="Elsa Ek")
    review_text(text, mentions)                      # ***** for direct and quasi-identifiers

What the engine found and what the finders of this package find (titles, courts, durations, sums,
jobs, diagnoses) become mentions with entity type, identifier type, confidential status and an
entity that they share with other mentions. The rules are data: ``cues.tsv``, ``general.tsv``,
``identifiers.tsv`` and ``confidential.tsv``, each line with its reason.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.tab.annotating import annotations
    from tacknamn.tab.layout import measure_sections
    from tacknamn.tab.masking import to_mask
    from tacknamn.tab.measuring import Measures, measure, measures_data
    from tacknamn.tab.records import Confidential, EntityType, IdentifierType, Mention
    from tacknamn.tab.review import review_text
    from tacknamn.tab.review_page import review_page
    from tacknamn.tab.standoff import (
        Annotation,
        StandoffDocument,
        read_standoff,
        standoff_of,
        write_standoff,
    )

__all__ = [
    "Annotation",
    "Confidential",
    "EntityType",
    "IdentifierType",
    "Measures",
    "Mention",
    "StandoffDocument",
    "annotations",
    "measure",
    "measure_sections",
    "measures_data",
    "read_standoff",
    "review_page",
    "review_text",
    "standoff_of",
    "to_mask",
    "write_standoff",
]

_HOMES = {
    "annotating": ("annotations",),
    "layout": ("measure_sections",),
    "masking": ("to_mask",),
    "measuring": ("Measures", "measure", "measures_data"),
    "records": ("Confidential", "EntityType", "IdentifierType", "Mention"),
    "review": ("review_text",),
    "review_page": ("review_page",),
    "standoff": (
        "Annotation",
        "StandoffDocument",
        "read_standoff",
        "standoff_of",
        "write_standoff",
    ),
}
"""Modules, and the public names that live in them."""

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
