import os
import sys

from rollcall_client import AuthenticatedClient
from rollcall_client.api.account import platform_whoami
from rollcall_client.api.structure import org_units_create, org_units_list
from rollcall_client.models import NoInput, OrgUnitsCreateInput, OrgUnitsListInput, SubunitKind

client = AuthenticatedClient(base_url=os.environ["ROLLCALL"], token=os.environ["KEY"])

match sys.argv[1]:
    case "whoami":
        print(platform_whoami.sync(client=client, body=NoInput()).data.org.name)
    case "list":
        print(len(org_units_list.sync(client=client, body=OrgUnitsListInput()).data))
    case "refusal":
        unit = OrgUnitsCreateInput(name=os.environ["TAKEN"], kind=SubunitKind.TEAM)
        refused = org_units_create.sync_detailed(client=client, body=unit)
        print(int(refused.status_code), refused.parsed.error.details[0].code)
    case "values":
        role = platform_whoami.sync(client=client, body=NoInput()).data.roles[0]
        print(role, org_units_list.sync(client=client, body=OrgUnitsListInput()).data[0].kind)
