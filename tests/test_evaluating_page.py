"""The page and its pictures, and how far figures are chance."""

import random
from pathlib import Path
from typing import Any

import pytest

from tacknamn.evaluation.bootstrap import GROUPS, GroupSums, compare_runs, estimate_intervals
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.layout import lay_out_evaluation, summarize_evaluation
from tacknamn.evaluation.plain_data import evaluation_data
from tacknamn.evaluation.scores import NO_SPANS, DocumentScores, Score
from tacknamn.reports.charts import (
    CHART_STYLE,
    PAGE_STYLE,
    STRONGEST,
    PictureText,
    draw_bars,
    draw_matrix,
)
from tacknamn.reports.pages import STYLE, PageHead, render_page
from tacknamn.reports.sections import ReportSection
from tests.reports import PageReader, colours, contrast, listed
from tests.test_evaluating_measures import TEXT

HOSTILE = "<img src=x onerror=alert(1)>\"'&lt;</text></svg></style><script>alert(1)</script>"
READABLE, SEEN = 7.0, 3.0
"""WCAG 2.2: contrast of words (1.4.6, AAA) and of what pictures show (1.4.11)."""


@pytest.fixture
def whole(tmp_path: Path) -> str:
    """A page with everything on it."""
    gold = listed(tmp_path, "gold", {"id": 1, "text": TEXT, "level": HOSTILE[:40],
                  "spans": [[0, 4, "firstname"], [16, 20, "city"]]})  # fmt: skip
    ours = listed(tmp_path, "ours", {"id": 1, "spans": [[0, 4, "city", 0.7], [16, 20, "city", 1]]})
    theirs = listed(tmp_path, "theirs", {"id": 1, "spans": [[0, 4, "firstname"]]})
    found = evaluate(gold, ours, EvaluationOptions(by=("level",), draws=20), theirs)
    data = evaluation_data(found, show=True)
    head = PageHead(f"Title {HOSTILE}", summarize_evaluation(data, [HOSTILE]), True, PAGE_STYLE)
    return render_page(head, lay_out_evaluation(data, {HOSTILE: {"f1": 0.5}}, show=True))


def test_nothing_runs_and_nothing_is_fetched(whole: str) -> None:
    read = PageReader(whole)
    assert not {tag for tag, _ in read.seen} & {"script", "img", "link", "iframe", "image", "use"}
    names = {name for _, facts in read.seen for name in facts}
    assert not [name for name in names if name.startswith("on") or name in ("src", "style")]
    assert all(str(facts["href"]).startswith("#") for tag, facts in read.seen if tag == "a")
    assert "url(" not in PAGE_STYLE and "@import" not in PAGE_STYLE
    assert "default-src 'none'; style-src 'sha256-" in whole


def test_all_five_pictures_are_there_and_say_what_they_show(whole: str) -> None:
    read = PageReader(whole)
    pictures = [facts for tag, facts in read.seen if tag == "svg"]
    ids = [str(facts["id"]) for _, facts in read.seen if "id" in facts]
    assert len(pictures) == 5 and len(ids) == len(set(ids))
    for one in pictures:
        assert one["role"] == "img"
        assert set(str(one["aria-labelledby"]).split()) <= set(ids)
    labelled = [str(f["aria-labelledby"]) for t, f in read.seen if t == "section"]
    assert set(labelled) <= set(ids)


def test_words_are_never_markup(whole: str) -> None:
    read = PageReader(whole)
    assert "<img" not in whole.replace("&lt;img", "") and HOSTILE in "".join(read.words)
    words = PictureText("x", HOSTILE, HOSTILE)
    drawn = draw_bars(words, (HOSTILE,), {HOSTILE: [0.5]}) + draw_matrix(words, [HOSTILE], {})
    assert "<script" not in drawn
    PageReader(drawn)


def test_missing_figures_and_no_rows_can_be_drawn() -> None:
    assert ">none<" in draw_bars(PictureText("x", "t", "d"), ("a",), {"b": [None]})
    PageReader(
        render_page(PageHead("t", "v", False, PAGE_STYLE), [ReportSection("empty", "Empty")])
    )


def blended(colour: str, paper: str, share: float) -> str:
    parts = [(int(colour[at : at + 2], 16), int(paper[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in parts)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_are_seen_and_their_words_read(scheme: str) -> None:
    named, drawn = colours(STYLE)[scheme], colours(CHART_STYLE)[scheme]
    assert len(drawn) == 3
    for colour in drawn.values():
        assert contrast(colour, named["paper"]) >= SEEN
    cell = blended(drawn["first"], named["paper"], STRONGEST)
    assert contrast(named["ink"], cell) >= READABLE


# ---- the bootstrap ----------------------------------------------------------------------


def one(right: int, predicted: int, gold: int) -> DocumentScores:
    score = Score(right, predicted, gold)
    return DocumentScores({"PER": score}, score, {"PER": score}, score, {})


def sums(rows: list[DocumentScores]) -> GroupSums:
    found = GroupSums()
    for number, row in enumerate(rows):
        found.add(number, row)
    return found


def test_a_run_differs_from_itself_by_nothing() -> None:
    rows = sums([one(1, 2, 2), one(0, 1, 1), NO_SPANS])
    told = compare_runs(rows, rows, 200, 1)["exact recall"]
    assert (told.difference, told.chance) == (0, 1)
    assert told.interval is not None and (told.interval.low, told.interval.high) == (0, 0)


def test_what_is_better_in_every_document_is_no_chance() -> None:
    first, second = sums([one(1, 2, 2)] * 30), sums([one(2, 2, 2)] * 30)
    told = compare_runs(first, second, 200, 1)["exact f1"]
    assert told.difference == pytest.approx(0.5) and told.chance == 0


def test_one_document_of_many_may_be_chance() -> None:
    rows = [one(1, 2, 2)] * 30
    told = compare_runs(sums(rows), sums([one(2, 2, 2), *rows[1:]]), 500, 1)["exact f1"]
    # In (29/30)^30 = 0.36 of all draws that document is not there.
    assert told.chance == pytest.approx(2 * 0.36, abs=0.1)


def test_intervals_are_as_wide_as_theory_says() -> None:
    """Of 400 documents with a name each, half found: the error is 1.96 · sqrt(0.25 / 400)."""
    rows = [one(number % 2, 1, 1) for number in range(400)]
    found: Any = estimate_intervals(sums(rows), 1000, 1)["exact recall"]
    assert found.low == pytest.approx(0.5 - 0.049, abs=0.01)
    assert found.high == pytest.approx(0.5 + 0.049, abs=0.01)


def test_groups_keep_the_width_of_many_documents() -> None:
    draw = random.Random(1)
    rows = [one(int(draw.random() < 0.5), 1, 1) for _ in range(5 * GROUPS)]
    found: Any = estimate_intervals(sums(rows), 300, 1)["exact recall"]
    assert found.high - found.low == pytest.approx(2 * 0.0098, rel=0.2)


def test_no_documents_have_no_interval() -> None:
    assert set(estimate_intervals(GroupSums(), 10, 1).values()) == {None}
