"""A session in Python: one pseudonym for one original, and the way back."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import InputError
from tacknamn.replacement.inflection.affixes import inflect
from tacknamn.session import Session
from tacknamn_builders.records import WordFrequency
from tests.making import bundle, entry
from tests.session.naive import restore_slowly

PHONE = "070-123 45 67"


@pytest.fixture(scope="module")
def pseudonymizer(data: Path) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(data), "session", 7 << 64)


@pytest.fixture
def session(pseudonymizer: Pseudonymizer) -> Session:
    return Session(pseudonymizer)


def find_pseudonym(session: Session, original: str) -> str:
    """The pseudonym of a name that is written as its list has it."""
    return session.anonymize(f"Jag heter {original}.").spans[0].replacement


@pytest.mark.parametrize(
    ("reply", "restored"),
    [
        ("{}s hund", "Aminas hund"),
        ("{}'s dog", "Amina's dog"),
        ("{}’s dog", "Amina’s dog"),
        ("Hej {}!", "Hej Amina!"),
        ("Det var {}.", "Det var Amina."),
        ("{}-gruppen", "Amina-gruppen"),
        ("**{}** och _{}_", "**Amina** och _Amina_"),
        ("('{}')", "('Amina')"),
        ("{}x", "{}x"),
        ("x{}", "x{}"),
        ("{}2", "{}2"),
    ],
)
def test_forms_that_no_text_had_are_restored(session: Session, reply: str, restored: str) -> None:
    pseudonym = find_pseudonym(session, "Amina")
    assert session.restore(reply.replace("{}", pseudonym)).text == restored.replace("{}", pseudonym)


def test_capitals_are_restored_as_capitals(session: Session) -> None:
    assert session.restore(find_pseudonym(session, "Amina").upper()).text == "AMINA"


def test_small_letters_are_restored_only_if_a_text_had_them(session: Session) -> None:
    pseudonym = find_pseudonym(session, "Amina")
    assert session.restore(pseudonym.lower()).restored == 0
    session.anonymize("jag heter amina.")
    assert session.restore(pseudonym.lower()).text == "amina"


def test_inhabitants_are_restored(session: Session) -> None:
    [span] = session.anonymize("Hon bor i Malmö.").spans
    for affixes, known in ((("def", "pl"), "malmöborna"), (("def", "pl", "gen"), "malmöbornas")):
        people = inflect(span.replacement, affixes, "city")
        assert people is not None
        assert session.restore(f"De är {people.lower()}.").text == f"De är {known}."


def test_placeholders_are_restored_however_they_are_written(session: Session) -> None:
    assert "[phone_nr 1]" in session.anonymize(f"Ring {PHONE}.").text
    for written in ("[phone_nr 1]", "[Phone_nr 1]", r"\[phone\_nr 1\]", "[phone_nr\n1]"):
        assert session.restore(f"Numret är {written}.").text == f"Numret är {PHONE}."
    assert session.restore("[phone_nr 2] [phone_nr 11]").restored == 0


def test_each_spelling_of_a_value_has_its_own_placeholder(session: Session) -> None:
    text = f"Ring {PHONE} eller +46 70 123 45 67, hon är 34 år."
    sent = session.anonymize(text).text
    assert "[phone_nr 1]" in sent and "[phone_nr 2]" in sent and "[age 1]" in sent
    assert session.restore(sent).text == text


def test_numbers_go_on_in_the_next_text(session: Session) -> None:
    session.anonymize(f"Ring {PHONE}.")
    assert session.anonymize("Ring 070-765 43 21.").text == "Ring [phone_nr 2]."
    assert session.anonymize(f"Ring {PHONE}.").text == "Ring [phone_nr 1]."


def test_no_two_originals_share_a_pseudonym(session: Session) -> None:
    names = ("Amina", "Karin", "Lisbet", "Greta", "Hilda", "Sigrid", "Tyra", "Ulrika")
    assert len({find_pseudonym(session, name) for name in names}) == len(names)


def test_a_name_that_is_the_pseudonym_of_another_is_replaced_once(tmp_path: Path) -> None:
    """Two towns get each other's names: replacing them one after the other would lose one."""
    names = ("Malmö", "Örebro", "Kalmar", "Skara", "Luleå", "Visby")  # fewer are A-stad, B-stad
    towns = [entry(name, "city", 9000) for name in names]
    words = [WordFrequency(word, "sv", 5.0) for word in ("från", "till", "hon", "reser")]
    lexicon = Lexicon.open(bundle(tmp_path / "towns", [[*towns, *words]]))
    text = "Hon reser från Malmö till Örebro."
    for seed in range(400):
        session = Session(Pseudonymizer(lexicon, "session", seed + (1 << 64)))
        sent = session.anonymize(text)
        assert session.restore(sent.text).text == text
        if [span.replacement for span in sent.spans] == ["Örebro", "Malmö"]:
            return
    raise AssertionError("no seed exchanges the towns")


def test_a_later_text_with_a_pseudonym_in_it_comes_back(session: Session) -> None:
    """What stays readable must not be restored to the original of an earlier text."""
    pseudonym = find_pseudonym(session, "Amina")
    for text in (f"{pseudonym} {pseudonym}s xyz", f"[phone_nr 1] {pseudonym}", f"({pseudonym})"):
        assert session.restore(session.anonymize(text).text).text == text


def test_a_text_with_a_placeholder_in_it_comes_back(session: Session) -> None:
    for text in (f"[phone_nr 1] är {PHONE}", "[phone_nr 1] [phone_nr 2]", r"\[phone_nr 1\]"):
        assert session.restore(session.anonymize(text).text).text == text


def test_a_misspelt_name_has_the_pseudonym_of_the_name(session: Session) -> None:
    document = session.anonymize("Lisbet kom. Jag såg Lisbett.")
    assert len({span.replacement for span in document.spans}) == 1
    assert session.restore(document.text).text == "Lisbet kom. Jag såg Lisbet."


def test_a_town_abroad_is_restored(tmp_path: Path) -> None:
    """Its span has a note besides its affixes."""
    towns = [entry(name, "city", 9000, country="NO") for name in ("Oslo", "Bergen", "Drammen")]
    words = [WordFrequency(word, "sv", 5.0) for word in ("bor", "i", "hon", "och")]
    session = Session(Lexicon.open(bundle(tmp_path / "abroad", [[*towns, *words]])), seed=7 << 64)
    for text in ("Hon bor i Oslo.", "Oslos stad och OSLO."):
        assert session.restore(session.anonymize(text).text).text == text


def test_an_original_in_an_answer_stays(session: Session) -> None:
    find_pseudonym(session, "Amina")
    assert session.restore("Amina, Malmö.") == ("Amina, Malmö.", 0)


def test_text_is_given_out_as_soon_as_it_is_settled(session: Session) -> None:
    pseudonym = find_pseudonym(session, "Amina")
    stream = session.open_stream()
    assert stream.feed("Hej då, ") == "Hej då, "
    assert stream.feed(pseudonym[:3]) == ""
    assert stream.feed(pseudonym[3:]) == ""
    assert stream.feed(" sa") == "Amina sa"
    assert stream.feed("[") == "[" and stream.finish() == ""


def test_a_stored_session_goes_on(session: Session, pseudonymizer: Pseudonymizer) -> None:
    texts = [f"Jag heter Amina Lind, ring {PHONE}.", "Aminas stad är Malmö.", "amina"]
    sent = [session.anonymize(text).text for text in texts]
    stored = json.dumps(session.dump())
    again = Session.load(json.loads(stored), pseudonymizer)
    assert again.dump() == session.dump()
    assert [again.restore(text).text for text in sent] == texts
    assert [again.anonymize(text).text for text in texts] == sent


@pytest.mark.parametrize("damage", [None, [], "x", {}, {"format": 2}, {"format": 1, "name": 3}])
def test_something_else_is_no_session(pseudonymizer: Pseudonymizer, damage: object) -> None:
    with pytest.raises(InputError, match="not the state of a session"):
        Session.load(damage, pseudonymizer)


def test_any_part_of_the_state_is_checked(session: Session, pseudonymizer: Pseudonymizer) -> None:
    session.anonymize(f"Jag heter Amina Lind och bor i Malmö, ring {PHONE}.")
    whole = session.dump()
    for part in ("names", "places", "values", "published"):
        for wrong in (None, [3], [[None] * 6], [["x"] * 3], [["firstname", "nemo"] * 3]):
            with pytest.raises(InputError, match="not the state"):
                Session.load({**whole, part: wrong}, pseudonymizer)


@pytest.mark.parametrize("profile", ["swell", "clinic", "session", "sms", "mask"])
def test_every_profile_leads_back(data: Path, profile: str) -> None:
    session = Session(Lexicon.open(data), profile, seed=7 << 64)
    text = f"Jag heter Amina Lind och bor i Göteborg, 411 38. Ring {PHONE}, mejla a.b@exempel.se!"
    sent = session.anonymize(text).text
    assert not {"Amina", "Lind", PHONE} & set(sent.split())
    assert session.restore(sent).text == text


def test_policies_can_leave_ages(data: Path) -> None:
    session = Session(Lexicon.open(data), policies={"age_digits": "keep"}, seed=7 << 64)
    assert "34 år" in session.anonymize("Amina är 34 år.").text


def test_two_sessions_draw_differently(data: Path) -> None:
    lexicon = Lexicon.open(data)
    text = "Amina, Karin, Lisbet, Greta, Hilda och Sigrid."
    assert len({Session(lexicon).anonymize(text).text for _ in range(8)}) > 1


def test_a_pseudonymizer_has_its_own_settings(pseudonymizer: Pseudonymizer) -> None:
    with pytest.raises(InputError, match="its own settings"):
        Session(pseudonymizer, language="en")


def test_nothing_of_a_text_is_in_representations(session: Session) -> None:
    sent = session.anonymize("Jag heter Amina.").text
    assert "Amina" not in f"{session!r} {session.restore(sent)!r}"


def test_disguises_come_back(session: Session) -> None:
    for text in ("Jag heter Ka\u00adrin.", "AminaLind skrev.", "Ring 0 7 0 - 1 2 3 4 5 6 7."):
        assert session.restore(session.anonymize(text).text).text == text


def test_words_are_no_pseudonyms(session: Session, pseudonymizer: Pseudonymizer) -> None:
    """An answer contains words, and a session has no pseudonym that is one."""
    names = [find_pseudonym(session, name) for name in ("Amina", "Karin", "Lisbet")]
    assert not any(session._is_ordinary(name.lower()) for name in names)
    assert not any(name.endswith(("s", "x", "z")) for name in names)


def test_the_slow_twin_agrees_on_all_forms(session: Session) -> None:
    pseudonym = find_pseudonym(session, "Amina")
    endings = ("", "s", "'s", ":s", "n", "-x", " ", ".", "S", "'", "' x", "’S y")
    for first, second in pairwise(endings):
        reply = f"{pseudonym}{first}{pseudonym.upper()}{second} '{pseudonym}' x"
        assert session.restore(reply).text == restore_slowly(session, reply)
