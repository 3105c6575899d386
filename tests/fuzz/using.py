"""Use a bundle in every way that the library does, and check the answers."""

import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

from rich.console import Console

from tacknamn.cli import show
from tacknamn.errors import Error
from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.find_bundle import FoundBundle
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.lexicon.near_index import NearIndex
from tacknamn.matching.engines import has_native
from tacknamn.matching.match import Match
from tacknamn.matching.matcher import Matcher
from tacknamn.matching.semantics import Overlaps
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.pipeline.readings import Reading
from tacknamn.text.languages import LANGUAGES

__all__ = ["SMALL_BLOCKS", "use"]

SMALL_BLOCKS = "TACKNAMN_SMALL_BLOCKS"
"""Set where the scanner was compiled for blocks so small that long entries overflow them."""
_STEP = Callable[[], object]


def use(folder: Path, chance: Random, forms: Sequence[str], texts: Sequence[str]) -> bool:
    """Open a bundle and use it; whether it could be opened. Our own errors are expected,
    and after a step that is refused the others are still tried."""
    with _refused():
        lexicon = Lexicon(Bundle(folder, verify=chance.random() < 0.3))
        for step in _steps(lexicon, chance, forms, texts):
            with _refused():
                step()
        return True
    return False


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except Error as exc:
        str(exc).encode("utf-8")


def _steps(
    lexicon: Lexicon, chance: Random, forms: Sequence[str], texts: Sequence[str]
) -> Iterator[_STEP]:
    for form in chance.choices(forms, k=6):
        yield partial(look_up, lexicon, form)
        yield partial(lexicon.is_word, form)
        yield partial(lexicon.complete, form[:2], chance.choice((None, *LABELS)))
    yield partial(lexicon.complete, "", limit=5)
    yield partial(list_all, lexicon, chance.choice((None, *LABELS)))
    yield partial(tell_of, lexicon)
    for engine in ("native", "portable") if has_native() else ("portable",):
        overlaps = chance.choice(tuple(Overlaps))
        labels = chance.choice((None, None, chance.sample(LABELS, 3)))
        make = partial(Matcher, lexicon, engine, overlaps, labels, fuzzy=chance.random() < 0.5)
        for text in texts:
            yield partial(check_text, make, text)
        yield partial(check_many, make, texts)
        misspelt = [f"{word[:2]}x{word[2:]}" for word in chance.choices(forms, k=5)]
        yield partial(find_near, lexicon, engine, misspelt)
    language, profile = chance.choice(LANGUAGES), chance.choice(("swell", "sms", "tab"))
    pseudonymizer = Pseudonymizer(lexicon, profile, seed=7, language=language)
    for text in texts:
        yield partial(check_pseudonymized, pseudonymizer, text)
    word = chance.choice(forms)
    yield partial(lexicon.search, f"{word[:1]}x{word[1:]}", chance.choice((1, 2)))


def look_up(lexicon: Lexicon, form: str) -> None:
    """Look up a form and print its candidates."""
    found = lexicon.lookup(form)
    check_candidates(found)
    _print(show.build_reading_table({form: [*map(Reading, found)]}, True))


def list_all(lexicon: Lexicon, label: Label | None) -> None:
    """List the entries of a label, or all; their ranks ascend."""
    ranks = [(entry.label, entry.rank) for entry in lexicon.entries(label)]
    assert all(one[1] < other[1] for one, other in pairwise(ranks) if one[0] == other[0])


def find_near(lexicon: Lexicon, engine: str, words: Sequence[str]) -> None:
    """Search the names near misspelt words."""
    index = NearIndex(lexicon.bundle, engine)
    number = lexicon.bundle.section("forms").rows
    for edits in (1, 2):
        for found in index.find_many(words, edits):
            assert all(0 <= form.entry < number for form in found), "an entry is not valid"
    index.corrections(words)


def tell_of(lexicon: Lexicon) -> None:
    """Describe the bundle, as `tacknamn info` does."""
    facts = show.collect_info(FoundBundle(lexicon.bundle.folder, "it was named"))
    _print(show.build_info_table(facts))
    json.dumps(facts, ensure_ascii=False, allow_nan=False).encode("utf-8")


def check_pseudonymized(pseudonymizer: Pseudonymizer, text: str) -> None:
    """Detect and pseudonymize; detections are inside the text and do not overlap."""
    found = pseudonymizer.detect(text, everything=True)
    assert all(0 <= one.start < one.end <= len(text) for one in found), "it is not in the text"
    assert all(one.end <= other.start for one, other in pairwise(found)), "two overlap"
    assert all(not text[one.start : one.end].isspace() for one in found), "nothing is named"
    str(pseudonymizer(text).text)


def check_many(make: Callable[[], Matcher], texts: Sequence[str]) -> None:
    """Texts in one call have the same matches as one by one."""
    matcher = make()
    together, alone = matcher.spans_many(texts), [matcher.spans(text) for text in texts]
    # In blocks of some ten words, where a block happens to begin matters for long entries.
    assert together == alone or SMALL_BLOCKS in os.environ, "many texts differ from one by one"


def check_text(make: Callable[[], Matcher], text: str) -> None:
    """Match a text, check the matches and print some."""
    matcher = make()
    matches = matcher.match(text)
    number = matcher.lexicon.bundle.section("forms").rows
    at = 0
    for one in matches:
        assert 0 <= one.start < one.end <= len(text), "a match is outside the text"
        assert 0 <= one.entry < number, "a match has an unknown entry"
        assert 0 <= one.affix_bits < 8, "a match has unknown affixes"
        if matcher.overlaps is not Overlaps.ALL:
            assert one.start >= at, "matches overlap"
            at = one.end
    for one in matches[:3]:
        with _refused():
            _look_at(one)
    with _refused():
        _print(show.mark_text(text[:99], [one for one in matches[:9] if one.end < 99]))


def _look_at(match: Match) -> None:
    check_candidates(match.candidates)
    assert match.text[match.start : match.end] == match.form
    if match.candidates:
        show.format_match("-", match)
        json.dumps(show.convert_match(match), allow_nan=False)


def check_candidates(candidates: list[Candidate]) -> None:
    """Probabilities are probabilities, counts are numbers, texts can be written."""
    for one in candidates:
        assert 0 <= one.probability <= 1, "a probability is not valid"
        assert math.isfinite(one.count) and one.count >= 0, "a count is not valid"
        f"{one.form}{one.country}{one.parent}{one.sources}".encode()


def _print(what: object) -> None:
    stream = StringIO()
    Console(file=stream, width=120).print(what)
    # The text that was searched may hold lone surrogates, and is part of the output.
    stream.getvalue().encode("utf-8", "surrogatepass")
