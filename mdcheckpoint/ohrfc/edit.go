package ohrfc

import (
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Filling is the bullets for one subsection, each on one line and without a
// marker.
type Filling = schema.Filling

// RenderGroup is the text of a group with the given fillings, without a line
// ending at the end.
func RenderGroup(title string, fillings []Filling, eol string) string {
	return Format.RenderGroup(title, fillings, eol)
}

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
	text := RenderGroup(group.TitleFor(n), fillings, c.eol())
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

// AddBullets gives the edits that add bullets to a subsection of g, which is
// made if it is not there. Bullets that are there already are not added; a
// comment of the template gives way.
func (c *Checkpoint) AddBullets(g *schema.GroupMatch, f Filling) []source.Edit {
	return c.editor().Fill(g, f)
}

// ReplaceBullets gives the edits that put bullets in the place of those of a
// subsection that has some. All else in it stays.
func (c *Checkpoint) ReplaceBullets(s *schema.SubsectionMatch, bullets []string) []source.Edit {
	return c.editor().ReplaceBullets(s.Items(), bullets)
}

// insert gives the edit that puts text, a new group, into its place.
func (c *Checkpoint) insert(group *schema.Group, n int, text string) source.Edit {
	return c.editor().Insert(group, n, text)
}

func isBreak(b *mdcheckpoint.Block) bool { return b.Kind == mdcheckpoint.Break }

func (c *Checkpoint) eol() string { return c.Document.File.EOL() }

// lineEnd is [schema.LineEnd].
func (c *Checkpoint) lineEnd(offset int) source.Span {
	return schema.LineEnd(c.Document.File, offset)
}

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
