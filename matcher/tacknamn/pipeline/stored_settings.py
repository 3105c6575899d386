"""The settings of a pseudonymizer as names, paths and numbers, so that a file can hold them.

Components of other pipelines are configured in files that people share (spaCy's ``config.cfg``,
Presidio's YAML). Such a file names the key's file or environment variable, and never contains the key.

>>> StoredSettings.from_mapping({"profile": "clinic", "key_variable": "TACKNAMN_KEY"}).profile
'clinic'
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.replacement.keys import read_key_variable
from tacknamn.support.suggest import suggest_names

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["StoredSettings", "fill_defaults"]

_Record = TypeVar("_Record", bound="DataclassInstance")

_KEPT = 8
"""Pseudonymizers that :meth:`StoredSettings.share` keeps open: one for each language and profile of a
program."""
_SECRET = "key"
_LONGEST_SHOWN = 80
"""Characters of an unknown name that a message shows."""


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """What :class:`~tacknamn.Pseudonymizer` is made from that pipelines have, but no secret."""

    data: str = ""
    """The folder of a bundle, or the name of installed lists. Empty: as :meth:`Lexicon.open` finds it."""
    profile: str = "swell"
    """The name of a profile, or the path of your own."""
    language: str = ""
    """``sv``, ``en`` or ``auto``. Empty: the language of the pipeline."""
    key_file: str = ""
    """The file of the key."""
    key_variable: str = ""
    """The environment variable that contains the key."""
    seed: int | None = None
    policies: Mapping[str, str] = field(default_factory=dict)
    """Other policies for some labels: ``{"country": "keep"}``."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """The least probability of some labels."""
    topic_aware: bool | None = None
    """Whether names stay that the context shows to be harmless. None: as the profile says."""

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Any]) -> "StoredSettings":
        """Check the names and types of settings that come from a file."""
        known = {field.name: field.type for field in fields(cls)}
        for name, value in settings.items():
            if name == _SECRET:
                raise InputError(
                    "a configuration never contains a key, because others read it; name the file of "
                    "the key with key_file, or its environment variable with key_variable"
                )
            if name not in known:
                shown = str(name)[:_LONGEST_SHOWN]
                raise InputError(f"there is no setting {shown!r}; {suggest_names(shown, known)}")
            if not _has_type(value, known[name]):
                raise InputError(f"the setting {name} must be {_TYPES[known[name]][1]}")
        return cls(**settings)

    def to_mapping(self) -> dict[str, Any]:
        """Return the settings as plain data, the defaults included."""
        return asdict(self)

    def open(self) -> Pseudonymizer:
        """Open the lists and prepare a pseudonymizer."""
        return Pseudonymizer(
            Lexicon.open(self.data or None),
            self.profile,
            self.seed,
            self._find_key(),
            policies=self.policies,
            thresholds=self.thresholds,
            language=self.language,
            topic_aware=self.topic_aware,
        )

    def share(self) -> Pseudonymizer:
        """Return the pseudonymizer that all users of these settings share in this process."""
        return _open_shared(json.dumps(self.to_mapping(), sort_keys=True))

    def _find_key(self) -> Path | bytes | None:
        if self.key_file and self.key_variable:
            raise InputError(
                "key_file and key_variable are both set, and may be two keys; drop one"
            )
        if self.key_file:
            return Path(self.key_file)
        return read_key_variable(self.key_variable) if self.key_variable else None


def fill_defaults(own: _Record, stored: _Record) -> _Record:
    """Return ``own`` with the stored value of every setting that has its default there."""
    default = type(own)()
    given = {
        field.name: value
        for field in fields(own)
        if (value := getattr(own, field.name)) != getattr(default, field.name)
    }
    return replace(stored, **given)


_TYPES: dict[object, tuple[tuple[type, ...], str]] = {
    str: ((str,), "a string"),
    int | None: ((int, type(None)), "an integer"),
    bool | None: ((bool, type(None)), "true or false"),
    Mapping[str, str]: ((Mapping,), "a table of names and policies"),
    Mapping[str, float]: ((Mapping,), "a table of labels and numbers"),
}
"""The Python types of each kind of setting, and their name in messages."""


def _has_type(value: object, expected: object) -> bool:
    is_flag = isinstance(value, bool)
    return isinstance(value, _TYPES[expected][0]) and (not is_flag or expected == (bool | None))


@lru_cache(maxsize=_KEPT)
def _open_shared(settings: str) -> Pseudonymizer:
    return StoredSettings.from_mapping(json.loads(settings)).open()
