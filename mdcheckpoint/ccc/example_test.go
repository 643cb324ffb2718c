package ccc_test

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/ccc"
)

func ExampleProgress_Write() {
	p, err := ccc.ParseProgress(ccc.ProgressFile, "## Current Task\n- (none)\n\n## Remaining Tasks\n- parse the header\n- print it\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	change, err := p.Write(ccc.Input{{Verb: "current", Text: "parse the header", Note: "tests are red"}}, time.Time{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(change.Text)
	// Output:
	// ## Current Task
	// - parse the header — tests are red
	//
	// ## Remaining Tasks
	// - print it
}
