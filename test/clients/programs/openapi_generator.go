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
	switch os.Args[1] {
	case "whoami":
		fmt.Println(whoami().Org.Name)
	case "list":
		fmt.Println(len(units()))
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
