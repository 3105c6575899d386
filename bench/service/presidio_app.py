"""Presidio's analyzer over HTTP, for gunicorn: the same calls as the server of its image.

That server is a file of its repository and not of its package, so its one address that is measured is
written here.
"""

import os
from typing import Any

__all__ = ["make_app"]


def make_app() -> Any:
    """Make the application with the model that BENCH_MODEL names."""
    from flask import Flask, jsonify, request
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    settings = {
        "nlp_engine_name": "spacy",
        "models": [{"lang_code": "en", "model_name": os.environ["BENCH_MODEL"]}],
    }
    engine = AnalyzerEngine(
        nlp_engine=NlpEngineProvider(nlp_configuration=settings).create_engine(),
        supported_languages=["en"],
    )
    app = Flask(__name__)

    @app.post("/analyze")  # type: ignore[untyped-decorator]  # Flask may be missing
    def analyze() -> Any:
        body = request.get_json()
        found = engine.analyze(text=body["text"], language=body["language"])
        return jsonify([each.to_dict() for each in found])

    return app
