package mdcheckpoint

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// definitionWindow is how many lines of a paragraph are looked at together. A
// definition of more than half as many lines may be taken for text.
const definitionWindow = 256

// definitionReader takes the link reference definitions off the start of a
// paragraph. goldmark does so for the whole paragraph in time that grows with its
// square; here it gets a window of lines at a time.
type definitionReader struct{}

func (definitionReader) Transform(node *ast.Paragraph, r text.Reader, pc parser.Context) {
	lines := node.Lines()
	if !mayDefine(lines, r.Source()) {
		return
	}
	for next := 0; !pc.(*notes).full(); {
		stop := min(next+definitionWindow, lines.Len())
		found := definitions(lines.Sliced(next, stop), r, pc)
		if stop < lines.Len() && len(found) > 1 {
			found = found[:len(found)-1] // it may go on behind the window
		}
		for _, d := range found {
			node.Parent().InsertBefore(node.Parent(), node, d)
			pc.(*notes).count(d)
			next += d.Lines().Len()
		}
		if stop == lines.Len() || len(found) == 0 {
			trimParagraph(node, next)
			return
		}
	}
}

// mayDefine is a cheap test that most paragraphs fail: a definition begins with [
// and has ]: in one of its lines.
func mayDefine(lines *text.Segments, source []byte) bool {
	first := lines.At(0)
	if !bytes.HasPrefix(bytes.TrimLeft(first.Value(source), " "), []byte("[")) {
		return false
	}
	for i := range lines.Len() {
		line := lines.At(i)
		if bytes.Contains(line.Value(source), []byte("]:")) {
			return true
		}
	}
	return false
}

// definitions are those that lines begin with. Each begins where the one before
// ends: one that starts within a line, as goldmark has it after a faulty title, is
// none.
func definitions(lines []text.Segment, r text.Reader, pc parser.Context) []ast.Node {
	scratch, paragraph := ast.NewDocument(), ast.NewParagraph()
	paragraph.Lines().AppendAll(lines)
	scratch.AppendChild(scratch, paragraph)
	parser.LinkReferenceParagraphTransformer.Transform(paragraph, r, pc)
	var found []ast.Node
	next := 0
	for d := scratch.FirstChild(); d != nil && d != ast.Node(paragraph); d = d.NextSibling() {
		if next >= len(lines) || d.Pos() != lines[next].TrimLeftSpace(r.Source()).Start {
			break
		}
		found = append(found, d)
		next += d.Lines().Len()
	}
	return found
}

// trimParagraph takes the first n lines off a paragraph, and an empty one out of
// the tree.
func trimParagraph(node *ast.Paragraph, n int) {
	lines := node.Lines()
	if n < lines.Len() {
		lines.SetSliced(n, lines.Len())
		return
	}
	lines.Clear()
	node.Parent().RemoveChild(node.Parent(), node)
}
