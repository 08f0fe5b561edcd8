import java.time.LocalDate;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.PeopleApi;
import org.openapitools.client.api.PositionsApi;
import org.openapitools.client.api.StructureApi;
import org.openapitools.client.model.ErrorResponse;
import org.openapitools.client.model.OrgPeopleHireInput;
import org.openapitools.client.model.OrgPeopleTimelineInput;
import org.openapitools.client.model.OrgPeopleUpdateProfileInput;
import org.openapitools.client.model.OrgPositionsListInput;
import org.openapitools.client.model.OrgUnitsCreateInput;
import org.openapitools.client.model.OrgUnitsListInput;
import org.openapitools.client.model.Person;
import org.openapitools.client.model.SubunitKind;

public class Main {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("ROLLCALL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    AccountApi account = new AccountApi(client);
    PeopleApi people = new PeopleApi(client);
    StructureApi structure = new StructureApi(client);
    switch (args[0]) {
      case "whoami":
        System.out.println(account.platformWhoami(Map.of()).getData().getOrg().getName());
        break;
      case "list":
        int units = structure.orgUnitsList(new OrgUnitsListInput()).getData().size();
        PositionsApi positions = new PositionsApi(client);
        System.out.println(
            units + " " + positions.orgPositionsList(new OrgPositionsListInput()).getData().size());
        break;
      case "hire":
        OrgPeopleHireInput person =
            new OrgPeopleHireInput()
                .givenName("Ada")
                .familyName("Berg")
                .workEmail(System.getenv("EMAIL"))
                .title("Engineer")
                .startDate(LocalDate.of(2026, 1, 1));
        String id = people.orgPeopleHire(person, null, null).getData().getPerson().getId();
        System.out.println(
            people.orgPeopleTimeline(new OrgPeopleTimelineInput().personId(id)).getData().getJobs().size()
                + " "
                + withPhone(people, id, System.getenv("PHONE")).getWorkPhone());
        break;
      case "clear":
        System.out.println(withPhone(people, System.getenv("PERSON"), null).getWorkPhone());
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

  static Person withPhone(PeopleApi people, String id, String phone) throws ApiException {
    OrgPeopleUpdateProfileInput input = new OrgPeopleUpdateProfileInput().personId(id).workPhone(phone);
    return people.orgPeopleUpdateProfile(input, null, null).getData();
  }
}
