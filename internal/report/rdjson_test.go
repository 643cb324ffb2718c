package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// rdLog is the format as documented by reviewdog, independent of the code.
type rdLog struct {
	Source      struct{ Name string }
	Diagnostics []struct {
		Message  string
		Location struct {
			Path  string
			Range rdSpan
		}
		Severity    string
		Code        struct{ Value string }
		Suggestions []struct {
			Range rdSpan
			Text  string
		}
		OriginalOutput string `json:"original_output"`
	}
}

type rdSpan struct{ Start, End struct{ Line, Column int } }

func rdLogOf(t testing.TB, files ...File) rdLog {
	t.Helper()
	var b bytes.Buffer
	if err := RDJSON(&b, files); err != nil {
		t.Fatal(err)
	}
	var log rdLog
	decoder := json.NewDecoder(&b)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&log); err != nil {
		t.Fatal(err)
	}
	return log
}

func (r rdSpan) span(text string) source.Span {
	lines := strings.SplitAfter(text, "\n")
	at := func(line, column int) int { return len(strings.Join(lines[:line-1], "")) + column - 1 }
	return source.Span{Start: at(r.Start.Line, r.Start.Column), End: at(r.End.Line, r.End.Column)}
}

func TestRDJSONSuggestions(t *testing.T) {
	edit := func(path string, start, end int, text string) lint.FileEdit {
		return lint.FileEdit{Path: path, Edit: source.Edit{Span: source.Span{Start: start, End: end}, New: text}}
	}
	for name, c := range map[string]struct {
		text string
		fix  *lint.Fix
		none bool
	}{
		"no fix":              {text: "«a»", none: true},
		"no edits":            {text: "«a»", fix: &lint.Fix{}, none: true},
		"an archive":          {text: "«a»b", fix: &lint.Fix{Edits: []lint.FileEdit{edit("", 0, 1, "")}, Archive: []source.Named{{}}}, none: true},
		"another file":        {text: "«a»b", fix: &lint.Fix{Edits: []lint.FileEdit{edit("", 0, 1, ""), edit("state.json", 0, 1, "")}}, none: true},
		"one edit":            {text: "é\r\n«🚲»b\n", fix: &lint.Fix{Edits: []lint.FileEdit{edit("", 4, 8, "x\n")}}},
		"its own path":        {text: "«a»b", fix: &lint.Fix{Edits: []lint.FileEdit{edit("a.md", 0, 1, "ü")}}},
		"an insertion":        {text: "\ufeff«»b\n", fix: &lint.Fix{Edits: []lint.FileEdit{edit("", 3, 3, "a")}}},
		"the end of the file": {text: "b\n«»", fix: &lint.Fix{Edits: []lint.FileEdit{edit("", 2, 2, "c")}}},
		"several edits": {text: "one\n«two» 🚲\nthree\n", fix: &lint.Fix{Edits: []lint.FileEdit{
			edit("", 13, 18, "3"), edit("", 0, 3, ""), edit("", 4, 4, "<"), edit("", 4, 7, "2")}}},
	} {
		d := diagnostic("a.md", c.text, "m", c.fix)
		found := rdLogOf(t, File{Shown: same, Diagnostics: []lint.Diagnostic{d}}).Diagnostics[0]
		if got := found.Location.Range.span(d.File.Text); got != d.Span {
			t.Errorf("%s: the finding is at %v, want %v", name, got, d.Span)
		}
		if c.none != (len(found.Suggestions) == 0) {
			t.Errorf("%s: got %+v", name, found.Suggestions)
		}
		var edits, ours []source.Edit
		for _, s := range found.Suggestions {
			edits = append(edits, source.Edit{Span: s.Range.span(d.File.Text), New: s.Text})
		}
		if c.none {
			continue
		}
		for _, e := range c.fix.Edits {
			ours = append(ours, e.Edit)
		}
		got, err := source.Apply(d.File.Text, edits)
		want, _ := source.Apply(d.File.Text, ours)
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, want)
		}
	}
}

func TestRDJSON(t *testing.T) {
	mild := diagnostic("b\n.md", "«»x", "a\nb", nil)
	mild.Severity = lint.Warning
	log := rdLogOf(t, File{Shown: same, Diagnostics: []lint.Diagnostic{diagnostic("a.md", "é«x»", "want <3> & \"4\"", nil), mild}}, File{Shown: same})
	if log.Source.Name != "mdck" || len(log.Diagnostics) != 2 {
		t.Fatalf("got %+v", log)
	}
	first, second := log.Diagnostics[0], log.Diagnostics[1]
	if first.Message != "want <3> & \"4\"" || first.Severity != "ERROR" || first.Code.Value != "ohrfc/meta" || first.Location.Path != "a.md" ||
		first.OriginalOutput != `a.md:1:3: error: want <3> & "4" [ohrfc/meta]` {
		t.Errorf("got %+v", first)
	}
	if second.Severity != "WARNING" || second.Location.Path != "b\n.md" || second.OriginalOutput != `b\n.md:1:1: warning: a\nb [ohrfc/meta]` {
		t.Errorf("got %+v", second)
	}
	var b bytes.Buffer
	if err := RDJSON(&b, nil); err != nil || !strings.Contains(b.String(), `"diagnostics": []`) {
		t.Errorf("no findings print %s, %v", b.String(), err)
	}
}
