"""Read entries of one's own from Python: tuples, dicts, plain strings, or a data frame.

All of them become columns, because a list may have millions of rows.
"""

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tacknamn.errors import InputError
from tacknamn.lexicon.own.labels import check_label
from tacknamn.text.fold import fold, is_word_character
from tacknamn.text.form_limits import LONGEST_FORM, has_control_characters

__all__ = ["COLUMNS", "OwnEntries", "read_python_entries"]

COLUMNS = ("form", "label", "count", "language", "country")
"""What an entry may have; the form alone is required, and the label if there is no common one."""
WEIGHT = "weight"
"""Another name for the count."""
MOST_COUNT = 1e12
_LANGUAGES = ("sv", "en")


@dataclass(slots=True)
class OwnEntries:
    """The entries of one or several lists, in columns."""

    label: str = ""
    """The label of entries without one."""
    sources: list[str] = field(default_factory=list)
    """Where entries came from: names of files."""
    forms: list[str] = field(default_factory=list)
    folded: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    counts: "array[float]" = field(default_factory=lambda: array("d"))
    """0 if the entry has none."""
    languages: list[str] = field(default_factory=list)
    countries: list[str] = field(default_factory=list)
    source: "array[int]" = field(default_factory=lambda: array("B"))
    """The number of the source of each entry."""
    _number: int = 0

    def __len__(self) -> int:
        return len(self.forms)

    def add_source(self, name: str) -> None:
        """Begin a source: entries that follow came from it."""
        if name not in self.sources:
            self.sources.append(name)
        self._number = self.sources.index(name)

    def add(
        self, form: object, label: object, count: object, language: object, country: object
    ) -> None:
        """Check an entry and add it; empty values are None or an empty string."""
        text = _check_form(form)
        folded = fold(text)
        if not folded.isalpha() and not any(map(is_word_character, folded)):
            raise InputError("the form has no letter and no digit")
        self.labels.append(self._choose_label(label))
        self.counts.append(_check_count(count))
        self.languages.append(_check_choice(language, "language", _LANGUAGES, "sv or en"))
        self.countries.append(_check_country(country))
        self.forms.append(text)
        self.folded.append(folded)
        self.source.append(self._number)

    def _choose_label(self, label: object) -> str:
        if label is None or label == "":
            if not self.label:
                raise InputError("the entry has no label; give one to each entry, or one for all")
            return self.label
        if not isinstance(label, str):
            raise InputError(f"the label must be text, not {type(label).__name__}")
        return check_label(label.strip())


def read_python_entries(entries: object, into: OwnEntries, what: str = "entry") -> None:
    """Add the entries of an iterable or a data frame; ``what`` is what messages call each."""
    rows = _list_frame_rows(entries) if _is_frame(entries) else _list_rows(entries)
    for number, row in enumerate(rows, 1):
        try:
            into.add(*row)
        except InputError as exc:
            raise InputError(f"{what} {number}: {exc}") from exc


def _list_rows(entries: object) -> Iterator[tuple[object, ...]]:
    if isinstance(entries, (str, bytes)) or not isinstance(entries, Iterable):
        raise InputError(
            "entries must be tuples (form, label), dicts, a data frame, or the path of a CSV file"
        )
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, str):
            yield entry, None, None, None, None
        elif isinstance(entry, Mapping):
            yield _pick(entry.get)
        elif isinstance(entry, (tuple, list)) and 1 <= len(entry) <= len(COLUMNS):
            yield (*entry, *(None,) * (len(COLUMNS) - len(entry)))
        else:
            raise InputError(
                f"entry {number}: must be a form, a tuple ({', '.join(COLUMNS)}) or a dict "
                f"with these keys, not {type(entry).__name__}"
            )


def _pick(get: Callable[[str], object]) -> tuple[object, ...]:
    form, label, count, language, country = map(get, COLUMNS)
    return form, label, get(WEIGHT) if count is None else count, language, country


def _is_frame(entries: object) -> bool:
    """Whether it is a data frame of pandas or polars."""
    return hasattr(entries, "columns") and hasattr(entries, "shape")


def _list_frame_rows(frame: Any) -> Iterator[tuple[object, ...]]:
    names = set(map(str, frame.columns))
    if "form" not in names:
        raise InputError(
            f"the data frame has no column form; name its columns {', '.join(COLUMNS)}"
        )
    columns = _pick(lambda name: frame[name] if name in names else None)
    length = len(frame)
    lists = [[None] * length if column is None else column for column in columns]
    for row in zip(*lists, strict=True):
        yield tuple(map(_drop_missing, row))


def _drop_missing(value: object) -> object:
    """Return None for a missing value of pandas (NaN, NaT, NA)."""
    is_missing = type(value).__name__ in ("NAType", "NaTType")
    return None if is_missing or (isinstance(value, float) and math.isnan(value)) else value


def _check_form(form: object) -> str:
    if not isinstance(form, str):
        raise InputError(f"the form must be text, not {type(form).__name__}")
    text = form.strip()
    if not text:
        raise InputError("the form is empty")
    if len(text) > LONGEST_FORM:
        raise InputError(f"a form of {len(text):,} characters; it may have {LONGEST_FORM} at most")
    if has_control_characters(text):
        raise InputError("the form has a control character, a line break or half a character")
    return text


def _check_count(count: object) -> float:
    if count is None or count == "":
        return 0.0
    try:
        number = float(count)  # type: ignore[arg-type]  # whatever has a number
    except (TypeError, ValueError):
        number = -1.0
    if not 0 < number <= MOST_COUNT or not math.isfinite(number):
        raise InputError("the count must be a number above 0, written like 1200 or 0.5")
    return number


def _check_choice(value: object, name: str, choices: tuple[str, ...], shape: str) -> str:
    if value is None or value == "":
        return choices[0]
    if value not in choices:
        raise InputError(f"the {name} must be {shape}")
    return str(value)


def _check_country(country: object) -> str:
    if country is None or country == "":
        return ""
    if not (
        isinstance(country, str) and len(country) == 2 and country.isascii() and country.isupper()
    ):
        raise InputError("the country must be a code of two capitals, such as SE")
    return country
