package report

import (
	"bytes"
	"strings"
	"testing"

	"mdck/lint"
)

func gitHub(t testing.TB, files ...File) string {
	t.Helper()
	var b bytes.Buffer
	if err := GitHub(&b, files); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func unescaped(text string) string {
	for _, e := range [][2]string{{"%3A", ":"}, {"%2C", ","}, {"%0D", "\r"}, {"%0A", "\n"}, {"%25", "%"}} {
		text = strings.ReplaceAll(text, e[0], e[1])
	}
	return text
}

func FuzzGitHub(f *testing.F) {
	for _, e := range [][2]string{
		{"a.md", "plain"}, {"a:b,c=d.md", "100%, 25%25 :: x"}, {"a\r\nb.md", "one\ntwo\rthree"}, {"\x1b[31m.md", "::error::\n::set-output name=x::y"}, {"\xff", "\u202e"},
	} {
		f.Add(e[0], e[1])
	}
	f.Fuzz(func(t *testing.T, path, message string) {
		got := gitHub(t, File{Shown: same, Diagnostics: []lint.Diagnostic{diagnostic(path, "«x»", message, nil)}})
		line, ok := strings.CutSuffix(got, "\n")
		if !ok || invisible(line) || !strings.HasPrefix(line, "::error file=") {
			t.Fatalf("got %q", got)
		}
		properties, data, _ := strings.Cut(strings.TrimPrefix(line, "::error "), "::")
		if unescaped(data) != visible(message) {
			t.Errorf("message %q is read as %q", message, unescaped(data))
		}
		fields := strings.Split(properties, ",")
		if len(fields) != 6 || unescaped(strings.TrimPrefix(fields[0], "file=")) != visible(path) {
			t.Errorf("path %q is read as %q", path, fields)
		}
	})
}

func visible(text string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		for _, part := range strings.SplitAfter(line, "\r") {
			end := strings.TrimRight(part, "\r\n")
			b.WriteString(OneLine(end) + part[len(end):])
		}
	}
	return b.String()
}

func TestGitHub(t *testing.T) {
	mild := diagnostic("b,c.md", "é🚲«x\ny»z", "50% of a: b", nil)
	mild.Severity = lint.Warning
	got := gitHub(t,
		File{Shown: same, Diagnostics: []lint.Diagnostic{diagnostic("a.md", "\ufeffé🚲«xy»", "want 3, found 2", nil), mild}},
		File{Shown: same},
		File{Shown: func(p string) string { return "../" + p }, Diagnostics: []lint.Diagnostic{diagnostic("a.md", "«»", "empty", nil)}})
	want := `::error file=a.md,line=1,endLine=1,col=4,endColumn=6,title=ohrfc/meta::want 3, found 2
::warning file=b%2Cc.md,line=1,endLine=2,title=ohrfc/meta::50%25 of a: b
::error file=../a.md,line=1,endLine=1,col=1,endColumn=1,title=ohrfc/meta::empty
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := gitHub(t); got != "" {
		t.Errorf("no findings print %q", got)
	}
}
