"""The figures that are promised, from the real sources: ``make test-full``, some minutes.

Packages come from the registry, through the cache that all checkouts share, everything else
from the mirror beside the checkout. Where one of them is not at hand, the tests are skipped.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.full

MIRROR = Path(__file__).parent.parent.parent / "shared" / "mirror"
FIGURES = {
    "default": {
        "women": 0.91,
        "men": 0.92,
        "surnames": 0.70,
        "places": 234_000,
        "countries": 250,
        "languages": 650,
    },
    "full": {
        "women": 0.99,
        "men": 0.99,
        "surnames": 0.99,
        "places": 234_000,
        "countries": 250,
        "languages": 650,
        "streets": 65_000,
        "occupations": 13_000,
    },
}
"""Shares of bearers, and sizes."""
PATIENCE = 1800
"""Seconds for one command: the slowest is a first fetch over a slow line."""


def run(
    environment: Mapping[str, str], *arguments: str | Path
) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tacknamn_builders", *map(str, arguments)]
    return subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE
    )


def environment(folder: Path) -> dict[str, str]:
    """Sources and bundles in a folder of their own, downloads in the user's cache."""
    own = dict(os.environ)
    if "tacknamn-tests-" in own.get("TACKNAMN_CACHE", ""):  # the empty one of conftest.py
        del own["TACKNAMN_CACHE"]
    places = {"TACKNAMN_RAW": str(folder / "raw"), "TACKNAMN_BUILD": str(folder / "build")}
    return own | places | {"PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture(scope="module", params=FIGURES)
def report(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What ``check`` says of a profile that was fetched and built for it."""
    if not MIRROR.is_dir():
        pytest.skip("needs the mirror of received files, ../shared/mirror")
    profile, here = request.param, environment(tmp_path_factory.mktemp("full"))
    fetched = run(here, "fetch", "--profile", profile, "--mirror", MIRROR)
    if fetched.returncode and "the registry does not answer" in fetched.stderr:
        pytest.skip("needs the Python package registry, which does not answer")
    assert fetched.returncode == 0, fetched.stderr
    built = run(here, "compile", "--profile", profile, "--quiet")
    assert built.returncode == 0, built.stderr
    checked = run(here, "check", "--profile", profile, "--mirror", MIRROR, "--json")
    assert checked.returncode in (0, 1), checked.stderr
    told: dict[str, Any] = json.loads(checked.stdout)
    return told


def test_no_rule_is_broken(report: dict[str, Any]) -> None:
    assert [one for one in report["findings"] if one["severity"] == "error"] == []


def test_every_figure_is_reached(report: dict[str, Any]) -> None:
    found = report["sizes"] | {one["what"]: one["share"] for one in report["coverage"]}
    promised = FIGURES[report["profile"]]
    assert {name: found[name] for name in promised if found[name] < promised[name]} == {}
