package custom

import (
	"fmt"
	"path/filepath"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// edit returns the edit that makes the change of a file.
func edit(make func(r *Reading, read *protocol.Reader) (*Change, error)) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		f, err := format(read)
		if err != nil {
			return nil, err
		}
		if err := source.CheckSize(read.Tree, read.Main); err != nil {
			return nil, err
		}
		tree, err := read.Snapshot()
		if err != nil {
			return nil, err
		}
		r := Read(tree, read.Main, f)
		change, err := make(r, read)
		if err != nil {
			return nil, err
		}
		return r.made(change), nil
	}
}

// format returns the format of the file.
func format(read *protocol.Reader) (*Format, error) {
	if f, _ := read.Described.(*Format); f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("no format %q in the configuration for %s", read.Format, read.Main)
}

// made converts a change of the file of r.
func (r *Reading) made(c *Change) *protocol.Change {
	out := &protocol.Change{Did: c.Did, None: c.None, Archive: c.Archive}
	if c.None != "" {
		return out
	}
	f := protocol.File{Name: r.Path, After: c.After.Text()}
	out.After = c.After
	if c.Before != nil {
		f.Before, f.Exists, out.Before = c.Before.Text(), true, c.Before
	}
	out.Files = []protocol.File{f}
	out.Ledger = []claim.Entry{{Path: r.Path, Content: claim.ContentHash(f.After)}}
	return out
}

func prune(read *protocol.Reader) (*protocol.Change, error) {
	return edit(func(r *Reading, _ *protocol.Reader) (*Change, error) { return r.Prune() })(read)
}

func appendTo(a protocol.Append) protocol.Edit {
	return edit(func(r *Reading, read *protocol.Reader) (*Change, error) {
		return r.knowing(a.Group.Key).Append(appendOf(a, read))
	})
}

// appendOf returns what a asks for.
func appendOf(a protocol.Append, read *protocol.Reader) Append {
	return Append{
		Group: a.Group, Only: a.Only != nil, Value: a.Value, Parts: a.Parts, Replace: a.Replace, Force: a.Force,
		Date: read.Now.UTC().Format("2006-01-02"), Name: filepath.Base(filepath.Dir(read.File(read.Main))),
	}
}

// knowing is r, of a format with the sections that only the file has if the format has none
// with that key.
func (r *Reading) knowing(key string) *Reading {
	if r.Format.Schema.Rank(key) >= 0 || r.Document == nil {
		return r
	}
	own := r.Document.Extended()
	known := *r
	known.Format = own
	known.Document = &Document{r.Document.Document, own, own.Schema.Match(r.Document.Document)}
	return &known
}

// sections returns the sections of the format and, if none is called name, also those that
// only the file has.
func sections(read *protocol.Reader, name string) *schema.Schema {
	f, err := format(read)
	if err != nil {
		return &schema.Schema{}
	}
	if group, _, _ := f.Schema.Find(name); group != nil {
		return &f.Schema
	}
	if d := Read(read.Tree, read.Main, f).Document; d != nil {
		return &d.Extended().Schema
	}
	return &f.Schema
}

func putBack(k protocol.Kept) protocol.Edit {
	return edit(func(r *Reading, _ *protocol.Reader) (*Change, error) { return r.Restore(k.Text, k.Force) })
}
