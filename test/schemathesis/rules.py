"""
Rules of Rollcall that no schema can say, and by which it refuses inputs that fit the contract. `hooks.py` brings them; alone
they are for a run of a stranger, who knows nothing but the contract.

After the run they are printed, each with the codes of the refusals and how many there were.
"""

import atexit
import re
import sys
from collections import Counter
from unicodedata import normalize
from urllib.parse import parse_qs, urlsplit

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData

# Formats of which a pattern tells only the outline: the check digits of an account number, a "(0)" that is no part of a
# telephone number, a domain that cannot exist. Some values fit the pattern and are refused all the same.
OUTLINED = {"iban", "phone", "idn-email"}

# How often a refusal was excused, by rule and code.
EXCUSED = Counter()


@atexit.register
def print_excused():
    for (rule, code), count in sorted(EXCUSED.items()):
        print(f"{count:>6} refused as {code}: {rule}", file=sys.stderr)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """
    A valid input may be refused by a rule that no schema can say: a day before another one, a field that another one
    needs, an option that the company does not have. The contract names these rules for each action, in `x-errors`. So
    a 400 for valid input is a failure, unless all that it says is such a rule, or one of those in `rule_of`.
    """
    refusals = refusals_in(failure, case, response)
    if not refusals or any(rule is None for rule, code in refusals):
        return True
    EXCUSED.update(refusals)
    return False


def refusals_in(failure, case, response):
    """Each thing that an answer refuses: the rule, which is None where there is none, and the code."""
    if isinstance(failure, AcceptedNegativeData):
        return [(refusal_without_status(response), str(response.status_code))]
    if not isinstance(failure, RejectedPositiveData) or response.status_code != 400:
        return []
    operation = case.operation
    if "text/html" in response.headers["content-type"][0]:
        return [("which apps there are, and where an app may send its members", "a page")]
    error = response.json()["error"]
    if isinstance(error, str):
        return [("what OAuth and the Model Context Protocol say of a message", error)]
    declared = {one["code"] for one in operation.definition.raw.get("x-errors", [])}
    whole = (case.query, query_schema(operation)) if case.method == "GET" else (case.body, body_schema(operation))
    return [
        (rule_of(detail, declared, *place(detail["path"], *whole, operation)), detail["code"])
        for detail in error.get("details", [])
    ]


def refusal_without_status(response):
    """
    A browser is sent to a page that says what is wrong, or back to the app; and what does not fit into an address is not
    read at all.
    """
    sent_to = urlsplit(response.headers.get("location", [""])[0])
    told = parse_qs(sent_to.query).keys() & {"problem", "error"}
    if response.status_code == 303 and told:
        return "a browser is sent to a page that says what is wrong"
    return "an address that is too long is not read" if response.status_code == 431 else None


def place(path, value, schema, operation):
    """The value at a path such as `contact.phones[0]`, and its schema."""
    for step in re.findall(r"[^.\[\]]+", path):
        schema = resolve(schema, operation)
        if "contentMediaType" in schema:
            break
        if isinstance(value, list):
            value, schema = value[int(step)], schema.get("items", {})
        else:
            value, schema = (value or {}).get(step), property_schema(schema, step)
    return value, resolve(schema, operation)


def property_schema(schema, name):
    """The schema of a property: an empty one in free JSON, and one that nothing fits where there is no such property."""
    unknown = {"not": {}} if schema.get("additionalProperties") is False else {}
    return schema.get("properties", {}).get(name, unknown)


def rule_of(detail, declared, value, schema):
    """A rule of the action, or one that holds for all values of a kind; None for what a schema could say."""
    if detail["code"] in declared:
        return "x-errors of the action"
    if "contentMediaType" in schema:
        return "JSON in a query: the schema of a text tells only that it is JSON"
    match detail["code"]:
        case "bad_format" if schema.get("format") in OUTLINED:
            return f"the pattern of {schema['format']} tells only the outline"
        case "bad_character" if isinstance(value, dict) or not schema:
            return "names of properties, for which OpenAPI 3.0 has no pattern, and free JSON, which has no schema"
        case "unknown_property" if not schema:
            return "names in free JSON that could be those of a prototype, or are too long"
        case "required" if isinstance(value, str) and any(character > "\uffff" for character in value):
            return "a text of nothing but characters that nobody sees, some of which have more than 16 bits"
        case "out_of_range" if "x-decimals" in schema:
            return "decimals, which validators count differently"
        case "too_short" if isinstance(value, str) and len(normalize("NFC", value).strip()) < schema.get("minLength", 0):
            return "texts are counted composed, and without the spaces around them"
        case "too_common" | "too_personal":
            return "a password that others would guess soon"
        case "too_many_marks":
            return "combining marks in a row"
    return None


def resolve(schema, operation):
    """The schema with what it refers to, and the one that is not null of two."""
    choices = [one for one in schema.get("anyOf", []) if one.get("type") != "null"]
    if len(choices) == 1:
        return resolve(choices[0], operation)
    if "$ref" not in schema:
        return schema
    *_, kind, name = schema["$ref"].split("/")
    return {**resolve(operation.schema.raw_schema["components"][kind][name], operation), **schema}


def body_schema(operation):
    # OAuth takes forms at some addresses.
    (media,) = operation.definition.raw["requestBody"]["content"].values()
    return media["schema"]


def query_schema(operation):
    parameters = [one for one in operation.definition.raw.get("parameters", []) if one.get("in") == "query"]
    schemas = {one["name"]: one.get("schema") or one["content"]["application/json"]["schema"] for one in parameters}
    return {"properties": schemas}
