"""The reconciliation service: which entities a name means, and what the protocol promises."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from tacknamn.service.access import hash_token
from tacknamn.service.reconcile.descriptions import EXAMPLES
from tacknamn.service.reconcile.entities import make_id, read_id
from tests.service.gazetteer import make_gazetteer

SCHEMAS = Path(__file__).parent / "reconcile_schemas"
LUND = "city:Lund:SE:Lunds_kommun"
ODD = make_id('A/B: <b>Bäst</b> "1"', "work", "SE")
ASKED = [{"id": id} for id in ("country", "parent", "count", "kind", "sources", "probability")]


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_gazetteer(tmp_path_factory.mktemp("reconcile"))


@pytest.fixture(scope="module")
def openrefine(lists: Path, make_client: Callable[..., TestClient]) -> TestClient:
    return make_client(data=str(lists))


def check(schema: str, answer: Any) -> Any:
    """Compare an answer with the schema of the protocol."""
    rules = json.loads((SCHEMAS / f"{schema}.json").read_text("utf-8"))
    Draft202012Validator.check_schema(rules)
    Draft202012Validator(rules).validate(answer)
    return answer


def send(client: TestClient, **fields: Any) -> Any:
    return client.post(
        "/reconcile", data={name: json.dumps(value) for name, value in fields.items()}
    )


def ask(client: TestClient, name: str = "", **query: Any) -> list[dict[str, Any]]:
    query |= {"query": name} if name else {}
    response = send(client, queries={"q0": query})
    assert response.status_code == 200, response.text
    result: list[dict[str, Any]] = check("results", response.json())["q0"]["result"]
    assert [each["score"] for each in result] == sorted(
        (each["score"] for each in result), reverse=True
    )
    return result


def ids(result: list[dict[str, Any]]) -> list[str]:
    return [each["id"] for each in result]


def suggest(client: TestClient, kind: str, **parameters: str) -> list[Any]:
    plural = {"entity": "entities", "property": "properties", "type": "types"}[kind]
    answer = client.get(f"/reconcile/suggest/{kind}", params=parameters).json()
    result: list[Any] = check(f"suggested-{plural}", answer)["result"]
    return result


def test_the_manifest_is_that_of_the_protocol(openrefine: TestClient) -> None:
    manifest = check("manifest", openrefine.get("/reconcile").json())
    assert {each["id"] for each in manifest["defaultTypes"]} >= {"city", "surname", "work"}
    assert "zip_code" not in {each["id"] for each in manifest["defaultTypes"]}
    assert manifest["view"]["url"].startswith("http://testserver/reconcile/")


def test_the_manifest_has_the_public_address(
    make_client: Callable[..., TestClient], lists: Path
) -> None:
    """A proxy ends TLS, so the service cannot see how clients call it."""
    address = "https://names.example.org:8443/names"
    client = make_client(data=str(lists), public_url=address)
    manifest = check("manifest", client.get("/reconcile").json())
    services = [*manifest["suggest"].values(), manifest["extend"]["propose_properties"]]
    places = [manifest["view"]["url"], manifest["preview"]["url"]]
    places += [each["service_url"] for each in services]
    assert all(place.startswith(f"{address}/reconcile") for place in places)
    headers = {"x-forwarded-proto": "https", "x-forwarded-host": "evil.example"}
    assert client.get("/reconcile", headers=headers).json() == manifest, "no header is trusted"


def test_a_name_finds_all_that_it_may_mean_and_the_likeliest_first(openrefine: TestClient) -> None:
    result = ask(openrefine, "Lund")
    assert result[0]["id"] == LUND
    assert set(ids(result)) == {LUND, "city:Lund:GB:England", "surname:Lund:SE"}


def test_a_certain_name_is_a_match_and_no_other_is(openrefine: TestClient) -> None:
    result = ask(openrefine, "lund", type="city")
    assert [each["match"] for each in result] == [True, False]
    assert ask(openrefine, "Anna")[0]["match"]


def test_a_misspelt_name_is_found_and_never_a_match(openrefine: TestClient) -> None:
    best = ask(openrefine, "Svenson")[0]
    assert (best["id"], best["match"]) == ("surname:Svensson:SE", False)
    assert 90 < best["score"] < 100
    assert ids(ask(openrefine, "Gotebrg")) == ["city:Göteborg:SE"]


def test_a_rare_name_that_may_be_misspelt_is_no_match(openrefine: TestClient) -> None:
    result = ask(openrefine, "Stokholm")
    assert ids(result) == ["city:Stokholm:SE", "city:Stockholm:SE"]
    assert not any(each["match"] for each in result)


@pytest.mark.parametrize("type", ["surname", ["surname"], [{"id": "surname"}], ["PER"]])
def test_a_type_or_its_class_restricts(openrefine: TestClient, type: Any) -> None:
    assert ids(ask(openrefine, "Lund", type=type)) == ["surname:Lund:SE"]


def test_the_strictness_of_types(openrefine: TestClient) -> None:
    wanted = ask(openrefine, "Lund", type="surname", type_strict="should")
    assert len(wanted) == 3
    assert not ask(openrefine, "Lund", type=["surname", "city"], type_strict="all")
    assert len(ask(openrefine, "Lund", type=["city", "LOC"], type_strict="all")) == 2


@pytest.mark.parametrize("country", ["SE", "se", ["GB", "SE"], {"id": "country:Sverige:SE"}])
def test_a_country_restricts(openrefine: TestClient, country: Any) -> None:
    conditions = [{"pid": "country", "v": country}]
    assert ids(ask(openrefine, "Lund", type="city", properties=conditions))[0] == LUND


def test_a_country_may_be_given_by_name(openrefine: TestClient) -> None:
    conditions = [{"pid": "country", "v": "Norge"}]
    assert not ask(openrefine, "Lund", properties=conditions)
    assert ids(ask(openrefine, "Oslo", properties=conditions)) == ["city:Oslo:NO"]


@pytest.mark.parametrize("parent", ["Lunds kommun", "lunds kommun", "Skåne län", "Skåne"])
def test_a_region_holds_at_every_level(openrefine: TestClient, parent: str) -> None:
    best = ask(openrefine, "Lund", type="city", properties=[{"pid": "parent", "v": parent}])[0]
    assert (best["id"], best["match"]) == (LUND, True)
    assert {"id": "parent", "value": True} in best["features"]


def test_another_region_lowers_the_score(openrefine: TestClient) -> None:
    conditions = [{"pid": "parent", "v": "England"}]
    best, other = ask(openrefine, "Lund", type="city", properties=conditions)
    assert {best["id"], other["id"]} == {LUND, "city:Lund:GB:England"}
    assert not best["match"] or best["id"] == "city:Lund:GB:England"


def test_properties_without_a_name_list_the_most_frequent(openrefine: TestClient) -> None:
    conditions = [{"pid": "country", "v": "NO"}]
    assert ids(ask(openrefine, type="city", properties=conditions)) == ["city:Oslo:NO"]


def test_an_id_finds_its_entity(openrefine: TestClient) -> None:
    result = ask(openrefine, LUND)
    assert ids(result) == [LUND]
    assert result[0]["score"] == 100


def test_an_id_survives_that_the_lists_learn_a_parent(openrefine: TestClient) -> None:
    assert ids(ask(openrefine, "city:Lund:SE")) == [LUND]
    assert ids(ask(openrefine, "surname:Svensson")) == ["surname:Svensson:SE"]
    assert not ask(openrefine, "city:Lund:NO")


@pytest.mark.parametrize(
    "form", ["New York", "H&M", 'A/B: <b>Bäst</b> "1"', "a_b", "50 %", "ʻOʻahu"]
)
def test_ids_keep_every_letter(form: str) -> None:
    id = make_id(form, "work", "US", form)
    assert read_id(id) == ("work", form, "US", form)
    assert not set(id) & set('&#+?/<>" ')


def test_limits_are_kept(openrefine: TestClient) -> None:
    assert len(ask(openrefine, "Lund", limit=1)) == 1
    for limit in (0, -1, "3", [1]):
        assert ask(openrefine, "Lund", limit=limit) == []


WRONG: list[Any] = [
    3,
    {},
    {"query": ""},
    {"query": 7},
    {"query": "Kim" * 1_400},
    {"query": "\ud800"},
    {"query": "a\0"},
    {"query": "Kim", "type": 3},
    {"query": "Kim", "limit": "many"},
    {"query": "Kim", "type_strict": "never"},
    {"properties": [{"pid": "population", "v": 9}]},
    {"query": "Kim", "properties": [{"pid": "country"}]},
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda query: str(query)[:40])
def test_a_wrong_query_is_empty_and_the_others_are_answered(
    openrefine: TestClient, wrong: Any
) -> None:
    response = send(openrefine, queries={"a": {"query": "Kim"}, "b": wrong, "c": {"query": "Lund"}})
    answer = check("results", response.json())
    assert [len(answer[key]["result"]) > 0 for key in "abc"] == [True, False, True]
    warning = response.headers["x-tacknamn-warning"]
    assert warning.startswith("queries: 1 without an answer: ") and "Kim" not in warning


def test_properties_that_the_lists_do_not_have_are_left_out(openrefine: TestClient) -> None:
    plain = ask(openrefine, "Lund", type="city")
    odd = [{"pid": "population", "v": 9}, {"pid": ["x"], "v": 1}, 3, {"v": "SE"}]
    assert ask(openrefine, "Lund", type="city", properties=odd) == plain
    conditions = [*odd, {"pid": "country", "v": "GB"}]
    assert ids(ask(openrefine, "Lund", type="city", properties=conditions)) == [
        "city:Lund:GB:England"
    ]
    values = [{"pid": "parent", "v": ["\ud800", "Skåne", "a\0"]}]
    assert ids(ask(openrefine, "Lund", type="city", properties=values))[0] == LUND


def test_queries_of_the_specification_are_answered(openrefine: TestClient) -> None:
    """Persons with an occupation and an affiliation, and a record by its number: the fields that the
    protocol shows, of which the lists know none."""
    batches: list[dict[str, Any]] = [
        {"q1": {"query": "Kim Lund"}, "q2": {"query": "Anna"}},
        {"q0": {"query": "Anna", "type": "DifferentiatedPerson", "limit": 5, "type_strict": "should",
                "properties": [{"pid": "profession", "v": "Lär*"}, {"pid": "at", "v": "https://x/1"}]}},
        {"q0": {"query": "Anna", "type": "DifferentiatedPerson", "properties": [
            {"pid": "profession", "v": ["Lär*", {"id": "forskare", "name": "Forskare"}]}]}},
        {"q1": {"properties": [{"pid": "uid", "v": "27eb89"}]}},
    ]  # fmt: skip
    for batch in batches:
        answer = check("results", send(openrefine, queries=batch).json())
        assert answer.keys() == batch.keys()
        for key, query in batch.items():
            assert bool(answer[key]["result"]) == (query.get("query") == "Anna")


def test_a_type_that_the_lists_do_not_have_excludes_nothing(openrefine: TestClient) -> None:
    response = send(openrefine, queries={"q": {"query": "Anna", "type": "Q515"}})
    [result] = check("results", response.json()).values()
    assert ids(result["result"]) == ["firstname_female:Anna:SE"]
    assert not result["result"][0]["match"] and result["result"][0]["score"] <= 50
    assert "1 of a type that the lists do not have" in response.headers["x-tacknamn-warning"]
    assert ids(ask(openrefine, "Lund", type=["Q515", "surname"])) == ["surname:Lund:SE"]


def test_a_name_written_without_marks_means_the_usual_spelling(openrefine: TestClient) -> None:
    usual, bare = "city:Östersund:SE", "city:Ostersund:SE"
    assert ids(ask(openrefine, "Ostersnd", type="city")) == [usual, bare]
    assert ids(ask(openrefine, "Ostersund", type="city")) == [bare, usual]


def test_a_batch_is_answered_by_its_keys(openrefine: TestClient) -> None:
    queries = {"a": {"query": "Lund"}, "": {"query": "Xyzzy"}, "å": {"query": "Kim"}}
    answer = check("results", send(openrefine, queries=queries).json())
    assert list(answer) == ["a", "", "å"]
    assert answer[""] == {"result": []}
    got = openrefine.get("/reconcile", params={"queries": json.dumps(queries)}).json()
    assert got == answer


def test_too_large_a_batch_is_refused(make_client: Callable[..., TestClient], lists: Path) -> None:
    client = make_client(data=str(lists))
    most = client.get("/reconcile").json()["batchSize"]
    queries = {str(number): {"query": "Kim"} for number in range(most + 1)}
    assert send(client, queries=queries).status_code == 413
    assert send(client, extend={"ids": list(queries), "properties": []}).status_code == 413
    del queries["0"]
    assert send(client, queries=queries).status_code == 200


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"queries": "no JSON"}, 400),
        ({"queries": "[]"}, 422),
        ({"queries": '{"\\ud800": {"query": "Kim"}}'}, 422),
        ({"extend": '{"ids": ["x"]}'}, 422),
        ({"extend": '{"ids": ["x"], "properties": [{"id": "unknown"}]}'}, 422),
        ({"extend": '{"ids": ["\\ud800"], "properties": []}'}, 422),
        ({"other": "x"}, 422),
    ],
)
def test_what_cannot_be_answered_is_refused_without_quoting_it(
    openrefine: TestClient, fields: dict[str, str], status: int
) -> None:
    response = openrefine.post("/reconcile", data=fields)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert "Kim" not in response.text and "\ud800" not in response.json()["detail"]


def test_other_bodies_are_refused(openrefine: TestClient) -> None:
    assert openrefine.post("/reconcile", json={"queries": {}}).status_code == 415
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert openrefine.post("/reconcile", content=b"queries=%ff", headers=form).status_code == 400
    assert openrefine.post("/reconcile", content=b"a&" * 99, headers=form).status_code == 422


def test_entities_are_suggested_by_their_beginning(openrefine: TestClient) -> None:
    assert [each["id"] for each in suggest(openrefine, "entity", prefix="ann")] == [
        "firstname_female:Anna:SE",
        "firstname_female:Annelie:SE",
    ]
    assert suggest(openrefine, "entity", prefix=LUND)[0]["id"] == LUND
    found = suggest(openrefine, "entity", prefix="lund", type="surname")
    assert [each["id"] for each in found] == ["surname:Lund:SE"]
    assert {each["notable"][0]["id"] for each in suggest(openrefine, "entity", prefix="lund", type="LOC")} == {"city", "region"}  # fmt: skip
    assert suggest(openrefine, "entity", prefix=" ") == []


@pytest.mark.parametrize("kind", ["entity", "property", "type"])
def test_a_cursor_skips_suggestions(openrefine: TestClient, kind: str) -> None:
    prefix = {"entity": "l", "property": "", "type": ""}[kind]
    everything = suggest(openrefine, kind, prefix=prefix)
    assert len(everything) > 2
    assert suggest(openrefine, kind, prefix=prefix, cursor="2") == everything[2:]
    assert suggest(openrefine, kind, prefix=prefix, cursor="999999999") == []
    for wrong in ("-1", "x", "1.5", "²", "9" * 5000):
        response = openrefine.get(
            f"/reconcile/suggest/{kind}?prefix={prefix}&cursor={quote(wrong)}"
        )
        assert response.status_code == 422


def test_types_and_properties_are_suggested_by_id_and_name(openrefine: TestClient) -> None:
    assert [each["id"] for each in suggest(openrefine, "property", prefix="part")] == ["parent"]
    assert "firstname_female" in [each["id"] for each in suggest(openrefine, "type", prefix="fem")]
    assert "PER" in [each["id"] for each in suggest(openrefine, "type", prefix="PER")]


def test_properties_are_proposed_for_a_type(openrefine: TestClient) -> None:
    def propose(**parameters: str) -> Any:
        answer = openrefine.get("/reconcile/properties", params=parameters).json()
        return check("proposals", answer)

    assert "parent" in [each["id"] for each in propose(type="city")["properties"]]
    assert "parent" not in [each["id"] for each in propose(type="surname")["properties"]]
    assert len(propose(type="city", limit="2")["properties"]) == 2


def test_values_are_fetched(openrefine: TestClient) -> None:
    query = {"ids": [LUND, "work:Nothing", ODD], "properties": ASKED}
    answer = check("extension", send(openrefine, extend=query).json())
    assert answer["rows"][LUND] == {
        "country": [{"str": "SE"}],
        "parent": [{"str": "Lunds kommun"}],
        "count": [{"int": 90_000}],
        "kind": [{"str": "inhabitants"}],
        "sources": [{"str": "s0"}],
        "probability": answer["rows"][LUND]["probability"],
    }
    assert set(map(len, answer["rows"]["work:Nothing"].values())) == {0}
    assert answer["rows"][ODD]["country"] == [{"str": "SE"}]


@pytest.mark.parametrize("page", ["preview", "view"])
def test_a_page_runs_nothing_and_fits_into_a_frame(openrefine: TestClient, page: str) -> None:
    response = openrefine.get(f"/reconcile/{page}", params={"id": ODD})
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors *" in policy and "sandbox" in policy
    assert "x-frame-options" not in response.headers
    assert "<b>" not in response.text and "&lt;b&gt;Bäst" in response.text
    assert openrefine.get(f"/reconcile/{page}", params={"id": "work:x"}).status_code == 404
    assert openrefine.get(f"/reconcile/{page}?id=%ED%A0%80").status_code == 400


def test_the_addresses_of_the_manifest_lead_somewhere(openrefine: TestClient) -> None:
    manifest = openrefine.get("/reconcile").json()
    for template in (manifest["view"]["url"], manifest["preview"]["url"]):
        assert openrefine.get(template.replace("{{id}}", quote(ODD, safe=""))).status_code == 200
    services = [*manifest["suggest"].values(), manifest["extend"]["propose_properties"]]
    for each in services:
        address = each["service_url"] + each["service_path"]
        assert openrefine.get(address, params={"prefix": "l", "type": "city"}).status_code == 200


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_description_work(openrefine: TestClient, name: str) -> None:
    assert openrefine.post("/reconcile", data={name: EXAMPLES[name]}).status_code == 200


def test_every_page_may_call_unless_the_user_has_private_lists(
    make_client: Callable[..., TestClient], lists: Path, tmp_path: Path
) -> None:
    staff = tmp_path / "staff.csv"
    staff.write_text("form,label\nNorrgården,ward\n", "utf-8")
    headers = {"origin": "https://elsewhere.example"}

    def get_allowed(path: str, **settings: Any) -> str | None:
        client = make_client(data=str(lists), **settings)
        return client.get(path, headers=headers).headers.get("access-control-allow-origin")

    for path in ("/reconcile", "/reconcile/suggest/entity?prefix=a", "/reconcile/preview?id=x"):
        assert get_allowed(path) == "*"
        assert get_allowed(path, extra=(str(staff),)) is None
        assert get_allowed(path, extra=(str(staff),), origins=(headers["origin"],)) == headers["origin"]  # fmt: skip


def test_lists_of_ones_own_are_types_too(
    make_client: Callable[..., TestClient], lists: Path, tmp_path: Path
) -> None:
    staff = tmp_path / "wards.csv"
    staff.write_text("form,label\nNorrgården,ward\n", "utf-8")
    client = make_client(data=str(lists), extra=(str(staff),))
    assert client.get("/reconcile").json()["defaultTypes"][0]["id"] == "ward"
    assert ids(ask(client, "Norrgarden", type="ward")) == ["ward:Norrgården"]
    assert suggest(client, "entity", prefix="norr")[0]["id"] == "ward:Norrgården"


def test_only_the_manifest_needs_no_token(
    make_client: Callable[..., TestClient], lists: Path
) -> None:
    client = make_client(data=str(lists), tokens=(hash_token(b"a" * 32),))
    assert "authentication" in check("manifest", client.get("/reconcile").json())
    for answer in (
        client.get("/reconcile?queries={}"),
        client.post("/reconcile", data=EXAMPLES),
        client.get("/reconcile/suggest/entity?prefix=a"),
        client.get("/reconcile/preview?id=x"),
    ):
        assert answer.status_code == 401
    headers = {"authorization": "Bearer " + "a" * 32}
    assert client.post("/reconcile", data=EXAMPLES, headers=headers).status_code == 200
