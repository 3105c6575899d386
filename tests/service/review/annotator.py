"""A person at the page: the calls of matcher/web/src/api.ts, in Python."""

from typing import Any
from urllib.parse import quote

from starlette.testclient import TestClient

__all__ = ["Annotator", "free", "make_span"]

API = "/review/api"


class Annotator:
    """Calls the service as the page does."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        response = self.client.get(API + path, params=query)
        assert response.status_code == status, response.text
        return response.json()

    def send(self, method: str, path: str, body: Any, status: int = 200) -> Any:
        response = self.client.request(method, API + path, json=body)
        assert response.status_code == status, response.text
        return response.json()

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        return self.send("POST", path, body, status)

    def search(self, status: int = 200, **query: Any) -> Any:
        return self.post("/documents", query, status)

    def find_id(self, name: str) -> str:
        """The id of a document. The same again if there is none, so that a test can ask for it."""
        rows = self.search(find=name, limit=1_000)["documents"]
        return next((str(row["id"]) for row in rows if row["name"] == name), name)

    def find_path(self, name: str, rest: str = "") -> str:
        """The address of a document, after that of the API."""
        return f"/documents/{quote(self.find_id(name))}{rest}"

    def load(self, name: str, status: int = 200, **query: Any) -> Any:
        return self.get(self.find_path(name), status, **query)

    def save(self, doc: Any, status: int = 200, **changes: Any) -> Any:
        body = {"base": doc["version"], "spans": doc["spans"], "comment": doc["comment"],
                "done": doc["done"], **changes}  # fmt: skip
        return self.send("PUT", f"/documents/{doc['id']}", body, status)

    def make(self, doc: Any, piece: str, label: str | None = None) -> list[Any]:
        """Make a span of the first such piece."""
        start = utf16(doc["original"].split(piece)[0])
        chosen: dict[str, Any] = {"start": start, "end": start + utf16(piece)}
        if label is not None:
            chosen["label"] = label
        body = {"id": doc["id"], "original": doc["original"], "spans": doc["spans"]}
        made: list[Any] = self.post("/spans", {**body, "pieces": [chosen]})["spans"]
        return made


def utf16(text: str) -> int:
    """The length of a text in JavaScript."""
    return len(text.encode("utf-16-le")) // 2


def make_span(doc: Any, piece: str, **fields: Any) -> dict[str, Any]:
    """A span over the first such piece, made in the browser."""
    start = utf16(doc["original"].split(piece)[0]) if piece else 0
    span: dict[str, Any] = {
        "start": start, "end": start + utf16(piece), "label": "", "number": 0, "affixes": [],
        "notes": [], "comment": "", "replacement": piece, "base": piece, "newBase": piece,
        "action": "replace", "by": "person", "accepted": True, "probability": 1.0,
        "rule": "by_hand", "cue": "", "reason": "", "edge": None,
    }  # fmt: skip
    return {**span, **fields}


def free(doc: Any, piece: str, **fields: Any) -> dict[str, Any]:
    """A decision that words stay."""
    return make_span(doc, piece, action="free", **fields)
