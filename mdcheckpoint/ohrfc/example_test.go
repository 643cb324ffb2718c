package ohrfc_test

import (
	"fmt"
	"testing/fstest"

	"mdck/mdcheckpoint/ohrfc"
)

// ParseCheckpoint needs no other file.
func ExampleParseCheckpoint() {
	c, err := ohrfc.ParseCheckpoint("checkpoint.md", `# Checkpoint: rfc-1

## Meta
- checkpoint_version: 4
- last_phase: gate_b_round_2
- strictness: Light
- artifact_state: rfc.md(0133271c), evidence(0 items), gate_b_round=2

---

## Gate-B Exit (Round 2)

### Feedback Digest
- Reviewer: wants the flag off by default
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	phase := ohrfc.ReadPhase(c.Meta.Value(ohrfc.LastPhaseKey))
	fmt.Println("version", c.Meta.Version, "of", phase.Name, phase.Round)
	// Output:
	// version 4 of gate_b_round 2
}

// Read reads a checkpoint and the files around it.
func ExampleRead() {
	w := ohrfc.Read(fstest.MapFS{
		".ohrfc/rfc-1/state.json": {Data: []byte(`{"rfc_id": "rfc-1", "current_phase": "design", "checkpoint_version": 3}`)},
	}, ".ohrfc/rfc-1/checkpoint.md")
	fmt.Println(w.State.ID(), w.State.Phase(), w.State.Version(), w.Checkpoint == nil)
	// Output:
	// rfc-1 design 3 true
}
