//go:build integration

package integration

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func inAction(t *testing.T, dir, command string, inputs map[string]string) (out string, status int, output string) {
	t.Helper()
	a := parsedAction(t)
	var lint step
	for _, s := range a.Runs.Steps {
		if s.ID == "lint" {
			lint = s
		}
	}
	expression := regexp.MustCompile(`^\$\{\{ inputs\.([\w-]+) \}\}$`)
	for name, value := range lint.Env {
		input := expression.FindStringSubmatch(value)
		if input == nil {
			t.Fatalf("%s is %q", name, value)
		}
		value = *a.Inputs[input[1]].Default
		if given, ok := inputs[input[1]]; ok {
			value = given
		}
		t.Setenv(name, value)
	}
	file := filepath.Join(t.TempDir(), "output")
	t.Setenv("GITHUB_OUTPUT", file)
	t.Setenv("PATH", filepath.Dir(command)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	out, talk, status := program(t, dir, "", "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lint.Run)
	return out + talk, status, read(t, file)
}

func TestActionBuilds(t *testing.T) {
	a := parsedAction(t)
	i := slices.IndexFunc(a.Runs.Steps, func(s step) bool { return s.Name == "build mdck" })
	temp, path := filepath.Join(t.TempDir(), "a temp"), filepath.Join(t.TempDir(), "path")
	if s := a.Runs.Steps[i]; s.Env["SOURCE"] != "${{ github.action_path }}" {
		t.Fatalf("builds from %v", s.Env)
	}
	t.Setenv("SOURCE", repository(t))
	t.Setenv("RUNNER_TEMP", temp)
	t.Setenv("GITHUB_PATH", path)
	if _, talk, status := program(t, t.TempDir(), "", "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", a.Runs.Steps[i].Run); status != 0 {
		t.Fatalf("status %d: %s", status, talk)
	}
	out, _, status := program(t, temp, "", filepath.Join(strings.TrimSpace(read(t, path)), "mdck"), "lint", "--help")
	if status != 0 || !strings.Contains(out, "Usage") {
		t.Errorf("status %d: %s", status, out)
	}
}

func logger(t *testing.T) (program, log string) {
	t.Helper()
	dir := t.TempDir()
	program, log = filepath.Join(dir, "mdck"), filepath.Join(dir, "log")
	write(t, program, "#!/bin/sh\nprintf '%s\\n' \"$@\" == >>'"+log+"'\necho printed\nexit ${TOLD:-0}\n")
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	return program, log
}

func TestActionArguments(t *testing.T) {
	for name, test := range map[string]struct {
		inputs map[string]string
		want   string
	}{
		"defaults": {nil, "lint --format github --"},
		"all": {
			map[string]string{"paths": "a b\n\n$(c)\r\n", "args": "--set\nbudgets.ohrfc.lines=1\n", "fail-on": "warning", "format": "json"},
			"lint --format json --set budgets.ohrfc.lines=1 --fail-on warning -- a_b $(c)",
		},
		"sarif": {
			map[string]string{"sarif-file": "out dir/x.sarif", "paths": "--help"},
			"lint --format sarif -- --help == lint --format github -- --help",
		},
	} {
		t.Run(name, func(t *testing.T) {
			program, log := logger(t)
			dir := t.TempDir()
			_, status, output := inAction(t, dir, program, test.inputs)
			got := strings.ReplaceAll(strings.ReplaceAll(read(t, log), " ", "_"), "\n", " ")
			if strings.TrimSuffix(got, " == ") != test.want || status != 0 || output != "status=0\n" {
				t.Errorf("arguments %q, want %q; status %d, output %q", got, test.want, status, output)
			}
			if file := test.inputs["sarif-file"]; file != "" && read(t, filepath.Join(dir, file)) != "printed\n" {
				t.Error("the report is not in its file")
			}
		})
	}
}

func TestActionFails(t *testing.T) {
	for code, runs := range map[string]int{"1": 2, "2": 1} {
		program, log := logger(t)
		t.Setenv("TOLD", code)
		_, status, output := inAction(t, t.TempDir(), program, map[string]string{"sarif-file": "x.sarif"})
		if strings.Count(read(t, log), "==") != runs || output != "status="+code+"\n" || status != int(code[0]-'0') {
			t.Errorf("status %d, output %q, log %q", status, output, read(t, log))
		}
	}
}

func TestActionChecks(t *testing.T) {
	dir := workspaces(t, true)
	out, status, _ := inAction(t, dir, binary, map[string]string{"format": "text", "paths": "a b\n"})
	if status != 1 || !strings.Contains(out, "a b/"+checkpoint+":81:1: ") || strings.Contains(out, "c[1]") {
		t.Errorf("status %d:\n%s", status, out)
	}
	empty := t.TempDir()
	if out, status, _ := inAction(t, empty, binary, map[string]string{"format": "text"}); status != 2 {
		t.Errorf("nothing to check: status %d:\n%s", status, out)
	}
	if out, status, _ := inAction(t, empty, binary, map[string]string{"format": "text", "args": "--allow-empty"}); status != 0 {
		t.Errorf("nothing to check, which is allowed: status %d:\n%s", status, out)
	}
}
