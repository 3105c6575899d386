"""Draw replacements: single ones, or those of a text, which belong together.

>>> sampler = Sampler(Lexicon.open(), seed=7)                       # doctest: +SKIP
>>> str(sampler.draw("surname", original="Anderssons"))             # doctest: +SKIP
'Lindbergs'
"""

import hashlib
import secrets
from collections.abc import Collection, Iterable
from functools import cached_property

from tacknamn.errors import InputError
from tacknamn.labels import Label, parse_label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.match import Match
from tacknamn.matching.matcher import Matcher
from tacknamn.replacement.choices import Choices, KeyedChoices, SeededChoices
from tacknamn.replacement.keys import check_key
from tacknamn.replacement.picker import ScopeContent
from tacknamn.replacement.records import Draw, Mention
from tacknamn.replacement.rotation import Rotation
from tacknamn.replacement.scope import Scope
from tacknamn.replacement.settings import (
    FIRSTNAME_LABELS,
    NAME_LABELS,
    Extent,
    SamplerSettings,
    Style,
)
from tacknamn.replacement.single_draws import SingleDraws
from tacknamn.replacement.stock import Stock

__all__ = ["Sampler"]

_SEED_BITS = 64


class Sampler:
    """Draws replacements from one bundle. It may be shared by threads; scopes may not."""

    def __init__(
        self,
        lexicon: Lexicon,
        seed: int | None = None,
        key: bytes | None = None,
        *,
        top: int = 50,
        cities: int = 5,
        weighted: bool = False,
        style: Style | str = Style.SWELL,
        language: str = "sv",
        kept: Collection[Label | str] = (),
    ) -> None:
        """Make a sampler.

        Args:
            seed: Any whole number; the same one gives the same draws for the same texts.
                Without seed and key one is made up, and told by :attr:`seed`.
            key: A secret by which the same name gets the same replacement in all documents,
                on all machines that have it.
            top: Names of each list to draw from, the most borne ones.
            cities: Cities of each country to draw from, the largest ones.
            weighted: Draw frequent names more often, as in life.
            style: Where replacements come from: see :class:`Style`.
            language: Of lettered placeholders: ``sv`` or ``en``.
            kept: Labels that stay in the text, so that what is drawn fits them.
        """
        self.lexicon = lexicon
        self.settings = SamplerSettings(
            top, cities, weighted, _parse_style(style), language, _check_kept(kept)
        )
        self.seed = _choose_seed(seed, key)
        """What makes the draws repeatable; None with a key."""
        self._choices: Choices = (
            KeyedChoices(key) if key is not None else SeededChoices(self.seed or 0)
        )
        self._stock = Stock(lexicon, self.settings)
        self._single = SingleDraws(self._stock, self._choices)
        self._rotations: dict[tuple[Label, ...], Rotation] = {}

    def draw(
        self,
        label: Label | str,
        country: str | None = None,
        original: str | None = None,
        town: str | None = None,
    ) -> Draw:
        """One replacement: the next one, or that for an original, in its form.

        Args:
            country: Where a city or region shall lie, by code or name; else it is the
                original's own, or that of the bundle.
            town: Where a street, postal code or telephone area shall be.
        """
        if original is None:
            return self._single.free((label, country, town))
        return self._single.instead_of(original, (label, country, town))

    def scope(
        self,
        source: str | Iterable[Match | Mention] = (),
        text: str | None = None,
        document: str | None = None,
        extent: Extent | str = Extent.DOCUMENT,
    ) -> Scope:
        """The pseudonyms of one text.

        Args:
            source: The text, or what it names: hits of a matcher, or mentions.
            text: The text, where ``source`` are mentions, which do not know it.
            document: A name that tells the document from others in place of its text. A
                seed gives another document other pseudonyms, unless the extent is a corpus.
            extent: ``document``, or ``corpus`` where names rotate through all texts.
        """
        if isinstance(source, str):
            text, source = source, self._matcher.match(source)
        mentions = tuple(source)
        texts = [text] if text is not None else _collect_texts(mentions)
        if _parse_extent(extent) is Extent.CORPUS:
            return Scope(
                self._stock, ScopeContent(mentions, texts, self._choices, self._rotation_of)
            )
        choices = self._choices.of_document(_hash_document(document, texts, mentions))
        return Scope(self._stock, ScopeContent(mentions, texts, choices))

    def rotation(self, *labels: Label | str) -> Rotation:
        """How the names with these labels rotate; without any, all first names do.

        Made when it is first asked for, which takes a second for all first names."""
        asked = tuple(parse_label(label) for label in labels) or FIRSTNAME_LABELS
        if not set(asked) <= set(NAME_LABELS):
            raise InputError(f"only names rotate: {', '.join(NAME_LABELS)}")
        rotation = self._rotations.get(asked)
        if rotation is None:
            rotation = self._rotations[asked] = Rotation(self._stock, self._choices, asked)
        return rotation

    def _rotation_of(self, label: str) -> Rotation:
        return self.rotation(*(FIRSTNAME_LABELS if label in FIRSTNAME_LABELS else (label,)))

    @cached_property
    def _matcher(self) -> Matcher:
        return Matcher(self.lexicon)


def _choose_seed(seed: int | None, key: bytes | None) -> int | None:
    if seed is not None and key is not None:
        raise InputError("a seed and a key: give one of them")
    if seed is not None and type(seed) is not int:
        raise InputError(f"seed must be a whole number, not {type(seed).__name__}")
    if key is not None and not isinstance(key, bytes):
        raise InputError(f"key must be bytes, not {type(key).__name__}; see tacknamn.vault")
    if key is not None:
        check_key(key)
    return secrets.randbits(_SEED_BITS) if seed is None and key is None else seed


def _parse_style(style: Style | str) -> Style:
    try:
        return Style(style)
    except ValueError:
        raise InputError(f"style={style!r}: choose one of {', '.join(Style)}") from None


def _check_kept(labels: Collection[Label | str]) -> frozenset[str]:
    if isinstance(labels, str):
        raise InputError(f"kept={labels!r}: give a list of labels, also of one")
    return frozenset(map(str, labels))


def _parse_extent(extent: Extent | str) -> Extent:
    try:
        return Extent(extent)
    except ValueError:
        raise InputError(f"extent={extent!r}: choose one of {', '.join(Extent)}") from None


def _collect_texts(mentions: Iterable[Match | Mention]) -> list[str]:
    """The texts that hits were found in, each once."""
    return list({id(one.text): one.text for one in mentions if isinstance(one, Match)}.values())


def _hash_document(
    document: str | None, texts: Iterable[str], mentions: Iterable[Match | Mention]
) -> bytes:
    """What tells a document from others: its name, its text, or else what is mentioned."""
    if document is not None:
        parts, kind = [document], b"name"
    else:
        parts, kind = list(texts), b"text"
    if not parts:
        parts = [one.base for one in mentions]
    digest = hashlib.blake2b(kind)
    for part in parts:
        digest.update(hashlib.blake2b(part.encode("utf-8", "surrogatepass")).digest())
    return digest.digest()
