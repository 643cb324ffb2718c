// Package report prints findings and differences.
package report

import (
	"bufio"
	"cmp"
	"io"
	"iter"
	"slices"
	"strconv"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
)

// A DisplayPath formats a path of a tree for the user.
type DisplayPath func(path string) string

// A File contains the findings of one checkpoint.
type File struct {
	Shown       DisplayPath
	Path        string
	Diagnostics []lint.Diagnostic
	Due         []bootstrap.Due
	// Disk returns the path on disk; nil if the checkpoint is not a file.
	Disk func(path string) string
}

func (f *File) listed() iter.Seq2[string, *lint.Diagnostic] {
	return func(yield func(string, *lint.Diagnostic) bool) {
		shown, all := remembered(f.Shown), lint.Limit(f.Diagnostics)
		for i := range all {
			if !yield(shown(all[i].Path), &all[i]) {
				return
			}
		}
	}
}

// Text prints one line for each finding: path:line:col: severity: message [rule].
func Text(w io.Writer, files []File) error {
	var b []byte
	if out, ok := w.(*bufio.Writer); ok {
		b = out.AvailableBuffer()
	}
	for _, f := range files {
		b = slices.Grow(b, usualLine*min(len(f.Diagnostics), lint.MaxFindings))
		for path, d := range f.listed() {
			b = appendLine(append(b, Name(path)...), d)
		}
	}
	return writeAll(w, b)
}

func writeAll(w io.Writer, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := w.Write(b)
	return err
}

const usualLine = 120

// appendLine appends the line of d, without the file name. It avoids fmt, because there may be
// 200,000 lines.
func appendLine(b []byte, d *lint.Diagnostic) []byte {
	at := d.Position()
	b = strconv.AppendInt(append(b, ':'), int64(at.Line), 10)
	b = strconv.AppendInt(append(b, ':'), int64(at.Column), 10)
	b = append(append(b, ": "...), d.Severity.String()...)
	b = append(append(b, ": "...), OneLine(d.Message)...)
	return append(append(append(b, " ["...), d.Rule.ID...), "]\n"...)
}

func remembered(shown DisplayPath) DisplayPath {
	names := map[string]string{}
	return func(path string) string {
		name, ok := names[path]
		if !ok {
			name = shown(path)
			names[path] = name
		}
		return name
	}
}

// Name is OneLine for a path.
//
//go:noinline
func Name(path string) string { return OneLine(path) }

// OneLine escapes what could end a line, control a terminal or hide text.
//
//go:noinline
func OneLine(text string) string {
	return spelling.Escape(text, "")
}

// The names are part of the interface.
type (
	// A JSON contains the findings that [Text] prints. [NewJSON] makes one.
	JSON struct {
		Version  int             `json:"version"`
		Findings []jsonFinding   `json:"findings"`
		Files    []string        `json:"files"`
		Due      []bootstrap.Due `json:"due"`
		Counter  string          `json:"counter,omitempty"`
		Baseline *Baseline       `json:"baseline,omitempty"` // nil without a baseline
		History  int             `json:"history,omitempty"`  // findings in history, not printed
	}
	jsonFinding struct {
		Path      string `json:"path"`
		Rule      string `json:"rule"`
		Severity  string `json:"severity"`
		Message   string `json:"message"`
		Line      int    `json:"line"`      // 1-based
		Column    int    `json:"column"`    // 1-based, in bytes
		EndLine   int    `json:"endLine"`   // 1-based
		EndColumn int    `json:"endColumn"` // 1-based, in bytes, exclusive
		Offset    int    `json:"offset"`    // 0-based, in bytes
		EndOffset int    `json:"endOffset"` // exclusive
		// UTF-16 code units, without a byte order mark, as in editors
		UTF16Column    int      `json:"utf16Column"`
		UTF16EndColumn int      `json:"utf16EndColumn"`
		More           int      `json:"more,omitempty"` // findings of this rule and file, not listed
		Fix            *jsonFix `json:"fix,omitempty"`
	}
	jsonFix struct {
		Edits []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Path      jsondoc.Exact `json:"path"`
		Offset    int           `json:"offset"`
		EndOffset int           `json:"endOffset"`
		Text      jsondoc.Exact `json:"text"`
	}
)

// A Baseline says what a baseline hides. The names are part of the interface.
type Baseline struct {
	Path     string `json:"path"`     // for the user; ", " between several paths
	Silenced int    `json:"silenced"` // known findings, not printed
	Fixed    int    `json:"fixed"`    // known findings that no longer occur
}

// NewJSON returns an object without findings.
func NewJSON() *JSON {
	return &JSON{Version: 1, Findings: []jsonFinding{}, Files: []string{}, Due: []bootstrap.Due{}}
}

// Add adds the findings of a checkpoint.
func (j *JSON) Add(f File) {
	ruler := rulers()
	j.Files = append(j.Files, f.Shown(f.Path))
	j.Due = append(j.Due, f.Due...)
	for path, d := range f.listed() {
		j.Findings = append(j.Findings, finding(path, &f, ruler(d.File), d))
	}
}

func finding(path string, f *File, r *Ruler, d *lint.Diagnostic) jsonFinding {
	at, end := d.Position(), d.End()
	out := jsonFinding{
		Path: path, Rule: d.Rule.ID, Severity: d.Severity.String(), Message: d.Message,
		Line: at.Line, Column: at.Column, EndLine: end.Line, EndColumn: end.Column,
		Offset: d.Span.Start, EndOffset: d.Span.End, More: d.More,
		UTF16Column: r.column(d.Span.Start, at), UTF16EndColumn: r.column(d.Span.End, end),
	}
	if d.Fix == nil {
		return out
	}
	out.Fix = &jsonFix{Edits: []jsonEdit{}}
	for _, e := range d.Fix.Edits {
		out.Fix.Edits = append(out.Fix.Edits, jsonEdit{jsondoc.Exact(f.Shown(cmp.Or(e.Path, d.Path))), e.Span.Start, e.Span.End, jsondoc.Exact(e.New)})
	}
	return out
}

// Indented prints v in the format of [jsondoc.Encode], with an indent of two spaces.
//
//go:noinline
func Indented(w io.Writer, v any) error { return writeJSON(w, v, "  ") }

// Line prints v as one line of JSON.
func Line(w io.Writer, v any) error { return writeJSON(w, v, "") }

func writeJSON(w io.Writer, v any, indent string) error {
	text, err := jsondoc.Encode(v, "", indent)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}
