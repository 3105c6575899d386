"""The open lists, and the pseudonymizers of the settings that requests ask for.

A pseudonymizer takes some milliseconds to make, so those of the most recent settings are kept. All share
one open bundle.
"""

import hmac
import time
from copy import copy
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.matching.semantics import Overlaps
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.pipeline.settings import check_language
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import list_profiles, read_profile
from tacknamn.replacement.keys import derive_key, read_key
from tacknamn.replacement.sampler import Sampler
from tacknamn.replacement.seeds import draw_seed
from tacknamn.service.settings import SEED_BITS, ServiceSettings
from tacknamn.service.vaults import open_service_vault
from tacknamn.support.suggest import suggest_names

if TYPE_CHECKING:
    from tacknamn.vault.vault import Vault

__all__ = ["EngineOptions", "Engines", "MatcherOptions"]

_KEPT = 32
"""Pseudonymizers that stay ready. Each takes half a megabyte, and more as it remembers names."""
LEAST_RUN = 16
"""Characters of the name of a run, which is a secret."""
_LONGEST_SHOWN = 80
"""Characters of an unknown name that a message shows."""


class EngineOptions(NamedTuple):
    """The settings of a pseudonymizer that a request may choose; ``None`` is the default."""

    profile: str | None = None
    language: str | None = None
    policies: tuple[tuple[str, str], ...] = ()
    thresholds: tuple[tuple[str, float], ...] = ()
    topic_aware: bool | None = None
    fuzzy: bool = True
    seed: int | None = None
    keyed: bool = False
    writer: str = ""
    protect: str = ""
    run: str = ""

    def __repr__(self) -> str:
        """Leave out the options, which may name a person."""
        return "EngineOptions()"

    def name_run(self, text: str) -> "EngineOptions":
        """Let a text be a run of its own: asked again, it has the same pseudonyms.

        For editors, which send a text again and again. A text is no secret, so who has all of it can ask
        what it became; but nothing of any other text."""
        return self._replace(run=sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


class MatcherOptions(NamedTuple):
    """The settings of a matcher that a request may choose."""

    overlaps: str = Overlaps.LONGEST
    labels: tuple[str, ...] | None = None
    fuzzy: bool = False
    min_probability: float | None = None


class Engines:
    """Everything that works with one open bundle. It is replaced as a whole when lists are reloaded."""

    def __init__(self, settings: ServiceSettings) -> None:
        """Open the lists, and make the pseudonymizer of the defaults."""
        self._settings = settings
        self.lexicon = Lexicon.open(
            settings.data or None, extra=settings.extra, allow=settings.allow, keep=settings.keep
        )
        self.opened = time.time()
        """When the lists were opened, in seconds since 1970."""
        self.made = self.lexicon.bundle.path("manifest.json").stat().st_mtime
        """When the lists were made."""
        self._secret: int | None = None
        """The seed of all draws of one request; see :meth:`begin_request`."""
        self._has_one = False
        """Whether it has one text."""
        self.get_finder = lru_cache(_KEPT)(self._make)
        """Return the pseudonymizer of some options to find names with: its draws are not safe."""
        self._get_of_run = lru_cache(_KEPT)(self._make_of_run)
        self.get_matcher = lru_cache(_KEPT)(self._make_matcher)
        """Return the matcher of some options."""
        self.derive_key = lru_cache(_KEPT)(self._derive_key)
        """Return the key of the service for a use; None if it has none."""
        self._get_sampler = lru_cache(_KEPT)(self._make_sampler)
        self.get(EngineOptions())
        for file in settings.profiles.values():  # a mistake in one ends the start, not a request
            read_profile(file)

    @property
    def vault(self) -> "Vault":
        """The vault of the service; a :class:`Problem` if it has none."""
        return open_service_vault(self._settings)

    @property
    def allows_reveal(self) -> bool:
        """Whether requests may ask the vault for originals."""
        return self._settings.allows_reveal

    def list_profiles(self) -> list[str]:
        """List the profiles that a request may name."""
        return sorted({*list_profiles(), *self._settings.profiles})

    def read_profile(self, name: str | None) -> Profile:
        """Return the profile of this name; that of the service without a name.

        A request cannot name a file: it would read any file of the server."""
        if name is None or name == self._settings.profile:
            return read_profile(self._settings.profile)
        if name in self._settings.profiles:
            return read_profile(self._settings.profiles[name])
        if name not in list_profiles():
            shown = name[:_LONGEST_SHOWN]
            raise InputError(
                f"there is no profile {shown!r}; {suggest_names(shown, self.list_profiles())}"
            )
        return read_profile(name)

    def begin_request(self, has_many: bool = True) -> "Engines":
        """Return the same engines with a new secret, for all texts of a request and no others.

        The draws of a secret show which part of the lists each name draws from, and how ages move. If
        requests shared one, a client could ask for them and read what another client published.

        Args:
            has_many: Whether it may have several texts. One alone needs no preparation for others.
        """
        other = copy(self)
        other._secret = draw_seed()
        other._has_one = not has_many
        return other

    def get(self, options: EngineOptions, secret: int | None = None) -> Pseudonymizer:
        """Return the pseudonymizer of some options.

        Args:
            secret: The seed of its draws, if the options name no seed, run or key. The default is that
                of the request, or else a new one.
        """
        if options.keyed or options.seed is not None:
            return self.get_finder(options)
        if options.run:
            return self._get_of_run(options)
        seed = secret or self._secret or draw_seed()
        return self.get_finder(options).with_seed(seed, self._has_one and secret is None)

    def _make_of_run(self, options: EngineOptions) -> Pseudonymizer:
        return self.get_finder(options._replace(run="")).with_seed(self._derive_seed(options.run))

    def _derive_seed(self, run: str) -> int:
        """Return the seed of all requests that name this run, in all workers until the service ends."""
        if len(run) < LEAST_RUN:
            raise InputError(
                f"run: give at least {LEAST_RUN} random letters, because who knows them can ask for the "
                "same draws"
            )
        secret = str(self._settings.seed).encode()
        digest = hmac.digest(secret, run.encode("utf-8", "surrogatepass"), "sha256")
        return 1 << SEED_BITS | int.from_bytes(digest) >> SEED_BITS

    def _make(self, options: EngineOptions) -> Pseudonymizer:
        if options.language is not None:
            check_language(options.language)
        key = self._find_key(options.keyed, options.seed, options.run)
        if options.writer and key is None:
            raise InputError("writer needs keyed=true: without a key, each text is drawn by itself")
        return Pseudonymizer(
            self.lexicon,
            self.read_profile(options.profile),
            options.seed,
            key,
            policies=dict(options.policies),
            thresholds=dict(options.thresholds),
            language=options.language or self._settings.language,
            topic_aware=options.topic_aware,
            fuzzy=options.fuzzy,
            protect=options.protect,
            writer=options.writer,
        )

    def _find_key(self, is_keyed: bool, seed: int | None, run: str) -> Path | None:
        if is_keyed + (seed is not None) + bool(run) > 1:
            raise InputError("seed, keyed and run exclude each other; give one of them")
        if not is_keyed:
            return None
        if self._settings.key_file is None:
            raise InputError("the service has no key; start it with --key-file FILE")
        return self._settings.key_file

    def _derive_key(self, use: str) -> bytes | None:
        file = self._settings.key_file
        return None if file is None else derive_key(read_key(file), use)

    def _make_matcher(self, options: MatcherOptions) -> Matcher:
        return Matcher(self.lexicon, "auto", *options)

    def get_sampler(self, language: str, seed: int | None, is_keyed: bool, run: str) -> Sampler:
        """Return a sampler. That of the key goes on where it was, so its draws do not repeat."""
        key = self._find_key(is_keyed, seed, run)
        if key is not None:
            return self._get_sampler(language, key)
        if seed is None:
            seed = self._derive_seed(run) if run else draw_seed()
        return self._get_sampler(language, None).with_seed(seed)

    def _make_sampler(self, language: str, key: Path | None) -> Sampler:
        return Sampler(self.lexicon, None, key, language=language)
