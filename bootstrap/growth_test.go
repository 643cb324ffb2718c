package bootstrap_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan"
)

// TestGrowth checks that four times the text takes at most 6.25 times the memory.
func TestGrowth(t *testing.T) {
	for name, unit := range map[string]string{
		"rounds":         "## Gate-B Round %d Exit\n### Reviewer Feedback Digest\n- a\n",
		"equal rounds":   "## Gate-B Round 1 Exit\n",
		"equal groups":   "## DISCOVER Exit\n",
		"unknown groups": "## a\n",
		"bullets":        "- a\n",
		"comments":       "<!-- a -->\n",
	} {
		t.Run(name, func(t *testing.T) {
			const size = 1 << 14
			once, four := allocated(overgrown(unit, size)), allocated(overgrown(unit, 4*size))
			if 4*four > 25*once {
				t.Errorf("%d bytes are allocated for a text of %d, %d for one four times the size", once, size, four)
			}
		})
	}
}

func TestSessionGrowth(t *testing.T) {
	for name, unit := range map[string]string{
		"completed": "## Completed Tasks\n- a -- abc1234\n",
		"decisions": "## Decisions Made\n- a: b\n",
		"prompt":    "Key files: a.go, b.go\n",
		"files":     "a%d.go,",
		"bullets":   "- a%d: b\n",
	} {
		t.Run(name, func(t *testing.T) {
			grown := func(size int) uint64 {
				in := overgrown(unit, size)
				text, _ := in.Tree.(fstest.MapFS)
				progress := strings.Replace(string(text[main].Data), "### Active Tensions", "## Continuation Prompt\nKey files: ", 1)
				in = bootstrap.Input{Tree: project(ccc.ProgressFile, progress), Path: ccc.ProgressFile, Counter: words{}}
				return least(func() { _ = ccc.Restart(in).Pack(bootstrap.DefaultPackBytes, asIs) })
			}
			const size = 1 << 13
			if once, four := grown(size), grown(4*size); 4*four > 25*once {
				t.Errorf("%d bytes are allocated for a text of %d, %d for one four times the size", once, size, four)
			}
		})
	}
}

func TestFolderGrowth(t *testing.T) {
	const size = 1 << 7
	for name, grown := range map[string]func(entries []string) func(){
		"agent": func(entries []string) func() {
			in := bootstrap.Input{Tree: agentOf(entries, "v"), Path: agentPath, Force: true, Repository: bootstrap.Repository{ChangedAfter: func(_ time.Time, names []string) []string { return names }}}
			return func() { _ = agents.Restart(in).Pack(bootstrap.DefaultPackBytes, asIs) }
		},
		"track": func(entries []string) func() {
			in := bootstrap.Input{Tree: trackOf(entries, "v"), Path: trackPath, Force: true}
			return func() { _ = loop.Restart(in).Pack(bootstrap.DefaultPackBytes, asIs) }
		},
		"hand-off": func(entries []string) func() {
			in := bootstrap.Input{Tree: projectOf(entries, "v"), Path: ".planning", Force: true}
			return func() { _ = plan.Restart(in).Pack(bootstrap.DefaultPackBytes, asIs) }
		},
		"plans": func(entries []string) func() {
			tree := planned(planHandoff, goodHandoff)
			for i := range entries {
				name := fmt.Sprintf("%s03-%05d", planDir, i+10)
				tree[name+"-PLAN.md"] = &fstest.MapFile{Data: []byte(planOf(fmt.Sprintf("phase: 3\nplan: %d\nwave: %d\ndepends_on: [\"03-%d\"]\nfiles_modified: [src/types.ts]\nautonomous: %v", i+10, i%7, i+9, i%2 == 0), autoTask))}
				if i%3 == 0 {
					tree[name+"-SUMMARY.md"] = &fstest.MapFile{Data: []byte("s")}
				}
			}
			return func() {
				_ = plan.Restart(bootstrap.Input{Tree: tree, Path: ".planning"}).Pack(bootstrap.DefaultPackBytes, asIs)
			}
		},
	} {
		entries := func(n int) (all []string) {
			for i := range n {
				all = append(all, fmt.Sprintf("src/a%d.go", i))
			}
			return all
		}
		if once, four := least(grown(entries(size))), least(grown(entries(4*size))); 4*four > 25*once {
			t.Errorf("%s: %d bytes are allocated for %d entries, %d for four times as many", name, once, size, four)
		}
	}
}

func overgrown(unit string, size int) bootstrap.Input {
	var b strings.Builder
	b.WriteString("# Checkpoint: rfc-1\n\n## DISCOVER Exit\n### Active Tensions\n")
	for i := 1; b.Len() < size; i++ {
		if strings.Contains(unit, "%d") {
			fmt.Fprintf(&b, unit, i)
		} else {
			b.WriteString(unit)
		}
	}
	state := `{"current_phase": "discover", "checkpoint_version": 3, "strictness": "standard"}`
	return bootstrap.Input{Tree: files(map[string]string{"checkpoint.md": b.String(), "state.json": state, "rfc.md": "# x\n"}), Path: main, Counter: words{}}
}

func allocated(in bootstrap.Input) uint64 {
	return least(func() { _ = ohrfc.Restart(in).Pack(bootstrap.DefaultPackBytes, asIs) })
}

// least returns the fewest bytes that are allocated during a call of f. Other goroutines allocate too.
func least(f func()) uint64 {
	least := ^uint64(0)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}
