package mdcheckpoint

import (
	"bytes"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// keptBlank is how many blank lines in a row are kept, because each costs goldmark memory.
const keptBlank = 2

// A body is the text that goldmark reads. Its methods convert offsets to those of the original.
type body struct {
	bytes       []byte
	bom         int
	frontMatter source.Span
	start       int      // offset of bytes[0] in the original
	anchors     []anchor // in order
}

// An anchor is an offset at which the difference to the original changes.
type anchor struct {
	at       int // in the body
	original int // in the original, relative to the start of the body
	more     int // spaces that replace a tab, minus 1
}

func prepare(text string) body {
	all := endLines(text)
	var b body
	if strings.HasPrefix(text, bom) {
		b.bom = len(bom)
	}
	b.start = b.bom + frontMatterLen(all[b.bom:])
	if b.start > b.bom {
		b.frontMatter = source.Between(b.bom, b.start)
	}
	b.bytes, b.anchors = condense(all[b.start:])
	return b
}

func (b *body) offset(i int) int {
	n := sort.Search(len(b.anchors), func(k int) bool { return b.anchors[k].at > i })
	if n == 0 {
		return b.start + i
	}
	a := b.anchors[n-1]
	return b.start + a.original + max(0, i-a.at-a.more)
}

func (b *body) span(start, end int) source.Span {
	return source.Between(b.offset(start), b.offset(end))
}

// endLines returns text with " \n" for "\r\n" and "\n" for a lone "\r", which goldmark misreads. No
// offset changes.
func endLines(text string) []byte {
	all := []byte(text)
	for i := strings.IndexByte(text, '\r'); i >= 0 && i < len(all); i++ {
		switch {
		case all[i] != '\r':
		case i+1 < len(all) && all[i+1] == '\n':
			all[i] = ' '
		default:
			all[i] = '\n'
		}
	}
	return all
}

func frontMatterLen(text []byte) int {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	if !isRule(line, "---") {
		return 0
	}
	for len(rest) > 0 {
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if isRule(line, "---") || isRule(line, "...") {
			return len(text) - len(rest)
		}
	}
	return 0
}

func isRule(line []byte, rule string) bool {
	return string(bytes.TrimRight(line, " \t")) == rule
}

// condense removes surplus blank lines, and replaces tabs that goldmark would misread by spaces. It
// may overwrite text.
func condense(text []byte) ([]byte, []anchor) {
	c := condenser{out: text[:0]}
	if bytes.IndexByte(text, '\t') >= 0 {
		c.out = make([]byte, 0, len(text)+len(text)/8)
	}
	blank := 0
	for start := 0; start < len(text); {
		line := text[start:]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n+1]
		}
		blank++
		if len(bytes.TrimLeft(line, white)) > 0 {
			blank = 0
		}
		if blank <= keptBlank {
			c.add(line, start)
		}
		if string(line) == "\\\n" {
			c.out[len(c.out)-2] = '/' // because goldmark creates a node for a backslash at the end of a line
		}
		start += len(line)
	}
	return c.out, c.anchors
}

type condenser struct {
	out     []byte
	anchors []anchor
	ahead   int // original offset minus offset in out
}

// add appends line, which begins at the offset start of the original. Spaces replace its leading
// tabs.
func (c *condenser) add(line []byte, start int) {
	if c.ahead != start-len(c.out) {
		c.ahead = start - len(c.out)
		c.anchors = append(c.anchors, anchor{at: len(c.out), original: start})
	}
	marks := 0
	if bytes.IndexByte(line, '\t') >= 0 {
		marks = len(line) - len(bytes.TrimLeft(line, " \t>-+*.)0123456789"))
	}
	column := 0
	for i, b := range line[:marks] {
		if b != '\t' {
			c.out = append(c.out, b)
			column++
			continue
		}
		width := 4 - column%4
		c.anchors = append(c.anchors, anchor{at: len(c.out), original: start + i, more: width - 1})
		c.out = append(c.out, "    "[:width]...)
		column += width
		c.ahead -= width - 1
	}
	c.out = append(c.out, line[marks:]...)
}
