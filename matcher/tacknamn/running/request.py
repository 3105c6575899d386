"""What is asked for of every text: the options of the commands, in one record.

It goes to the workers as it is; each makes its own pseudonymizer out of it.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import InputError

if TYPE_CHECKING:
    from tacknamn.lexicon import Lexicon
    from tacknamn.policies import Profile
    from tacknamn.pseudonymizing.pseudonymizer import Pseudonymizer

__all__ = ["Request", "chosen_profile", "opened", "settings"]


@dataclass(frozen=True, slots=True)
class Request:
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


def chosen_profile(request: Request) -> "Profile":
    """The profile with the changes that are asked for."""
    from tacknamn.policies import read_profile

    profile = read_profile(request.profile)
    if request.switched is not None or request.patterns:
        profile = profile.with_masks(request.switched, request.patterns or None)
    return profile.with_changes(dict(request.policies)) if request.policies else profile


def opened(request: Request) -> "Callable[[str], Pseudonymizer]":
    """Gives the pseudonymizer that is asked for, by what a document says its language is, which
    counts where the request says nothing of it."""
    from tacknamn.lexicon import Lexicon

    lexicon = Lexicon.open(request.data)
    return cache(lambda language: _of_language(request, lexicon, language))


def _of_language(request: Request, lexicon: "Lexicon", language: str) -> "Pseudonymizer":
    from tacknamn.pseudonymizing import Pseudonymizer

    return Pseudonymizer(
        lexicon,
        profile=chosen_profile(request),
        seed=request.seed,
        key=request.key,
        language=request.language or language,
        topic_aware=request.topic_aware,
        fuzzy=request.fuzzy,
        protect=request.protect,
    )


def settings(request: Request, lexicon: "Lexicon", others: object) -> bytes:
    """A hash of all that results depend on besides their texts."""
    from tacknamn import __version__
    from tacknamn.bundle import MANIFEST

    total = hashlib.blake2b(digest_size=32)
    parts: list[object] = [__version__, others, request.key or b"", _profile_bytes(request)]
    parts += [(one.name, getattr(request, one.name)) for one in fields(request)]
    parts.append((lexicon.bundle.folder / MANIFEST).read_bytes())
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogatepass")
        total.update(len(data).to_bytes(8, "big") + data)
    return total.digest()


def _profile_bytes(request: Request) -> bytes:
    """The content of a profile of the user's own; ours are of the version."""
    path = Path(request.profile)
    try:
        return path.read_bytes() if path.is_file() else b""
    except OSError as exc:
        raise InputError(f"{request.profile}: {exc.strerror}") from exc
