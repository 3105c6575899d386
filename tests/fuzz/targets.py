"""What the fuzzer of single calls calls: compiled functions, and readers of untrusted input.

Each target gets a text and a source of chance. Where there is a slow twin in Python, ``check`` says
whether both return the same.
"""

import io
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from tacknamn.detection.cues.literals import LONGEST, PortableScanner, build_scanner
from tacknamn.detection.disguises.survey import survey_slowly
from tacknamn.detection.patterns.finder import list_pattern_literals
from tacknamn.detection.ranking import capitals
from tacknamn.errors import Error
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.file_column import FileColumn, FileHandle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.near_index import NearIndex
from tacknamn.matching.matcher import Matcher
from tacknamn.support import compiled
from tacknamn.support.recipes import read_recipe, write_recipe
from tacknamn.text.word_counts import PortableWordCounter
from tests.fuzz.bundle_parts import Parts
from tests.fuzz.bundles import forms_of, small_bundle

__all__ = ["Target", "list_targets"]

_WORDS = ("och", "att", "isn't", "åka", "jag", "x")


@dataclass(frozen=True, slots=True)
class Target:
    """Something to call."""

    name: str
    call: Callable[[str, Random], object]
    check: Callable[[str, Random], None] | None = None
    """Compares with the slow twin; AssertionError if they differ."""
    weight: int = 20
    """How often it is called, next to the others: less for what takes long."""


def list_targets(folder: Path) -> tuple[list[Target], list[str]]:
    """Return the targets, and forms of names to make texts of."""
    place = small_bundle(folder)
    lexicon = Lexicon(Bundle(place))
    forms = forms_of(Parts.read(place))
    targets = [
        *_list_text_targets(),
        *_list_matchers(lexicon),
        *_list_readers(place / "forms.bin"),
        _make_recipe_target(lexicon),
        *_list_table_targets(),
    ]
    return targets, [*forms, *(literal.text for literal in list_pattern_literals()[::40])]


def _list_text_targets() -> list[Target]:
    """Compiled functions that read a text."""
    targets = []
    if compiled.capitals is not None:
        find = compiled.capitals.find_capitalized
        targets.append(
            Target("capitals", lambda text, chance: find(text, {text[:5], "Hon"}), _check_capitals)
        )
    if compiled.disguises is not None:
        targets.append(
            Target("disguises", lambda text, chance: compiled.disguises.survey(text), _check_survey)
        )
    if compiled.words is not None:
        counter, twin = compiled.words.WordCounter(_WORDS), PortableWordCounter(_WORDS)
        targets.append(
            Target(
                "words",
                lambda text, chance: counter.count(text, chance.randrange(-1, 300)),
                partial(_check_counts, counter, twin),
            )
        )
    if compiled.literals is not None:
        groups = {"patterns": list_pattern_literals()}
        scanner, slow = build_scanner(groups, "native"), PortableScanner(groups)
        targets.append(
            Target(
                "literals",
                lambda text, chance: scanner.scan(text.lower()),
                partial(_check_literals, scanner, slow),
            )
        )
    return targets


def _check_capitals(text: str, chance: Random) -> None:
    words = compiled.capitals.find_capitalized(text)
    pattern = capitals._compile_capitalized_fast()
    assert words is None or words == [match.span() for match in pattern.finditer(text)]


def _check_survey(text: str, chance: Random) -> None:
    assert compiled.disguises.survey(text) == survey_slowly(text)


def _check_counts(counter: Any, twin: PortableWordCounter, text: str, chance: Random) -> None:
    most = chance.randrange(300)
    assert counter.count(text, most) in (-1, twin.count(text, most))


def _check_literals(scanner: Any, slow: PortableScanner, text: str, chance: Random) -> None:
    texts = [text.lower(), text[LONGEST:].lower(), ""]
    found = scanner.scan_many(texts)
    assert found == [scanner.scan(each) for each in texts]
    assert _list_matches(found) == _list_matches(slow.scan_many(texts))


def _list_matches(found: Sequence[Mapping[str, Sequence[Any]]]) -> list[list[Any]]:
    return [list(chain.from_iterable(groups.values())) for groups in found]


def _list_matchers(lexicon: Lexicon) -> list[Target]:
    """The scanner and the search for near forms."""
    engine = "native" if compiled.scan is not None else "portable"
    longest, all_ = Matcher(lexicon, engine), Matcher(lexicon, engine, overlaps="all")
    fuzzy = Matcher(lexicon, engine, fuzzy=True)
    near = NearIndex(lexicon.bundle, "native" if compiled.near is not None else "portable")

    def check(text: str, chance: Random) -> None:
        texts = [text, text[::2], ""]
        assert longest.spans_many(texts) == [longest.spans(each) for each in texts]

    return [
        Target("scan", lambda text, chance: longest.spans(text), check),
        Target("scan, all", lambda text, chance: all_.spans(text)),
        Target("scan, many", lambda text, chance: longest.spans_many([text, text[9:], text[:9]])),
        Target("scan, fuzzy", lambda text, chance: fuzzy.spans(text), weight=3),
        Target("near", lambda text, chance: near.find(text[:30], 1 + len(text) % 2), weight=3),
        Target("words of a list", lambda text, chance: lexicon.is_word(text[:20])),
    ]


def _list_readers(file: Path) -> list[Target]:
    """Parts of a column that is read from its file."""
    if compiled.read is None:
        return []
    stream = file.open("rb")
    size = os.fstat(stream.fileno()).st_size
    whole = compiled.read.Read(FileHandle(stream.fileno()), 0, size)
    slow = FileColumn(FileHandle(stream.fileno()), 0, size)

    def read(text: str, chance: Random) -> object:
        start, length = chance.randrange(size), chance.randrange(size)
        code = chance.choice("BIQdf")
        rows = chance.randrange(-5, 200)
        try:
            part: Any = whole.part(start, length, code)
            return part[rows], part[rows : rows + 9], len(part)
        except (IndexError, ValueError):
            return None

    def check(text: str, chance: Random) -> None:
        start = chance.randrange(size // 2)
        part, twin = whole.part(start, 64, "I"), slow.part(start, 64, "I")
        assert list(part[:]) == list(twin[:]) and bytes(part) == bytes(twin)

    return [Target("columns of a file", read, check)]


def _make_recipe_target(lexicon: Lexicon) -> Target:
    """Pickles name what to open in a recipe, which may come from anywhere."""
    good = write_recipe(Matcher(lexicon).make_recipe())
    values: tuple[Any, ...] = (None, True, -1, 1e308, "", "x" * 99, [], {}, [None], {"folder": 1})

    def call(text: str, chance: Random) -> object:
        recipe = json.loads(good)
        part = chance.choice((recipe, recipe["lexicon"], recipe["lexicon"]["bundle"]))
        name = chance.choice(list(part))
        part[name] = chance.choice((*values, text[:40]))
        written = json.dumps(recipe)
        if chance.random() < 0.2:
            at = chance.randrange(len(written))
            written = written[:at] + text[:5] + written[at + chance.randrange(9) :]
        try:
            return Matcher.open_recipe(read_recipe(written))
        except Error:
            return None

    return Target("recipes", call, weight=1)


def _list_table_targets() -> list[Target]:
    """Damaged files of Parquet and Arrow."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return []
    from tacknamn.formats.records import ReadOptions
    from tacknamn.formats.registry import read_inputs
    from tacknamn.support.input_files import InputStream

    table = pyarrow.table({"id": [1, 2, None], "text": ["Anna bor här.", None, "Bo"]})
    parquet, arrow = io.BytesIO(), io.BytesIO()
    pyarrow.parquet.write_table(table, parquet)
    with pyarrow.ipc.new_file(arrow, table.schema) as writer:
        writer.write_table(table)

    def read(good: bytes, format: str, text: str, chance: Random) -> object:
        data = bytearray(good)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)) :]
        source = InputStream("fuzzed", io.BytesIO(bytes(data)))
        try:
            return list(read_inputs(source, format, ReadOptions(columns=("text",))))
        except Error:
            return None

    return [
        Target("Parquet", partial(read, parquet.getvalue(), "parquet"), weight=1),
        Target("Arrow", partial(read, arrow.getvalue(), "arrow"), weight=1),
    ]
