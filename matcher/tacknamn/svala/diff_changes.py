"""Lists of changes that make one text of another: what is alike, and how to tidy them up."""

__all__ = [
    "TextChange",
    "count_common_prefix",
    "count_common_suffix",
    "find_overlap",
    "merge_changes",
]

TextChange = tuple[int, str]
"""-1 and what is deleted, 0 and what is kept, 1 and what is inserted."""


def count_common_prefix(one: str, other: str) -> int:
    """How many letters at the beginning are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def count_common_suffix(one: str, other: str) -> int:
    """How many letters at the end are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def find_overlap(one: str, other: str) -> list[TextChange] | None:
    """The end of one text that is the beginning of the other, where it is half of either."""
    there, back = _measure_overlap(one, other), _measure_overlap(other, one)
    size = max(there, back)
    if not size * 2 >= min(len(one), len(other)):
        return None
    if there >= back:
        return [(-1, one[: len(one) - there]), (0, other[:there]), (1, other[there:])]
    return [(1, other[: len(other) - back]), (0, one[:back]), (-1, one[back:])]


def _measure_overlap(one: str, other: str) -> int:
    """How many letters at the end of ``one`` are those at the beginning of ``other``."""
    both = min(len(one), len(other))
    one, other = one[len(one) - both :], other[:both]
    best, size = 0, 1
    while True:
        place = other.find(one[both - size :])
        if place < 0:
            return best
        size += place
        if one[both - size :] == other[:size]:
            best = size
            size += 1
        if size > both:
            return best


def merge_changes(changes: list[TextChange]) -> list[TextChange]:
    """The same changes with as much kept as possible, neighbours of a kind made one."""
    moved = True
    while moved:
        changes = _collect_changes(changes)
        changes, moved = _shift_changes(changes)
    return changes


def _collect_changes(changes: list[TextChange]) -> list[TextChange]:
    """At most one deletion and one insertion between what is kept, nothing alike at their ends."""
    found: list[TextChange] = []
    count, texts = 0, {-1: "", 1: ""}
    for sign, text in [*changes, (0, "")]:
        if sign:
            count += 1
            texts[sign] += text
            continue
        if count > 1 and texts[-1] and texts[1]:
            before, texts, behind = _strip_common(texts)
            _keep(found, before)
            text = behind + text
        found += [(one, texts[one]) for one in (-1, 1) if texts[one]]
        _keep(found, text)
        count, texts = 0, {-1: "", 1: ""}
    return found


def _strip_common(texts: dict[int, str]) -> tuple[str, dict[int, str], str]:
    """What both texts begin with, what is left of them, and what both end with."""
    start = count_common_prefix(texts[1], texts[-1])
    before = texts[1][:start]
    rest = {sign: text[start:] for sign, text in texts.items()}
    end = count_common_suffix(rest[1], rest[-1])
    behind = rest[1][len(rest[1]) - end :]
    return before, {sign: text[: len(text) - end] for sign, text in rest.items()}, behind


def _keep(found: list[TextChange], text: str) -> None:
    """Add what is kept to what was kept before."""
    if text and found and found[-1][0] == 0:
        found[-1] = (0, found[-1][1] + text)
    elif text:
        found.append((0, text))


def _shift_changes(changes: list[TextChange]) -> tuple[list[TextChange], bool]:
    """Move a lone change sideways where that makes two kept pieces one: A(BA)C is (AB)AC."""
    found = list(changes)
    place, moved = 1, False
    while place < len(found) - 1:
        (left, before), (sign, text), (right, behind) = found[place - 1 : place + 2]
        if left == right == 0:
            if text.endswith(before):
                found[place - 1 : place + 2] = [
                    (sign, before + text[: len(text) - len(before)]),
                    (0, before + behind),
                ]
                moved = True
            elif text.startswith(behind):
                found[place - 1 : place + 2] = [
                    (0, before + behind),
                    (sign, text[len(behind) :] + behind),
                ]
                moved = True
        place += 1
    return found, moved
