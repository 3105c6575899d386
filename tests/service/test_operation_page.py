"""``docs/service-operation.md`` says what the code does, and its commands run."""

import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase

from tacknamn.service import metrics
from tacknamn.service.problems import PROBLEMS
from tacknamn.service.settings import ServiceLimits
from tests.pages import blocks, read_page
from tests.service.conftest import RunningService
from tests.service.sockets import exchange, write_request
from tests.service.test_deploy import check_options, find_options

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
PAGE = "docs/service-operation.md"
TEXT = read_page(PAGE)


def read_table(first_header: str) -> list[list[str]]:
    """Return the rows of the table whose first column has this header."""
    lines = TEXT[TEXT.index(f"\n| {first_header} |") + 1 :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_all_kinds_of_problems_are_listed_with_their_status() -> None:
    listed = {
        (int(status), kind)
        for status, kinds, _ in read_table("status")
        for kind in re.findall(r"`([\w-]+)`", kinds)
    }
    assert listed == {(problem.status, kind) for kind, problem in PROBLEMS.items()}


def test_the_limits_are_those_of_the_code() -> None:
    limits = ServiceLimits()
    numbers = {
        option.strip("`"): float(re.sub(r"[^\d.]", "", default))
        for option, default, *_ in read_table("option")
        if option
    }
    assert numbers == {
        "--body": limits.body,
        "--text": limits.text,
        "--batch": limits.batch,
        "--timeout": limits.seconds,
        "--stream-pause": limits.pause,
        "--queue": limits.queue,
    }


def test_all_figures_are_listed_with_their_labels() -> None:
    listed = {
        row[0].strip("`"): (row[1], set(re.findall(r"`(\w+)`", row[2])))
        for row in read_table("figure")
    }
    own = [each for each in vars(metrics).values() if isinstance(each, MetricWrapperBase)]
    assert listed == {
        each._name + ("_total" if each._type == "counter" else ""): (
            each._type,
            set(each._labelnames),
        )
        for each in own
    }
    assert all(each in REGISTRY._collector_to_names for each in own)


def test_every_option_of_the_page_exists() -> None:
    for block in blocks(PAGE, "sh"):
        for line in block.splitlines():
            if line.startswith("tacknamn serve"):
                check_options(shlex.split(line))
    mentioned = set(re.findall(r"`(--[a-z-]+)", TEXT))
    assert mentioned <= find_options()


def test_the_commands_for_tokens_work(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    [block] = [block for block in blocks(PAGE, "sh") if "openssl" in block]
    make, _, call = block.splitlines()
    subprocess.run(["bash", "-c", make], cwd=tmp_path, check=True)
    assert (tmp_path / "tokens").stat().st_mode & 0o077 == 0
    service = start_service("--token-file", str(tmp_path / "tokens"))
    call = call.replace("names.example.org:8765", f"localhost:{service.port}")
    done = subprocess.run(["bash", "-c", call], cwd=tmp_path, check=True, capture_output=True)
    assert done.stdout.startswith(b'{"form": "Kim"')


def test_the_problem_of_the_page_is_what_a_client_gets(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service()
    request = write_request("/v1/detect", {"text": "a" * 1_000_001}, "Connection: close")
    answer = exchange(service.port, request).partition(b"\r\n\r\n")[2].decode()
    [shown] = blocks(PAGE, "json")
    assert answer == " ".join(line.strip() for line in shown.splitlines())


def test_the_signal_of_the_page_reaches_the_supervisor(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service()
    exchange(service.port, write_request("/livez"))
    words = Path(f"/proc/{service.process.pid}/cmdline").read_bytes().decode().replace("\0", " ")
    assert "tacknamn serve" in words, "pgrep -f finds it"


def test_the_log_line_of_the_page_is_one_of_the_log(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service()
    exchange(service.port, write_request("/v1/pseudonymize", {"text": "a"}, "Connection: close"))
    service.stop()
    [line] = [line for line in service.end().splitlines() if "/v1/pseudonymize 200" in line]
    [shown] = blocks(PAGE, "text")
    form = r"[\d-]{10}T[\d:]{8}[+-]\d{4} POST /v1/pseudonymize 200 [\d.]+ ms"
    assert re.fullmatch(form, line) and re.fullmatch(form, shown.strip())
