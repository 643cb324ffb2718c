package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/mdcheckpoint/ohrfc"
)

func TestHookRepairs(t *testing.T) {
	atGate := [3]string{"state.json", `"current_phase": "design"`, `"current_phase": "gate_b"`} // this phase needs the hash
	for name, c := range map[string]struct {
		id     string
		change [][3]string // file, old text, new text; "" deletes the file
		want   string
	}{
		"hash":               {"x", [][3]string{atGate}, "mdck stamp x"},
		"hash, id of words":  {"a b", [][3]string{atGate}, "mdck stamp 'a b'"},
		"hash, quoted id":    {"it's", [][3]string{atGate}, `mdck stamp 'it'\''s'`},
		"hash, dashed id":    {"-x", [][3]string{atGate}, "mdck stamp .ohrfc/-x"},
		"hash, id of a path": {"src", [][3]string{atGate}, "mdck stamp .ohrfc/src"},
		"hash, hidden id":    {"a\u200bb", [][3]string{atGate}, "mdck stamp"},
		"version":            {"x", [][3]string{{"state.json", `_version": 4`, `_version": 7`}}, "mdck stamp x"},
		"version of a text":  {"x", [][3]string{{"state.json", `_version": 4`, `_version": "4"`}, atGate}, "mdck stamp x"},
		"no version":         {"x", [][3]string{{"state.json", `_version": 4`, `_version": 0`}}, "mdck stamp x"},
		"round":              {"x", [][3]string{{"state.json", `"gate_b_round": 2`, `"gate_b_round": 3`}}, "mdck append x --section gate-b"},
		"round far ahead":    {"x", [][3]string{{"state.json", `"gate_b_round": 2`, `"gate_b_round": 9`}}, "mdck append x --section gate-b --round 9 --force"},
		"round behind":       {"x", [][3]string{{"state.json", `"gate_b_round": 2`, `"gate_b_round": 1`}}, "mdck stamp x"},
		"round at the gate":  {"x", [][3]string{{"state.json", `"design"`, `"gate_b"`}, {"state.json", `"gate_b_round": 2`, `"gate_b_round": 3`}}, "mdck stamp x"},
		"round in review":    {"x", [][3]string{{"state.json", `"design"`, `"review"`}, {"state.json", `"gate_b_round": 2`, `"gate_b_round": 3`}, {"state.json", `"rejection_count": 2`, `"rejection_count": 3`}}, "mdck append x --section gate-b"},
		"no DISCOVER Exit":   {"x", [][3]string{{"checkpoint.md", "## DISCOVER Exit", "## Else"}}, "mdck append x --section discover"},
		"no DESIGN Exit":     {"x", [][3]string{{"state.json", `"design"`, `"gate_a"`}, {"checkpoint.md", "## DESIGN Exit", "## Else"}, {"checkpoint.md", "gate_b_round_2", "design"}}, "mdck append x --section design"},
		"neither":            {"x", [][3]string{{"state.json", `"design"`, `"gate_a"`}, {"checkpoint.md", "## DESIGN Exit", "## Else"}, {"checkpoint.md", "## DISCOVER Exit", "## Else"}}, "mdck append x --section discover, then mdck append x --section design"},
		"no round":           {"x", [][3]string{{"checkpoint.md", "## Gate-B Round 2", "## Gate-C Round 2"}}, "mdck append x --section gate-b"},
		"phase":              {"x", [][3]string{{"state.json", `phase": "gate_b"`, `phase": "design"`}, atGate}, "mdck stamp x, then mdck lint x --fix --from meta"},
		"phase of no kind":   {"x", [][3]string{{"state.json", `phase": "gate_b"`, `phase": "a\nb"`}, atGate}, "mdck stamp x, then mdck lint x --fix --from meta"},
		"phase review":       {"x", [][3]string{{"state.json", `"design"`, `"review"`}, {"state.json", `phase": "gate_b"`, `phase": "review"`}}, "mdck stamp x, then mdck lint x --fix --from meta"},
		"phase with a round": {"x", [][3]string{{"state.json", `phase": "gate_b"`, `phase": "gate_b_round_2"`}, atGate}, "mdck stamp x"},
		"first checkpoint":   {"x", [][3]string{{"checkpoint.md", "", ""}, {"state.json", `_version": 4`, `_version": 0`}, {"state.json", `"gate_b_round": 2`, `"gate_b_round": 0`}}, "mdck append x --section discover"},
		"lost":               {"x", [][3]string{{"checkpoint.md", "", ""}}, "mdck append x --section discover, then mdck append x --section design, then mdck append x --section gate-b --round 2 --force"},
		"lost in discover":   {"x", [][3]string{{"checkpoint.md", "", ""}, {"state.json", `"design"`, `"discover"`}}, "mdck append x --section discover"},
		"ledger broken":      {"x", [][3]string{{".mdck/ledger.jsonl", "", "{\n{\n"}}, ""},
		"no rfc.md":          {"x", [][3]string{{"rfc.md", "", ""}}, "mdck init ohrfc x"},
		"comment left open":  {"x", [][3]string{{"state.json", `"design"`, `"gate_a"`}, {"checkpoint.md", "## DESIGN Exit", "<!--"}}, "mdck stamp x"},
		"evidence broken":    {"x", [][3]string{{"evidence.json", "", "{"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			rfcDir := workspaceOf(t, c.id)
			for _, e := range c.change {
				changeFile(t, filepath.Join(rfcDir, filepath.FromSlash(e[0])), e[1], e[2])
			}
			reason := stopReason(t)
			if got := commandsIn(reason); got != c.want {
				t.Fatalf("the reason %q names %q, want %q", reason, got, c.want)
			}
			runNamed(t, commandsIn(reason))
			if again := stopReason(t); c.want != "" && again != "" {
				t.Errorf("after %q the hook still blocks: %q", c.want, again)
			}
		})
	}
}

func TestHookRestoresLost(t *testing.T) {
	rfcDir := workspaceOf(t, "x")
	for range 2 {
		runNamed(t, "mdck append x --section discover --replace; mdck append x --section design --replace")
	}
	changeFile(t, filepath.Join(rfcDir, "checkpoint.md"), "", "")
	reason := stopReason(t)
	if want := "checkpoint.md is missing, but state.json records checkpoint_version 6. To fix it: mdck restore x --backup latest."; !strings.HasSuffix(reason, want) {
		t.Errorf("got %q, want %q", reason, want)
	}
	runNamed(t, commandsIn(reason))
	if text, err := os.ReadFile(filepath.Join(rfcDir, "checkpoint.md")); err != nil || !bytes.Contains(text, []byte("checkpoint_version: 7")) {
		t.Errorf("restored %s, %v", text, err)
	}
}

func TestHookNames(t *testing.T) {
	rfcDir := workspaceOf(t, "a b")
	dir := filepath.Dir(filepath.Dir(rfcDir))
	for _, id := range []string{"it's", "src", "-x", "é", "$(touch x)", "*", "a\u200bb", "same", "done"} {
		if err := os.CopyFS(filepath.Join(dir, ".ohrfc", id), os.DirFS(rfcDir)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(dir, "src", ".ohrfc", "same"), os.DirFS(rfcDir)); err != nil {
		t.Fatal(err)
	}
	changeFile(t, filepath.Join(dir, ".ohrfc", "done", "checkpoint.md"), "", "")
	changeFile(t, filepath.Join(dir, ".ohrfc", "é", "state.json"), "_version\": 4", "_version\": 0")
	for _, place := range []string{"", "src", ".ohrfc", "src/.ohrfc/same", ".ohrfc/a b"} {
		t.Chdir(filepath.Join(dir, place))
		for _, in := range []string{"", `{"source":"resume"}`} {
			var out bytes.Buffer
			Main([]string{"hook", "codex", "SessionStart"}, app.Streams{In: strings.NewReader(in), Out: &out, Err: &out})
			var answer struct {
				HookSpecificOutput struct{ AdditionalContext string }
			}
			if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
				t.Fatalf("%q: %v: %s", place, err, out.Bytes())
			}
			text := answer.HookSpecificOutput.AdditionalContext
			if _, after, ok := strings.Cut(text, "checkpoint is due: mdck append"); ok { // not for this phase
				_, text, _ = strings.Cut(after, "\n")
			}
			if strings.Count(text, "mdck bootstrap ") == 0 && in != "" {
				t.Errorf("%q: no command in %s", place, out.Bytes())
			}
			runNamed(t, text)
		}
		var out bytes.Buffer
		Main([]string{"hook", "claude", "PreCompact"}, app.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
		runNamed(t, out.String())
		runNamed(t, commandsIn(stopReason(t)))
	}
}

func workspaceOf(t *testing.T, id string) (rfcDir string) {
	t.Helper()
	dir := t.TempDir()
	rfcDir = filepath.Join(dir, ".ohrfc", id)
	if err := os.CopyFS(rfcDir, os.DirFS(filepath.Join("..", "..", "testdata", "demo", ".ohrfc", "rfc-20261104-offline-sync"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	return rfcDir
}

func changeFile(t *testing.T, name, old, text string) {
	t.Helper()
	if old == "" && text == "" {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		return
	}
	if old != "" {
		raw, err := os.ReadFile(name)
		if err != nil || bytes.Count(raw, []byte(old)) != 1 {
			t.Fatalf("%q does not occur exactly once in %s: %v", old, name, err)
		}
		text = strings.Replace(string(raw), old, text, 1)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func stopReason(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	Main([]string{"hook", "claude", "Stop", "--block-unsaved"}, app.Streams{In: strings.NewReader(`{"stop_hook_active":false}`), Out: &out, Err: &out})
	var answer struct{ Reason string }
	if err := json.Unmarshal(out.Bytes(), &answer); out.Len() > 0 && err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	return answer.Reason
}

func commandsIn(reason string) string {
	_, commands, _ := strings.Cut(reason, "To fix it: ")
	return strings.TrimSuffix(commands, ".")
}

// runNamed checks that no mdck command in text exits with status 2.
func runNamed(t *testing.T, text string) {
	t.Helper()
	const word = `(?: (?:[\w./][\w./-]*|(?:'[^']*'|\\')+))`
	const flag = `(?: --(?:pack|force|replace|fix)| --(?:section|round|from|backup) [\w-]+)`
	for _, line := range regexp.MustCompile(`mdck (?:init ohrfc|[a-z]+)`+word+`?`+flag+`*`).FindAllString(text, -1) {
		var args []string
		for _, w := range regexp.MustCompile(` (?:[\w./-]+|(?:'[^']*'|\\')+)`).FindAllString(line, -1) {
			args = append(args, strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(w[1:], `'\''`, "\x00"), "'", ""), "\x00", "'"))
		}
		var in, talk bytes.Buffer
		if i := slices.Index(args, "--section"); i >= 0 {
			in.WriteString(specimenOf(args[i+1]))
		}
		if got := Main(args, app.Streams{In: &in, Out: &talk, Err: &talk}); got == app.Failure {
			t.Errorf("%q (%q) ends with %d: %s", line, args, got, talk.String())
		}
	}
}

func specimenOf(section string) string {
	group := ohrfc.Group(section)
	if group == nil {
		return ""
	}
	var b strings.Builder
	for _, s := range group.Subsections {
		b.WriteString("### " + s.Title + "\n\n- New: one\n- New: two\n- New: three\n\n")
	}
	return b.String()
}
