package engine_test

import (
	"fmt"

	"mdck/mdcheckpoint/ccc/engine"
)

func ExampleParse() {
	_, err := engine.Parse(".ccc-state.json", `{"phase": "execute"}`)
	fmt.Println(err)
	_, err = engine.Parse(".ccc-state.json", `{"phase"`)
	fmt.Println(err != nil)
	// Output:
	// <nil>
	// true
}
