"""Run ``tacknamn evaluate`` on span lists: compare, print, return the exit code."""

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
"""Most rows of a table on the screen: enough for all labels."""


@dataclass(frozen=True, slots=True)
class SpanListFiles:
    """The files of the span lists; ``-`` is standard input."""

    gold: str
    predicted: str
    against: str | None = None
    """A second run to compare with."""
    annotators: tuple[str, ...] = ()
    """Further annotators, whose agreement is measured."""


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """What the report contains, and where it goes."""

    published: str | None = None
    """Published figures to show as well: a name or a file."""
    goals: tuple[str, ...] = ()
    """Measures that must be reached: ``METRIC=VALUE``."""
    texts: bool = False
    """Whether the texts of listed spans are shown."""
    json: bool = False
    html: Path | None = None


def run_evaluation(
    lists: SpanListFiles, options: EvaluationOptions, report: EvaluationReport
) -> int:
    """Compare the lists, print the report, and return the exit code."""
    files = (lists.gold, lists.predicted, lists.against, *lists.annotators)
    refuse_output_over_inputs(report.html, files)
    goals = [read_goal(goal) for goal in report.goals]
    published = None if report.published is None else read_published(report.published)
    evaluation = evaluate(lists.gold, lists.predicted, options, lists.against, lists.annotators)
    data = evaluation_data(evaluation, report.texts)
    missed = list(filter(None, (describe_miss(goal, data) for goal in goals)))
    verdict = summarize_evaluation(data, missed)
    sections = lay_out_evaluation(data, published, report.texts)
    if report.html is not None:
        head = PageHead("Quality of the predictions", verdict, bool(missed), PAGE_STYLE)
        write_whole(report.html, render_page(head, sections), private=report.texts)
    if report.json:
        sys.stdout.write(f"{json.dumps(data, ensure_ascii=False, indent=1)}\n")
    else:
        table = render_table(verdict, bool(missed), sections, ROWS)
        show.print_table(table, render_lines(verdict, sections))
    sys.stderr.writelines(f"{line}\n" for line in missed)
    return EXIT_MISSED if missed else 0
