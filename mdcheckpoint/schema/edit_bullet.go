package schema

import (
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// Bullet returns the text of item on one line.
func (m *Match) Bullet(item *mdcheckpoint.Item) string {
	return spelling.OneLine(m.Document.File.Slice(item.Text))
}

//go:noinline
func (m *Match) Bullets(items []*mdcheckpoint.Item) (texts []string) {
	for _, item := range items {
		texts = append(texts, m.Bullet(item))
	}
	return texts
}

func (e *Editor) addBullets(s *mdcheckpoint.Section, bullets []string) []source.Edit {
	if len(bullets) == 0 {
		return nil
	}
	edits, items := e.dropStale(&mdcheckpoint.Section{Blocks: s.Blocks}), s.Bullets()
	if len(items) == 0 {
		return append(edits, e.AddText(s, e.render(Filling{Bullets: bullets})))
	}
	return append(edits, e.AppendBullets(items[len(items)-1], bullets)...)
}

// boxed returns w with a box, such as "[ ] ", before each new bullet if the last item of its list
// has one.
func (e *Editor) boxed(w *Write) *Write {
	own := *w
	own.Parts = slices.Clone(w.Parts)
	for i, p := range own.Parts {
		items := e.Match.Bullets(w.Existing.itemsOf(p.Subsection))
		if len(items) > 0 && boxOf(items[len(items)-1]) != "" {
			own.Parts[i].Bullets = withBoxes(p.Bullets, items)
		}
	}
	return &own
}

// withBoxes puts before each bullet the box of the item with the same text. A bullet without such an
// item gets an empty box.
func withBoxes(bullets, items []string) []string {
	boxes := make(map[string]string, len(items)) // by text
	for _, item := range items {
		box := boxOf(item)
		boxes[item[len(box):]] = box
	}
	var all []string
	for _, text := range bullets {
		box, known := boxes[spelling.OneLine(text)]
		switch {
		case boxOf(text) != "":
			box = ""
		case !known:
			box = "[ ] "
		}
		all = append(all, box+text)
	}
	return all
}

// boxOf returns the box that a bullet begins with, with its space, or "".
func boxOf(text string) string {
	for _, box := range []string{"[ ] ", "[x] ", "[X] "} {
		if strings.HasPrefix(text, box) {
			return box
		}
	}
	return ""
}

// AppendBullets returns the edits that add bullets after item, in its style.
func (e *Editor) AppendBullets(item *mdcheckpoint.Item, bullets []string) []source.Edit {
	step := e.step(item)
	return []source.Edit{source.Insert(e.lineEnd(item.Span.End), e.eol()+e.indent(item)+e.like(item, step, step, bullets))}
}

// step returns 0 if item repeats the number of the item before it ("1." and "1."), and otherwise 1.
func (e *Editor) step(item *mdcheckpoint.Item) int {
	marker := e.Match.Document.File.Slice
	for _, b := range e.Match.Document.Blocks {
		if i := slices.Index(b.Items, item); i > 0 && marker(b.Items[i-1].Marker) == marker(item.Marker) {
			return 0
		}
	}
	return 1
}

// InsertBullets returns the edits that add bullets before item, in its style.
func (e *Editor) InsertBullets(item *mdcheckpoint.Item, bullets []string) []source.Edit {
	return []source.Edit{source.Insert(item.Span.Start, e.like(item, 0, 1, bullets)+e.eol()+e.indent(item))}
}

func (e *Editor) dropStale(s *mdcheckpoint.Section) (edits []source.Edit) {
	for _, comment := range s.Comments() {
		if e.stale(comment) {
			edits = append(edits, e.Drop(comment.Span, true))
		}
	}
	for _, child := range s.Children {
		edits = append(edits, e.dropStale(child)...)
	}
	return edits
}

// Drop removes span, or its lines if they contain nothing else. above removes the line ending
// before the lines instead of the last one.
func (e *Editor) Drop(span source.Span, above bool) source.Edit {
	text := e.text()
	start := strings.LastIndexAny(text[:span.Start], "\r\n") + 1
	end := e.lineEnd(span.End)
	if strings.Trim(text[start:span.Start]+text[span.End:end], " \t") != "" {
		return source.Edit{Span: span}
	}
	before := len(trimEnding(text[:start]))
	if end == len(text) { // the file has no final line ending, and must not get one
		before = len(strings.TrimRight(text[:start], " \t\r\n"))
	}
	if before < start && (above || end == len(text)) {
		return source.Edit{Span: source.Between(before, end)}
	}
	return source.Edit{Span: source.Between(start, e.NextLine(end))}
}

func trimEnding(text string) string {
	if bare, ok := strings.CutSuffix(text, "\n"); ok {
		return strings.TrimSuffix(bare, "\r")
	}
	return strings.TrimSuffix(text, "\r")
}

// NextLine returns the start of the line after offset.
func (e *Editor) NextLine(offset int) int {
	end := e.lineEnd(offset)
	rest := strings.TrimPrefix(e.text()[end:], "\r")
	return len(e.text()) - len(strings.TrimPrefix(rest, "\n"))
}

func (e *Editor) stale(b *mdcheckpoint.Block) bool {
	return e.Stale != nil && e.Stale(e.Match.Document.File.Slice(b.Span))
}

// ReplaceBullets returns the edits that replace items (at least one) with bullets.
func (e *Editor) ReplaceBullets(items []*mdcheckpoint.Item, bullets []string) []source.Edit {
	edits := []source.Edit{source.Replace(items[0].Span, e.like(items[0], 0, e.step(items[len(items)-1]), bullets))}
	for i, item := range items[1:] {
		edit := e.Drop(item.Span, false)
		if before := items[i].Span.End; strings.TrimSpace(e.text()[before:item.Span.Start]) == "" {
			edit.Span = source.Between(before, item.Span.End)
		}
		edits = append(edits, edit)
	}
	return edits
}

// NewBullets returns the texts that are not in existing, without duplicates. existing has one-line
// texts.
func NewBullets(texts, existing []string) []string {
	seen := make(map[string]bool, len(existing)+len(texts))
	for _, t := range existing {
		seen[t] = true
	}
	var add []string
	for _, t := range texts {
		if line := spelling.OneLine(t); !seen[line] {
			add, seen[line] = append(add, t), true
		}
	}
	return add
}

// like returns bullets in the style of item, the first without indentation. In a numbered list,
// first is added to the number of item, and step for each further bullet.
func (e *Editor) like(item *mdcheckpoint.Item, first, step int, bullets []string) string {
	marker := e.Match.Document.File.Slice(item.Marker)
	lines := make([]string, len(bullets))
	for i, text := range bullets {
		if item.Ordered {
			number, end := marker[:len(marker)-1], marker[len(marker)-1:]
			n, _ := strconv.Atoi(number)
			lines[i] = strconv.Itoa(n+first+step*i) + end + " " + text
		} else {
			lines[i] = marker + " " + text
		}
	}
	return strings.Join(lines, e.eol()+e.indent(item))
}

func (e *Editor) indent(item *mdcheckpoint.Item) string {
	before := e.text()[:item.Marker.Start]
	return before[len(strings.TrimRight(before, " \t")):]
}

func (e *Editor) contentEnd(s *mdcheckpoint.Section) (end int, block *mdcheckpoint.Block) {
	_, blocks := e.leading(s)
	for _, b := range slices.Backward(blocks) {
		if !isBreak(b) && !e.stale(b) {
			return b.Span.End, b
		}
	}
	return s.Heading.End, nil
}

// leadsOn reports whether b, the end of s, belongs to the section at next: a comment about it, or
// its opening tag.
func (e *Editor) leadsOn(s *mdcheckpoint.Section, b *mdcheckpoint.Block, next int) bool {
	lines := func(start, end int) int { return e.Match.Document.File.Line(end) - e.Match.Document.File.Line(start) }
	return (b.Kind == mdcheckpoint.Comment || e.opensTag(b)) && s.Own.End < len(e.text()) &&
		lines(b.Span.End, next) == 1 && lines(s.Heading.End, b.Span.Start) > 1
}

// opensTag reports whether b is a line such as <key_links>, which is a paragraph in Markdown.
func (e *Editor) opensTag(b *mdcheckpoint.Block) bool {
	text := e.Match.Document.File.Slice(b.Span)
	return b.Kind == mdcheckpoint.Paragraph && strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") && !strings.ContainsAny(text, "/ \r\n")
}

func (e *Editor) insertSubsection(g *GroupMatch, subsection *Subsection, text string) source.Edit {
	after := endOf(g.Section, g.Section.Blocks)
	for i := range g.Group.Subsections {
		sub := &g.Group.Subsections[i]
		if sub.Title == subsection.Title {
			break
		}
		if there := g.Subsection(sub.Title); there != nil {
			after = max(after, Body(there.Section).End)
		}
	}
	place := e.lineEnd(after)
	return source.Insert(place, e.eol()+e.eol()+e.Match.Schema.heading(1)+subsection.Title+text+e.tail(place))
}

// AddText adds Markdown blocks after the content directly in s.
func (e *Editor) AddText(s *mdcheckpoint.Section, text string) source.Edit {
	end, block := e.contentEnd(s)
	gap := e.eol() + e.eol()
	if block == nil {
		gap = e.Gap()
	}
	if block != nil && block.Kind == mdcheckpoint.List {
		last := block.Items[len(block.Items)-1]
		if marker := e.Match.Document.File.Slice(last.Marker); !last.Ordered &&
			e.indent(last) == "" && strings.HasPrefix(text, marker+" ") {
			gap = e.eol()
		}
	}
	place := e.lineEnd(end)
	return source.Insert(place, gap+text+e.tail(place))
}

// ReplaceBody replaces everything below the heading of s. text begins with white space, or is "".
func (e *Editor) ReplaceBody(s *mdcheckpoint.Section, text string) source.Edit {
	span := source.Between(e.lineEnd(s.Heading.End), e.lineEnd(e.end(s)))
	if text != "" {
		text += e.tail(span.End)
	}
	return source.Replace(span, text)
}
