"""How often what annotators taught is expected to be mentioned."""

import numpy as np
import numpy.typing as npt

from tacknamn_builders.merging.common_words import CURATED_MENTIONS
from tacknamn_builders.merging.row_store import MergedEntries
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.reviewed_tables import REVIEWED_ID

__all__ = ["REVIEWED_MENTIONS", "raise_reviewed_mentions"]

REVIEWED_MENTIONS = CURATED_MENTIONS
"""Expected mentions of what was learnt, at the least: those of what we ourselves thought worth a
line, for that is what it is, to its reviewer; here of personal names, too. It is what 500 bearers
of a first name, 1,000 of a surname or 667 inhabitants of a town give. Of the towns that `full` has
and `default` lacks, weighed by how often each is met, half have 155 mentions or more. Tried from 4
to 2,000 on a name that no list has: with 4 its genitive was missed, with 20 to 100 it was missed
in small letters, as half of all missed names are written, and from 200 on it was found. An
ordinary word stays one from 600 in a billion words (zipf 2.8) on, and is then found only where its
surroundings speak for it."""
Floats = npt.NDArray[np.float64]


def raise_reviewed_mentions(
    senses: MergedEntries, mentions: Floats, profile: BuildProfile
) -> Floats:
    """Expected mentions of senses, with :data:`REVIEWED_MENTIONS` for what was learnt, at the least."""
    bits = sum(1 << n for n, source in enumerate(profile.sources) if source.id == REVIEWED_ID)
    is_learnt = (senses.sources & np.uint64(bits)) > 0
    return np.where(is_learnt, np.maximum(mentions, REVIEWED_MENTIONS), mentions)
