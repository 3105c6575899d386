"""Find addresses of mail and web, and user names.

Every search begins at a sign that the first scan found (an @, ``://``, ``www.``, an ending) and
reaches a bounded way from it, or is not begun again within what it took: time grows with the
length of the text, whatever the text is.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.context import WORD
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "TOP_LEVEL_DOMAINS",
    "find_addresses",
    "find_bare_urls",
    "find_spelled_addresses",
    "find_urls",
    "find_user_names",
]

LONGEST_LOCAL, LONGEST_DOMAIN = 64, 255
"""Characters of an address before and behind the @, by RFC 5321."""
TOP_LEVEL_DOMAINS = (
    "com",
    "net",
    "org",
    "info",
    "nu",
    "se",
    "eu",
    "dk",
    "no",
    "fi",
    "de",
    "uk",
    "io",
)
"""Endings of web addresses without www."""
_LOCAL_SIGNS = frozenset("._%+-")
_DOMAIN = re.compile(r"(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w])")
_SHORT_DOMAIN = re.compile(r"[^\W_][\w-]{1,62}(?![\w@])")
_HANDLE = re.compile(r"[^\W\d]\w?[\w.]{1,28}\w")
_REST_OF_URL = re.compile(r"[^\s<>\"]*")
_PATH = re.compile(r"(?:/[^\s<>\"]*)?")
_BEHIND = ".,;:!?)]}'’”»"
"""What ends a sentence and not an address."""
_DOT = r"(?:\.|\s?(?:\(punkt\)|\(dot\)|\[dot\]|\bpunkt\b)\s?|\s\.\s)"
_SPELLED = re.compile(
    r"\s?(?:\(at\)|\[at\]|\(a\)|\(snabel-a\)|snabel-a)\s?[\w-]{1,63}(?:"
    rf"(?:{_DOT}[^\W\d_]{{2,24}}){{0,2}}?{_DOT}(?:{'|'.join(TOP_LEVEL_DOMAINS)})(?!\w)"
    rf"|(?:{_DOT}[^\W\d_]{{2,24}}){{1,3}}(?!\w))"
)
"""It ends with the first ending that is known: anna(at)exempel.com. Min bror."""
_HOST_BACK = 80
"""Characters before an ending that a web address without www. is followed to."""
_NAME = re.compile(r"[^\W_][\w.\-]{1,29}(?:#\d{4})?")
_LINK = re.compile(r"\s?[:=]\s?|\s")


def find_addresses(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """The address of mail around an @, or the user name behind it."""
    text = page.text
    first = start
    while first > max(0, start - LONGEST_LOCAL) and _is_local(text[first - 1]):
        first -= 1
    while first < start and not text[first].isalnum():
        first += 1
    domain = _DOMAIN.match(text, end, end + LONGEST_DOMAIN)
    if first < start and domain:
        yield propose("email", first, domain.end())
        return
    short = _SHORT_DOMAIN.match(text, end, end + LONGEST_DOMAIN)
    if first < start and short:
        yield propose("email_short", first, short.end())
        return
    handle = _HANDLE.match(text, end)
    if handle and first == start:
        yield propose("handle", start, handle.end())


def _is_local(sign: str) -> bool:
    return sign.isalnum() or sign in _LOCAL_SIGNS


def find_spelled_addresses(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """anna (at) exempel (punkt) se"""
    lowered = page.lowered
    begin = start - 1 if lowered[start - 1 : start] == " " else start
    first = begin
    while first > max(0, begin - LONGEST_LOCAL) and _is_local(lowered[first - 1]):
        first -= 1
    found = _SPELLED.match(lowered, begin, begin + LONGEST_DOMAIN)
    if found and first < begin:
        yield propose("email_spelled", first, found.end())


def find_urls(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """What follows a scheme or ``www.``, to the next blank."""
    text = page.text
    if page.lowered.startswith("://", start):
        while start > max(0, end - 16) and text[start - 1].isascii() and text[start - 1].isalnum():
            start -= 1
        if page.lowered.startswith("://", start):
            return
    elif start and (text[start - 1].isalnum() or text[start - 1] in "./@"):
        return
    found = _REST_OF_URL.match(text, end)
    last = _trim_end(text, end, found.end() if found else end)
    if last > end:
        yield propose("url", start, last)


def find_bare_urls(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """exempel.se/anna: the place is that of the ending."""
    text = page.text
    if text[end : end + 1].isalnum() or text[end : end + 1] in ("_", "@", "-"):
        return
    first = start
    while first > max(0, start - _HOST_BACK) and (
        text[first - 1].isalnum() or text[first - 1] in ".-"
    ):
        first -= 1
    while first < start and not text[first].isalnum():
        first += 1
    host = text[first:end]
    if start - first < 2 or (text[first - 1 : first] in ("@", "/", "_") and first):
        return
    if (
        not (text[start:end].islower() or host.isupper())
        or ".." in host
        or not any(map(str.isalpha, text[first:start]))
    ):
        return
    path = _PATH.match(text, end)
    yield propose("bare_url", first, _trim_end(text, end, path.end() if path else end))


def _trim_end(text: str, begin: int, end: int) -> int:
    """The end without what belongs to the sentence; a bracket that was opened stays."""
    while end > begin and text[end - 1] in _BEHIND:
        if text[end - 1] == ")" and "(" in text[max(begin, end - LONGEST_DOMAIN) : end]:
            break
        end -= 1
    return end


def find_user_names(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """What follows användarnamn, instagram and their like."""
    lowered = page.lowered
    if lowered[end : end + 1].isalnum() or lowered[start - 1 : start].isalnum():
        return
    place, linked = end, False
    for _ in range(4):
        link = _LINK.match(lowered, place)
        if link is None:
            return
        linked = linked or link.group() != " "
        place = link.end()
        word = WORD.match(lowered, place)
        if word is None or word.group() not in get_word_group("username_link"):
            break
        if lowered[word.end() : word.end() + 1] not in (" ", ":"):
            break
        linked = linked or word.group() in ("är", "heter", "is")
        place = word.end()
    name = _NAME.match(page.text, place)
    if name and not lowered[name.end() : name.end() + 1].isalnum():
        last = _trim_end(page.text, name.start(), name.end())
        signs = page.text[name.start() : last]
        odd = any(sign.isdigit() or sign in "_.#" for sign in signs)
        if odd or (linked and lowered[start:end] not in _REAL_NAME_SITES and signs.islower()):
            yield propose("named_user", name.start(), last)


_REAL_NAME_SITES = frozenset(("facebook", "messenger", "twitter"))
"""Places where people bear their own names, which the lists find."""
