package custom

import (
	"fmt"
	"path/filepath"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

func edit(make func(r *Reading, read *protocol.Reader) (*protocol.Change, error)) protocol.Edit {
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
		return make(Read(tree, read.Main, f), read)
	}
}

func format(read *protocol.Reader) (*Format, error) {
	if f, _ := read.Described.(*Format); f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("the configuration for %s has no format %q", read.Format, read.Main)
}

func (r *Reading) change(after *Document, did string, archive []source.Named) *protocol.Change {
	f := protocol.File{Name: r.Path, After: after.Text()}
	out := &protocol.Change{Did: did, Archive: archive, After: after}
	if d := r.Document; d != nil {
		f.Before, f.Exists = d.Text(), true
		out.Before = d
	}
	out.AddFile(f)
	return out
}

func prune(read *protocol.Reader) (*protocol.Change, error) {
	return edit(func(r *Reading, _ *protocol.Reader) (*protocol.Change, error) { return r.Prune() })(read)
}

func appendTo(a protocol.Append) protocol.Edit {
	return edit(func(r *Reading, read *protocol.Reader) (*protocol.Change, error) {
		name := filepath.Base(filepath.Dir(read.File(read.Main)))
		today := read.Now.UTC().Format("2006-01-02")
		return r.knowing(a.Group.Key).Append(a, today, name)
	})
}

// knowing returns r. If only the file has the section key, it returns a copy whose format has it too.
func (r *Reading) knowing(key string) *Reading {
	if r.Format.Schema.Rank(key) >= 0 || r.Document == nil {
		return r
	}
	own := r.Document.extended()
	known := *r
	known.Format = own
	text := r.Document.Document
	known.Document = &Document{text, own, own.Schema.Match(text)}
	return &known
}

func sections(read *protocol.Reader, name string) *schema.Schema {
	f, err := format(read)
	if err != nil {
		return &schema.Schema{}
	}
	group, _, _ := f.Schema.Find(name)
	if group != nil {
		return &f.Schema
	}
	if d := Read(read.Tree, read.Main, f).Document; d != nil {
		return &d.extended().Schema
	}
	return &f.Schema
}

func putBack(k protocol.Kept) protocol.Edit {
	return edit(func(r *Reading, _ *protocol.Reader) (*protocol.Change, error) { return r.Restore(k.Text, k.Force) })
}
