"""Täcknamn in Presidio: a recognizer for Swedish and English, and the operator ``pseudonymize``.

::

    from presidio_anonymizer.entities import OperatorConfig
    from tacknamn.presidio import PseudonymizingEngine, make_analyzer

    analyzer = make_analyzer()              # no model of spaCy is needed
    engine = PseudonymizingEngine()
    results = analyzer.analyze("Jag heter Amina.", language="sv")
    operators = {"DEFAULT": OperatorConfig("pseudonymize", {"profile": "clinic"})}
    engine.anonymize("Jag heter Amina.", results, operators).text

Importing this package is enough for Presidio to find the class ``TacknamnRecognizer`` that a YAML file
names.
"""

from tacknamn.errors import InputError

try:
    import presidio_analyzer as _
    import presidio_anonymizer as _  # noqa: F401, F811
except ImportError as exc:
    raise InputError(
        "tacknamn.presidio needs Presidio; `pip install 'tacknamn[presidio]'`"
    ) from exc

from tacknamn.presidio.analyzer import make_analyzer
from tacknamn.presidio.engine import PseudonymizingEngine
from tacknamn.presidio.operator import Pseudonymize
from tacknamn.presidio.recognizer import TacknamnRecognizer

__all__ = ["Pseudonymize", "PseudonymizingEngine", "TacknamnRecognizer", "make_analyzer"]
