//go:build integration

package integration

import (
	"encoding/json"
	"strings"
	"testing"
)

// matcher imitates VS Code's one-line problem matcher.
const matcher = `
const input = JSON.parse(require("fs").readFileSync(0, "utf8"))
const p = input.pattern, re = new RegExp(p.regexp)
const found = input.lines.map(line => {
	const m = re.exec(line)
	return m && {Path: m[p.file], Line: +m[p.line], Column: +m[p.column], Severity: m[p.severity], Message: m[p.message], Rule: m[p.code]}
})
console.log(JSON.stringify(found))
`

func TestProblemMatcherInJavaScript(t *testing.T) {
	dir := workspaces(t, true)
	var file struct {
		Tasks []struct {
			Args           []string
			ProblemMatcher struct{ Pattern json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(block(t, "editors.md", "VS Code", "json", "problemMatcher")), &file); err != nil {
		t.Fatal(err)
	}
	task := file.Tasks[0]
	out, _, _ := mdck(t, dir, "", task.Args...)
	input, err := json.Marshal(map[string]any{
		"pattern": task.ProblemMatcher.Pattern, "lines": strings.Split(strings.TrimSuffix(out, "\n"), "\n"),
	})
	if err != nil {
		t.Fatal(err)
	}
	answer, talk, status := program(t, dir, string(input), "node", "-e", matcher)
	var got []finding
	if err := json.Unmarshal([]byte(answer), &got); err != nil || status != 0 {
		t.Fatalf("%v, status %d: %s", err, status, talk)
	}
	same(t, got, findings(t, dir, "", task.Args[1:]...))
}
