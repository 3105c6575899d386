"""Draw sentences with names from a file of WikiNEuRal (``tacknamn-build wikineural``).

The masking tool was evaluated on 1,000 sentences of WikiNEuRal. They cannot be passed on:
WikiNEuRal is for non-commercial use, and the project contains nothing of it. These modules draw
such sentences from the published file; the same seed gives the same sentences. ``tacknamn evaluate
--wikineural`` compares tools on them. ``tagged_sentences`` reads the file, ``written_sentences``
joins the tokens to text, ``draw_sentences`` makes the draw.
"""
