"""Arrow arrays built from buffers are those of ``pyarrow.array``, which imports pandas."""

import subprocess
import sys
from pathlib import Path

import pyarrow
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.arrow.building import build_lists, build_numbers, build_strings
from tests.reports import environment

TEXTS = st.lists(st.none() | st.text())
NUMBERS = st.lists(st.integers(-(2**31), 2**31 - 1))
ROWS = st.lists(st.none() | st.lists(st.integers(0, 9)))


@given(TEXTS)
def test_strings_are_those_of_pyarrow(texts: list[str | None]) -> None:
    built = build_strings(texts)
    built.validate(full=True)
    assert built.equals(pyarrow.array(texts, pyarrow.string()))


@given(NUMBERS)
def test_numbers_are_those_of_pyarrow(numbers: list[int]) -> None:
    for type in (pyarrow.int32(), pyarrow.float64()):
        assert build_numbers(numbers, type).equals(pyarrow.array(numbers, type))


@given(ROWS)
def test_lists_are_those_of_pyarrow(rows: list[list[int] | None]) -> None:
    type = pyarrow.list_(pyarrow.int32())
    elements = build_numbers([number for row in rows for number in row or ()], pyarrow.int32())
    built = build_lists(rows, elements, type)
    built.validate(full=True)
    assert built.equals(pyarrow.array(rows, type))


PROGRAM = """
import sys
import pyarrow
from tacknamn.arrow.building import build_strings
from tacknamn.arrow import pseudonymize
table = pyarrow.RecordBatch.from_arrays([build_strings(["Amina Lind", None])], ["text"])
print(pseudonymize(table, "text", lexicon=sys.argv[1], profile="mask").read_all().to_pydict())
assert "pandas" not in sys.modules
"""


def test_a_worker_does_not_import_pandas(data: Path) -> None:
    """It takes 40 MB and half a second."""
    subprocess.run(
        [sys.executable, "-c", PROGRAM, str(data)], check=True, env=environment(), timeout=60
    )
