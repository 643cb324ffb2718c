package integration

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"mdck/mdcheckpoint/protocols"
)

type action struct {
	Inputs map[string]struct {
		Description string
		Default     *string
		Required    bool
	}
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, Name, Uses, Shell, Run string
	Env, With                  map[string]string
	Directory                  string `yaml:"working-directory"`
}

func parsedAction(t *testing.T) action {
	t.Helper()
	var a action
	if err := yaml.Unmarshal([]byte(read(t, filepath.Join(repository(t), "action.yml"))), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAction(t *testing.T) {
	a := parsedAction(t)
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatalf("runs is %+v", a.Runs)
	}
	pinned := regexp.MustCompile(`^[\w-]+/[\w-]+@v\d+$`)
	for _, s := range a.Runs.Steps {
		switch {
		case (s.Uses == "") == (s.Run == ""):
			t.Errorf("step %+v must have either uses or run", s)
		case s.Uses != "" && !pinned.MatchString(s.Uses):
			t.Errorf("%s is not pinned to a major version", s.Uses)
		case s.Run != "" && s.Shell != "bash":
			t.Errorf("step %q has no shell", s.Name)
		case strings.Contains(s.Run, "${{"):
			t.Errorf("step %q pastes an expression into a script; an input could contain commands", s.Name)
		}
	}
	for name, input := range a.Inputs {
		if input.Description == "" || input.Default == nil || input.Required {
			t.Errorf("input %q must have a description and a default", name)
		}
	}
	declaredAndUsed(t, a)
	if a.Outputs["status"].Value != "${{ steps.lint.outputs.status }}" {
		t.Errorf("outputs are %v", a.Outputs)
	}
}

func declaredAndUsed(t *testing.T, a action) {
	t.Helper()
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(`inputs\.([\w-]+)`).FindAllStringSubmatch(read(t, filepath.Join(repository(t), "action.yml")), -1) {
		used[m[1]] = true
		if _, ok := a.Inputs[m[1]]; !ok {
			t.Errorf("input %q is used and not declared", m[1])
		}
	}
	for name := range a.Inputs {
		if !used[name] {
			t.Errorf("input %q is declared and not used", name)
		}
	}
}

func TestHooksFiles(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	if err := yaml.Unmarshal([]byte(read(t, filepath.Join(repository(t), ".pre-commit-hooks.yaml"))), &hooks); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, h := range hooks {
		ids = append(ids, h.ID)
		if h.ID == "mdck-all" {
			if h.Files != "" {
				t.Error("mdck-all must not get files")
			}
			continue
		}
		checkHookFiles(t, h.ID, regexp.MustCompile(h.Files))
	}
	if !slices.Equal(ids, []string{"mdck", "mdck-all", "mdck-fix", "mdck-system"}) {
		t.Errorf("hooks are %q", ids)
	}
}

// checkHookFiles checks that a hook gets every file of every protocol.
func checkHookFiles(t *testing.T, hook string, pattern *regexp.Regexp) {
	t.Helper()
	for _, p := range protocols.Default().All() {
		for _, name := range slices.Concat(p.Globs, p.Hashed, p.Compared) {
			if !pattern.MatchString(name) {
				t.Errorf("%s: %q does not match %q of %s", hook, pattern, name, p.Name)
			}
		}
	}
	for _, name := range []string{"main.go", "notes.md.txt", ".ohrfc/x/.mdck/backups/checkpoint.md.1.a"} {
		if pattern.MatchString(name) {
			t.Errorf("%s: %q matches %q", hook, pattern, name)
		}
	}
}
