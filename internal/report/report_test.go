package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mdck/bootstrap"
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

func diagnostic(path, marked, message string, fix *lint.Fix) lint.Diagnostic {
	before, rest, _ := strings.Cut(marked, "«")
	inside, after, _ := strings.Cut(rest, "»")
	return lint.Diagnostic{
		Finding: lint.Finding{
			Path: path, Severity: lint.Error, Message: message, Fix: fix,
			Span: source.Span{Start: len(before), End: len(before) + len(inside)},
		},
		Rule: &lint.Rule{ID: "ohrfc/meta"},
		File: source.NewFile(path, before+inside+after),
	}
}

func same(path string) string { return path }

func text(t testing.TB, files ...File) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, files); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func invisible(text string) bool {
	return !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool {
		joins := r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) && !joins
	})
}

func FuzzOneLine(f *testing.F) {
	for _, text := range []string{"", "plain", "größe 検査 🙂", "a\nb\r\tc", "\x1b[31mred\x00\x7f\u0085", "\u202eabc\u2066", "\u2028\u2029\u200f\u061c", "0\u0602\u200b1", "\xff\xfe", `\n`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := OneLine(text)
		if invisible(got) {
			t.Fatalf("%q came out as %q", text, got)
		}
		if !invisible(text) && got != text {
			t.Fatalf("%q came out changed, as %q", text, got)
		}
		if OneLine(got) != got {
			t.Fatalf("%q came out as %q, and then as %q", text, got, OneLine(got))
		}
		if Name(text) != got {
			t.Fatalf("as a name %q came out as %q", text, Name(text))
		}
	})
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"a\U000e0041": `a\U000e0041`,
		"a\nb":        `a\nb`,
		"\x1b[1m":     `\x1b[1m`,
		"\u0085":      `\u0085`,
		"\x85":        `\x85`,
		"\u202ecba":   `\u202ecba`,
		"a\u2028b":    `a\u2028b`,
		"ok\xff\n":    `ok\xff\n`,
		"\ufffd kept": "\ufffd kept",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestText(t *testing.T) {
	mild := diagnostic("b.md", "«»x", "plain", nil)
	mild.Severity = lint.Warning
	got := text(t,
		File{Shown: same, Path: "a.md", Diagnostics: []lint.Diagnostic{
			diagnostic("a.md", "one\ntwo «three»\n", "want 3, found 2", nil),
			diagnostic("line\nfeed.md", "é«x»", "message\nwith \x1b[31mcolour\u202e", nil),
		}},
		File{Shown: same, Path: "clean.md"},
		File{Shown: func(p string) string { return "../" + p }, Path: "b.md", Diagnostics: []lint.Diagnostic{mild}})
	want := `a.md:2:5: error: want 3, found 2 [ohrfc/meta]
line\nfeed.md:1:3: error: message\nwith \x1b[31mcolour\u202e [ohrfc/meta]
../b.md:1:1: warning: plain [ohrfc/meta]
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := text(t); got != "" {
		t.Errorf("no findings print %q", got)
	}
}

// report is the JSON form as documented, independent of the code.
type report struct {
	Version  int
	Findings []struct {
		Path, Rule, Severity, Message    string
		Line, Column, EndLine, EndColumn int
		Offset, EndOffset                int
		UTF16Column, UTF16EndColumn      int
		Fix                              *struct {
			Edits []struct {
				Path              string
				Offset, EndOffset int
				Text              string
			}
		}
	}
	Files   []string
	Due     []bootstrap.Due
	Counter string
}

func TestJSON(t *testing.T) {
	fix := &lint.Fix{Edits: []lint.FileEdit{
		{Edit: source.Edit{Span: source.Span{Start: 3, End: 5}, New: "<new> & \"old\"\n"}},
		{Path: "state.json", Edit: source.Edit{Span: source.Span{Start: 1, End: 1}, New: ""}},
	}}
	shown := func(p string) string { return "dir/" + p }
	files := []File{{Shown: shown, Path: "a.md", Diagnostics: []lint.Diagnostic{
		diagnostic("a.md", "# é\n\n«two\nlines»\n", "want <a> & \"b\"", fix),
		diagnostic("state.json", "«»{}", "empty", nil),
		diagnostic("a.md", "«x»", "no edits", &lint.Fix{}),
	}}, {Shown: shown, Path: "clean.md"}}
	var b bytes.Buffer
	if err := allJSON(&b, files, "o200k_base", nil); err != nil {
		t.Fatal(err)
	}
	want := `{
  "version": 1,
  "findings": [
    {
      "path": "dir/a.md",
      "rule": "ohrfc/meta",
      "severity": "error",
      "message": "want <a> & \"b\"",
      "line": 3,
      "column": 1,
      "endLine": 4,
      "endColumn": 6,
      "offset": 6,
      "endOffset": 15,
      "utf16Column": 1,
      "utf16EndColumn": 6,
      "fix": {
        "edits": [
          {
            "path": "dir/a.md",
            "offset": 3,
            "endOffset": 5,
            "text": "<new> & \"old\"\n"
          },
          {
            "path": "dir/state.json",
            "offset": 1,
            "endOffset": 1,
            "text": ""
          }
        ]
      }
    },
    {
      "path": "dir/state.json",
      "rule": "ohrfc/meta",
      "severity": "error",
      "message": "empty",
      "line": 1,
      "column": 1,
      "endLine": 1,
      "endColumn": 1,
      "offset": 0,
      "endOffset": 0,
      "utf16Column": 1,
      "utf16EndColumn": 1
    },
    {
      "path": "dir/a.md",
      "rule": "ohrfc/meta",
      "severity": "error",
      "message": "no edits",
      "line": 1,
      "column": 1,
      "endLine": 1,
      "endColumn": 2,
      "offset": 0,
      "endOffset": 1,
      "utf16Column": 1,
      "utf16EndColumn": 2,
      "fix": {
        "edits": []
      }
    }
  ],
  "files": [
    "dir/a.md",
    "dir/clean.md"
  ],
  "due": [],
  "counter": "o200k_base"
}
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	decoder := json.NewDecoder(&b)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(new(report)); err != nil {
		t.Error(err)
	}
}

func TestJSONEmpty(t *testing.T) {
	var b bytes.Buffer
	if err := allJSON(&b, nil, "", nil); err != nil {
		t.Fatal(err)
	}
	if want := "{\n  \"version\": 1,\n  \"findings\": [],\n  \"files\": [],\n  \"due\": []\n}\n"; b.String() != want {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

type full struct{ n int }

var errFull = errors.New("no room")

func (f *full) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	files := []File{{Shown: same, Path: "a.md", Diagnostics: []lint.Diagnostic{diagnostic("a.md", "«x»", "m", nil)}}}
	for n := range 30 {
		if err := Diff(&full{n}, "x", "a\n", "b\n", true); !errors.Is(err, errFull) {
			t.Errorf("Diff with room for %d bytes: %v", n, err)
		}
		if err := Text(&full{n}, files); !errors.Is(err, errFull) {
			t.Errorf("Text with room for %d bytes: %v", n, err)
		}
		if err := allJSON(&full{n}, files, "", nil); !errors.Is(err, errFull) {
			t.Errorf("JSON with room for %d bytes: %v", n, err)
		}
		if err := SARIF(&full{n}, files, Run{}); !errors.Is(err, errFull) {
			t.Errorf("SARIF with room for %d bytes: %v", n, err)
		}
		if err := RDJSON(&full{n}, files); !errors.Is(err, errFull) {
			t.Errorf("RDJSON with room for %d bytes: %v", n, err)
		}
		if err := GitHub(&full{n}, files); !errors.Is(err, errFull) {
			t.Errorf("GitHub with room for %d bytes: %v", n, err)
		}
		terminal := &Terminal{}
		if err := terminal.Print(&full{n}, files[0]); !errors.Is(err, errFull) {
			t.Errorf("Print with room for %d bytes: %v", n, err)
		}
		if err := terminal.Summary(&full{n / 3}, 1); !errors.Is(err, errFull) {
			t.Errorf("Summary with room for %d bytes: %v", n/3, err)
		}
	}
}

func allJSON(w io.Writer, files []File, counter string, known *Baseline) error {
	j := NewJSON()
	for _, f := range files {
		j.Add(f)
	}
	j.Counter, j.Baseline = counter, known
	return Indented(w, j)
}
