"""Submits, watches and cancels a job with iri-client. Arguments: URL, token, reservation."""
import json
import sys

from iri_client import Client

url, token, reservation = sys.argv[1:]
bar = Client(base_url=url, access_token=token)


def call(method, path, body=None, **query):
    reply = bar.request(
        method,
        "/iri/api/v2" + path,
        query_json=json.dumps(query) if query else None,
        body_json=json.dumps(body) if body is not None else None,
    )
    return json.loads(reply)


facility = call("GET", "/facility")
assert facility["site_uris"], facility
assert call("GET", "/facility/sites", limit="1")[0]["id"]
resources = call("GET", "/status/resources", group="cluster")
assert "newton" in [resource["id"] for resource in resources], resources
call("GET", "/status/incidents")

spec = {"executable": "pore", "attributes": {}}
try:
    call("POST", "/compute/job/newton", spec)
    sys.exit("submitted without a reservation")
except RuntimeError as e:
    assert "422" in str(e) and "book nodes first" in str(e), e

spec["attributes"]["reservation_id"] = reservation
job = call("POST", "/compute/job/newton", spec)
assert job["status"]["state"] == "new", job
assert call("POST", "/compute/job/newton", spec)["id"] == job["id"]
assert call("GET", "/compute/status/newton/" + job["id"])["id"] == job["id"]
assert job["id"] in [known["id"] for known in call("POST", "/compute/status/newton", {})]
assert call("DELETE", "/compute/cancel/newton/" + job["id"]) is None
assert call("DELETE", "/compute/cancel/newton/" + job["id"]) is None
