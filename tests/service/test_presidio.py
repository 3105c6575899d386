"""Presidio's addresses: what its clients send, and what they read.

``tests/cases/service_presidio.json`` has requests with their answers: those of Presidio's own end-to-end tests
with other texts, and many more.
"""

import hashlib
import hmac
import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tacknamn.detection.patterns import rulebook
from tacknamn.errors import InputError
from tacknamn.replacement.keys import derive_key, read_key, write_key
from tacknamn.service.access import hash_token
from tacknamn.service.presidio.descriptions import EXAMPLES
from tacknamn.service.presidio.expressions import RegexClock, compile_expression
from tacknamn.service.settings import ServiceLimits
from tacknamn.support.tables import read_table
from tacknamn.taxonomy import entity_types
from tacknamn.taxonomy.reader import load_taxonomy
from tests.pages import ROOT

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
CASES = json.loads((ROOT / "tests/cases/service_presidio.json").read_text("utf-8"))
TEXT = "Jag heter Amina Lind 😀 och bor i Göteborg. Aminas nummer är 070-123 45 67."
PSEUDONYMIZE = {"DEFAULT": {"type": "pseudonymize", "seed": 7}}
PRESIDIO_NAMES = """CREDIT_CARD CRYPTO DATE_TIME EMAIL_ADDRESS IBAN_CODE IP_ADDRESS LOCATION MAC_ADDRESS
MEDICAL_LICENSE NRP PERSON PHONE_NUMBER URL UUID US_BANK_NUMBER US_DRIVER_LICENSE US_ITIN US_MBI US_NPI
US_PASSPORT US_SSN UK_DRIVING_LICENCE UK_NHS UK_NINO UK_PASSPORT UK_POSTCODE UK_VEHICLE_REGISTRATION AU_ABN
AU_ACN AU_MEDICARE AU_TFN CA_SIN DE_PASSPORT DE_TAX_ID ES_NIE ES_NIF FI_PERSONAL_IDENTITY_CODE IN_AADHAAR
IN_PAN IT_FISCAL_CODE IT_PASSPORT KR_RRN PL_PESEL SE_ORGANISATIONSNUMMER SE_PERSONNUMMER SG_NRIC_FIN TH_TNIN
TR_NATIONAL_ID ZA_ID_NUMBER"""
SECRET = ("Amina", "bebex", "Lind")
"""Words of the cases that no message repeats."""


def post(client: TestClient, path: str, body: Any, **extra: Any) -> Any:
    response = client.post(path, json=body, **extra)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    return response.json()


def send(client: TestClient, case: dict[str, Any]) -> Any:
    content = case["raw"].encode() if "raw" in case else json.dumps(case["body"]).encode()
    return client.post(case["path"], content=content)


def show(text: Any, answer: Any) -> Any:
    """The pieces that were found, from left to right, with their types."""
    if isinstance(text, list):
        return [
            show("" if each is None else str(each), found)
            for each, found in zip(text, answer, strict=True)
        ]
    ordered = sorted(answer, key=lambda each: each["start"])
    return [[each["entity_type"], text[each["start"] : each["end"]]] for each in ordered]


@pytest.mark.parametrize(
    "case", [case for case in CASES if "error" not in case], ids=lambda c: c["id"]
)
def test_requests_have_the_answers_of_presidio(client: TestClient, case: dict[str, Any]) -> None:
    response = send(client, case)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/json"
    if "answer" in case:
        assert response.json() == case["answer"]
    else:
        assert show(case["body"]["text"], response.json()) == case["found"]


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case], ids=lambda c: c["id"])
def test_wrong_requests_end_in_one_sentence(client: TestClient, case: dict[str, Any]) -> None:
    response = send(client, case)
    assert response.status_code == case["status"], response.text
    assert response.headers["content-type"] == "application/json"
    assert list(response.json()) == ["error"] and case["error"] in response.json()["error"]
    assert not any(word in response.text for word in SECRET)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_of_each_address_works(client: TestClient, name: str) -> None:
    assert post(client, f"/{name}", EXAMPLES[name])


def test_lists(client: TestClient) -> None:
    assert client.get("/recognizers").json() == ["TacknamnRecognizer"]
    types = client.get("/supportedentities?language=en").json()
    assert {"PERSON", "LOCATION", "EMAIL_ADDRESS", "SE_PERSONNUMMER"} <= set(types)
    assert client.get("/supportedentities?unknown=x").json() == types
    assert "mask" in client.get("/anonymizers").json()
    assert client.get("/deanonymizers").json() == ["deanonymize_keep", "decrypt"]
    assert client.get("/health").status_code == 200
    for path in ("/recognizers", "/supportedentities"):
        response = client.get(f"{path}?language=he")
        assert response.status_code == 422 and list(response.json()) == ["error"]


def test_types_that_nothing_finds_are_named(client: TestClient) -> None:
    names = ["PERSON", "MEDICAL_HISTORY", "AMINA"]
    body: dict[str, Any] = {"text": TEXT, "language": "sv", "entities": names}
    for path in ("/analyze", "/anonymize"):
        response = client.post(path, json=body)
        assert response.status_code == 200
        warning = response.headers["x-tacknamn-warning"]
        assert "nothing here finds MEDICAL_HISTORY; unknown names: 1;" in warning
        assert "AMINA" not in warning, "a header does not repeat what a client made up"
    ward = {"supported_entity": "WARD", "deny_list": ["K17"]}
    body = {**body, "entities": ["PERSON", "UK_NHS", "WARD"], "ad_hoc_recognizers": [ward]}
    assert "x-tacknamn-warning" not in client.post("/analyze", json=body).headers


def test_every_name_of_presidio_is_known(client: TestClient) -> None:
    """The names that its recognizers have, without those of models of illnesses."""
    listed = client.get("/supportedentities?language=en").json()
    assert {*PRESIDIO_NAMES.split()} - {*listed} == set()
    table = read_table(entity_types.__file__, "presidio_types.tsv")
    rules = {row[0] for row in read_table(rulebook.__file__, "rules.tsv")}
    labels = {info.name for info in load_taxonomy().labels}
    for name, own, found, *_ in table:
        assert {*own.split()} <= rules, name
        assert {*found.split()} <= rules | labels | {"CODE"}, name


def test_pseudonyms_are_those_of_our_own_protocol(client: TestClient) -> None:
    own = post(client, "/v1/pseudonymize", {"text": TEXT, "seed": 7})["text"]
    found = post(client, "/analyze", {"text": TEXT, "language": "sv"})
    body = {"text": TEXT, "analyzer_results": found, "anonymizers": PSEUDONYMIZE}
    answer = post(client, "/anonymize", body)
    assert answer["text"] == own != TEXT
    assert {item["operator"] for item in answer["items"]} == {"pseudonymize"}
    for item in answer["items"]:
        assert answer["text"][item["start"] : item["end"]] == item["text"]


def test_a_name_keeps_its_genitive_if_it_is_replaced(client: TestClient) -> None:
    text = "My sister Amina Lind's phone is Amina Lind's."
    own = post(client, "/v1/pseudonymize", {"text": text, "seed": 7, "language": "en"})["text"]
    body = {"text": text, "language": "en"}
    masked = post(client, "/anonymize", body)["text"]
    assert masked == "My sister <PERSON>'s phone is <PERSON>'s."
    pseudonymized = post(client, "/anonymize", {**body, "anonymizers": PSEUDONYMIZE})["text"]
    assert pseudonymized == own and "Amina" not in own


def test_a_text_without_results_is_analyzed_first(client: TestClient) -> None:
    own = post(client, "/v1/pseudonymize", {"text": TEXT, "seed": 7})["text"]
    body = {"text": [TEXT, "Inget."], "anonymizers": PSEUDONYMIZE}
    assert [each["text"] for each in post(client, "/anonymize", body)] == [own, "Inget."]
    places = {"text": TEXT, "language": "sv", "entities": ["LOCATION"]}
    assert "bor i <LOCATION>. Aminas" in post(client, "/anonymize", places)["text"]


def test_requests_that_name_one_run_have_the_same_pseudonyms(client: TestClient) -> None:
    texts = [f"{TEXT} {number}" for number in range(8)]

    def draw(**options: str) -> list[str]:
        operators = {"DEFAULT": {"type": "pseudonymize", **options}}
        answers = post(client, "/anonymize", {"text": texts, "anonymizers": operators})
        return [each["text"] for each in answers]

    assert draw() != draw()
    assert draw(run="0123456789abcdef") == draw(run="0123456789abcdef")
    assert draw(run="0123456789abcdef") != draw(run="fedcba9876543210")


def test_operators_next_to_pseudonyms(client: TestClient) -> None:
    mask = {"type": "mask", "masking_char": "*", "chars_to_mask": 5, "from_end": True}
    operators = {**PSEUDONYMIZE, "PHONE_NUMBER": mask, "LOCATION": {"type": "redact"}}
    answer = post(client, "/anonymize", {"text": TEXT, "anonymizers": operators})
    assert answer["text"].endswith("070-123 *****.") and "bor i ." in answer["text"]
    assert "Amina" not in answer["text"]
    policies = {"type": "pseudonymize", "seed": 7, "policies": {"city": "[Town]"}}
    two = {**PSEUDONYMIZE, "LOCATION": policies}
    assert "bor i [Town]." in post(client, "/anonymize", {"text": TEXT, "anonymizers": two})["text"]


def test_what_others_found_is_pseudonymized_too(client: TestClient) -> None:
    start = TEXT.index("Aminas")
    result = {"start": start, "end": start + 5, "score": 0.5, "entity_type": "PERSON"}
    body = {"text": TEXT, "analyzer_results": [result], "anonymizers": PSEUDONYMIZE}
    [item] = post(client, "/anonymize", body)["items"]
    assert item["text"].endswith("s") and item["text"] != "Aminas", "widened to the whole name"


@pytest.mark.parametrize("unit", ["codepoints", "utf16", "utf8"])
def test_offsets_in_every_unit(client: TestClient, unit: str) -> None:
    encoding, size = {
        "codepoints": ("utf-32-le", 4),
        "utf16": ("utf-16-le", 2),
        "utf8": ("utf-8", 1),
    }[unit]

    def cut(text: str, each: dict[str, Any]) -> str:
        return text.encode(encoding)[each["start"] * size : each["end"] * size].decode(encoding)

    query = {"offsets": unit}
    found = post(client, "/analyze", {"text": TEXT, "language": "sv"}, params=query)
    pieces = [cut(TEXT, each) for each in sorted(found, key=lambda each: each["start"])]
    assert pieces == ["Amina Lind", "Göteborg", "Aminas", "070-123 45 67"]
    operators = {"DEFAULT": {"type": "replace", "new_value": "😀Å"}}
    body = {"text": TEXT, "analyzer_results": found, "anonymizers": operators}
    answer = post(client, "/anonymize", body, params=query)
    assert answer["text"].startswith("Jag heter 😀Å 😀 och bor i 😀Å.")
    assert {cut(answer["text"], item) for item in answer["items"]} == {"😀Å"}
    restored = {
        "text": answer["text"],
        "anonymizer_results": answer["items"],
        "deanonymizers": {"DEFAULT": {"type": "deanonymize_keep"}},
    }
    again = post(client, "/deanonymize", restored, params=query)
    assert again["text"] == answer["text"]
    assert [item["start"] for item in again["items"]] == [item["start"] for item in answer["items"]]


def test_an_offset_within_a_character_is_an_error(client: TestClient) -> None:
    result = {"start": 1, "end": 2, "score": 1, "entity_type": "X"}
    body = {"text": "😀", "analyzer_results": [result]}
    response = client.post("/anonymize?offsets=utf16", json=body)
    assert response.status_code == 422 and "within a character" in response.json()["error"]
    beyond = {"text": "😀", "analyzer_results": [{**result, "start": 2, "end": 3}]}
    response = client.post("/anonymize?offsets=utf16", json=beyond)
    assert response.status_code == 422 and "beyond its text" in response.json()["error"]
    response = client.post("/anonymize?offsets=words", json=body)
    assert response.status_code == 422 and list(response.json()) == ["error"]


def test_encrypted_pieces_are_decrypted_again(client: TestClient) -> None:
    operators = {
        "DEFAULT": {"type": "encrypt", "key": "k" * 16},
        "LOCATION": {"type": "encrypt", "key": "å" * 12},
    }
    hidden = post(client, "/anonymize", {"text": TEXT, "anonymizers": operators})
    assert "Amina" not in hidden["text"] and "Göteborg" not in hidden["text"]
    back = {name: {**params, "type": "decrypt"} for name, params in operators.items()}
    body = {"text": hidden["text"], "anonymizer_results": hidden["items"], "deanonymizers": back}
    assert post(client, "/deanonymize", body)["text"] == TEXT


def test_hashes_have_the_key_of_the_service(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    file = tmp_path / "project.key"
    write_key(file)
    client = make_client(key_file=file)
    body = {"text": "Amina, Amina", "anonymizers": {"DEFAULT": {"type": "hash", "hash_type": "sha512"}},
            "analyzer_results": [{"start": 0, "end": 5, "score": 1, "entity_type": "PERSON"},
                                 {"start": 7, "end": 12, "score": 1, "entity_type": "NAME"}]}  # fmt: skip
    key = derive_key(read_key(file), "presidio hash")
    hashed = hmac.new(key, b"Amina", hashlib.sha512).hexdigest()
    assert post(client, "/anonymize", body)["text"] == f"{hashed}, {hashed}"


def test_without_a_key_hashes_are_random(client: TestClient) -> None:
    body = {"text": "Amina, Amina", "anonymizers": {"DEFAULT": {"type": "hash"}},
            "analyzer_results": [{"start": 0, "end": 5, "score": 1, "entity_type": "PERSON"},
                                 {"start": 7, "end": 12, "score": 1, "entity_type": "NAME"}]}  # fmt: skip
    first, second = post(client, "/anonymize", body)["text"].split(", ")
    assert first != second and len(first) == len(second) == 64


def test_what_litellm_sends(client: TestClient) -> None:
    """Its guardrail: text, language, and types with recognizers if they are configured; then all results,
    without operators. It accepts a JSON list, and a text, alone."""
    headers = {"accept": "application/json"}
    recognizer = {"name": "Wards", "supported_language": "en", "supported_entity": "WARD",
                  "deny_list": ["K17"]}  # fmt: skip
    text = "My sister Amina Lind called from K17."
    body = {"text": text, "language": "en", "entities": ["PERSON", "WARD", "CRYPTO"],
            "ad_hoc_recognizers": [recognizer]}  # fmt: skip
    found = post(client, "/analyze", body, headers=headers)
    assert isinstance(found, list)
    for each in found:
        assert each.keys() == {"analysis_explanation", "end", "entity_type", "score", "start"}
    answer = post(client, "/anonymize", {"text": text, "analyzer_results": found}, headers=headers)
    assert answer["text"] == "My sister <PERSON> called from <WARD>."
    assert [item["entity_type"] for item in answer["items"]] == ["WARD", "PERSON"]


def test_limits_have_the_form_of_presidio(make_client: Callable[..., TestClient]) -> None:
    client = make_client(limits=ServiceLimits(body=400, text=50, batch=2))
    bodies: list[tuple[dict[str, Any], int, str]] = [
        ({"text": "Amina " * 10, "language": "sv"}, 413, "text has more than 50 characters"),
        ({"text": ["Hej", "Amina " * 10], "language": "sv"}, 413, "text[1] has more than"),
        ({"text": ["a", "b", "c"], "language": "sv"}, 413, "more than 2"),
        ({"text": "Amina " * 100, "language": "sv"}, 413, "the body has more than 400 bytes"),
        ({"text": "a\0b", "language": "sv"}, 400, "NUL"),
    ]
    for body, status, words in bodies:
        response = client.post("/analyze", json=body)
        assert response.status_code == status
        assert words in response.json()["error"] and "Amina" not in response.text
    response = client.post("/analyze", content=b"x", headers={"content-encoding": "br"})
    assert response.status_code == 415 and list(response.json()) == ["error"]


def test_a_full_queue_says_when_to_try_again(make_client: Callable[..., TestClient]) -> None:
    client = make_client(limits=ServiceLimits(queue=0))
    response = client.post("/analyze", json={"text": "Amina", "language": "sv"})
    assert response.status_code == 429 and response.headers["retry-after"] == "1"
    assert list(response.json()) == ["error"]


def test_many_words_in_deny_lists_are_refused(client: TestClient) -> None:
    recognizer = {"supported_entity": "A", "deny_list": ["ord"] * 5_001}
    body = {"text": "Hej", "language": "sv", "ad_hoc_recognizers": [recognizer]}
    response = client.post("/analyze", json=body)
    assert response.status_code == 422 and "--extra FILE" in response.json()["error"]


def test_an_expression_without_end_is_stopped() -> None:
    clock = RegexClock(0.05)
    slow = compile_expression("(a|aa)+$", 0, "here")
    with pytest.raises(InputError, match="here: the expressions take more than"):
        list(clock.find_all(slow, "a" * 60 + "b", "here"))
    with pytest.raises(InputError, match="take more than"):
        clock.is_match(slow, "a" * 60 + "b", "the time is that of all together")


def test_a_token_may_be_the_password_of_the_address(make_client: Callable[..., TestClient]) -> None:
    """LiteLLM sends no header, but its address of Presidio may be http://x:TOKEN@host/."""
    token = "0123456789abcdef0123456789abcdef"
    client = make_client(tokens=(hash_token(token.encode()),))
    body = {"text": "Amina", "language": "sv"}
    assert client.post("/analyze", json=body).status_code == 401
    assert client.post("/analyze", json=body, auth=("x", token)).status_code == 200
    assert client.post("/analyze", json=body, auth=("x", token[1:])).status_code == 401
    for value in ("Basic ?", "Basic", f"Basic {b64encode(token.encode()).decode()}"):
        headers = {"authorization": value}
        assert client.post("/analyze", json=body, headers=headers).status_code == 401
    assert client.get("/health").status_code == 200
