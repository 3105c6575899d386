"""Read morfologik's automata (CFSA2): a sorted list of byte strings, stored as a graph.

The file consists of ``\\fsa``, the version byte C6, two bytes of flags, a table of frequent bytes
(its length, then the bytes), and the arcs. The arcs that leave a node are adjacent, and a node is
the offset of its first arc. An arc is ::

    flags and label   80: the target follows the node's last arc   40: the node's last arc
                      20: a string ends here                       1f: index in the table
    label             one byte, only if the index in the table is 0
    target            seven bits per byte, lowest first, only if 80 is not set

Offset 0 has one arc, to the root; target 0 means that nothing follows. A file may be hostile:
targets are checked, a loop is refused, and the strings are counted before the first one is
returned, because a short chain of double arcs can spell more strings than a disk holds.
"""

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Automaton", "AutomatonArc"]

_MAGIC = b"\\fsa\xc6"
_KNOWN_FLAGS = 0x0007
"""Flexible, with stop bit and next bit, as in every such file. 0x100 would mean numbers."""

_TARGET_FOLLOWS, _LAST, _FINAL, _INDEX = 0x80, 0x40, 0x20, 0x1F

_MOST_STRINGS = 20_000_000
"""Maximum strings of an automaton; the Swedish dictionary has 872,776."""

_LONGEST_STRING = 1_000
"""Maximum bytes of a string; the longest one of the Swedish dictionary has 93."""


class AutomatonArc(NamedTuple):
    """One byte of a string."""

    label: int
    target: int
    """The node that it leads to; 0 if nothing follows."""
    final: bool
    """Whether a string ends with this byte."""


class Automaton:
    """A checked automaton; wrong bytes raise ValueError."""

    root: int
    """The node where strings begin; 0 if there are none."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(_MAGIC):
            raise ValueError("it does not begin as a CFSA2 automaton")
        if len(data) < 8 or int.from_bytes(data[5:7], "big") != _KNOWN_FLAGS:
            raise ValueError("its flags are not those of a dictionary")
        self._labels = data[8 : 8 + data[7]]
        self._data = data[8 + data[7] :]
        self._nodes: dict[int, tuple[AutomatonArc, ...]] = {0: ()}
        (start, *_) = self._parse(0)
        self.root = start.target
        self._check()

    def arcs(self, node: int) -> tuple[AutomatonArc, ...]:
        """Return the arcs that leave a node."""
        return self._nodes[node]

    def tails(self, node: int) -> Iterator[bytes]:
        """Yield the rest of all strings from a node, in the automaton's order.

        The stack has an iterator over the arcs of each node on the current path.
        """
        spelt = bytearray()
        ways = [iter(self._nodes[node])]
        while ways:
            arc = next(ways[-1], None)
            if arc is None:
                ways.pop()
                del spelt[-1:]
                continue
            spelt.append(arc.label)
            if arc.final:
                yield bytes(spelt)
            ways.append(iter(self._nodes[arc.target]))

    def _check(self) -> None:
        """Parse every node once, children first, to find loops and count the strings."""
        # Node -> number of strings from it and length of the longest; None while on the path.
        known: dict[int, tuple[int, int] | None] = {0: (0, 0)}
        path = [self.root]
        while path:
            node = path[-1]
            if known.get(node) is None:
                self._visit(node, known, path)
            if path[-1] == node:
                known[path.pop()] = self._measure(node, known)

    def _visit(self, node: int, known: dict[int, tuple[int, int] | None], path: list[int]) -> None:
        """Push the first unknown child of a node, or nothing if all are known."""
        if node not in known:
            self._nodes[node] = self._parse(node)
            known[node] = None
        for arc in self._nodes[node]:
            if arc.target not in known:
                path.append(arc.target)
                return
            if known[arc.target] is None:
                raise ValueError(f"its arcs form a loop through offset {arc.target:,}")

    def _measure(self, node: int, known: dict[int, tuple[int, int] | None]) -> tuple[int, int]:
        strings = longest = 0
        for arc in self._nodes[node]:
            below = known[arc.target]
            assert below is not None  # _visit leaves no child unknown
            strings += below[0] + arc.final
            longest = max(longest, below[1] + 1)
        if strings > _MOST_STRINGS or longest > _LONGEST_STRING:
            raise ValueError(f"it contains {strings:,} strings of up to {longest:,} bytes")
        return strings, longest

    def _parse(self, node: int) -> tuple[AutomatonArc, ...]:
        """Read the arcs of a node. A target that follows the last arc has the offset after it."""
        arcs = []
        offset, flags = node, 0
        while not flags & _LAST:
            flags, label, target, offset = self._parse_arc(offset)
            arcs.append((label, target, bool(flags & _FINAL)))
        return tuple(
            AutomatonArc(label, offset if target is None else target, final)
            for label, target, final in arcs
        )

    def _parse_arc(self, offset: int) -> tuple[int, int, int | None, int]:
        """Read one arc: its flags, label and target, and the offset after it."""
        try:
            flags = self._data[offset]
            if flags & _INDEX:
                label, offset = self._labels[flags & _INDEX], offset + 1
            else:
                label, offset = self._data[offset + 1], offset + 2
            if flags & _TARGET_FOLLOWS:
                return flags, label, None, offset
            target, offset = self._parse_target(offset)
        except IndexError:
            raise ValueError(f"an arc at offset {offset:,} leads out of the file") from None
        return flags, label, target, offset

    def _parse_target(self, offset: int) -> tuple[int, int]:
        target = shift = 0
        while (byte := self._data[offset]) & 0x80:
            target |= (byte & 0x7F) << shift
            shift += 7
            offset += 1
        return target | byte << shift, offset + 1
