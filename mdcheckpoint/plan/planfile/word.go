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

// in reports whether words contain a phrase of l.
func (l wordList) in(words []word) bool {
	for i := range words {
		if _, ok := l.cut(words[i:]); ok {
			return true
		}
	}
	return false
}

// ends reports whether words end with a phrase of l, of one or two words.
func (l wordList) ends(words []word) bool {
	for i := max(0, len(words)-2); i < len(words); i++ {
		if behind, ok := l.cut(words[i:]); ok && len(behind) == 0 {
			return true
		}
	}
	return false
}

// A word is a word of a clause, in lower case, or the text between backticks.
type word struct {
	text string
	code bool
	lead byte // of code, the character before it, without white space
}

// splitWords gives the words of a clause without punctuation around them.
func splitWords(clause string) []word {
	var words []word
	at := 0
	plain := func(text string) {
		for _, f := range strings.Fields(text) {
			if w := strings.TrimSuffix(strings.ToLower(strings.Trim(f, "*_\"'“”‘’()[]{},;:!?")), "."); w != "" {
				words = append(words, word{text: w})
			}
		}
	}
	for _, c := range codeSpans(clause) {
		plain(clause[at:c.Start])
		w := word{text: strings.TrimSpace(strings.Trim(clause[c.Start:c.End], "`")), code: true}
		if before := strings.TrimRight(clause[:c.Start], " *"); before != "" {
			w.lead = before[len(before)-1]
		}
		words, at = append(words, w), c.End
	}
	plain(clause[at:])
	return words
}

// endings are those of files that an agent writes.
const endings wordList = "|.ts|.tsx|.js|.jsx|.mjs|.json|.yaml|.yml|.toml|.ini|.conf|.cfg|.env|.local|.example|.md|.go|.py|.rb|.rs|.java|.sql|.sh|.css|.scss|.html|.xml|.properties|.plist|.gradle|.lock|.txt|"

// hasPath reports whether the first of words name a file that an agent can write.
func hasPath(words []word) bool {
	const near = 8
	for _, w := range words[:min(len(words), near)] {
		name := strings.ToLower(w.text)
		dot := strings.LastIndexByte(name, '.')
		if dot >= 0 && endings.has(name[dot:]) && !strings.ContainsAny(name, " ()") && !strings.HasPrefix(name, "http") && !strings.HasPrefix(name, "localhost") {
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
