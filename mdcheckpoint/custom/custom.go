// Package custom is the protocol "format": Markdown files that a project describes in its
// configuration. They get the same checks and edits as the files of the other protocols.
package custom

import (
	"io/fs"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Format is a project's description of some of its files. It is immutable, and safe for
// concurrent use.
type Format struct {
	Name    string   // name for --as: lower-case letters, digits and hyphens
	Files   []string // path patterns, relative to the directory of the configuration
	Schema  schema.Schema
	Ordered bool // the sections must be in the order of the schema
	Closed  bool // sections must be in the schema
}

// A Document is a file with a [Format]. It is immutable.
type Document struct {
	*mdcheckpoint.Document
	Format *Format
	Match  *schema.Match
}

// Parse parses text, the file at the path name. Its errors are those of [mdcheckpoint.Parse].
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
	Files    map[string]*source.File // has Path, if the file was read
	Faults   map[string]error        // why the file cannot be used, by Path
	Document *Document               // nil if there is a fault or no file
}

// Read reads the file at path in tree. If the file is too large, Files has only its start.
func Read(tree fs.FS, path string, f *Format) *Reading {
	r := &Reading{Format: f, Path: path, Files: map[string]*source.File{}, Faults: map[string]error{}}
	r.Document = source.Load(tree, path, r.Files, r.Faults, func(name, text string) (*Document, error) { return Parse(f, name, text) })
	return r
}

func (d *Document) unnamed() (all []*mdcheckpoint.Section) {
	for _, s := range d.Match.Extra {
		if s.Level == d.Format.Schema.GroupLevel() {
			all = append(all, s)
		}
	}
	return all
}
