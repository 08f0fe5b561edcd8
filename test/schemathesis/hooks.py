"""
What schemathesis must be told of Rollcall. `schemathesis.toml` names this file.

The credential comes from the environment: an API key in ROLLCALL_KEY, or the secret of a browser session (the value of
its cookie) in ROLLCALL_SESSION. Without either, every call is refused, and that is tested.
"""

import os
import re
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen
from zlib import crc32

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData

sys.path.insert(0, str(Path(__file__).parent))
from records import (  # noqa: E402
    IDS_WITHOUT_KIND,
    KEY,
    LISTS,
    SESSION,
    cookie_name,
    download_tokens,
    headers_with_credential,
    kinds_without_records,
    origin_of,
    own_id,
    records,
    upload_link,
)

CHECKED = []


def check_credential(operation):
    """With a credential that is none, every call would be refused, as it should be: nothing would be tested."""
    if CHECKED:
        return
    name = "ROLLCALL_KEY" if KEY else "ROLLCALL_SESSION"
    address = f"{origin_of(operation)}/v1/platform/whoami"
    try:
        urlopen(Request(address, headers=headers_with_credential(operation))).close()
    except HTTPError as refused:
        kind = "API key" if KEY else "session"
        # The whole run would say the same of each operation.
        print(f"{name} is no {kind} of this service: {address} answered {refused.code}.", file=sys.stderr, flush=True)
        os._exit(2)
    CHECKED.append(True)
    if lacking := kinds_without_records(operation):
        print(f"Tried with ids of nothing, because this caller finds none: {', '.join(lacking)}.", file=sys.stderr)


if KEY or SESSION:

    @schemathesis.auth(refresh_interval=None).skip_for(tag="Session")
    class Credential:
        """For every action, also where the contract wants another credential: then the call must be refused."""

        def get(self, case, context):
            check_credential(context.operation)
            return KEY or SESSION

        def set(self, case, secret, context):
            if KEY:
                case.headers = {**(case.headers or {}), "Authorization": f"Bearer {secret}"}
            else:
                case.headers = {**(case.headers or {}), "Origin": origin_of(context.operation)}
                case.cookies = {**(case.cookies or {}), cookie_name(context.operation): secret}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Signing in is tried as our own pages do it. Any other Origin is refused before the input is looked at."""
    if "Session" in (case.operation.tags or []) and case.meta.generation.mode.is_positive:
        case.headers = {**(case.headers or {}), "Origin": origin_of(case.operation)}
    if isinstance(case.body, dict) and (own := own_id(case.operation)):
        # It read the id of the key or session in use in an answer, and would end it: what follows would test nothing.
        case.body = {name: "another" if value == own else value for name, value in case.body.items()}


ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"

# Formats of which a pattern tells only the outline: the check digits of an account number, a "(0)" that is no part of a
# telephone number, a domain that cannot exist. Some values fit the pattern and are refused all the same.
OUTLINED = {"iban", "phone", "idn-email"}
IBANS = ["DE89370400440532013000", "gb82 west 1234 5698 7654 32"]
PHONES = st.builds("+{}{}".format, st.integers(1, 9), st.text("0123456789", min_size=6, max_size=14))
schemathesis.openapi.format("iban", st.sampled_from(IBANS))
schemathesis.openapi.format("phone", PHONES)


def fitting(value, schema, operation):
    """
    The same value with what generators do not know. Most ids become those of records that exist: others only ever get
    the answer that there is no such record. Numbers within their limits get no more decimals than `x-decimals` allows,
    which JSON Schema cannot say so that all validators agree. Whatever is wrong on purpose stays wrong.
    """
    schema = resolve(schema, operation)
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return {name: fitting(one, properties.get(name, {}), operation) for name, one in value.items()}
    if isinstance(value, list):
        return [fitting(one, schema.get("items", {}), operation) for one in value]
    kind, decimals = schema.get("x-id"), schema.get("x-decimals")
    if kind in LISTS and isinstance(value, str) and (ids := records(kind, operation)):
        return existing(value, ids)
    if decimals is not None and isinstance(value, float) and schema["minimum"] <= value <= schema["maximum"]:
        return round(value, decimals)
    return value


def existing(value, ids):
    """Most texts become ids of records. An id that schemathesis read in an answer could be that of the key in use."""
    number = crc32(value.encode(errors="replace"))
    return value if number % 7 == 0 and not re.fullmatch(ID, value) else ids[number // 7 % len(ids)]


def resolve(schema, operation):
    """The schema without a reference, and the one that is not null of two."""
    choices = [one for one in schema.get("anyOf", []) if one.get("type") != "null"]
    if len(choices) == 1:
        return resolve(choices[0], operation)
    if "$ref" not in schema:
        return schema
    *_, kind, name = schema["$ref"].split("/")
    return resolve(operation.schema.raw_schema["components"][kind][name], operation)


def body_schema(operation):
    # OAuth takes forms at some addresses.
    (media,) = operation.definition.raw["requestBody"]["content"].values()
    return media["schema"]


def query_schema(operation):
    parameters = [one for one in operation.definition.raw.get("parameters", []) if one.get("in") == "query"]
    schemas = {one["name"]: one.get("schema") or one["content"]["application/json"]["schema"] for one in parameters}
    return {"properties": schemas}


@schemathesis.hook
def map_case(context, case):
    """A hook for bodies alone would not see the cases of the phase `coverage`."""
    operation = case.operation
    if isinstance(case.body, (dict, list)):
        case.body = fitting(case.body, body_schema(operation), operation)
        fill_ids_without_kind(case)
    if case.query:
        case.query = fitting(case.query, query_schema(operation), operation)
    if operation.path.startswith("/files/") and case.meta.generation.mode.is_positive:
        follow_link(case)
    return case


def fill_ids_without_kind(case):
    kind = IDS_WITHOUT_KIND.get(case.operation.path)
    ids = case.body.get("ids") if kind and isinstance(case.body, dict) else None
    if isinstance(ids, list) and (known := records(kind, case.operation)):
        case.body = {**case.body, "ids": [existing(one, known) if isinstance(one, str) else one for one in ids]}


def follow_link(case):
    """Most cases with a token get one of a link: no other one can be built."""
    if crc32(case.query["token"].encode()) % 7 == 0:
        return
    if case.method == "PUT":
        content = case.body if isinstance(case.body, bytes) else str(case.body).encode()
        if link := upload_link(case.operation, content):
            token, headers = link
            case.query = {**case.query, "token": token}
            case.headers = {**case.headers, **headers}
            case.media_type = headers["Content-Type"]
            case.body = content
    elif tokens := download_tokens(case.operation):
        case.query = {**case.query, "token": tokens[0]}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """
    A valid input may be refused by a rule that no schema can say: a day before another one, a field that another one
    needs, an option that the company does not have. The contract names these rules for each action, in `x-errors`. So
    a 400 for valid input is a failure, unless all that it says is such a rule, or one of those in `unsayable`.
    """
    if isinstance(failure, AcceptedNegativeData):
        return not refuses(response)
    if not isinstance(failure, RejectedPositiveData) or response.status_code != 400:
        return True
    operation = case.operation
    if "text/html" in response.headers["content-type"][0]:
        # A page tells the member what is wrong with an app. Which apps there are no schema can say.
        return False
    declared = {error["code"] for error in operation.definition.raw.get("x-errors", [])}
    whole = (case.query, query_schema(operation)) if case.method == "GET" else (case.body, body_schema(operation))
    error = response.json()["error"]
    if isinstance(error, str):
        # OAuth and MCP answer in forms of their own, and what they refuse no schema can say.
        return False
    details = error.get("details", [])
    return not details or any(
        detail["code"] not in declared and not unsayable(detail, *place(detail["path"], *whole, operation))
        for detail in details
    )


def refuses(response):
    """
    Refusals that have no status of their own: a browser is sent to a page that says what is wrong, or back to the app; and
    what does not fit into an address is not read at all.
    """
    sent_to = urlsplit(response.headers.get("location", [""])[0])
    told = parse_qs(sent_to.query).keys() & {"problem", "error"}
    return response.status_code == 431 or (response.status_code == 303 and bool(told))


def place(path, value, schema, operation):
    """The value at a path such as `contact.phones[0]`, and its schema."""
    for step in re.findall(r"[^.\[\]]+", path):
        schema = resolve(schema, operation)
        if "contentMediaType" in schema:
            break
        if isinstance(value, list):
            value, schema = value[int(step)], schema.get("items", {})
        else:
            value, schema = (value or {}).get(step), schema.get("properties", {}).get(step, {})
    return value, resolve(schema, operation)


def unsayable(detail, value, schema):
    """What holds for all texts, and cannot be said by a pattern that every language reads."""
    if "contentMediaType" in schema:
        # JSON in a query: of what it must be, the schema of a text tells only that it is JSON.
        return True
    match detail["code"]:
        case "bad_format":
            return schema.get("format") in OUTLINED
        case "bad_character":
            # In the name of a property, for which OpenAPI 3.0 has no pattern, or in free JSON, which has no schema.
            return isinstance(value, dict) or not schema
        case "required":
            # A text of nothing but characters that nobody sees, some of which have more than 16 bits.
            return isinstance(value, str) and any(character > "\uffff" for character in value)
        case "too_many_marks":
            return True
    return False
