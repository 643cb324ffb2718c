package mdcheckpoint

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"mdck/mdcheckpoint/source"
)

const white = " \t\r\n"

// A builder builds a Document. Its integers are offsets in the body; its spans are in the file.
type builder struct {
	body body
	ends map[ast.Node]text.Segment
	doc  *Document
}

func (b *builder) document(root ast.Node) {
	d := b.doc
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		block, _ := b.block(n)
		d.Blocks = append(d.Blocks, block)
		if h, ok := n.(*ast.Heading); ok {
			block.Section = b.section(h, block)
			d.Sections = append(d.Sections, block.Section)
		} else if len(d.Sections) > 0 {
			s := d.Sections[len(d.Sections)-1]
			s.Blocks = append(s.Blocks, block)
		}
	}
	d.linkSections()
}

// section returns the section of a heading. linkSections completes it.
func (b *builder) section(h *ast.Heading, block *Block) *Section {
	line := bytes.LastIndexByte(b.body.bytes[:h.Pos()], '\n') + 1
	s := &Section{Level: h.Level, Heading: block.Span, Setext: isSetext(h)}
	s.Own.Start = b.body.offset(line)
	s.TitleSpan = b.titleSpan(h, s.Heading.End)
	s.Title = b.doc.File.Slice(s.TitleSpan)
	if s.Setext && h.Lines().Len() > 1 {
		s.Title = b.joinLines(h.Lines())
	}
	return s
}

func (b *builder) titleSpan(h *ast.Heading, end int) source.Span {
	if lines := h.Lines(); lines.Len() > 0 {
		return b.body.span(lines.At(0).Start, b.linesEnd(lines, h.Pos()))
	}
	place := b.body.offset(h.Pos() + h.Level)
	if place < end {
		place++ // skip the space before closing #s
	}
	return source.Between(place, place)
}

func (b *builder) joinLines(lines *text.Segments) string {
	all := make([]string, lines.Len())
	for i := range all {
		line := lines.At(i)
		all[i] = strings.Trim(b.doc.File.Slice(b.body.span(line.Start, line.Stop)), white)
	}
	return strings.Join(all, " ")
}

func (d *Document) linkSections() {
	all := len(d.File.Text)
	d.Preamble.End = all
	var open []*Section
	closeDownTo := func(level, end int) {
		for len(open) > 0 && open[len(open)-1].Level >= level {
			open[len(open)-1].Span.End = end
			open = open[:len(open)-1]
		}
	}
	for i, s := range d.Sections {
		s.Own.End, s.Span = all, s.Own
		if i == 0 {
			d.Preamble.End = s.Own.Start
		} else {
			d.Sections[i-1].Own.End = s.Own.Start
		}
		closeDownTo(s.Level, s.Own.Start)
		if len(open) > 0 {
			s.Parent = open[len(open)-1]
			s.Parent.Children = append(s.Parent.Children, s)
		}
		open = append(open, s)
	}
	closeDownTo(0, all)
}

func (b *builder) blocks(parent ast.Node, end int) ([]*Block, int) {
	var blocks []*Block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		block, last := b.block(n)
		blocks = append(blocks, block)
		end = max(end, last)
	}
	return blocks, end
}

func (b *builder) block(n ast.Node) (*Block, int) {
	block, start, end := &Block{Closed: true}, n.Pos(), 0
	switch n := n.(type) {
	case *ast.Heading:
		block.Kind, end = Heading, b.headingEnd(n)
	case *ast.ThematicBreak:
		block.Kind, end = Break, b.lineEnd(start)
	case *ast.FencedCodeBlock:
		block.Kind = Code
		end = b.fence(n, block)
	case *ast.CodeBlock:
		block.Kind, end = Code, b.linesEnd(n.Lines(), start)
	case *ast.HTMLBlock:
		end = b.html(n, block)
	case *ast.List:
		block.Kind = List
		block.Items, end = b.items(n)
	case *ast.Blockquote:
		block.Kind = Quote
		block.Blocks, end = b.blocks(n, b.segmentEnd(b.ends[n]))
	default: // *ast.Paragraph
		end = b.linesEnd(n.Lines(), start)
	}
	block.Span = b.body.span(start, end)
	if !block.Closed {
		b.doc.Unclosed = append(b.doc.Unclosed, block)
	}
	return block, end
}

func (b *builder) items(list *ast.List) ([]*Item, int) {
	items := make([]*Item, 0, list.ChildCount())
	end := 0
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		var item *Item
		item, end = b.item(n, list.IsOrdered())
		items = append(items, item)
	}
	return items, end
}

func (b *builder) item(n ast.Node, ordered bool) (*Item, int) {
	start := n.Pos()
	marker := start + 1
	if ordered {
		marker += bytes.IndexAny(b.body.bytes[start:], ".)")
	}
	item := &Item{Ordered: ordered, Marker: b.body.span(start, marker)}
	blocks, end := b.blocks(n, marker)
	item.Blocks, item.Span = blocks, b.body.span(start, end)
	item.Text = source.Between(item.Marker.End, item.Span.End)
	if len(blocks) > 0 {
		item.Text.Start = blocks[0].Span.Start
	}
	return item, end
}

func (b *builder) headingEnd(h *ast.Heading) int {
	if !isSetext(h) {
		return b.lineEnd(h.Pos())
	}
	last := h.Lines().At(h.Lines().Len() - 1)
	underline := last.Start + bytes.IndexByte(b.body.bytes[last.Start:], '\n') + 1
	return b.lineEnd(underline)
}

// isSetext reports whether h is a setext heading, whose text starts where the heading starts.
func isSetext(h *ast.Heading) bool {
	return h.Lines().Len() > 0 && h.Lines().At(0).Start == h.Pos()
}

func (b *builder) fence(n *ast.FencedCodeBlock, block *Block) int {
	start := n.Pos()
	end := b.lineEnd(start)
	open := b.body.span(start, end)
	line := b.doc.File.Slice(open)
	block.Fence = &Fence{Open: open, Info: strings.Trim(strings.TrimLeft(line, line[:1]), white)}
	if closing, ok := b.ends[n]; ok {
		end = b.segmentEnd(closing)
		start = end - len(bytes.TrimLeft(b.body.bytes[closing.Start:end], white))
		block.Fence.Close = b.body.span(start, end)
		return end
	}
	block.Closed = false
	return b.linesEnd(n.Lines(), end)
}

func (b *builder) html(n *ast.HTMLBlock, block *Block) int {
	block.Kind = HTML
	if n.HTMLBlockType == ast.HTMLBlockType2 {
		block.Kind = Comment
	}
	block.Closed = b.isClosed(n)
	if n.HasClosure() {
		return b.segmentEnd(n.ClosureLine)
	}
	return b.linesEnd(n.Lines(), n.Pos())
}

func (b *builder) isClosed(n *ast.HTMLBlock) bool {
	line, ends := n.Lines().At(0), closers[n.HTMLBlockType]
	first := bytes.ToLower(line.Value(b.body.bytes))
	isIn := func(end string) bool { return bytes.Contains(first, []byte(end)) }
	return n.HasClosure() || ends == nil || slices.ContainsFunc(ends, isIn)
}

// closers has the end marks of each type of HTML block, from CommonMark 0.31.2, section 4.6.
var closers = [...][]string{
	ast.HTMLBlockType1: {"</script>", "</pre>", "</style>", "</textarea>"},
	ast.HTMLBlockType2: {"-->"},
	ast.HTMLBlockType3: {"?>"},
	ast.HTMLBlockType4: {">"},
	ast.HTMLBlockType5: {"]]>"},
	ast.HTMLBlockType7: nil,
}

func (b *builder) lineEnd(start int) int {
	stop := len(b.body.bytes)
	if n := bytes.IndexByte(b.body.bytes[start:], '\n'); n >= 0 {
		stop = start + n
	}
	return start + len(bytes.TrimRight(b.body.bytes[start:stop], white))
}

func (b *builder) segmentEnd(s text.Segment) int {
	return s.Start + len(bytes.TrimRight(b.body.bytes[s.Start:s.Stop], white))
}

func (b *builder) linesEnd(lines *text.Segments, least int) int {
	for i := lines.Len() - 1; i >= 0; i-- {
		if end := b.segmentEnd(lines.At(i)); end > lines.At(i).Start {
			return end
		}
	}
	return least
}
