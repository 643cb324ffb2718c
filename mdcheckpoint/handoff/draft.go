package handoff

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A draft is a note during an edit. Each step parses the note again.
type draft struct {
	*Note
	begun   *Note
	changed []string // keys of the sections, perhaps repeated
	did     []string
	notes   []string
}

//go:noinline
func (d *draft) doing(format string, args ...any) {
	d.did = append(d.did, fmt.Sprintf(format, args...))
}

//go:noinline
func (d *draft) say(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

func (d *draft) apply(key string, want []string, edits ...source.Edit) error {
	after, err := d.editor().Apply(edits)
	if err != nil {
		return err
	}
	d.Note = read(after.Match, d.kept)
	if got := lines(d.Entries[key]); !slices.Equal(got, want) {
		return protocol.BadRequest("put code between backticks, or edit the file by hand", "the section %q would be parsed as %q; expected %q", groupOf(key).Title, got, want)
	}
	d.changed = append(d.changed, key)
	return nil
}

func (d *draft) add(key, line, nested string, front bool) error {
	line = d.marked(key, line)
	want := lines(d.Entries[key])
	if front {
		want = slices.Insert(want, 0, line)
	} else {
		want = append(want, line)
	}
	return d.apply(key, want, d.addition(key, line+d.withEOL(nested), front)...)
}

// addFront adds one or more entries before those of the section key.
func (d *draft) addFront(key string, added []Entry) error {
	last := added[len(added)-1]
	if err := d.add(key, last.Text, last.Nested, true); err != nil || len(added) == 1 {
		return err
	}
	var want, bullets []string
	for _, e := range added[:len(added)-1] {
		line := d.marked(key, e.Text)
		want = append(want, line)
		bullets = append(bullets, line+d.withEOL(e.Nested))
	}
	all := d.Entries[key]
	return d.apply(key, append(want, lines(all)...), d.editor().InsertBullets(all[0].Item, bullets)...)
}

func (d *draft) withEOL(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", d.Document.File.EOL())
}

// marked returns line with the box or tick of the tasks in its section or, if there are none, of
// other tasks.
func (d *draft) marked(key, line string) string {
	if !slices.Contains(taskKeys, key) || leadingMark(line) != "" {
		return line
	}
	for _, key2 := range append([]string{key}, taskKeys...) {
		if all := d.begun.Entries[key2]; len(all) > 0 {
			return markOf(key, leadingMark(all[len(all)-1].Line)) + line
		}
	}
	return line
}

var taskKeys = []string{nextKey, pendingKey, doneKey}

// markOf returns the mark of a new task in the section key. mark is that of another task.
func markOf(key, mark string) string {
	switch isBox := strings.HasPrefix(mark, "["); {
	case key != doneKey && isBox:
		return "[ ] "
	case key != doneKey:
		return ""
	case isBox:
		return "[x] "
	}
	return mark
}

func (d *draft) addition(key, text string, front bool) []source.Edit {
	var at schema.Entries
	if all := d.Entries[key]; len(all) > 0 {
		at.First, at.Last = &all[0].Place, &all[len(all)-1].Place
	}
	if none := d.nothing[key]; len(none) > 0 {
		at.None = &none[0].Place
	}
	return d.editor().AddEntries(key, at, []string{text}, front)
}

func (d *draft) remove(e *Entry) error {
	all, edit := d.Entries[e.Key], source.Replace(source.Between(e.Body.Start, e.Span.End), none)
	if len(all) > 1 {
		edit = d.drop(all, slices.IndexFunc(all, func(other Entry) bool { return other.Span == e.Span }))
	}
	want := lines(d.Entries[e.Key])
	i := slices.Index(want, e.Line)
	return d.apply(e.Key, slices.Delete(want, i, i+1), edit)
}

// removeOthers removes the entries of the section key except id.
func (d *draft) removeOthers(key, id string) error {
	all := d.Entries[key]
	var want []string
	var edits []source.Edit
	end := 0
	for i, e := range all {
		if i == 0 || e.is(id) {
			want = append(want, e.Line)
			continue
		}
		edit := d.drop(all, i)
		edit.Span.Start = max(edit.Span.Start, end)
		edits, end = append(edits, edit), edit.Span.End
	}
	if len(edits) > 0 {
		if err := d.apply(key, want, edits...); err != nil {
			return err
		}
	}
	if len(want) == 0 || d.Entries[key][0].is(id) {
		return nil
	}
	return d.remove(&d.Entries[key][0])
}

// drop returns the edit that removes all[i], one of several.
func (d *draft) drop(all []Entry, i int) source.Edit {
	e := &all[i]
	whole, gap := e.Span, source.Between(e.Span.End, e.Span.Start)
	if i == 0 {
		gap.End = all[1].Span.Start
		whole.End = gap.End
	} else {
		gap.Start = all[i-1].Span.End
		whole.Start = gap.Start
	}
	if strings.TrimSpace(d.slice(gap)) != "" {
		return d.editor().Drop(e.Span, i > 0)
	}
	return source.Edit{Span: whole}
}

// dropNothing returns the edit that removes a text such as (none).
func (d *draft) dropNothing(e *Entry) source.Edit {
	above := strings.TrimRight(d.text()[:e.Span.Start], " \t\r\n")
	below := strings.TrimLeft(d.text()[e.Span.End:], " \t")
	return source.Edit{Span: source.Between(len(above), len(d.text())-len(below))}
}

// rewrite replaces the line of e, and keeps its nested text.
func (d *draft) rewrite(e *Entry, line string) error {
	want := lines(d.Entries[e.Key])
	want[slices.Index(want, e.Line)] = line
	return d.apply(e.Key, want, source.Replace(e.Body, line))
}

func (d *draft) take(id string) (nested string, found bool, err error) {
	for _, key := range []string{nextKey, pendingKey} {
		for e := find(d.Entries[key], id); e != nil && err == nil; e = find(d.Entries[key], id) {
			nested, found = nested+e.Nested, true
			err = d.remove(e)
		}
	}
	return nested, found, err
}

func (d *draft) promote() error {
	if len(d.Entries[nextKey]) > 0 {
		return nil
	}
	open := d.open(pendingKey)
	if len(open) == 0 {
		return nil
	}
	next := open[0]
	if err := d.remove(&next); err != nil {
		return err
	}
	d.doing("next action is %q", next.Text)
	return d.add(nextKey, next.Text, next.Nested, false)
}

// verify returns an error if Markdown now reads other text of the note differently.
func (d *draft) verify() error {
	if open := d.Document.Unclosed; len(open) > len(d.begun.Document.Unclosed) {
		return protocol.BadRequest("put code between backticks", "the text opens a block and does not close it")
	}
	if err := schema.CheckOthersIntact(d.begun.Match, d.Match, d.changed); err != nil {
		return protocol.BadRequest("", "%v", err)
	}
	return nil
}

func newNote() string {
	text := "# " + noteTitle + "\n"
	for _, g := range written().Groups {
		text += "\n## " + g.Title + "\n\n" + none + "\n"
	}
	return text
}

// isOurs reports whether mdck wrote text. Other tools use the same title.
func isOurs(text string) bool {
	d, err := mdcheckpoint.Parse("", text)
	if err != nil {
		return strings.Contains(text, byDesign)
	}
	n := read(matchNote(d), nil)
	next := n.first(nextKey)
	named := next != nil && spelling.FoldTitle(next.Section.Title) == spelling.FoldTitle(next.Group.Title)
	return n.Facts.known() || named && n.Title != nil && n.Title.Level == 1 && isTitle(n.Title.Title)
}

func isTitle(title string) bool {
	rest, ok := strings.CutPrefix(spelling.FoldTitle(title), spelling.FoldTitle(noteTitle))
	return ok && (rest == "" || rest[0] == ':')
}
