"""SVALA's taxonomy of labels as versioned data.

::

    from tacknamn.taxonomy.reader import load_taxonomy
    taxonomy = load_taxonomy()
    taxonomy.label("firstname:male")               # an old alias: LabelInfo of firstname_male
    taxonomy.coarse("surname")                     # "PER"
    taxonomy.split_labels(["city", "1", "gen"])    # label, number, affixes, notes, unknown

The data are in ``taxonomy.toml``, which explains its fields. ``taxonomy`` defines the records,
``reader`` reads the file, ``coarse_classes`` merges pieces into spans of coarse classes,
``entity_types`` has Presidio's type for each label.
"""
