package plan

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/internal/config"
	"mdck/internal/protocols/plan/threshold"
	"mdck/mdcheckpoint/protocols"
)

func TestThresholdGuide(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "thresholds.md"))
	if err != nil {
		t.Fatal(err)
	}
	guide, sheet := string(raw), threshold.NewSheet()
	var rows []string
	for _, k := range threshold.Kinds() {
		rows = append(rows, fmt.Sprintf("| %s | %v | %v | %v |", k, sheet.At(k, threshold.Warning), sheet.At(k, threshold.Alert), sheet.At(k, threshold.Stop)))
	}
	halts := map[threshold.Level]string{threshold.Alert: " (pauses)", threshold.Stop: " (stops)"}
	for _, f := range threshold.Fire(sheet, everything(), threshold.TriggerInput{Elapsed: 24 * time.Hour}) {
		rows = append(rows, "| `"+f.Trigger+"` | ", " | `"+f.Action+"`"+halts[f.Level]+" |")
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
	if len(examples) != 1 {
		t.Errorf("%d examples", len(examples))
	}
	for _, e := range examples {
		file := filepath.Join(t.TempDir(), config.Name)
		text, _, _ := strings.Cut(e, "```")
		clitest.WriteText(t, file, text)
		if _, err := (&config.Loader{File: file, Table: protocols.Default()}).For(t.TempDir(), ""); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// everything returns values at which all triggers fire.
func everything() []*threshold.Reading {
	var all []threshold.Value
	for _, k := range threshold.Kinds() {
		all = append(all, threshold.Value{Kind: k, Number: 1e6})
	}
	return threshold.Read(threshold.NewSheet(), all)
}

func TestThresholdHelp(t *testing.T) {
	at := slices.IndexFunc(commands(), func(c app.Command) bool { return c.Name == "plan threshold" })
	text, s := strings.Join(strings.Fields(clitest.HelpOf(t, commands()[at])), " "), threshold.NewSheet()
	for _, k := range threshold.Kinds() {
		if want := fmt.Sprintf("%s %s %s %s", k, k.Show(s.At(k, threshold.Warning)), k.Show(s.At(k, threshold.Alert)), k.Show(s.At(k, threshold.Stop))); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestProjectAbove(t *testing.T) {
	for name, c := range map[string]struct {
		there []string
		want  string
	}{
		"itself":                   {[]string{"a/b/x/.autopilot/"}, "a/b/x"},
		"above":                    {[]string{"a/.planning/"}, "a"},
		"the nearest":              {[]string{"a/.planning/", ".autopilot/"}, "a"},
		"inside a repository":      {[]string{".git/", "a/.planning/"}, "a"},
		"the repository":           {[]string{"a/.git/"}, "a"},
		"not above the repository": {[]string{".autopilot/", "a/.git"}, "a"},
		"a file is not a folder":   {[]string{"a/.autopilot", ".git/"}, ""},
		"a folder in the root":     {[]string{".git/", ".autopilot/"}, ""},
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
