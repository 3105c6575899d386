"""Print digests of all that one version of Täcknamn makes of texts, for :mod:`bench.same_outputs`.

Run with the version's ``matcher`` folder on PYTHONPATH::

    python bench/outputs.py TEXTS BUNDLE LANGUAGE [--limit N]

It imports the public names of ``tacknamn``, which stay where they are. The few other modules have
moved since the first version that it is run on, so each is looked for at both addresses.
"""

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any

PROFILES = ("swell", "sms", "mask", "tab")
SEED = 7 + 2**64
"""Profiles that rotate names refuse smaller ones."""
KEY = bytes(range(32))
PAGES = ("html", "review")
READ_AGAIN = ("text", "svala", "xml", "portal", "jsonl")
"""Formats of which the first results are read again and pseudonymized again."""
AGAIN = 40
"""Documents of a set that are read again."""
CRASH = "crash"
"""Stands in place of a digest where a version crashed."""
DOCUMENT = 2000
"""Characters of a document at least: sets of sentences are joined, since each document is written in
nine formats."""


def _load(*addresses: str) -> Any:
    """Return the first of these names that exists: ``module:name``."""
    for address in addresses:
        module, _, name = address.partition(":")
        try:
            return getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
    raise ImportError(f"none of {', '.join(addresses)}")


class _PageContent(HTMLParser):
    """What a page shows of a text: the structure of all tags, and the words of the texts.

    Headings, legends and reasons are wording, which may change between versions."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._depth = 0
        """Depth below an element that has a text; 0 outside."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.parts.append(f"<{tag} {known.get('class')} {known.get('id')} {known.get('href')}>")
        if self._depth or (known.get("class") == "text" and known.get("role") != "columnheader"):
            self._depth += 1

    def handle_endtag(self, tag: str) -> None:
        self._depth = max(0, self._depth - 1)

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.parts.append(data)


def _content(format: str, text: str) -> str:
    if format not in PAGES:
        return text
    page = _PageContent()
    page.feed(text)
    return "\n".join(page.parts)


def main() -> None:
    """Print one line for each document, profile and format: its digest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("language")
    parser.add_argument("--limit", type=int, default=None)
    options = parser.parse_args()
    for name, digest in digests(options.texts, options.bundle, options.language, options.limit):
        print(name, digest, sep="\t", flush=True)


def digests(
    folder: Path, bundle: Path, language: str, limit: int | None
) -> Iterator[tuple[str, str]]:
    """Yield a name and a digest for each document, profile and format."""
    from tacknamn import Lexicon, Matcher, Pseudonymizer

    lexicon = Lexicon.open(bundle)
    matcher = Matcher(lexicon, fuzzy=True)
    pseudonymizers = {
        profile: Pseudonymizer(lexicon, profile, SEED, language=language) for profile in PROFILES
    }
    pseudonymizers["swell-keyed"] = Pseudonymizer(lexicon, "swell", key=KEY, language=language)
    for file in sorted(folder.glob("*.dev.jsonl")):
        texts = list(_documents(file))[:limit]
        matches = hashlib.blake2b(digest_size=16)
        for text in texts:
            matches.update(repr([_plain_match(match) for match in matcher.match(text)]).encode())
        yield f"{file.stem} match", matches.hexdigest()
        for profile, pseudonymizer in pseudonymizers.items():
            yield from _of_profile(f"{file.stem} {profile}", pseudonymizer, texts)


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _documents(file: Path) -> Iterator[str]:
    sentences: list[str] = []
    for line in file.open(encoding="utf-8"):
        sentences.append(json.loads(line)["text"])
        if sum(map(len, sentences)) >= DOCUMENT:
            yield "\n".join(sentences)
            sentences = []
    if sentences:
        yield "\n".join(sentences)


def _plain_match(match: Any) -> tuple[Any, ...]:
    likeliest = match.candidates[0]
    return (match.start, match.end, match.base, match.affixes, match.edits,
            likeliest.label.value, likeliest.probability)  # fmt: skip


def _of_profile(name: str, pseudonymizer: Any, texts: list[str]) -> Iterator[tuple[str, str]]:
    formats = _load("tacknamn.formats.registry:FORMATS")
    writer = _load("tacknamn.formats.registry:load_writer", "tacknamn.formats:writer")
    document_type = _load("tacknamn.formats.records:InputDocument", "tacknamn.formats.inputs:Input")
    coarse = _load(
        "tacknamn.taxonomy.coarse_classes:merge_coarse", "tacknamn.formats.coarse:coarse"
    )
    for number, text in enumerate(texts):
        try:
            document = pseudonymizer(text, str(number))
        except Exception as exc:  # noqa: BLE001 - what the start commit crashes on is not compared
            yield f"{name} {number}", f"{CRASH} {type(exc).__name__}"
            continue
        detections = pseudonymizer.detect(text, True)
        yield f"{name} detect {number}", _hash(repr(list(map(_plain, detections))))
        yield f"{name} coarse {number}", _hash(repr(list(map(_fields, coarse(detections, text)))))
        for format in formats:
            if format == "csv":
                continue  # written only of a table: see the commands
            write = writer(format)
            source = document_type(str(number), text)
            try:
                result = write(document, source)
                yield f"{name} {format} {number}", _hash(_content(format, result))
                if format in READ_AGAIN and number < AGAIN:
                    whole = write.head(source) + result + write.tail(source)
                    again = _read_again(pseudonymizer, format, whole)
                    yield f"{name} {format} again {number}", again
            except Exception as exc:  # noqa: BLE001 - as above
                yield f"{name} {format} {number}", f"{CRASH} {type(exc).__name__}"


def _plain(record: Any) -> Any:
    """Return nested records as tuples, since the names of their classes have changed."""
    return tuple(map(_plain, record)) if isinstance(record, tuple) else record


def _fields(span: Any) -> tuple[Any, ...]:
    return (span.start, span.end, span.label, round(span.probability, 9))


def _read_again(pseudonymizer: Any, format: str, result: str) -> str:
    """Pseudonymize what was written, with the graphs and labels that it has."""
    read = _load("tacknamn.formats.registry:read_inputs", "tacknamn.formats:read_inputs")
    total = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "result"
        file.write_text(result, "utf-8", newline="")
        for source in read(file, format):
            again = source.graph is not None
            made = pseudonymizer.again(source.graph) if again else pseudonymizer(source.text)
            total.append(made.text + repr([tuple(span)[:6] for span in made.spans]))
    return _hash("".join(total))


if __name__ == "__main__":
    main()
