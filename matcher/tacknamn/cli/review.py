"""The command ``tacknamn review``.

Exit codes: 0 after it was stopped, 2 if it cannot start.
"""

import json as json_format
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.cli.options import (
    INPUT,
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
from tacknamn.errors import InputError

if TYPE_CHECKING:
    import socket

__all__ = ["review"]

_ENDINGS = (".txt", ".json")
_SECONDS = 120.0
"""The longest answer. One person may wait for a text of a megabyte; in a service, others would too."""
Folder = Annotated[
    Path | None,
    typer.Argument(
        metavar="[FOLDER]",
        help="Folder of texts (.txt) and SVALA's graphs (.json). It keeps every version.",
        show_default=False,
    ),
]
Files = Annotated[
    list[Path] | None,
    typer.Option(
        "--open",
        metavar="FILE",
        help="Show this file of its folder only; repeatable, for files of one folder.",
        rich_help_panel=INPUT,
    ),
]
User = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Who works with the page. Each name has versions of its own, which can be compared. Default: "
        "versions that all share.",
        rich_help_panel=RUN,
    ),
]
Port = Annotated[
    int,
    typer.Option(min=0, max=65535, help="Port; 0 chooses a free one.", rich_help_panel=RUN),
]
NoBrowser = Annotated[
    bool,
    typer.Option("--no-browser", help="Print the link only.", rich_help_panel=RUN),
]


def review(
    folder: Folder = None,
    files: Files = None,
    user: User = "",
    port: Port = 0,
    no_browser: NoBrowser = False,
    profile: ProfileName = "swell",
    language: Language = "",
    key_file: KeyFile = None,
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    json: AsJson = False,
) -> None:
    """Look at texts in the browser, correct what was found, and export the result.

    Starts a service that only this machine reaches, and opens its page. The link has a new token each time;
    with --json it is printed on standard output. Every change is saved in the folder at once, as a graph
    of SVALA in versions/, or in users/NAME/ with --user. Ctrl-C stops it; nothing is lost.

    Examples:

      tacknamn review essays/
      tacknamn review --open essays/e07.txt --profile clinic
      tacknamn review essays/ --user anna --key-file project.key
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.cli.page_start import make_token
    from tacknamn.cli.serve import EXTRA, THE_SERVICE
    from tacknamn.essays.names import check_user_name
    from tacknamn.essays.store import EssayStore
    from tacknamn.replacement.keys import read_key

    with explain_missing_package(THE_SERVICE, EXTRA):
        from tacknamn.service.access import hash_token
        from tacknamn.service.settings import LOOPBACK, ServiceLimits, ServiceSettings

    essays, names = _choose_essays(folder, files or [])
    EssayStore(essays, names)  # refuses what is no folder
    if user:
        check_user_name(user)
    if key_file is not None:
        read_key(key_file)  # refuses what is no key before the page is opened
    token = make_token()
    settings = ServiceSettings(
        data="" if data is None else str(data),
        extra=tuple(map(str, extra or ())),
        allow=tuple(map(str, allow or ())),
        keep=tuple(keep or ()),
        profile=profile,
        language=language,
        essays=essays,
        essay_names=names,
        has_page=True,
        user=user,
        key_file=key_file,
        limits=ServiceLimits(seconds=_SECONDS),
        tokens=(hash_token(token.encode()),),
        hosts=LOOPBACK,
    )
    with ExitStack() as stack:

        def announce(listener: "socket.socket") -> None:
            from tacknamn.cli.page_start import make_link, open_browser
            from tacknamn.service.listening import format_address

            link = make_link(format_address(listener), token)
            if json:
                typer.echo(json_format.dumps({"link": link}))
            is_open = not no_browser and stack.enter_context(open_browser(link))
            if not json:
                typer.echo(_OPENED if is_open else _ANNOUNCEMENT, err=True)
                typer.echo(f"  {link}\n", err=True)

        with explain_missing_package(THE_SERVICE, EXTRA):
            from tacknamn.service.run import run_service

            run_service(settings, (LOOPBACK[0], port), 1, announce)


_ANNOUNCEMENT = "Open this link in a browser of this machine (Ctrl-C stops the page):\n"
_OPENED = "The page is open in your browser (Ctrl-C stops it). If it is not, open this link:\n"


def _choose_essays(folder: Path | None, files: list[Path]) -> tuple[Path, frozenset[str] | None]:
    """Return the folder to show, and the names of its documents if only some are shown."""
    if folder is not None and files:
        raise InputError("give a folder, or files with --open, not both")
    if folder is not None:
        if folder.is_file():
            raise InputError(f"{folder}: is a file; show it with --open {folder}")
        return folder, None
    if not files:
        raise InputError(
            "name a folder of texts, e.g. `tacknamn review essays/`, or files with --open"
        )
    for file in files:
        if file.suffix not in _ENDINGS or not file.is_file():
            raise InputError(
                f"{file}: is no file that ends in {' or '.join(_ENDINGS)}; make a graph of it with "
                "`tacknamn pseudonymize FILE --format svala`"
            )
    folders = {file.parent.resolve() for file in files}
    if len(folders) > 1:
        raise InputError(
            "the files are in several folders, and versions are saved next to them; call the command "
            "once for each folder"
        )
    return folders.pop(), frozenset(file.stem for file in files)
