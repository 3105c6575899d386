"""The command ``tacknamn serve``.

Exit codes: 0 after it was stopped, 1 if its workers died again and again, 2 if it cannot start.
"""

import json as json_format
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tacknamn.cli.options import (
    RUN,
    Allow,
    AsJson,
    Data,
    Extra,
    Keep,
    KeyFile,
    Language,
    ProfileName,
)
from tacknamn.cli.program import explain_missing_package
from tacknamn.errors import InputError, RunError

if TYPE_CHECKING:
    import socket

    from tacknamn.service.settings import ServiceSettings

__all__ = ["EXTRA", "THE_SERVICE", "serve"]

THE_SERVICE, EXTRA = "the service", "serve"
"""What needs the packages of the service, and the extra that has them."""

WORKERS_DIED = 1
"""The exit code after which a manager of services may start again; 2 says that this would not help."""
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s*]+")
_PUBLIC_URL = re.compile(
    r"https?://(?P<host>[\w.-]+|\[[0-9a-fA-F:.]+\])(?::\d+)?(?:/[\w.~/-]*)?", re.ASCII
)
NETWORK, LIMITS, ORIGINALS = "Network", "Limits", "Originals"
Host = Annotated[
    str,
    typer.Option(
        help="Address to listen on. Others than this machine can call it only with 0.0.0.0 or an "
        "address of the network, and only with a token.",
        rich_help_panel=NETWORK,
    ),
]
Port = Annotated[
    int,
    typer.Option(min=0, max=65535, help="Port; 0 chooses a free one.", rich_help_panel=NETWORK),
]
UnixSocket = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH",
        help="Listen on this Unix socket and not on a port. Its owner and group can call the service.",
        rich_help_panel=NETWORK,
    ),
]
HostNames = Annotated[
    list[str] | None,
    typer.Option(
        "--host-name",
        metavar="NAME",
        help="Name by which clients call the service; repeatable. Requests for other names are refused.",
        rich_help_panel=NETWORK,
    ),
]
PublicUrl = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="Address by which clients reach the service through a proxy, e.g. https://names.example.org. "
        "Answers that name an address of ours begin with it, and its host is a --host-name.",
        rich_help_panel=NETWORK,
    ),
]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        help="File of tokens, one on each line. Requests need one as Authorization: Bearer TOKEN.",
        rich_help_panel=NETWORK,
    ),
]
Origins = Annotated[
    list[str] | None,
    typer.Option(
        "--cors",
        metavar="ORIGIN",
        help="Origin of pages that may call the service, e.g. https://svala.example.org; repeatable.",
        rich_help_panel=NETWORK,
    ),
]
Essays = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Folder of essays (.txt, or .json graphs) that SVALA's editor opens and saves to; it keeps "
        "every version.",
        rich_help_panel=RUN,
    ),
]
ProfileFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--profile-file",
        metavar="NAME=FILE",
        help="A .toml that requests may name as their profile; repeatable.",
        rich_help_panel=RUN,
    ),
]
Page = Annotated[
    bool,
    typer.Option(
        "--page",
        help="Answer with the page of `tacknamn review` at /review, for the folder of --essays; with one "
        "worker. Without --token-file, a token is made and printed.",
        rich_help_panel=RUN,
    ),
]
Workers = Annotated[
    int, typer.Option("--workers", "-w", min=1, help="Processes.", rich_help_panel=RUN)
]
Body = Annotated[
    int, typer.Option(min=1, metavar="BYTES", help="Largest body.", rich_help_panel=LIMITS)
]
LongestText = Annotated[
    int,
    typer.Option(
        "--text", min=1, metavar="CHARACTERS", help="Longest text.", rich_help_panel=LIMITS
    ),
]
Batch = Annotated[int, typer.Option(min=1, help="Most texts of a request.", rich_help_panel=LIMITS)]
Seconds = Annotated[
    float,
    typer.Option(
        "--timeout", min=0.1, metavar="SECONDS", help="Longest answer.", rich_help_panel=LIMITS
    ),
]
Pause = Annotated[
    float,
    typer.Option(
        "--stream-pause",
        min=0.1,
        metavar="SECONDS",
        help="Longest pause of a text that is restored while a model writes it.",
        rich_help_panel=LIMITS,
    ),
]
Queue = Annotated[
    int,
    typer.Option(min=1, help="Requests that may wait in a worker.", rich_help_panel=LIMITS),
]
LogFormat = Annotated[
    Literal["text", "json"],
    typer.Option(help="How lines of the log are written.", rich_help_panel=RUN),
]
AccessLog = Annotated[
    bool,
    typer.Option(
        "--access-log/--no-access-log",
        help="Log each request: address, status and time, never a text, a query or an id.",
        rich_help_panel=RUN,
    ),
]
VaultFile = Annotated[
    Path | None,
    typer.Option(
        "--vault",
        help="Vault for requests that ask to store their originals; it needs --key-file.",
        rich_help_panel=ORIGINALS,
    ),
]
AllowReveal = Annotated[
    bool,
    typer.Option(
        "--allow-reveal",
        help="Let requests ask the vault for originals.",
        rich_help_panel=ORIGINALS,
    ),
]
SessionVault = Annotated[
    Path | None,
    typer.Option(
        help="Vault in which sessions store their pairs as well; it needs --key-file.",
        rich_help_panel=ORIGINALS,
    ),
]
SessionSeconds = Annotated[
    float,
    typer.Option(
        "--session-ttl",
        min=1,
        metavar="SECONDS",
        help="Longest life of a session after its last use.",
        rich_help_panel=LIMITS,
    ),
]
MostSessions = Annotated[
    int, typer.Option("--sessions", min=1, help="Sessions at a time.", rich_help_panel=LIMITS)
]
SessionFolder = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Keep sessions in this folder, encrypted, so that they survive a restart. The default is in "
        "memory.",
        rich_help_panel=ORIGINALS,
    ),
]
SessionSpace = Annotated[
    int,
    typer.Option(
        "--session-space",
        min=10_000,
        metavar="BYTES",
        help="Space of all sessions together.",
        rich_help_panel=LIMITS,
    ),
]
SessionSize = Annotated[
    int,
    typer.Option(
        "--session-size",
        min=1000,
        metavar="BYTES",
        help="Largest mapping of a session.",
        rich_help_panel=LIMITS,
    ),
]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8765,
    unix_socket: UnixSocket = None,
    host_name: HostNames = None,
    public_url: PublicUrl = "",
    token_file: TokenFile = None,
    cors: Origins = None,
    profile: ProfileName = "swell",
    profile_file: ProfileFiles = None,
    language: Language = "",
    key_file: KeyFile = None,
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    essays: Essays = None,
    page: Page = False,
    workers: Workers = 1,
    body: Body = 4_000_000,
    text: LongestText = 1_000_000,
    batch: Batch = 10_000,
    timeout: Seconds = 30.0,
    stream_pause: Pause = 600.0,
    queue: Queue = 128,
    vault: VaultFile = None,
    allow_reveal: AllowReveal = False,
    session_vault: SessionVault = None,
    session_ttl: SessionSeconds = 3600.0,
    sessions: MostSessions = 10_000,
    session_size: SessionSize = 2_000_000,
    session_space: SessionSpace = 250_000_000,
    session_folder: SessionFolder = None,
    access_log: AccessLog = True,
    log_format: LogFormat = "text",
    json: AsJson = False,
) -> None:
    """Answer requests of other programs over HTTP.

    Listens on this machine only, unless --host names another address. Prints the address and some calls
    to try; with --json, the address on standard output. Ctrl-C and SIGTERM let requests under way finish,
    SIGHUP opens the lists again.

    Examples:

      tacknamn serve
      tacknamn serve --workers 4 --key-file project.key
      tacknamn serve --essays essays/ --cors https://svala.example.org
      tacknamn serve --key-file project.key --vault essays.vault --allow-reveal
      tacknamn serve --unix-socket /run/tacknamn/http.sock --profile-file ward=ward.toml
      tacknamn serve --page --essays essays/
      tacknamn serve --host 0.0.0.0 --host-name names.example.org --token-file tokens
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.cli.page_start import make_token
    from tacknamn.essays.store import EssayStore

    with explain_missing_package(THE_SERVICE, EXTRA):
        from tacknamn.service.access import hash_token, read_tokens
        from tacknamn.service.settings import (
            LOOPBACK,
            ServiceLimits,
            ServiceSettings,
            SessionLimits,
        )

    if host not in LOOPBACK and token_file is None:
        raise InputError(
            f"--host {host}: others can reach this address, so the service needs tokens; write some "
            "into a file, one on each line, and name it with --token-file"
        )
    if essays is not None:
        EssayStore(essays)  # refuses what is no folder, before any worker starts
    _check_vaults(vault, allow_reveal, session_vault, key_file)
    if page:
        _check_page(essays, workers)
    public_host = _read_public_host(public_url)
    tokens = () if token_file is None else read_tokens(token_file)
    token = make_token() if page and not tokens else ""
    settings = ServiceSettings(
        data="" if data is None else str(data),
        extra=tuple(map(str, extra or ())),
        allow=tuple(map(str, allow or ())),
        keep=tuple(keep or ()),
        profile=profile,
        profiles=dict(map(_read_profile_file, profile_file or ())),
        language=language,
        essays=essays,
        has_page=page,
        key_file=key_file,
        limits=ServiceLimits(body, text, batch, timeout, stream_pause, queue),
        tokens=(hash_token(token.encode()),) if token else tokens,
        hosts=(*LOOPBACK, host, *(host_name or ()), *public_host),
        public_url=public_url.rstrip("/"),
        origins=_check_origins(cors or ()),
        access_log=access_log,
        log_format=log_format,
        vault=vault,
        allows_reveal=allow_reveal,
        session_vault=session_vault,
        sessions=SessionLimits(sessions, session_ttl, session_size, session_space),
        session_folder=session_folder,
    )
    _run(settings, unix_socket or (host, port), workers, json, token)


def _read_public_host(url: str) -> tuple[str, ...]:
    """Return the host of the public address, if there is one."""
    found = _PUBLIC_URL.fullmatch(url)
    if url and not found:
        raise InputError(
            f"--public-url {url}: write the address that clients use, as in https://names.example.org or "
            "https://example.org:8443/names"
        )
    return (found["host"].strip("[]"),) if found else ()


def _check_vaults(
    vault: Path | None, allow_reveal: bool, session_vault: Path | None, key_file: Path | None
) -> None:
    if allow_reveal and vault is None:
        raise InputError("--allow-reveal: there is nothing to reveal; name a vault with --vault")
    for option, file in (("--vault", vault), ("--session-vault", session_vault)):
        if file is not None and key_file is None:
            raise InputError(f"{option}: a vault is encrypted; name a key with --key-file")


def _read_profile_file(option: str) -> tuple[str, Path]:
    """Return the name and the file of an option NAME=FILE."""
    from tacknamn.profiles.reader import list_profiles

    name, _, file = option.partition("=")
    if not name or not file:
        raise InputError(f"--profile-file {option}: write a name and a file, as in ward=ward.toml")
    if name in list_profiles():
        raise InputError(f"--profile-file {option}: {name} is built in; choose another name")
    return name, Path(file)


def _check_page(essays: Path | None, workers: int) -> None:
    if essays is None:
        raise InputError("--page: name the folder that it shows with --essays DIR")
    if workers > 1:
        raise InputError(
            "--page: needs one worker, because the settings of the page are in its memory; drop --workers"
        )


def _check_origins(origins: Iterable[str]) -> tuple[str, ...]:
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise InputError(
                f"--cors {origin}: write an origin as browsers send it, scheme://host[:port] without a "
                "path, for instance https://svala.example.org"
            )
    return tuple(origins)


def _run(
    settings: "ServiceSettings",
    address: tuple[str, int] | Path,
    workers: int,
    json: bool,
    token: str,
) -> None:
    from tacknamn.service.logs import LogStream

    def announce(listener: "socket.socket") -> None:
        from tacknamn.cli.page_start import make_link
        from tacknamn.service.listening import format_address

        url = format_address(listener)
        answer = {"address": url} | ({"link": make_link(url, token)} if token else {})
        if json:
            typer.echo(json_format.dumps(answer))
            return
        page = _PAGE.format(link=make_link(url, token or "TOKEN")) if settings.has_page else ""
        text = (
            _UNIX_ANNOUNCEMENT.format(path=address)
            if isinstance(address, Path)
            else _ANNOUNCEMENT.format(url=url)
        )
        LogStream(sys.stderr).write(f"{text}\n{page}")

    with explain_missing_package(THE_SERVICE, EXTRA):  # most are imported when the address is known
        from tacknamn.service.run import run_service

        try:
            run_service(settings, address, workers, announce)
        except RunError as exc:
            LogStream(sys.stderr).write(f"error: {exc}\n")
            raise typer.Exit(WORKERS_DIED) from None


_PAGE = """The page is at

  {link}

and all requests need its token: Authorization: Bearer TOKEN.
"""


_ANNOUNCEMENT = """Täcknamn answers at {url}  (Ctrl-C stops it). Try:

  curl {url}/v1/pseudonymize -d '{{"text": "Jag heter Anna och bor i Lund."}}'
  curl {url}/v1/lookup -d '{{"form": "Kim"}}'
  curl {url}/openapi.json
"""
_UNIX_ANNOUNCEMENT = """Täcknamn answers at {path}  (Ctrl-C stops it). Try:

  curl --unix-socket {path} http://localhost/v1/lookup -d '{{"form": "Kim"}}'
"""
