"""With a key, each writer has replacements of their own, the same in all texts."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn import Lexicon, Pseudonymizer, Sampler
from tacknamn.errors import InputError
from tacknamn.replacement.keys import write_key
from tests.running_command import made_bundle, pseudonymize, under

KEY = bytes(range(32))
TEXT = "Jag heter Amina Lind, är 34 år och bor i Göteborg."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("writers"))


def replace(data: Path, text: str, **options: Any) -> list[str]:
    document = Pseudonymizer(Lexicon.open(data), **options)(text)
    return [span.replacement for span in document.spans]


def test_all_texts_of_a_writer_have_the_same_replacements(data: Path) -> None:
    ours = replace(data, TEXT, key=KEY, writer="W17")
    assert replace(data, f"{TEXT} Hej!", key=KEY, writer="W17") == ours
    others = {tuple(replace(data, TEXT, key=KEY, writer=f"W{n}")) for n in range(20)}
    assert len(others) == 20
    assert tuple(replace(data, TEXT, key=KEY)) not in others
    assert replace(data, TEXT, key=KEY[::-1], writer="W17") != ours


def test_names_rotate_in_another_way_for_each_writer(data: Path) -> None:
    lexicon = Lexicon.open(data)
    drawn = {Sampler(lexicon, key=KEY, writer=f"{n}").rotation()["Amina"] for n in range(20)}
    assert len(drawn) > 5


def test_a_writer_survives_copies_and_pickles(data: Path, tmp_path: Path) -> None:
    write_key(tmp_path / "a.key")
    lexicon = Lexicon.open(data)
    pseudonymizer = Pseudonymizer(lexicon, key=tmp_path / "a.key", writer="W17")
    again = pickle.loads(pickle.dumps(pseudonymizer))  # noqa: S301 - our own
    assert again(TEXT).text == pseudonymizer(TEXT).text
    sampler = Sampler(lexicon, key=tmp_path / "a.key", writer="W17")
    for other in (copy.copy(sampler), pickle.loads(pickle.dumps(sampler))):  # noqa: S301 - our own
        assert other.draw("surname", original="Lind") == sampler.draw("surname", original="Lind")


@pytest.mark.parametrize("make", [Sampler, Pseudonymizer])
def test_a_writer_without_a_key_is_refused(data: Path, make: Callable[..., object]) -> None:
    lexicon = Lexicon.open(data)
    for options in ({}, {"seed": 2**64}):
        with pytest.raises(InputError, match=r"a writer needs a key.*tacknamn key FILE"):
            make(lexicon, writer="W17", **options)
    with pytest.raises(InputError, match="writer must be str, not int"):
        make(lexicon, key=KEY, writer=17)


def test_the_command_takes_a_writer_with_a_key(data: Path, tmp_path: Path) -> None:
    write_key(tmp_path / "a.key")

    def run(*arguments: str) -> Any:
        return pseudonymize(*arguments, "-q", given=TEXT.encode(), **under(tmp_path, data))

    keyed = ("--key-file", str(tmp_path / "a.key"))
    ours = run(*keyed, "--writer", "W17").stdout
    assert ours == run(*keyed, "--writer", "W17").stdout
    assert ours not in (run(*keyed).stdout, run(*keyed, "--writer", "W18").stdout)
    for arguments in (("--writer", "W17"), ("--writer", "W17", "--seed", str(2**64))):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"--writer: needs a key" in done.stderr and b"tacknamn key FILE" in done.stderr
        assert b"W17" not in done.stderr
