package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("ROLLCALL")}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("KEY"))
	client := openapi.NewAPIClient(configuration)
	ctx := context.Background()
	whoami := func() openapi.Caller {
		answer, _, err := client.AccountAPI.PlatformWhoami(ctx).Body(map[string]interface{}{}).Execute()
		must(err)
		return answer.Data
	}
	units := func() []openapi.Unit {
		answer, _, err := client.StructureAPI.OrgUnitsList(ctx).OrgUnitsListInput(openapi.OrgUnitsListInput{}).Execute()
		must(err)
		return answer.Data
	}
	positions := func() []openapi.Position {
		input := openapi.OrgPositionsListInput{}
		answer, _, err := client.PositionsAPI.OrgPositionsList(ctx).OrgPositionsListInput(input).Execute()
		must(err)
		return answer.Data
	}
	phoneOf := func(id string, phone *string) *string {
		update := openapi.OrgPeopleUpdateProfileInput{PersonId: id, WorkPhone: *openapi.NewNullableString(phone)}
		answer, _, err := client.PeopleAPI.OrgPeopleUpdateProfile(ctx).OrgPeopleUpdateProfileInput(update).Execute()
		must(err)
		return answer.Data.WorkPhone.Get()
	}
	switch os.Args[1] {
	case "whoami":
		fmt.Println(whoami().Org.Name)
	case "list":
		fmt.Println(len(units()), len(positions()))
	case "hire":
		person := openapi.OrgPeopleHireInput{
			GivenName: "Ada", FamilyName: "Berg", WorkEmail: os.Getenv("EMAIL"), Title: "Engineer", StartDate: "2026-01-01",
		}
		hired, _, err := client.PeopleAPI.OrgPeopleHire(ctx).OrgPeopleHireInput(person).Execute()
		must(err)
		id := hired.Data.Person.Id
		asked := openapi.OrgPeopleTimelineInput{PersonId: id}
		timeline, _, err := client.PeopleAPI.OrgPeopleTimeline(ctx).OrgPeopleTimelineInput(asked).Execute()
		must(err)
		phone := os.Getenv("PHONE")
		fmt.Println(len(timeline.Data.Jobs), *phoneOf(id, &phone))
	case "clear":
		if phoneOf(os.Getenv("PERSON"), nil) == nil {
			fmt.Println("null")
		}
	case "refusal":
		input := openapi.NewOrgUnitsCreateInput(os.Getenv("TAKEN"), openapi.SUBUNITKIND_TEAM)
		_, response, err := client.StructureAPI.OrgUnitsCreate(ctx).OrgUnitsCreateInput(*input).Execute()
		var refused *openapi.GenericOpenAPIError
		if !errors.As(err, &refused) {
			panic(err)
		}
		body := refused.Model().(openapi.ErrorResponse)
		fmt.Println(response.StatusCode, body.Error.Details[0].Code)
	case "values":
		fmt.Println(whoami().Roles[0], units()[0].Kind)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
