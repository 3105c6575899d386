"""Why each span is one, in lines and on the page, with the original and without it."""

from pathlib import Path
from typing import Any

import pytest

from tacknamn.detection import cues, patterns
from tacknamn.detection.cues.sensitive import GROUPS
from tacknamn.detection.patterns.clinical_patterns import CLINICAL_PATTERNS
from tacknamn.detection.ranking import rules as ranking_rules
from tacknamn.labels import Kind, Label
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.methods import METHODS
from tacknamn.records import Action, Alternative, Detection, Finding, Span
from tacknamn.reports.document_page import render_document_page
from tacknamn.reports.explanations import describe_candidates, explain_document
from tacknamn.reports.rule_words import describe_policy, describe_rule
from tacknamn.support.tables import read_table
from tests.reports import PageReader
from tests.sampling_lists import make_bundle
from tests.test_document_page import HOSTILE, made

SECRET = "Hej! Jag heter Birgitta och min vän Malin bor i Umeå. Ring mig på 070-123 45 67."
QUOTED = ("birgitta", "malin", "umeå", "070", "västerbotten")


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    lexicon = Lexicon.open(make_bundle(tmp_path_factory.mktemp("lists") / "bundle"))
    return Pseudonymizer(lexicon, key=bytes(range(32)))(SECRET, name="birgitta.txt")


def lines(letter: Document, show: bool = False) -> list[list[str]]:
    return [line.split("\t") for line in explain_document(letter, show)]


def find_facts(letter: Document, place: str, fact: str, show: bool = False) -> list[list[str]]:
    return [fields[2:] for fields in lines(letter, show) if fields[:2] == [place, fact]]


def phone(found: Detection, policy: str = "zero") -> Document:
    """A document that is one telephone number."""
    text = "0" * found.end
    span = Span(0, found.end, "phone_nr", text, 1, (), Action.REPLACE, found, f"by {policy}")
    return made("1" * found.end, [span])


# ---- lines ------------------------------------------------------------------------------


def test_a_name_of_the_lists_is_explained(document: Document) -> None:
    assert find_facts(document, "15-23", "span") == [["firstname_female 1", "replaced"]]
    assert find_facts(document, "15-23", "label") == [["firstname_female", "a woman's first name"]]
    assert find_facts(document, "15-23", "rule") == [["list", "it is in the lists"]]
    ((label, probability, sources),) = find_facts(document, "15-23", "candidate")
    assert label == "firstname_female" and 0 < float(probability) <= 1
    assert sources.startswith("from ")
    assert find_facts(document, "15-23", "policy") == [["draw", METHODS["draw"].words]]
    assert find_facts(document, "15-23", "drawn from") and find_facts(document, "15-23", "reason")
    (replacement,) = find_facts(document, "15-23", "replacement")
    assert replacement[0] in document.text


def test_a_pattern_is_explained_with_the_readings_that_lost(document: Document) -> None:
    place = f"{SECRET.index('070')}-{len(SECRET) - 1}"
    assert find_facts(document, place, "rule") == [["mobile", describe_rule("mobile")]]
    assert find_facts(document, place, "cue") == [["ring"]]
    lost = find_facts(document, place, "rejected alternative")
    assert lost and all(fields[2].startswith("strength ") for fields in lost)
    assert find_facts(document, place, "policy") == [["zero", "digits become 0, delimiters stay"]]


def test_every_line_says_where_it_belongs(document: Document) -> None:
    first, *others = lines(document)
    assert first == ["document", "birgitta.txt"]
    places = {f"{span.start}-{span.end}" for span in document.spans}
    assert {fields[0] for fields in others} == places
    assert all(len(fields) >= 3 and all(fields) for fields in others)


def test_nothing_of_the_original_is_quoted_unless_asked_for(document: Document) -> None:
    quiet = "\n".join("\t".join(fields) for fields in lines(document)[1:]).lower()
    assert not [word for word in QUOTED if word in quiet]
    shown = "\n".join("\t".join(fields) for fields in lines(document, show=True)).lower()
    assert [word for word in QUOTED if word in shown][:4] == list(QUOTED[:4])
    assert find_facts(document, "15-23", "original", show=True) == [["Birgitta"]]


def test_what_is_only_marked_is_not_quoted_either() -> None:
    span = Span(0, 6, "prof", "läkare", 1, (), Action.MARK, Detection(0, 6, "prof", "list"))
    letter = made("läkare", [span])
    assert "läkare" not in "\n".join(explain_document(letter))
    assert find_facts(letter, "0-6", "span") == [["prof 1", "only marked"]]
    assert "läkare" in "\n".join(explain_document(letter, show=True))


def test_a_trigger_that_is_another_span_is_not_quoted() -> None:
    name = Span(4, 8, "surname", "Ek", 1, (), Action.REPLACE,
                Detection(4, 8, "surname", "beside_name", trigger="bo"))  # fmt: skip
    first = Span(0, 2, "firstname_male", "Per", 1, (), Action.REPLACE, None)
    letter = made("Bo, Holm", [first, name])
    assert find_facts(letter, "4-8", "cue") == [["a word of a span (not shown)"]]
    assert find_facts(letter, "4-8", "cue", show=True) == [["bo"]]
    assert find_facts(made("Bo, Holm", [name]), "4-8", "cue") == [["bo"]]
    genitive = first._replace(
        found=Detection(0, 3, "firstname_male", "list", "Bo", ("gen",)), end=3
    )
    hidden = made("Bos Holm", [genitive, name])
    assert find_facts(hidden, "4-8", "cue") == [["a word of a span (not shown)"]]


def test_what_a_person_said_has_no_other_rule() -> None:
    span = Span(0, 3, "city", "Lund", 0, (), Action.REPLACE, None, comment="Ume, I think")
    letter = made("Ume", [span])
    assert find_facts(letter, "0-3", "rule") == [
        ["by_hand", "a person or another program marked it"]
    ]
    assert not find_facts(letter, "0-3", "probability") and not find_facts(letter, "0-3", "comment")
    assert find_facts(letter, "0-3", "comment", show=True) == [["Ume, I think"]]


@pytest.mark.parametrize("checked", [True, False, None])
def test_check_digits_are_reported(checked: bool | None) -> None:
    other = Alternative(0, 5, "account_nr", "account_any", "konto", checked, 5)
    finding = Finding(0, 9, "phone_nr", "mobile", "ring", (other,), checked)
    letter = phone(Detection(0, 9, "phone_nr", "mobile", trigger="ring", finding=finding))
    word = {True: "right", False: "wrong", None: ""}[checked]
    assert [word in fields[0] for fields in find_facts(letter, "0-9", "check")] == [True] * bool(
        word
    )
    ((label, words, *others),) = find_facts(letter, "0-9", "rejected alternative")
    assert (label, words) == ("account_nr", describe_rule("account_any"))
    assert others[:2] == ["strength 5", "cue konto"] and others[-1] == "characters 0-5"


def test_misspellings_are_reported() -> None:
    letter = phone(Detection(0, 9, "phone_nr", "list", edits=1))
    assert find_facts(letter, "0-9", "misspelt") == [["1 letter off"]]


def test_hostile_words_stay_in_their_line() -> None:
    hostile = f"a\tb\nc\x1b[31m{HOSTILE}"
    found = Detection(0, 1, hostile, hostile, trigger=hostile)
    span = Span(0, 1, hostile, hostile, 1, (hostile,), Action.REPLACE, found, hostile, 1, hostile)
    for line in explain_document(made("x", [span], name=hostile), show=True):
        assert line.replace("\t", "").isprintable()
        line.encode("utf-8")


# ---- candidates -------------------------------------------------------------------------


def street(parent: str, probability: float) -> Candidate:
    return Candidate(
        "Storgatan", Label.PLACE, probability, 12.0, Kind.BEARERS, "SE", parent, ("osm",)
    )


def test_candidates_of_a_label_are_described_together() -> None:
    many = [*(street(f"Ort {number}", 0.01) for number in range(70)),
            Candidate("Storgatan", Label.SURNAME, 0.2, 3.0, Kind.BEARERS, "", "", ("scb",))]  # fmt: skip
    assert [fact.words for fact in describe_candidates(many, show=False)] == [
        ("place", "0.70", "from osm"),
        ("surname", "0.20", "from scb"),
    ]
    place, surname = (fact.words for fact in describe_candidates(many, show=True))
    assert place[2].startswith("Storgatan, Ort 0, SE, 12 ")
    assert place[-2:] == ("and 67 more", "from osm") and len(place) == 7
    assert surname[2].startswith("Storgatan, 3 ")


# ---- words ------------------------------------------------------------------------------


def test_every_rule_of_the_patterns_has_words() -> None:
    assert not [
        rule
        for rule, *_ in read_table(patterns.__file__, "rules.tsv")
        if describe_rule(rule) == rule
    ]


def test_rules_are_listed_once_and_in_words() -> None:
    file = Path(describe_rule.__code__.co_filename).with_name("rules.tsv")
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines()]
    assert all(len(fields) == 2 and all(fields) for fields in lines)
    assert len({fields[0] for fields in lines}) == len(lines)


def test_rules_of_every_stage_have_words() -> None:
    needs = {f"near:{need}" for _, _, need in read_table(cues.__file__, "doubted.tsv")} - {
        "near:never"
    }
    rules = [ranking_rules.LIST, ranking_rules.BESIDE_NAME, ranking_rules.CAPITAL,
             ranking_rules.INITIALS, ranking_rules.MISSPELT, *needs, *(f"cue:{group}" for group in GROUPS), *(f"mask:{pattern.name}" for pattern in CLINICAL_PATTERNS),
             "mask:custom_12", "by_hand"]  # fmt: skip
    assert not [rule for rule in rules if describe_rule(rule) == rule]


def test_an_unknown_rule_says_its_name() -> None:
    assert describe_rule("quite_new") == "quite_new"
    assert describe_policy("quite_new") == "quite_new"


def test_every_policy_has_words() -> None:
    for policy in ("keep", "mark", "draw:surname", "[LastName]", "Ward:[WardNo]", *METHODS):
        assert describe_policy(policy) != policy


# ---- the page ---------------------------------------------------------------------------


def test_the_page_tells_what_the_lines_tell(document: Document) -> None:
    page = render_document_page(document, explain=True)
    read = PageReader(page)
    words = "".join(read.words)
    assert [tag for tag, _ in read.seen].count("details") == len(document.spans)
    for fields in lines(document, show=True)[1:]:
        if fields[1] not in ("span", "original", "replacement"):
            assert ", ".join(fields[2:]) in words
    assert "<details" not in render_document_page(document)


def test_the_page_without_the_original_explains_without_it(document: Document) -> None:
    page = render_document_page(document, explain=True, original=False).lower()
    assert "why 1" in page
    assert not [word for word in QUOTED if word in page]


def test_no_explanation_is_asked_for_where_none_is_shown() -> None:
    class Closed:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError("not requested")

    span = Span(0, 1, "city", "y", 1, (), Action.REPLACE, Detection(0, 1, "city", "list", entry=3))
    assert render_document_page(made("x", [span], lexicon=Closed()))
    with pytest.raises(AssertionError):
        render_document_page(made("x", [span], lexicon=Closed()), explain=True)
