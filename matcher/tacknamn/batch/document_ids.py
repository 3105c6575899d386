"""What documents are called in the results: by their own ids, or by numbers if those name persons.

Ids and file names go into results, and many have the name or the identity number of the writer:
``Anna_Ek_850709.txt``. So they are searched like a text. If anything is found in one of them, all
documents of the run are numbered, because a reader could ask why only some are. Draws still depend on
the ids, which no reader sees.

Files are often in the order of the names, and who has a list of the persons would find the seventh
person in ``document-7``. So files are numbered, and written, in an order that a secret decides: the key,
the seed, or a secret of this user and machine, so that a second run gives the same numbers. Documents
within a file keep their order, and are numbered in it.
"""

import hmac
import json
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from tacknamn.batch.inputs import InputPath
from tacknamn.batch.request import BatchRequest, open_lexicon
from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument
from tacknamn.formats.registry import FORMATS
from tacknamn.replacement.keys import KEY_BYTES, derive_key
from tacknamn.support.folders import find_checksum_cache
from tacknamn.support.lazy_property import lazy_property
from tacknamn.support.new_files import create_file
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.records import Detection

__all__ = [
    "NUMBERED",
    "DocumentIds",
    "IdSearch",
    "Ids",
    "choose_order_secret",
    "has_own_ids",
    "list_ids",
    "list_json_ids",
    "list_row_ids",
    "number_files",
    "read_ids_option",
    "sort_secretly",
]

T = TypeVar("T")
_NUMBER = "document-{}"
NUMBERED = (
    "names or numbers of persons were found in file names or ids, so the documents are numbered in the "
    "results (document-1, document-2 ...): files in a secret order, documents within a file in theirs. "
    "--table lists which is which; --ids keep leaves file names and ids as they are"
)
"""The warning. It does not quote them."""
_LABELS = frozenset(
    ("email", "firstname_female", "firstname_male", "firstname_unknown", "middlename", "nickname",
     "personid_nr", "phone_nr", "surname", "username")
)  # fmt: skip
_LEAST = 0.4
"""The least probability of a name. Of 80 usual names of files, *my_day* reaches 0.49 and all others
less than this; of 24 with names of persons, the least has 0.45."""
_MOST_KINDS = 2000
"""Different kinds of ids that are searched, which takes a second."""
_MOST_OF_A_KIND = 50
"""Ids that differ in their digits only."""
_FEWEST_DIGITS = 6
_JOIN = re.compile(r"(?<=[a-zåäöéü])(?=[A-ZÅÄÖÉÜ])")
_MARK = re.compile(r"[_/\\.,;+%()\[\]]+|(?<=[^\W\d_])-(?=[^\W\d_])")
_DIGIT = re.compile(r"\d")
_MIXED = re.compile(r"\b(?=\w*\d)(?=\w*[^\W\d])\w+\b")
"""Words of letters and digits, as in f47ac10b: they are no names."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_JSON_ID = re.compile(rb'"id"\s*:\s*("(?:[^"\\]|\\.)*"|\d{6,})')


class Ids(StrEnum):
    """What documents are called in the results."""

    AUTO = "auto"
    """Numbers if a person is found in one of the ids."""
    KEEP = "keep"
    NUMBER = "number"


def read_ids_option(value: str) -> Ids:
    """Return the value of ``--ids``."""
    try:
        return Ids(value)
    except ValueError:
        raise InputError(
            f"--ids {make_printable(value)[:40]}: choose one of {', '.join(Ids)}"
        ) from None


class IdSearch:
    """Searches ids for names and numbers of persons."""

    def __init__(self, request: BatchRequest, lexicon: "Lexicon | None" = None) -> None:
        """Prepare to search.

        Args:
            lexicon: The lists, if they are open already.
        """
        self._request = request
        self._lexicon = lexicon
        self._kinds: Counter[str] = Counter()

    def finds_person(self, id: str) -> bool:
        """Whether an id has a name or a number of a person. Of ids of one kind, some are searched."""
        kind = _describe_kind(id)
        if not kind or (kind not in self._kinds and len(self._kinds) >= _MOST_KINDS):
            return False
        self._kinds[kind] += 1
        if self._kinds[kind] > (_MOST_OF_A_KIND if "0" * _FEWEST_DIGITS in kind else 1):
            return False
        return any(
            detection.label in _LABELS and detection.probability >= _LEAST
            for text in _write_texts(id)
            for detection in self._detect(text, True)
        )

    @lazy_property
    def _detect(self) -> "Callable[[str, bool], Sequence[Detection]]":
        from tacknamn.pipeline.pseudonymizer import Pseudonymizer  # here, because it takes time

        language = self._request.language
        lexicon = self._lexicon or open_lexicon(self._request)
        return Pseudonymizer(lexicon, language=language, topic_aware=False, fuzzy=False).detect


def _describe_kind(id: str) -> str:
    """Return what matters of an id for the search; empty if it cannot have a name or a number.

    >>> _describe_kind("essay-0012") == _describe_kind("essay-0345"), _describe_kind("17")
    (True, '')
    """
    text = _split_words(id)
    kind = _DIGIT.sub("0", _MIXED.sub("", text))
    digits = sum(map(str.isdigit, id))
    return kind if _WORD.search(kind) or digits >= _FEWEST_DIGITS else ""


def _split_words(id: str) -> str:
    return id if "@" in id else _MARK.sub(" ", _JOIN.sub(" ", id))


def _write_texts(id: str) -> list[str]:
    """Return an id as texts: as it is, and with capitals, because many file names have none.

    >>> _write_texts("anna_ek")
    ['anna ek', 'Anna Ek']
    """
    text = _split_words(id)
    return list(dict.fromkeys((text, text.title())))


class DocumentIds:
    """The ids of the documents of one run."""

    def __init__(
        self, ids: Ids, search: IdSearch, warn: Callable[[], None], format: str | None = None
    ) -> None:
        """Prepare.

        Args:
            format: The format of all results; None: each has that of its input.
            warn: Is called once, when ids are numbered because of what they are.
        """
        self._ids, self._search, self._warn, self._format = ids, search, warn, format
        self.are_numbered = ids is Ids.NUMBER

    def examine(self, ids: Iterable[str]) -> None:
        """Number all documents if a person is found in one of the ids."""
        is_open = self._ids is Ids.AUTO and not self.are_numbered
        if is_open and any(map(self._search.finds_person, ids)):
            self.are_numbered = True
            self._warn()

    def name_documents(
        self, file: InputPath, inputs: Iterable[InputDocument]
    ) -> Iterator[InputDocument]:
        """Yield the documents of a file with the ids for its results.

        The documents of a stream cannot be examined before, so they are numbered from the first on that
        has a name in its id."""
        format = self._format or file.format
        for number, input in enumerate(inputs, 1):
            if not has_own_ids(file, format) or input.is_trailer:
                yield input
                continue
            self.examine(_list_ids_of(input, format))
            yield (
                replace(input, published_id=_NUMBER.format(number)) if self.are_numbered else input
            )


def has_own_ids(file: InputPath, format: str) -> bool:
    """Whether results in a format may show ids that people gave the documents of a file.

    Rows of CSV have the numbers of their lines, and in results with columns the column ``id``."""
    if file.format == "csv":
        return format != "csv" and FORMATS[format].has_columns
    return FORMATS[file.format].many


def _list_ids_of(input: InputDocument, format: str) -> Iterator[str]:
    yield input.id
    if input.row_id and FORMATS[format].has_columns:
        yield input.row_id


def list_json_ids(lines: Iterable[bytes]) -> Iterator[str]:
    """Yield the ids of JSON Lines, without reading their other fields."""
    for line in lines:
        for written in _JSON_ID.findall(line):
            with suppress(ValueError):  # the line is refused later
                yield str(json.loads(written))


def list_ids(inputs: Iterable[InputDocument], format: str) -> Iterator[str]:
    """Yield the ids of documents. What cannot be read is reported later."""
    with suppress(InputError, OSError):
        for input in inputs:
            yield from _list_ids_of(input, format)


def list_row_ids(inputs: Iterable[InputDocument]) -> Iterator[str]:
    """Yield the column ``id`` of a table, without reading a table that has none."""
    with suppress(InputError, OSError):
        for input in inputs:
            if input.row_id is None:
                return
            yield input.row_id


def number_files(files: Sequence[InputPath], secret: bytes) -> list[InputPath]:
    """Number files in a secret order, for ids and for the names of results.

    They are returned in the order of their numbers: results are written in it, and the times at which
    they were written say nothing more."""
    width = len(str(len(files)))
    return [
        replace(file, number=_NUMBER.format(f"{number:0{width}}"))
        for number, file in enumerate(sort_secretly(files, lambda file: file.id, secret), 1)
    ]


def sort_secretly(items: Iterable[T], name: Callable[[T], str], secret: bytes) -> list[T]:
    """Sort items in an order that depends on their names and on a secret, and shows neither.

    >>> sort_secretly(["Anna", "Bo", "Cia"], str, b"a secret")
    ['Bo', 'Anna', 'Cia']
    """
    return sorted(
        items,
        key=lambda item: hmac.digest(secret, name(item).encode("utf-8", "surrogatepass"), "sha256"),
    )


def choose_order_secret(key: bytes | None = None, seed: int | None = None) -> bytes:
    """Return the secret that orders files: derived from the key or the seed, if there is one.

    Otherwise it is a secret of this user and machine, which is made once. It orders files and
    does nothing else: who has it and the names of the files knows which is which."""
    if key is not None:
        return derive_key(key, "order of files")
    if seed is not None:
        return b"%d" % seed
    path = find_checksum_cache().with_name("file-order.secret")
    with suppress(OSError):  # without a cache, each run has an order of its own
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            create_file(path, secrets.token_bytes(KEY_BYTES), 0o600)
        stored = path.read_bytes()
        if len(stored) == KEY_BYTES:
            return stored
    return secrets.token_bytes(KEY_BYTES)
