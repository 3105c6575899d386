"""Convert counts of every kind to one comparable figure: expected mentions.

Expected mentions are the number of times that a billion words of ordinary Swedish name the entity.
The figure makes a town's inhabitants comparable with a name's bearers. It never replaces the count,
which keeps its kind.

For personal names there is one more step: every count becomes an estimate of the bearers in the
home country. Partial statistics (newborns of twenty years, the persons in an encyclopaedia) are
lower bounds of the same number, so the largest estimate is the best one, and estimates are never
added. :mod:`~tacknamn_builders.merging.merge_names` decides which estimates count: if Swedish lists
have a name, lists of other countries do not count.

``bench/fit_mentions.py`` prints the constants next to the data: SCB's names in use of 2020, the
SweLL surnames, and wordfreq's Swedish frequencies. The constants are rounded, because they are used
for ranking, and because single names differ widely from them: the quartiles are given with each.
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
"""The same for first names: 4.71 million for women, 4.77 for men. The quartiles (3.1 and 5.8) are
far apart, because Faker counts given names and SCB names in use: many are given the name Maria, few
use it."""
BEARERS_PER_CLASS = 100.0
"""gender-guesser's classes are base-2 logarithms; class 0 means 100 bearers. The median is 106 in
the frequent classes 8 to 10 and 164 over all classes (quartiles 81 and 362). The largest estimate
wins, so a high constant does more harm than a low one: of values from 40 to 160, 60 to 110 gave the
best merged estimates."""
BEARERS_PER_RANK = 50.0
"""Bearers per person with that surname in Wikidata. The median rises with frequency: 15 for one
person, 25 for two to five, 50 for six to thirty, 116 above. 50 is right in the middle and too much
for the rarest names: two in five of them have fewer than the ten bearers from which lists begin."""
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
"""Bearers at home per bearer abroad, by the kind of count and the country, for names that no
Swedish list has: all bearers of such names in Sweden divided by all abroad, rounded. BEARERS:
Denmark's first names with ten bearers or more (0.66), Finland's names (0.18 and 0.09), the frequent
names of the United States (0.0015 and 0.0011). RANK: Wikidata's persons, each counted as
:data:`BEARERS_PER_RANK`. A country from which many people came has more bearers here than persons
in the encyclopaedia: 2.3 and 3.4 for Eritrea's first names and surnames, 0.02 for Poland's. First
names and surnames of a country differ by less than half, except for Finland."""
NEIGHBOURS = ("DK", "FI")
"""Countries whose names are common here: a tenth of their bearers or more live at home."""
ABROAD_OTHERWISE = 0.01
"""The same for classes (0.008) and for countries that are not in the table: all their names
together give 0.013 for first names and 0.011 for surnames."""

PER_BEARER = {Label.SURNAME: 0.2}
"""Mentions per bearer: the median of 394 surnames with one meaning and 1,000 bearers or more
is 0.20, the quartiles 0.13 and 0.35."""
PER_FIRST_NAME_BEARER = 0.4
"""The same for 402 first names: 0.43 (0.36 for women, 0.63 for men), quartiles 0.20 and 0.87."""
PER_INHABITANT = 0.3
"""Mentions per inhabitant of Swedish towns of 10,000 and more: the median of 131 towns is
0.30, the quartiles 0.13 and 0.44. From 1,000 to 10,000 inhabitants it is 0.1."""
PER_INHABITANT_ABROAD = 0.0003
"""The same for 267 cities abroad with a million inhabitants or more: all their mentions divided by
all their inhabitants. The median is a tenth of it, and every third city is never named; a few
capitals determine the mean."""
PER_REGION_INHABITANT = 0.05
"""Mentions per inhabitant of a region at home: the median of 15 unambiguous Swedish regions is
0.047. Texts name the town, almost never the municipality of the same name."""
PER_COUNTRY_INHABITANT = 0.0005
"""Mentions per inhabitant of a country: the mean of 118 countries is 0.0006, the median 0.0002.
Large countries far away are named less than small ones nearby."""
UNCOUNTED = 3.0
"""Mentions of an entity without a count: the mean of 31,000 streets and stops is 2.7, of towns
without inhabitants 5.8. Curated entities (lakes, schools, authorities) are named at least fifty
times as often, but almost never share their name with something else."""
UNCOUNTED_ABROAD = 0.3
"""Mentions of a town abroad without a number of inhabitants: 30,000 villages that Swedish texts
never name (Fika in Nigeria, Bra in Italy). A town of 1,000 abroad has the same figure."""
UNCOUNTED_BEARERS = 10.0
"""The minimum of bearers assumed for every name: the SweLL lists begin there."""


def label_code(label: Label) -> int:
    """Return the number of a label in the store."""
    return LABELS.index(label)


def is_first_name(labels: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Mark the rows that are first names."""
    return np.isin(labels, [label_code(label) for label in FIRST_NAMES])


def estimate_home_bearers(store: RowStore, rows: EntryRows, home: int) -> npt.NDArray[np.float64]:
    """Estimate the bearers in the country ``home`` for each row of a personal name."""
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
    return np.where(rows.country == home, estimate, estimate * _find_abroad_factors(store, rows))


def _find_abroad_factors(store: RowStore, rows: EntryRows) -> npt.NDArray[np.float64]:
    """Find for each row the bearers at home per bearer in its country."""
    factors = np.full((len(KINDS), len(store.names)), ABROAD_OTHERWISE)
    for kind, by_country in ABROAD.items():
        for country, factor in by_country.items():
            factors[KINDS.index(kind), store.names.find(country) or 0] = factor
    factors[:, 0] = ABROAD_OTHERWISE
    return factors[rows.kind, rows.country]


def estimate_mentions(
    label: npt.NDArray[np.int64],
    kind: npt.NDArray[np.int64],
    count: npt.NDArray[np.float64],
    at_home: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """Estimate expected mentions; for personal names ``count`` is the estimate of bearers at
    home."""
    # Places: by inhabitants, with a factor for each label, at home and abroad.
    inhabitants = kind == KINDS.index(Kind.INHABITANTS)
    per_inhabitant = np.where(at_home, PER_INHABITANT, PER_INHABITANT_ABROAD)
    region = label == label_code(Label.REGION)
    per_inhabitant = np.where(region & at_home, PER_REGION_INHABITANT, per_inhabitant)
    country = label == label_code(Label.COUNTRY)
    per_inhabitant = np.where(country, PER_COUNTRY_INHABITANT, per_inhabitant)
    # Without inhabitants: a fixed figure.
    village = (label == label_code(Label.CITY)) & ~at_home
    uncounted = np.where(village, UNCOUNTED_ABROAD, UNCOUNTED)
    expected = np.where(inhabitants, count * per_inhabitant, uncounted)
    # Personal names: by bearers.
    bearers = np.maximum(count, UNCOUNTED_BEARERS)
    surname = label == label_code(Label.SURNAME)
    expected = np.where(surname, bearers * PER_BEARER[Label.SURNAME], expected)
    expected = np.where(is_first_name(label), bearers * PER_FIRST_NAME_BEARER, expected)
    return np.maximum(expected, UNCOUNTED_ABROAD)
