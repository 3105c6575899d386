"""The figures of attacks: those of ``tacknamn risk`` and those of docs/privacy.md are the same."""

from pathlib import Path

import pytest

from tacknamn.risk.attacks import (
    COLUMNS,
    MEASURED,
    QUESTIONS,
    join_settings,
    list_successful,
    read_measured,
)
from tacknamn.risk.definitions import DEFINITIONS
from tests.privacy.attacks import ATTACKERS
from tests.privacy.figures import ALLOWED, AttackFigure, find_forced, read_forced
from tests.privacy.pages import (
    BEGIN,
    END,
    merge_figures,
    read_figures,
    render_measured,
    render_page_tables,
    replace_tables,
)
from tests.privacy.runs import PROFILES, list_modes

PAGE = Path(__file__).parents[1] / "docs" / "privacy.md"


def test_the_page_has_the_figures_of_the_report() -> None:
    page = PAGE.read_text("utf-8")
    assert replace_tables(page, render_page_tables()) == page
    assert page.count(BEGIN) == page.count(END) == 1


def test_the_table_is_what_the_attacks_would_write() -> None:
    assert render_measured(read_figures()) == MEASURED.read_text("utf-8")


def test_attacks_that_run_again_replace_their_figures() -> None:
    first, second, third = read_figures()[:3]
    again = AttackFigure(
        second.attack, second.attacker, second.profile, second.mode, 10, 9, second.chance
    )
    assert list(merge_figures([first, second], [again, third])) == [first, again, third]


def test_every_measured_attack_is_known() -> None:
    for each in read_measured():
        assert each.attacker in ATTACKERS
        assert each.profile in PROFILES
        assert each.mode in list_modes(each.profile)
        assert each.question in QUESTIONS


def test_an_attack_is_better_than_chance_only_where_a_rule_is_named() -> None:
    for each in read_figures():
        if each.is_better_than_chance:
            assert find_forced(each, read_forced()), each


def test_every_exception_is_needed() -> None:
    """An exception that no attack uses would hide the next leak."""
    for forced in read_forced():
        used = [
            each for each in read_figures() if forced.covers(each) and each.is_better_than_chance
        ]
        assert used, forced


def test_successful_attacks_are_those_of_the_labels() -> None:
    about_towns = list_successful(["city", "prof"])
    assert about_towns
    assert all(each.question.labels == {"city"} for group in about_towns for each in group)
    assert list_successful(["prof"]) == []
    differences = [max(each.difference for each in group) for group in about_towns]
    assert differences == sorted(differences, reverse=True)
    assert all(each.difference > ALLOWED and each.rule for group in about_towns for each in group)


def test_a_group_is_one_attack_in_several_settings() -> None:
    [group] = [
        group
        for group in list_successful(["city"])
        if group[0].attack.startswith("three") and group[0].rule == "B6"
    ]
    assert join_settings(group) == "sms (none, key)"


@pytest.mark.parametrize("name", ["attack", "attack_mode", "attack_rule"])
def test_the_report_defines_what_it_says_of_attacks(name: str) -> None:
    assert len(DEFINITIONS[name]) > 100
    assert COLUMNS[-1] == "reason"
