package yamldoc

import (
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// placed is a text with the places of its tokens. The lines and columns of the parser are sometimes
// wrong.
type placed struct {
	*normal
	tokens token.Tokens
	spans  map[*token.Token]extent
}

// An extent is a range of bytes of the normalized text.
type extent struct{ start, end int }

func place(t *normal) (*placed, error) {
	p := &placed{normal: t, spans: map[*token.Token]extent{}}
	l := layer{placed: p}
	for _, tok := range lexer.Tokenize(t.text) {
		if err := l.lay(tok); err != nil {
			return nil, err
		}
	}
	if l.skipBlanks(); l.at < len(t.text) {
		return nil, l.unexpected()
	}
	if n := len(p.tokens); n > 0 { // remove links to omitted tokens
		p.tokens[0].Prev, p.tokens[n-1].Next = nil, nil
	}
	return p, nil
}

// A layer places the tokens of a text one after another.
type layer struct {
	*placed
	at      int          // end of the last placed token
	depth   int          // nesting depth of flow collections
	items   int          // consecutive dashes on this line
	item    int          // offset of the last dash
	block   *token.Token // header of the block scalar that follows
	headed  int          // offset after "---", or 0
	content bool         // a token other than comments and markers has been placed
	ended   bool         // "..." has been placed
}

const blanks = " \t\n"

func (l *layer) skipBlanks() {
	l.at = len(l.text) - len(strings.TrimLeft(l.text[l.at:], blanks))
}

func (l *layer) unexpected() error {
	return l.errorf(l.at, "%w: cannot parse this value; quote the value", ErrSyntax)
}

func (l *layer) lay(tok *token.Token) error {
	if l.block != nil && tok.Type == token.StringType {
		return l.layBlock(tok)
	}
	l.skipBlanks()
	if tok.Type == token.InvalidType {
		return l.errorf(l.at, "%w: %s", ErrSyntax, tok.Error)
	}
	if err := l.admit(tok); err != nil {
		return err
	}
	end := l.end(tok)
	if end < 0 {
		return l.unexpected()
	}
	here := extent{l.at, end}
	l.at = end
	switch tok.Type {
	case token.CommentType, token.DocumentHeaderType, token.DocumentEndType:
		return nil
	}
	l.block = nil
	if tok.Type == token.LiteralType || tok.Type == token.FoldedType {
		l.block = tok
	}
	l.spans[tok] = here
	l.tokens.Add(tok)
	return nil
}

func refused(tok *token.Token) string {
	if tok.Type == token.StringType && tok.Value == "<<" {
		return "a merge key (<<)" // without a value, << is text to the parser
	}
	switch tok.Type {
	case token.AnchorType:
		return "an anchor (&)"
	case token.AliasType:
		return "an alias (*)"
	case token.TagType:
		return "a tag (!)"
	case token.MergeKeyType:
		return "a merge key (<<)"
	case token.DirectiveType:
		return "a directive (%)"
	case token.MappingKeyType:
		return "a key marked with ?"
	}
	return ""
}

func (l *layer) admit(tok *token.Token) error {
	if what := refused(tok); what != "" {
		return l.errorf(l.at, "%w: %s", ErrUnsupported, what)
	}
	if l.nest(tok); l.items > MaxDepth {
		return l.tooDeep(l.at)
	}
	switch tok.Type {
	case token.CommentType:
		return nil
	case token.DocumentEndType:
		l.ended = true
		return nil
	case token.DocumentHeaderType:
		if l.headed > 0 || l.content || l.ended {
			return l.errorf(l.at, "%w: a second document", ErrUnsupported)
		}
		l.headed = l.at + len("---")
		return nil
	case token.MappingStartType, token.SequenceStartType:
		if l.depth++; l.depth > MaxDepth {
			return l.tooDeep(l.at)
		}
	case token.MappingEndType, token.SequenceEndType:
		l.depth = max(l.depth-1, 0)
	}
	if l.headed > 0 && !l.content && !strings.Contains(l.text[l.headed:l.at], "\n") {
		return l.errorf(l.at, "%w: a value on the line of ---", ErrUnsupported)
	}
	l.content = true
	if l.ended {
		return l.errorf(l.at, "%w: a second document", ErrUnsupported)
	}
	return nil
}

// nest counts consecutive dashes on a line, because thousands of levels use hundreds of megabytes.
func (l *layer) nest(tok *token.Token) {
	if tok.Type != token.SequenceEntryType || strings.Contains(l.text[l.item:l.at], "\n") {
		l.items = 0
	}
	if tok.Type == token.SequenceEntryType {
		l.items++
		l.item = l.at
	}
}

func (p *placed) tooDeep(i int) error {
	return p.errorf(i, "%w: more than %d levels", ErrTooDeep, MaxDepth)
}

// end returns the end of tok, which should begin at l.at, or -1.
func (l *layer) end(tok *token.Token) int {
	rest := l.text[l.at:]
	n := -1
	switch tok.Type {
	case token.CommentType:
		if strings.HasPrefix(rest, "#") {
			n = len(strings.TrimSuffix(rest[:lineEnd(rest, 0)], "\n"))
		}
	case token.SingleQuoteType:
		n = quotedLen(rest, '\'')
	case token.DoubleQuoteType:
		n = quotedLen(rest, '"')
	case token.LiteralType, token.FoldedType:
		if strings.HasPrefix(rest, tok.Value) && !strings.ContainsAny(tok.Value, "123456789") {
			n = len(tok.Value)
		}
	default:
		n = plainLen(rest, tok.Value)
		if tok.Indicator == token.NotIndicator && !isPlain(rest[:max(n, 0)]) {
			return -1
		}
	}
	if n < 0 {
		return -1
	}
	return l.at + n
}

func quotedLen(text string, quote byte) int {
	for i := 1; i < len(text) && text[0] == quote; i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] != quote:
		case quote == '"' || i+1 == len(text) || text[i+1] != quote:
			return i + 1
		default:
			i++ // a doubled quote is an escape
		}
	}
	return -1
}

func plainLen(text, value string) int {
	i := 0
	for value != "" {
		gap := len(text[i:]) - len(strings.TrimLeft(text[i:], blanks))
		said := text[i : i+gap]
		switch breaks := strings.Count(said, "\n"); {
		case gap == 0 && i < len(text):
			said = text[i : i+1]
			gap = 1
		case breaks == 1:
			said = " "
		case breaks > 1:
			said = strings.Repeat("\n", breaks-1)
		}
		if said == "" || !strings.HasPrefix(value, said) {
			return -1
		}
		value = value[len(said):]
		i += gap
	}
	return i
}

// isPlain reports whether text is a valid plain scalar. The parser also accepts others.
func isPlain(text string) bool {
	if text == "" || strings.IndexByte("%@`&*!|>'\"#,[]{}", text[0]) >= 0 {
		return false
	}
	if strings.IndexByte("-?:", text[0]) >= 0 && (len(text) == 1 || strings.IndexByte(blanks, text[1]) >= 0) {
		return false
	}
	for i := 1; i < len(text); i++ {
		blank := strings.IndexByte(blanks, text[i]) >= 0
		if text[i-1] == ':' && blank || text[i] == '#' && strings.IndexByte(blanks, text[i-1]) >= 0 {
			return false
		}
	}
	for _, line := range strings.Split(text, "\n")[1:] {
		if strings.HasPrefix(strings.TrimLeft(line, blanks), "-") {
			return false
		}
	}
	return !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "<<")
}
