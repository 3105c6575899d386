"""Read the plain data in a pickle without ever running what it says to run.

A pickle is a program for a small stack machine, and two of its instructions call anything
by name. This machine knows the instructions that build dictionaries, lists, tuples, text,
numbers and truth values, and it puts a :class:`Placeholder` where a class that the caller
knows by name would be made: the arguments are kept, nothing is looked up or called. Every
other name and instruction is refused.

The work is bounded by the bytes: each instruction costs the same, none copies what another
built, and keys of dictionaries may not nest, for hashing nested pairs takes exponential
time. What comes out may contain itself; who walks it deeply must count steps.
"""

import pickletools
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Placeholder", "load_plain_pickle"]

_MOST_BYTES = 16 << 20
"""Bytes of a pickle we are ready to read; babel's largest has 250,000."""

_MOST_MARKS = 100
"""Lists within lists that may be open at once; babel has 6."""

_CONSTANTS: dict[str, Callable[[], Any]] = {
    "EMPTY_DICT": dict,
    "EMPTY_LIST": list,
    "EMPTY_TUPLE": tuple,
    "NEWFALSE": lambda: False,
    "NEWTRUE": lambda: True,
    "NONE": lambda: None,
}

_LITERALS = frozenset(
    [
        "BINFLOAT",
        "BININT",
        "BININT1",
        "BININT2",
        "BINUNICODE",
        "BINUNICODE8",
        "LONG1",
        "SHORT_BINUNICODE",
    ]
)
_PUTS = frozenset(["BINPUT", "LONG_BINPUT"])
_GETS = frozenset(["BINGET", "LONG_BINGET"])
_TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_NOTHING_TO_DO = frozenset(["FRAME", "PROTO", "STOP"])


@dataclass(eq=False, slots=True)
class Placeholder:
    """Where an object of a class would stand."""

    name: str
    """Module and class, as ``babel.plural PluralRule``."""
    arguments: Any = ()
    state: list[Any] = field(default_factory=list)
    """What the object would have been filled with."""


@dataclass(frozen=True, slots=True)
class _ClassName:
    """The name of a class, on the stack where the class would be."""

    name: str


def load_plain_pickle(data: bytes, classes: Collection[str] = ()) -> Any:
    """Build the data of a pickle; ValueError says why not.

    >>> load(b"\\x80\\x02}X\\x02\\x00\\x00\\x00svX\\x07\\x00\\x00\\x00svenskas.")
    {'sv': 'svenska'}
    """
    if len(data) > _MOST_BYTES:
        raise ValueError(f"it has more than {_MOST_BYTES:,} bytes")
    machine = _PickleMachine(frozenset(classes))
    for instruction, argument, place in pickletools.genops(data):
        try:
            machine.run(instruction.name, argument)
        except (IndexError, KeyError, TypeError) as exc:
            raise ValueError(
                f"{instruction.name} at byte {place:,} has nothing to work on"
            ) from exc
    return machine.result()


class _PickleMachine:
    """The stack, the marks on it, and the memory of numbered objects."""

    def __init__(self, classes: frozenset[str]) -> None:
        self._classes = classes
        self._stack: list[Any] = []
        self._marks: list[int] = []
        self._memory: dict[int, Any] = {}
        self._actions: dict[str, Callable[[], None]] = {
            "APPEND": self._append,
            "APPENDS": self._appends,
            "BUILD": self._build,
            "MARK": self._mark,
            "MEMOIZE": self._memoize,
            "NEWOBJ": self._new_object,
            "SETITEM": self._set_item,
            "SETITEMS": self._set_items,
            "TUPLE": self._tuple,
        }

    def run(self, instruction: str, argument: Any) -> None:
        """Carry out one instruction."""
        if instruction in _LITERALS:
            self._stack.append(argument)
        elif instruction in _PUTS:
            self._memory[argument] = self._stack[-1]
        elif instruction in _GETS:
            self._stack.append(self._memory[argument])
        elif instruction in _CONSTANTS:
            self._stack.append(_CONSTANTS[instruction]())
        elif instruction in self._actions:
            self._actions[instruction]()
        elif instruction in _TUPLES:
            self._stack.append(tuple(self._pop(_TUPLES[instruction])))
        elif instruction == "GLOBAL":
            self._stack.append(self._class(argument))
        elif instruction not in _NOTHING_TO_DO:
            raise ValueError(f"it contains {instruction}, which plain data do not need")

    def result(self) -> Any:
        """Give what is left when the program has stopped."""
        if len(self._stack) != 1 or self._marks:
            raise ValueError("it ends with its work half done")
        return self._stack[0]

    def _class(self, name: str) -> _ClassName:
        if name not in self._classes:
            raise ValueError(f"it refers to {name}, which it has no business to")
        return _ClassName(name)

    def _mark(self) -> None:
        if len(self._marks) == _MOST_MARKS:
            raise ValueError(f"it nests deeper than {_MOST_MARKS}")
        self._marks.append(len(self._stack))

    def _memoize(self) -> None:
        self._memory[len(self._memory)] = self._stack[-1]

    def _pop(self, number: int) -> list[Any]:
        """Take the topmost values, none from below the last mark."""
        floor = self._marks[-1] if self._marks else 0
        if len(self._stack) - floor < number:
            raise IndexError
        values = self._stack[-number:]
        del self._stack[-number:]
        return values

    def _pop_to_mark(self) -> list[Any]:
        place = self._marks.pop()
        values = self._stack[place:]
        del self._stack[place:]
        return values

    def _tuple(self) -> None:
        self._stack.append(tuple(self._pop_to_mark()))

    def _append(self) -> None:
        (value,) = self._pop(1)
        self._top(list).append(value)

    def _appends(self) -> None:
        values = self._pop_to_mark()
        self._top(list).extend(values)

    def _set_item(self) -> None:
        self._fill(self._pop(2))

    def _set_items(self) -> None:
        self._fill(self._pop_to_mark())

    def _fill(self, values: list[Any]) -> None:
        if len(values) % 2:
            raise IndexError
        target = self._top(dict)
        for key, value in zip(values[::2], values[1::2], strict=True):
            target[_key(key)] = value

    def _new_object(self) -> None:
        made_of, arguments = self._pop(2)
        if not isinstance(made_of, _ClassName):
            raise TypeError
        self._stack.append(Placeholder(made_of.name, arguments))

    def _build(self) -> None:
        (state,) = self._pop(1)
        self._top(Placeholder).state.append(state)

    def _top(self, kind: type) -> Any:
        if not isinstance(self._stack[-1], kind):
            raise TypeError
        return self._stack[-1]


def _key(key: Any) -> Any:
    """Let through what is quick to hash: text, numbers and flat tuples of them."""
    parts = key if isinstance(key, tuple) else (key,)
    if not all(part is None or isinstance(part, bool | float | int | str) for part in parts):
        raise ValueError("a key of a dictionary is neither text nor number")
    return key
