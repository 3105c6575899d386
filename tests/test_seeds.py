"""Seeds that can be tried are refused or warned of; those that nobody gave are nowhere."""

import json
import pickle
import secrets
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tacknamn import Lexicon, Pseudonymizer, Sampler
from tacknamn.batch import session
from tacknamn.batch.request import BatchOptions, BatchRequest
from tacknamn.errors import InputError
from tacknamn.formats.registry import FORMATS
from tacknamn.replacement import seeds
from tacknamn.replacement.seeds import GUESSABLE_SEED, GuessableSeedWarning
from tests import forks
from tests.running_command import ESSAY, command, made_bundle, under

KEY = bytes(range(32))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("seeds"))


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63 - 1, -(2**63) + 1])
def test_names_do_not_rotate_by_a_seed_that_can_be_tried(data: Path, seed: int) -> None:
    lexicon = Lexicon.open(data)
    sampler = Sampler(lexicon, seed=seed)
    calls: list[Callable[[], object]] = [
        lambda: Pseudonymizer(lexicon, "sms", seed=seed),
        lambda: sampler.rotation(),
        lambda: sampler.scope("Amina", extent="corpus"),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"64 random bits.*tacknamn key FILE"):
            call()


@pytest.mark.parametrize("options", [{"seed": 2**63}, {"seed": -(2**100)}, {"key": KEY}, {}])
def test_names_rotate_by_what_cannot_be_tried(data: Path, options: dict[str, Any]) -> None:
    assert Pseudonymizer(Lexicon.open(data), "sms", **options)("Jag heter Amina.").spans


def list_warnings(data: Path, *arguments: Any, **options: Any) -> list[Any]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Pseudonymizer(Lexicon.open(data), *arguments, **options)
    return caught


def test_a_result_that_depends_on_a_small_seed_is_not_safe_to_publish(data: Path) -> None:
    (warning,) = list_warnings(data, seed=7)
    assert warning.category is GuessableSeedWarning
    assert warning.filename == __file__
    for quiet in ({}, {"key": KEY}, {"seed": 2**63}, {"profile": "mask", "seed": 7}):
        assert not list_warnings(data, **quiet)


def run(folder: Path, data: Path, *arguments: str, **more: str) -> tuple[int, list[str]]:
    done = forks.run(command("pseudonymize", *arguments), under(folder, data, **more), given=b"")
    return done.returncode, done.stderr.decode().splitlines()


def test_the_command_warns_once_and_refuses(data: Path, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(ESSAY, "utf-8")
    texts = [str(tmp_path / f"{number}.txt") for number in range(3)]
    warning = f"warning: {GUESSABLE_SEED}"
    for jobs in ("1", "2"):
        out = str(tmp_path / f"out{jobs}")
        code, lines = run(tmp_path, data, *texts, "--seed", "7", "-o", out, "-j", jobs)
        assert (code, lines.count(warning), len(lines)) == (0, 1, 2)
    for arguments in (("--profile", "mask", "--seed", "7"), ("--seed", str(2**63)), ()):
        code, lines = run(tmp_path, data, texts[0], *arguments)
        assert (code, warning in lines) == (0, False)
    code, lines = run(tmp_path, data, texts[0], "--profile", "sms", "--seed", "7")
    assert code == 2
    assert "64 random bits" in lines[-1]
    assert "tacknamn key FILE" in lines[-1]


SECRET = 0x1F2E3D4C5B6A79880123456789ABCDEF
"""A random seed as the program might draw it."""


def list_spellings() -> Iterator[bytes]:
    drawn = 1 << 128 | SECRET
    for number in (SECRET, drawn):
        yield str(number).encode()
        yield f"{number:x}".encode()
        yield number.to_bytes(17, "big").lstrip(b"\0")
        yield number.to_bytes(17, "little").rstrip(b"\0")


@pytest.mark.slow
def test_a_seed_that_nobody_gave_is_in_no_file(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any
) -> None:
    """Nor on the terminal: in no result of any format, no table, no report, no note of what is done."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: SECRET)
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    (tmp_path / "a.txt").write_text(ESSAY, "utf-8")
    line = json.dumps({"id": "a", "text": ESSAY})
    (tmp_path / "b.jsonl").write_text(f"{line}\n", "utf-8")
    for number, format in enumerate(FORMATS):
        if format == "csv":
            continue
        out = tmp_path / f"out{number}"
        for jobs in (1, 2):  # the second run skips what is done
            options = BatchOptions(
                files=(str(tmp_path / "a.txt"), str(tmp_path / "b.jsonl")),
                format=format,
                output=out,
                report=tmp_path / f"{number}-{jobs}.json",
                table=tmp_path / f"{number}-{jobs}.tsv" if jobs == 2 else None,
                jobs=jobs,
            )
            assert session.run_pseudonymize(BatchRequest(data=data, explain=True), options) == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 3 * len(FORMATS)
    printed = capfdbinary.readouterr()
    for content in (*(path.read_bytes() for path in written), printed.out, printed.err):
        assert not any(spelling in content for spelling in list_spellings())


def test_a_random_seed_has_128_bits(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def draw(bits: int) -> int:
        asked.append(bits)
        return 0

    monkeypatch.setattr(secrets, "randbits", draw)
    assert not list_warnings(data)
    assert asked == [128]
    assert not seeds.is_guessable(seeds.draw_seed())


def test_only_a_pickle_has_the_seed_that_nobody_gave(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda bits: SECRET)
    pseudonymizer = Pseudonymizer(Lexicon.open(data))
    document = pseudonymizer(ESSAY)
    for shown in (repr(pseudonymizer), repr(document), repr(pseudonymizer.sampler)):
        assert not any(spelling in shown.encode() for spelling in list_spellings())
    again = pickle.loads(pickle.dumps(pseudonymizer))  # noqa: S301 - its own pickle
    assert again(ESSAY).text == document.text
