"""The review page: look at what was found, correct it, export it.

The page is one file (:mod:`tacknamn.service.review.page`) that talks to the addresses below
``/review/api`` (:mod:`tacknamn.service.review.addresses`). What annotators decide is kept as SVALA's
graph in the folder of essays; :mod:`tacknamn.service.review.graph_spans` and
:mod:`tacknamn.service.review.graph_changes` translate between the graph and the spans of the page.
"""
