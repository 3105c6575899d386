"""Map GeoNames' feature classes and codes to labels.

GeoNames has nine classes (A administrative, H water, L areas, P populated, R roads, S spots, T
heights, U undersea, V vegetation) and about 680 codes. Each class has a label; exceptions are
listed by code, with the reason.
"""

from tacknamn.labels import Label

__all__ = ["find_label"]

_CLASSES = {
    "A": Label.REGION,
    "H": Label.GEO,
    "L": Label.REGION,  # regions, coasts of history, landscapes
    "P": Label.CITY,  # city includes towns and villages
    "R": Label.PLACE,  # roads, streets, squares, tunnels: parts of addresses
    "S": Label.PLACE,  # buildings, farms, stations: parts of addresses
    "T": Label.GEO,
    "V": Label.GEO,
}
"""The label of each class; U (undersea features) has none."""

_CODES = {
    # A: countries come with their codes from countryInfo, under keys of their own
    "A.PCL": None, "A.PCLD": None, "A.PCLF": None, "A.PCLH": None, "A.PCLI": None,
    "A.PCLIX": None, "A.PCLS": None, "A.TERR": None, "A.ZN": None, "A.ZNB": None,
    # H: built water is a place; wells have the name of a farm
    "H.ANCH": Label.PLACE, "H.DCK": Label.PLACE, "H.DCKB": Label.PLACE, "H.HBR": Label.PLACE,
    "H.HBRX": Label.PLACE, "H.LDNG": Label.PLACE, "H.RSVT": Label.PLACE, "H.WLL": Label.PLACE,
    "H.DTCH": Label.PLACE,
    # L: grounds that people visit are places, nature is geo, "localities" are addresses
    "L.AIRS": Label.PLACE, "L.AMUS": Label.PLACE, "L.BTL": Label.PLACE, "L.CMN": Label.PLACE,
    "L.CTRB": Label.PLACE, "L.DEVH": Label.PLACE, "L.FLD": Label.PLACE, "L.INDS": Label.PLACE,
    "L.LCTY": Label.PLACE, "L.MILB": Label.PLACE, "L.MVA": Label.PLACE, "L.NVB": Label.PLACE,
    "L.PRK": Label.PLACE, "L.PRT": Label.PLACE, "L.RNGA": Label.PLACE, "L.TRB": None,
    "L.CST": Label.GEO, "L.GRAZ": Label.GEO, "L.ICE": Label.GEO, "L.OAS": Label.GEO,
    "L.RES": Label.GEO, "L.RESF": Label.GEO, "L.RESH": Label.GEO, "L.RESN": Label.GEO,
    "L.RESP": Label.GEO, "L.RESW": Label.GEO, "L.SNOW": Label.GEO,
    # R: a railway has a name (Inlandsbanan), a yard or a junction is a place
    "R.RR": Label.TRANSPORT_NAME, "R.RRQ": Label.TRANSPORT_NAME, "R.RTE": Label.TRANSPORT_NAME,
    "R.TRL": Label.GEO,  # Kungsleden: a trail, never an address
    # S: lines on rails and ropes
    "S.CABLE": Label.TRANSPORT_NAME, "S.FUNI": Label.TRANSPORT_NAME,
    "S.TRAM": Label.TRANSPORT_NAME,
    # S: schools
    "S.SCH": Label.SCHOOL, "S.SCHA": Label.SCHOOL, "S.SCHC": Label.SCHOOL,
    "S.SCHD": Label.SCHOOL, "S.SCHL": Label.SCHOOL, "S.SCHM": Label.SCHOOL,
    "S.SCHN": Label.SCHOOL, "S.SCHT": Label.SCHOOL, "S.UNIV": Label.SCHOOL,
    # S: SVALA's "other institution" is care, culture, faith, prison
    "S.CH": Label.OTHER_INSTITUTION, "S.CTRCM": Label.OTHER_INSTITUTION,
    "S.CTRM": Label.OTHER_INSTITUTION, "S.CTRR": Label.OTHER_INSTITUTION,
    "S.HSP": Label.OTHER_INSTITUTION, "S.HSPC": Label.OTHER_INSTITUTION,
    "S.HSPD": Label.OTHER_INSTITUTION, "S.HSPL": Label.OTHER_INSTITUTION,
    "S.LIBR": Label.OTHER_INSTITUTION, "S.MSQE": Label.OTHER_INSTITUTION,
    "S.MSTY": Label.OTHER_INSTITUTION, "S.CVNT": Label.OTHER_INSTITUTION,
    "S.MUS": Label.OTHER_INSTITUTION, "S.OPRA": Label.OTHER_INSTITUTION,
    "S.PRN": Label.OTHER_INSTITUTION, "S.PRNJ": Label.OTHER_INSTITUTION,
    "S.SNTR": Label.OTHER_INSTITUTION, "S.SYG": Label.OTHER_INSTITUTION,
    "S.THTR": Label.OTHER_INSTITUTION, "S.TMPL": Label.OTHER_INSTITUTION,
    "S.ZOO": Label.OTHER_INSTITUTION,
    # S: authorities
    "S.ADMF": Label.PUBLIC_AUTHORITY, "S.CRTH": Label.PUBLIC_AUTHORITY,
    "S.CSTM": Label.PUBLIC_AUTHORITY, "S.DIP": Label.PUBLIC_AUTHORITY,
    "S.GOVL": Label.PUBLIC_AUTHORITY, "S.PP": Label.PUBLIC_AUTHORITY,
    # S: where people are employed
    "S.BANK": Label.WORK, "S.BRWY": Label.WORK, "S.FCTY": Label.WORK, "S.GHSE": Label.WORK,
    "S.HTL": Label.WORK, "S.MALL": Label.WORK, "S.MFG": Label.WORK, "S.MKT": Label.WORK,
    "S.ML": Label.WORK, "S.MLSW": Label.WORK, "S.MN": Label.WORK, "S.PS": Label.WORK,
    "S.PSN": Label.WORK, "S.REST": Label.WORK, "S.RET": Label.WORK,
}  # fmt: skip


def find_label(feature_class: str, code: str, country: str) -> Label | None:
    """Find the label of a feature, or None if it has none.

    A part of a city (PPLX) is a city in Sweden and an area abroad, as in SVALA's guidelines.

    >>> find_label("T", "ISL", "SE"), find_label("P", "PPLX", "DK")
    (<Label.GEO: 'geo'>, <Label.AREA: 'area'>)
    """
    if code == "PPLX" and country != "SE":
        return Label.AREA
    full = f"{feature_class}.{code}"
    return _CODES[full] if full in _CODES else _CLASSES.get(feature_class)
