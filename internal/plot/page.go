// Package plot writes pages of HTML with plots and tables. A page needs nothing else:
// no network, no script, no font.
package plot

import (
	"bytes"
	_ "embed" // for the template
	"html/template"
	"io"

	"mdck/internal/report"
)

//go:embed page.html
var page string

// A Page is one page. Texts may contain any character.
type Page struct {
	Title    string
	About    string
	Sections []Section
}

// A Section has a plot, a table, or both.
type Section struct {
	Title string
	Plot  *Plot
	Table *Table
}

// A Table has as many cells in each row as there are columns.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// A Column is the head of a column; numbers are aligned on the right.
type Column struct {
	Name   string
	Number bool
}

// Write writes the page. The same page gives the same bytes.
//
// The template escapes what HTML reads, and its function line what could turn the
// order of letters or move a terminal.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("page").Funcs(template.FuncMap{"line": report.OneLine}).Parse(page)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
