"""
The records that the caller of a run finds: their ids, and links to files. `hooks.py` puts them into inputs, because other ids
only ever get the answer that there is no such record.
"""

import hashlib
import json
import os
from functools import cache
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

KEY = os.environ.get("ROLLCALL_KEY")
SESSION = os.environ.get("ROLLCALL_SESSION")

# Where the ids of records are found, by the kind that `x-id` names. The key and the session of the caller are left out: they
# would be ended.
LISTS = {
    "person": ("org/people.list", lambda data: [person["id"] for person in data["people"]]),
    "job": ("org/people.list", lambda data: [person["job"]["id"] for person in data["people"] if person["job"]]),
    "unit": ("org/units.list", lambda data: [unit["id"] for unit in data]),
    "location": ("org/locations.list", lambda data: [location["id"] for location in data]),
    "legal_entity": ("org/legal_entities.list", lambda data: [entity["id"] for entity in data]),
    "custom_field": ("org/fields.list", lambda data: [field["id"] for field in data]),
    "document": ("documents/list", lambda data: [document["id"] for document in data["documents"]]),
    "checklist_template": ("org/checklists.templates.list", lambda data: [one["id"] for one in data["templates"]]),
    "checklist_run": ("org/checklists.runs.list", lambda data: [run["id"] for run in data]),
    "checklist_task": ("org/checklists.tasks.list", lambda data: [task["id"] for task in data]),
    "position": ("org/positions.list", lambda data: [position["id"] for position in data]),
    "approval_request": ("org/approvals.list", lambda data: [request["id"] for request in data["items"]]),
    "membership": ("platform/members.list", lambda data: [member["membership_id"] for member in data]),
    "invite": ("org/invites.list", lambda data: [invite["id"] for invite in data]),
    "connection": ("platform/connections.list", lambda data: [connection["id"] for connection in data]),
    "webhook_endpoint": ("webhooks/endpoints.list", lambda data: [endpoint["id"] for endpoint in data]),
    "activity": ("platform/activity.list", lambda data: [entry["id"] for entry in data["items"]]),
    "actor": ("platform/activity.list", lambda data: [entry["actor"]["id"] for entry in data["items"]]),
    "api_key": ("platform/api_keys.list", lambda data: [key["id"] for key in data if key["last4"] != (KEY or "")[-4:]]),
    "session": ("platform/sessions.list", lambda data: [session["id"] for session in data if not session["current"]]),
    "pay": ("org/pay.list", lambda data: [row["id"] for row in data["history"]]),
    "webhook_delivery": ("webhooks/deliveries.list", lambda data: [delivery["id"] for delivery in data["items"]]),
    "notification": ("platform/notifications.list", lambda data: [item["id"] for item in data["items"]]),
}

# Actions whose `ids` are of no kind, because those of others are left alone.
IDS_WITHOUT_KIND = {"/v1/platform/notifications.mark_read": "notification"}

# The kinds whose list is that of one record, named by a property of its input.
LISTS_OF_ONE = {"pay": ("person_id", "person"), "webhook_delivery": ("endpoint_id", "webhook_endpoint")}

# Where a caller finds them who may not read the list above, or finds nothing there.
OWN_LISTS = {
    "document": ("documents/me.list", lambda data: [document["id"] for document in data["documents"]]),
    "checklist_run": ("org/checklists.tasks.list", lambda data: [task["run"]["id"] for task in data]),
}

# How bytes are sent and fetched, in the administration and in the own workspace.
UPLOADS = [
    ("documents/upload.start", {"subject": {"kind": "company"}, "category": "Other"}),
    ("documents/me.upload.start", {}),
]
DOWNLOADS = ["documents/download", "documents/me.download"]


def origin_of(operation):
    """The address of the service, as browsers send it. Without it a session cannot write."""
    parts = urlsplit(operation.base_url)
    return f"{parts.scheme}://{parts.netloc}"


def cookie_name(operation):
    return operation.schema.raw_schema["components"]["securitySchemes"]["session"]["name"]


def headers_with_credential(operation):
    if KEY:
        return {"Authorization": f"Bearer {KEY}"}
    return {"Cookie": f"{cookie_name(operation)}={SESSION}", "Origin": origin_of(operation)}


def call(operation, action, body):
    """The answer of an action; None when it refuses, and without a credential."""
    if not KEY and not SESSION:
        return None
    headers = {**headers_with_credential(operation), "Content-Type": "application/json"}
    try:
        request = Request(f"{origin_of(operation)}/v1/{action}", json.dumps(body).encode(), headers)
        with urlopen(request) as response:
            return json.load(response)["data"]
    except OSError:
        return None


@cache
def records(kind, operation):
    """Ids of records that are there when the tests of an operation begin; none of a kind that this caller may not list."""
    name, kind_of_one = LISTS_OF_ONE.get(kind, (None, None))
    inputs = [{name: one} for one in records(kind_of_one, operation)] if name else [{}]
    for action, ids_in in filter(None, [LISTS[kind], OWN_LISTS.get(kind)]):
        answers = [call(operation, action, body) for body in inputs]
        if ids := [one for data in answers if data is not None for one in ids_in(data) if one is not None]:
            return ids
    return []


def kinds_without_records(operation):
    return [kind for kind in LISTS if not records(kind, operation)]


@cache
def own_id(operation):
    """The id of the key or session in use; None when it does not say."""
    action, is_own = (
        ("platform/api_keys.list", lambda key: key["last4"] == KEY[-4:])
        if KEY
        else ("platform/sessions.list", lambda session: session["current"])
    )
    return next((one["id"] for one in call(operation, action, {}) or [] if is_own(one)), None)


def upload_link(operation, content):
    """Where to put these bytes, and the headers of that; None when this caller may add no file."""
    sha256 = hashlib.sha256(content).hexdigest()
    file = {"name": "a.txt", "size": len(content), "content_type": "text/plain", "sha256": sha256}
    started = (call(operation, action, {**body, "file": file}) for action, body in UPLOADS)
    upload = next((one["upload"] for one in started if one is not None), None)
    return upload and (token_of(upload["url"]), upload["headers"])


@cache
def download_tokens(operation):
    """The tokens of links to files; none when this caller gets no links."""
    ids = records("document", operation)
    links = [call(operation, action, {"document_id": one}) for action in DOWNLOADS for one in ids]
    return [token_of(link["url"]) for link in links if link is not None]


def token_of(url):
    return parse_qs(urlsplit(url).query)["token"][0]
