package hook

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

func noted() *protocol.Protocol {
	p := toy()
	p.Due, p.PackBytes = nil, 1100
	p.Stamp = func(*protocol.Reader) (*protocol.Change, error) { return nil, nil }
	p.Facts = func(tree fs.FS, t protocol.Target) (f claim.Facts, ok bool) {
		text, _ := fs.ReadFile(tree, t.Main)
		return f, json.Unmarshal(text, &f) == nil
	}
	p.Restart = func(in bootstrap.Input) *bootstrap.Sequence {
		s := in.NewSequence("toy")
		f, _ := p.Facts(in.Tree, protocol.Target{Main: in.Path})
		s.Verify(in.Tree, f.Claims(in.Outside.Facts))
		s.Priorities = []bootstrap.Part{{Title: "Toys", From: in.Path, Texts: []string{strings.Repeat("x", 400), strings.Repeat("y", 400), strings.Repeat("z", 400)}}}
		return s
	}
	return p
}

type desk struct {
	t   *testing.T
	dir string
	Options
}

func newDesk(t *testing.T) *desk {
	d := &desk{t, t.TempDir(), Options{}}
	d.Options = at(d.dir)
	d.Table = protocols.Default(noted())
	d.Clock = func() time.Time { return time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC) }
	put(t, d.dir, "a.go", "1")
	d.git("init", "--quiet", "-b", "main")
	d.git("add", "a.go")
	d.git("commit", "--quiet", "-m", "first")
	return d
}

func (d *desk) git(args ...string) string {
	d.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e"}, args...)...)
	cmd.Dir = d.dir
	out, err := cmd.Output()
	if err != nil {
		d.t.Fatalf("git %q: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

func (d *desk) note(at string, dirty ...string) {
	d.t.Helper()
	written, err := time.Parse(time.RFC3339, at)
	if err != nil {
		d.t.Fatal(err)
	}
	text, err := json.Marshal(claim.Facts{Branch: "main", Head: d.git("rev-parse", "HEAD"), Dirty: dirty, Time: written})
	if err != nil {
		d.t.Fatal(err)
	}
	put(d.t, d.dir, "toy.md", string(text))
}

func (d *desk) recorded() string {
	text, err := os.ReadFile(filepath.Join(d.dir, ".mdck", protocol.FactsNote))
	if err != nil {
		return ""
	}
	return string(text)
}

func (d *desk) pack(in string) string {
	return shaped(d.t, Claude, "SessionStart", ask(Claude, "SessionStart", d.Options, in))
}

func TestRecord(t *testing.T) {
	events := map[Agent][]string{
		Claude: {"PreCompact", "Stop", "SessionEnd"}, Codex: {"PreCompact", "Stop", "SessionEnd"}, Gemini: {"PreCompress", "AfterAgent", "SessionEnd"},
	}
	for a, names := range events {
		for _, event := range names {
			d := newDesk(t)
			d.BlockUnsaved = false
			d.note("2026-01-01T00:00:00Z")
			first := d.git("rev-parse", "HEAD")
			put(t, d.dir, "b.go", "1")
			d.git("add", "b.go")
			d.git("commit", "--quiet", "-m", "second")
			put(t, d.dir, "new\nfile", "1")
			status := d.git("status", "--porcelain", "-z")
			if got := d.pack(""); strings.Contains(got, "Claims") {
				t.Errorf("before %s: %s", event, got)
			}
			if got := ask(a, event, d.Options, firstStop); len(got) > 0 != (a == Claude && event == "PreCompact") {
				t.Errorf("%s %s: got %s", a, event, got)
			}
			want := `{"branch":"main","head":"` + d.git("rev-parse", "HEAD") + `","dirty":["new\nfile"],"time":"2026-02-01T00:00:00Z","counted":true,"from":"` + first + `","commits":1}` + "\n"
			if got := d.recorded(); got != want {
				t.Errorf("%s %s: recorded %s, want %s", a, event, got, want)
			}
			if now := d.git("status", "--porcelain", "-z"); now != status {
				t.Errorf("%s %s: git sees %q, before %q", a, event, now, status)
			}
			got := d.pack("")
			if !strings.Contains(got, "Claims: 2 verified, 2 stale, 0 unverifiable\n- stale: HEAD, recorded "+first[:7]+", actual ") || !strings.Contains(got, ", 1 commit later") || !strings.Contains(got, "- stale: number of uncommitted files, recorded 0, actual ") || len(got) > 1100 || strings.Contains(got, "zzz") {
				t.Errorf("%d bytes of the pack: %s", len(got), got)
			}
			if line := d.pack(`{"source":"resume"}`); strings.Contains(line, "\n") || strings.Contains(line, "stale") {
				t.Errorf("on resume: %s", line)
			}
			d.note("2026-02-02T00:00:00Z", "new\nfile")
			if got := d.pack(""); strings.Contains(got, "Claims") {
				t.Errorf("older facts are compared: %s", got)
			}
		}
	}
}

func TestRecordReports(t *testing.T) {
	d := newDesk(t)
	d.note("2026-01-01T00:00:00Z")
	stop := func() string {
		answer := ask(Claude, "Stop", d.Options, firstStop)
		checkAnswer(t, Claude, "Stop", answer)
		return string(answer)
	}
	if got := stop(); got != "" {
		t.Errorf("nothing changed: %s", got)
	}
	put(t, d.dir, "b.go", "1")
	if got := ask(Claude, "Stop", d.Options, `{"stop_hook_active":true}`); got != nil {
		t.Errorf("the turn was blocked before: %s", got)
	}
	want := `"The repository changed after the checkpoint TOY-1 was edited: number of uncommitted files: recorded 0, actual 1 more: b.go. Bring toy.md up to date, or run mdck stamp toy if the checkpoint is still correct."`
	if got := stop(); !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	put(t, d.dir, "c.go", "1")
	if got := stop(); got != "" || !strings.Contains(d.recorded(), `"c.go"`) {
		t.Errorf("the turn was blocked for this edit before: %s, recorded %s", got, d.recorded())
	}
	d.note("2026-01-02T00:00:00Z", "b.go")
	if got := stop(); !strings.Contains(got, "actual 1 more: c.go.") {
		t.Errorf("after another edit: %s", got)
	}
}

func TestRecordNothing(t *testing.T) {
	for name, prepare := range map[string]func(d *desk){
		"note without facts": func(d *desk) { put(t, d.dir, "toy.md", "hand-made") },
		"finished":           func(d *desk) { put(t, d.dir, "toy.md", "finished") },
		"read only":          func(d *desk) { d.ReadOnly = true },
		"ignored":            func(d *desk) { put(t, d.dir, ".mdck.yaml", "ignore: [toy.md]\n") },
		"disabled":           func(d *desk) { d.Getenv = func(string) string { return "1" } },
		"broken directory":   func(d *desk) { put(t, d.dir, ".mdck", "a file") },
		"no repository":      func(d *desk) { remove(t, filepath.Join(d.dir, ".git")); put(t, d.dir, ".git/HEAD", "") },
		"other protocols":    func(d *desk) { d.Table = protocols.Default() },
	} {
		d := newDesk(t)
		d.note("2026-01-01T00:00:00Z")
		put(t, d.dir, "b.go", "1")
		prepare(d)
		for _, event := range []string{"Stop", "SessionEnd"} {
			if got := ask(Codex, event, d.Options, firstStop); name != "broken directory" && len(got) > 0 || d.recorded() != "" {
				t.Errorf("%s: %s: got %s, recorded %s", name, event, got, d.recorded())
			}
		}
	}
}

func TestRecordInTree(t *testing.T) {
	d := newDesk(t)
	d.note("2026-01-01T00:00:00Z")
	d.git("add", "toy.md")
	d.git("commit", "--quiet", "-m", "note")
	d.git("worktree", "add", "--quiet", "-b", "feat", "trees/feat")
	d.Getwd = func() (string, error) { return filepath.Join(d.dir, "trees", "feat"), nil }
	ask(Claude, "SessionEnd", d.Options, "")
	if d.recorded() != "" {
		t.Errorf("recorded in the main work tree: %s", d.recorded())
	}
	got := d.pack("")
	for _, want := range []string{"- stale: branch, recorded \"main\", actual \"feat\"\n", "- stale: work tree, recorded \"main\", actual \"feat\"\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}
