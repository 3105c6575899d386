"""Measure the reconciliation service: queries a second in batches, by kind of query.

Run after a build::

    .venv/bin/python -m bench.reconcile [--data FOLDER]

The forms are drawn from the lists with a fixed seed. Requests go through the application without a
network, in batches of 1,000 queries; the best of three rounds counts.
"""

import argparse
import json
import random
import time

from starlette.testclient import TestClient

from tacknamn.service.app import make_app
from tacknamn.service.settings import ServiceSettings
from tacknamn.service.state import ServiceState

SEED, QUERIES, ROUNDS = 5, 1_000, 3
LEAST_LETTERS = 6
"""Letters of forms that are misspelt: shorter ones have a single edit, and are faster."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default="build/default")
    settings = ServiceSettings(data=parser.parse_args().data, hosts=("testserver",))
    state = ServiceState.open(settings)
    client = TestClient(make_app(state))
    forms = [entry.form for entry in state.engines.lexicon.entries()]
    words = [form for form in forms if form.isalpha() and len(form) >= LEAST_LETTERS]
    draw = random.Random(SEED)
    for name, queries in (
        ("exact", [{"query": form} for form in draw.sample(forms, QUERIES)]),
        ("exact, with a type", [{"query": f, "type": "LOC"} for f in draw.sample(forms, QUERIES)]),
        ("misspelt", [{"query": _misspell(word)} for word in draw.sample(words, QUERIES)]),
    ):
        batch = {"queries": json.dumps({str(number): each for number, each in enumerate(queries)})}
        rate = QUERIES / min(_measure(client, batch) for _ in range(ROUNDS))
        print(f"{name:20} {rate:8,.0f} queries a second")


def _misspell(word: str) -> str:
    return word[:2] + word[3:]


def _measure(client: TestClient, batch: dict[str, str]) -> float:
    began = time.perf_counter()
    response = client.post("/reconcile", data=batch)
    assert response.status_code == 200
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
