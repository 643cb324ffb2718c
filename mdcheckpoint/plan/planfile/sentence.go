package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A clause is a part of a line in which an imperative may begin.
type clause struct {
	span  source.Span
	text  string
	words []word
	rest  []word // words from the verb on, if it is an imperative
	verb  bool   // it is one
	mark  string // what parts it from the next; "" of the last
	first bool   // it begins a sentence
}

// What ends a sentence, and what ends a clause. The cells of a table are sentences.
var (
	sentenceMarks = [...]string{". ", "! ", "? ", "; ", "|"}
	clauseMarks   = [...]string{", then ", " and then ", " then ", ", and ", " and ", ", or ", ", ", ": ", " — ", " – ", " - ", " -> ", " → ", " => ", " (", "(", ")", ":** ", "** "}
)

// markAt returns the mark at an offset of a line, of which a clause begins at start; "" if
// there is none. A command behind a colon or a parenthesis belongs to the clause before it.
func markAt(line string, start, i int) (mark string, ends bool) {
	for _, mark := range sentenceMarks {
		if strings.HasPrefix(line[i:], mark) {
			return mark, true
		}
	}
	for _, mark := range clauseMarks {
		rest, ok := strings.CutPrefix(line[i:], mark)
		switch {
		case !ok:
		case (mark == ": " || strings.HasSuffix(mark, "(")) && strings.HasPrefix(rest, "`"):
		case mark == ")" && (i == start || strings.Contains(line[start:i], "(") || !strings.HasPrefix(rest, " ") || isDigit(line[i-1])):
		default:
			return mark, false
		}
	}
	return "", false
}

// clauses parts a line at marks outside of code.
func clauses(line string) []clause {
	all := []clause{{first: true}}
	codes := codeSpans(line)
	start := 0
	end := func(i int) {
		c := &all[len(all)-1]
		c.span, c.text = source.Span{Start: start, End: i}, strings.TrimSpace(line[start:i])
		c.words = splitWords(c.text)
		c.rest, c.verb = imperative(c.words)
	}
	for i := 0; i < len(line); {
		if len(codes) > 0 && codes[0].Start <= i {
			i = max(i+1, codes[0].End)
			codes = codes[1:]
			continue
		}
		mark, ends := markAt(line, start, i)
		if mark == "" {
			i++
			continue
		}
		end(i)
		all[len(all)-1].mark = mark
		i += len(mark)
		start, all = i, append(all, clause{first: ends})
	}
	end(len(line))
	return all
}

// A sentence is the clauses of a line, and how far they were read.
type sentence struct {
	clauses  []clause
	below    string // what the line leads to; "" if nothing
	action   bool   // of a human-action
	begin    int    // index of the clause that begins the sentence at hand
	personal bool   // a person can be the subject of the next clause
}

// ask is the row that the i-th clause fits; nil if none does, or if only a person can do
// what the sentence says.
func (s *sentence) ask(i int) *ask {
	c := &s.clauses[i]
	if c.first {
		s.begin, s.personal = i, true
	}
	if !s.personal {
		return nil
	}
	switch rest := c.rest; {
	case s.isQuoted(i):
		s.personal = false
	case len(rest) > 0 && rest[len(rest)-1].lead != 0 && !anyCode.has(rest[0].text) && s.isResult(i): // "build (`make`), no warnings"
	case s.opens(i), leadsToCommand(c.words, c.first):
		return s.allowed(runCommand, i)
	case !c.verb:
		s.personal = leads(c.words)
	default:
		return s.fit(i, rest)
	}
	return nil
}

// fit is the row that the imperative of the i-th clause fits.
func (s *sentence) fit(i int, rest []word) *ask {
	for k := range asks {
		a := &asks[k]
		if behind, ok := a.verbs.cut(rest); ok && (s.action || !a.action) && a.fits(rest[0].text, behind) && !byHand(behind) {
			if a = s.allowed(a, i); a != nil {
				return a
			}
		}
	}
	if isMaker(rest[0].text) && endsInCommand(rest, ":(") && !byHand(rest) {
		return s.allowed(runCommand, i)
	}
	return nil
}

// fits reports whether the words behind a verb are what the row is about.
func (a *ask) fits(verb string, behind []word) bool {
	switch {
	case a.things == "", a.object && isObject(behind, a.things), !a.object && a.things.in(behind):
		return true
	}
	return a.command && hasCommand(behind, verb) || a.path && hasPath(behind)
}

// allowed is a, unless the sentence says that it does not apply to its i-th clause. What is
// said behind that in steps of their own does not count: "run `npm run dev` and log in".
func (s *sentence) allowed(a *ask, i int) *ask {
	const near = 10 // clauses that are looked at on either side
	from, last := max(s.begin, i-near), i+1
	end := last
	for end < min(len(s.clauses), i+near) && !s.clauses[end].first {
		if end++; last == end-1 && !s.clauses[last].verb {
			last = end
		}
	}
	whole, said := s.words(from, end), s.words(from, last)
	if a.path { // the file may be on the device of the sentence before
		said = s.words(max(0, i-near), last)
	}
	switch {
	case isExempt(said), a.unless.in(said), a.command && prompts.in(whole), a.action && strings.Contains(s.clauses[i].text, "http"):
	case (a.screen || a.secret) && screens.in(whole), a.secret && (isSecret(whole) || isKeyName(firstLines(s.below))):
	default:
		return a
	}
	return nil
}

// words are those of the clauses from one index to before another.
func (s *sentence) words(from, to int) []word {
	var all []word
	for _, c := range s.clauses[from:to] {
		all = append(all, c.words...)
	}
	return all
}

// isQuoted reports whether the i-th clause is what a screen shows, in quotes behind a colon,
// or a title: "Stop server: the light turns red".
func (s *sentence) isQuoted(i int) bool {
	c := &s.clauses[i]
	if i > s.begin && s.clauses[i-1].mark == ": " && strings.TrimLeft(c.text, "\"'“‘") != c.text {
		return true
	}
	if len(c.words) != 2 || c.words[1].code || c.mark != ": " {
		return false
	}
	_, is := articles.cut(s.clauses[i+1].words)
	return is
}

// opens reports whether the i-th clause, which begins a sentence, is a command that is to be
// run before something else is done: "`npm start` and visit the page".
func (s *sentence) opens(i int) bool {
	c := &s.clauses[i]
	if !c.first || len(c.words) != 1 || !c.words[0].code || !isCommand(c.words[0].text) || i+1 == len(s.clauses) || s.clauses[i+1].first || s.isResult(i) {
		return false
	}
	next := &s.clauses[i+1]
	return next.verb || strings.HasSuffix(c.mark, "(") && len(next.words) > 0 && !strings.HasSuffix(next.words[0].text, "ed")
}

// isResult reports whether the i-th clause, a command, is followed by what came of it:
// "build (`npm run build`), no warnings".
func (s *sentence) isResult(i int) bool {
	if i+1 == len(s.clauses) || s.clauses[i+1].first {
		return false
	}
	next := s.clauses[i+1].words
	return len(next) > 0 && !next[0].code && (results.has(next[0].text) || next[0].text[0] <= '9')
}

func firstLines(text string) string {
	const most = 200 // bytes
	return text[:min(len(text), most)]
}

// isExempt reports whether only a person can do what words say.
func isExempt(words []word) bool {
	for i, w := range words {
		behind, ok := exempt.cut(words[i:])
		if ok && (len(behind) == 0 || !data.has(behind[0].text)) || w.code && exemptCode.in(splitWords(w.text)) {
			return true
		}
	}
	return false
}

// isSecret reports whether words name what an agent must not see.
func isSecret(words []word) bool {
	return secrets.in(words) || slices.ContainsFunc(words, func(w word) bool { return isKeyName(w.text) || w.code && secrets.in(splitWords(w.text)) })
}

// imperative gives the words from the verb on if a person is its subject: the clause begins
// with it, or with what addresses a person.
func imperative(words []word) ([]word, bool) {
	for ok := true; ok; {
		words, ok = persons.cut(words)
	}
	if rest, ok := third.cut(words); ok && len(rest) > 0 && strings.HasSuffix(rest[0].text, "s") {
		return append([]word{{text: strings.TrimSuffix(rest[0].text, "s")}}, rest[1:]...), true
	}
	if len(words) == 0 || words[0].code {
		return words, false
	}
	if _, other := agents.cut(words); other {
		return words, false
	}
	return words, otherVerbs.has(words[0].text) || isMaker(words[0].text)
}

// isMaker reports whether a verb is of what commands do.
func isMaker(verb string) bool {
	return makers.has(verb) || slices.ContainsFunc(asks[:], func(a ask) bool { return a.verbs.has(verb) })
}

// leads reports whether an imperative may follow a clause of these words: it is empty, a
// condition, or a title that names nobody else as the one who acts.
func leads(words []word) bool {
	const few = 3
	if len(words) == 0 {
		return true
	}
	_, other := agents.cut(words)
	if last := words[len(words)-1].text; other || negations.in(words[:min(2, len(words))]) || later.in(words) || says.has(last) {
		return false
	}
	if conditions.has(words[0].text) {
		return !executors.in(words)
	}
	return len(words) <= few
}

// byHand reports whether words say that a thing is done through a screen: "in the admin
// panel", "by clicking".
func byHand(words []word) bool {
	const near = 7
	for i, w := range words {
		if w.text == "by" && i+1 < len(words) && strings.HasSuffix(words[i+1].text, "ing") && !ways.has(words[i+1].text) {
			return true
		}
		if prepositions.has(w.text) && handles.in(words[i:min(len(words), i+near)]) {
			return true
		}
	}
	return false
}

// isObject reports whether the direct object that words begin with is one of things: its
// last word decides, so that "the database migrations" are no database.
func isObject(words []word, things wordList) bool {
	const near = 7
	n := slices.IndexFunc(words, func(w word) bool {
		return w.code || objectEnds.has(w.text) || strings.ContainsAny(w.text, ":/") || isDigit(w.text[0])
	})
	if n < 0 {
		n = len(words)
	}
	named := words[:n]
	isListed := n < len(words) && sources.has(words[n].text) && lists.in(words[n:min(len(words), n+near)])
	if n == 0 || isListed || strings.HasSuffix(named[0].text, "ing") && !states.has(named[0].text) {
		return false
	}
	return things.ends(named) || holders.has(named[n-1].text) && things.ends(named[:n-1])
}
