"""Compare a real service with its description, by requests that schemathesis makes up.

``python -m tests.service.description --seconds 600`` (``make test-service``) starts a service with a small
bundle, lets schemathesis read ``/openapi.json``, and sends requests that the description allows and such that
it forbids. Each answer must have a documented status, content type and form; what is forbidden must be
refused, and nothing may be an error of the program.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.running_command import made_bundle
from tests.service.conftest import start_services

__all__ = ["main", "run_schemathesis"]

NOT_CHECKED = ("positive_data_acceptance",)
"""A body may be refused for reasons that its schema cannot express: a service without a key, a form of another
tool within a string, ``seed`` with ``keyed``."""
_LONGEST_ANSWER = 35
"""Seconds: the time limit of the service, and some more."""


def run_schemathesis(address: str, seconds: int, seed: int) -> int:
    """Test a running service; return the exit code, which is not 0 if something differs."""
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{address}/openapi.json",
        "--checks", "all", "--exclude-checks", ",".join(NOT_CHECKED), "--continue-on-failure",
        "--max-time", str(seconds), "--request-timeout", str(_LONGEST_ANSWER), "--seed", str(seed),
        "--generation-database", "none", "--no-color",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, cwd=folder).returncode


def main(arguments: Sequence[str] | None = None) -> int:
    """Start a service, and test it."""
    parser = argparse.ArgumentParser(description="Compare the service with its description.")
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1, help="other seeds make up other requests")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in ("bundle", "logs"):
            (folder / name).mkdir()
        bundle = made_bundle(folder / "bundle")
        with start_services(bundle, folder / "logs") as start:
            service = start("--workers", "2", "--no-access-log")
            code = run_schemathesis(service.address, options.seconds, options.seed)
            service.stop()
            errors = [line for line in service.end().splitlines() if " ERROR " in line]
    sys.stderr.writelines(f"{line}\n" for line in errors)
    return 1 if errors else code


if __name__ == "__main__":
    sys.exit(main())
