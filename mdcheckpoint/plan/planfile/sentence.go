package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A sentence is a text with its clauses, and what is known of it.
type sentence struct {
	text   string
	parts  []source.Span // its clauses
	then   bool          // an arrow behind it leads to a step
	result bool          // one leads to what came of it
	aside  bool          // a sentence before it in the same step is about hardware
	known  bool          // what follows is known
	exempt int           // index of the first clause that only a person can do; len(parts) if there is none
	prompt bool          // what is run in it asks a person
	screen bool          // it goes through what was built
	secret bool          // it handles what an agent must not see
}

func newSentence(text string) *sentence { return &sentence{text: text, parts: clauses(text)} }

func (s *sentence) part(i int) []word { return splitWords(s.text[s.parts[i].Start:s.parts[i].End]) }

// look finds out what is known of a sentence, once.
func (s *sentence) look() {
	if s.known {
		return
	}
	words := splitWords(s.text)
	s.known, s.exempt = true, len(s.parts)
	s.prompt, s.screen, s.secret = hasAny(words, prompts, true), hasAny(words, screens, false), hasSecret(words)
	for i := range s.parts {
		if isExempt(s.part(i)) {
			s.exempt = i
			return
		}
	}
}

// isExempt reports whether only a person can do what words say.
func isExempt(words []word) bool {
	for i, w := range words {
		if w.code {
			if hasAny(words[i:i+1], exemptCode, true) {
				return true
			}
			continue
		}
		for _, p := range exempt {
			if !strings.HasPrefix(p, w.text) { // most are none: said fast
				continue
			}
			if behind, ok := after(words[i:], p); ok && !isNamed(behind) {
				return true
			}
		}
	}
	return false
}

// isNamed reports whether words before these are the name of a thing in code: "the
// devices table".
func isNamed(behind []word) bool {
	return len(behind) > 0 && slices.Contains([]string{"table", "tables", "model", "schema", "migration", "migrations", "endpoint"}, behind[0].text)
}

// reach is the index of the last clause that belongs to the i-th: the one before the
// next imperative, which is a step of its own.
func (s *sentence) reach(i int) int {
	for i+1 < len(s.parts) {
		if _, is := imperative(s.part(i + 1)); is {
			break
		}
		i++
	}
	return i
}

// personal reports whether the sentence says of its i-th clause that a row of the table
// does not apply. What is said behind the clause in steps of their own does not count:
// "run `npm run dev` and log in".
func (s *sentence) personal(a *ask, i int) bool {
	s.look()
	last := s.reach(i)
	return s.exempt <= last || a.path && s.aside || a.code && s.prompt || a.action && strings.Contains(s.text, "http") ||
		(a.screen || a.secret) && s.screen || a.secret && s.secret ||
		hasAny(splitWords(s.text[:s.parts[last].End]), a.unless, false)
}

// ask is the row of the table that the imperative of the i-th clause fits; nil if none
// does, or if only a person can do what the sentence says. led says that the imperative
// leads to a command.
func (s *sentence) ask(rest []word, i int, led, action bool) *ask {
	for k := range asks {
		a := &asks[k]
		if behind, ok := cutAny(rest, a.verbs); ok && (action || !a.action) &&
			a.fits(rest[0].text, behind) && !byHand(behind) && !s.personal(a, i) {
			return a
		}
	}
	if last := &asks[len(asks)-1]; led && !byHand(rest) && !s.personal(last, i) {
		return last
	}
	return nil
}

// isQuotation reports whether the i-th clause is what a screen shows: it stands in quotes
// behind a colon, or is the title of what is described behind one, as in "Stop server: the
// light turns red".
func (s *sentence) isQuotation(i int) bool {
	parts := s.parts
	text := strings.TrimSpace(s.text[parts[i].Start:parts[i].End])
	if i > 0 && strings.HasPrefix(s.text[parts[i-1].End:], ": ") {
		for _, q := range []string{`""`, "“”", "''", "‘’"} {
			open, closing := []rune(q)[0], []rune(q)[1]
			if strings.HasPrefix(text, string(open)) && strings.HasSuffix(strings.TrimRight(text, ".)"), string(closing)) {
				return true
			}
		}
	}
	words := splitWords(text)
	if len(words) != 2 || i+1 == len(parts) || words[1].code || !strings.HasPrefix(s.text[parts[i].End:], ": ") {
		return false
	}
	next := splitWords(s.text[parts[i+1].Start:parts[i+1].End])
	return len(next) > 1 && slices.Contains([]string{"the", "a", "an", "it", "no", "all", "its"}, next[0].text)
}

// fits reports whether the words behind a verb are what the row is about.
func (a *ask) fits(verb string, behind []word) bool {
	return slices.Contains(a.sure, verb) || a.names(behind) && !(a.code && isSlash(behind)) ||
		a.code && hasCommand(behind, verb) || a.path && hasPath(behind)
}

// names reports whether words behind a verb name a thing of the row.
func (a *ask) names(behind []word) bool {
	if a.object {
		return isObject(behind, a.things) || hasAny(behind, a.placed, false)
	}
	return hasAny(behind, a.things, false)
}

// byHand reports whether words say that a thing is done through a screen: "in the admin
// panel", "with the button".
func byHand(words []word) bool {
	const near = 6
	for i, w := range words {
		if !w.code && w.text == "by" && i+1 < len(words) && strings.HasSuffix(words[i+1].text, "ing") &&
			!slices.Contains([]string{"running", "executing", "calling", "using", "seeding"}, words[i+1].text) {
			return true
		}
		if !w.code && slices.Contains([]string{"in", "from", "on", "with", "via", "using", "through"}, w.text) &&
			hasAny(words[i+1:min(len(words), i+1+near)], handles, false) {
			return true
		}
	}
	return false
}
