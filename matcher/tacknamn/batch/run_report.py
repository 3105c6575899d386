"""The report of ``--report``: what a run did, as JSON, for a log of audits.

It has counts, versions, lists, settings and times. It has no text, no name, no key and no seed; of
options that may name persons (``--keep``, ``--protect``, ``--pattern``), it has the number. The hash
of the settings leaves out key and seed, because they could be found by trying.
"""

import hashlib
import json
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacknamn.batch.request import BatchOptions, BatchRequest, hash_settings, open_lexicon
from tacknamn.batch.summary import BatchSummary
from tacknamn.lexicon.bundle import MANIFEST
from tacknamn.support.atomic_files import write_whole

if TYPE_CHECKING:
    from tacknamn.lexicon.lexicon import Lexicon

__all__ = ["RunReport", "is_report"]

FORMAT = "tacknamn-run-report"
VERSION = 1
_BEGINNING = f'{{\n "format": "{FORMAT}"'.encode("ascii")
"""The first bytes of a report."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(slots=True)
class RunReport:
    """The report of a run that has begun."""

    path: Path
    request: BatchRequest
    options: BatchOptions
    workers: int
    seeded: bool
    """Whether the user gave a seed."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What stands in place of the names of files, if these are not to be seen."""
    inputs: Sequence[Path] = ()
    """The files: who may not read one of them may not read the report."""
    started: str = field(default_factory=_now)

    def write(self, summary: BatchSummary, result: str, failure: str = "") -> None:
        """Write the report at the end of the run.

        Args:
            result: ``done``, ``failed`` or ``interrupted``.
            failure: The error that ended the run early.
        """
        lexicon = open_lexicon(self.request)
        content = {
            "format": FORMAT,
            "version": VERSION,
            "result": result,
            "started": self.started,
            "ended": _now(),
            "program": _describe_program(),
            "lists": _describe_lists(lexicon),
            "settings": self._describe_settings(),
            "settings_hash": self._hash_settings(lexicon),
            "input": sorted(self.names.values()) or list(self.options.files) or ["-"],
            "output": None if self.options.output is None else str(self.options.output),
            "processes": self.workers,
            "failure": failure or None,
            "counts": _describe_counts(summary),
        }
        written = self._hide_names(json.dumps(content, ensure_ascii=False, indent=1))
        write_whole(self.path, written, like=self.inputs)

    def _hide_names(self, content: str) -> str:
        """Replace the names of files, which errors quote; the longest first."""
        for name in sorted(self.names, key=len, reverse=True):
            content = content.replace(json.dumps(name, ensure_ascii=False)[1:-1], self.names[name])
        return f"{content}\n"

    def _describe_settings(self) -> dict[str, Any]:
        """Return the settings without what is secret and what may name persons."""
        request, options = self.request, self.options
        return {
            "profile": request.profile,
            "policies": dict(request.policies),
            "thresholds": dict(request.thresholds),
            "details": None if request.switched is None else list(request.switched),
            "patterns": len(request.patterns),
            "protect": bool(request.protect),
            "language": request.language,
            "topic_aware": request.topic_aware,
            "fuzzy": request.fuzzy,
            "keep": len(request.keep),
            "extra": [_describe_file(path) for path in request.extra],
            "allow": [_describe_file(path) for path in request.allow],
            "writer": bool(request.writer),
            "draws": "key" if request.key else "seed" if self.seeded else "random",
            "from": options.source,
            "format": options.format,
            "columns": list(options.columns),
            "delimiter": options.delimiter or None,
            "id_column": options.id_column,
            "writer_column": options.writer_column,
            "header": options.header,
            "ids": options.ids,
            "vault": options.vault is not None,
            "table": options.table is not None,
        }

    def _hash_settings(self, lexicon: "Lexicon") -> str:
        request = replace(self.request, key=None, seed=None, writer="")
        options = self.options
        columns = (options.columns, options.id_column, options.header, options.writer_column)
        others = (*columns, options.delimiter)
        return hash_settings(request, lexicon, others).hex()


def is_report(path: Path) -> bool:
    """Whether a file is a report of an earlier run, or empty."""
    with path.open("rb") as stream:
        beginning = stream.read(len(_BEGINNING))
    return not beginning or beginning == _BEGINNING


def _describe_program() -> dict[str, str]:
    from tacknamn import __version__

    pyarrow = sys.modules.get("pyarrow")  # loaded only if there was a table
    return {
        "tacknamn": __version__,
        "python": platform.python_version(),
        **({} if pyarrow is None else {"pyarrow": pyarrow.__version__}),
        "system": platform.system(),
        "machine": platform.machine(),
    }


def _describe_lists(lexicon: "Lexicon") -> dict[str, Any]:
    """Return the name of the bundle, the checksum of its manifest, and its licence."""
    bundle = lexicon.bundle
    manifest: Mapping[str, Any] = bundle.manifest
    return {
        "profile": manifest["profile"],
        "made_by": manifest["code"],
        "sha256": hashlib.sha256(bundle.read(MANIFEST)).hexdigest(),
        "licence": manifest.get("licence") or None,
        "redistributable": manifest["redistributable"],
    }


def _describe_file(path: Path) -> dict[str, str]:
    return {"name": str(path), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def _describe_counts(summary: BatchSummary) -> dict[str, Any]:
    """Return the counts of the summary, with the documents of each second."""
    data = summary.data()
    rate = round(summary.documents / summary.seconds, 1) if summary.seconds else None
    rows = {"rows": summary.rows} if summary.rows else {}
    before = {} if summary.before is None else {"before": _describe_before(summary.before)}
    return {**rows, **data, "documents_a_second": rate, **before}


def _describe_before(summary: BatchSummary) -> dict[str, Any]:
    """Return what an earlier run has counted in the files that it has done."""
    rows = {"rows": summary.rows} if summary.rows else {}
    names = ("documents", "words", "actions", "labels")
    data = summary.data()
    return {**rows, **{name: data[name] for name in names}}
