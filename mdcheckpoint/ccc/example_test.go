package ccc_test

import (
	"fmt"

	"mdck/mdcheckpoint/ccc"
)

func ExampleProgress_Begin() {
	p, err := ccc.ParseProgress(ccc.ProgressFile, "## Current Task\n- (none)\n\n## Remaining Tasks\n- parse the header\n- print it\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	change, err := p.Begin("parse the header", "tests are red")
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
