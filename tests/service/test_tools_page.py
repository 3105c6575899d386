"""docs/service-tools.md: its calls work with curl and have the answers that are shown."""

import json
import shlex
import shutil
import subprocess
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from tacknamn.service.label_studio.label_names import choose_names
from tacknamn.service.label_studio.labeling_config import read_config
from tests.pages import ROOT, blocks, read_page
from tests.service.conftest import RunningService

PAGE = "docs/service-tools.md"
ADDRESS = "http://127.0.0.1:8765"
LISTS = ROOT / "build" / "default"
CALLS = [line for block in blocks(PAGE, "sh") for line in block.splitlines() if "curl" in line]


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.skipif(not (LISTS / "manifest.json").exists(), reason="make build was not run")
def test_the_calls_have_the_answers_that_are_shown(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service(bundle=LISTS)
    shown = [json.loads(text) for text in blocks(PAGE, "json")]
    answers = []
    for call in CALLS:
        words = shlex.split(call.replace(ADDRESS, service.address))
        done = subprocess.run([*words, "--silent", "--fail-with-body"], capture_output=True)
        assert done.returncode == 0, done.stdout
        answers.append(json.loads(done.stdout))
    assert [drop_version(each) for each in answers] == [drop_version(each) for each in shown]


def drop_version(answer: Any) -> Any:
    """Leave out the version, which changes with every build of the lists."""
    for each in answer.get("results", ()):
        assert each.pop("model_version").startswith("tacknamn-")
    return answer


def test_the_configuration_that_is_shown_is_understood() -> None:
    [shown] = blocks(PAGE, "xml")
    [control] = read_config(shown)
    assert set(choose_names(control.labels).by_class) == {"PER", "LOC", "DATE"}


def test_the_page_says_what_label_studio_refuses_and_what_allowing_it_opens() -> None:
    """Release 1.23.1 calls no address of the own machine by default; both variables are needed."""
    opened, narrow = (text.split() for text in blocks(PAGE, "sh") if "label-studio start" in text)
    assert opened[:2] == ["ML_BLOCK_LOCAL_IP=false", "SSRF_PROTECTION_ENABLED=false"]
    forbidden = narrow[2].removeprefix("USER_ADDITIONAL_BANNED_SUBNETS=").split(",")
    networks = [ip_network(each) for each in forbidden]
    for address, is_forbidden in (
        ("127.0.0.1", False),
        ("169.254.169.254", True),
        ("10.1.2.3", True),
    ):
        assert any(ip_address(address) in network for network in networks) == is_forbidden
    page = " ".join(read_page(PAGE).split())
    assert "**Since version 1.23.1, Label Studio refuses this address**" in page
    assert "make it call any address that it reaches" in page
