"""Run ``tacknamn evaluate --tab``: compare standoff files, print the benchmark's measures."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tacknamn.cli import show
from tacknamn.errors import InputError
from tacknamn.reports.charts import PAGE_STYLE
from tacknamn.reports.pages import PageHead, render_page
from tacknamn.reports.tab_measures import build_measure_sections, summarize_measures
from tacknamn.reports.tables import render_lines, render_table
from tacknamn.support.atomic_files import refuse_output_over_inputs, write_whole
from tacknamn.support.standard_streams import write_stderr
from tacknamn.tab_benchmark.measures import export_measures, measure_masking
from tacknamn.tab_benchmark.predictions import (
    Prediction,
    has_overlaps,
    read_gold,
    read_predictions,
)
from tacknamn.tab_benchmark.standoff import StandoffDocument

__all__ = ["run_tab_evaluation"]


def run_tab_evaluation(gold: str, predicted: str, as_json: bool, html: Path | None) -> int:
    """Compare the files, print the report, and return the exit code."""
    refuse_output_over_inputs(html, (gold, predicted))
    expected, predictions = read_gold(gold), read_predictions(predicted)
    if not predictions:
        raise InputError("PREDICTED has no documents; there is nothing to measure")
    for warning in _list_warnings(expected, predictions):
        write_stderr(f"warning: {warning}\n")
    ids = {prediction.doc_id for prediction in predictions}
    compared = [document for document in expected if document.doc_id in ids]
    measures = measure_masking(compared, predictions)
    verdict, sections = summarize_measures(measures), build_measure_sections(measures)
    if html is not None:
        write_whole(
            html,
            render_page(PageHead("Masking of court rulings", verdict, False, PAGE_STYLE), sections),
        )
    if as_json:
        sys.stdout.write(f"{json.dumps(export_measures(measures), indent=1)}\n")
    else:
        show.print_table(render_table(verdict, False, sections), render_lines(verdict, sections))
    return 0


def _list_warnings(
    gold: Sequence[StandoffDocument], predictions: Sequence[Prediction]
) -> Iterator[str]:
    """List what the benchmark's script passes over in silence."""
    missing = len(gold) - len({prediction.doc_id for prediction in predictions})
    if missing > 0:
        yield (
            f"{missing:,} of {len(gold):,} documents of GOLD are not in PREDICTED; they were left "
            "out, as the benchmark's own script does"
        )
    overlapping = sum(map(has_overlaps, gold))
    if overlapping:
        plural = "" if overlapping == 1 else "s"
        yield (
            f"in {overlapping:,} document{plural} of GOLD, mentions of one annotator overlap; each "
            "was counted, as the benchmark's own script does"
        )
