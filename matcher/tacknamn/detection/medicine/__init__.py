"""What texts about medicine have that looks like a name or an identifying number, and is none.

Drugs, eponyms, scales and abbreviations (:mod:`terms`), and values (:mod:`values`), are left alone in
every text. Notes of hospitals (:mod:`notes`) are read more boldly, and there wards and the initials of
staff are found (:mod:`staff`).
"""
