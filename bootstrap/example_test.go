package bootstrap_test

import (
	"fmt"
	"testing/fstest"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocols"
)

// Restart returns what a new session has to read.
func ExampleSequence_Missing() {
	tree := fstest.MapFS{".ohrfc/rfc-1/state.json": {Data: []byte(`{"rfc_id": "rfc-1", "current_phase": "design", "checkpoint_version": 1}`)}}
	sequence := protocols.Default().Named("ohrfc").Restart(bootstrap.Input{Tree: tree, Path: ".ohrfc/rfc-1/checkpoint.md"})
	fmt.Println(sequence.Protocol, sequence.ID, len(sequence.Missing()) > 0)
	// Output:
	// ohrfc rfc-1 true
}

// A new protocol can print its steps as text, JSON and a pack.
func ExampleSequence_Pack() {
	in := bootstrap.Input{Tree: fstest.MapFS{"NOTES.md": {Data: []byte("# Notes\n\nthe tests are red\n")}}, Path: "NOTES.md"}
	sequence := in.NewSequence("notes")
	sequence.Add(bootstrap.Step{Title: "read the notes", Files: []bootstrap.File{in.File("NOTES.md")}})
	fmt.Println(sequence.Total().Files, "file of", sequence.Total().Lines, "lines; a pack fits:", len(sequence.Pack(bootstrap.MinPackBytes, nil)) <= bootstrap.MinPackBytes)
	// Output:
	// 1 file of 3 lines; a pack fits: true
}
