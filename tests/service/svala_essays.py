"""Count the essays that SVALA's editor shows as they should be, through the service.

``python -m tests.service.svala_essays build/default`` prints the figures for some lists.
"""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.testclient import TestClient

from tacknamn.pipeline.document import Document
from tacknamn.service.app import make_app
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.settings import ServiceSettings
from tacknamn.service.state import ServiceState
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_target_text
from tests.essays.reading import read_essays
from tests.svala_client import anonymize, open_text, take_in

__all__ = [
    "SEED",
    "Figures",
    "count_right",
    "encode_component",
    "post_text",
    "pseudonymize_as_service",
]

HOST = "testserver"
SEED = (1 << 100) + 7


class Figures(NamedTuple):
    """How many essays the editor shows right."""

    essays: int
    right: int
    """It shows our text."""
    all_but_last: int
    """It shows our text, but for the last word, whose label the protocol cannot carry."""
    wrong: tuple[str, ...]
    """The ids of all others."""


def encode_component(text: str) -> str:
    """``encodeURIComponent`` of JavaScript."""
    return quote(text, safe="!'()*-._~")


def post_text(client: TestClient, text: str, path: str = "/annotation/pseuws") -> Any:
    """Post a text as the editor does."""
    return client.post(
        path,
        content=f"text={encode_component(text)}",
        headers={"content-type": "text/plain;charset=UTF-8", "origin": "https://svala.example.org"},
    )


def pseudonymize_as_service(engines: Engines) -> Callable[[str], Document]:
    """Return what a service with these engines makes of a text."""
    return lambda text: engines.get(EngineOptions().name_run(text))(text)


def count_right(client: TestClient, pseudonymize: Callable[[str], Document]) -> Figures:
    """Open each essay as the editor does, and compare what it shows with what was meant."""
    right = all_but_last = 0
    wrong = []
    for essay in read_essays():
        source = open_text(essay.text)
        text = "".join(token.text for token in source)
        response = post_text(client, text)
        assert response.status_code == 200, response.text
        graph, pseudonyms = take_in(source, response.json())
        saved = anonymize(graph, pseudonyms)
        assert find_violations(graph) == find_violations(saved) == ()
        shown = get_target_text(saved).rstrip()
        meant = pseudonymize(text).text.rstrip()
        is_held_back = response.headers["x-tacknamn-held-back"] == "1"
        if shown == meant:
            right += 1
        elif is_held_back and _has_original_end(shown, meant, text):
            all_but_last += 1
        else:
            wrong.append(essay.id)
    return Figures(right + all_but_last + len(wrong), right, all_but_last, tuple(wrong))


def _has_original_end(shown: str, meant: str, original: str) -> bool:
    """Whether only the last word differs, and is that of the original."""
    return shown.split()[-1] == original.split()[-1] and shown.split()[:-1] == meant.split()[:-1]


def main(data: str) -> None:
    """Print the figures for a bundle."""
    state = ServiceState.open(ServiceSettings(data=data, hosts=(HOST,), seed=SEED))
    pseudonymize = pseudonymize_as_service(state.engines)
    sys.stdout.write(f"{count_right(TestClient(make_app(state)), pseudonymize)}\n")


if __name__ == "__main__":
    main(sys.argv[1])
