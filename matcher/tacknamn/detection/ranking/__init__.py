"""Rank the labels that a name may have, and choose one for each name of a text.

Many names are ambiguous: Björn is a first name and a bear, Lund a surname and a city. This package
weighs every candidate in one currency, mentions per billion words of ordinary text: how often the
form has each label and how often it is an ordinary word, multiplied by what its letter case and the
words around it say (``cues.tsv``). A fitted model corrects these weights. Names next to each other
and repeats of the same name then settle one another. The modules, in the order of a text's way::

    ranker            conducts the others for the names of one text
    piece_reader      reads the pieces of a text: matches of the lists, capitalized words
    forms             what the lexicon says of a form: as a name, as an ordinary word
    pieces            records of pieces of the text that may be names
    capitals          what their capitals say, and how far these can be trusted
    name_cues         words next to a name, what people do there, signatures
    introductions     names after heter, namn är, kallas; the words that introduce names
    introduced_names  first names beside persons, titles and greetings: min vän bo sa
    introduced_pieces introduced names as pieces
    introduced_places places in small letters, by the words around them
    place_pieces      words in small letters or capitals, read as places
    weights           the weight of each label of a piece, from lists and cues
    model             the fitted correction of these weights, from features
    rows, paths       names side by side, and the best path through their kinds
    best_labels       the best label of each piece
    repeats           a name in one place of a text is a name in the others
    chat_speakers     who speaks in a chat, before a colon
    coordinated_names names that another person stands beside: klara och linnéa
    multipart_names   middle names, entries of several names, names with hyphens
    small_surnames    surnames in small letters that no list has, after a first name
    foreign_phrases   foreign names of several words in Swedish texts, by their head
    english_phrases   English names of several words, by their head
    english_words     what is a word in English, although a list has it as a name
    english_names     English first names that are words, by grammar
    english_rules     conducts the English rules, which look words up
    english_joins     directions, numbers of kings, epithets
    person_forms      labels and forms of persons' names, by the words around them
    person_labels     their sex, and what is a surname
    name_parts        double first names, particles, epithets, initials with hyphens
    no_persons        words that are no names of persons after all
    added_persons     nicknames, names that are spelt, initials, fields of forms
    person_context    what is around a person's name
    detections        records for the stages that follow, without overlaps
    institution_names names of institutions of several words, by their type words
    small_institutions names of schools and workplaces in small letters
    company_names     names of companies with AB or an ampersand
    institution_shapes how names of institutions are written
    institutions      whole names of institutions, and which are a person's workplace
    foreign_areas     parts of foreign towns
    professions       professions that people have, and those that are only mentioned

The whole package is compiled by mypyc at install time (see docs/design.md).
"""
