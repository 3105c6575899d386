"""Find what identifies a person in a text.

``detector`` conducts the finders: ``patterns`` for what identifies by its shape, ``ranking`` for names,
``cues`` for what only the words around it make identifying. ``entities`` then unifies the mentions of
one entity, and ``harmless`` finds the names that identify no person where they stand.
"""
