"""Draw replacements: single ones, or those of a text, which fit together.

>>> sampler = Sampler(Lexicon.open(), seed=7)                       # doctest: +SKIP
>>> str(sampler.draw("surname", original="Anderssons"))             # doctest: +SKIP
'Lindbergs'
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import asdict
from functools import lru_cache
from typing import Any, ClassVar, Self

from tacknamn.errors import InputError
from tacknamn.labels import Label, parse_label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.match import Match
from tacknamn.matching.matcher import Matcher
from tacknamn.replacement.choices import Choices, KeyedChoices, SeededChoices
from tacknamn.replacement.first_names import FirstNames
from tacknamn.replacement.key_sources import KeySource, OpenedKey, open_key
from tacknamn.replacement.keys import derive_key
from tacknamn.replacement.originals import MOST_REMEMBERED, ResolvedMention
from tacknamn.replacement.own_parts import OwnParts
from tacknamn.replacement.picker import ScopeContent
from tacknamn.replacement.readable_text import Readable, cut_mentions, split_if_long
from tacknamn.replacement.records import (
    FIRSTNAME_LABELS,
    NAME_LABELS,
    Draw,
    Extent,
    Mention,
    SamplerSettings,
    Style,
)
from tacknamn.replacement.rotation import Rotation
from tacknamn.replacement.scope import Scope
from tacknamn.replacement.seeds import check_rotation_seed, draw_seed
from tacknamn.replacement.settled import SettledDraws
from tacknamn.replacement.single_draws import SingleDraws
from tacknamn.replacement.stock import Stock
from tacknamn.support.lazy_property import lazy_property
from tacknamn.support.packed_sequence import PackedSequence
from tacknamn.support.recipes import RecipeReader
from tacknamn.support.reopening import Reopenable, reopen_recipe
from tacknamn.text.windows import LONGEST_AT_ONCE

__all__ = ["Sampler"]

_NO_KEY_FOR_WRITER = (
    "a writer needs a key, from which the writer's own replacements are derived: make one "
    "with `tacknamn key FILE`, and give it with --key-file or key=Path(FILE)"
)
_MOST_WRITERS = 512
"""Writers whose choices are remembered: those of the last rows, in whatever order these come."""
_REMEMBERED_OF_WRITER = 64
"""Lists of names that are remembered for each of these writers: in all, as many as for one sampler."""
_MOST_ROTATIONS = 4
"""Rotations that are remembered. One of all first names has 100,000 names."""


class Sampler(Reopenable):
    """Draws replacements from one bundle. Threads may share it, but not its scopes.

    A copy, also one that was unpickled, counts its draws without an original from the first on."""

    _is_shared: ClassVar[bool] = False

    def __init__(
        self,
        lexicon: Lexicon,
        seed: int | None = None,
        key: KeySource | None = None,
        *,
        top: int = 50,
        cities: int = 30,
        weighted: bool = False,
        style: Style | str = Style.SWELL,
        language: str = "sv",
        kept: Collection[Label | str] = (),
        writer: str = "",
    ) -> None:
        """Make a sampler.

        Args:
            seed: Any whole number. The same seed gives the same draws for the same texts. Names
                rotate only with a seed from 2**63 on, because smaller ones can be tried. Without
                seed and key, a seed of 128 random bits is used; see :attr:`seed`.
            key: A secret: its 32 bytes, the Path of its file, or :class:`EnvironmentKey`. The same
                name gets the same replacement in all documents, on all machines with that key.
            top: Number of names in each list to draw from, the most frequent ones.
            cities: Number of cities in each country to draw from, the largest ones.
            weighted: Draw names in proportion to their frequency.
            style: Where replacements come from: see :class:`Style`.
            language: Language of lettered placeholders: ``sv`` or ``en``.
            kept: Labels that stay in the text, so that replacements fit them.
            writer: The id of the person who wrote the texts: with a key, each writer has replacements
                of their own, the same in all their texts.
        """
        self.lexicon = lexicon
        self.settings = SamplerSettings(
            top, cities, weighted, _parse_style(style), language, _check_kept(kept)
        )
        self._key = None if key is None else open_key(key)
        self.seed = _choose_seed(seed, self._key)
        """The seed that repeats the draws; None with a key."""
        self._writer = writer
        secret = _choose_secret(self._key, writer)
        self._choices: Choices = (
            SeededChoices(self.seed or 0) if secret is None else KeyedChoices(secret)
        )
        self._parts = None if self._choices.is_keyed else OwnParts(self._choices)
        self._use_stock(Stock(lexicon, self.settings))
        self._find_rotation = lru_cache(_MOST_ROTATIONS)(self._make_rotation)
        self._find_sampler = lru_cache(_MOST_WRITERS)(self._make_sampler)

    def _use_stock(self, stock: Stock, remembered: int = MOST_REMEMBERED) -> None:
        self._stock = stock
        choices = self._choices
        self._first_names = FirstNames(stock, choices, remembered) if choices.is_keyed else None
        self._single = SingleDraws(stock, choices, self._parts)
        self.resolve = stock.originals.resolve_parts
        """Return a mention for :meth:`scope`, from the fields of :class:`Mention`. Frequent ones
        are remembered, so this is faster than making a :class:`Mention`."""

    def for_writer(self, writer: str) -> "Sampler":
        """Return the sampler of a writer: what ``writer=`` makes of the same key.

        The samplers of the last writers are remembered, and all read the same lists. Without an id
        it is this one."""
        return self._find_sampler(writer) if writer else self

    def _make_sampler(self, writer: str) -> "Sampler":
        self.check_writers()
        settings = asdict(self.settings)
        other = type(self)(self.lexicon, None, self._key, writer=writer, **settings)
        other._use_stock(self._stock, _REMEMBERED_OF_WRITER)
        other._find_rotation = self._find_rotation
        return other

    def with_seed(self, seed: int, has_parts: bool = True) -> "Sampler":
        """Return a sampler with this seed, and no key, that reads the same lists.

        It takes some microseconds: a service draws the seed of each request anew.

        Args:
            has_parts: Whether each name draws from its own part of the lists. The draws of one text need
                none: it shows one of them.
        """
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        vars(other).pop("_recipe", None)
        other.seed, other._key, other._writer = _choose_seed(seed, None), None, ""
        other._choices = SeededChoices(seed)
        other._parts = OwnParts(other._choices) if has_parts else None
        other._use_stock(self._stock)
        return other

    def check_writers(self) -> None:
        """Raise if this sampler cannot make others for writers."""
        if self._key is None:
            raise InputError(_NO_KEY_FOR_WRITER)
        if self._writer:
            raise InputError("a writer and several writers: give only one of them")

    def draw(
        self,
        label: Label | str,
        country: str | None = None,
        original: str | None = None,
        town: str | None = None,
    ) -> Draw:
        """Draw one replacement: the next one, or the one for an original, in its form.

        Args:
            country: Country of a city or region, by code or name. The default is the country of
                the original, or that of the bundle.
            town: Town of a street, postal code or telephone area.
        """
        if original is None:
            return self._single.draw_next((label, country, town))
        return self._single.draw_for(original, (label, country, town))

    def scope(
        self,
        source: str | Iterable[Match | Mention | ResolvedMention] = (),
        text: str | None = None,
        document: str | None = None,
        extent: Extent | str = Extent.DOCUMENT,
        readable: str | frozenset[str] | None = None,
        settled: SettledDraws | None = None,
    ) -> Scope:
        """Make the scope of one text, which replaces its mentions consistently.

        Args:
            source: The text, or its names: matches of a matcher, or mentions.
            text: The text, if ``source`` are mentions, which do not contain it.
            document: A name that identifies the document instead of its text. With a seed, each
                document gets other pseudonyms, unless the extent is a corpus.
            extent: ``document``, or ``corpus`` if names rotate through all texts.
            readable: What stays readable of the text, if it is not all but its mentions, or the words
                of that. No pseudonym is a name in it.
            settled: What earlier texts of a session settled. The scope goes on with it and extends it;
                it has its own name, and nothing rotates.
        """
        if isinstance(source, str):
            text, source = source, self._matcher.match(source)
        if settled is not None:
            document, extent = settled.name, Extent.DOCUMENT
        mentions = source if isinstance(source, PackedSequence) else tuple(source)
        texts = [text] if text is not None else _collect_texts(mentions)
        choices, rotations = self._choices, None
        if extent != Extent.DOCUMENT and _parse_extent(extent) is Extent.CORPUS:
            check_rotation_seed(self.seed)
            rotations = self._get_rotation
        elif not choices.is_keyed:
            choices = choices.for_document(_hash_document(document, texts, mentions))
        stays = self._find_readable(texts, mentions, readable)
        content = ScopeContent(
            mentions,
            stays,
            choices,
            self._choices,
            rotations,
            self._first_names,
            self._parts,
            settled,
        )
        return Scope(self._stock, content)

    def _find_readable(
        self,
        texts: Iterable[str],
        mentions: Iterable[Match | Mention | ResolvedMention],
        known: str | frozenset[str] | None,
    ) -> Readable:
        """Find what stays readable of texts when all mentions are replaced that are not kept."""
        if known is not None:
            return split_if_long([known]) if isinstance(known, str) else known
        kept = self.settings.kept
        replaced = [each for each in mentions if not kept or self._get_label(each) not in kept]
        return split_if_long(cut_mentions(texts, replaced))

    def _get_label(self, mention: Match | Mention | ResolvedMention) -> str:
        return self._stock.originals.resolve(mention).original.label

    def rotation(self, *labels: Label | str) -> Rotation:
        """Return the rotation of the names with these labels; the default is all first names.

        It is made when first needed, which takes a second for all first names. A seed must have at
        least 64 bits."""
        rotated = tuple(parse_label(label) for label in labels) or FIRSTNAME_LABELS
        if not set(rotated) <= set(NAME_LABELS):
            raise InputError(f"only names rotate: {', '.join(NAME_LABELS)}")
        check_rotation_seed(self.seed)
        return self._find_rotation(self._choices, rotated)

    def _make_rotation(self, choices: Choices, labels: tuple[Label, ...]) -> Rotation:
        return Rotation(self._stock, choices, labels)

    def make_recipe(self) -> dict[str, Any]:
        """Return what makes the same sampler in another process."""
        settings = {**asdict(self.settings), "kept": sorted(self.settings.kept)}
        return {
            "lexicon": self.lexicon.make_recipe(),
            "seed": self.seed,
            "key": None if self._key is None else self._key.make_recipe(),
            "writer": self._writer,
            **settings,
        }

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> Self:
        """Make the sampler of a recipe."""
        key = recipe.get_optional_part("key")
        return cls(
            reopen_recipe(Lexicon, recipe.get("lexicon", dict)),
            recipe.get_optional("seed", int),
            None if key is None else OpenedKey.open_recipe(key),
            top=recipe.get("top", int),
            cities=recipe.get("cities", int),
            weighted=recipe.get("weighted", bool),
            style=recipe.get("style", str),
            language=recipe.get("language", str),
            kept=recipe.get_strings("kept"),
            writer=recipe.get("writer", str),
        )

    def __copy__(self) -> Self:
        """Return a sampler that makes the same draws."""
        settings = asdict(self.settings)
        return type(self)(self.lexicon, self.seed, self._key, writer=self._writer, **settings)

    def _get_rotation(self, label: str) -> Rotation:
        return self.rotation(*(FIRSTNAME_LABELS if label in FIRSTNAME_LABELS else (label,)))

    @lazy_property
    def _matcher(self) -> Matcher:
        return Matcher(self.lexicon)


def _choose_seed(seed: int | None, key: OpenedKey | None) -> int | None:
    if seed is not None and key is not None:
        raise InputError("a seed and a key: give only one of them")
    if seed is not None and type(seed) is not int:
        raise InputError(f"seed must be a whole number, not {type(seed).__name__}")
    return draw_seed() if seed is None and key is None else seed


def _choose_secret(key: OpenedKey | None, writer: str) -> bytes | None:
    """Return the secret that draws depend on: the key, or one that is derived from it for a writer."""
    if not isinstance(writer, str):
        raise InputError(f"writer must be str, not {type(writer).__name__}; convert ids with str()")
    if key is None:
        if writer:
            raise InputError(_NO_KEY_FOR_WRITER)
        return None
    if not writer:
        return key.secret
    return derive_key(key.secret, "writer", writer.encode("utf-8", "surrogatepass"))


def _parse_style(style: Style | str) -> Style:
    try:
        return Style(style)
    except ValueError:
        raise InputError(f"style={style!r}: choose one of {', '.join(Style)}") from None


def _check_kept(labels: Collection[Label | str]) -> frozenset[str]:
    if isinstance(labels, str):
        raise InputError(f"kept={labels!r}: give a list of labels, even for a single one")
    return frozenset(map(str, labels))


def _parse_extent(extent: Extent | str) -> Extent:
    try:
        return Extent(extent)
    except ValueError:
        raise InputError(f"extent={extent!r}: choose one of {', '.join(Extent)}") from None


def _collect_texts(mentions: Iterable[Match | Mention | ResolvedMention]) -> list[str]:
    """Return the texts in which matches were found, each once."""
    matches = (mention for mention in mentions if isinstance(mention, Match))
    return list({id(match.text): match.text for match in matches}.values())


def _hash_document(
    document: str | None,
    texts: Iterable[str],
    mentions: Iterable[Match | Mention | ResolvedMention],
) -> bytes:
    """Hash what identifies a document: its name, its text, or else what it mentions."""
    if document is not None:
        parts, kind = [document], b"name"
    else:
        parts, kind = list(texts), b"text"
    if not parts:
        parts = [mention.base for mention in mentions]
    digest = hashlib.blake2b(kind)
    for part in parts:
        digest.update(_hash_text(part))
    return digest.digest()


def _hash_text(text: str) -> bytes:
    """Hash a text part by part, without a copy of all of it."""
    digest = hashlib.blake2b()
    for start in range(0, len(text), LONGEST_AT_ONCE):
        part = text[start : start + LONGEST_AT_ONCE]
        digest.update(part.encode("utf-8", "surrogatepass"))
    return digest.digest()
