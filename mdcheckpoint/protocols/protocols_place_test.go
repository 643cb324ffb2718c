package protocols

import (
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// A disk has every file that a protocol asks for: a note if it is called HANDOFF.md, else an agent.
type disk map[string]string // environment variables by name

func (disk) Exists(string) bool { return true }
func (disk) IsDir(string) bool  { return true }
func (disk) ReadFile(name string, _ int64) (string, error) {
	if filepath.Base(name) == "HANDOFF.md" {
		return "# Hand-off\n\n## Next action\n", nil
	}
	return `{"agent_id": "x", "status": "y"}`, nil
}
func (disk) ReadDir(string) ([]fs.DirEntry, error) { return nil, fs.ErrNotExist }
func (d disk) Getenv(name string) string           { return d[name] }
func (disk) Abs(path string) (string, error)       { return path, nil }

var (
	segments = []string{
		"a", "b c", "é", ".ohrfc", "x", ".hidden", "agent_checkpoints", "backups", "conductor", "tracks", "conductor/tracks",
		".planning", ".autopilot", "phases", "v1-phases", "quick", "state", "C:",
	}
	bases = []string{
		"checkpoint.md", "state.json", "evidence.json", "summary.json", "rfc.md", ".ccc-progress.md", ".ccc-state.json", "p.md", "s.json",
		"primary.json", "secondary_a.json", "Agent-Primary.json", "other.json", ".json", "primary_crashed_20260101.json", "metadata.json",
		"03-06-PLAN.md", "03-PLAN-06.md", "03-PLAN-06-SUMMARY.md", "x-PLAN.md", "1-PLAN.md", "-PLAN.md", "PLAN.md", "ROUTE.md", "STATE.md", "TRANSPONDER.md", "waypoint.md",
		".continue-here.md", ".continue-here-x.md", "holding-pattern.md", "HANDOFF.json", "HANDOFF.md", "acknowledgments.json", "thresholds.json", "triggers.json",
	}
)

// TestGlobs checks that Globs and Variables exclude no file.
func TestGlobs(t *testing.T) {
	asked, known := 0, map[string]int{}
	check := func(d disk, file string) {
		t.Helper()
		for _, p := range Default().All() {
			if p.Detect == nil {
				continue
			}
			asked++
			want, is := p.Detect(d, file)
			if got, ok := p.DetectFile(d, file); ok != is || got != want {
				t.Fatalf("%s with %v: %s gives %+v, its globs %+v", file, d, p.Name, want, got)
			}
			if is {
				known[p.Name]++
			}
		}
	}
	environments := []disk{
		{}, {"SDD_PROGRESS_FILE": "p.md"}, {"SDD_PROGRESS_FILE": "./a//p.md", "SDD_STATE_FILE": "x/../s.json"},
		{"SDD_PROGRESS_FILE": "/a/p.md", "SDD_STATE_FILE": "/a/STATE.md"}, {"SDD_STATE_FILE": ".", "SDD_PROGRESS_FILE": "../p.md"},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var parts []string
		for range r.IntN(6) {
			parts = append(parts, segments[r.IntN(len(segments))])
		}
		file := "/" + strings.Join(append(parts, bases[r.IntN(len(bases))]), "/")
		check(environments[r.IntN(len(environments))], file)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == ".git" && d.IsDir() {
			return fs.SkipDir
		}
		check(environments[0], filepath.ToSlash(name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Default().All() {
		if p.Detect != nil && known[p.Name] < 100 {
			t.Errorf("only %d of %d paths are files of %s: add the names of its files to bases, or of its directories to segments", known[p.Name], asked, p.Name)
		}
	}
}

func TestGlobsLeaveOthersAlone(t *testing.T) {
	for file, want := range map[string]string{
		"/p/.ohrfc/x/checkpoint.md": "ohrfc", "/p/.ccc-state.json": "ccc", "/p/agent_checkpoints/primary.json": "agents",
		"/p/conductor/tracks/x/metadata.json": "loop", "/p/.planning/phases/01/01-01-PLAN.md": "plan", "/p/README.md": "", "/p/HANDOFF.md": "handoff",
	} {
		var asked []string
		for _, p := range Default().All() {
			if p.MayDetect(disk{}, file) {
				asked = append(asked, p.Name)
			}
		}
		if got := strings.Join(asked, " "); got != want {
			t.Errorf("%s asks %q, want %q", file, got, want)
		}
	}
}
