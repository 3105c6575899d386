"""Run Presidio's own end-to-end tests against our service.

``python -m tests.service.presidio_e2e DIR`` (``make test-presidio PRESIDIO=DIR``) takes the tests from a copy of
Presidio's repository, of which nothing is part of ours, and runs each in two ways:

- unchanged. What then fails differs from Presidio in a way that docs/service-presidio.md names: another
  status or message for a wrong request, scores that are probabilities.
- but for these differences (:class:`_Differences`): errors of Presidio's status count as ours do, scores and
  explanations are not compared, and requests ask for the names of Presidio. Results must then be the same,
  all of them: Presidio's own comparison of lists accepts any. What still fails must be in ``KNOWN``.

``--presidio ANALYZER ANONYMIZER`` runs them against Presidio as well, at the addresses of its two servers.
"""

import argparse
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.pages import ROOT
from tests.service.conftest import start_services

__all__ = ["KNOWN", "main"]

_FILES = ("test_api_analyzer.py", "test_api_anonymizer.py", "test_api_e2e_integration_flows.py")
"""The tests of the two servers. The others test images and Python packages."""
_SWITCH = "TACKNAMN_WITHOUT_DIFFERENCES"
_WRONG_REQUEST, _WRONG_REQUEST_THERE = 422, 500
KNOWN = {
    "test_given_analyze_threshold_input_then_return_result_above_threshold": "scores",
    "test_given_a_correct_analyze_input_high_threashold_then_anonymize_partially": "scores",
    "test_given_a_correct_analyze_input_with_high_threshold_and_unmatched_entities_then_anonymize_partially": "scores",
    "test_given_decision_process_enabled_for_analyze_input_with_aditional_context_then_return_response_with"
    "_decision_process_and_correct_supportive_context_word": "context",
    "test_demo_website_text_returns_correct_anonymized_version": "names",
}
"""Tests that fail in both ways, and why: a number with the word *licence* beside it is certain, so no threshold
leaves it out; ``context`` raises no score of our own detections; and of a text with ten sorts of numbers, two
have another name."""


class _Differences:
    """A plugin of pytest that takes out of requests and answers what docs/service-presidio.md says is
    different."""

    def __init__(self) -> None:
        methods = vars(importlib.import_module("common.methods"))
        self._ask, self._list = methods["analyze"], methods["analyzer_supported_entities"]
        methods |= {"analyze": self.analyze, "analyzer_supported_entities": self.list_types}
        vars(importlib.import_module("common.assertions"))["equal_json_strings"] = self.compare

    def analyze(self, data: str) -> tuple[int, bytes]:
        """Ask for the names of Presidio, and take our status of a wrong request for its."""
        body = json.loads(data)
        if body.get("text") and body.get("language") == "en":
            own = [each["supported_entity"] for each in body.get("ad_hoc_recognizers", ())]
            body.setdefault("entities", [*_PRESIDIO_TYPES, *own])
        return _read_status(self._ask(json.dumps(body)))

    def list_types(self, data: str) -> tuple[int, bytes]:
        """Take our status of a wrong request for Presidio's."""
        return _read_status(self._list(data))

    def compare(self, expected: str, actual: bytes, ignore_keys: object = None) -> bool:
        """Compare all results, without scores and explanations; of errors, that there is one."""
        first, second = json.loads(expected), json.loads(actual)
        if isinstance(first, list) and all(isinstance(each, str) for each in first):
            return {*first} - {*second} <= {"custom", "SG_NRIC_FIN"}
        if isinstance(first, dict) and "error" in first:
            return list(second) == ["error"]
        return bool(_reduce(first) == _reduce(second))


_PRESIDIO_TYPES = [
    "PHONE_NUMBER", "US_DRIVER_LICENSE", "US_PASSPORT", "LOCATION", "CREDIT_CARD", "CRYPTO", "UK_NHS", "US_SSN",
    "US_BANK_NUMBER", "EMAIL_ADDRESS", "DATE_TIME", "IP_ADDRESS", "PERSON", "IBAN_CODE", "NRP", "US_ITIN",
    "MEDICAL_LICENSE", "URL",
]  # fmt: skip
"""What Presidio finds in English texts."""


def _read_status(answer: tuple[int, bytes]) -> tuple[int, bytes]:
    status, content = answer
    return _WRONG_REQUEST_THERE if status == _WRONG_REQUEST else status, content


def _reduce(value: Any) -> Any:
    if isinstance(value, list):
        return sorted((_reduce(each) for each in value), key=str)
    if isinstance(value, dict):
        return {name: _reduce(each) for name, each in sorted(value.items())
                if name not in ("score", "analysis_explanation")}  # fmt: skip
    return value


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin in the runs that leave the differences out."""
    if os.environ.get(_SWITCH):
        config.pluginmanager.register(_Differences())


def _run(folder: Path, addresses: tuple[str, str], is_reduced: bool) -> dict[str, str]:
    """Run the tests; return what went wrong by their names, empty for those that pass."""
    with tempfile.TemporaryDirectory() as scratch:
        copy, report = Path(scratch) / "e2e", Path(scratch) / "report.xml"
        shutil.copytree(folder, copy)
        (copy / "tests/__init__.py").unlink(missing_ok=True)  # the name of our package
        environment = {
            **os.environ,
            "ANALYZER_BASE_URL": addresses[0],
            "ANONYMIZER_BASE_URL": addresses[1],
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(copy), os.environ.get("PYTHONPATH", ""))),
            _SWITCH: "1" if is_reduced else "",
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", __spec__.name,
                   "-c", str(copy / "pytest.ini"), "--rootdir", str(copy), f"--junit-xml={report}",
                   *(str(copy / "tests" / name) for name in _FILES)]  # fmt: skip
        done = subprocess.run(
            command, cwd=scratch, env=environment, capture_output=True, encoding="utf-8"
        )
        if not report.exists():
            raise SystemExit(f"the tests did not run:\n{done.stdout}{done.stderr}")
        cases = ElementTree.parse(report).iter("testcase")
        return {case.attrib["name"]: _read_failure(case) for case in cases}


def _read_failure(case: ElementTree.Element) -> str:
    failure = next((each for each in case if each.tag in ("failure", "error")), None)
    return "" if failure is None else failure.attrib.get("message", "failed").split("\n")[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Start our service, run the tests, and print what each came to."""
    parser = argparse.ArgumentParser(description="Run Presidio's end-to-end tests.")
    parser.add_argument("copy", type=Path, metavar="DIR", help="a copy of Presidio's repository")
    parser.add_argument("--data", type=Path, default=ROOT / "build/default", help="our lists")
    parser.add_argument(
        "--presidio", nargs=2, metavar="ADDRESS", help="its analyzer, and its anonymizer"
    )
    options = parser.parse_args(arguments)
    folder = (options.copy / "e2e-tests").resolve()
    if not (folder / "tests").is_dir():
        parser.error(f"{options.copy} has no e2e-tests; name a copy of Presidio's repository")
    with tempfile.TemporaryDirectory() as logs, start_services(options.data, Path(logs)) as start:
        address = start("--no-access-log").address
        unchanged = _run(folder, (address, address), is_reduced=False)
        reduced = _run(folder, (address, address), is_reduced=True)
    there = _run(folder, tuple(options.presidio), is_reduced=False) if options.presidio else {}
    lines, wrong = [], []
    for name, failure in reduced.items():
        marks = [not there[name]] if there else []
        marks += [not unchanged[name], not failure]
        lines.append(f"{' '.join('pass' if mark else 'FAIL' for mark in marks)} {name}\n")
        if bool(failure) != (name in KNOWN):
            wrong.append(f"{name}: {failure or 'passes now; take it out of KNOWN'}")
    columns = [("Presidio", there)] if there else []
    columns += [("unchanged", unchanged), ("but for the documented differences", reduced)]
    for title, results in columns:
        passed = sum(not each for each in results.values())
        lines.append(f"{title}: {passed} of {len(results)} pass\n")
    sys.stdout.writelines(lines)
    sys.stderr.writelines(f"{each}\n" for each in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
