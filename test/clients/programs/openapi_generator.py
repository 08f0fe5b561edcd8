import os
import sys
from datetime import date

from openapi_client import AccountApi, ApiClient, ApiException, Configuration, PeopleApi, PositionsApi, StructureApi
from openapi_client.models import (
    OrgPeopleHireInput,
    OrgPeopleTimelineInput,
    OrgPeopleUpdateProfileInput,
    OrgPositionsListInput,
    OrgUnitsCreateInput,
    OrgUnitsListInput,
    SubunitKind,
)

client = ApiClient(Configuration(host=os.environ["ROLLCALL"]))
client.set_default_header("Authorization", "Bearer " + os.environ["KEY"])
account = AccountApi(client)
people = PeopleApi(client)
structure = StructureApi(client)


def phone_of(person_id, phone):
    update = OrgPeopleUpdateProfileInput(person_id=person_id, work_phone=phone)
    return people.org_people_update_profile(update).data.work_phone


match sys.argv[1]:
    case "whoami":
        print(account.platform_whoami({}).data.org.name)
    case "list":
        positions = PositionsApi(client).org_positions_list(OrgPositionsListInput()).data
        print(len(structure.org_units_list(OrgUnitsListInput()).data), len(positions))
    case "hire":
        person = OrgPeopleHireInput(
            given_name="Ada",
            family_name="Berg",
            work_email=os.environ["EMAIL"],
            title="Engineer",
            start_date=date(2026, 1, 1),
        )
        id = people.org_people_hire(person).data.person.id
        jobs = people.org_people_timeline(OrgPeopleTimelineInput(person_id=id)).data.jobs
        print(len(jobs), phone_of(id, os.environ["PHONE"]))
    case "clear":
        print(phone_of(os.environ["PERSON"], None) or "null")
    case "refusal":
        try:
            structure.org_units_create(OrgUnitsCreateInput(name=os.environ["TAKEN"], kind=SubunitKind.TEAM))
        except ApiException as refused:
            print(refused.status, refused.data.error.details[0].code)
    case "values":
        role = account.platform_whoami({}).data.roles[0]
        print(role, structure.org_units_list(OrgUnitsListInput()).data[0].kind)
