// Package custom is the protocol "format": Markdown files that a project describes in its
// configuration. They get the same checks and edits as the files of the other protocols,
// and are described by the same [schema.Schema].
package custom

import (
	"errors"
	"io/fs"
	"iter"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Format is what a project says of some of its files. Nobody may change it; it is
// safe for concurrent use.
type Format struct {
	Name    string   // as --as takes it: lower case letters, digits and hyphens
	Files   []string // patterns of paths with slashes, relative to the directory of the configuration
	Schema  schema.Schema
	Ordered bool // sections stand in the order of the schema
	Closed  bool // there are no sections that the schema does not know
}

// A Document is a file of a [Format]. It is not changed by edits.
type Document struct {
	*mdcheckpoint.Document
	Format *Format
	Match  *schema.Match
}

// Parse reads text as a file of f; name is its path. The error is that of
// [mdcheckpoint.Parse].
func Parse(f *Format, name, text string) (*Document, error) {
	d, err := mdcheckpoint.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return &Document{Document: d, Format: f, Match: f.Schema.Match(d)}, nil
}

// A Reading is what could be read of a file.
type Reading struct {
	Format   *Format
	Path     string
	File     *source.File // nil if it could not be read at all
	Fault    error        // why it could not be used; nil if it could, and if it does not exist
	Document *Document    // nil if it could not be used, or does not exist
}

// Read reads the file at path in tree. Of one that is too large there is the start, as
// [source.ReadFile] gives it.
func Read(tree fs.FS, path string, f *Format) *Reading {
	r := &Reading{Format: f, Path: path}
	text, err := source.ReadFile(tree, path)
	if err == nil || errors.Is(err, source.ErrTooLarge) {
		r.File = source.NewFile(path, text)
	}
	if err == nil {
		r.Document, err = Parse(f, path, text)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		r.Fault = err
	}
	return r
}

// unnamed are the sections of the level of groups that the format does not name.
func (d *Document) unnamed() iter.Seq[*mdcheckpoint.Section] {
	return func(yield func(*mdcheckpoint.Section) bool) {
		for _, s := range d.Match.Extra {
			if s.Level == d.Format.Schema.GroupLevel() && !yield(s) {
				return
			}
		}
	}
}
