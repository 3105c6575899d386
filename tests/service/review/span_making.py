"""Texts and decisions to try the review with."""

from hypothesis import strategies as st

from tacknamn.service.review.checking import tidy_replacement
from tacknamn.service.review.records import ReviewAction, ReviewedSpan
from tacknamn.svala.tokens import BLANKS, trim_blanks
from tests.svala_making import texts

__all__ = ["comments", "reviewed_spans", "spans_within", "texts"]

comments = st.sampled_from(["", "ett ord", "se\n\nnästa"])
LABELS = ["city", "firstname_female", "surname", "extra", "odd"]
NOTES = ["OBS!", "Com!", "Cit-FL"]


@st.composite
def reviewed_spans(draw: st.DrawFn, text: str, start: int, end: int) -> ReviewedSpan | None:
    """A decision about a piece of a text, as the service takes it in."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip(BLANKS))
    end = start + len(trim_blanks(piece))
    if start == end:
        return None
    action = draw(st.sampled_from(list(ReviewAction)))
    notes = tuple(sorted(draw(st.lists(st.sampled_from(NOTES), unique=True, max_size=2))))
    comment = draw(comments) if any("!" in note for note in notes) else ""
    original, label, number = text[start:end], "", 0
    affixes: tuple[str, ...] = ()
    replacement = original
    if action is not ReviewAction.FREE:
        label = draw(st.sampled_from(LABELS))
        number = draw(st.integers(0, 3))
        affixes = tuple(draw(st.sampled_from([[], ["gen"], ["gen", "foreign"]])))
    if action is ReviewAction.REPLACE:
        drawn = draw(
            st.one_of(st.sampled_from(["Malin", "Nya Byn", "x"]), texts.map(lambda t: t[:9]))
        )
        replacement = tidy_replacement(drawn)
        if not replacement:
            replacement = "Malin"
    return ReviewedSpan(start, end, label, number, affixes, notes, comment, replacement, action)


@st.composite
def spans_within(draw: st.DrawFn, text: str) -> list[ReviewedSpan]:
    """Decisions about pieces of a text that do not overlap."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=10, unique=True)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    spans = [draw(reviewed_spans(text, start, end)) for start, end in pairs]
    return [span for span in spans if span is not None]
