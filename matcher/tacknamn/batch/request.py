"""The options of the commands that say where to read and write, and words that become records."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import InputError

if TYPE_CHECKING:
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer
    from tacknamn.profiles.profile import Profile

__all__ = [
    "BatchOptions",
    "BatchRequest",
    "choose_profile",
    "hash_settings",
    "open_pseudonymizers",
    "parse_changes",
    "parse_numbers",
    "parse_patterns",
]


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What decides where results go, and how it is told."""

    files: tuple[str, ...] = ()
    format: str | None = None
    """What is written; None: what was read."""
    source: str | None = None
    """What is read; None: by the files' endings."""
    columns: tuple[str, ...] = ()
    """Of tables: what is read of them; none where they have but one."""
    header: bool = True
    """Whether the first row of a table has the names of its columns."""
    output: Path | None = None
    """The folder of results."""
    jobs: int | None = None
    """Processes; None: as many as there is work for."""
    key_file: Path | None = None
    vault: Path | None = None
    force: bool = False
    fail_fast: bool = False
    quiet: bool = False
    json: bool = False
    summary: bool = True
    """Whether what was done is told besides faults and warnings, and how far it has come."""


def parse_changes(written: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Policies as ``--set`` has them.

    >>> changes(["country=keep"])
    (('country', 'keep'),)
    """
    return tuple(
        _split_pair(one, "--set", "LABEL=POLICY, e.g. country=keep", last=False) for one in written
    )


def parse_patterns(written: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Patterns and what stands instead; the pattern may have an equals sign, the text none.

    >>> pairs(["a=b=[X]"])
    (('a=b', '[X]'),)
    """
    return tuple(_split_pair(one, "--pattern", "REGEX=TEXT", last=True) for one in written)


def parse_numbers(written: str | None) -> tuple[int, ...] | None:
    """Numbers as ``--details`` has them; none at all switch everything off.

    >>> numbers("1,2,5"), numbers(""), numbers(None)
    ((1, 2, 5), (), None)
    """
    if written is None:
        return None
    try:
        return tuple(int(one) for one in written.split(",") if one.strip())
    except ValueError:
        raise InputError("--details: give numbers from 1 to 9, with commas: 1,2,5") from None


def _split_pair(written: str, option: str, shape: str, last: bool) -> tuple[str, str]:
    name, sign, value = written.rpartition("=") if last else written.partition("=")
    if not sign or not name:
        raise InputError(f"{option}: write {shape}")
    return name, value


# What is asked for of every text: the options of the commands, in one record.
#
# It goes to the workers as it is; each makes its own pseudonymizer out of it.


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """The options that decide what becomes of a text."""

    profile: str = "swell"
    policies: tuple[tuple[str, str], ...] = ()
    """Other policies of labels: ``("country", "keep")``."""
    switched: tuple[int, ...] | None = None
    """Numbers of the patterns of ``mask``; None: those of the profile."""
    patterns: tuple[tuple[str, str], ...] = ()
    """Regular expressions and what stands there then."""
    protect: str = ""
    """The person that identifier types start from."""
    language: str = ""
    seed: int | None = None
    key: bytes | None = field(default=None, repr=False)
    data: Path | None = None
    topic_aware: bool | None = None
    """None leaves it to the profile."""
    fuzzy: bool = True
    explain: bool = False
    to_vault: bool = False
    """Whether originals are handed back for a vault."""
    coarse: bool = False
    """Of ``detect``: PER, LOC ... and pieces that belong together joined."""
    scores: bool = False
    """Of ``detect``: JSON Lines say how sure each span is."""


def choose_profile(request: BatchRequest) -> "Profile":
    """The profile with the changes that are asked for."""
    from tacknamn.profiles.reader import read_profile

    profile = read_profile(request.profile)
    if request.switched is not None or request.patterns:
        profile = profile.change_masks(request.switched, request.patterns or None)
    return profile.change_policies(dict(request.policies)) if request.policies else profile


def open_pseudonymizers(request: BatchRequest) -> "Callable[[str], Pseudonymizer]":
    """Gives the pseudonymizer that is asked for, by what a document says its language is, which
    counts where the request says nothing of it."""
    from tacknamn.lexicon.lexicon import Lexicon

    lexicon = Lexicon.open(request.data)
    return cache(lambda language: _of_language(request, lexicon, language))


def _of_language(request: BatchRequest, lexicon: "Lexicon", language: str) -> "Pseudonymizer":
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer

    return Pseudonymizer(
        lexicon,
        profile=choose_profile(request),
        seed=request.seed,
        key=request.key,
        language=request.language or language,
        topic_aware=request.topic_aware,
        fuzzy=request.fuzzy,
        protect=request.protect,
    )


def hash_settings(request: BatchRequest, lexicon: "Lexicon", others: object) -> bytes:
    """A hash of all that results depend on besides their texts."""
    from tacknamn import __version__
    from tacknamn.lexicon.bundle import MANIFEST

    total = hashlib.blake2b(digest_size=32)
    parts: list[object] = [__version__, others, request.key or b"", _profile_bytes(request)]
    parts += [(one.name, getattr(request, one.name)) for one in fields(request)]
    parts.append((lexicon.bundle.folder / MANIFEST).read_bytes())
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogatepass")
        total.update(len(data).to_bytes(8, "big") + data)
    return total.digest()


def _profile_bytes(request: BatchRequest) -> bytes:
    """The content of a profile of the user's own; ours are of the version."""
    path = Path(request.profile)
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError as exc:
        raise InputError(f"{request.profile}: {exc.strerror}") from exc
