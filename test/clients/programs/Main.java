import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.StructureApi;
import org.openapitools.client.model.ErrorResponse;
import org.openapitools.client.model.OrgUnitsCreateInput;
import org.openapitools.client.model.OrgUnitsListInput;
import org.openapitools.client.model.SubunitKind;

public class Main {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("ROLLCALL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    AccountApi account = new AccountApi(client);
    StructureApi structure = new StructureApi(client);
    switch (args[0]) {
      case "whoami":
        System.out.println(account.platformWhoami(Map.of()).getData().getOrg().getName());
        break;
      case "list":
        System.out.println(structure.orgUnitsList(new OrgUnitsListInput()).getData().size());
        break;
      case "refusal":
        try {
          OrgUnitsCreateInput input =
              new OrgUnitsCreateInput().name(System.getenv("TAKEN")).kind(SubunitKind.TEAM);
          structure.orgUnitsCreate(input, null, null);
        } catch (ApiException refused) {
          ErrorResponse body =
              client.getObjectMapper().readValue(refused.getResponseBody(), ErrorResponse.class);
          String code = body.getError().getDetails().get(0).getCode();
          System.out.println(refused.getCode() + " " + code);
        }
        break;
      case "values":
        Object role = account.platformWhoami(Map.of()).getData().getRoles().get(0);
        Object kind = structure.orgUnitsList(new OrgUnitsListInput()).getData().get(0).getKind();
        System.out.println(role + " " + kind);
        break;
      default:
        throw new IllegalArgumentException(args[0]);
    }
  }
}
