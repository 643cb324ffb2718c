package lsp

import (
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll.mdck"
)

// wanted reports whether the client wants a kind of code action. "source" includes "source.fixAll".
func wanted(kinds []string, kind string) bool {
	return len(kinds) == 0 || slices.ContainsFunc(kinds, func(o string) bool { return o == "" || kind == o || strings.HasPrefix(kind, o+".") })
}

func (s *Server) codeActions(p *actionParams) (any, error) {
	all := []codeAction{}
	d := s.open(p.TextDocument.URI)
	if d == nil {
		return all, nil
	}
	j, _ := s.check(d) // the findings include the errors
	if j == nil {
		return all, nil
	}
	m, fixable := newMapper(j.file), false
	for i := range j.found {
		f := &j.found[i]
		if f.Fix == nil || len(f.Fix.Archive) > 0 { // an editor cannot archive text
			continue
		}
		fixable = true
		at := newDiagnostic(f, m)
		if wanted(p.Context.Only, quickFix) && touch(at.Range, p.Range) {
			all = append(all, s.quickFix(d, f, at))
		}
	}
	if fixable && wanted(p.Context.Only, fixAll) {
		a, err := s.fixAll(d, j)
		if err != nil {
			return nil, failed(err)
		}
		if a != nil {
			all = append(all, *a)
		}
	}
	return all, nil
}

func failed(err error) error { return failure(requestFailed, err) }

func touch(a, b span) bool { return !before(a.End, b.Start) && !before(b.End, a.Start) }

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

func (s *Server) quickFix(d *document, f *lint.Diagnostic, at diagnostic) codeAction {
	edits := map[string][]source.Edit{}
	for _, e := range f.Fix.Edits {
		name := cmp.Or(e.Path, f.Path)
		edits[name] = append(edits[name], e.Edit)
	}
	texts := map[string]string{}
	for name := range edits {
		if file := f.Files[name]; file != nil {
			texts[name] = file.Text
		}
	}
	return codeAction{
		Title: "Fix " + f.Rule.ID + ": " + report.Fit(f.Message, 80), Kind: quickFix,
		Diagnostics: []diagnostic{at}, IsPreferred: true, Edit: s.edit(d, edits, texts),
	}
}

// fixAll returns the action that applies all fixes, or nil. If a fix would archive text, only those
// of mdck fmt apply.
func (s *Server) fixAll(d *document, j *checked) (*codeAction, error) {
	in := j.in
	fixed, err := lint.FixAll(in, time.Time{})
	if err == nil && len(fixed.Archive) > 0 {
		in.Alone = true
		fixed, err = lint.FixAll(in, time.Time{})
	}
	if err != nil || len(fixed.Texts) == 0 {
		return nil, err
	}
	edits, texts := map[string][]source.Edit{}, map[string]string{}
	for name, after := range fixed.Texts {
		raw, err := fs.ReadFile(j.in.Tree, name)
		if err != nil {
			return nil, err
		}
		texts[name] = string(raw)
		if all := editsOf(texts[name], after); len(all) > 0 {
			edits[name] = all
		}
	}
	if len(edits) == 0 {
		return nil, nil
	}
	return &codeAction{
		Title: "Fix all problems that mdck can fix", Kind: fixAll, Edit: s.edit(d, edits, texts),
	}, nil
}

// edit returns a workspace edit. The keys of both maps are paths in the tree of d.
func (s *Server) edit(d *document, edits map[string][]source.Edit, texts map[string]string) *workspaceEdit {
	out, t := &workspaceEdit{}, d.target
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(edits)), func(name string) bool { return name == t.Path })
	for _, name := range append([]string{t.Path}, others...) {
		if len(edits[name]) == 0 {
			continue
		}
		path := t.File(name)
		id, mapped, open := versionedID{URI: jsondoc.Exact(uriOf(path))}, newFileMapper, d
		if path != d.path {
			open = s.at(path)
		}
		if open != nil {
			id, mapped = versionedID{URI: jsondoc.Exact(open.uri), Version: &open.version}, newMapper
		}
		all := textEdits(mapped(source.NewFile(name, texts[name])), edits[name])
		out.DocumentChanges = append(out.DocumentChanges, documentEdit{id, all})
	}
	return out
}

func (s *Server) format(p *documentParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	in, _, err := s.input(d)
	if in == nil && err == nil {
		return nil, nil
	}
	if err == nil {
		if err = d.target.Parse(d.text); !lint.Unusable(err) {
			err = nil
		}
	}
	fixed := ""
	if err == nil {
		fixed, _, err = workspace.Fix(*in, d.text)
	}
	if err != nil {
		return nil, failed(err)
	}
	return textEdits(newMapper(source.NewFile(d.target.Path, d.text)), editsOf(d.text, fixed)), nil
}
