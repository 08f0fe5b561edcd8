package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/oapi-codegen/nullable"
	"github.com/oapi-codegen/runtime/types"

	"rollcall.example/client/rollcall"
)

func main() {
	ctx := context.Background()
	withKey := rollcall.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	})
	client, err := rollcall.NewClientWithResponses(os.Getenv("ROLLCALL"), withKey)
	must(err)
	whoami := func() rollcall.Caller {
		answer, err := client.PlatformWhoamiWithResponse(ctx, rollcall.NoInput{})
		must(err)
		return answer.JSON200.Data
	}
	units := func() []rollcall.Unit {
		answer, err := client.OrgUnitsListWithResponse(ctx, rollcall.OrgUnitsListInput{})
		must(err)
		return answer.JSON200.Data
	}
	positions := func() []rollcall.Position {
		answer, err := client.OrgPositionsListWithResponse(ctx, rollcall.OrgPositionsListInput{})
		must(err)
		return answer.JSON200.Data
	}
	phoneOf := func(id string, phone nullable.Nullable[string]) nullable.Nullable[string] {
		update := rollcall.OrgPeopleUpdateProfileInput{PersonId: id, WorkPhone: phone}
		answer, err := client.OrgPeopleUpdateProfileWithResponse(ctx, nil, update)
		must(err)
		return answer.JSON200.Data.WorkPhone
	}
	switch os.Args[1] {
	case "whoami":
		fmt.Println(whoami().Org.Name)
	case "list":
		fmt.Println(len(units()), len(positions()))
	case "hire":
		person := rollcall.OrgPeopleHireInput{
			GivenName: "Ada", FamilyName: "Berg", WorkEmail: os.Getenv("EMAIL"), Title: "Engineer",
			StartDate: types.Date{Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)},
		}
		hired, err := client.OrgPeopleHireWithResponse(ctx, nil, person)
		must(err)
		id := hired.JSON200.Data.Person.Id
		timeline, err := client.OrgPeopleTimelineWithResponse(ctx, rollcall.OrgPeopleTimelineInput{PersonId: id})
		must(err)
		phone := phoneOf(id, nullable.NewNullableWithValue(os.Getenv("PHONE")))
		fmt.Println(len(timeline.JSON200.Data.Jobs), phone.MustGet())
	case "clear":
		if phoneOf(os.Getenv("PERSON"), nullable.NewNullNullable[string]()).IsNull() {
			fmt.Println("null")
		}
	case "refusal":
		input := rollcall.OrgUnitsCreateInput{Name: os.Getenv("TAKEN"), Kind: "team"}
		answer, err := client.OrgUnitsCreateWithResponse(ctx, nil, input)
		must(err)
		fmt.Println(answer.StatusCode(), (*answer.JSON409.Error.Details)[0].Code)
	case "values":
		fmt.Println(whoami().Roles[0], units()[0].Kind)
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
