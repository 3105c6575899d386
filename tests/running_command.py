"""What tests of ``tacknamn pseudonymize`` and ``detect`` share: a small bundle, and processes."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from tacknamn.replacement.seeds import GUESSABLE_SEED
from tacknamn_builders.records import Inflection, WordFrequency
from tests import forks
from tests.making import bundle, entry
from tests.reports import alone, environment
from tests.sampling_lists import DISTINCT

__all__ = ["ESSAY", "PROGRAMS", "command", "detect", "made_bundle", "pseudonymize", "under"]

ESSAY = "Hej!\r\nJag heter Amina Lind och bor i Göteborg. Ring 070-123 45 67.\n"
"""A text of an invented person."""
PROGRAMS = {
    "pseudonymize": alone("tacknamn.cli.pseudonymize", "pseudonymize"),
    "detect": alone("tacknamn.cli.detect", "detect"),
}
_SEED_WARNING = f"warning: {GUESSABLE_SEED}\n".encode()
_FEMALE = ("Amina", "Karin", "Lisbet", "Greta", "Hilda", "Sigrid", "Tyra", "Ulrika")
_SURNAMES = ("Lind", "Berg", "Dahl", "Eklund", "Forsman", "Granqvist", "Holm", "Ivarsson")
_WORDS = "bor det hej heter i jag klaganden och regnar ring slut"
_ENGLISH = "called my sister"
_CITIES = ("Göteborg", "Malmö", "Uppsala", "Västerås", "Örebro", "Linköping")


def made_bundle(folder: Path) -> Path:
    """A bundle with names, a few towns, and the words around them."""
    women, surnames = (*_FEMALE, *DISTINCT), (*_SURNAMES, *DISTINCT)  # no name becomes itself
    entries = [entry(name, "firstname_female", 9000 - at) for at, name in enumerate(women)]
    entries += [entry(name, "surname", 9000 - at) for at, name in enumerate(surnames)]
    entries += [entry(name, "city", 600000 - 9 * at) for at, name in enumerate(_CITIES)]
    swedish = [WordFrequency(word, "sv", 4.0) for word in _WORDS.split()]
    known = [Inflection(word.form, word.form, "AB") for word in swedish]
    english = [WordFrequency(word, "en", 5.0) for word in _ENGLISH.split()]
    return bundle(folder / "small", [[*entries, *swedish, *known, *english]])


def command(name: str, *arguments: str | Path) -> list[str]:
    """The words of a command line."""
    return [sys.executable, "-c", PROGRAMS[name], name, *map(str, arguments)]


def under(folder: Path, data: Path, **more: str) -> dict[str, Any]:
    """The environment of a command: the bundle, and a cache in the folder.

    Any, because the type checker takes each value for ``given`` of the functions below as well."""
    return environment(TACKNAMN_DATA=str(data), TACKNAMN_CACHE=str(folder / "cache"), **more)


def _run(
    name: str, arguments: tuple[str | Path, ...], given: bytes, more: dict[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """Run a command. Tests repeat their draws with small seeds, and publish nothing: the warning of
    such a seed is left out, so that they see the others. ``tests/test_seeds.py`` tests it."""
    done = forks.run(command(name, *arguments), more, given=given)
    done.stderr = done.stderr.replace(_SEED_WARNING, b"")
    return done


def pseudonymize(
    *arguments: str | Path, given: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run ``tacknamn pseudonymize``."""
    return _run("pseudonymize", arguments, given, more)


def detect(
    *arguments: str | Path, given: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run ``tacknamn detect``."""
    return _run("detect", arguments, given, more)
