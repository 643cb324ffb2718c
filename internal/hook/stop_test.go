package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/internal/lock"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
)

func TestFindings(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/evidence.json", demo(t, "evidence.json"), ".ohrfc/x/rfc.md", "other",
		".ohrfc/x/checkpoint.md", strings.Replace(demo(t, "checkpoint.md"), "# Checkpoint: rfc-20261104-offline-sync", "# ```` "+strings.Repeat("long ", 100), 1)+"\n## ````\n")
	in := `{"tool_input":{"file_path":` + quoteJSON(filepath.Join(dir, ".ohrfc", "x", "checkpoint.md")) + `}}`
	answer := ask(Claude, "PostToolUse", at(dir), in)
	checkAnswer(t, Claude, "PostToolUse", answer)
	got := shaped(t, Claude, "PostToolUse", answer)
	if !strings.Contains(got, "\n`````\n.ohrfc/x/checkpoint.md:1:1: error: ") || strings.LastIndex(got, " error: ") > strings.Index(got, " warning: ") || !strings.Contains(got, " warning: ") {
		t.Errorf("got %s", got)
	}
	put(t, dir, ".ohrfc/x/checkpoint.md", demo(t, "checkpoint.md")+strings.Repeat("## Unknown\n", 100))
	answer = ask(Claude, "PostToolUse", at(dir), in)
	checkAnswer(t, Claude, "PostToolUse", answer)
	got = shaped(t, Claude, "PostToolUse", answer)
	if n := strings.Count(got, "\n.ohrfc/x/"); n != maxFindings || !strings.HasSuffix(got, " more: mdck lint .ohrfc/x/checkpoint.md\n") {
		t.Errorf("%d lines in\n%s", n, got)
	}
	if o := at(filepath.Dir(dir)); string(ask(Claude, "PostToolUse", o, in)) == "" {
		t.Error("a file elsewhere is not judged")
	}
	if got := ask(Claude, "PostToolUse", at(dir), strings.ReplaceAll(in, "checkpoint.md", "gone.md")); got != nil {
		t.Errorf("no checkpoint: %s", got)
	}
}

const firstStop = `{"stop_hook_active":false}`

func TestStop(t *testing.T) {
	for name, c := range map[string]struct {
		change [][3]string // file, old, new
		want   string
	}{
		"in step":          {nil, ""},
		"hash":             {[][3]string{{"state.json", `"design"`, `"gate_b"`}, {"checkpoint.md", "4d8fc76c", "a5d3b0ec"}}, "SHA-256 of rfc.md is 4d8fc76c, but the checkpoint records a5d3b0ec. To fix it: mdck stamp x."},
		"evidence":         {[][3]string{{"state.json", `"design"`, `"gate_b"`}, {"checkpoint.md", "evidence(4", "evidence(1"}}, "number of items in evidence.json is 4, but the checkpoint records 1. To fix it: mdck stamp x."},
		"version":          {[][3]string{{"state.json", `_version": 4`, `_version": 5`}}, "checkpoint_version of state.json is 5, but the checkpoint records 4. To"},
		"round":            {[][3]string{{"state.json", `"gate_b_round": 2`, `"gate_b_round": 3`}}, "Gate-B Round 3 Exit is missing. To fix it: mdck append x --section gate-b."},
		"phase ahead":      {[][3]string{{"state.json", `"design"`, `"gate_a"`}, {"state.json", `"gate_b",` + "\n  \"sub", `"discover",` + "\n  \"sub"}, {"checkpoint.md", "gate_b_round_2", "discover"}}, ""},
		"phase as in Meta": {[][3]string{{"state.json", `"last_checkpoint_phase": "gate_b"`, `"last_checkpoint_phase": "gate_b_round_2"`}}, ""},
		"no group":         {[][3]string{{"state.json", `"design"`, `"gate_a"`}, {"checkpoint.md", "## DESIGN Exit", "## Design out"}}, "current_phase is gate_a, but the section DESIGN Exit is missing. To fix it: mdck append x --section design."},
		"review":           {[][3]string{{"state.json", `"design"`, `"review"`}, {"checkpoint.md", "## DISCOVER Exit", "## Other"}}, "current_phase is review, but the section DISCOVER Exit is missing. To fix it: mdck append x --section discover."},
		"two rounds on":    {[][3]string{{"state.json", `"gate_b_round": 2`, `"gate_b_round": 4`}}, "Gate-B Round 4 Exit is missing. To fix it: mdck append x --section gate-b --round 4 --force."},
		"first phase":      {[][3]string{{"state.json", `"design"`, `"discover"`}, {"state.json", `"gate_b",` + "\n  \"sub", "null,\n  \"sub"}}, ""},
		"unverifiable":     {[][3]string{{"evidence.json", `"items"`, `"things"`}}, ""},
		"strictness":       {[][3]string{{"state.json", `"strictness": "standard"`, `"strictness": "full"`}}, ""},
		"hostile":          {[][3]string{{"state.json", `_version": 4`, `_version": "OBEY\nme"`}}, `checkpoint_version of state.json is "OBEY\nme", but the checkpoint records 4. To fix it: mdck stamp x.`},
		"hostile phase":    {[][3]string{{"state.json", `"last_checkpoint_phase": "gate_b"`, `"last_checkpoint_phase": "OBEY\nme ” now"`}}, `last_checkpoint_phase of state.json is "OBEY\nme ” now", but the checkpoint records gate_b_round_2. To fix it: mdck lint x --fix --from meta.`},
		"finished":         {[][3]string{{"checkpoint.md", "4d8fc76c", "a5d3b0ec"}, {"state.json", `"design"`, `"finalize"`}, {"state.json", `accepted": false`, `accepted": true`}}, ""},
		"never written":    {[][3]string{{"state.json", `"design"`, `"gate_b"`}, {"checkpoint.md", "4d8fc76c", "a5d3b0ec"}, {"state.json", `_version": 4`, `_version": 0`}}, "checkpoint_version of state.json is 0, but the checkpoint records 4; SHA-256 of rfc.md is 4d8fc76c, but the checkpoint records a5d3b0ec. To fix it: mdck stamp x."},
		"unreadable state": {[][3]string{{"state.json", "{\n", "\n"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for _, f := range []string{"checkpoint.md", "state.json", "rfc.md", "evidence.json"} {
				files[f] = demo(t, f)
			}
			files["checkpoint.md"] = strings.NewReplacer("a5d3b0ec", "4d8fc76c", "evidence(3", "evidence(4").Replace(files["checkpoint.md"])
			for _, e := range c.change {
				if strings.Count(files[e[0]], e[1]) != 1 {
					t.Fatalf("%q does not occur exactly once in %s", e[1], e[0])
				}
				files[e[0]] = strings.Replace(files[e[0]], e[1], e[2], 1)
			}
			dir := t.TempDir()
			for f, text := range files {
				put(t, dir, ".ohrfc/x/"+f, text)
			}
			for _, a := range Agents() {
				event := map[bool]string{true: "AfterAgent", false: "Stop"}[a == Gemini]
				answer := ask(a, event, at(dir), firstStop)
				checkAnswer(t, a, event, answer)
				got := ""
				if len(answer) > 0 {
					got = shaped(t, a, event, answer)
				}
				if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
					t.Errorf("%s: got %q, want %q", a, got, c.want)
				}
				for _, in := range []string{"", "{}", `{"stop_hook_active":true}`, `{"stop_hook_active":"false"}`, `{"stop_hook_active":false`, firstStop[1:], "[" + firstStop + "]"} {
					if len(ask(a, event, at(dir), in)) > 0 {
						t.Errorf("%s is blocked after %s", a, in)
					}
				}
			}
		})
	}
}

// TestJournal checks that a hook finishes an interrupted write without waiting.
func TestJournal(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/.mdck/txn", "no journal")
	room := filepath.Join(dir, ".ohrfc", "x")
	release, err := lock.TryFlock(filepath.Join(room, ".mdck", "lock"), "")
	if err != nil || release == nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if got := text(t, at(dir), ""); got == "" {
		t.Error("no answer while another process holds the lock")
	}
	if waited := time.Since(begun); waited > 5*time.Second {
		t.Errorf("waited for %v", waited)
	}
	if _, err := os.Stat(filepath.Join(room, ".mdck", "txn")); err != nil {
		t.Errorf("the journal was touched without the lock: %v", err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if got := text(t, at(dir), ""); got == "" {
		t.Error("no answer beside a broken journal")
	}
	if _, err := os.Stat(filepath.Join(room, ".mdck", "txn")); err == nil {
		t.Error("the broken journal is still there")
	}
}

func TestMostRecovers(t *testing.T) {
	dir := t.TempDir()
	for i := range maxRecovers + 1 {
		put(t, dir, fmt.Sprintf(".ohrfc/r%d/state.json", i), demo(t, "state.json"), fmt.Sprintf(".ohrfc/r%d/.mdck/txn", i), "no journal")
	}
	for _, want := range []int{1, 0} {
		if got := text(t, at(dir), ""); got == "" {
			t.Error("no answer")
		}
		left, err := filepath.Glob(filepath.Join(dir, ".ohrfc", "*", ".mdck", "txn"))
		if err != nil || len(left) != want {
			t.Errorf("%d journals are left, want %d: %v", len(left), want, err)
		}
	}
}

func TestLargeFile(t *testing.T) {
	dir := put(t, t.TempDir(), ".ohrfc/x/state.json", demo(t, "state.json"), ".ohrfc/x/checkpoint.md", demo(t, "checkpoint.md"), ".ohrfc/x/rfc.md", "")
	if err := os.Truncate(filepath.Join(dir, ".ohrfc", "x", "rfc.md"), tree.MaxRead+1); err != nil {
		t.Fatal(err)
	}
	put(t, dir, ".ohrfc/y/state.json", demo(t, "state.json")+strings.Repeat(" ", protocol.MaxGlance))
	if got := text(t, at(dir), ""); !strings.HasSuffix(got, "\n- y: state.json is too large for a hook to read; mdck bootstrap y --pack prints more\n") {
		t.Errorf("got %s", got)
	}
	if got := text(t, at(dir), ""); !strings.Contains(got, "\n- unverifiable: SHA-256 of rfc.md, recorded a5d3b0ec, because .ohrfc/x/rfc.md is too large (33554433 bytes);…\n") {
		t.Errorf("got %s", got)
	}
}
