import java.time.LocalDate
import org.openapitools.client.apis.AccountApi
import org.openapitools.client.apis.PeopleApi
import org.openapitools.client.apis.PositionsApi
import org.openapitools.client.apis.StructureApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.ErrorResponse
import org.openapitools.client.models.OrgPeopleHireInput
import org.openapitools.client.models.OrgPeopleTimelineInput
import org.openapitools.client.models.OrgPeopleUpdateProfileInput
import org.openapitools.client.models.OrgPositionsListInput
import org.openapitools.client.models.OrgUnitsCreateInput
import org.openapitools.client.models.OrgUnitsListInput
import org.openapitools.client.models.SubunitKind

val url: String = System.getenv("ROLLCALL")
val people = PeopleApi(url)
val structure = StructureApi(url)

fun whoami() = AccountApi(url).platformWhoami(emptyMap<String, Any>()).data

fun units() = structure.orgUnitsList(OrgUnitsListInput()).data

fun positions() = PositionsApi(url).orgPositionsList(OrgPositionsListInput()).data

fun phoneOf(id: String, phone: String?) =
  people.orgPeopleUpdateProfile(OrgPeopleUpdateProfileInput(personId = id, workPhone = phone)).data.workPhone

fun main(args: Array<String>) {
  ApiClient.accessToken = System.getenv("KEY")
  when (args[0]) {
    "whoami" -> println(whoami().org.name)
    "list" -> println("${units().size} ${positions().size}")
    "hire" -> {
      val person =
        OrgPeopleHireInput(
          givenName = "Ada",
          familyName = "Berg",
          workEmail = System.getenv("EMAIL"),
          title = "Engineer",
          startDate = LocalDate.of(2026, 1, 1),
        )
      val id = people.orgPeopleHire(person).data.person.id
      val jobs = people.orgPeopleTimeline(OrgPeopleTimelineInput(personId = id)).data.jobs
      println("${jobs.size} ${phoneOf(id, System.getenv("PHONE"))}")
    }
    "clear" -> println(phoneOf(System.getenv("PERSON"), null))
    "refusal" ->
      try {
        structure.orgUnitsCreate(OrgUnitsCreateInput(name = System.getenv("TAKEN"), kind = SubunitKind.team))
      } catch (refused: ClientException) {
        val body = (refused.response as ClientError<*>).body as String
        val error = Serializer.moshi.adapter(ErrorResponse::class.java).fromJson(body)!!.error
        println("${refused.statusCode} ${error.details!![0].code}")
      }
    "values" -> println("${whoami().roles[0]} ${units()[0].kind}")
    else -> throw IllegalArgumentException(args[0])
  }
}
