package hook

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocols"
)

func TestOrder(t *testing.T) {
	dir := put(t, t.TempDir(),
		".ohrfc/old/state.json", state(t, "2026-11-01T00:00:00Z"),
		".ohrfc/c-new/state.json", state(t, "2026-11-09T00:00:00Z"),
		".ohrfc/b-new/state.json", state(t, "2026-11-09T01:00:00+01:00"), // the time of c-new in another zone
		".ohrfc/day/state.json", state(t, "2026-11-08"),
		".ohrfc/unreadable-time/state.json", state(t, "yesterday"),
		".ohrfc/finished/state.json", strings.Replace(strings.Replace(state(t, "2027-01-01"), `"design"`, `"finalize"`, 1), `accepted": false`, `accepted": true`, 1),
		".ohrfc/changing/state.json", strings.Replace(state(t, "2026-11-02"), `accepted": false`, `accepted": true`, 1),
		".ohrfc/unaccepted/state.json", strings.Replace(state(t, "2026-11-03"), `"design"`, `"finalize"`, 1),
		".ohrfc/broken/state.json", "{",
		".ohrfc/begun/state.json", strings.Replace(state(t, "2028-01-01"), `"checkpoint_version": 4`, `"checkpoint_version": 0`, 1),
		".ohrfc/stateless/checkpoint.md", demo(t, "checkpoint.md"),
		".ohrfc/empty/notes.md", "no checkpoint\n",
	)
	got := text(t, at(dir), "")
	_, behind, _ := strings.Cut(got, "for bootstrap:\n")
	var ids []string
	for line := range strings.Lines(behind) {
		id, _, _ := strings.Cut(strings.TrimPrefix(line, "- "), " (")
		ids = append(ids, id)
	}
	if want := []string{"b-new", "c-new", "day", "unaccepted", "changing"}; len(ids) < 6 || !slices.Equal(ids[:5], want) || len(got) > 400 {
		t.Errorf("%d bytes list %v, want %v", len(got), ids, want)
	}
	for i, want := range []string{"b-new", "c-new", "day", "unaccepted", "changing", "old", "unreadable-time"} {
		if got := text(t, at(dir), ""); i < 6 && !strings.HasPrefix(got, "Active checkpoints") || i == 6 && !strings.HasPrefix(got, "Checkpoint of "+want+" (ohrfc). ") {
			t.Errorf("with %s as the newest: %s", want, got)
		}
		if i < 6 {
			remove(t, filepath.Join(dir, ".ohrfc", want))
		}
	}
	_, behind, _ = strings.Cut(text(t, at(dir), ""), "\nCheckpoints that are not resumable:\n")
	if want := "- begun: no checkpoint exists yet; mdck bootstrap begun --pack prints more\n- broken: state.json cannot be read; mdck bootstrap broken --pack prints more\n- stateless: "; !strings.HasPrefix(behind, want) {
		t.Errorf("after the pack: %s", behind)
	}
	put(t, dir, ".ohrfc/b-new/state.json", state(t, "2026-11-09T00:00:00Z"))
	if line := text(t, at(dir), `{"source":"fork"}`); !strings.HasPrefix(line, "Active checkpoint of ohrfc: b-new, ") || strings.Contains(line, "\n") || len(line) > 400 {
		t.Errorf("on fork: %q", line)
	}
}

func TestResumeSame(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"), "sub/f", "")
	first := text(t, at(dir), `{"source":"resume"}`)
	put(t, dir, ".ohrfc/x/rfc.md", "other", ".ohrfc/x/checkpoint.md", demo(t, "checkpoint.md"))
	if again := text(t, at(filepath.Join(dir, "sub")), `{"source":"resume","context_tokens":7}`); again != first || first == "" {
		t.Errorf("got %q, then %q", first, again)
	}
}

func TestRepository(t *testing.T) {
	outside := put(t, t.TempDir(), "project/.ohrfc/x/state.json", demo(t, "state.json"), "project/sub/deep/f", "")
	if got := text(t, at(outside), ""); got != "" {
		t.Errorf("outside of any repository: %q", got)
	}
	if got := text(t, at(filepath.Join(outside, "project", "sub", "deep")), ""); !strings.Contains(got, "\nPaths are relative to ../../.ohrfc/x\n") {
		t.Errorf("from a subdirectory: %q", got)
	}
	worktree := put(t, outside, "tree/.git", "gitdir: elsewhere\n", "tree/packages/a/.ohrfc/y/state.json", demo(t, "state.json"), "tree/packages/b/.ohrfc/y/state.json", demo(t, "state.json"))
	got := text(t, at(filepath.Join(worktree, "tree")), "")
	if !strings.Contains(got, "\n- packages/a/.ohrfc/y (ohrfc), ") || !strings.Contains(got, "\n- packages/b/.ohrfc/y (ohrfc), ") {
		t.Errorf("in a worktree, where two have one id: %q", got)
	}
}

func TestManyNames(t *testing.T) {
	dir := put(t, t.TempDir(), ".git/HEAD", "", "a/b/f", "", "m/.ohrfc/near/state.json", demo(t, "state.json"), "a/b/c/d/.ohrfc/far/state.json", demo(t, "state.json"), "z/y/x/w/v/u/f", "")
	for n, want := range map[int]int{0: 0, 4: 0, 6: 1, 10: 1, 100: 2} {
		found, whole := workspace.Finder{Table: protocols.Default()}.Near(dir, n)
		if len(found) != want || whole != (n == 100) {
			t.Errorf("%d names: %d found, whole is %v", n, len(found), whole)
		}
	}
	s := &search{Options: at(dir), cwd: dir}
	s.note("not all")
	s.note("not all")
	f := &facts{notes: s.notes}
	if got := startText(Input{}, f)(MaxBytes); got != "Note: not all.\n" || len(f.notes) != 1 {
		t.Errorf("a note alone: %q", got)
	}
	for _, in := range []Input{{Source: "resume"}, {Late: true}} {
		if got := startText(in, f)(MaxBytes); got != "Note: not all." {
			t.Errorf("a note alone in one line: %q", got)
		}
	}
}

func TestMostWorkspaces(t *testing.T) {
	dir := t.TempDir()
	for i := range workspace.MaxNear + 1 {
		put(t, dir, fmt.Sprintf(".ohrfc/rfc-%04d/state.json", i), "{}")
	}
	found, whole := workspace.Finder{Table: protocols.Default()}.Near(dir, maxNames)
	if len(found) != workspace.MaxNear || whole || slices.ContainsFunc(found, func(t workspace.Target) bool { return t.ID() == "rfc-0000" }) {
		t.Errorf("%d found, whole is %v", len(found), whole)
	}
	if got := text(t, at(dir), ""); !strings.HasSuffix(got, "\nNote: the repository was not searched completely: a hook reads at most 1000 file names and 2000 workspaces.\n") {
		t.Errorf("got %s", got)
	}
}

func TestManyWorkspaces(t *testing.T) {
	dir := t.TempDir()
	for i := range 60 {
		put(t, dir, fmt.Sprintf(".ohrfc/rfc-%02d/state.json", i), state(t, fmt.Sprintf("2026-11-06T15:%02d:00Z", i)))
	}
	put(t, dir, ".ohrfc/rfc-59/checkpoint.md", strings.Replace(demo(t, "checkpoint.md"), "### Active Tensions\n", "### Active Tensions\n"+strings.Repeat("- "+strings.Repeat("x", 70)+"\n", 200), 1))
	got := text(t, at(dir), "")
	named := strings.Count(got, "\n- rfc-")
	if len(got) > 400 || named < 4 || !strings.Contains(got, "\n- rfc-59 (ohrfc), ") || !strings.Contains(got, fmt.Sprintf("\n- and %d more: mdck status\n", 60-named)) {
		t.Errorf("%d are named in %s", named, got)
	}
}

func TestEscapes(t *testing.T) {
	bullets := strings.Repeat("- "+strings.Repeat(`"\`, 100)+"\n", 100)
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/checkpoint.md",
		strings.Replace(demo(t, "checkpoint.md"), "### Active Tensions\n", "### Active Tensions\n"+bullets, 1))
	answer := ask(Codex, "SessionStart", at(dir), "")
	checkAnswer(t, Codex, "SessionStart", answer)
	if len(answer) < MaxEncoded*9/10 || !bytes.Contains(answer, []byte("Left out to save space")) {
		t.Errorf("%d bytes, want nearly %d: %.300s", len(answer), MaxEncoded, answer)
	}
}

func TestUnits(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/checkpoint.md",
		strings.Replace(demo(t, "checkpoint.md"), "### Active Tensions\n", "### Active Tensions\n"+strings.Repeat("- "+strings.Repeat("😀", 50)+"<&>\n", 60), 1))
	if got := ask(Claude, "SessionStart", at(dir), ""); len(text(t, at(dir), "")) < MaxBytes*9/10 || !bytes.Contains(got, []byte("😀<&>")) {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

func remove(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
}
