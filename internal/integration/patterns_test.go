package integration

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

type task struct {
	Args           []string
	ProblemMatcher struct {
		Pattern struct {
			Regexp                                      string
			File, Line, Column, Severity, Message, Code int
		}
	}
}

func vscodeTask(t *testing.T) task {
	t.Helper()
	var file struct{ Tasks []task }
	if err := json.Unmarshal([]byte(block(t, "editors.md", "VS Code", "json", "problemMatcher")), &file); err != nil {
		t.Fatal(err)
	}
	return file.Tasks[0]
}

func TestProblemMatcher(t *testing.T) {
	dir := workspaces(t, true)
	task := vscodeTask(t)
	p := task.ProblemMatcher.Pattern
	pattern := regexp.MustCompile(p.Regexp)
	out, _, status := mdck(t, dir, "", task.Args...)
	if status != 1 {
		t.Fatalf("status %d, want 1", status)
	}
	var got []finding
	for line := range strings.Lines(out) {
		m := pattern.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			t.Fatalf("no match for %q", line)
		}
		got = append(got, finding{
			Path: m[p.File], Rule: m[p.Code], Severity: m[p.Severity], Message: m[p.Message],
			Line: number(t, m[p.Line]), Column: number(t, m[p.Column]),
		})
	}
	same(t, got, findings(t, dir, "", task.Args[1:]...))
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func same(t *testing.T, got, want []finding) {
	t.Helper()
	for _, severity := range []string{"error", "warning"} {
		if !slices.ContainsFunc(want, func(f finding) bool { return f.Severity == severity }) {
			t.Fatalf("nothing of severity %s to be found", severity)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d findings, want %d:\n%v", len(got), len(want), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("finding %d is\n%#v, want\n%#v", i, got[i], want[i])
		}
	}
}

func TestOutputFilter(t *testing.T) {
	dir := workspaces(t, true)
	page := read(t, repository(t)+"/docs/editors.md")
	_, filter, _ := strings.Cut(page, "| Output filters | `")
	filter, _, _ = strings.Cut(filter, "`")
	groups := strings.NewReplacer(`\$FILE_PATH\$`, `(.+?)`, `\$LINE\$`, `(\d+)`, `\$COLUMN\$`, `(\d+)`, `\$MESSAGE\$`, `(.*)`)
	pattern := regexp.MustCompile("^" + groups.Replace(regexp.QuoteMeta(filter)) + "$")
	want := findings(t, dir, "")
	out, _, _ := mdck(t, dir, "", "lint")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d lines for %d findings", len(lines), len(want))
	}
	for i, f := range want {
		m := pattern.FindStringSubmatch(lines[i])
		if m == nil || m[1] != f.Path || number(t, m[2]) != f.Line || number(t, m[3]) != f.Column || m[4] != f.Severity+": "+f.text() {
			t.Errorf("%q gives %q, want %v", lines[i], m, f)
		}
	}
}
