"""How often what annotators taught is expected to be mentioned."""

import numpy as np
import numpy.typing as npt

from tacknamn_builders.common_words import CURATED
from tacknamn_builders.learnt import LEARNT
from tacknamn_builders.profiles import Profile
from tacknamn_builders.senses import Senses

__all__ = ["MENTIONS", "learnt_mentions"]

MENTIONS = CURATED
"""Expected mentions of what was learnt, at the least: those of what we ourselves thought worth a
line, for that is what it is, to its reviewer; here of personal names, too. It is what 500 bearers
of a first name, 1,000 of a surname or 667 inhabitants of a town give. Of the towns that `full` has
and `default` lacks, weighed by how often each is met, half have 155 mentions or more. Tried from 4
to 2,000 on a name that no list has: with 4 its genitive was missed, with 20 to 100 it was missed
in small letters, as half of all missed names are written, and from 200 on it was found. An
ordinary word stays one from 600 in a billion words (zipf 2.8) on, and is then found only where its
surroundings speak for it."""
Floats = npt.NDArray[np.float64]


def learnt_mentions(senses: Senses, mentions: Floats, profile: Profile) -> Floats:
    """Expected mentions of senses, with :data:`MENTIONS` for what was learnt, at the least."""
    bits = sum(1 << n for n, source in enumerate(profile.sources) if source.id == LEARNT)
    is_learnt = (senses.sources & np.uint64(bits)) > 0
    return np.where(is_learnt, np.maximum(mentions, MENTIONS), mentions)
