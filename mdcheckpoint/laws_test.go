package mdcheckpoint

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/parser"

	"mdck/mdcheckpoint/source"
)

func FuzzParse(f *testing.F) {
	for _, text := range samples(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := Parse("x.md", text)
		if err != nil {
			checkError(t, text, err)
			return
		}
		checkLaws(t, doc)
	})
}

func FuzzFragments(f *testing.F) {
	f.Add([]byte("checkpoint"))
	for first := range fragments {
		var choice []byte
		for i := range 12 {
			choice = append(choice, byte(first+i*(first+1)))
		}
		f.Add(choice)
	}
	f.Fuzz(func(t *testing.T, choice []byte) {
		checkLaws(t, parse(t, assemble(choice[:min(len(choice), 60)])))
	})
}

var fragments = []string{
	"- ", "* ", "1. ", "2) ", "> ", "\t", " ", "   ", "    ", "a", "b c", "\n", "\n\n", "\r\n", "\r", "# ", "## b ##",
	"===", "---", "```", "~~~", "<!--", "-->", "<div>", "<pre>", "</pre>", "[a]: /u", "[b]:", "'t'", "\"", "-", "+\n", ">", "***", "\x00", bom, "\\", "é",
	"\n  ", "\n    ", "\n> ", "\n- ", "\n# ", "\n===\n", "\n---\n", "\n```\n", "\n[a]: /u\n", "\n<!--\n", "...\n", "\n\n\n\n",
}

func assemble(choice []byte) string {
	var b strings.Builder
	for _, c := range choice {
		b.WriteString(fragments[int(c)%len(fragments)])
	}
	return b.String()
}

func TestLaws(t *testing.T) {
	for _, text := range samples(t) {
		for name, text := range variants(text) {
			t.Run(name, func(t *testing.T) { checkLaws(t, parse(t, text)) })
		}
	}
}

func variants(text string) map[string]string {
	return map[string]string{
		"as it is":         text,
		"crlf":             strings.ReplaceAll(text, "\n", "\r\n"),
		"cr":               strings.ReplaceAll(text, "\n", "\r"),
		"byte order mark":  bom + text,
		"front matter":     "---\na: b\n---\n" + text,
		"no final newline": strings.TrimRight(text, "\n"),
		"tabs":             strings.ReplaceAll(text, "    ", "\t"),
		"tab for a space":  strings.ReplaceAll(text, " ", "\t"),
		"nul":              strings.ReplaceAll(text, "o", "\x00"),
		"in a quote":       "> " + strings.ReplaceAll(text, "\n", "\n> "),
		"in an item":       "- " + strings.ReplaceAll(text, "\n", "\n  "),
		"after text":       "text\n" + text,
		"twice":            text + text,
	}
}

func checkError(t *testing.T, text string, err error) {
	t.Helper()
	if _, ok := errors.AsType[*source.Error](err); !ok {
		t.Errorf("error %v has no place", err)
	}
	if errors.Is(err, ErrTooMany) {
		return
	}
	bad, levels := source.InvalidUTF8(text) >= 0, 0
	if !bad {
		levels, _ = depth(text)
	}
	if bad != errors.Is(err, ErrNotUTF8) || (levels > MaxDepth) != errors.Is(err, ErrTooDeep) {
		t.Errorf("got error %v of %q", err, text)
	}
}

func checkLaws(t *testing.T, d *Document) {
	t.Helper()
	c := checker{t, d}
	c.tiles()
	c.tree()
	c.blocks(d.Blocks, source.Span{Start: d.BOM + d.FrontMatter.Len(), End: len(d.File.Text)})
	c.depth()
	for i, s := range d.Sections {
		c.heading(i, s)
		c.own(i, s)
	}
	c.lineEndings()
	c.rendering()
	again := parse(t, d.File.Text)
	if got, want := dump(again), dump(d); got != want {
		t.Errorf("parsed again:\n%swant\n%s", got, want)
	}
}

type checker struct {
	*testing.T
	doc *Document
}

func (c checker) text(s source.Span) string { return c.doc.File.Slice(s) }

func (c checker) tiles() {
	next := c.doc.Preamble
	if next.Start != 0 {
		c.Errorf("preamble starts at %d", next.Start)
	}
	for _, s := range c.doc.Sections {
		if s.Own.Start != next.End {
			c.Errorf("section %q starts at %d, want %d", s.Title, s.Own.Start, next.End)
		}
		next = s.Own
	}
	if next.End != len(c.doc.File.Text) {
		c.Errorf("the last section ends at %d, want %d", next.End, len(c.doc.File.Text))
	}
	if !(source.Span{End: c.doc.Preamble.End}).Covers(c.doc.FrontMatter) {
		c.Errorf("front matter %v is not in the preamble %v", c.doc.FrontMatter, c.doc.Preamble)
	}
}

func (c checker) tree() {
	for i, s := range c.doc.Sections {
		last := i
		for last+1 < len(c.doc.Sections) && c.doc.Sections[last+1].Level > s.Level {
			last++
		}
		if want := (source.Span{Start: s.Own.Start, End: c.doc.Sections[last].Own.End}); s.Span != want {
			c.Errorf("section %q spans %v, want %v", s.Title, s.Span, want)
		}
		var parent *Section
		for _, p := range c.doc.Sections[:i] {
			if p.Level < s.Level && p.Span.Covers(s.Span) {
				parent = p
			}
		}
		if s.Parent != parent || parent != nil && !slices.Contains(parent.Children, s) {
			c.Errorf("section %q has the wrong parent", s.Title)
		}
		for _, child := range s.Children {
			if child.Parent != s || child.Level <= s.Level {
				c.Errorf("section %q has the wrong child %q", s.Title, child.Title)
			}
		}
		if c.doc.SectionAt(s.Own.Start) != s || c.doc.SectionAt(s.Own.End-1) != s {
			c.Errorf("section %q is not found by its offsets", s.Title)
		}
	}
	c.sectionBlocks()
}

func (c checker) sectionBlocks() {
	var all []*Block
	for _, b := range c.doc.Blocks {
		if b.Span.End <= c.doc.Preamble.End {
			all = append(all, b)
		}
	}
	for _, s := range c.doc.Sections {
		for _, b := range c.doc.Blocks {
			if b.Section == s {
				all = append(all, b)
			}
		}
		for _, b := range s.Blocks {
			if !s.Own.Covers(b.Span) {
				c.Errorf("section %q has a block outside", s.Title)
			}
		}
		all = append(all, s.Blocks...)
	}
	if !slices.Equal(all, c.doc.Blocks) {
		c.Errorf("the sections have other blocks than the document")
	}
}

func (c checker) blocks(blocks []*Block, in source.Span) {
	next := in.Start
	for _, b := range blocks {
		c.within(kindNames[b.Kind], b.Span, source.Span{Start: next, End: in.End})
		next = b.Span.End
		switch {
		case (b.Kind == List) != (len(b.Items) > 0):
			c.Errorf("%s has %d items", kindNames[b.Kind], len(b.Items))
		case b.Kind != Quote && b.Blocks != nil:
			c.Errorf("%s has blocks", kindNames[b.Kind])
		}
		c.blocks(b.Blocks, b.Span)
		c.items(b.Items, b.Span)
		c.marks(b)
	}
}

func (c checker) within(what string, s, in source.Span) {
	if !in.Covers(s) {
		c.Fatalf("%s %v is not in %v of %q", what, s, in, c.doc.File.Text)
	}
	if text := c.text(s); text == "" || strings.Trim(text, white) != text {
		c.Errorf("%s is %q of %q", what, text, c.doc.File.Text)
	}
}

var marker = regexp.MustCompile(`^([-+*]|[0-9]{1,9}[.)])$`)

func (c checker) items(items []*Item, in source.Span) {
	next := in.Start
	for i, item := range items {
		c.within("item", item.Span, source.Span{Start: next, End: in.End})
		next = item.Span.End
		if i > 0 && (item.Ordered != items[0].Ordered || lastByte(c.text(item.Marker)) != lastByte(c.text(items[0].Marker))) {
			c.Errorf("one list has markers %q and %q", c.text(items[0].Marker), c.text(item.Marker))
		}
		if m := c.text(item.Marker); !marker.MatchString(m) || item.Ordered != (len(m) > 1) {
			c.Errorf("marker is %q of %q", m, c.doc.File.Text)
		}
		rest := source.Span{Start: item.Marker.End, End: item.Span.End}
		switch {
		case item.Marker.Start != item.Span.Start || item.Text.End != item.Span.End || !rest.Covers(item.Text):
			c.Errorf("item %v has marker %v and text %v", item.Span, item.Marker, item.Text)
		case len(item.Blocks) == 0 && item.Text != source.Span{Start: rest.Start, End: rest.Start}:
			c.Errorf("empty item has text %q", c.text(item.Text))
		case strings.Trim(c.doc.File.Text[rest.Start:item.Text.Start], " \t\r\n>") != "":
			c.Errorf("between marker and text stands %q", c.doc.File.Text[rest.Start:item.Text.Start])
		}
		c.blocks(item.Blocks, item.Text)
	}
}

func lastByte(s string) byte { return s[len(s)-1] }

func (c checker) marks(b *Block) {
	text := string(endLines(c.text(b.Span)))
	if !b.Closed != slices.Contains(c.doc.Unclosed, b) {
		c.Errorf("unclosed block %q is not among those of the document", text)
	}
	if begins := (map[Kind]string{
		Comment: `^<!--`, HTML: `^<[^-]`, Quote: `^>`, Break: `^(-[- \t]*-|\*[* \t]*\*|_[_ \t]*_)$`,
		Heading: `^#{1,6}([ \t]|$)|(?m)^[ \t>]*(=+|-+)[ ]*$`, List: `^([-+*]|[0-9]{1,9}[.)])`,
	})[b.Kind]; !regexp.MustCompile(begins).MatchString(text) {
		c.Errorf("%s is %q of %q", kindNames[b.Kind], text, c.doc.File.Text)
	}
	if b.Kind == Comment && b.Closed && !strings.Contains(text, "-->") || b.Kind == Comment && !b.Closed && strings.Contains(text, "-->") {
		c.Errorf("comment %q is closed: %v", text, b.Closed)
	}
	if b.Fence != nil {
		c.fence(b)
	}
}

func (c checker) fence(b *Block) {
	open, closing := c.text(b.Fence.Open), c.text(b.Fence.Close)
	mark := open[:len(open)-len(strings.TrimLeft(open, open[:1]))]
	switch {
	case len(mark) < 3 || strings.Trim(open[len(mark):], white) != b.Fence.Info:
		c.Errorf("fence opens with %q and has info %q", open, b.Fence.Info)
	case b.Fence.Open.Start != b.Span.Start || b.Closed && b.Fence.Close.End != b.Span.End:
		c.Errorf("fence %v opens with %v and closes with %v", b.Span, b.Fence.Open, b.Fence.Close)
	case b.Closed && (len(closing) < len(mark) || strings.Trim(closing, open[:1]) != "") || !b.Closed && closing != "":
		c.Errorf("fence %q closes with %q", open, closing)
	}
}

func (c checker) depth() {
	if got, _ := depth(c.doc.File.Text); got != nesting(c.doc.Blocks) {
		c.Errorf("depth is %d, want %d", got, nesting(c.doc.Blocks))
	}
}

func nesting(blocks []*Block) int {
	deepest := 0
	for _, b := range blocks {
		if b.Kind == Quote {
			deepest = max(deepest, 1+nesting(b.Blocks))
		}
		for _, item := range b.Items {
			deepest = max(deepest, 1+nesting(item.Blocks))
		}
	}
	return deepest
}

func (c checker) heading(i int, s *Section) {
	text := c.text(s.Heading)
	if strings.HasPrefix(text, bom) {
		return
	}
	alone := parse(c.T, text)
	if len(alone.Blocks) != 1 || len(alone.Sections) != 1 || alone.Sections[0].Heading != alone.File.All() {
		c.Fatalf("heading %q alone is\n%s", text, dump(alone))
	}
	if got := alone.Sections[0]; got.Title != s.Title || got.Level != s.Level || got.Setext != s.Setext {
		c.Errorf("heading %q alone is level %d %q, want level %d %q", text, got.Level, got.Title, s.Level, s.Title)
	}
	if !s.Heading.Covers(s.TitleSpan) || !s.Setext && c.text(s.TitleSpan) != s.Title {
		c.Errorf("title %q of %q stands at %v", s.Title, text, s.TitleSpan)
	}
	if got := strings.Join(strings.Fields(c.text(s.TitleSpan)), " "); got != strings.Join(strings.Fields(s.Title), " ") {
		c.Errorf("title of %q is %q, want %q", text, s.Title, got)
	}
}

func (c checker) own(i int, s *Section) {
	text := c.text(s.Own)
	if strings.HasPrefix(strings.TrimLeft(text, white), bom) {
		return
	}
	alone := parse(c.T, text)
	if len(alone.Sections) != 1 || alone.Preamble.Len() != 0 {
		c.Fatalf("section %q alone has %d sections", text, len(alone.Sections))
	}
	got, want := outline(alone.Sections[0].Blocks), outline(s.Blocks)
	if got != want {
		c.Errorf("section %q alone is\n%swant\n%s", text, got, want)
	}
}

func (c checker) lineEndings() {
	text := strings.ReplaceAll(c.doc.File.Text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	for _, eol := range []string{"\n", "\r\n", "\r"} {
		other := parse(c.T, strings.ReplaceAll(text, "\n", eol))
		if got, want := titles(other)+outline(other.Blocks), titles(c.doc)+outline(c.doc.Blocks); got != want {
			c.Errorf("with %q:\n%swant\n%s", eol, got, want)
		}
	}
}

var loneMarker = regexp.MustCompile(`(?m)(^|[ >])([-+*]|[0-9]{1,9}[.)]) *$`)

// rendering checks that goldmark's own output has as many blocks of each kind.
func (c checker) rendering() {
	text := string(endLines(c.doc.File.Text))[c.doc.BOM+c.doc.FrontMatter.Len():]
	if strings.Contains(text, "\t") || loneMarker.MatchString(text) {
		return
	}
	var html bytes.Buffer
	plain := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(parser.DefaultInlineParsers()...))
	if err := goldmark.New(goldmark.WithParser(plain)).Convert([]byte(text), &html); err != nil {
		c.Fatal(err)
	}
	want := map[string]int{"<li": 0, "<blockquote>": 0, "<hr": 0, "<pre>": 0}
	for level := range 6 {
		want[fmt.Sprintf("<h%d", level+1)] = 0
	}
	got := make(map[string]int)
	for tag := range want {
		want[tag] = strings.Count(html.String(), tag)
		got[tag] = 0
	}
	Walk(c.doc.Blocks, func(b *Block) bool {
		switch b.Kind {
		case List:
			got["<li"] += len(b.Items)
		case Quote:
			got["<blockquote>"]++
		case Break:
			got["<hr"]++
		case Code:
			got["<pre>"]++
		case Heading:
			got["<h"+string('0'+c.level(b))]++
		}
		return true
	})
	if !reflect.DeepEqual(got, want) {
		c.Errorf("%q has %v, want as rendered %v", text, got, want)
	}
}

func (c checker) level(b *Block) rune {
	text := string(endLines(c.text(b.Span)))
	if b.Section != nil {
		return rune(b.Section.Level)
	}
	if hashes := len(text) - len(strings.TrimLeft(text, "#")); !strings.Contains(text, "\n") {
		return rune(hashes)
	}
	if lastByte(text) == '=' {
		return 1
	}
	return 2
}

var kindNames = map[Kind]string{
	Paragraph: "paragraph", Heading: "heading", List: "list", Comment: "comment", HTML: "html",
	Code: "code", Quote: "quote", Break: "break",
}

func outline(blocks []*Block) string {
	var out strings.Builder
	writeOutline(&out, blocks, "")
	return out.String()
}

func writeOutline(out *strings.Builder, blocks []*Block, indent string) {
	for _, b := range blocks {
		fmt.Fprintf(out, "%s%s", indent, kindNames[b.Kind])
		if !b.Closed {
			out.WriteString(" unclosed")
		}
		if b.Fence != nil {
			fmt.Fprintf(out, " %q", b.Fence.Info)
		}
		out.WriteString("\n")
		writeOutline(out, b.Blocks, indent+"  ")
		for _, item := range b.Items {
			fmt.Fprintf(out, "%s  item %d\n", indent, item.Marker.Len())
			writeOutline(out, item.Blocks, indent+"    ")
		}
	}
}

func titles(d *Document) string {
	var out strings.Builder
	for _, s := range d.Sections {
		fmt.Fprintf(&out, "%d %v %q\n", s.Level, s.Setext, s.Title)
	}
	return out.String()
}

func dump(d *Document) string {
	var out strings.Builder
	fmt.Fprintln(&out, d.BOM, d.FrontMatter, d.Preamble, len(d.Unclosed))
	for _, s := range d.Sections {
		fmt.Fprintln(&out, s.Level, s.Title, s.Heading, s.TitleSpan, s.Own, s.Span, len(s.Blocks))
	}
	out.WriteString(outline(d.Blocks))
	Walk(d.Blocks, func(b *Block) bool {
		fmt.Fprintln(&out, b.Span, b.Fence)
		for _, item := range b.Items {
			fmt.Fprintln(&out, item.Span, item.Marker, item.Text)
		}
		return true
	})
	return out.String()
}

func parse(t testing.TB, text string) *Document {
	t.Helper()
	d, err := Parse("x.md", text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return d
}
