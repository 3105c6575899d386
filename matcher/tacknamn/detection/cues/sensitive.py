"""Know the words of sensitive statements: politics, belief, sex, health, ethnic origin.

One table per group has the cues. A cue counts where a person is near: in its sentence, or in
the sentences around it where the cue alone says what somebody is (``around``). Of one group one
weak cue per sentence is marked and none beside a strong one, for fewer marks are better (A9
15); strong ones are all marked, because each says something of its own. Words that only begin
or sound alike stand in ``innocent.tsv``.
"""

from collections.abc import Iterator
from itertools import pairwise

from tacknamn.detection.cues.literals import Literal, LiteralMatch, read_endings
from tacknamn.detection.cues.persons import AROUND, find_sentence, find_writer
from tacknamn.records import Detection
from tacknamn.support.tables import read_table, split_cues
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["GROUPS", "KIND", "find_statements", "list_cues", "list_innocent_words"]

GROUPS = ("politics", "belief", "sex", "health", "ethnic")
"""What a sensitive statement is about; the rules of findings are ``cue:politics`` ..."""
KIND = "sensitive"
INNOCENT = "innocent"
SHORTEST_SLIP = 8
"""Letters of a cue that is found with one letter left out: shorter ones come near to words."""
SHORTEST_PLAIN = 5
"""Letters of a cue that is found without its rings and dots, and with a double letter single."""
PROBABILITY = {"around": 0.8, "sentence": 0.5}
"""Estimates: how often a statement with a strong or a weak cue is about the person itself."""
_PLAIN = str.maketrans("åäöé", "aaoe")


def list_cues() -> Iterator[Literal]:
    """The cues, and the slips of the longer ones."""
    ends = read_endings()
    innocent = {
        cue for fields in read_table(__file__, "innocent.tsv") for cue in split_cues(fields[0])
    }
    taken: set[str] = set(innocent)
    slips: list[Literal] = []
    for group in GROUPS:
        for reach, kind, cues in read_table(__file__, f"{group}.tsv"):
            for cue in split_cues(cues):
                text = cue.removeprefix("*")
                known = Literal(text, KIND, (group, reach, text), ends[kind], cue != text)
                taken.add(text)
                slips += (known._replace(text=slip) for slip in _list_misspellings(text))
                yield known
    for slip in slips:
        if slip.text not in taken:
            taken.add(slip.text)
            yield slip


def list_innocent_words() -> Iterator[Literal]:
    """The words that are not what they sound like."""
    for fields in read_table(__file__, "innocent.tsv"):
        for cue in split_cues(fields[0]):
            yield Literal(cue, INNOCENT, endings=None)


def _list_misspellings(cue: str) -> Iterator[str]:
    """What learners write for it: a letter less, a single for a double, no ring and dots."""
    if " " in cue or "-" in cue:
        return
    if len(cue) >= SHORTEST_PLAIN:
        yield cue.translate(_PLAIN)
        yield cue.replace("ä", "e")
        for place, (one, other) in enumerate(pairwise(cue)):
            if one == other and place:
                yield cue[:place] + cue[place + 1 :]
    if len(cue) >= SHORTEST_SLIP:
        for place in range(1, len(cue) - 1):
            yield cue[:place] + cue[place + 1 :]


def find_statements(
    page: NormalizedText, hits: list[LiteralMatch], innocent: list[LiteralMatch]
) -> Iterator[Detection]:
    """The marks of sensitive statements among the hits, that come by the place of their end."""
    marked: dict[str, list[tuple[Detection, bool]]] = {group: [] for group in GROUPS}
    spared = {place for hit in innocent for place in range(hit.at, hit.end)}
    for hit in hits:
        group, reach, cue = hit.literal.value
        strong = reach == "around"
        if hit.at in spared:
            continue
        if not find_writer(
            page.lowered, hit.start, hit.end, page.language, AROUND if strong else 0
        ):
            continue
        _add_detection(page, marked[group], _build_detection(hit, group, reach, cue), strong)
    for of_group in marked.values():
        for found, _ in of_group:
            yield found


def _build_detection(hit: LiteralMatch, group: str, reach: str, cue: str) -> Detection:
    return Detection(
        hit.start,
        hit.end,
        "sensitive",
        f"cue:{group}",
        trigger=cue,
        probability=PROBABILITY[reach],
        edits=int(hit.literal.text != cue),
    )


def _add_detection(
    page: NormalizedText, marked: list[tuple[Detection, bool]], found: Detection, strong: bool
) -> None:
    """Add a mark to those of its group, if its sentence needs it."""
    if marked and marked[-1][0].end > found.start:  # one within or around the other
        if (strong, found.end - found.start) <= (
            marked[-1][1],
            marked[-1][0].end - marked[-1][0].start,
        ):
            return
        marked.pop()
    sentence, _ = find_sentence(page.lowered, found.start, found.end)
    same = bool(marked) and marked[-1][0].start >= sentence
    if same and not strong:
        return
    if same and not marked[-1][1]:
        marked.pop()
    marked.append((found, strong))
