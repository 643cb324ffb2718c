package yamldoc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func (p *placed) syntaxError(err error) error {
	said, ok := errors.AsType[interface {
		error
		GetToken() *token.Token
		GetMessage() string
	}](err)
	if !ok {
		return p.errorf(0, "%w", ErrSyntax)
	}
	return p.errorf(p.near(said.GetToken()).start, "%w: %s", ErrSyntax, said.GetMessage())
}

// near returns the extent of tok. A token that the parser inserted has an empty one.
func (p *placed) near(tok *token.Token) extent {
	if here, ok := p.spans[tok]; ok {
		return here
	}
	for ; tok != nil; tok = tok.Prev {
		if here, ok := p.spans[tok]; ok {
			return extent{here.end, here.end}
		}
	}
	return extent{}
}

type builder struct {
	*placed
	depth int
}

func (b *builder) document(tree *ast.File) (*jsondoc.Value, error) {
	for _, doc := range tree.Docs {
		if doc.Body == nil {
			continue
		}
		v, err := b.value(doc.Body)
		if err == nil && v.Kind != jsondoc.Object {
			return nil, b.file.Errorf(v.Span.Start, "%w: %s at the top level; expected keys with values", ErrUnsupported, v.Kind)
		}
		return v, err
	}
	return nil, b.errorf(0, "%w: no value", ErrSyntax)
}

func (b *builder) value(node ast.Node) (*jsondoc.Value, error) {
	at := b.near(node.GetToken())
	switch node.(type) {
	case *ast.MappingNode, *ast.MappingValueNode, *ast.SequenceNode:
	default:
		return b.scalar(node, at)
	}
	if b.depth++; b.depth > MaxDepth {
		return nil, b.tooDeep(at.start)
	}
	defer func() { b.depth-- }()
	v := &jsondoc.Value{Kind: jsondoc.Object, Span: b.span(at.start, at.end)}
	return v, b.fill(v, node)
}

func (b *builder) fill(v *jsondoc.Value, node ast.Node) (err error) {
	start, flow, end := v.Span.Start, false, (*token.Token)(nil)
	switch n := node.(type) {
	case *ast.MappingNode:
		flow, end = n.IsFlowStyle, n.End
		err = b.mapping(v, n.Values)
	case *ast.MappingValueNode:
		err = b.mapping(v, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		v.Kind, flow, end = jsondoc.Array, n.IsFlowStyle, n.End
		err = b.sequence(v, n)
	}
	if flow {
		v.Span = source.Between(start, b.offset(b.near(end).end))
	}
	return err
}

func (b *builder) mapping(to *jsondoc.Value, pairs []*ast.MappingValueNode) error {
	seen := make(map[string]bool, len(pairs))
	for _, pair := range pairs {
		m, err := b.member(pair)
		if err != nil {
			return err
		}
		if seen[m.Key] {
			return b.file.Errorf(m.KeySpan.Start, "%w %q", ErrDuplicateKey, m.Key)
		}
		seen[m.Key] = true
		to.Members = append(to.Members, m)
	}
	if n := len(to.Members); n > 0 {
		to.Span = source.Between(to.Members[0].KeySpan.Start, to.Members[n-1].Value.Span.End)
	}
	return nil
}

func (b *builder) member(pair *ast.MappingValueNode) (jsondoc.Member, error) {
	var m jsondoc.Member
	at := b.near(pair.Key.GetToken())
	switch pair.Key.(type) {
	case *ast.StringNode:
		m.Key = pair.Key.GetToken().Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		m.Key = b.text[at.start:at.end] // as written
	default:
		return m, b.errorf(at.start, "%w: a key that is not plain or quoted text", ErrUnsupported)
	}
	m.KeySpan = b.span(at.start, at.end)
	var err error
	m.Value, err = b.behind(pair.Value, pair.Start)
	return m, err
}

// behind returns the value of node. A missing value is null, with an empty span after the token
// lead.
func (b *builder) behind(node ast.Node, lead *token.Token) (*jsondoc.Value, error) {
	if null, ok := node.(*ast.NullNode); ok {
		if _, written := b.spans[null.Token]; !written {
			at := b.near(lead).end
			return jsondoc.Literal("null", b.span(at, at)), nil
		}
	}
	return b.value(node)
}

func (b *builder) sequence(to *jsondoc.Value, from *ast.SequenceNode) error {
	lead := from.Start
	for i, node := range from.Values {
		if i < len(from.Entries) && from.Entries[i].Start != nil {
			lead = from.Entries[i].Start
		}
		v, err := b.behind(node, lead)
		if err != nil {
			return err
		}
		to.Elements = append(to.Elements, v)
	}
	if n := len(to.Elements); n > 0 {
		to.Span.End = to.Elements[n-1].Span.End
	}
	return nil
}

func (b *builder) scalar(node ast.Node, at extent) (*jsondoc.Value, error) {
	literal := ""
	switch n := node.(type) {
	case *ast.NullNode:
		literal = "null"
	case *ast.BoolNode:
		literal = strconv.FormatBool(n.Value)
	case *ast.IntegerNode:
		literal = fmt.Sprint(n.Value) // an int64 or uint64
	case *ast.FloatNode:
		literal = decimal(n.Value)
	case *ast.StringNode:
		literal = jsondoc.Quote(n.Value)
	case *ast.LiteralNode:
		literal = jsondoc.Quote(n.Value.Value)
	default:
		return nil, b.errorf(at.start, "%w: %q as a value", ErrUnsupported, node.GetToken().Value)
	}
	return jsondoc.Literal(literal, b.span(at.start, at.end)), nil
}

// decimal returns n as JSON with a fraction or exponent, such as "1.0".
func decimal(n float64) string {
	s := strconv.FormatFloat(n, 'g', -1, 64)
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + ".0"
}
