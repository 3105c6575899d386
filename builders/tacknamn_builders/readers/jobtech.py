"""Read the occupations of Arbetsförmedlingen's JobTech taxonomy, grouped by SSYK.

One JSON object, ``{"data": {"concepts": [...]}}``; each concept is an SSYK group with its
occupations in ``narrower``::

    {"id": "…", "preferred_label": "Mjukvaru- och systemutvecklare m.fl.",
     "narrower": [{"id": "fg7B_yov_smw", "preferred_label": "Systemutvecklare/Programmerare"}]}

Labels of groups are headings (``m.fl.``), not titles, and are omitted. ``job-titles.json`` is an
array of the titles that people and employers use besides them::

    [{"taxonomy/type": "job-title", "taxonomy/id": "zzzz", "taxonomy/preferred-label": "Kock á la carte"}]
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.occupation_titles import split_titles
from tacknamn_builders.readers.received_files import find_file, read_json
from tacknamn_builders.records import Entry, Record

__all__ = ["read", "read_titles"]

_TITLES = "job-titles.json"
_FILE = "ssyk-level-4-with-related-skills-and-occupations.json"


def read(folder: Path) -> Iterator[Record]:
    """Yield each occupation with its variants."""
    path = find_file(folder, _FILE)
    for concept in read_json(path, "data", "concepts"):
        try:
            occupations = concept["narrower"]
            for occupation in occupations:
                yield from _make_entries(occupation)
        except (KeyError, TypeError) as exc:
            raise SourceError(f"{path.name}: a concept without {exc}") from exc


def read_titles(folder: Path) -> Iterator[Record]:
    """Yield each job title with its variants."""
    path = find_file(folder, _TITLES)
    for concept in read_json(path):
        try:
            title = concept["taxonomy/preferred-label"]
            if not concept.get("taxonomy/deprecated", False):
                yield from _make_entries({"id": concept["taxonomy/id"], "preferred_label": title})
        except (AttributeError, KeyError, TypeError) as exc:
            raise SourceError(f"{path.name}: a job title without {exc}") from exc


def _make_entries(occupation: dict[str, Any]) -> Iterator[Entry]:
    key = f"jobtech:{occupation['id']}"
    for number, title in enumerate(split_titles(occupation["preferred_label"])):
        yield Entry(title, Label.PROF, country="SE", key=key, main=number == 0)
