package mdcheckpoint

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

func read(body []byte) (ast.Node, *notes) {
	seen := &notes{Context: parser.NewContext(), skipped: ast.NewString(nil)}
	return blockParser().Parse(reader{text.NewReader(body), seen}, parser.WithContext(seen)), seen
}

// notes records facts that goldmark's tree lacks. It is the context of one parse.
type notes struct {
	parser.Context
	levels  int // depth of the deepest list or quote
	deepest int // offset of the first list or quote at that depth
	blocks  int // number of opened blocks, including items
	last    int // offset of the last opened block
	// ends has the last line of each quote, and the closing line of each closed fence.
	ends map[ast.Node]text.Segment
	// skipped is the inline node of every block.
	skipped ast.Node
}

func (n *notes) SetOpenedBlocks(blocks []parser.Block) {
	if len(blocks) > len(n.OpenedBlocks()) && !n.full() {
		n.blocks++
		n.last = blocks[len(blocks)-1].Node.Pos()
	}
	n.Context.SetOpenedBlocks(blocks)
}

func (n *notes) full() bool { return n.blocks > MaxBlocks }

// A reader reports the end of the text after too many blocks, because nothing else stops goldmark.
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

// refuses records a list or quote at offset, and reports whether it is too deep. goldmark's cost
// grows faster than the square of the depth.
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

// blockParser returns goldmark's block parser. Some of its parsers are wrapped, and a skipper is the
// only inline parser.
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

// Continue keeps an indented line in its item. goldmark alone would end some lists too early.
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

// Close does nothing, so that the paragraphs of a tight list stay paragraphs.
func (p listParser) Close(ast.Node, text.Reader, parser.Context) {}

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
	// goldmark calls Open only at a ">", which begins a quote
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

func textStart(r text.Reader) int {
	line, segment := r.PeekLine()
	return segment.Start + len(line) - len(bytes.TrimLeft(line, " "))
}

// A skipper skips the text of a block. goldmark would create a node for each line.
type skipper struct{}

// Trigger returns all bytes that can begin a line. The space stands for all but punctuation.
func (skipper) Trigger() []byte { return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

func (skipper) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		block.AdvanceLine()
	}
	return pc.(*notes).skipped // goldmark moves this node from block to block, so one is enough
}
