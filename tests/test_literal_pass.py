"""One pass finds the literals of all finders; each finder reads them as if it had searched itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.cues.finder import find_by_cues
from tacknamn.detection.harmless.evidence import Evidence, find_evidence
from tacknamn.detection.literal_pass import CUES, PATTERNS, find_literals
from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.text.languages import LANGUAGES

WORDS = (
    "Jag", "jag", "HETER", "heter", "sexton", "år", "och", "min", "syster", "är", "muslim", ".", "\n",
    "boken", "handlar", "om", "Strindberg", "kungen", "den", "3", "maj", "@", "skolan", "läkare",
    "på", "Storgatan", "12", "två", "bröder", "många", "I", "doctor", "www.", "fotbollslag", "tycker",
)  # fmt: skip
FIELDS = ("about", "fiction", "topic", "general", "public", "historic", "contacts", "is_about_self")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS)
def test_finders_find_the_same_with_and_without_the_pass(language: str, text: str) -> None:
    hits = find_literals(text, language)
    assert find_by_cues(text, language, hits[CUES]) == find_by_cues(text, language)
    assert find_patterns(text, language, hits[PATTERNS]) == find_patterns(text, language)
    assert list_facts(find_evidence(text.lower(), hits=hits)) == list_facts(
        find_evidence(text.lower())
    )


def list_facts(evidence: Evidence | None) -> list[object]:
    """Return all that the cues of a text say of it."""
    if evidence is None:
        return []
    cues = [(placed.start, placed.end, placed.cue) for placed in evidence.cues]
    return [cues, *(getattr(evidence, field) for field in FIELDS)]


@pytest.mark.parametrize("text", ["Jag bor i \u0130stanbul.", "Jag a\u0308r fem a\u030ar."])
def test_finders_search_themselves_where_offsets_differ(text: str) -> None:
    assert find_literals(text, "sv") == {}
