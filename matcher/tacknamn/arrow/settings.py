"""The settings of a pseudonymizer as keyword arguments, as all functions for tables take them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict, cast

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.profile import Profile
from tacknamn.replacement.key_sources import KeySource

__all__ = ["PseudonymizerSettings", "open_pseudonymizer"]


class PseudonymizerSettings(TypedDict, total=False):
    """What is to be used: a pseudonymizer, or what it is made from."""

    pseudonymizer: Pseudonymizer
    """One that exists already. Then it is the only setting."""
    lexicon: Lexicon | Path | str
    """The lists, as :meth:`Lexicon.open` takes them."""
    key_file: Path | str
    """The file of the key, instead of ``key``."""
    profile: str | Path | Profile
    seed: int
    key: KeySource
    policies: Mapping[str, str]
    thresholds: Mapping[str, float]
    language: str
    topic_aware: bool
    fuzzy: bool
    protect: str
    writer: str


def open_pseudonymizer(settings: PseudonymizerSettings) -> Pseudonymizer:
    """Return the pseudonymizer of some settings; :class:`Pseudonymizer` explains them."""
    if (pseudonymizer := settings.get("pseudonymizer")) is not None:
        others = sorted(settings.keys() - {"pseudonymizer"})
        if others:
            raise InputError(f"a pseudonymizer has its own {others[0]}; give only one of them")
        return pseudonymizer
    arguments = cast("dict[str, Any]", dict(settings))
    lexicon, key_file = arguments.pop("lexicon", None), arguments.pop("key_file", None)
    if not isinstance(lexicon, Lexicon):
        lexicon = Lexicon.open(lexicon)
    if key_file is not None:
        if "key" in arguments:
            raise InputError("a key and a key_file: give only one of them")
        arguments["key"] = Path(key_file)
    return Pseudonymizer(lexicon, **arguments)
