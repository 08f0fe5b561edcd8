import os
import sys

from openapi_client import AccountApi, ApiClient, ApiException, Configuration, StructureApi
from openapi_client.models import OrgUnitsCreateInput, OrgUnitsListInput, SubunitKind

client = ApiClient(Configuration(host=os.environ["ROLLCALL"]))
client.set_default_header("Authorization", "Bearer " + os.environ["KEY"])
account = AccountApi(client)
structure = StructureApi(client)

match sys.argv[1]:
    case "whoami":
        print(account.platform_whoami({}).data.org.name)
    case "list":
        print(len(structure.org_units_list(OrgUnitsListInput()).data))
    case "refusal":
        try:
            structure.org_units_create(OrgUnitsCreateInput(name=os.environ["TAKEN"], kind=SubunitKind.TEAM))
        except ApiException as refused:
            print(refused.status, refused.data.error.details[0].code)
    case "values":
        role = account.platform_whoami({}).data.roles[0]
        print(role, structure.org_units_list(OrgUnitsListInput()).data[0].kind)
