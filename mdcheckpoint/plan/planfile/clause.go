package planfile

import (
	"iter"
	"slices"
	"strings"
)

// A wordList is words and phrases in lower case, with a bar before and after each.
type wordList string

func (l wordList) has(phrase string) bool { return strings.Contains(string(l), "|"+phrase+"|") }

// all returns the entries of l.
func (l wordList) all() iter.Seq[string] {
	return strings.FieldsFuncSeq(string(l), func(r rune) bool { return r == '|' })
}

// within returns the first entry of l that text contains; "" if there is none.
func (l wordList) within(text string) string {
	for entry := range l.all() {
		if strings.Contains(text, entry) {
			return entry
		}
	}
	return ""
}

// cut returns the words after the longest phrase of l that words begin with.
func (l wordList) cut(words []word) (behind []word, ok bool) {
	const most = 5 // words of a phrase
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
	// mark separates the word from the previous one: '.' begins a sentence, '"' a quotation, other
	// marks begin a clause. It is 0 within a clause.
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

// markBehind is the mark that counts of one and the punctuation after it.
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

// clauses are the words of a line, with the current position.
type clauses struct {
	words    []word
	action   bool // the text is of a human-action
	off      bool // a person is not the subject of the following words
	sentence int  // index of the word that begins the current sentence
	from, to int  // indexes of the words of the current clause
}

func (l *clauses) clause() []word { return l.words[l.from:l.to] }

// ask is the row that the first clause fits which asks a person for something; nil if none
// does.
func (l *clauses) ask() *phrase {
	for l.next() {
		words := l.clause()
		if mark := words[0].mark; l.from > 0 && (mark == '.' || mark == '|') {
			l.sentence, l.off = l.from, false
		}
		if l.off = l.off || words[0].mark == '"' || others.begins(words) || later.in(words); l.off {
			continue
		}
		if p := l.phrase(addressed(words)); p != nil {
			return p
		}
	}
	return nil
}

// next goes to the next clause, if there is one. A command after a colon or a parenthesis
// belongs to the clause before it.
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

// addressed gives the words behind those that make a person the subject.
func addressed(words []word) []word {
	for ok := true; ok; {
		words, ok = persons.cut(words)
	}
	return words
}

// phrase is the row that words of a clause fit; nil if none does, or if only a person can do
// what the sentence says.
func (l *clauses) phrase(words []word) *phrase {
	for i := range phrases {
		if p := &phrases[i]; (l.action || !p.action) && (l.fits(p, words) || p.verbs == "" && l.isAlone(words)) && !l.excused(p) {
			return p
		}
	}
	return nil
}

// fits reports whether words, from the verb on, are what a row is about.
func (l *clauses) fits(p *phrase, words []word) bool {
	behind, ok := p.verbs.cut(words)
	if ok && p.command && l.hasCommand(words[0].text, behind) {
		return true
	}
	return ok && !handles.in(behind) && (isObject(behind, p.object) || p.near.in(behind) || p.path && hasPath(behind))
}

// excused reports whether only a person can do what a row is about, by what the clause at
// hand, what comes before it or its sentence says.
func (l *clauses) excused(p *phrase) bool {
	end := l.to
	for end < len(l.words) && l.words[end].mark != '.' {
		end++
	}
	said, whole := l.words[l.sentence:l.to], l.words[l.sentence:end]
	if p.path { // the file may be on the device of the sentence before
		said = l.words[:l.to]
	}
	switch {
	case exempt.in(said), p.unless.in(said), prompts.in(whole):
		return true
	case p.screen && (screens.in(whole) || isSecret(whole)):
		return true
	}
	return slices.ContainsFunc(said, func(w word) bool {
		return w.code && (exemptCode.in(readWords(w.text)) || isPlaceholder(w.text) || isKeyName(w.text))
	})
}

// isResult reports whether a command is followed by what came of it: "(`npm run build`), no
// warnings".
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

// hasCommand reports whether words after a verb name a command. Where the verb is not of
// running, the command is its object, or comes after a colon, a parenthesis or a word such
// as "with", and ends the clause.
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

// isAlone reports whether words are a command, and say nothing of its result.
func (l *clauses) isAlone(words []word) bool {
	switch {
	case len(words) == 1 && words[0].code && isTool(words[0].text):
		return len(l.clause()) > 1 || l.from == l.sentence && !l.isResult()
	case len(words) > 1 && !plainTools.has(words[0].text) && isPlainCommand(words):
		return !results.in(l.words[l.sentence:l.to]) && !modals.in(words) && !l.isResult()
	}
	return false
}

// isPlainCommand reports whether words begin with a command that is not in code.
func isPlainCommand(words []word) bool {
	if len(words) < 2 || words[0].code || !isTool(words[0].text) {
		return false
	}
	argument := words[1].text
	return subcommands.has(argument) || strings.ContainsAny(argument, "-/:.")
}

// isTool reports whether text, without quotes, begins as a command line does.
func isTool(text string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(text, "$ "), " ")
	if tools.has(first) || strings.HasPrefix(first, "./") {
		return true
	}
	dot := strings.LastIndexByte(first, '.')
	return dot > 0 && scripts.has(first[dot:]) && strings.ContainsAny(first, `/\`)
}

// isLine reports whether text has the form of a command line: a word in lower case with
// something after it, not a database query or a call in a programming language.
func isLine(text string) bool {
	first, _, more := strings.Cut(text, " ")
	return more && first != "" && first[0] != '/' && strings.ToLower(first[:1]) == first[:1] && !strings.ContainsAny(first, "(;=")
}

// isPlaceholder reports whether a part of a command is to be filled in: "<code>", "YOUR_KEY".
func isPlaceholder(text string) bool {
	text = strings.NewReplacer("&lt;", "<", "&gt;", ">", "{", "<", "}", ">").Replace(strings.ToLower(text))
	_, part, _ := strings.Cut(text, "<")
	part, _, closed := strings.Cut(part, ">")
	return strings.Contains(text, "your") || closed && strings.Trim(part, "abcdefghijklmnopqrstuvwxyz-_ ") == ""
}

// isObject reports whether the last word of a direct object is one of things: no "database view".
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

// isSecret reports whether words name what an agent must not see, or a page to get it from.
func isSecret(words []word) bool {
	if secrets.in(words) {
		return true
	}
	return slices.ContainsFunc(words, func(w word) bool {
		isPage := strings.Contains(w.text, "://") && !strings.Contains(w.text, "localhost")
		return isPage || isKeyName(w.text) || w.code && secrets.in(readWords(w.text))
	})
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

// keyNames are what the names of somebody's keys have; "API_KEY" alone is a placeholder.
const keyNames wordList = "|_api_key|_secret|_token|_password|"

func isKeyName(text string) bool { return keyNames.within(strings.ToLower(text)) != "" }
