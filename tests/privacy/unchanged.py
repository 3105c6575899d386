"""Count replacements that equal their originals, in texts of your own.

    .venv/bin/python -m tests.privacy.unchanged FILE_OR_FOLDER ...    JSON Lines with "text" and "lang"
    make unchanged                                                    all texts for development

A replacement equals its original if both have the same value: *tjugo* and *20*, *jan* and *januari*, a name
and its genitive. Two kinds are counted:

``drawn``
    a name, place, number, age or date that chance decides. There must be none: exit code 1.
``fixed``
    a constant that stood in the text already (*000 00*, *email@dot.com*, *A*), or the number of a line in
    the order of first mention. Everybody's becomes that, so it shows nothing, and it stays.

What a profile keeps (one's own country) is no replacement.
"""

import argparse
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.numbering import normalize_value
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.methods import METHODS
from tacknamn.records import Action, Span
from tacknamn.replacement.keys import KEY_BYTES
from tacknamn.text.fold import fold

__all__ = ["COUNTED_PROFILES", "SECRETS", "count_unchanged", "list_unchanged"]

COUNTED_PROFILES = ("swell", "clinic", "sms", "session", "mask", "tab")
SECRETS: tuple[dict[str, Any], ...] = (
    {"seed": 1 << 64},
    {"seed": (1 << 64) + 1},
    {"seed": (1 << 64) + 2},
    {"key": bytes(range(KEY_BYTES))},
    {"key": bytes(range(1, KEY_BYTES + 1))},
)
_KEPT = "stays"
"""How the reason ends where a draw is the original because it is kept."""


class Unchanged(NamedTuple):
    """A replacement that equals its original."""

    kind: str
    """``drawn`` or ``fixed``."""
    label: str
    place: str
    """The text and the offset; never the words."""


def list_unchanged(document: Document) -> Iterator[Unchanged]:
    """List the replacements of a document that equal their originals."""
    for span in document.spans:
        is_replaced = span.action is Action.REPLACE and not span.reason.endswith(_KEPT)
        if is_replaced and _is_equal(document.original[span.start : span.end], span):
            kind = "drawn" if _is_drawn(document, span) else "fixed"
            yield Unchanged(kind, span.label, f"{document.name}:{span.start}")


def _is_equal(original: str, span: Span) -> bool:
    base = original if span.found is None else span.found.base or original
    replaced = {fold(span.replacement), normalize_value(span.label, span.replacement)}
    if span.affixes:
        replaced |= {form[:-1] for form in replaced if form.endswith("s")}
    return not replaced.isdisjoint(
        {fold(original), fold(base), normalize_value(span.label, original)}
    )


def _is_drawn(document: Document, span: Span) -> bool:
    if span.pool > 1:
        return True
    policy = None if span.found is None else document.profile.resolve_policy(span.found)
    method = None if policy is None else METHODS.get(policy.method)
    return method is not None and (method.is_sampled or method.draw is not None)


def count_unchanged(
    lexicon: Lexicon, texts: Iterable[tuple[str, str, str]], profile: str, secret: dict[str, Any]
) -> tuple[int, list[Unchanged]]:
    """Return how many pieces were replaced in texts, and which replacements equal their originals.

    Args:
        texts: Name, language and text of each.
    """
    replaced = 0
    unchanged: list[Unchanged] = []
    programs: dict[str, Pseudonymizer] = {}
    for name, language, text in texts:
        if language not in programs:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of short seeds
                programs[language] = Pseudonymizer(lexicon, profile, language=language, **secret)
        document = programs[language](text, name)
        replaced += sum(span.action is Action.REPLACE for span in document.spans)
        unchanged += list_unchanged(document)
    return replaced, unchanged


def main() -> int:
    """Print a line for each profile and secret."""
    arguments = _parse_arguments()
    lexicon, texts = Lexicon.open(arguments.data), list(_read_texts(arguments.texts))
    drawn = 0
    for profile in arguments.profiles:
        for number, secret in enumerate(SECRETS[: arguments.secrets]):
            replaced, unchanged = count_unchanged(lexicon, texts, profile, secret)
            kinds = Counter(each.kind for each in unchanged)
            labels = Counter(each.label for each in unchanged if each.kind == "fixed")
            drawn += kinds["drawn"]
            told = ", ".join(f"{label} {count:,}" for label, count in sorted(labels.items()))
            sys.stdout.write(
                f"{profile:8} {next(iter(secret))} {number}  {replaced:8,} replaced  "
                f"{kinds['drawn']:4,} drawn  {kinds['fixed']:6,} fixed  {told}\n"
            )
            for each in unchanged:
                if each.kind == "drawn":
                    sys.stdout.write(f"    {each.label} at {each.place}\n")
            sys.stdout.flush()
    return 1 if drawn else 0


def _read_texts(paths: Iterable[Path]) -> Iterator[tuple[str, str, str]]:
    """Read the texts of JSON Lines, and of rulings in JSON; Danish and Norwegian ones as Swedish."""
    for path in paths:
        files = sorted(each for each in path.rglob("*.json*")) if path.is_dir() else [path]
        for file in files:
            content = file.read_text("utf-8")
            if file.suffix == ".jsonl":
                rows = [json.loads(line) for line in content.splitlines() if line.strip()]
            else:
                loaded = json.loads(content)
                rows = loaded if isinstance(loaded, list) else [loaded]
            for number, row in enumerate(rows):
                if isinstance(row, dict) and isinstance(row.get("text"), str):
                    language = "en" if row.get("lang") == "en" or "en" in file.stem[:2] else "sv"
                    yield f"{file.name}:{number + 1}", language, row["text"]


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make unchanged", description=__doc__)
    parser.add_argument("texts", type=Path, nargs="+", help="files of JSON Lines, or folders")
    parser.add_argument("--data", type=Path, default=Path("build/default"), help="the bundle")
    parser.add_argument("--profiles", nargs="+", default=COUNTED_PROFILES)
    parser.add_argument("--secrets", type=int, default=len(SECRETS), help="how many are tried")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
