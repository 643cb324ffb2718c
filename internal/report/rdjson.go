package report

import (
	"cmp"
	"io"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// The Reviewdog Diagnostic Format. Source: proto/rdf/reviewdog.proto of reviewdog.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
	}
	rdDiagnostic struct {
		Message        string         `json:"message"`
		Location       rdLocation     `json:"location"`
		Severity       string         `json:"severity"` // ERROR, WARNING
		Code           rdCode         `json:"code"`
		Suggestions    []rdSuggestion `json:"suggestions,omitempty"`
		OriginalOutput string         `json:"original_output"` // as [Text] prints it
	}
	rdLocation struct {
		Path  jsondoc.Exact `json:"path"` // the file to which suggestions apply
		Range rdRange       `json:"range"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"` // exclusive
	}
	rdPosition struct {
		Line   int `json:"line"`   // 1-based
		Column int `json:"column"` // 1-based, in bytes
	}
	rdCode struct {
		Value string `json:"value"`
	}
	rdSuggestion struct {
		Range rdRange       `json:"range"`
		Text  jsondoc.Exact `json:"text"`
	}
)

// RDJSON prints the findings in the Reviewdog Diagnostic Format.
func RDJSON(w io.Writer, files []File) error {
	out := rdResult{Source: rdSource{"mdck"}, Diagnostics: []rdDiagnostic{}}
	for _, f := range files {
		for path, d := range f.listed() {
			out.Diagnostics = append(out.Diagnostics, rdFinding(path, d))
		}
	}
	return Indented(w, out)
}

func rdFinding(path string, d *lint.Diagnostic) rdDiagnostic {
	line := appendLine([]byte(Name(path)), d)
	return rdDiagnostic{
		Message:        d.Message,
		Location:       rdLocation{jsondoc.Exact(path), rdRangeOf(d.File, d.Span)},
		Severity:       strings.ToUpper(d.Severity.String()),
		Code:           rdCode{d.Rule.ID},
		Suggestions:    suggestions(d),
		OriginalOutput: string(line[:len(line)-1]),
	}
}

func rdRangeOf(file *source.File, span source.Span) rdRange {
	at, end := file.Position(span.Start), file.Position(span.End)
	return rdRange{rdPosition{at.Line, at.Column}, rdPosition{end.Line, end.Column}}
}

// suggestions returns the fix as one replacement, because reviewdog allows only one range; nil if
// the fix changes other files.
func suggestions(d *lint.Diagnostic) []rdSuggestion {
	if d.Fix == nil || len(d.Fix.Edits) == 0 || len(d.Fix.Archive) > 0 {
		return nil
	}
	all := d.Fix.Edits[0].Span
	for _, e := range d.Fix.Edits {
		if cmp.Or(e.Path, d.Path) != d.Path {
			return nil
		}
		all = source.Between(min(all.Start, e.Span.Start), max(all.End, e.Span.End))
	}
	var edits []source.Edit
	for _, e := range d.Fix.Edits {
		edits = append(edits, source.Replace(source.Between(e.Span.Start-all.Start, e.Span.End-all.Start), e.New))
	}
	text, err := source.Apply(d.File.Slice(all), edits)
	if err != nil {
		return nil
	}
	return []rdSuggestion{{rdRangeOf(d.File, all), jsondoc.Exact(text)}}
}
