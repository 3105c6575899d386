"""Each attack of ``make privacy`` in a small version: a cure that breaks shows up here."""

from math import comb, sqrt
from pathlib import Path

import pytest

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn_builders.records import Inflection, WordFrequency
from tests.making import bundle, entry
from tests.privacy.attacks import ATTACKERS, ATTACKS, Attack, run_attack
from tests.privacy.figures import ALLOWED, AttackFigure, Forced, Rounds, find_forced, read_forced
from tests.privacy.pages import read_figures
from tests.privacy.report import list_failures, render_figures
from tests.privacy.runs import MODES, PROFILES, Setting, list_modes, read_slots

GUIDELINES = Path(__file__).parents[1] / "docs" / "guidelines.md"
SCALE = 0.03
"""Rounds of an attack here, relative to ``make privacy``."""
UNLIKELY = 1e-4
"""How improbable a result must be, if an attack gains what is allowed, to count as a leak here."""
FEMALE = """
Anna Maria Eva Karin Lena Emma Kerstin Sara Malin Ingrid Linda Elin Birgitta Marie
Inger Johanna Hanna Sofia Annika Ulla Julia Susanne Jenny Carina Ida Christina Helena
Åsa Kristina Camilla Gunilla Sandra Anita Monica Amanda Cecilia Emelie Margareta Jessica
Frida Alice Elsa Barbro Marianne Lisa Elisabeth Siv Maja Ulrika Anette Ebba Caroline
Katarina Agneta Lina Matilda Agnes Iris
"""
SURNAMES = """
Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson
Pettersson Jonsson Jansson Hansson Bengtsson Jönsson Carlsson Petersson Lindberg Magnusson
Lindström Gustavsson Olofsson Lindgren Axelsson Bergström Lundberg Lundgren Berg Jakobsson
Berglund Sandberg Fredriksson Mattsson Henriksson Sjöberg Forsberg Lindqvist Lind Engström
Eklund Lundin Danielsson Håkansson Holm Gunnarsson Bergman Samuelsson Fransson Nyström
Lundqvist Holmberg Björk Johnsson Wallin
"""
TOWNS = """
Stockholm Göteborg Malmö Uppsala Linköping Örebro Västerås Helsingborg Norrköping
Jönköping Umeå Lund Borås Sundsvall Gävle Eskilstuna Halmstad Växjö Karlstad Kalmar
Södertälje Solna Mölndal Täby Karlskrona Östersund Trollhättan Luleå Kristianstad Falun
Skövde Skellefteå Uddevalla Varberg Nyköping Borlänge
"""
WORDS = """
jag heter bor i har även bott och är år sedan från flyttade hit ring min mamma född
tänker på kväll skriv till mitt personnummer dess
"""
NOUNS = "cykel cyklar bil hus bok hund adress adresser centrum kvarter historia gator"
ADJECTIVES = "nya gamla"
"""What names in -s may have."""


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    entries = [
        entry(name, "firstname_female", 9000 - 150 * at) for at, name in enumerate(FEMALE.split())
    ]
    entries += [entry(name, "surname", 9000 - 150 * at) for at, name in enumerate(SURNAMES.split())]
    entries += [entry(name, "city", 900000 - 9000 * at) for at, name in enumerate(TOWNS.split())]
    words = [WordFrequency(word, "sv", 5.0) for word in WORDS.split()]
    known = [Inflection(word, word, "AB") for word in WORDS.split()]
    for pos, forms in (("NN", NOUNS), ("JJ", ADJECTIVES)):
        words += [WordFrequency(word, "sv", 5.0) for word in forms.split()]
        known += [Inflection(word, word, pos) for word in forms.split()]
    folder = tmp_path_factory.mktemp("privacy")
    return Lexicon.open(bundle(folder / "small", [[*entries, *words, *known]]))


def is_significant(figure: AttackFigure) -> bool:
    """Whether so many right guesses are improbable for an attack that gains what is allowed."""
    share = min(1.0, figure.chance + ALLOWED)
    tail = sum(
        comb(figure.rounds, right) * share**right * (1 - share) ** (figure.rounds - right)
        for right in range(figure.right, figure.rounds + 1)
    )
    return figure.rounds > 0 and tail < UNLIKELY


@pytest.mark.parametrize(
    ("profile", "mode"), [(profile, mode) for profile in PROFILES for mode in list_modes(profile)]
)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_attacks_are_no_better_than_chance(
    lexicon: Lexicon, attack: Attack, profile: str, mode: str
) -> None:
    figures = run_attack(attack, Setting(lexicon, profile, mode, SCALE))
    leaks = list_failures(filter(is_significant, figures))
    assert not leaks, render_figures(leaks)
    assert all(figure.attacker in ATTACKERS for figure in figures)


def test_rounds_count_what_is_right_and_what_chance_would_be() -> None:
    rounds = Rounds()
    for is_right, chance in ((True, 0.5), (False, 0.25), (False, 0.0)):
        rounds.add(is_right, chance)
    assert (rounds.played, rounds.won, rounds.chance) == (3, 1, 0.25)
    assert Rounds().chance == 0


def test_intervals_are_those_of_wilson() -> None:
    figure = AttackFigure("a", "one text", "swell", "none", 100, 20, 0.2)
    assert figure.interval == pytest.approx((0.1334, 0.2888), abs=1e-4)
    assert AttackFigure("a", "one text", "swell", "none", 50, 50, 0.2).interval[1] == 1


def test_what_is_refused_gains_nothing() -> None:
    figure = AttackFigure("a", "one text", "swell", "none", 0, 0, 0.2)
    assert (figure.success, figure.difference, figure.interval) == (0, 0, (0, 0))


def test_an_attack_that_no_rule_forces_is_a_failure() -> None:
    better = AttackFigure("town of a text", "one text", "sms", "none", 1000, 260, 0.2)
    forced = Forced("town", ("sms",), ("none",), "B6", "towns stay")
    assert list_failures([better]) == [better]
    assert find_forced(better, [forced]) == forced
    assert find_forced(better, [forced._replace(modes=("key",))]) is None
    assert find_forced(better, [forced._replace(profiles=("swell",))]) is None
    for rounds, right in (
        (1000, 250),
        (50, 13),
    ):  # as much as is allowed; more, but perhaps by luck
        figure = AttackFigure("town", "one text", "sms", "none", rounds, right, 0.2)
        assert not figure.is_better_than_chance


def test_what_must_never_be_seen_is_a_failure_when_it_is_seen_once() -> None:
    figure = AttackFigure("an original", "release", "mask", "none", 100, 1, 0.0)
    assert list_failures([figure]) == [figure]


@pytest.mark.parametrize("forced", read_forced(), ids=lambda forced: forced.attack)
def test_every_exception_names_a_rule_and_what_it_holds_for(forced: Forced) -> None:
    assert set(forced.profiles) <= set(PROFILES)
    assert set(forced.modes) <= set(MODES)
    assert forced.reason
    assert forced.rule in GUIDELINES.read_text("utf-8") or forced.rule in ("mode", "decision")


@pytest.mark.parametrize("forced", read_forced(), ids=lambda forced: forced.attack)
def test_every_exception_is_needed_for_each_of_its_settings(forced: Forced) -> None:
    """In the published figures: an exception that no attack needs would hide a leak."""
    covered = [figure for figure in read_figures() if forced.covers(figure)]
    assert covered
    settings = {(each.profile, each.mode) for each in covered}
    successful = {(each.profile, each.mode) for each in covered if each.is_better_than_chance}
    assert successful == settings


def test_the_published_figures_have_enough_rounds() -> None:
    """The limit is at least three standard deviations of a guess, so that luck rarely exceeds it."""
    for figure in read_figures():
        if figure.chance and not find_forced(figure, read_forced()):
            deviation = sqrt(figure.chance * (1 - figure.chance) / figure.rounds)
            assert deviation < ALLOWED / 3, figure


def test_slots_are_read_from_what_stays() -> None:
    frame = "Jag heter {name} och bor i {town}."
    assert read_slots(frame, "Jag heter Bo Ek och bor i Åmål.") == {"name": "Bo Ek", "town": "Åmål"}
    assert read_slots(frame, "***** och bor i Åmål.") == {}
