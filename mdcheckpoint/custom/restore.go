package custom

import (
	"fmt"
	"io/fs"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Restore makes the change that puts text, an archived section, back to its place. It
// is refused where that section is there, or newer ones leave it no room unless force
// says that it is to stay all the same.
func (r *Reading) Restore(text string, force bool) (*protocol.Change, error) {
	switch {
	case r.Fault != nil:
		return nil, r.Fault
	case r.Document == nil:
		return nil, &fs.PathError{Op: "open", Path: r.Path, Err: fs.ErrNotExist}
	}
	d := r.Document
	if err := d.CheckClosed(); err != nil {
		return nil, err
	}
	kept, err := Parse(r.Format, "the archived text", text)
	if err != nil {
		return nil, err
	}
	if len(kept.Match.Groups) != 1 || len(kept.Unclosed) > 0 {
		return nil, notOne(kept)
	}
	g := kept.Match.Groups[0]
	for _, there := range d.Match.All(g.Group.Key) {
		if there.N == g.N && schema.Fold(there.Value) == schema.Fold(g.Value) {
			return nil, protocol.BadRequest("--print prints the archived one", "%q is there already", there.Section.Title)
		}
	}
	w := &writing{Append: protocol.Append{Group: g.Group, Value: g.Value}, before: d, title: g.Section.Title, n: g.N}
	body := strings.ReplaceAll(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n", d.File.EOL())
	after, err := d.applied([]source.Edit{w.insert(body)})
	if err != nil {
		return nil, err
	}
	if err := w.verify(after); err != nil {
		return nil, err
	}
	if len(after.Surplus()) > len(d.Surplus()) && !force {
		return nil, protocol.Refusal("--force puts it back all the same", "with %q more are there than the %d that are kept", g.Section.Title, g.Group.Keep)
	}
	return r.change(after, fmt.Sprintf("put %q back", g.Section.Title), nil), nil
}

// notOne refuses an archived text that is not one section.
func notOne(kept *Document) error {
	if n := len(kept.Match.Groups); n > 1 {
		hint := "--archive SECTION takes one back, such as " + schema.Slug(kept.Match.Groups[n-1].Section.Title)
		return protocol.BadRequest(hint, "the archived text holds %d sections, want one of them", n)
	}
	return protocol.BadRequest("--print prints it", "the archived text is not one section of the format")
}
