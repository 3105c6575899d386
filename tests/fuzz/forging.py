"""Forge a bundle: change what a good one says, as chance and the structure of it suggest.

Every forgery takes a source of chance and the parts of a bundle, changes them in place and
notes what it did. The same chance makes the same forgery.
"""

import json
import struct
from collections.abc import Callable
from random import Random
from typing import Any

from tacknamn.lexicon.bundle import MANIFEST
from tacknamn.lexicon.hash_table import CONTINUES, SLOTS
from tacknamn.lexicon.sections import HEADER, LAYOUTS
from tests.fuzz.bundle_parts import Parts, item_size, letter_of

__all__ = ["forge"]

SECTIONS = tuple(LAYOUTS)
_FLOATS = (float("nan"), float("inf"), float("-inf"), -1.0, -0.0, 0.0, 1e-45, 3e38, 1e9)
_NASTY_BYTES = (b"\xff", b"\xc3", b"\xf4\x90\x80\x80", b"\xed\xa0\x80", b"\0", b"\n", b" ", b"[/]",
                b"\x1b[31m", "ß".encode(), "İ".encode(), "\u0308".encode(), b"s", b"'s")  # fmt: skip
_NASTY_JSON: tuple[Any, ...] = (None, True, -1, 0, 1e308, 10**30, "", "\ud800", "[/]", "\x1b[2J",
                                [], {}, [[]], {"": None}, ["x"] * 70, float("nan"))  # fmt: skip


def forge(chance: Random, good: Parts, other: Parts) -> Parts:
    """A forged copy of ``good``, with pieces of ``other`` at times."""
    parts = good.copy()
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        how = chance.choice(_FORGERIES)
        how(chance, parts, other)
    if chance.random() < 0.85:
        parts.settle_sizes()
    if chance.random() < 0.85:
        parts.settle_manifest()
    return parts


# ---- bytes ----------------------------------------------------------------------------


def flip(chance: Random, parts: Parts, other: Parts) -> None:
    """Flip some bits of a file."""
    name = chance.choice(sorted(parts.files))
    data = parts.files[name]
    for _ in range(chance.choice((1, 1, 4, 64)) if data else 0):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    parts.notes.append(f"flip {name}")


def cut(chance: Random, parts: Parts, other: Parts) -> None:
    """Truncate a file, or remove a piece from its middle."""
    name = _file(chance)
    data = parts.files[name]
    start = chance.choice(
        (0, 8, 31, 32, 33, max(0, len(data) - 1), chance.randrange(len(data) + 1))
    )
    end = chance.choice((len(data), start + chance.randrange(1, 99)))
    del data[start:end]
    parts.notes.append(f"cut {name} {start}:{end}")


def extend(chance: Random, parts: Parts, other: Parts) -> None:
    """Insert bytes into a file or append them."""
    name = _file(chance)
    data = parts.files[name]
    at = chance.choice((len(data), chance.randrange(len(data) + 1)))
    number = chance.choice((1, 3, 4, 8, 64, 4096))
    data[at:at] = bytes(number) if chance.random() < 0.5 else chance.randbytes(number)
    parts.notes.append(f"extend {name} at {at} by {number}")


def swap(chance: Random, parts: Parts, other: Parts) -> None:
    """Replace a file by one of another bundle, or by another one of the same bundle."""
    name, source = _file(chance), _file(chance)
    theirs = chance.random() < 0.7
    parts.files[name] = bytearray(other.files[name] if theirs else parts.files[source])
    parts.notes.append(f"swap {name} for {'the other one' if theirs else source}")


def change_header(chance: Random, parts: Parts, other: Parts) -> None:
    """State something else in a header: name, version, order, rows or size."""
    name = _file(chance)
    data = parts.files[name]
    if len(data) < HEADER.size:
        return
    fields = list(HEADER.unpack_from(data))
    which = chance.randrange(len(fields))
    if which == 0:
        fields[0] = chance.choice(SECTIONS).encode()[:8]
    else:
        fields[which] = _number(chance, "I" if which < 3 else "Q", int(fields[which]))
    data[: HEADER.size] = HEADER.pack(*fields)
    parts.notes.append(f"header of {name}, field {which} {fields[which]!r}")


def _file(chance: Random) -> str:
    return chance.choice(SECTIONS) + ".bin"


# ---- columns --------------------------------------------------------------------------


def change_numbers(chance: Random, parts: Parts, other: Parts) -> None:
    """Set some numbers of a column: to limits, neighbours, anything."""
    section, column, data = _column(chance, parts)
    if not data:
        return
    letter, size = letter_of(section, column), item_size(section, column)
    number = len(data) // size
    for _ in range(chance.choice((1, 1, 2, 8, number))):
        at = chance.randrange(max(1, number)) * size
        data[at : at + size] = _packed(chance, letter, bytes(data[at : at + size]))
    _put(parts, section, column, data)
    parts.notes.append(f"numbers of {section}.{column}")


def fill(chance: Random, parts: Parts, other: Parts) -> None:
    """Make all numbers of a column the same."""
    section, column, data = _column(chance, parts)
    letter, size = letter_of(section, column), item_size(section, column)
    one = _packed(chance, letter, bytes(data[:size]).ljust(size, b"\0"))
    _put(parts, section, column, bytearray(one * (len(data) // size)))
    parts.notes.append(f"fill {section}.{column} with {one.hex()}")


def mix(chance: Random, parts: Parts, other: Parts) -> None:
    """Shuffle, turn round or shift the numbers of a column."""
    section, column, data = _column(chance, parts)
    size = item_size(section, column)
    items = [bytes(data[at : at + size]) for at in range(0, len(data), size)]
    how = chance.choice(("shuffle", "reverse", "shift", "repeat"))
    if how == "shuffle":
        chance.shuffle(items)
    elif how == "reverse":
        items.reverse()
    elif items:
        at = chance.randrange(len(items))
        items = items[at:] + items[:at] if how == "shift" else [items[at]] * len(items)
    _put(parts, section, column, bytearray(b"".join(items)))
    parts.notes.append(f"{how} {section}.{column}")


def change_rows(chance: Random, parts: Parts, other: Parts) -> None:
    """Give a section more or fewer rows than it had, in a header and a size that agree."""
    section = chance.choice(SECTIONS)
    columns, rows = parts.columns(section), parts.rows(section)
    if columns is None or rows is None:
        return
    wanted = chance.choice((0, 1, 63, 64, 65, rows - 1, rows + 1, rows * 2, rows // 2, 128, 3))
    parts.put(section, max(0, wanted), columns)
    parts.notes.append(f"{wanted} rows in {section}")


def change_text(chance: Random, parts: Parts, other: Parts) -> None:
    """Write nasty bytes into a section's text."""
    section = chance.choice(("forms", "strings", "words", "inflections", "near"))
    columns = parts.columns(section)
    if columns is None or not columns["text"]:
        return
    text = columns["text"]
    for _ in range(chance.choice((1, 3, 30, 300))):
        nasty = chance.choice(_NASTY_BYTES)
        at = chance.randrange(len(text))
        text[at : at + len(nasty)] = nasty[: len(text) - at]
    _put(parts, section, "text", text)
    parts.notes.append(f"text of {section}")


def _column(chance: Random, parts: Parts) -> tuple[str, str, bytearray]:
    section = chance.choice(SECTIONS)
    column = chance.choice(tuple(LAYOUTS[section]))
    columns = parts.columns(section)
    return section, column, bytearray() if columns is None else columns[column]


def _put(parts: Parts, section: str, column: str, data: bytearray) -> None:
    columns, rows = parts.columns(section), parts.rows(section)
    if columns is not None and rows is not None:
        parts.put(section, rows, {**columns, column: data})


def _packed(chance: Random, letter: str, before: bytes) -> bytes:
    if letter in "fd":
        return struct.pack(f"<{letter}", chance.choice(_FLOATS))
    number = _number(chance, letter, int.from_bytes(before, "little"))
    return struct.pack(f"<{letter}", number)


def _number(chance: Random, letter: str, before: int) -> int:
    most = (1 << 8 * struct.calcsize(f"<{letter}")) - 1
    near = before + chance.choice((-1, 1, 2, 8, -8, 255))
    return chance.choice(
        (0, 1, most, most // 2, most // 2 + 1, near, near, chance.randrange(most + 1),
         chance.randrange(5000), 1 << chance.randrange(64), before ^ 1 << chance.randrange(32))
    ) & most  # fmt: skip


# ---- the scanner's table --------------------------------------------------------------


def change_slots(chance: Random, parts: Parts, other: Parts) -> None:
    """Let slots of the table point elsewhere, continue always, or never end."""
    columns, rows = parts.columns("table"), parts.rows("table")
    if columns is None or not rows or len(columns["bucket"]) < rows * 64:
        return
    buckets = memoryview(columns["bucket"])[: rows * 64].cast("I")
    how = chance.choice(("values", "go on", "full", "one print", "one row", "rows"))
    row = chance.choice((0, 1, 2, CONTINUES - 1, CONTINUES - 2, chance.randrange(4000)))
    for slot in range(len(buckets)):
        is_value = slot % (2 * SLOTS) >= SLOTS
        if how == "values" and is_value and buckets[slot]:
            buckets[slot] = _number(chance, "I", buckets[slot])
        elif how == "rows" and is_value and buckets[slot]:
            buckets[slot] = chance.randrange(4000) | chance.choice((0, CONTINUES))
        elif how == "go on" and is_value:
            buckets[slot] |= CONTINUES
        elif how == "full" and not is_value and not buckets[slot]:
            buckets[slot] = chance.randrange(1 << 32)
        elif how == "one print" and not is_value:
            buckets[slot] = 1
        elif how == "one row" and is_value and buckets[slot]:
            buckets[slot] = row | (buckets[slot] & CONTINUES)
    buckets.release()
    parts.put("table", rows, columns)
    parts.notes.append(f"slots: {how} {row}")


def change_sieve(chance: Random, parts: Parts, other: Parts) -> None:
    """Give a sieve other bits, or no size at all."""
    rows = chance.choice((0, 1, 2, 3, 5, 64, 100, 128))
    bits = chance.choice((b"\xff", b"\0", b"\x55"))
    name = chance.choice(("singles", "pairs"))
    parts.put(name, rows, {"bits": bytearray(bits * 8 * rows)})
    parts.notes.append(f"{name}: {rows} rows of {bits.hex()}")


# ---- the index of near forms ----------------------------------------------------------


def change_lists(chance: Random, parts: Parts, other: Parts) -> None:
    """Let the lists of near forms name other forms, start elsewhere, or be the same for all strings."""
    columns, rows = parts.columns("deletions"), parts.rows("deletions")
    if columns is None or rows is None or len(columns["text"]) % 4:
        return
    numbers = memoryview(columns["text"]).cast("I")
    how = chance.choice(("forms", "prints", "levels", "unsorted", "one bucket", "buckets"))
    for place in range(len(numbers)):
        if how == "forms" and chance.random() < 0.5:
            numbers[place] ^= chance.choice((1, 0xFFFFF, chance.randrange(1 << 20)))
        elif how == "prints":
            numbers[place] = numbers[place] & 0x1FFFFF | 0x80000000
        elif how == "levels":
            numbers[place] ^= 1 << 20
        elif how == "unsorted":
            numbers[place] = chance.randrange(1 << 32)
    numbers.release()
    if how == "one bucket":
        size = len(columns["text"]).to_bytes(4, "little")
        columns["offset"] = bytearray(bytes(4) + size * rows)
    elif how == "buckets":
        rows = chance.choice((0, 1, 2, 3, 1 << 10, rows * 2, rows // 2))
        size = len(columns["text"]).to_bytes(4, "little")
        columns["offset"] = columns["offset"][: 4 * rows].ljust(4 * rows, b"\0") + size
    parts.put("deletions", rows, columns)
    parts.notes.append(f"lists: {how}")


# ---- the manifest ---------------------------------------------------------------------


def change_manifest(chance: Random, parts: Parts, other: Parts) -> None:
    """Replace a value of the manifest, or remove it."""
    try:
        manifest = json.loads(parts.files[MANIFEST])
    except (ValueError, RecursionError):
        return
    path = _change_node(chance, manifest)
    parts.files[MANIFEST] = bytearray(json.dumps(manifest).encode())
    parts.notes.append(f"manifest: {path}")


def _change_node(chance: Random, node: Any) -> str:
    if not isinstance(node, (dict, list)) or not node:
        return "nothing"
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    key = chance.choice(keys)
    if isinstance(node[key], (dict, list)) and node[key] and chance.random() < 0.75:
        return f"{key} {_change_node(chance, node[key])}"
    if chance.random() < 0.3:
        del node[key]
        return f"without {key}"
    node[key] = chance.choice(_NASTY_JSON)
    return f"{key} {node[key]!r:.40}"


Forgery = Callable[[Random, Parts, Parts], None]
_FORGERIES: tuple[Forgery, ...] = (
    flip,
    cut,
    extend,
    swap,
    change_header,
    change_numbers,
    change_numbers,
    change_numbers,
    fill,
    fill,
    mix,
    change_rows,
    change_text,
    change_slots,
    change_slots,
    change_sieve,
    change_lists,
    change_lists,
    change_manifest,
    change_manifest,
)
