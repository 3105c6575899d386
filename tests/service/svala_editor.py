"""SVALA's editor at its backend, as ``Editor/Model.ts`` of swell-editor calls it.

Every request has the header of its page and ``application/json``; every status but 200 is an error.
"""

import json
from base64 import b64decode
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote

from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Graph
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text

__all__ = ["BackendError", "Editor"]


class BackendError(Exception):
    """What the editor shows in red. From then on it does not save."""


@dataclass
class Editor:
    """The state of an open essay."""

    client: Any
    """Of httpx, or of Starlette for tests."""
    fragment: str
    """What follows # in the address of the editor."""
    origin: str = "https://svala.example.org"
    graph: Graph = field(default_factory=lambda: build_graph("x"))
    version: int = -1
    is_done: bool = False
    is_readonly: bool = False

    def __post_init__(self) -> None:
        parts = {key: values[0] for key, values in parse_qs(self.fragment).items()}
        self.backend = b64decode(parts["backend"]).decode()
        user = parts.get("user")
        self.address = self.backend + quote(parts["essay"]) + (f"/{user}" if user else "")

    def open(self) -> None:
        """``initialBackendFetch``."""
        answer = self._send("GET", "")
        self.version = answer["version"]
        assert type(self.version) is int
        if isinstance(answer.get("raw"), str):
            self.graph = build_graph(answer["raw"])
        else:
            assert isinstance(answer["state"], str)
            self.graph = read_graph(answer["state"])
        assert find_violations(self.graph) == ()
        self.is_readonly = not answer["access_write"]
        self.is_done = self._send("GET", "/status")["done"]
        assert type(self.is_done) is bool

    def save(self) -> None:
        """``save``."""
        body = json.loads(write_graph(self.graph))
        answer = self._send("POST", f"/version/{self.version + 1}", body)
        self.version = answer["version"]
        assert type(self.version) is int

    def mark(self, is_done: bool) -> None:
        """Set the status."""
        answer = self._send("POST", "/status", {"done": is_done})
        self.is_done = is_done
        self.is_readonly = not answer.get("access_write")

    def report(self, message: str) -> None:
        """``report``."""
        self._send("POST", "/report", {"message": message})

    @property
    def pseudonymizer(self) -> str:
        """The address of the pseudonymization service, made from that of the backend."""
        return self.backend.partition("tasks/")[0] + "annotation/pseuws"

    @property
    def source_text(self) -> str:
        """What the editor sends to the pseudonymization service."""
        return get_source_text(self.graph) + " "

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request as a browser does: it asks first, and hides answers without permission."""
        url = self.address + path
        asked = self.client.request(
            "OPTIONS",
            url,
            headers={
                "origin": self.origin,
                "access-control-request-method": method,
                "access-control-request-headers": "content-type",
            },
        )
        if asked.status_code not in (200, 204) or not self._is_allowed(asked):
            raise BackendError("network error")
        assert "content-type" in asked.headers["access-control-allow-headers"]
        assert method in asked.headers["access-control-allow-methods"]
        response = self.client.request(
            method,
            url,
            headers={"origin": self.origin, "content-type": "application/json"},
            content=None if body is None else json.dumps(body).encode(),
        )
        if not self._is_allowed(response):
            raise BackendError("network error")
        if response.status_code != 200:
            raise BackendError(f"{response.status_code}: {response.text}")
        return json.loads(response.text)

    def _is_allowed(self, response: Any) -> bool:
        headers = response.headers
        origin = headers.get("access-control-allow-origin")
        return (origin, headers.get("access-control-allow-credentials")) == (self.origin, "true")
