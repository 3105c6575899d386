"""Words of chats and games are no names in small letters, unless they are introduced as names."""

import pytest

from tacknamn.detection.ranking.chat_words import is_chat_word

CHAT = """
[yo] vad gör du
min [ping] är hög
han är snäll [irl]
[edit]: tack för svaren
[edit] 2: nu funkar det
men [nada] funkar här
vi kör [raid] ikväll
jag spelar [main] healer
fattar [nah] det går inte
i [morse] var det kallt
ny [admin] i gruppen
vilken [meme] alltså
"""
NAMES = """
jag heter [yo]
min syster [nada] bor här
hej [edit] hur mår du
[edit] och jag åkte hem
mvh [ping]
kommer från [main]
my name is [ty]
hos [morse] igår
med [nada] gick vi hem
[sara] funkar
"""


def split(line: str) -> tuple[str, int, int]:
    start, end = line.index("["), line.index("]") - 1
    return line.replace("[", "").replace("]", ""), start, end


@pytest.mark.parametrize("line", CHAT.strip().splitlines())
def test_a_word_of_chats(line: str) -> None:
    assert is_chat_word(*split(line))


@pytest.mark.parametrize("line", NAMES.strip().splitlines())
def test_a_name(line: str) -> None:
    assert not is_chat_word(*split(line))
