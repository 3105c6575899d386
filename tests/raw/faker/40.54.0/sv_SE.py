from collections import OrderedDict

from .. import Provider as PersonProvider

raise RuntimeError("this module is read, never run")


class Provider(PersonProvider):
    formats_female = ("{{first_name_female}} {{last_name}}",)

    first_names_female = OrderedDict(
        (
            ("Maria", 0.6),
            ("Anna", 0.4),
        )
    )

    first_names_male = OrderedDict(
        (
            ("Erik", 0.75),
            ("Kim", 0.25),
        )
    )

    first_names = first_names_male.copy()
    first_names.update(first_names_female)

    last_names = OrderedDict(
        (
            ("Andersson", 3),
            ("Khalil", 1),
        )
    )
