package settings

import (
	"regexp"
	"slices"
	"strconv"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Change is an edit of the settings.
type Change struct {
	Text           string
	Added, Removed []string // entries formatted by [Entry.String]
}

// Uninstall removes mdck's entries, and the lists and objects that become empty.
func (f *File) Uninstall() (Change, error) { return f.Install(nil) }

// Install makes want the only entries of mdck. The error is a [*source.Error].
func (f *File) Install(want []Entry) (Change, error) {
	var change Change
	missing := slices.Clone(want)
	for _, e := range want {
		if v := f.hooks.Get(e.Event); v != nil && v.Kind != jsondoc.Array {
			return Change{}, f.wrong(v, "hooks."+e.Event, jsondoc.Array)
		}
	}
	drop := map[*jsondoc.Value]bool{}
	for _, g := range f.groups() {
		for _, v := range g.ours() {
			i := slices.IndexFunc(missing, func(e Entry) bool { return e.Event == g.event && len(g.handlers()) == 1 && g.is(e) })
			if i >= 0 {
				missing = slices.Delete(missing, i, i+1)
				continue
			}
			matcher, _ := g.value.Get("matcher").Str()
			drop[v] = true
			change.Removed = append(change.Removed, Entry{Event: g.event, Matcher: matcher}.String())
		}
	}
	f, err := f.without(drop)
	for _, e := range missing {
		if err != nil {
			return Change{}, err
		}
		change.Added = append(change.Added, e.String())
		f, err = f.add(e)
	}
	if err != nil {
		return Change{}, err
	}
	change.Text = f.text
	return change, nil
}

func (g group) is(e Entry) bool {
	v, matcher := g.handlers()[0], g.value.Get("matcher")
	text, _ := matcher.Str()
	kind, _ := v.Get("type").Str()
	h, _ := handlerOf(v)
	words := append([]string{program}, e.Args...)
	return text == e.Matcher && (matcher == nil) == (e.Matcher == "") && kind == "command" &&
		h.Exec == e.exec && slices.Equal(h.Words, words)
}

func (f *File) without(drop map[*jsondoc.Value]bool) (*File, error) {
	if len(drop) == 0 {
		return f, nil
	}
	kept := func(v *jsondoc.Value) bool { return !drop[v] }
	var edits []source.Edit
	var emptied []string
	for _, g := range f.groups() {
		if !slices.ContainsFunc(g.handlers(), kept) && len(g.handlers()) > 0 {
			drop[g.value] = true
			continue
		}
		edits = append(edits, f.doc.Filter(kept, "hooks", g.event, strconv.Itoa(g.index), "hooks")...)
	}
	for _, m := range f.hooks.Members {
		if n := len(m.Value.Elements); n > 0 && !slices.ContainsFunc(m.Value.Elements, kept) {
			emptied = append(emptied, m.Key)
			continue
		}
		edits = append(edits, f.doc.Filter(kept, "hooks", m.Key)...)
	}
	f, err := f.edited(edits, nil)
	for _, event := range emptied {
		if err == nil {
			f, err = f.edited(f.doc.Remove("hooks", event))
		}
	}
	if err == nil && len(f.hooks.Members) == 0 {
		f, err = f.edited(f.doc.Remove("hooks"))
	}
	return f, err
}

func (f *File) add(e Entry) (*File, error) {
	switch {
	case f.hooks == nil:
		return f.edited(f.doc.Set("{"+jsondoc.Quote(e.Event)+":["+e.group()+"]}", "hooks"))
	case f.hooks.Get(e.Event) == nil:
		return f.edited(f.doc.Set("["+e.group()+"]", "hooks", e.Event))
	}
	return f.edited(f.doc.Append(e.group(), "hooks", e.Event))
}

// edited applies edits, and keeps the comments in the replaced text.
func (f *File) edited(edits []source.Edit, err error) (*File, error) {
	for i := range edits {
		e := &edits[i]
		for _, part := range regexp.MustCompile(comments).FindAllString(f.text[e.Span.Start:e.Span.End], -1) {
			if part[0] == '"' {
				continue
			}
			e.New += " " + part
			if part[1] == '/' {
				e.New += "\n"
			}
		}
	}
	if err != nil {
		return nil, err
	}
	text, err := source.Apply(f.text, edits)
	if err != nil {
		return nil, err
	}
	return Parse(f.agent.Name, f.doc.File.Name, text)
}
