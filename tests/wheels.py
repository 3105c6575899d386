"""Make data wheels from records of a test, and serve them as a package index does."""

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tacknamn_builders.releasing.write_wheel import write_wheel
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.source_table import DataSource
from tests.making import bundle, entry, profile, source

__all__ = ["make_wheel", "profile_of", "rewrite_wheel", "serve_index"]


def profile_of(*sources: DataSource) -> BuildProfile:
    """A profile of these sources."""
    return replace(profile(len(sources)), sources=sources)


def make_wheel(folder: Path, town: str = "Lund", name: str = "sv", month: str = "2026-11") -> Path:
    """Write a wheel whose lists have one town into ``folder``."""
    sources = (source(0, vintage=month, licence="CC-BY-SA-4.0"), source(1, licence="MIT"))
    records = [[entry(town, "city")], [entry("Anna", "firstname_female", 9)]]
    made = bundle(folder / f"bundle-{town}-{month}", records, profile_of(*sources))
    return write_wheel(made, folder, name)


def rewrite_wheel(path: Path, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> Path:
    """Rewrite each member of a wheel; None leaves it out."""
    with zipfile.ZipFile(path) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members:
            if (changed := change(name, content)) is not None:
                archive.writestr(*changed)
    return path


@contextmanager
def serve_index(folder: Path, status: int = 200) -> Iterator[str]:
    """Serve the wheels in ``folder/<distribution>/`` as a package index, and yield its address.

    With another ``status``, every answer is this error."""
    handler = partial(
        _Quiet if status == HTTPStatus.OK else _refusing(status), directory=str(folder)
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    """Lists folders as pages of links, which is all that pip needs."""

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


def _refusing(status: int) -> type[_Quiet]:
    class Refusing(_Quiet):
        """Answers every request with an error."""

        def do_GET(self) -> None:
            self.send_error(status)

    return Refusing
