"""The files in ``deploy/``: checked by rules, and by doing what the image does, in a folder."""

import json
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from click import Context
from typer.main import get_command

from tacknamn.cli.app import app
from tacknamn.cli.serve import WORKERS_DIED
from tacknamn.service.problems import PROBLEMS
from tacknamn.service.settings import SessionLimits
from tests.service.conftest import RunningService
from tests.service.sockets import read_rest, write_request

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
    for line in ("proxy_set_header Host $host;", "proxy_request_buffering off;", "access_log off;",
                 "client_max_body_size 0;"):  # fmt: skip
        assert line in text


def test_compose_mounts_the_folder_above_the_lists() -> None:
    """A container that mounts the lists themselves sees the old ones after they were renamed."""
    [service] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"].values()
    [volume] = service["volumes"]
    command = service["command"]
    assert command[command.index("--data") + 1] == f"{volume['target']}/lists"
    assert service["ulimits"]["core"] == 0
    size = int(service["shm_size"].removesuffix("m")) * 1_000_000
    assert size > SessionLimits().space, "all sessions have room"


def test_systemd_starts_the_service_again_after_workers_died() -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    assert "Restart=on-failure" in lines and "LimitCORE=0" in lines
    [prevented] = [line for line in lines if line.startswith("RestartPreventExitStatus=")]
    assert str(WORKERS_DIED) not in prevented.partition("=")[2].split()


@dataclass(frozen=True)
class RunningProxy:
    """nginx in front of a service."""

    port: int
    certificate: Path

    def open(self) -> ssl.SSLSocket:
        """Connect by TLS."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        plain = socket.create_connection(("127.0.0.1", self.port), 30)
        return context.wrap_socket(plain, server_hostname="names.example.org")

    def exchange(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Send a request; return status, head and body."""
        with self.open() as connection:
            connection.sendall(request)
            head, _, body = read_rest(connection).partition(b"\r\n\r\n")
        return int(head.split()[1]), head.lower(), body


def find_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Make a certificate for the name of the examples, and its key."""
    folder.mkdir()
    folder.chmod(0o755)
    certificate, key = folder / "a.pem", folder / "a.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


def change(file: str, changes: dict[str, str]) -> str:
    """Return a file of ``deploy/`` with changes, each in one place."""
    text = (DEPLOY / file).read_text("utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@contextmanager
def run(command: list[str], port: int, certificate: Path) -> Iterator[RunningProxy]:
    """Run a proxy, and wait until it listens."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    try:
        for _ in range(100):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield RunningProxy(port, certificate)
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def run_nginx(folder: Path, upstream: int) -> Iterator[RunningProxy]:
    """Run nginx with our configuration, but for ports, files, and shorter times."""
    certificate, key = make_certificate(folder)
    port = find_free_port()
    site = change("nginx.conf", {
        "127.0.0.1:8765": f"127.0.0.1:{upstream}",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/ssl/names.example.org.pem": str(certificate),
        "/etc/ssl/names.example.org.key": str(key),
        "client_body_timeout 30s": "client_body_timeout 1s",
        "proxy_read_timeout 35s": "proxy_read_timeout 1s",
    })  # fmt: skip
    (folder / "site.conf").write_text(site)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/log;\n"
        f"events {{}}\nhttp {{ {paths} include {folder}/site.conf; }}\n"
    )
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with run(command, port, certificate) as running:
        yield running


@contextmanager
def run_haproxy(folder: Path, upstream: int) -> Iterator[RunningProxy]:
    """Run HAProxy with our configuration, but for ports and files."""
    certificate, key = make_certificate(folder)
    both, port = folder / "both.pem", find_free_port()
    both.write_bytes(certificate.read_bytes() + key.read_bytes())
    text = change("haproxy.cfg", {
        "server local 127.0.0.1:8765": f"server local 127.0.0.1:{upstream}",
        "bind :443 ssl crt /etc/haproxy/names.example.org.pem": f"bind 127.0.0.1:{port} ssl crt {both}",
    })  # fmt: skip
    (folder / "haproxy.cfg").write_text(text)
    with run(["haproxy", "-f", str(folder / "haproxy.cfg")], port, certificate) as running:
        yield running


NAME = "names.example.org"
needs_nginx = pytest.mark.skipif(
    not (shutil.which("nginx") and shutil.which("openssl")), reason="nginx is not installed"
)
needs_haproxy = pytest.mark.skipif(
    not (shutil.which("haproxy") and shutil.which("openssl") and shutil.which("curl")),
    reason="HAProxy or curl is not installed",
)
each_proxy = pytest.mark.parametrize(
    "run_proxy",
    [
        pytest.param(run_nginx, marks=needs_nginx, id="nginx"),
        pytest.param(run_haproxy, marks=needs_haproxy, id="haproxy"),
    ],
)


@each_proxy
def test_a_proxy_passes_on_streams_of_any_length(
    start_service: Callable[..., RunningService], tmp_path: Path, run_proxy: Any
) -> None:
    """4 MB of lines were cut off, with a status of 200.

    The client waits for answers before it sends more, as nginx needs it."""
    service = start_service("--host-name", NAME)
    line = json.dumps({"form": "Kim" + " " * 900}).encode() + b"\n"
    head = write_request("/v1/lookup", None, "Content-Type: application/x-ndjson",
                         "Transfer-Encoding: chunked", "Connection: close", host=NAME, method="POST")  # fmt: skip
    sent = answered = 0
    with run_proxy(tmp_path / "proxy", service.port) as proxy, proxy.open() as connection:
        connection.sendall(head)
        for _ in range(60):
            chunk = line * 100
            connection.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            sent += 100
            while answered < sent:
                part = connection.recv(1 << 16)
                assert part, "the stream was cut"
                answered += part.count(b"}\n")
        connection.sendall(b"0\r\n\r\n")
        assert read_rest(connection).endswith(b"0\r\n\r\n")
    assert sent * len(line) > 5_000_000


@needs_haproxy
def test_haproxy_passes_on_streams_at_full_speed(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    service = start_service("--host-name", NAME)
    lines = [json.dumps({"form": "Kim" + " " * 900}) for _ in range(12_000)]
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join(lines))
    with run_haproxy(tmp_path / "proxy", service.port) as proxy:
        command = ["curl", "-s", "--cacert", str(proxy.certificate), "-X", "POST",
                   "--resolve", f"{NAME}:{proxy.port}:127.0.0.1",
                   "-H", "Content-Type: application/x-ndjson",
                   "-T", str(file), f"https://{NAME}:{proxy.port}/v1/lookup"]  # fmt: skip
        done = subprocess.run(command, capture_output=True, timeout=200)
    assert (done.returncode, done.stdout.count(b'"candidates"')) == (0, len(lines))


@each_proxy
def test_a_proxy_waits_for_a_model_that_pauses(
    start_service: Callable[..., RunningService], tmp_path: Path, run_proxy: Any
) -> None:
    """Where times of nginx are one second, a pause of three does not end a stream that is restored."""
    service = start_service("--host-name", NAME)
    with run_proxy(tmp_path / "proxy", service.port) as proxy:
        check_pause(proxy)


def check_pause(proxy: RunningProxy) -> None:
    status, _, body = proxy.exchange(
        write_request("/v1/sessions", {}, "Connection: close", host=NAME)
    )
    assert status == 201
    session = json.loads(body)["id"]
    head = write_request(f"/v1/sessions/{session}/restore", None, "Content-Type: text/plain",
                         "Transfer-Encoding: chunked", "Connection: close", host=NAME, method="POST")  # fmt: skip
    with proxy.open() as connection:
        connection.sendall(head + b"5\r\nHej! \r\n")
        time.sleep(3.0)
        connection.sendall(b"4\r\nHej.\r\n0\r\n\r\n")
        answer = read_rest(connection)
    assert b" 200 OK" in answer and answer.endswith(b"0\r\n\r\n")
    assert b"Hej! " in answer and b"Hej." in answer


@each_proxy
def test_errors_of_a_proxy_are_problems(
    start_service: Callable[..., RunningService], tmp_path: Path, run_proxy: Any
) -> None:
    service = start_service("--host-name", NAME)
    live = write_request("/livez", None, host=NAME)
    last = write_request("/livez", None, "Connection: close", host=NAME)
    figures = write_request("/metrics", None, "Connection: close", host=NAME)
    with run_proxy(tmp_path / "proxy", service.port) as proxy:
        answers = {403: proxy.exchange(figures)}
        with proxy.open() as connection:
            connection.sendall(live * 400 + last)
            assert b'{"type": "/problems/busy"' in read_rest(connection)
    with run_proxy(tmp_path / "alone", find_free_port()) as alone:  # without a service
        answers[503] = alone.exchange(last)
    for expected, (status, head, body) in answers.items():
        assert status == expected
        assert b"content-type: application/problem+json" in head
        problem = json.loads(body)
        kind = PROBLEMS[problem["type"].rpartition("/")[2]]
        assert (problem["status"], kind.status) == (expected, expected)
        assert problem["title"] == kind.title


@needs_nginx
def test_the_manifest_has_the_address_of_nginx(
    start_service: Callable[..., RunningService], tmp_path: Path
) -> None:
    """Clients follow the addresses of the manifest, which named http:// and no port."""
    port = find_free_port()
    address = f"https://{NAME}:{port}"
    service = start_service("--public-url", address)

    def ask(proxy: RunningProxy, path: str, body: Any = None) -> tuple[int, bytes, bytes]:
        return proxy.exchange(write_request(path, body, "Connection: close", host=NAME))

    with run_nginx(tmp_path / "nginx", service.port) as proxy:
        status, _, body = ask(proxy, "/reconcile")
        manifest = json.loads(body)
        assert status == 200 and manifest["view"]["url"].startswith(f"{address}/reconcile/view")
        suggest = manifest["suggest"]["entity"]
        assert suggest["service_url"] == f"{address}/reconcile"
        path = suggest["service_url"].removeprefix(address) + suggest["service_path"]
        assert ask(proxy, f"{path}?prefix=A")[0] == 200
        status, head, _ = ask(proxy, "/v1/detect/", {"text": "Hej Anna!"})
        assert status == 307 and b"\r\nlocation: ../detect\r\n" in head + b"\r\n"


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
