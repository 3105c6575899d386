"""The examples of docs/service-presidio.md."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.service.presidio.anonymizers import ANONYMIZERS
from tacknamn.service.presidio.models import AnalyzeRequest, PseudonymizeParameters
from tests.pages import blocks, read_page
from tests.service.conftest import RunningService

PAGE = "docs/service-presidio.md"
ADDRESS = "http://127.0.0.1:8765"
EXAMPLE = re.compile(r"^```sh\n(curl .*?)^```\n(?:\n```json\n(.*?)^```)?", re.DOTALL | re.MULTILINE)


def drop_scores(value: Any) -> Any:
    """An answer without its scores, which depend on the lists."""
    if isinstance(value, list):
        return [drop_scores(each) for each in value]
    if isinstance(value, dict):
        return {name: drop_scores(each) for name, each in value.items() if name != "score"}
    return value


def test_the_examples_of_curl_have_the_answers_shown(service: RunningService) -> None:
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    examples = EXAMPLE.findall(read_page(PAGE))
    assert len(examples) == 5
    for call, shown in examples:
        done = subprocess.run(
            ["sh", "-c", f"curl -sSf {call.replace(ADDRESS, service.address).removeprefix('curl')}"],
            capture_output=True, encoding="utf-8", timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        if shown:
            assert drop_scores(sort_found(answer)) == drop_scores(sort_found(json.loads(shown)))
        else:
            assert "Amina" not in answer["text"]


def sort_found(answer: Any) -> Any:
    """Results of /analyze, whose order depends on their scores."""
    return sorted(answer, key=lambda each: each["start"]) if isinstance(answer, list) else answer


def test_the_program_prints_what_is_shown(service: RunningService, tmp_path: Path) -> None:
    [code], [shown] = blocks(PAGE, "python"), blocks(PAGE, "text")
    script = tmp_path / "example.py"
    script.write_text(code.replace(ADDRESS, service.address), "utf-8")
    done = subprocess.run(
        [sys.executable, script], capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.stdout == shown, done.stderr


def test_the_configuration_of_litellm_fails_closed(client: TestClient) -> None:
    """Its types are ours, and it has the settings without which a refusal sends the names to the model.
    tests/service/test_litellm.py runs LiteLLM with it."""
    [shown] = blocks(PAGE, "yaml")
    assert "\n      presidio_filter_scope: input\n" in shown
    *_, types = shown.partition("\n      pii_entities_config:\n")
    named = re.findall(r"^        ([A-Z_]+): MASK$", types, re.MULTILINE)
    assert len(named) == types.count("\n") > 8
    assert {*named} <= {*client.get("/supportedentities").json()}


def test_every_address_operator_and_field_is_described(client: TestClient) -> None:
    page = read_page(PAGE)
    described = client.get("/openapi.json").json()["paths"]
    paths = [path for path, methods in described.items()
             if any("presidio" in each.get("tags", ()) for each in methods.values())]  # fmt: skip
    assert len(paths) == 8
    missing = [path for path in paths if path not in page]
    missing += [
        name for name in (*ANONYMIZERS, *AnalyzeRequest.model_fields) if f"`{name}`" not in page
    ]
    missing += [name for name in PseudonymizeParameters.model_fields if f"`{name}`" not in page]
    assert missing == []
