"""The options of the user: one record for the texts, one for files and messages.

:class:`BatchRequest` goes to the workers; each makes its own pseudonymizer from it.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import InputError, describe_os_error
from tacknamn.support.special_files import refuse_special_file
from tacknamn.text.languages import AUTO

if TYPE_CHECKING:
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer
    from tacknamn.profiles.profile import Profile

__all__ = [
    "BatchOptions",
    "BatchRequest",
    "choose_profile",
    "hash_settings",
    "open_lexicon",
    "open_pseudonymizers",
]


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """The options about files, processes and messages."""

    files: tuple[str, ...] = ()
    format: str | None = None
    """Format of the output; None: that of the input."""
    source: str | None = None
    """Format of the input; None: by file name."""
    columns: tuple[str, ...] = ()
    """The columns to read of a table; may be empty for a table of one column."""
    ids: str = "auto"
    """What documents are called in the results: ``auto``, ``keep`` or ``number``."""
    header: bool = True
    """Whether the first row of a table has the column names."""
    delimiter: str = ""
    """The character between the cells of CSV; guessed if empty."""
    id_column: str | None = None
    """The column that identifies the rows of a table of Arrow."""
    writer_column: str | None = None
    """The column, or the field of JSON Lines, that says who wrote each document; needs a key."""
    output: Path | None = None
    """The folder for results, or the file for the result of a single input."""
    table: Path | None = None
    """The file for the table of replacements."""
    report: Path | None = None
    """The file for the report of the run."""
    jobs: int | None = None
    """Number of processes; None: by cores and size of the input."""
    key_file: Path | None = None
    vault: Path | None = None
    force: bool = False
    fail_fast: bool = False
    quiet: bool = False
    json: bool = False
    summary: bool = True
    """Whether to print the summary and the progress bar."""


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """The options that decide how a text is processed."""

    profile: str = "swell"
    policies: tuple[tuple[str, str], ...] = ()
    """Changed policies of labels: ``("country", "keep")``."""
    thresholds: tuple[tuple[str, float], ...] = ()
    """The least probability of some labels: ``("surname", 0.9)``."""
    switched: tuple[int, ...] | None = None
    """Numbers of the patterns of the profile ``mask``; None: those that the profile names."""
    patterns: tuple[tuple[str, str], ...] = ()
    """Regular expressions with the text that replaces their matches."""
    protect: str = ""
    """The person whom the profile ``tab`` protects."""
    language: str = ""
    seed: int | None = None
    key: bytes | None = field(default=None, repr=False)
    writer: str = ""
    """The id of the person who wrote the texts; needs a key."""
    data: Path | None = None
    extra: tuple[Path, ...] = ()
    """Lists of the user that win over the bundle."""
    allow: tuple[Path, ...] = ()
    """Files of forms that are never replaced."""
    keep: tuple[str, ...] = ()
    """Further forms that are never replaced."""
    topic_aware: bool | None = None
    """None: as the profile says."""
    fuzzy: bool = True
    explain: bool = False
    annotator: str = ""
    """Whose annotations of standoff JSON count; may be empty if there is only one annotator."""
    dataset_type: str = ""
    """The ``dataset_type`` of written standoff JSON; empty: that of the input."""
    with_notes: bool = False
    """Whether formats for publication have the internal notes of annotators as well."""
    with_originals: bool = False
    """Whether results include records of the originals, for a vault or for a table."""
    coarse: bool = False
    """``detect``: whether to print the classes PER, LOC and others, with adjacent parts joined."""
    everything: bool = False
    """``detect``: whether to print what the profile keeps, too."""
    scores: bool = False
    """``detect``: whether JSON Lines include the probability of each span."""


def open_lexicon(request: BatchRequest) -> "Lexicon":
    """Open the bundle with the lists of the user."""
    from tacknamn.lexicon.lexicon import Lexicon

    return Lexicon.open(request.data, extra=request.extra, allow=request.allow, keep=request.keep)


def choose_profile(request: BatchRequest, own_labels: Iterable[str] = ()) -> "Profile":
    """Return the profile with the changes of the request.

    Args:
        own_labels: The labels of the user's lists.
    """
    from tacknamn.profiles.reader import read_profile

    profile = read_profile(request.profile).add_own_labels(own_labels)
    if request.switched is not None or request.patterns:
        profile = profile.change_masks(request.switched, request.patterns or None)
    if request.thresholds:
        profile = profile.change_thresholds(dict(request.thresholds))
    return profile.change_policies(dict(request.policies)) if request.policies else profile


def open_pseudonymizers(request: BatchRequest) -> "Callable[[str], Pseudonymizer]":
    """Return a function from the language of a document to its pseudonymizer.

    The language of the document counts only if the request names none."""
    lexicon = open_lexicon(request)
    return cache(lambda language: _make_pseudonymizer(request, lexicon, language))


def _make_pseudonymizer(
    request: BatchRequest, lexicon: "Lexicon", language: str
) -> "Pseudonymizer":
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer

    return Pseudonymizer(
        lexicon,
        profile=choose_profile(request, lexicon.own_labels),
        seed=request.seed,
        key=request.key,
        language=_choose_language(request.language, language),
        topic_aware=request.topic_aware,
        fuzzy=request.fuzzy,
        protect=request.protect,
        writer=request.writer,
    )


def _choose_language(asked: str, stated: str) -> str:
    """Return the language of a document: what the user asks for comes before what a file states,
    and both before a decision by the words of the text."""
    return stated if stated and asked == AUTO else asked or stated


def hash_settings(request: BatchRequest, lexicon: "Lexicon", others: object) -> bytes:
    """Return a hash of all that results depend on besides the texts."""
    from tacknamn import __version__
    from tacknamn.lexicon.bundle import MANIFEST

    total = hashlib.blake2b(digest_size=32)
    parts: list[object] = [__version__, others, request.key or b"", _read_profile_file(request)]
    parts += [_read_file(path) for path in (*request.extra, *request.allow)]
    parts += [(item.name, getattr(request, item.name)) for item in fields(request)]
    parts.append((lexicon.bundle.folder / MANIFEST).read_bytes())
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogatepass")
        total.update(len(data).to_bytes(8, "big") + data)
    return total.digest()


def _read_profile_file(request: BatchRequest) -> bytes:
    """Return the content of the user's profile; our own profiles change with the version only."""
    path = Path(request.profile)
    return _read_file(path) if path.is_file() else b""


def _read_file(path: Path) -> bytes:
    refuse_special_file(path)
    try:
        return path.read_bytes()
    except OSError as exc:
        raise InputError(f"{path}: {describe_os_error(exc)}") from exc
