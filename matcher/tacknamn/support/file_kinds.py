"""Recognize files that are not text by their first bytes, and say what to do with them."""

__all__ = [
    "ARROW_BEGINNING",
    "COMPRESSED_BEGINNINGS",
    "PARQUET_BEGINNING",
    "describe_binary",
    "describe_no_text",
    "suggest_conversion",
]

PARQUET_BEGINNING = b"PAR1"
ARROW_BEGINNING = b"ARROW1"
"""The first bytes of a file of Arrow IPC; a stream of Arrow IPC has none."""
_GZIP_BEGINNING, _ZSTD_BEGINNING = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
COMPRESSED_BEGINNINGS = (_GZIP_BEGINNING, _ZSTD_BEGINNING)
"""The first bytes of files that gzip or zstd compressed."""
_SAVE = "save it as plain text in UTF-8 first"
_UTF16 = "UTF-16; convert it first, with `iconv -f utf-16 -t utf-8`"
_NAME_IT = "name it {0}, or give --from {1}, and choose columns with --column"
_IMAGE = "an image, which has no text to read"
_ARCHIVE = "an archive; unpack it first, and name the texts in it"
_BEGINNINGS = {
    b"Obj\x01": "an Avro file; convert it to Parquet or JSON Lines first",
    b"PK\x03\x04": f"a zip file, as .docx and .odt are; {_SAVE}",
    b"%PDF-": f"a PDF; {_SAVE}",
    b"{\\rtf": f"a document of a word processor; {_SAVE}",
    b"\x89PNG": _IMAGE,
    b"\xff\xd8\xff": _IMAGE,
    b"GIF8": _IMAGE,
    b"II*\0": _IMAGE,
    b"MM\0*": _IMAGE,
    b"7z\xbc\xaf": _ARCHIVE,
    b"Rar!\x1a": _ARCHIVE,
    b"BZh91AY&SY": _ARCHIVE,
    b"\xfd7zXZ\0": _ARCHIVE,
    b"SQLite format 3\0": "a database of SQLite; export its table as CSV first",
    b"\xd0\xcf\x11\xe0": f"an old document of an office program; {_SAVE}",
    _GZIP_BEGINNING: "compressed by gzip; unpack it first, with `gunzip`, or name it .jsonl.gz or .csv.gz",
    _ZSTD_BEGINNING: "compressed by zstd; unpack it first, with `unzstd`, or name it .jsonl.zst "
    "or .csv.zst",
    # A text may begin with PAR1; what follows in a Parquet file is a control character.
    PARQUET_BEGINNING + b"\x15": f"a Parquet file; {_NAME_IT.format('.parquet', 'parquet')}",
    ARROW_BEGINNING + b"\0": f"an Arrow file; {_NAME_IT.format('.arrow', 'arrow')}",
    b"\xff\xff\xff\xff": f"a stream of Arrow; {_NAME_IT.format('.arrows', 'arrow')}",
    b"\xff\xfe\0\0": "UTF-32; convert it first, with `iconv -f utf-32 -t utf-8`",
    b"\xff\xfe": _UTF16,
    b"\xfe\xff": _UTF16,
}


def describe_binary(raw: bytes) -> str:
    """Say what a file is that begins with bytes of no text, and what to do; empty if unknown.

    >>> describe_binary(b"%PDF-1.7")
    'a PDF; save it as plain text in UTF-8 first'
    """
    return next((kind for begin, kind in _BEGINNINGS.items() if raw.startswith(begin)), "")


def describe_no_text(raw: bytes, error: UnicodeDecodeError) -> str:
    """Say why all bytes of a file cannot be read as UTF-8, and what to do."""
    if kind := describe_binary(raw):
        return f"is {kind}"
    return f"not UTF-8 at byte {error.start}; {suggest_conversion(raw)}"


_SAMPLE = 1 << 16
"""Bytes by which the kind of a file is guessed."""
_NO_TEXT = bytes({*range(1, 32), 127} - set(b"\t\n\v\f\r\x1b"))
"""Control characters that texts do not have. UTF-16 has NULs."""


def suggest_conversion(raw: bytes) -> str:
    """Say what to do with bytes that are not UTF-8, or have a NUL.

    >>> suggest_conversion("Åsa".encode("latin-1"))
    'convert it first, e.g. with `iconv -f latin1 -t utf-8`'
    >>> suggest_conversion(bytes(range(256)))
    'it is not a text; save it as plain text in UTF-8 first'
    """
    sample = raw[:_SAMPLE]
    is_text = len(sample.translate(None, _NO_TEXT)) == len(sample)
    if is_text and _is_utf16(sample):
        return "convert UTF-16 first, e.g. with `iconv -f utf-16 -t utf-8`"
    if not is_text or b"\0" in sample:
        return f"it is not a text; {_SAVE}"
    return "convert it first, e.g. with `iconv -f latin1 -t utf-8`"


def _is_utf16(sample: bytes) -> bool:
    """Whether every second byte is zero in most places, and the others nowhere."""
    first, second = sample[::2].count(0), sample[1::2].count(0)
    return max(first, second) > len(sample) // 4 and min(first, second) == 0
