package ohrfc_test

import (
	"fmt"
	"testing/fstest"

	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
)

func ExampleWorkspace_Append() {
	tree := fstest.MapFS{
		".ohrfc/rfc-1/rfc.md":        {Data: []byte("# RFC\n")},
		".ohrfc/rfc-1/state.json":    {Data: []byte(`{"rfc_id": "rfc-1", "strictness": "light", "checkpoint_version": 0}`)},
		".ohrfc/rfc-1/evidence.json": {Data: []byte(`{"items": []}`)},
	}
	w := ohrfc.Read(tree, ".ohrfc/rfc-1/checkpoint.md")
	group := ohrfc.Group(ohrfc.DiscoverKey)
	in := protocol.NewInput(ohrfc.Format, group, nil)
	if err := in.Parse("### Active Tensions\n- small against\n  complete\n"); err != nil {
		panic(err)
	}
	change, err := w.Append(protocol.Append{Group: group, Parts: in.Parts}, "2026-11-04T10:00:00Z")
	if err != nil {
		panic(err)
	}
	fmt.Print(change.Checkpoint)
	// Output:
	// # Checkpoint: rfc-1
	//
	// ## Meta
	// - checkpoint_version: 1
	// - last_phase: discover
	// - strictness: Light
	// - artifact_state: rfc.md(0133271c), evidence(0 items), gate_b_round=0
	//
	// ---
	//
	// ## DISCOVER Exit
	//
	// ### Active Tensions
	// - small against complete
}
