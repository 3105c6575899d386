"""Find e-mail addresses, web addresses and user names.

A search begins at a literal that the first pass found (``@``, ``://``, ``www.``, an ending). It
reads a bounded number of characters, or never reads the same characters twice. So the time grows
linearly with the length of any text.
"""

from collections.abc import Iterator

from tacknamn.detection.patterns.rulebook import WORD, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "PATH_DOMAINS",
    "TOP_LEVEL_DOMAINS",
    "find_addresses",
    "find_bare_urls",
    "find_spelled_addresses",
    "find_spoken_addresses",
    "find_urls",
    "find_user_names",
]

LONGEST_LOCAL, LONGEST_DOMAIN = 64, 255
"""Characters of an address before and after the @ (RFC 5321)."""
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
"""Endings of web addresses that have no www."""
_LOCAL_CHARACTERS = frozenset("._%+-")
_DOMAIN = compile_lazily(r"(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w])")
_SHORT_DOMAIN = compile_lazily(r"[^\W_][\w-]{1,62}(?![\w@])")
_OF_PROGRAMS = ("(", "/")
"""What follows an @ and a word in programs: @lru_cache(...), @types/node."""
_HANDLE = compile_lazily(r"[^\W\d]\w?[\w.]{1,28}\w")
_REST_OF_URL = compile_lazily(r"[^\s<>\"]*")
_PATH = compile_lazily(r"(?:/[^\s<>\"]*)?")
_AFTER = ".,;:!?)]}'’”»"
"""Characters that end a sentence rather than an address."""
_DOT = r"(?:\.|\s?(?:\(punkt\)|\(dot\)|\[dot\]|\bpunkt\b)\s?|\s\.\s)"
_SPELLED = compile_lazily(
    r"\s?(?:\(at\)|\[at\]|\(a\)|\(snabel-a\)|snabel-a)\s?[\w-]{1,63}(?:"
    rf"(?:{_DOT}[^\W\d_]{{2,24}}){{0,2}}?{_DOT}(?:{'|'.join(TOP_LEVEL_DOMAINS)})(?!\w)"
    rf"|(?:{_DOT}[^\W\d_]{{2,24}}){{1,3}}(?!\w))"
)
"""Ends with the first known ending: anna(at)exempel.com. Min bror."""
_SPOKEN_DOT = r"(?:\.|\s?(?:[(\[{<](?:dot|punkt|\.)[)\]}>])\s?|\s(?:dot|punkt)\s)"
_SPOKEN_AT = r"(?:\s?(?:@|[(\[{<](?:at|a|snabel-?a|@)[)\]}>])\s?|\s(?:at|snabel[- ]?a|kanelbulle|alfakrull)\s)"
_SPOKEN = compile_lazily(
    rf"(?<![\w.])[\w+-]{{1,30}}(?:{_SPOKEN_DOT}[\w+-]{{1,30}}){{0,3}}{_SPOKEN_AT}"
    rf"[\w-]{{1,40}}(?:{_SPOKEN_DOT}[\w-]{{2,30}}){{0,2}}{_SPOKEN_DOT}(?:{'|'.join(TOP_LEVEL_DOMAINS)})(?!\w)"
)
"""An address whose signs are words: anna punkt ek at exempel dot se."""
_SPOKEN_REACH = 160
"""Characters before a spoken full stop in which such an address may begin, and after it."""
PATH_DOMAINS = (
    "ai", "am", "app", "be", "cc", "ch", "co", "dev", "ee", "es", "fm", "fr", "gg", "im", "it", "link",
    "ly", "me", "nl", "page", "pl", "ru", "sh", "site", "social", "to", "tr", "tv", "us", "xyz",
)  # fmt: skip
"""Endings of web addresses only with a path: t.me/anna. Alone they are words or parts of numbers."""
_HOST_BACK = 80
"""Characters before the ending in which a web address without www. may begin."""
_REAL_NAME_SITES = frozenset(("facebook", "messenger", "twitter"))
"""Sites where people use their real names, which the name lists find."""
_NAME = compile_lazily(r"[^\W_][\w.\-]{1,29}(?:#\d{4})?")
_NAME_ENDS = compile_lazily(r"\s*(?:[.,!?;)\n]|\Z)|\s(?:och|and|på|om|if|så|so)(?!\w)")
"""What may follow a user name of letters only: insta är katten, men "insta is still the best"."""
_LINK = compile_lazily(r"\s?[:=]\s?|\s")


def find_addresses(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the e-mail address around an @, or the user name after it."""
    text = normalized.text
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
    if handle and first == start and text[handle.end() : handle.end() + 1] not in _OF_PROGRAMS:
        yield propose("handle", start, handle.end())


def _is_local(character: str) -> bool:
    return character.isalnum() or character in _LOCAL_CHARACTERS


def find_spelled_addresses(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find addresses that are spelled out: anna (at) exempel (punkt) se."""
    lowered = normalized.lowered
    begin = start - 1 if lowered[start - 1 : start] == " " else start
    first = begin
    while first > max(0, begin - LONGEST_LOCAL) and _is_local(lowered[first - 1]):
        first -= 1
    match = _SPELLED.match(lowered, begin, begin + LONGEST_DOMAIN)
    if match and first < begin:
        yield propose("email_spelled", first, match.end())


def find_spoken_addresses(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find the address around a full stop that is a word: anna at exempel dot se."""
    lowered = normalized.lowered
    before, after = max(0, start - _SPOKEN_REACH), min(len(lowered), end + _SPOKEN_REACH)
    for match in _SPOKEN.finditer(lowered, before, after):
        if match.start() <= start < match.end():
            yield propose("email_spelled", *match.span())


def find_urls(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a web address from its scheme or ``www.`` to the next space."""
    text = normalized.text
    if normalized.lowered.startswith("://", start):
        while start > max(0, end - 16) and text[start - 1].isascii() and text[start - 1].isalnum():
            start -= 1
        if normalized.lowered.startswith("://", start):
            return
    elif start and (text[start - 1].isalnum() or text[start - 1] in "./@"):
        return
    match = _REST_OF_URL.match(text, end)
    last = _trim_end(text, end, match.end() if match else end)
    if last > end:
        yield propose("url", start, last)


def find_bare_urls(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a web address by its ending: exempel.se/anna. The offsets are those of the ending."""
    text = normalized.text
    has_path = text[end - 1] == "/"
    if not has_path and (text[end : end + 1].isalnum() or text[end : end + 1] in ("_", "@", "-")):
        return
    first = start
    while first > max(0, start - _HOST_BACK) and (
        text[first - 1].isalnum() or text[first - 1] in ".-"
    ):
        first -= 1
    while first < start and not text[first].isalnum():
        first += 1
    host = text[first:end]
    if start - first < (1 if has_path else 2) or (
        text[first - 1 : first] in ("@", "/", "_") and first
    ):
        return
    if (
        not (text[start:end].islower() or host.isupper())
        or ".." in host
        or not any(map(str.isalpha, text[first:start]))
    ):
        return
    path = _PATH.match(text, end - has_path)
    yield propose("bare_url", first, _trim_end(text, end, path.end() if path else end))


def _trim_end(text: str, begin: int, end: int) -> int:
    """Return the end without punctuation of the sentence. A closing bracket stays if it was opened."""
    while end > begin and text[end - 1] in _AFTER:
        if text[end - 1] == ")" and "(" in text[max(begin, end - LONGEST_DOMAIN) : end]:
            break
        end -= 1
    return end


def find_user_names(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the user name after användarnamn, instagram and similar words."""
    lowered = normalized.lowered
    if lowered[end : end + 1].isalnum() or lowered[start - 1 : start].isalnum():
        return
    offset, linked = end, False
    # Up to four words may link the two: "användarnamn på instagram är: anna_99".
    for _ in range(4):
        link = _LINK.match(lowered, offset)
        if link is None:
            return
        linked = linked or link.group() != " "
        offset = link.end()
        word = WORD.match(lowered, offset)
        if word is None or word.group() not in get_word_group("username_link"):
            break
        if lowered[word.end() : word.end() + 1] not in (" ", ":"):
            break
        linked = linked or word.group() in ("är", "heter", "is")
        offset = word.end()
    name = _NAME.match(normalized.text, offset)
    if name and not lowered[name.end() : name.end() + 1].isalnum():
        last = _trim_end(normalized.text, name.start(), name.end())
        characters = normalized.text[name.start() : last]
        is_user_name = any(character.isdigit() or character in "_.#" for character in characters)
        if not any(map(str.isalpha, characters)):
            return
        if is_user_name or (
            linked
            and lowered[start:end] not in _REAL_NAME_SITES
            and characters.islower()
            and _NAME_ENDS.match(lowered, last)
        ):
            yield propose("named_user", name.start(), last)
