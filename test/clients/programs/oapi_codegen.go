package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

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
	switch os.Args[1] {
	case "whoami":
		fmt.Println(whoami().Org.Name)
	case "list":
		fmt.Println(len(units()))
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
