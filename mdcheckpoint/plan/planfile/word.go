package planfile

import (
	"iter"
	"strings"
)

// A wordList is words and phrases in lower case, with a bar before and behind each.
type wordList string

func (l wordList) has(phrase string) bool { return strings.Contains(string(l), "|"+phrase+"|") }

// all returns the entries of l.
func (l wordList) all() iter.Seq[string] {
	return strings.FieldsFuncSeq(string(l), func(r rune) bool { return r == '|' })
}

// endsText reports whether text ends with an entry of l.
func (l wordList) endsText(text string) bool {
	for end := range l.all() {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}

// cut returns the words behind the longest phrase of l that words begin with.
func (l wordList) cut(words []word) (behind []word, ok bool) {
	const most = 5 // words of a phrase
	behind = words
	if len(words) == 0 || !strings.Contains(string(l), "|"+words[0].text) { // most do not
		return behind, false
	}
	phrase := ""
	for i, w := range words[:min(len(words), most)] {
		if w.code {
			break
		}
		if phrase += w.text; l.has(phrase) {
			behind, ok = words[i+1:], true
		}
		phrase += " "
	}
	return behind, ok
}

// begins reports whether words begin with a phrase of l.
func (l wordList) begins(words []word) bool {
	_, ok := l.cut(words)
	return ok
}

// in reports whether words contain a phrase of l.
func (l wordList) in(words []word) bool {
	for i := range words {
		if l.begins(words[i:]) {
			return true
		}
	}
	return false
}

// A word is a word of a line, in lower case, or the text between backticks.
type word struct {
	text       string
	code       bool
	start, end int // in the line, without punctuation
	// mark parts the word from the one before it: '.' begins a sentence, '"' a quotation,
	// others a clause. It is 0 within a clause.
	mark byte
}

// joints are words that part clauses.
const joints wordList = "|and|then|so|&|—|–|-|--|->|→|=>|"

// readWords gives the words of a line without punctuation around them.
func readWords(line string) []word {
	solid := []byte(line) // code without spaces
	for _, c := range codeSpans(line) {
		for i := c.Start; i < c.End; i++ {
			solid[i] = max(solid[i], '!')
		}
	}
	var words []word
	text, mark, at := string(solid), byte('.'), 0
	for field := range strings.FieldsSeq(text) {
		at += strings.Index(text[at:], field)
		body := strings.TrimLeft(field, "([{\"'“‘*_")
		opening := field[:len(field)-len(body)]
		body = strings.TrimRight(body, ")]}\"'”’*_.,:;!?|")
		closing := field[len(opening)+len(body):]
		switch mark = markBehind(mark, opening); {
		case joints.has(strings.ToLower(body)):
			mark, body = markBehind(mark, "("), ""
		case mark != 0 && strings.ContainsAny(opening, "\"'“‘"):
			mark = '"'
		}
		if body != "" {
			w := word{text: strings.ToLower(body), code: body[0] == '`', start: at + len(opening), end: at + len(opening) + len(body), mark: mark}
			if w.code {
				w.text = strings.TrimSpace(strings.Trim(line[w.start:w.end], "`"))
			}
			if mark == '(' && strings.HasPrefix(closing, ")") {
				w.end++
			}
			words, mark = append(words, w), 0
		}
		mark = markBehind(mark, closing)
		at += len(field)
	}
	return words
}

// markBehind is the mark that counts of one and the punctuation behind it.
func markBehind(mark byte, punctuation string) byte {
	if mark == '.' {
		return mark
	}
	for _, marks := range [...]string{"|", ".!?;", ":", "(", ",)"} {
		if strings.ContainsAny(punctuation, marks) {
			return marks[0]
		}
	}
	return mark
}

// endings are those of files that an agent writes.
const endings wordList = "|.ts|.tsx|.js|.jsx|.mjs|.json|.yaml|.yml|.toml|.ini|.conf|.cfg|.env|.local|.example|.md|.go|.py|.rb|.rs|.java|.sql|.sh|.css|.scss|.html|.xml|.properties|.plist|.gradle|.lock|.txt|"

// hasPath reports whether the first of words name a file that an agent can write.
func hasPath(words []word) bool {
	const near = 8
	for _, w := range words[:min(len(words), near)] {
		if sources.has(w.text) {
			return false
		}
		name := strings.ToLower(w.text)
		dot := strings.LastIndexByte(name, '.')
		if dot >= 0 && endings.has(name[dot:]) && !strings.ContainsAny(name, " ()") {
			return true
		}
	}
	return false
}

// isKeyName reports whether text holds the name of a variable for a key of somebody. A
// name that says no more than that it is a key, such as "API_KEY", is a placeholder.
func isKeyName(text string) bool {
	for _, ending := range [...]string{"_API_KEY", "_SECRET", "_TOKEN", "_PASSWORD"} {
		if strings.Contains(strings.ToUpper(text), ending) {
			return true
		}
	}
	return false
}
