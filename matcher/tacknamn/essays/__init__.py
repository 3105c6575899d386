"""A folder of essays with the graphs that annotators saved: every version, for ever.

:class:`tacknamn.essays.store.EssayStore` is the way in. SVALA's editor uses it through the service
(:mod:`tacknamn.service.essays_api`).
"""
