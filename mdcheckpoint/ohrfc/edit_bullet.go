package ohrfc

import (
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// AddBullets gives the edits that add bullets to a subsection of g, which is
// made if it is not there. Bullets that are there already are not added; a
// comment of the template gives way.
func (c *Checkpoint) AddBullets(g *schema.GroupMatch, f Filling) []source.Edit {
	there := g.Subsection(f.Subsection.Title)
	if there == nil {
		return []source.Edit{c.newSubsection(g, f)}
	}
	bullets := missing(f.Bullets, c.Bullets(there))
	if len(bullets) == 0 {
		return nil
	}
	edits := c.dropTemplate(&mdcheckpoint.Section{Blocks: there.Section.Blocks})
	items := there.Items()
	if len(items) == 0 {
		return append(edits, c.firstBullets(there.Section, bullets))
	}
	last := items[len(items)-1]
	return append(edits, source.Edit{Span: c.lineEnd(last.Span.End), New: c.eol() + c.indent(last) + c.like(last, 1, bullets)})
}

// dropTemplate gives the edits that take the comments of the template out of s
// and what stands below it.
func (c *Checkpoint) dropTemplate(s *mdcheckpoint.Section) []source.Edit {
	var edits []source.Edit
	for _, comment := range s.Comments() {
		if !IsTemplateComment(c.Document.File.Slice(comment.Span)) {
			continue
		}
		span := c.wholeLines(comment.Span)
		if span.End == len(c.Text()) && span.End == comment.Span.End { // no line ending follows: none is left
			span.Start = len(strings.TrimSuffix(strings.TrimSuffix(c.Text()[:span.Start], "\n"), "\r"))
		}
		edits = append(edits, source.Edit{Span: span})
	}
	for _, child := range s.Children {
		edits = append(edits, c.dropTemplate(child)...)
	}
	return edits
}

// ReplaceBullets gives the edits that put bullets in the place of those of a
// subsection that has some. All else in it stays.
func (c *Checkpoint) ReplaceBullets(s *schema.SubsectionMatch, bullets []string) []source.Edit {
	items := s.Items()
	edits := []source.Edit{{Span: items[0].Span, New: c.like(items[0], 0, bullets)}}
	for i, item := range items[1:] {
		span := c.wholeLines(item.Span)
		if before := items[i].Span.End; strings.TrimSpace(c.Text()[before:item.Span.Start]) == "" {
			span = source.Span{Start: before, End: item.Span.End}
		}
		edits = append(edits, source.Edit{Span: span})
	}
	return edits
}

// missing are the texts that are neither in there nor twice in texts.
func missing(texts, there []string) []string {
	seen := make(map[string]bool, len(there)+len(texts))
	for _, t := range there {
		seen[t] = true
	}
	var add []string
	for _, t := range texts {
		if line := OneLine(t); !seen[line] {
			add, seen[line] = append(add, t), true
		}
	}
	return add
}

// like writes bullets with the indentation and marker of item, the first without
// indentation; ordered ones count on from the number of item + step.
func (c *Checkpoint) like(item *mdcheckpoint.Item, step int, bullets []string) string {
	marker := c.Document.File.Slice(item.Marker)
	lines := make([]string, len(bullets))
	for i, text := range bullets {
		if item.Ordered {
			number, end := marker[:len(marker)-1], marker[len(marker)-1:]
			n, _ := strconv.Atoi(number)
			lines[i] = strconv.Itoa(n+step+i) + end + " " + text
		} else {
			lines[i] = marker + " " + text
		}
	}
	return strings.Join(lines, c.eol()+c.indent(item))
}

// indent is the white space before the marker of item.
func (c *Checkpoint) indent(item *mdcheckpoint.Item) string {
	before := c.Text()[:item.Marker.Start]
	return before[len(strings.TrimRight(before, " \t")):]
}

func (c *Checkpoint) firstBullets(s *mdcheckpoint.Section, bullets []string) source.Edit {
	after, eol := s.Heading.End, c.eol()
	text, next := "", s.Own.End
	for _, b := range slices.Backward(s.Blocks) {
		if c.leadsOn(s, b, next) {
			next = b.Span.Start
			continue
		}
		if !isBreak(b) && !IsTemplateComment(c.Document.File.Slice(b.Span)) {
			after, text = b.Span.End, eol
			break
		}
	}
	for _, b := range bullets {
		text += eol + "- " + b
	}
	return source.Edit{Span: c.lineEnd(after), New: text}
}

// leadsOn reports whether b, a block of s, is a comment on what follows s: it
// stands directly above the next heading, or above another such comment at next,
// and not directly below its own heading.
func (c *Checkpoint) leadsOn(s *mdcheckpoint.Section, b *mdcheckpoint.Block, next int) bool {
	lines := func(start, end int) int { return c.Document.File.Line(end) - c.Document.File.Line(start) }
	return b.Kind == mdcheckpoint.Comment && s.Own.End < len(c.Text()) &&
		lines(b.Span.End, next) == 1 && lines(s.Heading.End, b.Span.Start) > 1
}

// newSubsection puts a subsection behind those of the format that belong before
// it, else behind what stands directly below the heading of the group.
func (c *Checkpoint) newSubsection(g *schema.GroupMatch, f Filling) source.Edit {
	eol := c.eol()
	after := ownEnd(g.Section)
	for i := range g.Group.Subsections {
		sub := &g.Group.Subsections[i]
		if sub == f.Subsection {
			break
		}
		if there := g.Subsection(sub.Title); there != nil {
			after = max(after, schema.Body(there.Section).End)
		}
	}
	text := eol + eol + "### " + f.Subsection.Title
	for _, b := range missing(f.Bullets, nil) {
		text += eol + "- " + b
	}
	return source.Edit{Span: c.lineEnd(after), New: text}
}

// wholeLines is a block with the rest of its lines, the line ending included, if
// nothing else stands there.
func (c *Checkpoint) wholeLines(s source.Span) source.Span {
	lines := c.Document.File.LinesOf(s)
	text := c.Document.File.Text
	if strings.TrimSpace(text[lines.Start:s.Start]+text[s.End:lines.End]) == "" {
		return lines
	}
	return s
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
