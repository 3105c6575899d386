"""Convert the codes of countries, counties and municipalities to those that records use.

Countries have two letters (ISO 3166-1 alpha-2). Sources use three codes for Sweden's 21 counties:
GeoNames has its own numbers (``SE.28``), post and number plates use letters (``O``), and the codes
of municipalities begin with SCB's number (``1480`` is in ``14``). Records use GeoNames' codes.
"""

from dataclasses import dataclass

from tacknamn.errors import SourceError

__all__ = [
    "COUNTIES",
    "County",
    "convert_municipality_code",
    "find_alpha2",
    "find_county",
    "find_county_by_number",
    "find_county_of_municipality",
    "find_municipality",
]

_PAIRS = """
ABW:AW AFG:AF AGO:AO AIA:AI ALA:AX ALB:AL AND:AD ANT:AN ARE:AE ARG:AR ARM:AM ASM:AS ATA:AQ
ATF:TF ATG:AG AUS:AU AUT:AT AZE:AZ BDI:BI BEL:BE BEN:BJ BES:BQ BFA:BF BGD:BD BGR:BG BHR:BH
BHS:BS BIH:BA BLM:BL BLR:BY BLZ:BZ BMU:BM BOL:BO BRA:BR BRB:BB BRN:BN BTN:BT BVT:BV BWA:BW
CAF:CF CAN:CA CCK:CC CHE:CH CHL:CL CHN:CN CIV:CI CMR:CM COD:CD COG:CG COK:CK COL:CO COM:KM
CPV:CV CRI:CR CUB:CU CUW:CW CXR:CX CYM:KY CYP:CY CZE:CZ DEU:DE DJI:DJ DMA:DM DNK:DK DOM:DO
DZA:DZ ECU:EC EGY:EG ERI:ER ESH:EH ESP:ES EST:EE ETH:ET FIN:FI FJI:FJ FLK:FK FRA:FR FRO:FO
FSM:FM GAB:GA GBR:GB GEO:GE GGY:GG GHA:GH GIB:GI GIN:GN GLP:GP GMB:GM GNB:GW GNQ:GQ GRC:GR
GRD:GD GRL:GL GTM:GT GUF:GF GUM:GU GUY:GY HKG:HK HMD:HM HND:HN HRV:HR HTI:HT HUN:HU IDN:ID
IMN:IM IND:IN IOT:IO IRL:IE IRN:IR IRQ:IQ ISL:IS ISR:IL ITA:IT JAM:JM JEY:JE JOR:JO JPN:JP
KAZ:KZ KEN:KE KGZ:KG KHM:KH KIR:KI KNA:KN KOR:KR KWT:KW LAO:LA LBN:LB LBR:LR LBY:LY LCA:LC
LIE:LI LKA:LK LSO:LS LTU:LT LUX:LU LVA:LV MAC:MO MAF:MF MAR:MA MCO:MC MDA:MD MDG:MG MDV:MV
MEX:MX MHL:MH MKD:MK MLI:ML MLT:MT MMR:MM MNE:ME MNG:MN MNP:MP MOZ:MZ MRT:MR MSR:MS MTQ:MQ
MUS:MU MWI:MW MYS:MY MYT:YT NAM:NA NCL:NC NER:NE NFK:NF NGA:NG NIC:NI NIU:NU NLD:NL NOR:NO
NPL:NP NRU:NR NZL:NZ OMN:OM PAK:PK PAN:PA PCN:PN PER:PE PHL:PH PLW:PW PNG:PG POL:PL PRI:PR
PRK:KP PRT:PT PRY:PY PSE:PS PYF:PF QAT:QA REU:RE ROU:RO RUS:RU RWA:RW SAU:SA SCG:CS SDN:SD
SEN:SN SGP:SG SGS:GS SHN:SH SJM:SJ SLB:SB SLE:SL SLV:SV SMR:SM SOM:SO SPM:PM SRB:RS SSD:SS
STP:ST SUR:SR SVK:SK SVN:SI SWE:SE SWZ:SZ SXM:SX SYC:SC SYR:SY TCA:TC TCD:TD TGO:TG THA:TH
TJK:TJ TKL:TK TKM:TM TLS:TL TON:TO TTO:TT TUN:TN TUR:TR TUV:TV TWN:TW TZA:TZ UGA:UG UKR:UA
UMI:UM URY:UY USA:US UZB:UZ VAT:VA VCT:VC VEN:VE VGB:VG VIR:VI VNM:VN VUT:VU WLF:WF WSM:WS
XKX:XK YEM:YE ZAF:ZA ZMB:ZM ZWE:ZW
"""
"""From GeoNames' countryInfo, July 2026; Kosovo's XKX is its own addition."""

_ALPHA2 = dict(pair.split(":") for pair in _PAIRS.split())


def find_alpha2(alpha3: str, file: str) -> str:
    """Find the two letters of a country that ``file`` names by three.

    >>> find_alpha2("SWE", "lander.csv")
    'SE'
    """
    try:
        return _ALPHA2[alpha3]
    except KeyError:
        raise SourceError(f"{file}: {alpha3!r} is not a country code of ISO 3166") from None


@dataclass(frozen=True, slots=True)
class County:
    """A county and its codes."""

    geonames: str
    """GeoNames' admin1 code: ``SE.28``."""
    letter: str
    number: str
    """SCB's number: the first two digits of its municipalities' codes."""
    name: str
    """The name without ``län``, as in GeoNames: ``Västra Götaland``."""


COUNTIES = (
    County("SE.26", "AB", "01", "Stockholm"),
    County("SE.21", "C", "03", "Uppsala"),
    County("SE.18", "D", "04", "Södermanland"),
    County("SE.16", "E", "05", "Östergötland"),
    County("SE.08", "F", "06", "Jönköping"),
    County("SE.12", "G", "07", "Kronoberg"),
    County("SE.09", "H", "08", "Kalmar"),
    County("SE.05", "I", "09", "Gotland"),
    County("SE.02", "K", "10", "Blekinge"),
    County("SE.27", "M", "12", "Skåne"),
    County("SE.06", "N", "13", "Halland"),
    County("SE.28", "O", "14", "Västra Götaland"),
    County("SE.22", "S", "17", "Värmland"),
    County("SE.15", "T", "18", "Örebro"),
    County("SE.25", "U", "19", "Västmanland"),
    County("SE.10", "W", "20", "Dalarna"),
    County("SE.03", "X", "21", "Gävleborg"),
    County("SE.24", "Y", "22", "Västernorrland"),
    County("SE.07", "Z", "23", "Jämtland"),
    County("SE.23", "AC", "24", "Västerbotten"),
    County("SE.14", "BD", "25", "Norrbotten"),
)

_MUNICIPALITY_DIGITS = 4
_BY_LETTER = {county.letter: county for county in COUNTIES}
_BY_NUMBER = {county.number: county for county in COUNTIES}


def find_county(letter: str, file: str) -> County:
    """Find the county of a letter that ``file`` uses."""
    try:
        return _BY_LETTER[letter]
    except KeyError:
        raise SourceError(f"{file}: no county has the letter {letter!r}") from None


def find_county_by_number(number: str, file: str) -> County:
    """Find the county of SCB's number of two digits that ``file`` uses."""
    try:
        return _BY_NUMBER[number]
    except KeyError:
        raise SourceError(f"{file}: no county has the number {number!r}") from None


def find_county_of_municipality(code: str) -> County | None:
    """Find the county of SCB's code of a municipality; None for any other text."""
    return _BY_NUMBER.get(code[:2]) if len(code) == _MUNICIPALITY_DIGITS else None


def find_municipality(code: str) -> str:
    """Find GeoNames' admin2 code of SCB's code of a municipality; empty for any other text.

    Some files store the code as a number, without its zero.

    >>> find_municipality("180"), find_municipality("0001")
    ('SE.26.0180', '')
    """
    full = code.zfill(_MUNICIPALITY_DIGITS) if code else ""
    county = find_county_of_municipality(full)
    return f"{county.geonames}.{full}" if county else ""


def convert_municipality_code(code: str, file: str) -> str:
    """Convert SCB's code of a municipality to GeoNames' admin2 code.

    >>> convert_municipality_code("1480", "kommuner.csv")
    'SE.28.1480'
    """
    county = find_county_of_municipality(code)
    if county is None:
        raise SourceError(f"{file}: {code!r} is not a Swedish municipality code")
    return f"{county.geonames}.{code}"
