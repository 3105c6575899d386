"""Find names with other people's models, with our own lists, or with several of both, and mask them.

::

    mask_names("George met Anna.", ["tacknamn", "stanza"])      # "[Name] met [Name]."
    mask = Masker(make_mask_settings("spacy", language="sv"))   # mask(text).text, .spans

    spacy = make_backend("spacy:en_core_web_sm")
    found = {"spacy": find_mentions(spacy, text)}
    combine(text, found, "union")                               # [NamedMention(...), ...]

:mod:`tacknamn.ner.backends` finds names, :mod:`tacknamn.ner.combining` combines the results of
several backends, and :mod:`tacknamn.ner.masker` replaces names by ``[Name]``, together with the
patterns of :mod:`tacknamn.detection.patterns.clinical_patterns`.
"""

from tacknamn.ner.backends.checking import find_all_mentions, find_mentions
from tacknamn.ner.backends.protocol import (
    Backend,
    BackendError,
    BackendMaker,
    BackendSetup,
    NamedMention,
)
from tacknamn.ner.backends.registry import (
    BackendRequest,
    list_backends,
    make_backend,
    read_requests,
)
from tacknamn.ner.combining.rules import CombinationMode, CombinationRule
from tacknamn.ner.combining.voting import combine
from tacknamn.ner.mask_settings import MaskOptions, MaskSettings, make_mask_settings
from tacknamn.ner.masker import Mask, MaskedText, Masker, mask_names

__all__ = [
    "Backend",
    "BackendError",
    "BackendMaker",
    "BackendRequest",
    "BackendSetup",
    "CombinationMode",
    "CombinationRule",
    "Mask",
    "MaskOptions",
    "MaskSettings",
    "MaskedText",
    "Masker",
    "NamedMention",
    "combine",
    "find_all_mentions",
    "find_mentions",
    "list_backends",
    "make_backend",
    "make_mask_settings",
    "mask_names",
    "read_requests",
]
