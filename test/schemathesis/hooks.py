"""
What schemathesis must be told of Rollcall. `schemathesis.toml` names this file, which also brings the rules of `rules.py`.

The credential comes from the environment: an API key in ROLLCALL_KEY, or the secret of a browser session (the value of
its cookie) in ROLLCALL_SESSION. Without either, every call is refused, and that is tested.
"""

import os
import re
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from zlib import crc32

import schemathesis
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True
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
from rules import body_schema, query_schema, resolve  # noqa: E402

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
    if case.meta.phase.name.value == "examples":
        fill(case)
    if "Session" in (case.operation.tags or []) and case.meta.generation.mode.is_positive:
        case.headers = {**(case.headers or {}), "Origin": origin_of(case.operation)}
    if isinstance(case.body, dict) and (own := own_id(case.operation)):
        # It read the id of the key or session in use in an answer, and would end it: what follows would test nothing.
        case.body = {name: "another" if value == own else value for name, value in case.body.items()}


# No text, an id of an example in the contract, or a real one.
ID = "|[0-9a-f]{8}(-[0-9a-f]{4}){1,3}(-[0-9a-f]{12})?"

# Texts of formats of which a pattern tells only the outline.
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
    """
    Most texts become ids of records, and all of those that are tried again and again: the empty one, and the ids of examples.
    So do ids that schemathesis read in an answer, one of which could be that of the key in use.
    """
    number = crc32(value.encode(errors="replace"))
    stays = number % 7 == 0 and not re.fullmatch(ID, value)
    return value if stays else ids[number // 7 % len(ids)]


@schemathesis.hook
def map_case(context, case):
    """A hook for bodies alone would not see the cases of the phase `coverage`; none sees those of `examples`."""
    return fill(case)


def fill(case):
    """The case with records that exist."""
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
    """Most cases get the token of a link, because no other one can be built, and what goes with it."""
    if crc32(case.query["token"].encode()) % 7 == 1:
        return
    if case.method == "PUT":
        content = (case.body if isinstance(case.body, bytes) else str(case.body).encode()) or b"no bytes are no file"
        if link := upload_link(case.operation, content):
            token, headers = link
            case.query = {**case.query, "token": token}
            case.headers = {**case.headers, **headers}
            case.media_type = headers["Content-Type"]
            case.body = content
    elif tokens := download_tokens(case.operation):
        case.query = {**case.query, "token": tokens[0]}
