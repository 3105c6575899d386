"""Put the user's lists on top of what the detector found.

An entry of the user is certain. It replaces detections that it overlaps; if one of them is longer (*avd
Norrgården*), the whole piece gets the user's label, so that no part of a name stays in the text. Only
inside an address or a number (*norrgarden@exempel.se*) the detection wins.

A form that is never replaced (the allow list) removes every detection that it covers, whichever rule
found it. A longer detection is removed as well if the rest of it are ordinary words in small letters
(*Karolinska sjukhuset* where *Karolinska* is allowed). Otherwise it is another name (*Anna Lindhs plats*
where *Anna* is allowed), which is replaced as a whole.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tacknamn.labels import Label, OwnLabel, name_affixes
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.lexicon.own.reading import make_empty_bundle
from tacknamn.matching.own_matches import OwnMatcher, Places
from tacknamn.records import Detection
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["OWN", "OwnLists", "open_own_lists"]

OWN = "own_list"
"""The rule of a detection that comes from the user's entries."""
_NAMED_BY_SHAPE = frozenset(("geo", "school", "street", "transport_name"))
"""Rules of the patterns that find names; the others find numbers and addresses."""
_WORD = re.compile(r"[^\W_]+")


class OwnLists:
    """The user's entries and allowed forms of one lexicon. Threads may share it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._matcher = OwnMatcher(lexicon, fuzzy=True)

    def apply(self, text: str, detections: Sequence[Detection]) -> list[Detection]:
        """Return the detections with the user's, without what is never replaced."""
        merged = _merge(list(self._detect(text)), detections)
        allowed = self._matcher.find_allowed(text)
        if not allowed:
            return merged
        return [each for each in merged if not self._is_allowed(text, each, allowed)]

    def _detect(self, text: str) -> Iterator[Detection]:
        for start, end, entry, bits in self._matcher.find_own(text):
            candidate = self._lexicon.candidates(entry)[0]
            yield Detection(
                start,
                end,
                _name_label(candidate),
                OWN,
                base=candidate.form,
                affixes=name_affixes(bits),
                entry=entry,
                country=candidate.country,
            )

    def _is_allowed(self, text: str, detection: Detection, allowed: Places) -> bool:
        start, end = detection.start, detection.end
        if allowed.covers(start, end):
            return True
        if _is_by_shape(detection):
            return False
        rest, done = [], start
        for number in allowed.overlap(start, end):
            first, last = allowed[number]
            rest.append(text[done : max(done, first)])
            done = max(done, last)
        if not rest:
            return False
        words = _WORD.findall(" ".join([*rest, text[done:end]]))
        return all(word.islower() and self._lexicon.is_word(word) for word in words)


def open_own_lists(
    extra: Iterable[Path], allow: Iterable[Path], keep: Iterable[str]
) -> OwnLists | None:
    """Open the user's lists without a bundle; None if there are none."""
    extra, allow, keep = tuple(extra), tuple(allow), tuple(keep)
    if not (extra or allow or keep):
        return None
    return OwnLists(Lexicon(make_empty_bundle()).add_own(extra, allow, keep))


def _name_label(candidate: Candidate) -> str:
    """Return the label of SVALA's taxonomy for a label of the lists."""
    if isinstance(candidate.label, OwnLabel):
        return candidate.label.value
    return load_taxonomy().find_for_lexicon(Label(candidate.label)).name


def _merge(own: Sequence[Detection], detections: Sequence[Detection]) -> list[Detection]:
    """Merge two lists of detections that are sorted and have no overlaps."""
    if not own:
        return list(detections)
    places = Places([(each.start, each.end) for each in detections])
    merged: list[Detection] = []
    taken: set[int] = set()
    for each in own:
        overlapping = places.overlap(each.start, each.end)
        if any(_is_inside_shape(each, detections[number]) for number in overlapping):
            continue
        taken.update(overlapping)
        names = [detections[n] for n in overlapping if not _is_by_shape(detections[n])]
        start = min([each.start, *(name.start for name in names)])
        end = max([each.end, *(name.end for name in names)])
        if merged and start < merged[-1].end:  # one name has two entries of the user
            merged[-1] = merged[-1]._replace(end=max(end, merged[-1].end))
        else:
            merged.append(each._replace(start=start, end=end))
    merged += (each for number, each in enumerate(detections) if number not in taken)
    return sorted(merged, key=lambda each: each.start)


def _is_by_shape(detection: Detection) -> bool:
    return detection.finding is not None and detection.finding.rule not in _NAMED_BY_SHAPE


def _is_inside_shape(own: Detection, detection: Detection) -> bool:
    """Whether the user's entry is only a part of an address or a number."""
    inside = detection.start <= own.start and own.end <= detection.end
    is_longer = detection.end - detection.start > own.end - own.start
    return inside and is_longer and _is_by_shape(detection)
