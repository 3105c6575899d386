"""The whole of fitting: gold texts and a bundle in, a table of weights out."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.labelling.labeller import Labeller
from tacknamn.labelling.weights_table import COLUMNS
from tacknamn.lexicon import Lexicon
from tacknamn.pseudonymizing.pseudonymizer import LANGUAGES
from tacknamn_builders.fitting.examples import rows_of_texts
from tacknamn_builders.fitting.fit import fitted
from tacknamn_builders.fitting.texts import Share

__all__ = ["fit", "table"]


def fit(
    language: str,
    texts: Sequence[Share],
    lexicon: Lexicon,
    on_step: Callable[[str], None] = lambda step: None,
) -> str:
    """The table of weights for a language.

    The lists of ``lexicon`` are what the texts are looked at with."""
    if language not in LANGUAGES:
        raise InputError(f"language {language!r}: choose one of {', '.join(LANGUAGES)}")
    on_step("looking at the texts")
    labeller = Labeller(lexicon, language, fuzzy=True)
    rows = list(rows_of_texts(labeller, texts))
    if all(row.is_copy for row in rows):
        raise InputError("nothing in the texts may be a name; give others to learn from")
    return table(language, texts, lexicon, fitted(language, rows, on_step))


def table(language: str, texts: Sequence[Share], lexicon: Lexicon, lines: Sequence[str]) -> str:
    """The lines with those that tell how they were made."""
    files = " ".join(f"{share.path.name}={share.weight:g}" for share in texts)
    sums = (f"# {share.path.name} sha256 {_sum(share.path)}" for share in texts)
    profile = lexicon.bundle.manifest.get("profile", "")
    head = [f"# tacknamn-build fit {language} {files}", f"# with the lists of {profile}", *sums]
    return "\n".join([*head, "\t".join(COLUMNS), *lines]) + "\n"


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
