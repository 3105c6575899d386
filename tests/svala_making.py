"""Texts, spans and graphs to try SVALA's formats with: right ones, and ones that are not."""

from hypothesis import strategies as st

from tacknamn.svala.records import Edge, Graph, GraphSpan, Token

BLANKS = " \n\t\r\u00a0\u2028\ufeff"
ODD = "\x1c\x85\u200b\u0301\U0001f600\U00010400"
"""No blanks for SVALA, though Python takes two of them for blanks; and letters that are two."""
LABELS = ["city", "firstname_female", "surname", "1", "2", "gen", "foreign", "OBS!", "Com!", "odd"]

texts = st.text(
    st.one_of(
        st.sampled_from("ab. ,Å" + BLANKS),
        st.sampled_from(BLANKS + ODD),
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    ),
    max_size=60,
)


@st.composite
def spans_within(draw: st.DrawFn, text: str) -> list[GraphSpan]:
    """Spans of a text that do not overlap."""
    cuts = draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True))
    found = []
    for start, end in zip(sorted(cuts)[::2], sorted(cuts)[1::2], strict=False):
        labels = draw(st.lists(st.sampled_from(LABELS), unique=True, max_size=3))
        note = any("!" in label for label in labels)
        comment = draw(st.sampled_from([None, "ett ord", "se\n\nnästa"])) if note else None
        replacement = draw(st.one_of(texts.map(lambda drawn: drawn[:9]), st.just(text[start:end])))
        found.append(
            GraphSpan(start, end, replacement, tuple(labels), draw(st.booleans()), comment)
        )
    return found


@st.composite
def texts_with_spans(draw: st.DrawFn) -> tuple[str, list[GraphSpan]]:
    text = draw(texts)
    return text, draw(spans_within(text))


_ids = st.sampled_from(["s0", "s1", "s2", "s10", "t0", "t1", "t2", "e-s0", "s0-t0", "t", "", "Å"])
_words = st.sampled_from(
    ["a ", "ab ", " b \n", "a", " ", "", "a b ", "\U0001f600 ", "\ufeff", "ba\t"]
)
_comments = st.sampled_from([None, None, "", "ett ord"])
_tokens = st.lists(st.builds(Token, _ids, _words), max_size=5).map(tuple)
_edges = st.lists(
    st.builds(
        Edge,
        st.sampled_from(["e-s0-t0", "e-s0", "e-", "s0"]),
        st.lists(_ids, max_size=4).map(tuple),
        st.lists(st.sampled_from(LABELS), max_size=3).map(tuple),
        st.booleans(),
        _comments,
    ),
    max_size=5,
).map(tuple)
broken_graphs = st.builds(Graph, _tokens, _tokens, _edges, _comments)
"""Graphs in which nothing needs to hold."""
