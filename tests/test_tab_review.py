"""The review document shows what would be read, and nothing of what is masked (E7, step 3)."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tacknamn.reports.review import STARS, render_review_page, render_review_text, split_review
from tacknamn.tab_benchmark.records import IdentifierType
from tests.tab_making import make_mentions

TEXT = (
    "The applicant, Ms Liv Almvik <liv>, of Kurdish origin, was born in 1947 & went to "
    "demonstrations.\nThe Supreme Court ruled."
)
KNOWN = {"demonstrations": "sensitive"}


def _marked(text: str) -> str:
    mentions = [
        mention._replace(identifier_type=IdentifierType.NO_MASK)
        if mention.rule == "ethnic"
        else mention
        for mention in make_mentions(text, KNOWN)
    ]
    return render_review_text(text, mentions)


def test_identifiers_are_stars_and_confidential_attributes_are_marked() -> None:
    assert _marked(TEXT) == (
        "The applicant, ***** <liv>, of [Kurdish: ETHNIC] origin, was born in ***** & went to "
        "demonstrations.\nThe Supreme Court ruled."
    )


def test_what_is_masked_and_confidential_is_marked_without_its_words() -> None:
    text = render_review_text(TEXT, make_mentions(TEXT))
    assert "of [*****: ETHNIC] origin" in text
    assert "Kurdish" not in text


def test_the_page_runs_nothing_and_tells_nothing_that_is_masked() -> None:
    page = render_review_page(TEXT, make_mentions(TEXT), "essay <7>")
    assert "default-src 'none'" in page
    assert "&lt;liv&gt;" in page
    assert "Review of essay &lt;7&gt;" in page
    assert not re.search("<script|Almvik|1947|Kurdish", page)
    assert "another" not in page.split("<table>")[0]


def test_the_page_tells_why_each_entity_is_masked_or_not() -> None:
    page = render_review_page(TEXT, make_mentions(TEXT))
    assert page.count('<th scope="row">') == 4
    assert "every country has one" in page


@given(st.text(alphabet="Mr Liv1947.(), \n<&Kurdish", max_size=120))
def test_parts_are_the_text_with_stars_for_what_is_masked(text: str) -> None:
    mentions = make_mentions(text)
    parts = list(split_review(text, mentions))
    masked = [
        mention for mention in mentions if mention.identifier_type is not IdentifierType.NO_MASK
    ]
    assert sum(part.text == STARS and part.mention is not None for part in parts) == len(masked)
    kept = "".join(part.text for part in parts if part.text != STARS)
    assert len(kept) == len(text) - sum(mention.end - mention.start for mention in masked)
