"""Recognize files that are not text by their first bytes, and say what to do with them."""

__all__ = ["ARROW_BEGINNING", "COMPRESSED_BEGINNINGS", "PARQUET_BEGINNING", "describe_binary"]

PARQUET_BEGINNING = b"PAR1"
ARROW_BEGINNING = b"ARROW1"
"""The first bytes of a file of Arrow IPC; a stream of Arrow IPC has none."""
_GZIP_BEGINNING, _ZSTD_BEGINNING = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
COMPRESSED_BEGINNINGS = (_GZIP_BEGINNING, _ZSTD_BEGINNING)
"""The first bytes of files that gzip or zstd compressed."""
_SAVE = "save it as plain text in UTF-8 first"
_UTF16 = "UTF-16; convert it first, with `iconv -f utf-16 -t utf-8`"
_NAME_IT = "name it {0}, or give --from {1}, and choose columns with --column"
_BEGINNINGS = {
    b"PK\x03\x04": f"a zip file, as .docx and .odt are; {_SAVE}",
    b"%PDF-": f"a PDF; {_SAVE}",
    b"\xd0\xcf\x11\xe0": f"an old document of an office program; {_SAVE}",
    _GZIP_BEGINNING: "compressed by gzip; unpack it first, with `gunzip`, or name it .jsonl.gz or .csv.gz",
    _ZSTD_BEGINNING: "compressed by zstd; unpack it first, with `unzstd`, or name it .jsonl.zst "
    "or .csv.zst",
    # A text may begin with PAR1; what follows in a Parquet file is a control character.
    PARQUET_BEGINNING + b"\x15": f"a Parquet file; {_NAME_IT.format('.parquet', 'parquet')}",
    ARROW_BEGINNING + b"\0": f"an Arrow file; {_NAME_IT.format('.arrow', 'arrow')}",
    b"\xff\xff\xff\xff": f"a stream of Arrow; {_NAME_IT.format('.arrows', 'arrow')}",
    b"\xff\xfe": _UTF16,
    b"\xfe\xff": _UTF16,
}


def describe_binary(raw: bytes) -> str:
    """Say what a file is that begins with bytes of no text, and what to do; empty if unknown.

    >>> describe_binary(b"%PDF-1.7")
    'a PDF; save it as plain text in UTF-8 first'
    """
    return next((kind for begin, kind in _BEGINNINGS.items() if raw.startswith(begin)), "")
