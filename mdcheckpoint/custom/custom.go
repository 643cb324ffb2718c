// Package custom is the protocol "format": Markdown files that a project describes in its
// configuration. They are described with [schema.Schema] and get the same checks and edits as the
// files of the other protocols.
package custom

import (
	"errors"
	"io/fs"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Format is a project's description of some of its files. It must not be changed, and is safe for
// concurrent use.
type Format struct {
	Name    string   // name for --as: lower-case letters, digits and hyphens
	Files   []string // path patterns with slashes, relative to the directory of the configuration
	Schema  schema.Schema
	Ordered bool // the sections must be in the order of the schema
	Closed  bool // sections that are not in the schema are not allowed
}

// A Document is a file with a [Format]. Edits do not change it.
type Document struct {
	*mdcheckpoint.Document
	Format *Format
	Match  *schema.Match
}

// Parse parses text, the file at the path name, as a file with the format f. The error is that of
// [mdcheckpoint.Parse].
func Parse(f *Format, name, text string) (*Document, error) {
	d, err := mdcheckpoint.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return &Document{Document: d, Format: f, Match: f.Schema.Match(d)}, nil
}

type Reading struct {
	Format   *Format
	Path     string
	File     *source.File // nil if the file could not be read at all
	Fault    error        // reason why the file cannot be used; nil if it can be used or does not exist
	Document *Document    // nil if the file cannot be used or does not exist
}

// Read reads the file at path in tree. If the file is too large, File contains only its start, as
// in [source.ReadFile].
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

// unnamed returns the sections that the format does not have, among those at the level of its
// groups.
func (d *Document) unnamed() (all []*mdcheckpoint.Section) {
	for _, s := range d.Match.Extra {
		if s.Level == d.Format.Schema.GroupLevel() {
			all = append(all, s)
		}
	}
	return all
}
