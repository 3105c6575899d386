"""One call of ``tacknamn evaluate`` on span lists: from what was asked to the exit code."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from tacknamn.cli import show
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.goals import describe_miss, read_goal
from tacknamn.evaluation.layout import lay_out_evaluation, summarize_evaluation
from tacknamn.evaluation.plain_data import evaluation_data
from tacknamn.evaluation.published import read_published
from tacknamn.reports.charts import PAGE_STYLE
from tacknamn.reports.pages import PageHead, render_page
from tacknamn.reports.tables import render_lines, render_table
from tacknamn.support.atomic_files import refuse_output_over_inputs, write_whole

__all__ = ["EvaluationReport", "SpanListFiles", "run_evaluation"]

EXIT_MISSED = 1
ROWS = 40
"""Rows of a table on the screen: as many as there are labels."""


@dataclass(frozen=True, slots=True)
class SpanListFiles:
    """The span lists: files, or ``-``."""

    gold: str
    predicted: str
    against: str | None = None
    """A second run, to compare both."""
    annotators: tuple[str, ...] = ()
    """Whose agreement is measured, too."""


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """What is told of them, and where."""

    published: str | None = None
    """Figures to stand beside the others: a name or a file."""
    goals: tuple[str, ...] = ()
    """What must be reached: ``METRIC=VALUE``."""
    texts: bool = False
    """Whether the texts of spans are shown."""
    json: bool = False
    html: Path | None = None


def run_evaluation(
    lists: SpanListFiles, options: EvaluationOptions, report: EvaluationReport
) -> int:
    """Compare the lists, and tell the figures."""
    files = (lists.gold, lists.predicted, lists.against, *lists.annotators)
    refuse_output_over_inputs(report.html, files)
    goals = [read_goal(one) for one in report.goals]
    published = None if report.published is None else read_published(report.published)
    found = evaluate(lists.gold, lists.predicted, options, lists.against, lists.annotators)
    data = evaluation_data(found, report.texts)
    failed = [told for told in (describe_miss(goal, data) for goal in goals) if told]
    said, parts = (
        summarize_evaluation(data, failed),
        lay_out_evaluation(data, published, report.texts),
    )
    if report.html is not None:
        head = PageHead("How good the predictions are", said, bool(failed), PAGE_STYLE)
        write_whole(report.html, render_page(head, parts), private=report.texts)
    if report.json:
        sys.stdout.write(f"{json.dumps(data, ensure_ascii=False, indent=1)}\n")
    else:
        table = render_table(said, bool(failed), parts, ROWS)
        show.print_table(table, render_lines(said, parts))
    sys.stderr.writelines(f"{told}\n" for told in failed)
    return EXIT_MISSED if failed else 0
