"""Check the places of results, ``--report`` and ``--table`` before a run, which may take hours.

Nothing is written over a file that is something else: an input, a key, the table of someone else. Names
that end in ``_pseudonymized`` are those of results; a file that ``-o`` names is known as a result by a note
in the user's cache (:mod:`tacknamn.batch.ledger`).
"""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from tacknamn.batch.file_names import split_name
from tacknamn.batch.inputs import RESULT_SUFFIX
from tacknamn.batch.ledger import was_written
from tacknamn.batch.outputs import PlannedFile, is_file_name
from tacknamn.batch.request import BatchOptions
from tacknamn.batch.run_report import is_report
from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

__all__ = ["check_side_files"]


def check_side_files(options: BatchOptions, planned: Sequence[PlannedFile]) -> None:
    """Refuse a file that must not be replaced, cannot be written, or would be passed on."""
    if not options.force:
        for file in planned:
            _check_result(file)
    results = [file.output for file in planned if file.output is not None]
    if options.report is not None:
        _check_report(options.report, results)
    if options.table is not None:
        others = results if options.report is None else [*results, options.report]
        _check_table(options.table, options.output, others)


def _check_result(file: PlannedFile) -> None:
    path = file.output
    if path is None or not file.is_named or not path.is_file() or not path.stat().st_size:
        return
    is_result = split_name(path).stem.endswith(RESULT_SUFFIX)
    if not is_result and not was_written(path):
        raise InputError(
            f"-o {file.shown}: exists, and is not known as an unchanged result of an earlier run; give "
            "another name, or --force to replace it"
        )


def _check_report(path: Path, results: Iterable[Path]) -> None:
    name = f"--report {make_printable(str(path))}"
    if not path.parent.is_dir() or path.is_dir():
        raise InputError(f"{name}: is a folder, or its folder does not exist; give another name")
    _check_new(path, results, name)
    if path.is_file() and not is_report(path):
        raise InputError(f"{name}: exists and is no report; give another name")


def _check_table(path: Path, output: Path | None, others: Iterable[Path]) -> None:
    name = f"--table {make_printable(str(path))}"
    if path.exists() or path.is_symlink():
        raise InputError(f"{name}: exists; delete it, or give another name")
    if not path.parent.is_dir():
        raise InputError(f"{name}: its folder does not exist; create it first")
    _check_new(path, others, name)
    is_folder = output is not None and not is_file_name(output)
    if output is not None and is_folder and path.resolve().is_relative_to(output.resolve()):
        raise InputError(
            f"{name}: is in the folder of the results, which are passed on; give another folder"
        )


def _check_new(path: Path, others: Iterable[Path], name: str) -> None:
    """Refuse a file that the run writes for something else, and a folder that is not writable."""
    if os.path.realpath(path) in map(os.path.realpath, others):
        raise InputError(f"{name}: is another file of this run as well; give another name")
    if not (path.exists() and not path.is_file()) and not os.access(path.parent, os.W_OK | os.X_OK):
        raise InputError(f"{name}: cannot create files in its folder; choose another one")
