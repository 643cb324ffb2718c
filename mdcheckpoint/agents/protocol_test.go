package agents

import (
	"fmt"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/protocol"
)

// TestMembersGrow checks that the cost of finding one agent does not grow with their number.
func TestMembersGrow(t *testing.T) {
	epic := func(n int) fstest.MapFS {
		tree := fstest.MapFS{}
		for i := range n {
			text := fmt.Sprintf(`{"agent_id": "Secondary-%d", "status": "IN_PROGRESS", "feature": "f%d"}`, i, i)
			tree[fmt.Sprintf("%s/secondary_%d.json", CheckpointDir, i)] = &fstest.MapFile{Data: []byte(text)}
		}
		return tree
	}
	const few, times = 40, 8
	ask := func(tree fstest.MapFS, n int) float64 {
		return testing.AllocsPerRun(1, func() {
			all, err := members(tree, protocol.Target{Main: CheckpointDir}, "")
			if err != nil || len(all) != n {
				t.Fatalf("%d of %d agents: %v", len(all), n, err)
			}
		})
	}
	one, many := ask(epic(few), few), ask(epic(few*times), few*times)
	if most := 2 * times * one; many > most {
		t.Errorf("%d agents take %.0f allocations, and %d take %.0f: want at most %.0f", few, one, few*times, many, most)
	}
}
