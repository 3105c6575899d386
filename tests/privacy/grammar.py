"""Look for grammar that fits an original and not what replaced it.

A name in -s has no other genitive (*Lars cykel*), a country may have a preposition of its own (*på Island*),
and an English genitive has an apostrophe (*James' car*). The words around a name stay, so what does not fit
them tells of the original. Chance is nothing here: such a sentence must never be published.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from random import Random
from typing import NamedTuple

from tacknamn.replacement.inflection.genitives import APOSTROPHES, is_sibilant
from tacknamn.replacement.pools import Pool
from tacknamn.replacement.prepositions import get_preposition
from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_grammar"]

_ROUNDS = 60
_READ = 400
"""Names of a list that are read for those in -s."""
_DRAWING = ("swell", "clinic")
"""Profiles that draw names and places. The others mask them, or leave them."""
_OWNED = ("cykel", "bil", "hus", "bok", "hund", "nya bil", "gamla hus", "adress")
_SHOWN = ("centrum", "gamla kvarter", "historia", "gator")


class _Frame(NamedTuple):
    """Sentences of one kind, and what gives the original away in them."""

    title: str
    language: str
    frames: Sequence[str]
    list_originals: Callable[[Setting], Sequence[str]]
    gives_away: Callable[[Setting, str], bool]
    """Whether what is published fits the sentence less than the original does."""


def attack_grammar(setting: Setting) -> Iterator[AttackFigure]:
    """Look for names and countries whose form does not fit the sentence."""
    if setting.profile not in _DRAWING:
        return
    for kind in _KINDS:
        random, rounds = setting.make_random(kind.title), Rounds()
        originals = kind.list_originals(setting)
        run = Run(setting, random, language=kind.language)
        for _ in range(setting.count(_ROUNDS) if originals else 0):
            run = run.start_again()
            rounds.add(_is_shown(setting, kind, originals, run, random), 0.0)
        if rounds.played:
            yield rounds.report(kind.title, "one text", setting)


def _is_shown(
    setting: Setting, kind: _Frame, originals: Sequence[str], run: Run, random: Random
) -> bool:
    frame, original = random.choice(kind.frames), random.choice(originals)
    seen = read_slots(frame, run.publish(frame.format(slot=original))).get("slot", original)
    return seen != original and kind.gives_away(setting, seen)


def _is_bare(_: Setting, seen: str) -> bool:
    """Whether a name stands where a genitive must, and is none."""
    return not is_sibilant(seen.rstrip(APOSTROPHES))


def _lacks_apostrophe(_: Setting, seen: str) -> bool:
    return not any(mark in seen[-2:] for mark in APOSTROPHES)


def _has_other_preposition(setting: Setting, seen: str) -> bool:
    return seen not in _list_islands(setting)


def _list_persons(setting: Setting) -> Sequence[str]:
    labels = ("firstname_female", "firstname_male", "surname")
    return [name for label in labels for name in _list_sibilant(setting.stock.get_names(label))]


def _list_english_genitives(setting: Setting) -> Sequence[str]:
    return [f"{name}'" for name in _list_persons(setting)]


def _list_towns(setting: Setting) -> Sequence[str]:
    return _list_sibilant(setting.stock.get_cities("SE"))


def _list_sibilant(pool: Pool) -> Sequence[str]:
    """List the names in -s, -x, -z among the first ones of a list."""
    bases = [name.draw.base for name in islice(chain.from_iterable(t.names for t in pool), _READ)]
    return [base for base in bases if is_sibilant(base)]


def _list_islands(setting: Setting) -> Sequence[str]:
    tier = setting.stock.get_countries().get_first()
    draws = [] if tier is None else [name.draw for name in tier.names]
    return [draw.base for draw in draws if get_preposition(draw.country, "sv") == "på"]


_KINDS = (
    _Frame(
        "how a name ends, by its genitive",
        "sv",
        [
            *(f"Jag har lånat {{slot}} {noun}." for noun in _OWNED),
            *(f"Vi såg {{slot}} {noun} i går." for noun in _OWNED),
        ],
        _list_persons,
        _is_bare,
    ),
    _Frame(
        "how a town ends, by its genitive",
        "sv",
        [f"Jag bor i {{slot}} {noun}." for noun in _SHOWN],
        _list_towns,
        _is_bare,
    ),
    _Frame(
        "how a name ends, by its English genitive",
        "en",
        ["I borrowed {slot} car.", "We saw {slot} dog yesterday."],
        _list_english_genitives,
        _lacks_apostrophe,
    ),
    _Frame(
        "an island, by its preposition",
        "sv",
        ["Jag bor på {slot}.", "Jag har bott på {slot} sedan dess."],
        _list_islands,
        _has_other_preposition,
    ),
)
