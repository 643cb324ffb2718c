package mdcheckpoint

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// read gives the blocks of a body as goldmark sees them, and what was noted on
// the way.
func read(body []byte) (ast.Node, *notes) {
	seen := &notes{Context: parser.NewContext(), skipped: ast.NewString(nil)}
	return blockParser().Parse(reader{text.NewReader(body), seen}, parser.WithContext(seen)), seen
}

// notes are what the tree of goldmark does not tell. They travel through one
// parse as its context, so that the parser itself has no state.
type notes struct {
	parser.Context
	levels  int // of the deepest list or quote
	deepest int // where the first one of that level begins
	blocks  int // that were opened, items among them
	last    int // where the last of them begins
	// ends holds the end of the last line of each quote, and the closing line of
	// each fence that has one.
	ends map[ast.Node]text.Segment
	// skipped stands for the contents of the block that was read last.
	skipped ast.Node
}

// SetOpenedBlocks counts the blocks that goldmark opens.
func (n *notes) SetOpenedBlocks(blocks []parser.Block) {
	if len(blocks) > len(n.OpenedBlocks()) && !n.full() {
		n.blocks++
		n.last = blocks[len(blocks)-1].Node.Pos()
	}
	n.Context.SetOpenedBlocks(blocks)
}

// full reports whether there are more blocks than a document may have.
func (n *notes) full() bool { return n.blocks > MaxBlocks }

// A reader ends where there are too many blocks: goldmark has no other way to stop.
type reader struct {
	text.Reader
	seen *notes
}

func (r reader) PeekLine() ([]byte, text.Segment) {
	if r.seen.full() {
		return nil, text.Segment{}
	}
	return r.Reader.PeekLine()
}

func (r reader) SkipBlankLines() (text.Segment, int, bool) {
	if r.seen.full() {
		return text.Segment{}, 0, false
	}
	return r.Reader.SkipBlankLines()
}

func (n *notes) end(node ast.Node, line text.Segment) {
	if n.ends == nil {
		n.ends = make(map[ast.Node]text.Segment)
	}
	n.ends[node] = line
}

// refuses notes a list or quote that begins in parent at offset, and reports
// whether it lies too deep. goldmark's cost grows with more than the square of the
// depth, so a deeper one is never opened.
func (n *notes) refuses(parent ast.Node, offset int) bool {
	levels := 1
	for p := parent; p != nil; p = p.Parent() {
		switch p.(type) {
		case *ast.List, *ast.Blockquote:
			levels++
		}
	}
	if levels > n.levels {
		n.levels, n.deepest = levels, offset
	}
	return levels > MaxDepth
}

// blockParser is goldmark's parser of blocks, with some of its parsers wrapped and
// one inline parser that skips everything.
var blockParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(listParser{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(fenceParser{parser.NewFencedCodeBlockParser()}, 700),
			util.Prioritized(quoteParser{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(util.Prioritized(skipper{}, 100)),
	)
})

type listParser struct{ parser.BlockParser }

func (p listParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node, state := p.BlockParser.Open(parent, r, pc)
	if node != nil && pc.(*notes).refuses(parent, textStart(r)) {
		return nil, parser.NoChildren
	}
	return node, state
}

// Continue corrects two misreadings. A line indented like the text of an item belongs to it, if the item already has a block or its marker is alone
// in the line above. goldmark ends the list if such a line looks like a marker of another list, or if a nested item was empty.
func (p listParser) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	item := node.LastChild().(*ast.ListItem)
	line, segment := r.PeekLine()
	if !util.IsBlank(line) {
		indent, _ := util.IndentWidth(line, r.LineOffset())
		if indent >= item.Offset && (item.HasChildren() || isLineAbove(r.Source(), item.Pos(), segment.Start)) {
			return parser.Continue | parser.HasChildren
		}
	}
	return p.BlockParser.Continue(node, r, pc)
}

// Close leaves the paragraphs of a list as they are. goldmark puts another node in the
// place of each if the list is tight, which nobody asks for here.
func (p listParser) Close(ast.Node, text.Reader, parser.Context) {}

// isLineAbove reports whether offset before lies in the line above that of offset.
func isLineAbove(source []byte, before, offset int) bool {
	return bytes.Count(source[before:offset], []byte("\n")) == 1
}

type fenceParser struct{ parser.BlockParser }

func (p fenceParser) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	_, line := r.PeekLine()
	state := p.BlockParser.Continue(node, r, pc)
	if state == parser.Close {
		pc.(*notes).end(node, line)
	}
	return state
}

type quoteParser struct{ parser.BlockParser }

func (p quoteParser) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	// goldmark asks only where there is a >, which always begins a quote.
	_, line := r.PeekLine()
	if pc.(*notes).refuses(parent, textStart(r)) {
		return nil, parser.NoChildren
	}
	node, state := p.BlockParser.Open(parent, r, pc)
	if node != nil {
		pc.(*notes).end(node, line)
	}
	return node, state
}

func (p quoteParser) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	_, line := r.PeekLine()
	state := p.BlockParser.Continue(node, r, pc)
	if state&parser.Continue != 0 {
		pc.(*notes).end(node, line)
	}
	return state
}

// textStart is the offset of the first byte from here that is not a space.
func textStart(r text.Reader) int {
	line, segment := r.PeekLine()
	return segment.Start + len(line) - len(bytes.TrimLeft(line, " "))
}

// A skipper is an inline parser that reads a block to its end. Without one
// goldmark looks at each byte and makes a node for each line, which nobody asks
// for here and which takes a tenth of all the time of mdck lint.
type skipper struct{}

// Trigger is everything that a line can begin with: a space stands for what is
// not punctuation.
func (skipper) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

func (skipper) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		block.AdvanceLine()
	}
	return pc.(*notes).skipped // it moves from block to block
}
