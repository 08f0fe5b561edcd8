import os
import sys
from datetime import date

from rollcall_client import AuthenticatedClient
from rollcall_client.api.account import platform_whoami
from rollcall_client.api.people import org_people_hire, org_people_timeline, org_people_update_profile
from rollcall_client.api.positions import org_positions_list
from rollcall_client.api.structure import org_units_create, org_units_list
from rollcall_client.models import (
    NoInput,
    OrgPeopleHireInput,
    OrgPeopleTimelineInput,
    OrgPeopleUpdateProfileInput,
    OrgPositionsListInput,
    OrgUnitsCreateInput,
    OrgUnitsListInput,
    SubunitKind,
)

client = AuthenticatedClient(base_url=os.environ["ROLLCALL"], token=os.environ["KEY"])


def phone_of(person_id, phone):
    update = OrgPeopleUpdateProfileInput(person_id=person_id, work_phone=phone)
    return org_people_update_profile.sync(client=client, body=update).data.work_phone


match sys.argv[1]:
    case "whoami":
        print(platform_whoami.sync(client=client, body=NoInput()).data.org.name)
    case "list":
        positions = org_positions_list.sync(client=client, body=OrgPositionsListInput()).data
        print(len(org_units_list.sync(client=client, body=OrgUnitsListInput()).data), len(positions))
    case "hire":
        person = OrgPeopleHireInput(
            given_name="Ada",
            family_name="Berg",
            work_email=os.environ["EMAIL"],
            title="Engineer",
            start_date=date(2026, 1, 1),
        )
        id = org_people_hire.sync(client=client, body=person).data.person.id
        jobs = org_people_timeline.sync(client=client, body=OrgPeopleTimelineInput(person_id=id)).data.jobs
        print(len(jobs), phone_of(id, os.environ["PHONE"]))
    case "clear":
        print(phone_of(os.environ["PERSON"], None) or "null")
    case "refusal":
        unit = OrgUnitsCreateInput(name=os.environ["TAKEN"], kind=SubunitKind.TEAM)
        refused = org_units_create.sync_detailed(client=client, body=unit)
        print(int(refused.status_code), refused.parsed.error.details[0].code)
    case "values":
        role = platform_whoami.sync(client=client, body=NoInput()).data.roles[0]
        print(role, org_units_list.sync(client=client, body=OrgUnitsListInput()).data[0].kind)
