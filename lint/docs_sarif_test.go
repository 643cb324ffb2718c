package lint_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"mdck/internal/report"
	"mdck/internal/testtmp"
	"mdck/lint"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	inputs := corpus(t)
	for i, name := range slices.Sorted(maps.Keys(inputs)) {
		if i%4 != 0 && !isExample(name) && !testtmp.Long() {
			continue
		}
		in := inputs[name]
		for _, in.From = range []string{"", lint.FromMeta, lint.FromState} {
			if in.From != "" && in.Checker.Name != "ohrfc" {
				continue // From is only for an RFC
			}
			t.Run(name+" "+in.From, func(t *testing.T) {
				found, err := lint.Run(in)
				if err != nil {
					t.Fatal(err)
				}
				run := validated(t, schema, printed(t, in, found)).Runs[0]
				if len(run.Results) != len(found) {
					t.Fatalf("%d results of %d findings", len(run.Results), len(found))
				}
				for i, r := range run.Results {
					checkResult(t, run, r, &found[i])
				}
			})
		}
	}
}

func TestSARIFOfFaults(t *testing.T) {
	var b bytes.Buffer
	if err := report.SARIF(&b, nil, report.Run{Version: "v1.2.3-rc.1", Faults: []string{"a.md: permission denied"}}); err != nil {
		t.Fatal(err)
	}
	run := validated(t, sarifSchema(t), b.Bytes()).Runs[0]
	if v := run.Invocations[0]; *v.ExecutionSuccessful || len(v.ToolExecutionNotifications) != 1 || v.ToolExecutionNotifications[0].Level != "error" {
		t.Errorf("got %s", b.String())
	}
	if run.Results == nil {
		t.Errorf("got %s", b.String())
	}
}

func printed(t *testing.T, in lint.Input, found []lint.Diagnostic) []byte {
	t.Helper()
	file := report.File{
		Path: in.Path, Diagnostics: found,
		Shown: func(path string) string { return path },
		Disk:  func(path string) string { return filepath.Join(root, filepath.FromSlash(path)) },
	}
	var b bytes.Buffer
	if err := report.SARIF(&b, []report.File{file}, report.Run{Dir: root, Version: "devel", Rules: protocols.Default().Rules()}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var root = filepath.Join(string(filepath.Separator), "repo")

func validated(t *testing.T, schema *jsonschema.Schema, raw []byte) *sarif.Report {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Fatalf("%v\n%s", err, raw)
	}
	log, err := sarif.FromBytes(raw)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	name := filepath.Join(strings.TrimSpace(string(out)), "pkg", "report", "v210", "sarif", "schema.go")
	text := constant(t, name, "schema")
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft4)
	c.AssertFormat()
	if err := c.AddResource("sarif.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func constant(t *testing.T, file, name string) string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	value := ""
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == name && len(spec.Values) == 1 {
			if literal, ok := spec.Values[0].(*ast.BasicLit); ok {
				value, err = strconv.Unquote(literal.Value)
			}
		}
		return true
	})
	if value == "" || err != nil {
		t.Fatalf("no constant %q in %s: %v", name, file, err)
	}
	return value
}

func checkResult(t *testing.T, run *sarif.Run, r *sarif.Result, d *lint.Diagnostic) {
	t.Helper()
	rule := run.Tool.Driver.Rules[r.RuleIndex]
	if *r.RuleID != d.Rule.ID || *rule.ID != d.Rule.ID || *rule.Name != d.Rule.Name() || r.Level != d.Severity.String() || *r.Message.Text != d.Message {
		t.Errorf("%s %q has rule %s, level %s, message %q", d.Rule.ID, d.Message, *rule.ID, r.Level, *r.Message.Text)
	}
	if *rule.Help.Text == "" || *rule.Help.Markdown == "" || rule.DefaultConfiguration.Level != d.Rule.Severity.String() {
		t.Errorf("rule %s is not described", d.Rule.ID)
	}
	place := r.Locations[0].PhysicalLocation
	if got := *place.ArtifactLocation.URI; got != d.Path {
		t.Errorf("%s is at %s, want %s", d.Rule.ID, got, d.Path)
	}
	if got := byColumns(t, d.File.Text, place.Region); got != withoutBOM(d.File.Text, d.Span) {
		t.Errorf("%s is at %v by columns, want %v", d.Rule.ID, got, d.Span)
	}
	if got := byOffset(place.Region); got != d.Span {
		t.Errorf("%s is at %v by offset, want %v", d.Rule.ID, got, d.Span)
	}
}

func byOffset(r *sarif.Region) source.Span {
	return source.Span{Start: r.ByteOffset, End: r.ByteOffset + *r.ByteLength}
}

func byColumns(t *testing.T, text string, r *sarif.Region) source.Span {
	t.Helper()
	return source.Span{Start: offsetOf(t, text, *r.StartLine, *r.StartColumn), End: offsetOf(t, text, *r.EndLine, *r.EndColumn)}
}

func offsetOf(t *testing.T, text string, line, column int) int {
	t.Helper()
	content := strings.TrimPrefix(text, "\ufeff")
	offset := len(text) - len(content)
	lines := strings.SplitAfter(content, "\n")
	if line > len(lines) {
		t.Fatalf("line %d of %d", line, len(lines))
	}
	offset += len(strings.Join(lines[:line-1], ""))
	for i, r := range lines[line-1] {
		if column--; column == 0 {
			return offset + i
		}
		column -= utf16.RuneLen(r) - 1
	}
	if column != 1 {
		t.Fatalf("no such column in line %d", line)
	}
	return offset + len(lines[line-1])
}

// withoutBOM removes a byte order mark from span, because columns do not count it.
func withoutBOM(text string, span source.Span) source.Span {
	if n := len("\ufeff"); strings.HasPrefix(text, "\ufeff") {
		return source.Span{Start: max(span.Start, n), End: max(span.End, n)}
	}
	return span
}
