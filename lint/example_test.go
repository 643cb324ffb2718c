package lint_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing/fstest"
	"time"

	"mdck/lint"
	"mdck/mdcheckpoint/protocols"
)

// Run lints a checkpoint in any tree of files.
func ExampleRun() {
	tree := fstest.MapFS{".ohrfc/rfc-1/state.json": {Data: []byte(`{"rfc_id": "rfc-1", "current_phase": "nowhere"}`)}}
	ohrfc := protocols.Default().Named("ohrfc")
	found, err := lint.Run(lint.Input{Checker: ohrfc.Checker, Tree: tree, Path: ".ohrfc/rfc-1/state.json", Main: ".ohrfc/rfc-1/checkpoint.md"})
	fmt.Println(len(found) > 0, err)
	ccc := protocols.Default().Named("ccc")
	_, err = lint.Run(lint.Input{Checker: ccc.Checker, Tree: tree, Path: ".ccc-progress.md"})
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output:
	// true <nil>
	// true
}

// FixAll returns the new texts and does not change the tree.
func ExampleFixAll() {
	tree := fstest.MapFS{".ccc-progress.md": {Data: []byte("# Session Progress\r\n\n## Current\n")}}
	ccc := protocols.Default().Named("ccc")
	fixed, err := lint.FixAll(lint.Input{Checker: ccc.Checker, Tree: tree, Path: ".ccc-progress.md"}, time.Time{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", fixed.Texts[".ccc-progress.md"])
	// Output:
	// "# Session Progress\n\n## Current\n"
}
