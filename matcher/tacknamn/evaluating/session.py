"""One call of ``tacknamn evaluate`` on span lists: from what was asked to the exit code."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from tacknamn import show
from tacknamn.evaluating.chart_style import PAGE_STYLE
from tacknamn.evaluating.evaluation import Options, evaluate
from tacknamn.evaluating.goals import missed, parsed
from tacknamn.evaluating.layout import sections, verdict
from tacknamn.evaluating.plain_data import evaluation_data
from tacknamn.evaluating.published import read_published
from tacknamn.reporting.files import spare_inputs, write_whole
from tacknamn.reporting.pages import Head, page
from tacknamn.reporting.tables import report_lines, report_table

__all__ = ["Lists", "Report", "run_evaluation"]

MISSED = 1
ROWS = 40
"""Rows of a table on the screen: as many as there are labels."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The span lists: files, or ``-``."""

    gold: str
    predicted: str
    against: str | None = None
    """A second run, to compare both."""
    annotators: tuple[str, ...] = ()
    """Whose agreement is measured, too."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is told of them, and where."""

    published: str | None = None
    """Figures to stand beside the others: a name or a file."""
    goals: tuple[str, ...] = ()
    """What must be reached: ``METRIC=VALUE``."""
    texts: bool = False
    """Whether the texts of spans are shown."""
    json: bool = False
    html: Path | None = None


def run_evaluation(lists: Lists, options: Options, report: Report) -> int:
    """Compare the lists, and tell the figures."""
    files = (lists.gold, lists.predicted, lists.against, *lists.annotators)
    spare_inputs(report.html, files)
    goals = [parsed(one) for one in report.goals]
    published = None if report.published is None else read_published(report.published)
    found = evaluate(lists.gold, lists.predicted, options, lists.against, lists.annotators)
    data = evaluation_data(found, report.texts)
    failed = [told for told in (missed(goal, data) for goal in goals) if told]
    said, parts = verdict(data, failed), sections(data, published, report.texts)
    if report.html is not None:
        head = Head("How good the predictions are", said, bool(failed), PAGE_STYLE)
        write_whole(report.html, page(head, parts), private=report.texts)
    if report.json:
        sys.stdout.write(f"{json.dumps(data, ensure_ascii=False, indent=1)}\n")
    else:
        table = report_table(said, bool(failed), parts, ROWS)
        show.print_table(table, report_lines(said, parts))
    sys.stderr.writelines(f"{told}\n" for told in failed)
    return MISSED if failed else 0
