"""The files in ``deploy/``: checked by rules, and by doing what the image does, in a folder."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from click import Context
from typer.main import get_command

from tacknamn.cli.app import app

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
USER = 10001
LARGEST_IMAGE = 300_000_000
BASE_IMAGE = 130_000_000
"""Bytes of python:3.13-slim unpacked, rounded up: 120 MB in 2026. No registry can be asked here."""


def read_steps() -> list[tuple[str, str]]:
    """Read the instructions of the Dockerfile with their arguments."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


STEPS = read_steps()
LAST_STAGE = STEPS[max(number for number, step in enumerate(STEPS) if step[0] == "FROM") :]


def find_step(name: str) -> str:
    """Return the argument of the only instruction of this name in the last stage."""
    [found] = [rest for step, rest in LAST_STAGE if step == name]
    return found


def find_options() -> set[str]:
    """Return the options of ``tacknamn serve``."""
    group: Any = get_command(app)
    command = group.get_command(Context(group), "serve")
    return {
        name
        for parameter in command.params
        for name in (*parameter.opts, *parameter.secondary_opts)
    }


def check_options(words: list[str]) -> None:
    """Check that every option of a command exists."""
    assert {word for word in words if word.startswith("--")} <= find_options()


def test_the_image_has_two_stages_and_a_fixed_version_of_python() -> None:
    images = [rest.split()[0] for name, rest in STEPS if name == "FROM"]
    assert images == ["python:3.13", "python:3.13-slim"]


def test_nothing_is_built_or_downloaded_in_the_last_stage() -> None:
    assert {name for name, _ in LAST_STAGE} <= {
        "FROM", "COPY", "ENV", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD",
    }  # fmt: skip
    assert all("--from=build" in rest for name, rest in LAST_STAGE if name == "COPY")
    assert not any(name == "ADD" for name, _ in STEPS)


def test_the_image_runs_as_a_user_without_rights() -> None:
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", find_step("USER"))


def test_the_only_step_that_runs_is_the_script_that_is_tested() -> None:
    [run] = [rest for name, rest in STEPS if name == "RUN"]
    assert run.startswith("sh lists/install.sh /opt/tacknamn . ")


def test_what_is_copied_exists_and_is_sent_to_the_builder() -> None:
    sent = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    for name, rest in STEPS:
        if name == "COPY" and "--from" not in rest:
            for path in rest.split()[:-1]:
                kept = path.replace("dist*", "dist")
                assert f"!{kept}" in sent, path
                assert "*" in path or (ROOT / path).exists(), path


def test_the_commands_of_the_image_are_lists_with_known_options() -> None:
    entry, command = (json.loads(find_step(name)) for name in ("ENTRYPOINT", "CMD"))
    assert entry == ["tacknamn", "serve"]
    check_options(command)
    assert "--token-file" in command, "others can reach a container"


def test_the_health_check_asks_without_a_token() -> None:
    check = json.loads(find_step("HEALTHCHECK").partition(" CMD ")[2])
    assert check[:2] == ["python", "-c"] and "/livez" in check[2]
    compile(check[2], "HEALTHCHECK", "exec")


def test_no_file_names_the_host_of_a_registry() -> None:
    for file in DEPLOY.iterdir():
        text = re.sub(r"example\.org|docker\.sock", "", file.read_text("utf-8"))
        assert not re.search(r"\b(pypi|ghcr|quay|index|registry|gcr)\.\w+|--index-url", text), file


def test_compose_gives_no_rights() -> None:
    [service] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"].values()
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["user"] == f"{USER}:{USER}"
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert all(volume["read_only"] for volume in service["volumes"])
    assert service["tmpfs"] and service["mem_limit"] and service["pids_limit"]
    check_options(service["command"])


UNIT = DEPLOY / "tacknamn.service"
HARDENED = ("NoNewPrivileges=yes", "DynamicUser=yes", "ProtectSystem=strict", "CapabilityBoundingSet=",
            "MemoryDenyWriteExecute=yes", "PrivateTmp=yes", "ProtectHome=yes", "Type=notify",
            "SystemCallFilter=@system-service", "KillMode=mixed", "WatchdogSec=60")  # fmt: skip


def test_the_unit_is_hardened_and_its_options_exist() -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    assert set(HARDENED) <= set(lines)
    [start] = [line for line in lines if line.startswith("ExecStart=")]
    check_options(shlex.split(start))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit_and_calls_it_safe(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(
        UNIT.read_text("utf-8").replace("/opt/tacknamn/bin/tacknamn", sys.executable), "utf-8"
    )
    verify = ["systemd-analyze", "verify", "--man=no", str(unit)]
    checked = subprocess.run(verify, capture_output=True, text=True)
    assert unit.name not in checked.stderr, checked.stderr
    security = ["systemd-analyze", "security", "--offline=true", str(unit)]
    report = subprocess.run(security, capture_output=True, text=True).stdout
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", report)
    assert exposure is not None and float(exposure[1]) < 2.0


def test_nginx_gets_what_the_service_needs() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert text.count("{") == text.count("}")
    for line in ("proxy_set_header Host $host;", "proxy_request_buffering off;", "access_log off;"):
        assert line in text


# What follows installs the package as the image does: minutes, and the network.


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that became what the image has in /opt/tacknamn."""
    folder = tmp_path_factory.mktemp("image")
    folder.chmod(0o755)
    for parent in folder.parents[:2]:
        parent.chmod(0o755)
    source = copy_context(folder / "source")
    environment = {**os.environ, "PYTHON": sys.executable}
    command = ["sh", str(DEPLOY / "install.sh"), str(folder / "tacknamn"), str(source)]
    subprocess.run(command, check=True, env=environment)
    yield folder / "tacknamn"
    shutil.rmtree(folder, ignore_errors=True)


def copy_context(folder: Path) -> Path:
    """Copy what is sent to the builder of the image, and nothing else."""
    folder.mkdir()
    for line in (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines():
        path = ROOT / line.removeprefix("!")
        if line.startswith("!") and path.is_dir():
            ignore = shutil.ignore_patterns("*.so", "__pycache__")
            shutil.copytree(path, folder / path.name, ignore=ignore)
        elif line.startswith("!") and path.is_file() and path.parent == ROOT:
            shutil.copy(path, folder)
    return folder


@pytest.mark.full
def test_the_image_is_small(installed: Path) -> None:
    files = [file for file in installed.rglob("*") if not file.is_symlink()]
    size = sum(file.stat().st_blocks * 512 for file in files)
    sys.stderr.write(f"the environment has {size / 1e6:.0f} MB\n")
    assert BASE_IMAGE + size < LARGEST_IMAGE


IN_CONTAINER = """
mount --make-rprivate /
mount -o remount,bind,ro /
mount -t tmpfs -o mode=1777 tmpfs "$TEMPORARY"
exec setpriv --reuid {user} --regid {user} --clear-groups --no-new-privs --bounding-set=-all "$@"
"""


@pytest.mark.full
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("unshare"),
    reason="only root may mount a file system",
)
def test_the_service_runs_on_a_read_only_file_system_as_another_user(
    installed: Path, data: Path, tmp_path: Path
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    lists = installed.parent / "lists"
    shutil.copytree(data, lists, dirs_exist_ok=True)
    tokens = installed.parent / "tokens"
    tokens.write_text("0123456789abcdef0123456789abcdef")
    for file in (tokens, lists, *lists.iterdir()):
        file.chmod(0o755)
    for parent in (tmp_path, *tmp_path.parents[:3]):
        parent.chmod(0o755)
    entry, options = (json.loads(find_step(name)) for name in ("ENTRYPOINT", "CMD"))
    options[options.index("/run/secrets/tokens")] = str(tokens)
    program = [str(installed / "bin" / entry[0]), *entry[1:], *options, "--port", "0", "--json"]
    command = ["unshare", "--mount", "sh", "-c", IN_CONTAINER.format(user=USER), "sh", *program]
    variables = {"PATH": os.environ["PATH"], "TMPDIR": str(temporary), "TEMPORARY": str(temporary),
                 "TACKNAMN_DATA": str(lists), "TACKNAMN_CACHE": f"{temporary}/cache",
                 "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
    process = subprocess.Popen(
        command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd="/"
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.communicate()[1]
    port = json.loads(line)["address"].rpartition(":")[2]
    status = Path(f"/proc/{process.pid}/status").read_text()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/v1/lookup",
        b'{"form": "Kim"}',
        {"Authorization": f"Bearer {tokens.read_text()}"},
    )
    answer = json.load(urllib.request.urlopen(request, timeout=30))
    process.terminate()
    _, errors = process.communicate(timeout=60)
    assert f"Uid:\t{USER}\t{USER}" in status and "NoNewPrivs:\t1" in status
    assert answer["form"] == "Kim"
    assert process.returncode == 0 and "Traceback" not in errors and "ERROR" not in errors


@pytest.mark.full
def test_the_installed_code_is_compiled_and_starts_at_once(installed: Path) -> None:
    check = [str(installed / "bin/python"), "-P", str(ROOT / "tools" / "check_compiled.py")]
    subprocess.run(check, check=True, cwd="/")
    began = time.monotonic()
    subprocess.run([installed / "bin/tacknamn", "serve", "--help"], check=True, capture_output=True)
    assert time.monotonic() - began < 10
