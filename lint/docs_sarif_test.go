package lint_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"mdck/internal/report"
	"mdck/lint"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

// TestSARIF prints the findings of every input as SARIF. The official schema holds
// of it, and a fix that is made from the log alone gives the bytes that our own
// edits give, by columns and by offsets.
func TestSARIF(t *testing.T) {
	schema := sarifSchema(t)
	fixed, elsewhere := 0, 0
	for name, in := range corpus(t) {
		for _, in.From = range []string{"", lint.FromMeta, lint.FromState} {
			if in.From != "" && in.Checker.Name != "ohrfc" {
				continue // From says which of two files of an RFC is right
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
					if checkFix(t, in.Tree, r, &found[i]) {
						fixed++
					}
					if len(r.Fixes) > 0 && *r.Fixes[0].ArtifactChanges[0].ArtifactLocation.URI != found[i].Path {
						elsewhere++
					}
				}
			})
		}
	}
	if fixed < 100 || elsewhere < 10 {
		t.Errorf("only %d fixes were made, %d of them in another file", fixed, elsewhere)
	}
}

// TestSARIFOfFaults holds a log of a run that went wrong to the schema.
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

// root is where the files of the inputs are said to lie.
var root = filepath.Join(string(filepath.Separator), "repo")

// validated reads a log that the schema holds of.
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

// sarifSchema is the official schema of SARIF 2.1.0, as a module for SARIF has it.
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

// constant is the value of a constant of a Go file.
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

// checkResult holds a result to the finding that it is of.
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

// checkFix makes the fix of a result in both ways, and reports whether it has one.
func checkFix(t *testing.T, tree fs.FS, r *sarif.Result, d *lint.Diagnostic) bool {
	t.Helper()
	whole := d.Fix != nil && len(d.Fix.Edits) > 0 && len(d.Fix.Archive) == 0
	if whole != (len(r.Fixes) == 1) {
		t.Fatalf("%s: fix %+v became %d fixes", d.Rule.ID, d.Fix, len(r.Fixes))
	}
	if !whole {
		return false
	}
	want := map[string][]source.Edit{}
	for _, e := range d.Fix.Edits {
		path := e.Path
		if path == "" {
			path = d.Path
		}
		want[path] = append(want[path], e.Edit)
	}
	if len(r.Fixes[0].ArtifactChanges) != len(want) {
		t.Errorf("%s changes %d files, want %d", d.Rule.ID, len(r.Fixes[0].ArtifactChanges), len(want))
	}
	for _, change := range r.Fixes[0].ArtifactChanges {
		path := *change.ArtifactLocation.URI
		text, err := fs.ReadFile(tree, path)
		if err != nil {
			t.Fatal(err)
		}
		checkReplacements(t, path, string(text), change.Replacements, want[path])
	}
	return true
}

func checkReplacements(t *testing.T, path, text string, replacements []*sarif.Replacement, edits []source.Edit) {
	t.Helper()
	want := applied(t, text, edits)
	var columns, offsets []source.Edit
	for _, r := range replacements {
		columns = append(columns, source.Edit{Span: byColumns(t, text, r.DeletedRegion), New: *r.InsertedContent.Text})
		offsets = append(offsets, source.Edit{Span: byOffset(r.DeletedRegion), New: *r.InsertedContent.Text})
	}
	if got := applied(t, text, columns); got != want {
		t.Errorf("%s by columns: got\n%q\nwant\n%q", path, got, want)
	}
	if got := applied(t, text, offsets); got != want {
		t.Errorf("%s by offsets: got\n%q\nwant\n%q", path, got, want)
	}
}

func applied(t *testing.T, text string, edits []source.Edit) string {
	t.Helper()
	out, err := source.Apply(text, edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func byOffset(r *sarif.Region) source.Span {
	return source.Span{Start: r.ByteOffset, End: r.ByteOffset + *r.ByteLength}
}

// byColumns is the span of a region as one reads it who knows lines and UTF-16
// only.
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

// withoutBOM is span as columns have it, which begin behind a byte order mark.
func withoutBOM(text string, span source.Span) source.Span {
	if n := len("\ufeff"); strings.HasPrefix(text, "\ufeff") {
		return source.Span{Start: max(span.Start, n), End: max(span.End, n)}
	}
	return span
}
