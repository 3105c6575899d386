"""Tell which found names reveal nobody where they stand.

::

    unrevealing(text, found, profile.revealing)      # a list of bool: True means leave it

Sweden and Europe never do (A5, A2). Where the profile looks at the context, names of third-person
texts - reviews, news, what a place is like - are left too, unless the writer speaks of himself
near them. Cues and their weights stand in the tables beside the code, each with its reason.
"""
