package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mdck/internal/change"
	"mdck/internal/config"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/protocols"
)

// TestThresholdGuide checks that the guide has the limits and triggers of the protocol
// as they are, and that its examples are configurations.
func TestThresholdGuide(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "thresholds.md"))
	if err != nil {
		t.Fatal(err)
	}
	guide, table := string(raw), threshold.Defaults()
	var rows []string
	for _, k := range threshold.Kinds() {
		l := table[k]
		rows = append(rows, fmt.Sprintf("| %s | %v | %v | %v |", k, l[threshold.Warning], l[threshold.Alert], l[threshold.Stop]))
	}
	for _, f := range threshold.Fire(threshold.DefaultTriggers(), everything()) {
		row := "`" + f.Action + "`"
		if f.Halt >= threshold.Alert {
			row += " (" + haltName(f.Halt) + "s)"
		}
		rows = append(rows, "| `"+f.Type+"` | ", " | "+row+" |")
	}
	for _, name := range []string{"task_complete", "phase_complete", "user_interrupt"} {
		rows = append(rows, "| `"+name+"` | with `--event "+name+"` |")
	}
	for _, row := range rows {
		if !strings.Contains(guide, row) {
			t.Errorf("the guide has no %q", row)
		}
	}
	examples := strings.Split(guide, "```yaml\n")[1:]
	if len(examples) != 2 {
		t.Errorf("%d examples", len(examples))
	}
	for _, e := range examples {
		file := filepath.Join(t.TempDir(), config.Name)
		text, _, _ := strings.Cut(e, "```")
		writeText(t, file, text)
		c, err := (&config.Loader{File: file, Table: protocols.Default()}).For(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := limitsOf(c, nil, nil); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// everything makes all triggers fire that wait for no event.
func everything() threshold.Now {
	now := threshold.Now{Elapsed: new(24 * time.Hour)}
	for _, k := range threshold.Kinds() {
		now.Values = append(now.Values, threshold.Value{Kind: k, Number: 1e6})
	}
	return now
}

// TestThresholdHelp checks that the help has the limits of the protocol.
func TestThresholdHelp(t *testing.T) {
	text, table := strings.Join(strings.Fields(help(t, "plan", "threshold", "--help")), " "), threshold.Defaults()
	for _, k := range threshold.Kinds() {
		l := table[k]
		if want := fmt.Sprintf("%s %v, %v and %v", k, l[threshold.Warning], l[threshold.Alert], l[threshold.Stop]); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestLimitCommands checks that what a check tells people to run is a command line.
func TestLimitCommands(t *testing.T) {
	w := &stateWriter{flags: &stateFlags{Project: "a b"}}
	for _, name := range []string{"mdck plan ack cost", "mdck plan reset --reset-alerts"} {
		words := strings.Fields(w.withProject(name))[1:]
		i := indexOf(planCommands(), words[0]+" "+words[1])
		if i < 0 {
			t.Fatalf("%s is no command", name)
		}
		c := planCommands()[i]
		parser, err := c.parser(Streams{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(append(words[2:len(words)-2], "a b")); err != nil { // the last two words are the quoted one
			t.Errorf("%q: %v", words, err)
		}
	}
}

// TestLimitCommandsAreLines checks that no name of a folder writes to the terminal or
// begins a line of its own.
func TestLimitCommandsAreLines(t *testing.T) {
	w := &stateWriter{flags: &stateFlags{Project: "a\x1b[31m\nb"}}
	if got := w.withProject("mdck plan ack cost"); strings.ContainsAny(got, "\x1b\n") {
		t.Errorf("got %q", got)
	}
}

// TestStands checks which errors leave a write made.
func TestStands(t *testing.T) {
	for err, want := range map[error]bool{
		&change.UnfinishedError{Err: os.ErrPermission}:                true,
		&change.UnfinishedError{Err: os.ErrPermission, Earlier: true}: false,
		&change.LostError{Err: os.ErrPermission}:                      true,
		os.ErrPermission:                                              false,
	} {
		said := (&writer{name: "plan reset"}).explain(err)
		if change.Written(err) != want || change.Written(said) != want || want && strings.Contains(said.Error(), "nothing was") {
			t.Errorf("%v: %t, %v", err, change.Written(err), said)
		}
	}
}

// TestProjectAbove checks which project a directory is in: "x" is where one stands.
func TestProjectAbove(t *testing.T) {
	for name, c := range map[string]struct {
		there []string
		want  string
	}{
		"itself":               {[]string{"a/b/x/.autopilot/"}, "a/b/x"},
		"above":                {[]string{"a/.planning/"}, "a"},
		"the nearest":          {[]string{"a/.planning/", ".autopilot/"}, "a"},
		"within a repository":  {[]string{".git/", "a/.planning/"}, "a"},
		"the repository":       {[]string{"a/.git/"}, "a"},
		"never above it":       {[]string{".autopilot/", "a/.git"}, "a"},
		"a file is no folder":  {[]string{"a/.autopilot", ".git/"}, ""},
		"where it is the root": {[]string{".git/", ".autopilot/"}, ""},
	} {
		dir := t.TempDir()
		for _, f := range append(c.there, "a/b/x/") {
			if strings.HasSuffix(f, "/") {
				f += "keep"
			}
			file := filepath.Join(dir, filepath.FromSlash(f))
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		got, ok := projectAbove(filepath.Join(dir, "a", "b", "x"))
		if want := filepath.Join(dir, filepath.FromSlash(c.want)); !ok || got != want {
			t.Errorf("%s: %q, %t, want %q", name, got, ok, want)
		}
	}
}
