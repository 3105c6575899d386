"""Write ``fold_table.h``: how every character folds, as the scanner's table.

It runs at install time in the Python that the scanner is compiled for, so that both have the
same version of Unicode. One number per character::

    bits 0-20   the folded character minus the character, or for MULTI the index in the pool
    bits 21-23  class: OTHER, WORD, SPACE, GONE (folds to nothing), MULTI (folds to several),
                HARD (a mark: the result depends on the character before it)
    bit 24      UPPER: a capital
    bit 25      STOP: ends a sentence or a line

The table has two stages with blocks of 128 characters, because most blocks are equal.
"""

import sys
import unicodedata
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

OTHER, WORD, SPACE, GONE, MULTI, HARD = range(6)
UPPER, STOP = 1 << 24, 1 << 25
BLOCK = 128
STOPS = ".!?:;…\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029•"
"""A capital after one of these means nothing; a bullet begins a line."""


def main() -> None:
    """Write the header named by the first argument."""
    folding = load_folding()
    pool: list[int] = []
    numbers = []
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        folded = folding.fold(character)
        flags = (UPPER if character.isupper() or character.istitle() else 0) | (
            STOP if character in STOPS else 0
        )
        in_words = len(folded) == 1 and folding.is_word_character(folded)
        hard = folding.is_combining(character)
        numbers.append(flags | number(code, folded, hard, in_words, pool))
    Path(sys.argv[1]).write_text(header(numbers, pool), "ascii")


def load_folding() -> ModuleType:
    """Load fold.py by its path: at install time the package's dependencies are missing."""
    path = Path(__file__).parent.parent / "tacknamn" / "text" / "fold.py"
    spec = spec_from_file_location("folding", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def number(code: int, folded: str, hard: bool, in_words: bool, pool: list[int]) -> int:
    """Return class and value of a character; an expansion goes to the pool, after its length."""
    if hard:
        return HARD << 21
    if chr(code).isspace():
        return SPACE << 21 | (32 - code) & 0x1FFFFF
    if not folded:
        return GONE << 21
    if len(folded) > 1:
        pool += [len(folded), *map(ord, folded)]
        return MULTI << 21 | (len(pool) - len(folded) - 1)
    return (WORD if in_words else OTHER) << 21 | (ord(folded) - code) & 0x1FFFFF


def header(numbers: list[int], pool: list[int]) -> str:
    """Return the text of the header."""
    blocks: dict[tuple[int, ...], int] = {}
    stages = []
    for start in range(0, len(numbers), BLOCK):
        block = tuple(numbers[start : start + BLOCK])
        stages.append(blocks.setdefault(block, len(blocks)))
    flat = [value for block in blocks for value in block]
    arrays = (
        ("uint16_t FOLD_STAGE", stages),
        ("uint32_t FOLD_BLOCKS", flat),
        ("uint32_t FOLD_POOL", pool or [0]),
    )
    head = f"/* Made by fold_table.py for Unicode {unicodedata.unidata_version}. */\n"
    return f"{head}#include <stdint.h>\n" + "".join(
        f"static const {name}[] = {{\n{lines(values)}}};\n" for name, values in arrays
    )


def lines(values: list[int]) -> str:
    """Write one block per line, because compilers quote the whole line in a message."""
    starts = range(0, len(values), BLOCK)
    return "".join(",".join(map(str, values[at : at + BLOCK])) + ",\n" for at in starts)


if __name__ == "__main__":
    main()
