"""Read the texts of one client of a service with what another client of it may ask.

Both send requests to one running service. The attacker asks for names and ages of his choice, as often as he
likes, and then reads what the other client published.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tacknamn.replacement.keys import KEY_BYTES
from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Setting, read_slots

if TYPE_CHECKING:
    from starlette.testclient import TestClient

__all__ = ["attack_clients"]

_FRAME = "Jag heter {name} och är {age} år. Det är text {number}."
_AGES = range(20, 66)
_REACH = 2
_ASKED = 40
"""Texts with each name that the attacker asks for: enough to see all that it draws from in a run."""
_NAMES = 50
_READ = 5
"""Published texts about one person."""
_SERVICES, _ROUNDS = 5, 140
"""Services, and persons whose texts are read for each."""
Learnt = Mapping[str, frozenset[str]]
"""What the attacker has seen each original become."""


def attack_clients(setting: Setting) -> Iterator[AttackFigure]:
    """Guess first name and age from texts that another client of the same service published.

    With the key, ``keyed`` is asked for: the service is then a dictionary for all its clients."""
    if setting.profile != "swell" or setting.mode not in ("none", "key"):
        return
    random = setting.make_random("clients")
    names, ages, one_name = Rounds(), Rounds(), Rounds()
    for _ in range(max(1, setting.count(_SERVICES))):
        with TemporaryDirectory() as folder:
            client = _start_service(setting, folder, random)
            more = {"keyed": True} if setting.mode == "key" else {}
            known = _list_names(setting)
            learnt = _learn(client, "name", known, more)
            moved = _learn(client, "age", list(map(str, _AGES)), more)
            for _ in range(setting.count(_ROUNDS)):
                name, age = random.choice(known), str(random.choice(_AGES))
                seen = [_ask(client, [_write(name, age, random)], more)[0] for _ in range(_READ)]
                first = _guess(learnt, [seen[0]["name"]], random)
                one_name.add(first == name, 1 / len(known))
                guess = _guess(learnt, [each["name"] for each in seen], random)
                names.add(guess == name, 1 / len(known))
                guess = _guess(moved, [seen[0]["age"]], random)
                ages.add(guess == age, 1 / (2 * _REACH))
    yield one_name.report("first name, 1 text of another client", "client", setting)
    yield names.report(f"first name, {_READ} texts of another client", "client", setting)
    yield ages.report("age, 1 text of another client", "client", setting)


def _start_service(setting: Setting, folder: str, random: Random) -> "TestClient":
    """Start a service with a key, in this process."""
    from pathlib import Path

    from starlette.testclient import TestClient

    from tacknamn.service.app import make_app
    from tacknamn.service.settings import ServiceSettings
    from tacknamn.service.state import ServiceState

    key = Path(folder, "service.key")
    key.touch(0o600)
    key.write_text(random.randbytes(KEY_BYTES).hex(), "ascii")
    data = str(setting.lexicon.bundle.folder)
    state = ServiceState.open(ServiceSettings(data=data, hosts=("testserver",), key_file=key))
    return TestClient(make_app(state))


def _list_names(setting: Setting) -> Sequence[str]:
    names = setting.stock.get_names("firstname_female").get_first()
    return [] if names is None else [name.draw.base for name in names.names[:_NAMES]]


def _write(name: str, age: str, random: Random) -> str:
    return _FRAME.format(name=name, age=age, number=random.randrange(10, 99))


def _learn(
    client: "TestClient", slot: str, originals: Sequence[str], more: Mapping[str, Any]
) -> Learnt:
    """Ask for texts with each original; return what it became in them."""
    usual = {"name": "Karin", "age": "40"}
    learnt = {}
    for original in originals:
        facts = usual | {slot: original}
        texts = [_FRAME.format(**facts, number=number) for number in range(10, 10 + _ASKED)]
        seen = _ask(client, texts, more)
        learnt[original] = frozenset(each[slot] for each in seen)
    return learnt


def _ask(
    client: "TestClient", texts: Sequence[str], more: Mapping[str, Any]
) -> list[Mapping[str, str]]:
    """Send texts; return what is in the slots of the answers."""
    response = client.post("/v1/pseudonymize", json={"texts": list(texts), **more})
    answers = response.raise_for_status().json()["results"]
    return [{"name": "", "age": "", **read_slots(_FRAME, answer["text"])} for answer in answers]


def _guess(learnt: Learnt, seen: Sequence[str], random: Random) -> str:
    """Guess the original that became all of what is seen, the one with the fewest pseudonyms first."""
    fit = {original: sum(each in known for each in seen) for original, known in learnt.items()}
    best = [original for original in fit if fit[original] == max(fit.values())]
    fewest = min(len(learnt[original]) for original in best)
    return random.choice([original for original in best if len(learnt[original]) == fewest])
