package settings

import (
	"slices"
	"strings"
)

// A token of a shell line is a word or an operator.
type token struct {
	text     string
	operator bool     // ends a command: ; & | ( ) && || |& or a line break; # for a comment
	plain    bool     // the shell makes nothing else of the word than text
	redirect bool     // the word says where to read or write
	nested   []string // the lines that are substituted in the word
}

// A lexer takes a line apart as sh does, as far as mdck has to know: words,
// quotes, operators and what is substituted. It fails on nothing.
type lexer struct {
	rest string
	word *token // that grows; nil between words
	all  []token
}

func lex(line string) []token {
	l := lexer{rest: line}
	for l.rest != "" {
		l.next()
	}
	l.end()
	return l.all
}

func (l *lexer) end() {
	if l.word != nil {
		l.all = append(l.all, *l.word)
		l.word = nil
	}
}

// add puts text to the word, and begins one if there is none.
func (l *lexer) add(text string) *token {
	if l.word == nil {
		l.word = &token{plain: true}
	}
	l.word.text += text
	return l.word
}

// take cuts n bytes off the line.
func (l *lexer) take(n int) string {
	n = min(n, len(l.rest))
	taken := l.rest[:n]
	l.rest = l.rest[n:]
	return taken
}

func (l *lexer) next() {
	switch c := l.rest[0]; {
	case c == ' ' || c == '\t' || c == '\r':
		l.end()
		l.take(1)
	case c == '#' && l.word == nil:
		l.comment()
	case c == '\'':
		l.take(1)
		l.add(l.until('\''))
	case c == '"':
		l.take(1)
		l.quoted()
	case c == '\\':
		l.escaped(" \t\n'\"$`\\;&|<>()#")
	case c == '`' || strings.HasPrefix(l.rest, "$("):
		l.substituted()
	case strings.HasPrefix(l.rest, "&>") || strings.HasPrefix(l.rest, ">&") || strings.HasPrefix(l.rest, "<&"):
		l.redirected(2)
	case c == '<' || c == '>':
		l.redirected(1)
	case strings.IndexByte("\n;&|()", c) >= 0:
		l.operator()
	default:
		l.add(l.take(1)).plain = l.word.plain && strings.IndexByte("$*?[]{}~!", c) < 0
	}
}

func (l *lexer) redirected(n int) {
	w := l.add(l.take(n))
	w.plain, w.redirect = false, true
}

func (l *lexer) comment() {
	n := strings.IndexByte(l.rest, '\n')
	if n < 0 {
		n = len(l.rest)
	}
	l.take(n)
	l.all = append(l.all, token{text: "#", operator: true})
}

func (l *lexer) operator() {
	l.end()
	n := 1
	if len(l.rest) > 1 && slices.Contains([]string{"&&", "||", "|&", ";;"}, l.rest[:2]) {
		n = 2
	}
	l.all = append(l.all, token{text: l.take(n), operator: true})
}

// until takes what stands before end, and end, or the rest without one.
func (l *lexer) until(end byte) string {
	n := strings.IndexByte(l.rest, end)
	if n < 0 {
		return l.take(len(l.rest))
	}
	text := l.take(n)
	l.take(1)
	return text
}

// escaped takes a backslash, and what it takes its meaning from; others stand for
// themselves, as in a path of Windows.
func (l *lexer) escaped(special string) {
	l.take(1)
	switch {
	case l.rest != "" && strings.IndexByte(special, l.rest[0]) >= 0:
		l.add(l.take(1))
	default:
		l.add(`\`)
	}
}

func (l *lexer) quoted() {
	l.add("")
	for l.rest != "" {
		switch c := l.rest[0]; {
		case c == '"':
			l.take(1)
			return
		case c == '\\':
			l.escaped("\"$`\\\n")
		case c == '`' || strings.HasPrefix(l.rest, "$("):
			l.substituted()
		default:
			l.add(l.take(1)).plain = l.word.plain && c != '$'
		}
	}
}

// substituted takes `line` or $(line).
func (l *lexer) substituted() {
	w := l.add("")
	w.plain = false
	if l.take(1) == "`" {
		w.nested = append(w.nested, l.until('`'))
		return
	}
	l.take(1)
	n := closing(l.rest)
	w.nested = append(w.nested, l.take(n))
	l.take(1)
}

// closing is the offset of the bracket that ends a substitution; the end of the
// text without one.
func closing(text string) int {
	depth, quote := 1, byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// plainWords are the words of a line that is one command and nothing else, for
// every shell the same; ok is false for any other line.
func plainWords(line string) (words []string, ok bool) {
	if strings.ContainsAny(line, "\r\n") {
		return nil, false
	}
	for _, t := range lex(line) {
		if t.operator || !t.plain {
			return nil, false
		}
		words = append(words, t.text)
	}
	return words, true
}
