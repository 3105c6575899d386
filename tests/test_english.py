"""Names in English texts: whole phrases, titles, nationalities, names that are words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn_builders.records import EnglishWord, Entry, WordFrequency
from tests.making import bundle, entry

CASES = json.loads((Path(__file__).parent / "cases" / "english.json").read_text("utf-8"))
FIRST = "Frank George Diane Christian Margaret Karl Edward Khalid Grace Will Mark Rose Hope Bill Art May Tom June"
LAST = "Lane Ramadan Bennett Okoye Hall"
CITIES = {
    "Leeds": "GB",
    "London": "GB",
    "Lisbon": "PT",
    "Baltic": "US",
    "Bank": "GB",
    "World": "US",
}
COUNTRIES = {"KE": "Kenya", "LK": "Sri Lanka", "US": "the US", "GB": "the UK"}
SMALL = {
    "NN": "sea mount treaty war school university bank ministry council government teacher cook "
    "belief street streets rose hope bill art mark grace will defence boss neighbour lamb letter class "
    "friend flat station food party cousin sister garden cake words flower tom",
    "VB": "hope bill mark will owe sail climb come bring pay love call tell have see frank may",
    "VBZ": "cooks says goes is was has",
    "VBD": "said came laughed went agreed signed fought",
    "MD": "will may would",
    "JJ": "kind late empty primary second frank good red funny well angry",
    "IN": "in on at of from with by about before",
    "DT": "the a an some",
    "PRP": "she he we they us it",
    "RB": "then still there now soon today so too",
}
LARGE = {
    "NNP": "Frank George Diane Christian Margaret Karl Edward Khalid Grace Will Mark Rose Hope Bill Art May Tom "
    "June London Leeds Lisbon Christmas Easter Ramadan Lane Hall",
    "JJ": "Canadian Danish Christian Baltic",
    "NNPS": "Germans",
}
COMMON, FUNCTION = 4.5, 6.2
"""The Zipf frequencies of nouns and the like, and of modal verbs, pronouns and the like."""
_FUNCTION_TAGS = ("DT", "IN", "MD", "PRP")


@pytest.fixture(scope="module")
def detector(tmp_path_factory: pytest.TempPathFactory) -> Detector:
    folder = bundle(tmp_path_factory.mktemp("english") / "bundle", [[*_entries(), *_words()]])
    return Detector(Lexicon.open(folder), "en", fuzzy=True)


def _entries() -> Iterator[Entry]:
    for name in FIRST.split():
        yield entry(name, "firstname_unknown", 20_000)
    for name in LAST.split():
        yield entry(name, "surname", 20_000)
    for name, country in CITIES.items():
        yield entry(name, "city", 500_000, country=country, key=f"city:{name}")
    for code, name in COUNTRIES.items():
        yield entry(name, "country", 50_000_000, country=code, key=f"country:{code}")
    yield entry("Africa", "region", 900_000_000, key="region:Africa")


def _words() -> Iterator[WordFrequency | EnglishWord]:
    for tag, words in (*SMALL.items(), *LARGE.items()):
        for word in words.split():
            zipf = FUNCTION if tag in _FUNCTION_TAGS else COMMON
            yield WordFrequency(word.lower(), "en", zipf)
            yield EnglishWord(word, tag)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_an_english_text_has_these_names(detector: Detector, case: dict[str, Any]) -> None:
    text = case["text"]
    found = [
        [detection.label, text[detection.start : detection.end]]
        for detection in detector.detect(text)
        if detection.label not in ("fam", "prof", "language", "ethnicity", "sensitive")
    ]
    assert [name for _, name in found] == [name for _, name in case["expect"]]
    for (label, name), (expected, _) in zip(found, case["expect"], strict=True):
        assert label.startswith(expected), name
