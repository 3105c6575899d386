"""Read what ``tacknamn evaluate --tab`` compares: files or folders of gold texts and of predictions.

A prediction is a standoff file, or what the benchmark's own script reads: the masked ranges of each
document, ``{"001-1": [[0, 5], [13, 17]]}``.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from tacknamn.errors import InputError
from tacknamn.support.input_files import open_input
from tacknamn.support.printing import make_printable
from tacknamn.tab_benchmark.measures import MaskedRanges
from tacknamn.tab_benchmark.standoff import StandoffDocument
from tacknamn.tab_benchmark.standoff_reading import load_json, parse_documents, read_standoff

__all__ = ["Prediction", "has_overlaps", "read_documents", "read_gold", "read_predictions"]

Prediction = StandoffDocument | MaskedRanges
_Read = TypeVar("_Read", StandoffDocument, Prediction)


def read_gold(path: str) -> list[StandoffDocument]:
    """Read gold documents from a file, or from all .json files of a folder, as they are published."""
    return read_documents(path, strict=False)


def read_documents(path: str, strict: bool = True) -> list[StandoffDocument]:
    """Read documents from a file, or from all .json files of a folder."""
    read = (document for file in _list_files(path) for document in read_standoff(file, strict))
    return _refuse_equal_ids(read, path)


def read_predictions(path: str) -> list[Prediction]:
    """Read predictions from a file, or from all .json files of a folder."""
    read = (prediction for file in _list_files(path) for prediction in _read_prediction(file))
    return _refuse_equal_ids(read, path)


def has_overlaps(document: StandoffDocument) -> bool:
    """Whether mentions of one annotator overlap, which the guidelines forbid."""
    for annotations in document.annotations.values():
        reached = 0
        for annotation in sorted(annotations):
            if annotation.start < reached:
                return True
            reached = annotation.end
    return False


def _list_files(path: str) -> list[str | Path]:
    if not Path(path).is_dir():
        return [path]
    files = sorted(file for file in Path(path).glob("*.json") if file.is_file())
    if not files:
        raise InputError(f"{make_printable(path)}: has no files ending in .json")
    return list(files)


def _refuse_equal_ids(documents: Iterable[_Read], path: str) -> list[_Read]:
    by_id: dict[str, _Read] = {}
    for number, document in enumerate(documents, 1):
        if by_id.setdefault(document.doc_id, document) is not document:
            raise InputError(
                f"{make_printable(path)}, document {number}: an earlier document has the same doc_id"
            )
    return list(by_id.values())


def _read_prediction(file: str | Path) -> Iterator[Prediction]:
    with open_input(file) as source:
        content = load_json(source)
        if not isinstance(content, dict) or "annotations" in content:
            yield from parse_documents(content, source.name)
            return
        yield from _parse_ranges(content, source.name)


def _parse_ranges(content: Mapping[str, Any], name: str) -> Iterator[MaskedRanges]:
    for number, (doc_id, ranges) in enumerate(content.items(), 1):
        if not isinstance(ranges, list) or not all(map(_is_range, ranges)):
            raise InputError(
                f"{name}, document {number}: not a list of masked ranges such as [[0, 5], [13, 17]]"
            )
        yield MaskedRanges(make_printable(doc_id), tuple((start, end) for start, end in ranges))


def _is_range(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(offset) is int for offset in value)
        and 0 <= value[0] < value[1]
    )
