package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
)

// DefaultWidth is the width of an unknown terminal.
const DefaultWidth = 100

// Source: ECMA-48, SGR.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	cyan   = "\x1b[36m"
	dim    = "\x1b[2m"
	plain  = "\x1b[0m"
)

// A Terminal prints findings in colour, with the lines of the file.
type Terminal struct {
	Width            int // columns; 0 means [DefaultWidth]
	errors, warnings int
	files            map[string]bool
}

// Print prints the findings of one checkpoint.
func (t *Terminal) Print(w io.Writer, f File) error {
	var b strings.Builder
	shown := remembered(f.Shown)
	for i := range f.Diagnostics {
		t.count(shown(f.Diagnostics[i].Path), &f.Diagnostics[i])
	}
	hidden := sensitive(f.Diagnostics)
	for path, d := range f.listed() {
		t.finding(&b, Name(path), d, !hidden[line{d.Path, d.Position().Line}])
	}
	return writeAll(w, []byte(b.String()))
}

type line struct {
	path   string
	number int
}

func sensitive(all []lint.Diagnostic) map[line]bool {
	hidden := map[line]bool{}
	for i := range all {
		d := &all[i]
		if !d.Rule.Sensitive {
			continue
		}
		for n := d.Position().Line; n <= d.End().Line; n++ {
			hidden[line{d.Path, n}] = true
		}
	}
	return hidden
}

func (t *Terminal) count(path string, d *lint.Diagnostic) {
	if t.files == nil {
		t.files = map[string]bool{}
	}
	t.files[path] = true
	if d.Severity == lint.Error {
		t.errors++
	} else {
		t.warnings++
	}
}

func (t *Terminal) finding(b *strings.Builder, name string, d *lint.Diagnostic, shown bool) {
	at, colour := d.Position(), yellow
	if d.Severity == lint.Error {
		colour = red
	}
	fmt.Fprintf(b, "%s%s:%d:%d:%s %s%s:%s %s %s[%s]%s\n", bold, name, at.Line, at.Column, plain,
		colour, d.Severity, plain, OneLine(d.Message), cyan, d.Rule.ID, plain)
	if d.File.Text == "" || !shown {
		return
	}
	number := strconv.Itoa(at.Line)
	e := excerptOf(d.File, d.Span, t.excerptWidth(len(number)))
	fmt.Fprintf(b, "%s %s |%s %s\n", dim, number, plain, e.text)
	fmt.Fprintf(b, "%s %*s |%s %*s%s%s%s\n", dim, len(number), "", plain, e.from, "", colour, strings.Repeat("^", e.carets), plain)
}

const minExcerpt = 20

func (t *Terminal) excerptWidth(digits int) int {
	width := t.Width
	if width <= 0 {
		width = DefaultWidth
	}
	return max(width-digits-len("  | "), minExcerpt)
}

// Summary prints the number of errors, warnings and files.
func (t *Terminal) Summary(w io.Writer, checked int) error {
	var parts []string
	if t.errors > 0 {
		parts = append(parts, spelling.Count(t.errors, "error"))
	}
	if t.warnings > 0 {
		parts = append(parts, spelling.Count(t.warnings, "warning"))
	}
	in := len(t.files)
	if len(parts) == 0 {
		parts, in = []string{"No problems"}, checked
	}
	_, err := fmt.Fprintf(w, "%s%s in %s%s\n", bold, strings.Join(parts, ", "), spelling.Count(in, "file"), plain)
	return err
}
