"""Change lists, which turn one text into another: find what two texts share, and clean lists up.

These are the helpers of :mod:`tacknamn.svala.diff`. They follow diff-match-patch step by step.
"""

__all__ = [
    "TextChange",
    "count_common_prefix",
    "count_common_suffix",
    "find_overlap",
    "merge_changes",
]

TextChange = tuple[int, str]
"""-1 and the deleted text, 0 and the kept text, or 1 and the inserted text."""


def count_common_prefix(first: str, second: str) -> int:
    """Count the letters that are equal at the start of both texts, by binary search."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def count_common_suffix(first: str, second: str) -> int:
    """Count the letters that are equal at the end of both texts, by binary search."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        first_end, second_end = len(first) - low, len(second) - low
        if first[len(first) - middle : first_end] == second[len(second) - middle : second_end]:
            low = middle
        else:
            high = middle - 1
    return low


def find_overlap(old: str, new: str) -> list[TextChange] | None:
    """Return changes that keep the end of one text that is also the start of the other.

    None if the shared part is less than half of the shorter text."""
    forward, backward = _measure_overlap(old, new), _measure_overlap(new, old)
    size = max(forward, backward)
    if not size * 2 >= min(len(old), len(new)):
        return None
    if forward >= backward:
        return [(-1, old[: len(old) - forward]), (0, new[:forward]), (1, new[forward:])]
    return [(1, new[: len(new) - backward]), (0, old[:backward]), (-1, old[backward:])]


def _measure_overlap(left: str, right: str) -> int:
    """Count the letters at the end of ``left`` that are also the start of ``right``."""
    most = min(len(left), len(right))
    left, right = left[len(left) - most :], right[:most]
    best, size = 0, 1
    while True:
        # Where the last ``size`` letters first occur in ``right`` says how long the next possible
        # overlap is.
        found_at = right.find(left[most - size :])
        if found_at < 0:
            return best
        size += found_at
        if left[most - size :] == right[:size]:
            best = size
            size += 1
        if size > most:
            return best


def merge_changes(changes: list[TextChange]) -> list[TextChange]:
    """Keep as much text as possible, and merge neighbours of the same kind."""
    moved = True
    while moved:
        changes = _collect_changes(changes)
        changes, moved = _shift_changes(changes)
    return changes


def _collect_changes(changes: list[TextChange]) -> list[TextChange]:
    """Leave at most one deletion and one insertion between two kept texts.

    What both begin or end with becomes part of the kept text."""
    collected: list[TextChange] = []
    count, texts = 0, {-1: "", 1: ""}
    for sign, text in [*changes, (0, "")]:
        if sign:
            count += 1
            texts[sign] += text
            continue
        if count > 1 and texts[-1] and texts[1]:
            prefix, texts, suffix = _strip_common(texts)
            _keep(collected, prefix)
            text = suffix + text
        collected += [(each, texts[each]) for each in (-1, 1) if texts[each]]
        _keep(collected, text)
        count, texts = 0, {-1: "", 1: ""}
    return collected


def _strip_common(texts: dict[int, str]) -> tuple[str, dict[int, str], str]:
    """Return the common prefix of both texts, what is left of each, and the common suffix."""
    start = count_common_prefix(texts[1], texts[-1])
    prefix = texts[1][:start]
    rest = {sign: text[start:] for sign, text in texts.items()}
    end = count_common_suffix(rest[1], rest[-1])
    suffix = rest[1][len(rest[1]) - end :]
    return prefix, {sign: text[: len(text) - end] for sign, text in rest.items()}, suffix


def _keep(changes: list[TextChange], text: str) -> None:
    """Append kept text, to the last change if that one is kept as well."""
    if text and changes and changes[-1][0] == 0:
        changes[-1] = (0, changes[-1][1] + text)
    elif text:
        changes.append((0, text))


def _shift_changes(changes: list[TextChange]) -> tuple[list[TextChange], bool]:
    """Shift a lone change sideways if that joins two kept texts: A(BA)C becomes (AB)AC.

    The second result says whether anything was shifted."""
    shifted = list(changes)
    index, moved = 1, False
    while index < len(shifted) - 1:
        (left, before), (sign, text), (right, after) = shifted[index - 1 : index + 2]
        if left == right == 0:
            if text.endswith(before):  # shift to the left, over the kept text before it
                shifted[index - 1 : index + 2] = [
                    (sign, before + text[: len(text) - len(before)]),
                    (0, before + after),
                ]
                moved = True
            elif text.startswith(after):  # shift to the right, over the kept text after it
                shifted[index - 1 : index + 2] = [
                    (0, before + after),
                    (sign, text[len(after) :] + after),
                ]
                moved = True
        index += 1
    return shifted, moved
