"""Read the plain data in a pickle without running any code.

A pickle is a program for a small stack machine, and two of its instructions call any function by
name. This machine has only the instructions that build dictionaries, lists, tuples, text, numbers
and booleans. For an object of a class that the caller lists by name, it creates a
:class:`Placeholder` with the arguments; nothing is looked up or called. Every other name and
instruction is refused.

The work is bounded by the number of bytes: each instruction has the same cost, none copies the
result of another, and keys of dictionaries may not be nested, because hashing nested pairs takes
exponential time. The result may contain itself; code that walks it deeply must limit its steps.
"""

import pickletools
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Placeholder", "load_plain_pickle"]

_MOST_BYTES = 16 << 20
"""Maximum bytes of a pickle; babel's largest one has 250,000."""

_MOST_MARKS = 100
"""Maximum nesting of open lists; babel has 6."""

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
    """Stands for an object of a class."""

    name: str
    """Module and class, such as ``babel.plural PluralRule``."""
    arguments: Any = ()
    state: list[Any] = field(default_factory=list)
    """The state that the object would have been given."""


@dataclass(frozen=True, slots=True)
class _ClassName:
    """The name of a class, on the stack instead of the class."""

    name: str


def load_plain_pickle(data: bytes, classes: Collection[str] = ()) -> Any:
    """Build the data of a pickle; a pickle that cannot be read raises ValueError.

    >>> load_plain_pickle(b"\\x80\\x02}X\\x02\\x00\\x00\\x00svX\\x07\\x00\\x00\\x00svenskas.")
    {'sv': 'svenska'}
    """
    if len(data) > _MOST_BYTES:
        raise ValueError(f"it has more than {_MOST_BYTES:,} bytes")
    machine = _PickleMachine(frozenset(classes))
    for instruction, argument, offset in pickletools.genops(data):
        try:
            machine.run(instruction.name, argument)
        except (IndexError, KeyError, TypeError) as exc:
            raise ValueError(
                f"{instruction.name} at byte {offset:,} has nothing to work on"
            ) from exc
    return machine.result()


class _PickleMachine:
    """The stack machine: its stack, the marks on it, and the memory of numbered objects."""

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
        """Execute one instruction."""
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
            raise ValueError(f"it contains {instruction}, which plain data does not need")

    def result(self) -> Any:
        """Return the one value on the stack after the last instruction."""
        if len(self._stack) != 1 or self._marks:
            raise ValueError("it ends before its data is complete")
        return self._stack[0]

    def _class(self, name: str) -> _ClassName:
        if name not in self._classes:
            raise ValueError(f"it refers to {name}, which is not permitted")
        return _ClassName(name)

    def _mark(self) -> None:
        if len(self._marks) == _MOST_MARKS:
            raise ValueError(f"it nests deeper than {_MOST_MARKS}")
        self._marks.append(len(self._stack))

    def _memoize(self) -> None:
        self._memory[len(self._memory)] = self._stack[-1]

    def _pop(self, number: int) -> list[Any]:
        """Remove the top values of the stack, but none below the last mark."""
        floor = self._marks[-1] if self._marks else 0
        if len(self._stack) - floor < number:
            raise IndexError
        values = self._stack[-number:]
        del self._stack[-number:]
        return values

    def _pop_to_mark(self) -> list[Any]:
        mark = self._marks.pop()
        values = self._stack[mark:]
        del self._stack[mark:]
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
            target[_check_key(key)] = value

    def _new_object(self) -> None:
        its_class, arguments = self._pop(2)
        if not isinstance(its_class, _ClassName):
            raise TypeError
        self._stack.append(Placeholder(its_class.name, arguments))

    def _build(self) -> None:
        (state,) = self._pop(1)
        self._top(Placeholder).state.append(state)

    def _top(self, kind: type) -> Any:
        if not isinstance(self._stack[-1], kind):
            raise TypeError
        return self._stack[-1]


def _check_key(key: Any) -> Any:
    """Check that a key is cheap to hash: text, a number or a flat tuple of them."""
    parts = key if isinstance(key, tuple) else (key,)
    if not all(part is None or isinstance(part, bool | float | int | str) for part in parts):
        raise ValueError("a key of a dictionary is neither text nor number")
    return key
