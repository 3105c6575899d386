"""Ways of writing that hide a name from the finders, and how they are undone before the search.

A *disguise* leaves a name readable for people and unlike its entry in the lists: characters without
width, full-width letters, letters of another alphabet that look alike, a hyphen at the end of a line,
*annaEk*, *Anna%20Ek*, digits one by one. One pass (:mod:`survey`) says which kinds a text may have;
nearly all texts have none and take no other way.
:mod:`clear_text` undoes what there is and leads back to the original offsets. :mod:`uncased` lets
words of scripts without capitals count as capitalized.
"""
