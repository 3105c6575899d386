"""Streets that no ending shows: found by the sentence, a foreign word, or an English one."""

import pytest

from tacknamn.detection.patterns.finder import find_patterns

FOUND = [
    ("sv", "Jag bor på Esplanaden 3.", "Esplanaden 3"),
    ("sv", "Hon bodde på Prästgårdsängen 14 i fjol.", "Prästgårdsängen 14"),
    ("sv", "vi flyttade till solrosen 8 i våras", "solrosen 8"),
    ("sv", "adress: Talltorp 3", "Talltorp 3"),
    ("sv", "Min adress är Lövbacken 4, 123 45 Xstad.", "Lövbacken 4"),
    ("sv", "Vi ses på Södra Esplanaden 9.", "Södra Esplanaden 9"),
    ("sv", "Vi ses på Backa kyrkogata 11.", "Backa kyrkogata 11"),
    ("sv", "Kom till Nybrog. 5, andra våningen.", "Nybrog. 5"),
    ("sv", "kliniken på kyrkbacken 11?", "kyrkbacken 11"),
    ("sv", "Farmor bor på Gartenstraße 6 i Wien.", "Gartenstraße 6"),
    ("sv", "Jag bodde i Via Verdi 3.", "Via Verdi 3"),
    ("sv", "Vi bor på Rue du Bac 21.", "Rue du Bac 21"),
    ("sv", "Kontoret ligger på Plaza de Toros.", "Plaza de Toros"),
    ("sv", "Min adress är ul. Polna 7, Lodz.", "ul. Polna 7"),
    ("sv", "Vi bodde på Calle Nueva 14.", "Calle Nueva 14"),
    ("sv", "Hon bor på Litejnyj prospekt 30.", "Litejnyj prospekt 30"),
    ("sv", "Träningen är på björkvallens ip.", "björkvallens ip"),
    ("en", "come to 16 maple close, near us", "16 maple close"),
    ("en", "i live on mill lane", "mill lane"),
    ("en", "take the bus from queen street", "queen street"),
    ("en", "She lives on Maple Close.", "Maple Close"),
    ("en", "flat 5, 88 chapel road", "88 chapel road"),
    ("en", "i waited on w 43rd st for an hour", "w 43rd st"),
    ("en", "she lives at 12 e 43rd st, apt 3", "12 e 43rd st"),
    ("en", "he lives near me, hillcrest rd", "hillcrest rd"),
    ("en", "I live in Minato-ku now.", "Minato-ku"),
    ("en", "my flat is on hillcrest road", "hillcrest road"),
    ("sv", "Hon bor på Dubravska ulica 14.", "Dubravska ulica 14"),
    ("sv", "Vi ses på Enghaves plads.", "Enghaves plads"),
]
NOTHING = [
    ("sv", "Jag bor på landet sedan många år."),
    ("sv", "Vi bor på våning 3 i huset."),
    ("sv", "Jag bor på plan 2."),
    ("sv", "Vi bodde på hotell 5 nätter."),
    ("sv", "Via Skype pratar vi."),
    ("sv", "Calle Ek är här."),
    ("sv", "Hon bor i Lidköping. 2 år senare kom han."),
    ("sv", "Vi åkte i backen 3 gånger."),
    ("sv", "Min ip-adress är hemlig."),
    ("sv", "Jag bor på en gata med 12 hus."),
    ("sv", "Adressen är lätt att komma ihåg."),
    ("sv", "Han bor på Hisingen 3 km bort."),
    ("sv", "Vi är på min ip."),
    ("en", "It was a 2 hour drive."),
    ("en", "He lives on the same street."),
    ("en", "I live on a busy road."),
    ("en", "She found 2 close friends."),
    ("en", "They live at home 5 days a week."),
    ("en", "There are 3 main roads here."),
    ("en", "She is there all day, way too much."),
    ("en", "on the right lane"),
    ("en", "it is on the main rd"),
    ("en", "we met on the 3rd stage"),
    ("en", "it was the 1st step"),
    ("en", "He likes Tai-chi and haiku."),
]


@pytest.mark.parametrize(("language", "text", "expected"), FOUND)
def test_a_street_is_found_with_its_number(language: str, text: str, expected: str) -> None:
    found = [
        text[finding.start : finding.end]
        for finding in find_patterns(text, language)
        if finding.label in ("place", "street_nr")
    ]
    assert " ".join(found) == expected


@pytest.mark.parametrize(("language", "text"), NOTHING)
def test_what_only_looks_like_a_street_is_none(language: str, text: str) -> None:
    labels = {finding.label for finding in find_patterns(text, language)}
    assert labels.isdisjoint(("place", "street_nr"))
