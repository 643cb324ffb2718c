package spelling

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tagWords lists words in the names of tags that agents obey. Source: transcripts of Claude Code,
// Codex and Gemini CLI.
var tagWords = [...]string{
	"system", "human", "assistant", "user", "tool", "function", "antml", "developer", "reminder", "instruction",
	"important", "caveat", "notification", "hook",
}

// tagNames are more names of tags that agents obey. Source: as tagWords, and chat templates of open
// models.
const tagNames = "environment_context environment_details document documents invoke parameter result results output thinking think " +
	"command-name command-message command-args local-command-stdout local-command-stderr bash-input bash-stdout bash-stderr " +
	"sys inst model start_of_turn end_of_turn bos eos"

// endedName is broken only as a closing tag, because plans use "<context>".
const endedName = "context"

// squareNames are tag names in square brackets. Source: the templates of Llama and Mistral.
const squareNames = "inst sys system_prompt available_tools tool_calls tool_results system-reminder"

// angles and squares are brackets that can open a tag, with lookalikes and entities. Source: the
// Unicode Character Database, and the entities of HTML.
var (
	angles  = [...]string{"<", "\uff1c", "\ufe64", "\u2039", "\u2329", "\u27e8", "\u3008", "&lt;", "&#60;", "&#060;", "&#x3c;", "&#x003c;"}
	squares = [...]string{"[", "\uff3b", "&#91;", "&#091;", "&#x5b;", "&#x005b;", "&lsqb;", "&lbrack;"}
)

const longestBracket = len("&lbrack;")

// opens has the first bytes of all brackets. It is a table, because all output is searched for them.
var opens = [256]bool{'<': true, '[': true, '&': true, 0xe2: true, 0xe3: true, 0xef: true}

// longestTag is the number of characters to read after a bracket.
const longestTag = 128

// BreakTags puts a backslash into each tag that agents obey: "<\/system-reminder>". Then text cannot
// close a tag around it.
func BreakTags(text string) string {
	if broken := BreakTagBytes([]byte(text)); len(broken) > len(text) {
		return string(broken)
	}
	return text
}

// BreakTagBytes is [BreakTags] for bytes. It may return text itself.
func BreakTagBytes(text []byte) []byte {
	var b []byte
	done := 0
	for _, end := range Tags(text, character) {
		b = append(append(b, text[done:end]...), '\\')
		done = end
	}
	if done == 0 {
		return text
	}
	return append(b, text[done:]...)
}

// Tags yields start and end of the opening bracket of each tag that agents obey. next reads one
// character; size 0 means the end.
func Tags(text []byte, next func(text []byte, at int) (r rune, size int)) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at := 0; at < len(text); at++ {
			if !opens[text[at]] {
				continue
			}
			b := bracketAt(text, at)
			if b.size == 0 {
				continue
			}
			t := readTag(text, at+b.size, b.square, next)
			if t.isTag(b.square) && !yield(at, at+b.size) {
				return
			}
		}
	}
}

// Decided returns how many bytes [BreakTags] can process before more text arrives.
func Decided(text []byte) int {
	for at := max(0, len(text)-(longestTag+longestBracket)*utf8.UTFMax); at < len(text); at++ {
		b := bracketAt(text, at)
		if b.cut || b.size > 0 && readTag(text, at+b.size, b.square, character).cut {
			return at
		}
	}
	return len(text)
}

func character(text []byte, at int) (rune, int) {
	if !utf8.FullRune(text[at:]) {
		return 0, 0
	}
	return utf8.DecodeRune(text[at:])
}

type bracket struct {
	size   int // in bytes; 0 without a bracket
	square bool
	cut    bool
}

func bracketAt(text []byte, at int) (b bracket) {
	switch text[at] {
	case '<', '[':
		return bracket{size: 1, square: text[at] == '['}
	case '&', 0xe2, 0xe3, 0xef:
		rest := string(text[at:min(at+longestBracket, len(text))])
		b.find(rest, angles[1:])
		if b.size == 0 {
			b.square = b.find(rest, squares[1:])
		}
	}
	return b
}

// find reports whether rest begins with one of forms, and sets size. It sets cut if rest is too short
// to know.
func (b *bracket) find(rest string, forms []string) bool {
	for _, form := range forms {
		switch n := min(len(form), len(rest)); {
		case !strings.EqualFold(rest[:n], form[:n]):
		case n < len(form):
			b.cut = true
		default:
			b.size = n
			return true
		}
	}
	return false
}

type tagName struct {
	name      string // lower case, without invisible characters
	special   bool   // begins with a bar, as in chat templates
	lookalike bool   // has letters that may look like Latin ones
	end       bool
	closed    bool
	cut       bool
}

func readTag(text []byte, at int, square bool, next func([]byte, int) (rune, int)) (t tagName) {
	var name []byte
	ended := false
	for range longestTag {
		r, size := next(text, at)
		if size == 0 {
			t.cut = true
			break
		}
		at += size
		r = folded(r)
		first := len(name) == 0 && !t.special && !t.lookalike
		switch space := unicode.IsSpace(r); {
		case isNameRune(r) && !ended:
			name = append(name, byte(r))
		case first && r == '|':
			t.special = true
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian) && !ended:
			t.lookalike = true
		case space && square && !first:
			ended = true
		case first && r == '/':
			t.end = true
		case first && space, !space && (isUnseen(r) || unicode.Is(unicode.M, r)):
		default:
			t.name, t.closed = string(name), r == ']'
			return t
		}
	}
	t.name = string(name)
	return t
}

// folded returns the lower-case letter or ASCII sign that r looks like, or r.
func folded(r rune) rune {
	const wide = '\uff01' - '!' // distance from an ASCII sign to its full-width form
	if r >= '!'+wide && r <= '~'+wide {
		r -= wide
	}
	return unicode.ToLower(unicode.ToUpper(r))
}

func (t *tagName) isTag(square bool) bool {
	if square {
		return t.closed && hasWord(squareNames, t.name)
	}
	if t.name == "" {
		return false
	}
	contained := func(word string) bool { return strings.Contains(t.name, word) }
	return t.special || t.lookalike || t.end && t.name == endedName || hasWord(tagNames, t.name) || slices.ContainsFunc(tagWords[:], contained)
}

// hasWord reports whether list, words between spaces, has word.
func hasWord(list, word string) bool {
	for known := range strings.FieldsSeq(list) {
		if known == word {
			return true
		}
	}
	return false
}

func isNameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_:.", r)
}
