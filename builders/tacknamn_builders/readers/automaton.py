"""Read morfologik's automata (CFSA2): a sorted list of byte strings, folded into a graph.

The file is ``\\fsa``, the version byte C6, two bytes of flags, a table of frequent bytes
(its length, then the bytes), and the arcs. Arcs that leave one node lie side by side, and a
node is the offset of its first arc. An arc is ::

    flags and label   80: the target follows the node's last arc   40: the node's last arc
                      20: a string ends here                       1f: place in the table
    label             one byte, only where the place in the table is 0
    target            seven bits per byte, lowest first, only where 80 is not set

Offset 0 has one arc, to the root; target 0 means that nothing follows. A file may be
hostile: targets are checked, a circle is refused, and the strings are counted before the
first is given out, since a short chain of double arcs spells out more than a disk holds.
"""

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Automaton", "AutomatonArc"]

_MAGIC = b"\\fsa\xc6"
_KNOWN_FLAGS = 0x0007
"""Flexible, with stop bit and next bit: what the format always is. 0x100 would be numbers."""

_TARGET_FOLLOWS, _LAST, _FINAL, _PLACE = 0x80, 0x40, 0x20, 0x1F

_MOST_STRINGS = 20_000_000
"""Strings an automaton may hold; the Swedish dictionary has 872,776."""

_LONGEST_STRING = 1_000
"""Bytes; the longest of the Swedish dictionary has 93."""


class AutomatonArc(NamedTuple):
    """One byte on the way."""

    label: int
    target: int
    """Node it leads to, 0 where nothing follows."""
    final: bool
    """Whether a string ends with this byte."""


class Automaton:
    """A checked automaton; ValueError says what is wrong with the bytes."""

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
        """Give the arcs that leave a node."""
        return self._nodes[node]

    def tails(self, node: int) -> Iterator[bytes]:
        """Yield what the strings spell from a node on, in the automaton's order.

        The walk keeps its own stack: iterators over the arcs of the nodes on its way.
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
        """Parse every node once, children first, to find circles and count the strings."""
        # Node -> strings that begin at it and length of the longest; None while on the way.
        known: dict[int, tuple[int, int] | None] = {0: (0, 0)}
        path = [self.root]
        while path:
            node = path[-1]
            if known.get(node) is None:
                self._visit(node, known, path)
            if path[-1] == node:
                known[path.pop()] = self._measure(node, known)

    def _visit(self, node: int, known: dict[int, tuple[int, int] | None], path: list[int]) -> None:
        """Push the unknown children of a node, or nothing when all are known."""
        if node not in known:
            self._nodes[node] = self._parse(node)
            known[node] = None
        for arc in self._nodes[node]:
            if arc.target not in known:
                path.append(arc.target)
                return
            if known[arc.target] is None:
                raise ValueError(f"its arcs run in a circle through offset {arc.target:,}")

    def _measure(self, node: int, known: dict[int, tuple[int, int] | None]) -> tuple[int, int]:
        strings = longest = 0
        for arc in self._nodes[node]:
            below = known[arc.target]
            assert below is not None  # _visit leaves no child unknown
            strings += below[0] + arc.final
            longest = max(longest, below[1] + 1)
        if strings > _MOST_STRINGS or longest > _LONGEST_STRING:
            raise ValueError(f"it spells out {strings:,} strings of up to {longest:,} bytes")
        return strings, longest

    def _parse(self, node: int) -> tuple[AutomatonArc, ...]:
        """Read the arcs of a node; where a target follows the last arc, its offset is known
        then."""
        arcs = []
        place, flags = node, 0
        while not flags & _LAST:
            flags, label, target, place = self._arc(place)
            arcs.append((label, target, bool(flags & _FINAL)))
        return tuple(
            AutomatonArc(label, place if target is None else target, final)
            for label, target, final in arcs
        )

    def _arc(self, place: int) -> tuple[int, int, int | None, int]:
        """Read one arc: its flags, label and target, and the place after it."""
        try:
            flags = self._data[place]
            if flags & _PLACE:
                label, place = self._labels[flags & _PLACE], place + 1
            else:
                label, place = self._data[place + 1], place + 2
            if flags & _TARGET_FOLLOWS:
                return flags, label, None, place
            target, place = self._target(place)
        except IndexError:
            raise ValueError(f"an arc at offset {place:,} leads out of the file") from None
        return flags, label, target, place

    def _target(self, place: int) -> tuple[int, int]:
        target = shift = 0
        while (byte := self._data[place]) & 0x80:
            target |= (byte & 0x7F) << shift
            shift += 7
            place += 1
        return target | byte << shift, place + 1
