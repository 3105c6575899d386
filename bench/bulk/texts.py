"""Generate the rows that the benchmark processes, and read the sentences of learners.

Names are drawn from the lists in proportion to their bearers, so that frequent names recur and rare
ones occur: as in a table of real notes.
"""

import json
import random
from pathlib import Path

from tacknamn import Lexicon, Sampler

__all__ = [
    "LEARNERS",
    "generate_english_rows",
    "generate_notes",
    "generate_rows",
    "read_learners",
]

LEARNERS = "sv_swell_ud"
"""The gold texts of learners: sentences."""
SEED = 17
DIFFERENT = 2_000
"""Names of each kind to draw from."""
TOP = 400
"""The most frequent names of each list; they have nine of ten bearers."""
CITIES = 60
LABELS = {
    "first": ("firstname_female", "firstname_male"),
    "last": ("surname",),
    "city": ("city",),
}
ENGLISH_ROWS = (
    "{first} {last} called from {city} yesterday and asked about the appointment because she had not received any answer yet",
    "The patient lives in {city} together with {first} and has met the counsellor {last} twice this spring without feeling better",
    "We have talked with {first} {last} about how the home care in {city} can help with cleaning and cooking every week",
    "According to {first} {last} the move to {city} went well but he misses the neighbours and would like more company",
)
"""The same in English."""
FOUND_IN = 5
"""Of so many notes, one has something to find."""
ROWS = (
    "{first} {last} ringde från {city} i går och frågade efter tiden hos läkaren eftersom hon inte fått något svar än",
    "Patienten bor i {city} tillsammans med {first} och har träffat kuratorn {last} två gånger under våren utan att må bättre",
    "Vi har talat med {first} {last} om hur hemtjänsten i {city} kan hjälpa till med städning och matlagning varje vecka",
    "Enligt {first} {last} har flytten till {city} gått bra men hon saknar grannarna och vill gärna ha lite mer sällskap",
    "Dottern {first} hämtar henne på fredag och kör till {city} där familjen {last} väntar med middag och fika på kvällen",
    "Han berättar att {first} {last} hjälpte honom när han kom till {city} och inte hade någonstans att bo den vintern",
    "Samtal med maken {first} som undrar om syster {last} kan komma ut till {city} och lägga om det såret igen",
    "Jag heter {first} {last} och jag bor i {city} med min familj och vi trivs ganska bra i huset",
)
"""Rows of twenty words with three names."""
PLAIN = (
    "Patienten mår bättre än vid förra besöket.",
    "Sover gott om natten och äter som vanligt.",
    "Fortsatt behandling enligt plan.",
    "Ingen feber, ingen hosta.",
    "Patienten är vaken, klar och orienterad.",
    "Vill inte ha mer smärtlindring just nu.",
    "Har svårt att gå längre sträckor utan att bli andfådd.",
    "Buken är mjuk och oöm.",
    "Hjärta och lungor utan anmärkning.",
    "Ny kontroll om en månad.",
    "Tar sina tabletter regelbundet och har inga biverkningar.",
    "Blodtrycket ligger bra.",
    "Såret är torrt och rent och läker fint.",
    "Klagar över yrsel när hen reser sig hastigt.",
    "Uppmanas att dricka mer och att röra på sig varje dag.",
    "Remiss skickas i dag.",
    "Svaret på proverna väntas i nästa vecka.",
    "Patienten är införstådd och nöjd med planen.",
    "Besväras av klåda på båda underarmarna.",
    "Önskar hjälp med städning och inköp.",
    "Har varit med på gymnastiken två gånger.",
    "Puls 72, regelbunden.",
    "Temp 37,2.",
    "Vikt 72 kg.",
)
"""Sentences in which nothing identifies a person."""
NAMED = (
    "{first} {last} följde med till mottagningen.",
    "Sonen {first} ringer i morgon.",
    "Flyttar till {city} i sommar.",
    "Bor ihop med {first} i {city}.",
)


def generate_rows(lexicon: Lexicon, count: int) -> list[str]:
    """Generate rows of twenty words with three names."""
    chance = random.Random(SEED)
    names = _draw_names(lexicon)
    return [_fill(chance.choice(ROWS), names, chance) for _ in range(count)]


def generate_english_rows(lexicon: Lexicon, count: int) -> list[str]:
    """Generate such rows in English."""
    chance = random.Random(SEED)
    names = _draw_names(lexicon)
    return [_fill(chance.choice(ENGLISH_ROWS), names, chance) for _ in range(count)]


def generate_notes(lexicon: Lexicon, count: int) -> list[str]:
    """Generate short notes. Every fifth has a sentence with a name, all others have none."""
    chance = random.Random(SEED)
    names = _draw_names(lexicon)
    return [_write_note(names, chance, number % FOUND_IN == 0) for number in range(count)]


def read_learners(texts: Path) -> list[str]:
    """Read the sentences of learners."""
    with (texts / f"{LEARNERS}.dev.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in lines]


def _draw_names(lexicon: Lexicon) -> dict[str, list[str]]:
    sampler = Sampler(lexicon, seed=SEED, top=TOP, cities=CITIES, weighted=True)
    return {
        name: [sampler.draw(labels[number % len(labels)]).text for number in range(DIFFERENT)]
        for name, labels in LABELS.items()
    }


def _write_note(names: dict[str, list[str]], chance: random.Random, is_named: bool) -> str:
    sentences = chance.sample(PLAIN, chance.randint(2, 4))
    if is_named:
        place = chance.randrange(len(sentences) + 1)
        sentences.insert(place, _fill(chance.choice(NAMED), names, chance))
    return " ".join(sentences)


def _fill(template: str, names: dict[str, list[str]], chance: random.Random) -> str:
    return template.format(**{name: chance.choice(drawn) for name, drawn in names.items()})
