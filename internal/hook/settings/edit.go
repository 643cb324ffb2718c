package settings

import (
	"slices"
	"strconv"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Change is what an edit made of the settings.
type Change struct {
	Text                    string
	Added, Changed, Removed []string // what was done, as [Entry.String] has it
}

// Uninstall takes the entries of mdck out, and the containers that hold nothing
// else and were not there, empty, before Install.
func (f *File) Uninstall() (Change, error) {
	p := plan{file: f, drop: map[*jsondoc.Value]bool{}}
	for _, g := range f.groups() {
		p.remove(g, g.ours())
	}
	return p.apply(nil)
}

// Install makes want the entries of mdck: what is missing is added behind the
// entries of others, what is there in another form is brought into this one in
// its place, what is there but not wanted is taken out. A timeout and other keys
// that were added to an entry stay.
//
// An event that holds something other than a list is a [*source.Error], and so
// are settings that get too large.
func (f *File) Install(want []Entry) (Change, error) {
	p := plan{file: f, drop: map[*jsondoc.Value]bool{}}
	missing := slices.Clone(want)
	for _, e := range want {
		if v := f.hooks.Get(e.Event); v != nil && v.Kind != jsondoc.Array {
			return Change{}, f.wrong(v, "hooks."+e.Event, jsondoc.Array)
		}
	}
	for _, g := range p.settle(&missing) {
		i := slices.IndexFunc(missing, func(e Entry) bool { return e.Event == g.event })
		if i < 0 {
			p.remove(g, g.ours())
			continue
		}
		if err := p.reshape(g, missing[i]); err != nil {
			return Change{}, err
		}
		missing = slices.Delete(missing, i, i+1)
	}
	return p.apply(missing)
}

// A plan is a change of a File that grows.
type plan struct {
	file   *File
	edits  []source.Edit
	drop   map[*jsondoc.Value]bool
	change Change
}

// settle strikes from missing what is there as it should be, and gives the groups
// that hold other entries of mdck. A group that others share cannot be given
// another matcher, so the entries in it go.
func (p *plan) settle(missing *[]Entry) (free []group) {
	for _, g := range p.file.groups() {
		ours := g.ours()
		switch {
		case len(ours) == 0:
		case !g.whole():
			p.remove(g, ours)
		default:
			i := slices.IndexFunc(*missing, func(e Entry) bool { return e.Event == g.event && len(ours) == 1 && g.is(e) })
			if i < 0 {
				free = append(free, g)
				continue
			}
			*missing = slices.Delete(*missing, i, i+1)
		}
	}
	return free
}

// is reports whether the one handler of g, and its matcher, are those of e.
func (g group) is(e Entry) bool {
	v, matcher := g.handlers()[0], g.value.Get("matcher")
	text, _ := matcher.Str()
	kind, _ := v.Get("type").Str()
	h, _ := handlerOf(v)
	words := append([]string{program}, e.Args...)
	return text == e.Matcher && (matcher == nil) == (e.Matcher == "") && kind == "command" &&
		h.Exec == e.exec && slices.Equal(h.Words, words)
}

// reshape makes g the entry e, and drops further handlers of ours in it.
func (p *plan) reshape(g group, e Entry) error {
	edits, err := p.file.reshaped(g, e)
	if err != nil {
		return err
	}
	p.edits = append(p.edits, edits...)
	for _, v := range g.ours()[1:] {
		p.drop[v] = true
	}
	p.change.Changed = append(p.change.Changed, e.String())
	return nil
}

func (p *plan) remove(g group, ours []*jsondoc.Value) {
	matcher, _ := g.value.Get("matcher").Str()
	for _, v := range ours {
		p.drop[v] = true
		p.change.Removed = append(p.change.Removed, Entry{Event: g.event, Matcher: matcher}.String())
	}
}

// reshaped are the edits that make the first handler of g, and its matcher, those
// of e.
func (f *File) reshaped(g group, e Entry) ([]source.Edit, error) {
	matcher := ""
	if e.Matcher != "" {
		matcher = jsondoc.Quote(e.Matcher)
	}
	command, args := e.command()
	at := []string{"hooks", g.event, strconv.Itoa(g.index)}
	handler := slices.Concat(at, []string{"hooks", "0"})
	var all []source.Edit
	for _, s := range []struct {
		value string // "" for none
		path  []string
	}{
		{matcher, append(slices.Clone(at), "matcher")},
		{`"command"`, append(slices.Clone(handler), "type")},
		{command, append(slices.Clone(handler), "command")},
		{args, append(slices.Clone(handler), "args")},
	} {
		set := func(path ...string) ([]source.Edit, error) { return f.doc.Set(s.value, path...) }
		if s.value == "" {
			set = f.doc.Remove
		}
		edits, err := set(s.path...)
		if err != nil {
			return nil, err
		}
		all = append(all, edits...)
	}
	return all, nil
}

// apply makes the planned edits, and then adds the entries that are missing.
func (p *plan) apply(missing []Entry) (Change, error) {
	text, err := p.file.apply(append(p.edits, p.file.cut(p.drop)...))
	for _, e := range missing {
		if err != nil {
			return Change{}, err
		}
		p.change.Added = append(p.change.Added, e.String())
		text, err = p.file.add(text, e)
	}
	if err == nil {
		_, err = p.file.edited(text) // settings that got too large are not written
	}
	p.change.Text = text
	return p.change, err
}

// edited is f with another text.
func (f *File) edited(text string) (*File, error) {
	return Parse(f.agent.Name, f.doc.File.Name, text)
}

// add puts e behind what text has.
func (f *File) add(text string, e Entry) (string, error) {
	f, err := f.edited(text)
	if err != nil {
		return "", err
	}
	list := f.hooks.Get(e.Event)
	var edits []source.Edit
	in := list // what gets another item
	switch {
	case f.hooks == nil:
		in = f.doc.Root
		edits, err = f.doc.Set("{"+jsondoc.Quote(e.Event)+":["+e.group()+"]}", "hooks")
	case list == nil:
		in = f.hooks
		edits, err = f.doc.Set("["+e.group()+"]", "hooks", e.Event)
	default:
		edits, err = f.doc.Append(e.group(), "hooks", e.Event)
	}
	if err != nil {
		return "", err
	}
	if len(items(in)) == 0 {
		edits[0] = f.marked(in, edits[0])
	}
	return f.apply(edits)
}
