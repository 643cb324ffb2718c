package planfile

import (
	"iter"
	"slices"
	"strings"
)

// A wordList is a set of lower-case words and phrases: "|run|start up|".
type wordList string

//go:noinline
func (l wordList) has(phrase string) bool { return strings.Contains(string(l), "|"+phrase+"|") }

func (l wordList) all() iter.Seq[string] {
	return strings.FieldsFuncSeq(string(l), func(r rune) bool { return r == '|' })
}

func (l wordList) within(text string) string {
	for entry := range l.all() {
		if strings.Contains(text, entry) {
			return entry
		}
	}
	return ""
}

// cut removes the longest phrase of l from the beginning of words.
func (l wordList) cut(words []word) (behind []word, ok bool) {
	const most = 5
	behind = words
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

func (l wordList) begins(words []word) bool {
	_, ok := l.cut(words)
	return ok
}

func (l wordList) in(words []word) bool {
	for i := range words {
		if l.begins(words[i:]) {
			return true
		}
	}
	return false
}

// A word is a lower-case word of a line, or the code between two backticks.
type word struct {
	text       string
	code       bool
	start, end int // offsets in the line, without punctuation
	// mark is what comes before the word: '.' a new sentence, '|' a new cell, '"' a quotation,
	// another byte a new clause, 0 none of them.
	mark byte
}

// joints lists words between two clauses.
const joints wordList = "|and|then|so|&|—|–|-|--|->|→|=>|"

func readWords(line string) []word {
	solid := []byte(line) // spaces in code are replaced, so that it is one field
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

type clauses struct {
	words    []word
	action   bool // the text belongs to a human-action
	off      bool // the rest of the sentence asks for nothing
	sentence int
	from, to int // the current clause is words[from:to]
}

func (l *clauses) clause() []word { return l.words[l.from:l.to] }

// ask moves to the first clause that asks for work of an agent. It returns the matching row of
// phrases, or nil.
func (l *clauses) ask() *phrase {
	for l.next() {
		words := l.clause()
		if mark := words[0].mark; l.from > 0 && (mark == '.' || mark == '|') {
			l.sentence, l.off = l.from, false
		}
		if l.off = l.off || words[0].mark == '"' || others.begins(words) || later.in(words); l.off {
			continue
		}
		if p := l.phrase(cutAddress(words)); p != nil {
			return p
		}
	}
	return nil
}

func (l *clauses) next() bool {
	l.from = l.to
	for l.to < len(l.words) {
		w := l.words[l.to]
		if l.to > l.from && w.mark != 0 && !(w.code && strings.IndexByte(":(", w.mark) >= 0) {
			break
		}
		l.to++
	}
	return l.from < l.to
}

// cutAddress removes words such as "please" or "you should" from the beginning.
func cutAddress(words []word) []word {
	for ok := true; ok; {
		words, ok = persons.cut(words)
	}
	return words
}

func (l *clauses) phrase(words []word) *phrase {
	for i := range phrases {
		if p := &phrases[i]; (l.action || !p.action) && (l.fits(p, words) || p.verbs == "" && l.isAlone(words)) && !l.excused(p) {
			return p
		}
	}
	return nil
}

func (l *clauses) fits(p *phrase, words []word) bool {
	behind, ok := p.verbs.cut(words)
	if ok && p.command && l.hasCommand(words[0].text, behind) {
		return true
	}
	return ok && !handles.in(behind) && (isObject(behind, p.object) || p.near.in(behind) || p.path && hasPath(behind))
}

// excused reports whether only a person can do what p describes.
func (l *clauses) excused(p *phrase) bool {
	end := l.to
	for end < len(l.words) && l.words[end].mark != '.' {
		end++
	}
	soFar, whole := l.words[l.sentence:l.to], l.words[l.sentence:end]
	if p.path { // an earlier sentence may name a device
		soFar = l.words[:l.to]
	}
	switch {
	case exempt.in(soFar), p.unless.in(soFar), prompts.in(whole):
		return true
	case p.screen && (screens.in(whole) || isSecret(whole)):
		return true
	}
	return slices.ContainsFunc(soFar, func(w word) bool {
		return w.code && (exemptCode.in(readWords(w.text)) || isPlaceholder(w.text) || isKeyName(w.text))
	})
}

// isResult reports whether a result follows, as in "(`npm run build`), no warnings".
func (l *clauses) isResult() bool {
	if l.to == len(l.words) {
		return false
	}
	next := l.words[l.to]
	switch {
	case next.mark == '.':
		return false
	case next.mark == '|', next.code:
		return true
	}
	return results.has(next.text) || isDigit(next.text[0]) || strings.HasSuffix(next.text, "ed")
}

func (l *clauses) hasCommand(verb string, words []word) bool {
	const near = 6
	runs := runners.has(verb)
	for i, w := range words {
		if !w.code {
			continue
		}
		isMeant := i == 0 || w.mark != 0 || ways.has(words[i-1].text)
		switch {
		case runs && i < near && (isTool(w.text) || isLine(w.text)):
			return true
		case isMeant && isTool(w.text) && strings.ContainsAny(w.text, " /"):
			return !l.isResult() && (i+1 == len(words) || tails.has(words[i+1].text))
		}
	}
	return runs && isPlainCommand(words)
}

func (l *clauses) isAlone(words []word) bool {
	switch {
	case len(words) == 1 && words[0].code && isTool(words[0].text):
		return len(l.clause()) > 1 || l.from == l.sentence && !l.isResult()
	case len(words) > 1 && !plainTools.has(words[0].text) && isPlainCommand(words):
		return !results.in(l.words[l.sentence:l.to]) && !modals.in(words) && !l.isResult()
	}
	return false
}

func isPlainCommand(words []word) bool {
	if len(words) < 2 || words[0].code || !isTool(words[0].text) {
		return false
	}
	argument := words[1].text
	return subcommands.has(argument) || strings.ContainsAny(argument, "-/:.")
}

func isTool(text string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(text, "$ "), " ")
	if tools.has(first) || strings.HasPrefix(first, "./") {
		return true
	}
	dot := strings.LastIndexByte(first, '.')
	return dot > 0 && scripts.has(first[dot:]) && strings.ContainsAny(first, `/\`)
}

func isLine(text string) bool {
	first, _, more := strings.Cut(text, " ")
	return more && first != "" && first[0] != '/' && strings.ToLower(first[:1]) == first[:1] && !strings.ContainsAny(first, "(;=")
}

func isPlaceholder(text string) bool {
	text = strings.NewReplacer("&lt;", "<", "&gt;", ">", "{", "<", "}", ">").Replace(strings.ToLower(text))
	_, part, _ := strings.Cut(text, "<")
	part, _, closed := strings.Cut(part, ">")
	return strings.Contains(text, "your") || closed && strings.Trim(part, "abcdefghijklmnopqrstuvwxyz-_ ") == ""
}

// isObject reports whether words begin with an object that ends in one of things, such as "the dev
// server".
func isObject(words []word, things wordList) bool {
	for i, w := range words {
		if w.code || ends.has(w.text) || i == 0 && strings.HasSuffix(w.text, "ing") && w.text != "running" {
			return false
		}
		behind, ok := things.cut(words[i:])
		if ok && (len(behind) == 0 || behind[0].code || ends.has(behind[0].text) || strings.ContainsAny(behind[0].text, ".0123456789")) {
			return true
		}
	}
	return false
}

// isSecret reports whether words mention a secret, or a web page that can show one.
func isSecret(words []word) bool {
	if secrets.in(words) {
		return true
	}
	return slices.ContainsFunc(words, func(w word) bool {
		isPage := strings.Contains(w.text, "://") && !strings.Contains(w.text, "localhost")
		return isPage || isKeyName(w.text) || w.code && secrets.in(readWords(w.text))
	})
}

const endings wordList = "|.ts|.tsx|.js|.jsx|.mjs|.json|.yaml|.yml|.toml|.ini|.conf|.cfg|.env|.local|.example|.md|.go|.py|.rb|.rs|.java|.sql|.sh|.css|.scss|.html|.xml|.properties|.plist|.gradle|.lock|.txt|"

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

const keyNames wordList = "|_api_key|_secret|_token|_password|"

func isKeyName(text string) bool { return keyNames.within(strings.ToLower(text)) != "" }
