package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// cutText parts text at marks that stand outside of code and quotes.
func cutText(text string, ends func(i int) int) []source.Span {
	var parts []source.Span
	codes := codeSpans(text)
	start := 0
	for i := 0; i < len(text); {
		if len(codes) > 0 && codes[0].Start <= i {
			i = max(i+1, codes[0].End)
			codes = codes[1:]
			continue
		}
		if n := ends(i); n > 0 {
			parts = append(parts, source.Span{Start: start, End: i})
			i += n
			start = i
			continue
		}
		i++
	}
	return append(parts, source.Span{Start: start, End: len(text)})
}

// sentences parts a line at ". ", "! ", "? ", ";" and " - ".
func sentences(line string) []source.Span {
	return cutText(line, func(i int) int {
		for _, mark := range []string{". ", "! ", "? ", "; ", " -> ", " → ", " => "} {
			if strings.HasPrefix(line[i:], mark) {
				return len(mark)
			}
		}
		return 0
	})
}

// clauses parts a sentence where another imperative can begin.
func clauses(sentence string) []source.Span {
	return cutText(sentence, func(i int) int {
		for _, mark := range []string{", then ", " and then ", " then ", ", and ", " and ", ", or ", ", ", ": ", " — ", " – ", " - ", " (", "(", ":** ", "** "} {
			if strings.HasPrefix(sentence[i:], mark) && !(mark == ": " && runsOn(sentence[:i])) && !(strings.HasSuffix(mark, "(") && names(sentence[i+len(mark):])) {
				return len(mark)
			}
		}
		return 0
	})
}

// names reports whether a parenthesis, whose text this begins with, only says of somebody
// who that is: "Andrew (human) sets it".
func names(text string) bool {
	const most = 20
	name, _, closed := strings.Cut(text[:min(len(text), most)], ")")
	return closed && slices.Contains(third, strings.ToLower(name))
}

// runsOn reports whether the text before a colon ends in a verb that what follows
// belongs to: "please run: npm test". "Build:" may be the title of what came of one.
func runsOn(before string) bool {
	const most = 32 // bytes, of the last word
	words := splitWords(before[max(0, len(before)-most):])
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1].text
	return last != "build" && slices.Contains(asks[len(asks)-1].verbs, last) || strings.HasPrefix(last, "command")
}

// A word is a word of a clause, in lower case, or what stands between backticks.
type word struct {
	text   string
	code   bool
	quoted bool // a quote ends with it
}

// splitWords gives the words of a clause without punctuation around them.
func splitWords(clause string) []word {
	var words []word
	at := 0
	plain := func(text string) {
		for _, f := range strings.Fields(text) {
			if w := strings.TrimSuffix(strings.ToLower(strings.Trim(f, "*_\"'“”‘’()[]{},;:!?")), "."); w != "" {
				words = append(words, word{text: w, quoted: strings.HasSuffix(strings.TrimRight(f, ",;:.!?)"), `"`)})
			}
		}
	}
	for _, c := range codeSpans(clause) {
		plain(clause[at:c.Start])
		words = append(words, word{text: strings.TrimSpace(strings.Trim(clause[c.Start:c.End], "`")), code: true})
		at = c.End
	}
	plain(clause[at:])
	return words
}

// after gives the words behind phrase if they begin with it.
func after(words []word, phrase string) ([]word, bool) {
	for i := range words {
		part, rest, more := strings.Cut(phrase, " ")
		if words[i].code || words[i].text != part {
			return nil, false
		}
		if phrase = rest; !more {
			return words[i+1:], true
		}
	}
	return nil, false
}

// cutAny cuts the longest of phrases that words begin with.
func cutAny(words []word, phrases []string) ([]word, bool) {
	best, found := words, false
	if len(words) == 0 {
		return words, false
	}
	for _, p := range phrases {
		if !strings.HasPrefix(p, words[0].text) { // most are none: said fast
			continue
		}
		if rest, ok := after(words, p); ok && len(rest) < len(best) {
			best, found = rest, true
		}
	}
	return best, found
}

// imperative gives the words from the verb on if a person is its subject: the
// clause begins with it, or with what addresses a person.
func imperative(words []word) ([]word, bool) {
	words = afterPlace(words)
	for {
		rest, ok := cutAny(words, persons)
		if !ok {
			break
		}
		words = rest
	}
	if len(words) > 1 && !words[0].code {
		if i := slices.IndexFunc(foreign[:], func(f foreignVerb) bool { return slices.Contains(f.verbs, words[0].text) }); i >= 0 {
			return append([]word{{text: foreign[i].base}}, words[1:]...), true
		}
	}
	if rest, ok := cutAny(words, third); ok && len(rest) > 0 && strings.HasSuffix(rest[0].text, "s") {
		base := word{text: strings.TrimSuffix(rest[0].text, "s")}
		return append([]word{base}, rest[1:]...), true
	}
	if len(words) == 0 || words[0].code {
		return words, false
	}
	if _, other := cutAny(words, agents); other {
		return words, false
	}
	return words, isVerb(words[0].text)
}

// afterPlace drops "in a terminal", "from the project root".
func afterPlace(words []word) []word {
	if len(words) == 0 || !slices.Contains([]string{"in", "from", "at", "on", "inside"}, words[0].text) {
		return words
	}
	for i := 1; i < min(len(words)-1, 7); i++ {
		if slices.Contains(places, words[i].text) && isVerb(words[i+1].text) {
			return words[i+1:]
		}
	}
	return words
}

// otherVerbs begin an imperative that asks for nothing by itself.
var otherVerbs = []string{
	"visit", "go", "navigate", "click", "check", "verify", "confirm", "log", "sign", "look", "press", "tap", "scroll", "resize", "wait", "return", "select", "fill", "submit", "view", "watch", "review", "read", "try", "ensure",
	"see", "switch", "connect", "plug", "find", "locate", "close", "refresh", "reload", "hover", "drag", "toggle", "enable", "disable", "inspect", "compare", "play", "listen", "complete", "choose", "pick", "shut", "observe", "examine", "clear",
	"scan", "authenticate", "authorize", "approve", "grant", "accept", "follow", "hold", "walk",
}

func isVerb(text string) bool {
	return slices.Contains(otherVerbs, text) || slices.Contains(makers, text) || isAsked(text)
}

// isAsked reports whether a word is a verb of the table.
func isAsked(text string) bool {
	for i := range asks {
		if slices.Contains(asks[i].verbs, text) {
			return true
		}
	}
	return false
}

// conditions begin a clause behind which an imperative may come.
var conditions = []string{"if", "when", "once", "after", "before", "in", "from", "on", "at", "to", "for", "with", "using", "since", "because", "unless", "while", "terminal", "shell", "step", "option", "alternatively", "otherwise", "manual", "setup", "prerequisite", "prerequisites"}

// later are words of a condition under which an agent acts after the person has answered:
// "on approval: run `npm publish`".
var later = []string{"approval", "approved", "rejected", "rejection", "rollback"}

// leads reports whether an imperative may follow a clause of these words: it is
// empty, a condition, or a title that names nobody else as the one who acts.
func leads(words []word) bool {
	if len(words) == 0 {
		return true
	}
	if _, other := cutAny(words, agents); other {
		return false
	}
	for _, not := range []string{"not", "never", "don't", "no", "without", "doesn't"} {
		if words[0].text == not || len(words) > 1 && words[1].text == not {
			return false
		}
	}
	if slices.ContainsFunc(words, func(w word) bool { return !w.code && slices.Contains(later, w.text) }) {
		return false
	}
	last := words[len(words)-1].text
	if slices.Contains([]string{"says", "say", "reads", "shows", "show", "displays", "prints", "suggests"}, last) || last == "automatically" {
		return false
	}
	if slices.Contains(conditions, words[0].text) {
		return !slices.ContainsFunc(words, func(w word) bool { return !w.code && (w.text == "claude" || w.text == "agent" || w.text == "executor") })
	}
	return len(words) <= 3
}
