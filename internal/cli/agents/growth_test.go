package agents

import (
	"fmt"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/cli/clitest"
	"mdck/mdcheckpoint/agents"
)

// folderOf returns the checkpoints of n agents, two for every tenth.
func folderOf(t *testing.T, n int) *agents.Folder {
	t.Helper()
	tree := fstest.MapFS{}
	for i := range n {
		text := fmt.Sprintf(`{"agent_id": "Secondary-A%d", "last_checkpoint": "2026-01-15T14:00:00Z"}`, i-i%10/9)
		tree[fmt.Sprintf("agent_checkpoints/secondary_a%d.json", i)] = &fstest.MapFile{Data: []byte(text)}
	}
	f, err := agents.ReadFolder(tree, agents.CheckpointDir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestListsGrowWithAgents(t *testing.T) {
	const few, times = 40, 8
	for name, ask := range map[string]func(*agents.Folder){
		"list":         func(f *agents.Folder) { _ = epicAt(clitest.Known(), "/e", "").rosterOf(time.Unix(0, 0), f).text() },
		"list as JSON": func(f *agents.Folder) { _ = epicAt(clitest.Known(), "/e", "").rosterOf(time.Unix(0, 0), f) },
	} {
		t.Run(name, func(t *testing.T) {
			small, large := folderOf(t, few), folderOf(t, few*times)
			one := testing.AllocsPerRun(1, func() { ask(small) })
			many := testing.AllocsPerRun(1, func() { ask(large) })
			if most := 2 * times * one; many > most {
				t.Errorf("%d agents take %.0f allocations, and %d take %.0f: want at most %.0f", few, one, few*times, many, most)
			}
		})
	}
}
