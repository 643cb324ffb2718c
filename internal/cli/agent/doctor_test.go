package agent

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/internal/hook"
	agentset "mdck/internal/hook/settings"
	"mdck/mdcheckpoint/protocols"
)

func TestParseHook(t *testing.T) {
	for words, want := range map[string]bool{
		"claude Stop": true, "claude Stop --block-unsaved": true, "claude Stop --blockunsaved": false, "claude": false, "claude Stop more": false,
	} {
		a, event, o, ok := parseHook(app.Streams{}, strings.Fields(words))
		if ok != want || ok && (a != hook.Claude || event != "Stop" || o.BlockUnsaved != strings.HasSuffix(words, "unsaved")) {
			t.Errorf("%q: %s, %s, %+v, %v", words, a, event, o, ok)
		}
	}
}

// TestOneProject checks that install and the hooks find the same project.
func TestOneProject(t *testing.T) {
	top := t.TempDir()
	for _, dir := range []string{".git", "sub/.ohrfc/rfc-1/deep", "sub/src", "lib/.git", "src"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for cwd, want := range map[string]string{
		"": "", "src": "", "sub": "sub", "sub/src": "sub", "sub/.ohrfc": "sub", "sub/.ohrfc/rfc-1": "sub", "sub/.ohrfc/rfc-1/deep": "sub", "lib": "lib",
	} {
		t.Chdir(filepath.Join(top, cwd))
		f, err := settingsAt(app.Streams{Table: protocols.Default()}, hook.Claude, agentset.Project)
		if here, _ := os.Getwd(); err != nil || f.path != filepath.Join(strings.TrimSuffix(here, filepath.FromSlash(cwd)), want, ".claude", "settings.json") {
			t.Errorf("in %q the settings are %s (%v), want those of %q", cwd, f.path, err, want)
		}
	}
}

func TestFirstCheckpoint(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "repo", ".ohrfc", "rfc-1")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(dir, "checkpoint.md")
	if err := os.WriteFile(want, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := firstCheckpoint(clitest.Known(), filepath.Join(top, "repo")); got != want {
		t.Errorf("in the repository %q is found, want %q", got, want)
	}
	if got := firstCheckpoint(clitest.Known(), top); got != "" {
		t.Errorf("outside of it %q is found", got)
	}
}

func guide(t *testing.T, heading string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "hooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("no section %q", heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// TestGuide checks that the guide has the settings that install writes.
func TestGuide(t *testing.T) {
	section := guide(t, "Installing by hand")
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(section, -1)
	agents := hook.Agents()
	if len(blocks) != len(agents) {
		t.Fatalf("%d blocks, want one for each of %v", len(blocks), agents)
	}
	known := ""
	for i, a := range agents {
		s, err := agentset.Parse(a, string(a), blocks[i][1])
		if err != nil {
			t.Fatal(err)
		}
		change, err := s.Install(agentset.Entries(a, agentset.Choice{}))
		if err != nil || change.Text != blocks[i][1] {
			t.Errorf("install changes what is pasted for %s (%v) to\n%s", a, err, change.Text)
		}
		for _, e := range agentset.Entries(a, agentset.Choice{BlockUnsaved: true, Findings: true}) {
			command := "`mdck " + strings.Join(e.Args, " ") + "`"
			known += command
			if strings.Contains(command, " --") && !strings.Contains(section, "| "+string(a)+" | `"+e.Event+"` | "+matcherCell(e.Matcher)+" | "+command+" |") {
				t.Errorf("no row for %s, %s, %s", a, e, command)
			}
		}
	}
	for _, command := range regexp.MustCompile("`mdck hook [^`]*`").FindAllString(section, -1) {
		if !strings.Contains(known, command) {
			t.Errorf("%s is no entry", command)
		}
	}
}

func matcherCell(m string) string {
	if m == "" {
		return "-"
	}
	return "`" + strings.ReplaceAll(m, "|", `\|`) + "`"
}
