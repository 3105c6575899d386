"""Write to the standard streams at once, so that a reading program or person does not wait."""

import sys

__all__ = ["write_stderr", "write_stdout"]


def write_stdout(*data: bytes) -> None:
    """Write bytes to standard output, without conversion of line ends."""
    sys.stdout.flush()  # text that was printed before comes first
    sys.stdout.buffer.writelines(data)
    sys.stdout.buffer.flush()


def write_stderr(text: str) -> None:
    """Write text, with its line ends, to standard error."""
    sys.stderr.write(text)
    sys.stderr.flush()
