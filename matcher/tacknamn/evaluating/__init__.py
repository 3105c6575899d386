"""Measure how good predictions are: the figures behind ``tacknamn evaluate``.

::

    from tacknamn.evaluating import Options, evaluate, evaluation_data
    found = evaluate("gold.jsonl", "predicted.jsonl", Options(mapping={"city": "LOC"}))
    evaluation_data(found)["exact"]["micro"]["f2"]

Files are read document by document, side by side (:mod:`tacknamn.evaluating.pairing`). What every
figure means is said by :mod:`tacknamn.evaluating.definitions`, in the report as in the code.

The names are imported when somebody asks for them: every command of ``tacknamn`` imports this
package, to know that there is a command ``evaluate``, and should not wait for it.
"""

from tacknamn.lazily import lazily

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from tacknamn.evaluating.agreement import fleiss_kappa, krippendorff_alpha
    from tacknamn.evaluating.definitions import DEFINITIONS
    from tacknamn.evaluating.documents import Document, Span
    from tacknamn.evaluating.evaluation import Evaluation, Options, evaluate
    from tacknamn.evaluating.figures import Score
    from tacknamn.evaluating.mapping import read_mapping
    from tacknamn.evaluating.plain_data import evaluation_data
    from tacknamn.evaluating.reading import Reading, read

__all__ = [
    "DEFINITIONS",
    "Document",
    "Evaluation",
    "Options",
    "Reading",
    "Score",
    "Span",
    "evaluate",
    "evaluation_data",
    "fleiss_kappa",
    "krippendorff_alpha",
    "read",
    "read_mapping",
]

_HOMES = {
    "agreement": ("fleiss_kappa", "krippendorff_alpha"),
    "definitions": ("DEFINITIONS",),
    "documents": ("Document", "Span"),
    "evaluation": ("Evaluation", "Options", "evaluate"),
    "figures": ("Score",),
    "mapping": ("read_mapping",),
    "plain_data": ("evaluation_data",),
    "reading": ("Reading", "read"),
}
"""Modules, and the public names that live in them."""

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _HOMES)
