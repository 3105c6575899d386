"""Turn counts of every kind into one comparable figure: expected mentions.

Expected mentions is how often an ordinary billion words of Swedish name the thing. It
makes a town's inhabitants comparable with a name's bearers; it never replaces the count,
which keeps its kind beside it.

Personal names go through one step more: every count becomes an estimate of bearers in the
home country. Partial statistics (newborns of twenty years, the persons an encyclopaedia
knows) are lower bounds of one truth, so that the largest estimate is the best one, and
nothing is added.

The constants were found with ``bench/fit_mentions.py``, which prints them against SCB's
population counts and wordfreq; they are rounded, because their use is to rank.
"""

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS, Kind, Label
from tacknamn_builders.pool import KINDS, Rows

__all__ = ["FIRST_NAMES", "code_of", "home_bearers", "is_first_name", "mentions"]

FIRST_NAMES = (Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN)

BEARERS_PER_SHARE = {Label.SURNAME: 4.2e6}
"""Bearers in Sweden per unit of Faker's share, which sums to 1 over 500 names: the median
over those names of SCB's bearers by the share."""
BEARERS_PER_FIRST_NAME_SHARE = 4.7e6
BEARERS_PER_CLASS = 120.0
"""gender-guesser's classes are base-2 logarithms; class 0 stands for 120 bearers."""
BEARERS_PER_RANK = 50.0
"""Bearers per person of that surname in Wikidata: 36 for the rare, 140 for the frequent."""
ABROAD = 0.01
"""Bearers at home per bearer abroad: the Nordic and Near-Eastern countries of birth that
are most frequent in Sweden have one to three hundredths of their population here."""

PER_BEARER = {Label.SURNAME: 0.3}
PER_FIRST_NAME_BEARER = 0.5
PER_INHABITANT = 0.3
PER_INHABITANT_ABROAD = 0.003
PER_COUNTRY_INHABITANT = 0.0005
UNCOUNTED = 3.0
"""Mentions of a thing without a count; names without one are as rare as ten bearers."""
UNCOUNTED_BEARERS = 10.0


def code_of(label: Label) -> int:
    """The number under which the pool keeps a label."""
    return LABELS.index(label)


def is_first_name(labels: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which rows are first names."""
    return np.isin(labels, [code_of(label) for label in FIRST_NAMES])


def home_bearers(rows: Rows, home: int) -> npt.NDArray[np.float64]:
    """Estimate for each row of a personal name its bearers in the country ``home``."""
    first = is_first_name(rows.label)
    share = np.where(first, BEARERS_PER_FIRST_NAME_SHARE, BEARERS_PER_SHARE[Label.SURNAME])
    estimate = np.zeros(len(rows))
    for kind, factor in (
        (Kind.BEARERS, 1.0),
        (Kind.SHARE, share),
        (Kind.RANK, BEARERS_PER_RANK),
    ):
        estimate = np.where(rows.kind == KINDS.index(kind), rows.count * factor, estimate)
    classes = rows.kind == KINDS.index(Kind.CLASS)
    estimate[classes] = BEARERS_PER_CLASS * 2.0 ** rows.count[classes]
    return np.where(rows.country == home, estimate, estimate * ABROAD)


def mentions(
    label: npt.NDArray[np.int64],
    kind: npt.NDArray[np.int64],
    count: npt.NDArray[np.float64],
    at_home: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """Expected mentions; ``count`` of personal names is their estimated home bearers."""
    inhabitants = kind == KINDS.index(Kind.INHABITANTS)
    per_inhabitant = np.where(at_home, PER_INHABITANT, PER_INHABITANT_ABROAD)
    country = label == code_of(Label.COUNTRY)
    per_inhabitant = np.where(country, PER_COUNTRY_INHABITANT, per_inhabitant)
    expected = np.where(inhabitants, count * per_inhabitant, UNCOUNTED)
    bearers = np.maximum(count, UNCOUNTED_BEARERS)
    surname = label == code_of(Label.SURNAME)
    expected = np.where(surname, bearers * PER_BEARER[Label.SURNAME], expected)
    expected = np.where(is_first_name(label), bearers * PER_FIRST_NAME_BEARER, expected)
    return np.maximum(expected, UNCOUNTED / 10)
