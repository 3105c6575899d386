"""Turn counts of every kind into one comparable figure: expected mentions.

Expected mentions is how often an ordinary billion words of Swedish name the thing. It
makes a town's inhabitants comparable with a name's bearers; it never replaces the count,
which keeps its kind beside it.

Personal names go through one step more: every count becomes an estimate of bearers in the
home country. Partial statistics (newborns of twenty years, the persons an encyclopaedia
knows) are lower bounds of one truth, so that the largest estimate is the best one, and
nothing is added. Which estimates count is decided in :mod:`~tacknamn_builders.merging.merge_names`: where
Swedish lists know a name, those of other countries say nothing.

``bench/fit_mentions.py`` prints the constants beside what the data say: SCB's names in use of
2020, the SweLL surnames, and wordfreq's Swedish frequencies. They are rounded, because their
use is to rank, and because single names lie far from them: the quartiles are told with each.
"""

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS, Kind, Label
from tacknamn_builders.merging.row_store import KINDS, EntryRows, RowStore

__all__ = [
    "FIRST_NAMES",
    "NEIGHBOURS",
    "estimate_home_bearers",
    "estimate_mentions",
    "is_first_name",
    "label_code",
]

FIRST_NAMES = (Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN)

BEARERS_PER_SHARE = {Label.SURNAME: 4.2e6}
"""Bearers per unit of Faker's share, which sums to 1 over 500 names: the median of those
names' bearers by their shares (4.16 million; quartiles 4.02 and 4.27)."""
BEARERS_PER_FIRST_NAME_SHARE = 4.7e6
"""The same for first names: 4.71 million for women, 4.77 for men. The quartiles, 3.1 and 5.8,
lie apart because Faker counts names given and SCB names in use: Maria is given to many and
used by few."""
BEARERS_PER_CLASS = 100.0
"""gender-guesser's classes are base-2 logarithms; class 0 stands for 100 bearers. The median
is 106 in the frequent classes 8 to 10 and 164 over all of them (quartiles 81 and 362). The
largest estimate wins, so that one too high does harm and one too low does little: tried from
40 to 160, the merged estimates were best from 60 to 110 and worse above."""
BEARERS_PER_RANK = 50.0
"""Bearers per person of that surname in Wikidata. The median rises with frequency: 15 for one
person, 25 for two to five, 50 for six to thirty, 116 above. 50 is right in the middle and too
much for the rarest, of which two in five have fewer than the ten bearers that we can see."""
ABROAD = {
    Kind.BEARERS: {"DK": 0.7, "FI": 0.1, "US": 0.001},
    Kind.RANK: {
        **dict.fromkeys(("ER", "SO"), 3.0),
        **dict.fromkeys(("AF", "IQ", "SY"), 2.0),
        **dict.fromkeys(("AL", "EG", "ET", "IR", "LB", "MK", "PK", "VN"), 1.0),
        "RS": 0.2,
        **dict.fromkeys(("IN", "TR"), 0.1),
        "DK": 0.05,
        **dict.fromkeys(("DE", "NO", "PL", "RO"), 0.03),
    },
}
"""Bearers at home per bearer abroad by what was counted, and where, for names that no Swedish
list knows: all bearers of such names in Sweden by all abroad, rounded. Statistics are Denmark's
first names of ten bearers or more (0.66), Finland's names (0.18 and 0.09) and the large ones of
the United States (0.0015 and 0.0011); ranks are Wikidata's, each taken for
:data:`BEARERS_PER_RANK`. A country from which many came has more bearers here than the
encyclopaedia knows persons there: 2.3 and 3.4 for Eritrea's first names and surnames, 0.02 for
Poland's. Between first names and surnames no country but Finland differs by half."""
NEIGHBOURS = ("DK", "FI")
"""Countries whose statistics name people that we meet: a tenth of their bearers or more."""
ABROAD_OTHERWISE = 0.01
"""The same for classes, 0.008, and for countries that the table lacks: all names together come
to 0.013 for first names and 0.011 for surnames."""

PER_BEARER = {Label.SURNAME: 0.2}
"""Mentions per bearer: the median of 394 surnames with one meaning and 1,000 bearers or more
is 0.20, the quartiles 0.13 and 0.35."""
PER_FIRST_NAME_BEARER = 0.4
"""The same for 402 first names: 0.43 (0.36 for women, 0.63 for men), quartiles 0.20 and 0.87."""
PER_INHABITANT = 0.3
"""Mentions per inhabitant of Swedish towns of 10,000 and more: the median of 131 towns is
0.30, the quartiles 0.13 and 0.44. From 1,000 to 10,000 inhabitants it is 0.1."""
PER_INHABITANT_ABROAD = 0.0003
"""The same for 267 cities of a million and more: all their mentions by all their inhabitants.
The median is a tenth of it and every third is never named; a few capitals make the mean."""
PER_REGION_INHABITANT = 0.05
"""Per inhabitant of a region at home: median 0.047 of 15 unambiguous Swedish ones. People name
the town, hardly ever the municipality of the same name."""
PER_COUNTRY_INHABITANT = 0.0005
"""All mentions of 118 countries by all their inhabitants are 0.0006, the median is 0.0002:
large countries far away are named less than small ones nearby."""
UNCOUNTED = 3.0
"""Mentions of a thing without a count: the mean of 31,000 streets and stops is 2.7, of towns
without inhabitants 5.8. What curation lists (lakes, schools, authorities) is named fifty
times as often or more, but hardly ever shares its name with something else."""
UNCOUNTED_ABROAD = 0.3
"""Mentions of a town abroad whose inhabitants nobody states: 30,000 villages, of which Swedish
texts name none (Fika in Nigeria, Bra in Italy). It is what a town of 1,000 there has."""
UNCOUNTED_BEARERS = 10.0
"""The fewest bearers that a name is taken to have, counted or not: where the SweLL lists end."""


def label_code(label: Label) -> int:
    """The number under which the pool keeps a label."""
    return LABELS.index(label)


def is_first_name(labels: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Which rows are first names."""
    return np.isin(labels, [label_code(label) for label in FIRST_NAMES])


def estimate_home_bearers(pool: RowStore, rows: EntryRows, home: int) -> npt.NDArray[np.float64]:
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
    return np.where(rows.country == home, estimate, estimate * _find_abroad_factors(pool, rows))


def _find_abroad_factors(pool: RowStore, rows: EntryRows) -> npt.NDArray[np.float64]:
    """For each row the bearers at home per bearer in its country."""
    factors = np.full((len(KINDS), len(pool.names)), ABROAD_OTHERWISE)
    for kind, by_country in ABROAD.items():
        for country, factor in by_country.items():
            factors[KINDS.index(kind), pool.names.find(country) or 0] = factor
    factors[:, 0] = ABROAD_OTHERWISE
    return factors[rows.kind, rows.country]


def estimate_mentions(
    label: npt.NDArray[np.int64],
    kind: npt.NDArray[np.int64],
    count: npt.NDArray[np.float64],
    at_home: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """Expected mentions; ``count`` of personal names is their estimated home bearers."""
    inhabitants = kind == KINDS.index(Kind.INHABITANTS)
    per_inhabitant = np.where(at_home, PER_INHABITANT, PER_INHABITANT_ABROAD)
    region = label == label_code(Label.REGION)
    per_inhabitant = np.where(region & at_home, PER_REGION_INHABITANT, per_inhabitant)
    country = label == label_code(Label.COUNTRY)
    per_inhabitant = np.where(country, PER_COUNTRY_INHABITANT, per_inhabitant)
    village = (label == label_code(Label.CITY)) & ~at_home
    uncounted = np.where(village, UNCOUNTED_ABROAD, UNCOUNTED)
    expected = np.where(inhabitants, count * per_inhabitant, uncounted)
    bearers = np.maximum(count, UNCOUNTED_BEARERS)
    surname = label == label_code(Label.SURNAME)
    expected = np.where(surname, bearers * PER_BEARER[Label.SURNAME], expected)
    expected = np.where(is_first_name(label), bearers * PER_FIRST_NAME_BEARER, expected)
    return np.maximum(expected, UNCOUNTED_ABROAD)
