"""Guess names from how frequent pseudonyms are in a whole corpus.

Where a name has the same pseudonym in all texts, the most frequent pseudonym probably stands for the
most frequent name, the second for the second, and so on.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.people import list_first_names
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_equal_sets", "attack_frequencies", "attack_with_key"]

_FRAME = "Jag heter {name}."
_PEOPLE = 2000
"""Writers of a corpus, each with one text."""
_GUESSES = 10
"""Writers of each corpus whose names count. More would not be independent of each other."""
_CORPORA = 200
_SMALLER = 300
"""The same where each text, or each writer, is drawn anew: more of them show nothing more."""
_RUNS_WITH_KEY = 40
_COMPARED, _COMPARED_ANEW = 1000, 100
"""Rounds; fewer where each text is drawn anew, which shows the names in every round."""
_WRITERS = 5
_TEXTS_OF_A_WRITER = 60


def attack_frequencies(setting: Setting) -> Iterator[AttackFigure]:
    """Guess the names of all writers by rank, and whether the most frequent pseudonym is the most
    frequent name."""
    random = setting.make_random("frequencies")
    population = list_first_names(setting)
    by_rank, first = Rounds(), Rounds()
    run = Run(setting, random)
    is_anew = setting.mode == "writer" or not run.is_consistent
    people = _SMALLER if is_anew else _PEOPLE
    for _ in range(setting.count(_CORPORA)):
        run = run.start_again()
        originals = population.draw(random, people)
        published = _publish(run, originals)
        ranked = [name for name, _ in Counter(published).most_common()]
        guesses = dict(zip(ranked, population.names, strict=False))
        pairs = list(zip(originals, published, strict=True))
        for original, pseudonym in random.sample(pairs, min(_GUESSES, len(pairs))):
            guess = guesses.get(pseudonym, population.names[0])
            by_rank.add(guess == original, max(population.shares))
        behind = [original for original, pseudonym in pairs if pseudonym == ranked[0]]
        first.add(random.choice(behind) == population.names[0], max(population.shares))
    for attack, rounds in (
        ("first names of all writers, by rank", by_rank),
        ("most frequent pseudonym, by rank", first),
    ):
        yield rounds.report(attack, "release", setting)


def attack_with_key(setting: Setting) -> Iterator[AttackFigure]:
    """Guess the name of a writer with the key: list what each name becomes, take the most frequent one."""
    if setting.mode != "key":
        return
    random, rounds = setting.make_random("with key"), Rounds()
    population = list_first_names(setting)
    run = Run(setting, random)
    for _ in range(setting.count(_RUNS_WITH_KEY)):
        run = run.start_again()
        becomes = dict(zip(population.names, _publish(run, population.names), strict=True))
        guesses = {pseudonym: name for name, pseudonym in reversed(becomes.items())}
        for original in population.draw(random, _GUESSES):
            rounds.add(guesses[becomes[original]] == original, max(population.shares))
    yield rounds.report("first name, with the key", "key", setting)


def attack_equal_sets(setting: Setting) -> Iterator[AttackFigure]:
    """Find out who has the first name of a writer, from many texts of each: the same set of pseudonyms."""
    random, rounds = setting.make_random("equal sets"), Rounds()
    names = list_first_names(setting).names
    run = Run(setting, random)
    for _ in range(setting.count(_COMPARED if run.is_consistent else _COMPARED_ANEW)):
        run = run.start_again()
        others = random.sample(names, _WRITERS)
        first = random.choice(others)
        seen, *compared = (_publish_set(run, name) for name in (first, *others))
        likeness = [len(seen & each) for each in compared]
        best = [name for name, like in zip(others, likeness, strict=True) if like == max(likeness)]
        rounds.add(random.choice(best) == first, 1 / len(others))
    yield rounds.report("two writers of the same first name, 60 texts of each", "release", setting)


def _publish_set(run: Run, name: str) -> frozenset[str]:
    """Publish many texts of one writer; return the names in them."""
    run.change_writer()
    texts = run.publish_all([_FRAME.format(name=name)] * _TEXTS_OF_A_WRITER)
    return frozenset(read_slots(_FRAME, text).get("name", "") for text in texts)


def _publish(run: Run, originals: Sequence[str]) -> list[str]:
    """Publish a text of each writer; return the names in them."""
    published = []
    for original in originals:
        run.change_writer()
        text = run.publish(_FRAME.format(name=original))
        published.append(read_slots(_FRAME, text).get("name", ""))
    return published
