"""A real package is compared with a program: what it finds, what it costs, whole and joined."""

import sys
from collections.abc import Callable
from pathlib import Path

from tacknamn.evaluation.comparison.compare import compare
from tacknamn.evaluation.comparison.plain_data import comparison_data
from tacknamn.evaluation.comparison.records import make_comparison_settings
from tests.backends.sentences import sentences
from tests.reports import listed

MOST = 20
"""Sentences: enough for a figure."""
PROGRAM = """
import json, re, sys
for line in sys.stdin:
    asked = json.loads(line)
    found = [[*one.span(), "PER"] for one in re.finditer("[A-Z][a-z]+(?: [A-Z][a-z]+)*", asked["text"])]
    print(json.dumps({"id": asked["id"], "spans": found}), flush=True)
"""


def test_a_trained_pipeline_beside_a_program_of_capitals(
    model: Callable[[str], Path], tmp_path: Path
) -> None:
    rows = [
        {"id": number, "text": one.text, "spans": [list(span) for span in one.spans]}
        for number, one in enumerate(sentences())
    ]
    file = listed(tmp_path, "names.jsonl", *rows[:MOST])
    (tmp_path / "capitals.py").write_text(PROGRAM, "utf-8")
    asked = f"spacy:{model('spacy')},command:'{sys.executable} {tmp_path / 'capitals.py'}'"
    pipeline, program, union, intersection = comparison_data(
        compare(file, make_comparison_settings(asked))
    )["rows"]
    assert pipeline["recall"]["overall"] > 0.9
    assert union["hidden"] >= max(pipeline["hidden"], program["hidden"])
    assert intersection["found"] <= min(pipeline["found"], program["found"])
    loading = pipeline["seconds"]["with_loading"] - pipeline["seconds"]["without_loading"]
    assert loading > pipeline["seconds"]["without_loading"] > 0
    assert pipeline["megabytes"]["with_loading"] > program["megabytes"]["with_loading"] > 10
