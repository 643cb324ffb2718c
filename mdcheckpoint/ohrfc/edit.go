package ohrfc

import (
	"strings"

	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Filling is the bullets for one subsection, each on one line and without a
// marker.
type Filling = schema.Filling

// Rank is the place of the group with that key in the order of the format.
func Rank(key string) int { return Format.Rank(key) }

// editor makes the edits that know nothing of the protocol but its format, whose
// template has thematic breaks.
func (c *Checkpoint) editor() *schema.Editor {
	return &schema.Editor{Match: c.Match, Stale: IsTemplateComment, Breaks: true}
}

// PutGroup gives the edit that writes a group: in place of the one that is
// there with that key and number, or where the order of the format wants it.
func (c *Checkpoint) PutGroup(group *schema.Group, n int, fillings []Filling) source.Edit {
	text := Format.RenderGroup(group.TitleFor(n), fillings, c.eol())
	if there := c.Match.Group(group.Key, n); there != nil {
		return source.Edit{Span: there.Body(), New: text}
	}
	return c.insert(group, n, text)
}

// RemoveGroup gives the edit that takes a group out, with what parts it from
// the section before it.
func (c *Checkpoint) RemoveGroup(g *schema.GroupMatch) source.Edit {
	return c.editor().RemoveGroup(g)
}

// insert gives the edit that puts text, a new group, into its place.
func (c *Checkpoint) insert(group *schema.Group, n int, text string) source.Edit {
	return c.editor().Insert(group, n, text)
}

func (c *Checkpoint) eol() string { return c.Document.File.EOL() }

// IsTemplateComment reports whether a comment is one that the template of the
// protocol, or a skeleton of ours, put there to say what belongs in its place.
func IsTemplateComment(text string) bool {
	body, ok := strings.CutPrefix(text, "<!--")
	if !ok || strings.Index(body, "-->") != len(body)-len("-->") {
		return false // or something stands behind it in its line
	}
	body = strings.ToLower(OneLine(strings.TrimSuffix(body, "-->")))
	if strings.HasPrefix(body, "resolved:") || strings.HasPrefix(body, "per major dec") || strings.HasPrefix(body, "appended per round") {
		return true
	}
	number, rest, _ := strings.Cut(body, " ")
	return strings.HasPrefix(rest, "bullet") && strings.Trim(number, "0123456789-–") == "" && number != ""
}
