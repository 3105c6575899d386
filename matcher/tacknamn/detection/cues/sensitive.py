"""Find sensitive statements by their words: politics, belief, sex, health, ethnic origin, crime.

One table per group has the cues. A cue counts if a person is mentioned near: in its sentence or, for
a strong cue that alone says what a person is (``around``), in the sentences around it. Of the weak
cues of one group only one per sentence is marked, and none next to a strong one, because fewer marks
are better (A9, 15). Strong ones are all marked, because each adds information. Words that only begin
like cues or sound like them are listed in ``innocent.tsv``.
"""

from collections.abc import Iterator
from itertools import pairwise

from tacknamn.detection.cues.literals import Literal, LiteralMatch, read_endings
from tacknamn.detection.cues.persons import AROUND, find_sentence, find_writer
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table, split_cues
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["GROUPS", "INNOCENT", "KIND", "find_statements", "list_cues", "list_innocent_words"]

GROUPS = ("politics", "belief", "sex", "health", "ethnic", "crime")
"""The subjects of sensitive statements; the rules of detections are ``cue:politics`` ..."""
KIND = "sensitive"
INNOCENT = "innocent"
SHORTEST_WITH_SLIP = 8
"""Letters of a cue that is also found with one letter left out; shorter ones come near to other
words."""
SHORTEST_PLAIN = 5
"""Letters of a cue that is also found without rings and dots, and with a single letter for a
double one."""
PROBABILITY = {"around": 0.8, "sentence": 0.5}
"""Estimates: how often a statement with a strong or a weak cue is about the person."""
_DESCRIBED = compile_lazily(
    r" (?:man|kvinna|kille|tjej|flicka|pojke|person|bakgrund|ursprung|patient)\b"
)
"""The person whom a strong cue describes, in notes without a writer: "homosexuell man"."""
_PLAIN = str.maketrans("åäöé", "aaoe")


def list_cues() -> Iterator[Literal]:
    """Yield the cues, and the common misspellings of the longer ones."""
    endings = read_endings()
    innocent = {
        cue for fields in read_table(__file__, "innocent.tsv") for cue in split_cues(fields[0])
    }
    taken: set[str] = set(innocent)
    misspellings: list[Literal] = []
    for group in GROUPS:
        for reach, kind, cues in read_table(__file__, f"{group}.tsv"):
            for cue in split_cues(cues):
                text = cue.removeprefix("*")
                fields = KIND, (group, reach, text), endings[kind], cue != text
                taken.add(text)
                misspellings += [
                    Literal(misspelling, *fields) for misspelling in _list_misspellings(text)
                ]
                yield Literal(text, *fields)
    for literal in misspellings:
        if literal.text not in taken:
            taken.add(literal.text)
            yield literal


def list_innocent_words() -> Iterator[Literal]:
    """Yield the words that look like cues and are none."""
    for fields in read_table(__file__, "innocent.tsv"):
        for cue in split_cues(fields[0]):
            yield Literal(cue, INNOCENT, endings=None)


def _list_misspellings(cue: str) -> Iterator[str]:
    """Yield how learners misspell a cue: a letter less, a single for a double one, no ring and
    dots."""
    if " " in cue or "-" in cue:
        return
    if len(cue) >= SHORTEST_PLAIN:
        yield cue.translate(_PLAIN)
        yield cue.replace("ä", "e")
        for at, (letter, following) in enumerate(pairwise(cue)):
            if letter == following and at:
                yield cue[:at] + cue[at + 1 :]
    if len(cue) >= SHORTEST_WITH_SLIP:
        for at in range(1, len(cue) - 1):
            yield cue[:at] + cue[at + 1 :]


def find_statements(
    text: NormalizedText, matches: list[LiteralMatch], innocent: list[LiteralMatch]
) -> Iterator[Detection]:
    """Yield the detections among the matches of cues, which are given in the order of their
    ends."""
    marked: dict[str, list[tuple[Detection, bool]]] = {group: [] for group in GROUPS}
    spared = {offset for match in innocent for offset in range(match.at, match.end)}
    for match in matches:
        group, reach, cue = match.literal.value
        is_strong = reach == "around"
        if match.at in spared:
            continue
        around = AROUND if is_strong else 0
        if find_writer(text.lowered, match.start, match.end, text.language, around) or (
            is_strong and _DESCRIBED.match(text.lowered, match.end)
        ):
            detection = _build_detection(match, group, reach, cue)
            _add_detection(text, marked[group], detection, is_strong)
    for of_group in marked.values():
        for detection, _ in of_group:
            yield detection


def _build_detection(match: LiteralMatch, group: str, reach: str, cue: str) -> Detection:
    return Detection(
        match.start,
        match.end,
        "sensitive",
        f"cue:{group}",
        trigger=cue,
        probability=PROBABILITY[reach],
        edits=int(match.literal.text != cue),
    )


def _add_detection(
    text: NormalizedText,
    marked: list[tuple[Detection, bool]],
    detection: Detection,
    is_strong: bool,
) -> None:
    """Add a detection to those of its group, each with whether its cue is strong, unless its
    sentence has a better one."""
    # One lies within the other: keep the strong one, or else the longer one.
    if marked and marked[-1][0].end > detection.start:
        last, last_is_strong = marked[-1]
        if (is_strong, detection.end - detection.start) <= (last_is_strong, last.end - last.start):
            return
        marked.pop()
    # In one sentence a weak one gives way.
    sentence, _ = find_sentence(text.lowered, detection.start, detection.end)
    in_same_sentence = bool(marked) and marked[-1][0].start >= sentence
    if in_same_sentence and not is_strong:
        return
    if in_same_sentence and not marked[-1][1]:
        marked.pop()
    marked.append((detection, is_strong))
