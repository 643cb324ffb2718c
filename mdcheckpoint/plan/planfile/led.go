package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// clause gives the words of the i-th clause and where it stands, with a command that it
// leads to behind a colon or in parentheses. led says that it leads to one and asks to
// run it, whatever its verb.
func (s *sentence) clause(i int, personal bool) (words []word, clause source.Span, led bool) {
	words, clause = s.part(i), s.parts[i]
	if i > 0 && !personal {
		return words, clause, false
	}
	if i == 0 && s.opens(words) {
		return append([]word{{text: "run"}}, words...), clause, false
	}
	if more := s.commandBehind(i); more != nil && !s.isResult(i+1, words) {
		if leadsToCommand(words) && s.mark(i) == ':' {
			words = []word{{text: "run"}}
		}
		clause.End = s.parts[i+1].End
		return append(words, *more), clause, isMaker(words)
	}
	if i > 0 && isOpened(s.part(i-1)) {
		words = append(words, word{text: configOf(s.part(i - 1))})
	}
	return words, clause, usesCommand(words, i == 0)
}

// opens reports whether words are a command that is to be run before something else is
// done: "`npm start` and visit the page", "`npm start` → visit the page".
func (s *sentence) opens(words []word) bool {
	if len(words) != 1 || !words[0].code || !isCommand(words[0].text) {
		return false
	}
	if len(s.parts) == 1 {
		return s.then
	}
	_, is := imperative(s.part(1))
	return is && !s.isResult(0, words) || s.isRemarked(words)
}

// isRemarked reports whether all that follows the first clause, a command, is a remark in
// brackets on how it is run, as in "`npm run build` (a production build)", and neither what
// came of it nor who has run it.
func (s *sentence) isRemarked(command []word) bool {
	behind := strings.TrimSpace(s.text[s.parts[0].End:])
	end := strings.IndexByte(behind, ')')
	return strings.HasPrefix(behind, "(") && end == len(strings.TrimRight(behind, ".:"))-1 &&
		!s.isResult(0, command) && lastActor(behind) <= 0 && !isPast(s.part(1))
}

// isPast reports whether words begin with what was done: "started by the agent".
func isPast(words []word) bool {
	return len(words) > 0 && strings.HasSuffix(words[0].text, "ed")
}

// mark is what parts the i-th clause from the next: ':', '(' or another.
func (s *sentence) mark(i int) byte {
	return strings.TrimLeft(s.text[s.parts[i].End:s.parts[i+1].Start], " ,*")[0]
}

// commandBehind is the command that the clause behind the i-th is, if a colon or a
// parenthesis leads to it, as in "start the app: `npm start`"; nil if it is none.
func (s *sentence) commandBehind(i int) *word {
	if i+1 >= len(s.parts) {
		return nil
	}
	between := s.text[s.parts[i].End:s.parts[i+1].Start]
	inside := strings.HasSuffix(between, "(")
	if !inside && between != ": " {
		return nil
	}
	text := strings.TrimSpace(s.text[s.parts[i+1].Start:s.parts[i+1].End])
	if bare, ok := strings.CutSuffix(text, ")"); ok && inside && bareCommand(bare) {
		return &word{text: bare, code: true}
	}
	words := splitWords(text)
	if len(words) == 0 || !words[0].code || !strings.HasPrefix(text, "`") || !isRunnable(words[0].text) {
		return nil
	}
	if len(words) > 1 && (words[1].code || !slices.Contains([]string{"or", "and", "in", "from"}, words[1].text)) {
		return nil
	}
	return &words[0]
}

// results are words that begin what is said of a command that has run.
var results = []string{"green", "pass", "passes", "passed", "ok", "clean", "done", "succeeds", "succeeded", "all", "no", "zero", "exits", "exit", "already", "was", "is", "both", "works"}

// isResult reports whether the i-th clause, a command, is followed by what came of it:
// "build (`npm run build`), no warnings", "test: `npm test` → 42 passed".
func (s *sentence) isResult(i int, words []word) bool {
	if i+1 == len(s.parts) {
		return s.result && len(words) == 1
	}
	next := s.part(i + 1)
	return len(next) > 0 && !next[0].code && (slices.Contains(results, next[0].text) || next[0].text[0] <= '9')
}

// afterArrow reports whether the i-th sentence is followed by an arrow, and whether what that
// leads to is a step (then) or what came of it (result).
func afterArrow(body string, parts []source.Span, i int) (then, result bool) {
	if i+1 == len(parts) {
		return false, false
	}
	switch body[parts[i].End:parts[i+1].Start] {
	case " -> ", " → ", " => ":
		_, then = imperative(splitWords(body[parts[i+1].Start:parts[i+1].End]))
		return then, !then
	}
	return false, false
}

// makers are verbs, besides those of the table, of what commands do. Source: corpus.
var makers = []string{"rebuild", "migrate", "regenerate", "compile", "publish", "fetch", "tail", "serve", "package", "release", "bootstrap", "sync", "format", "lint", "download", "clean", "reindex", "backfill", "bring", "spin", "fire", "kick", "ssh", "redeploy", "commit", "test"}

// lookers are verbs of what a person does with the answer of a command.
var lookers = []string{"verify", "confirm", "check", "test", "watch", "ensure", "try"}

// isMaker reports whether words begin with a verb of what commands do.
func isMaker(words []word) bool {
	rest, is := imperative(words)
	return is && (slices.Contains(makers, rest[0].text) || isAsked(rest[0].text))
}

// usesCommand reports whether words are an imperative that says by which command it is
// done: "generate the report with `python report.py`" or, in the first clause, "verify by
// running `npm test`".
func usesCommand(words []word, first bool) bool {
	rest, is := imperative(words)
	if !is {
		return false
	}
	lead, command := rest[:len(rest)-1], rest[len(rest)-1]
	if !command.code || !isRunnable(command.text) || !strings.ContainsAny(command.text, " /") {
		return false
	}
	if endsIn(lead, []string{"running", "executing"}) {
		lead = lead[:len(lead)-1]
	}
	return endsIn(lead, []string{"with", "via", "using", "by", "through"}) &&
		(isMaker(rest) || first && slices.Contains(lookers, rest[0].text))
}

// isRunnable reports whether text, without quotes, is a command line or the path of a
// script.
func isRunnable(text string) bool {
	if isCommand(text) {
		return true
	}
	const most = 200
	path, _, _ := strings.Cut(text[:min(len(text), most)], " ")
	return strings.ContainsAny(path, `/\`) && slices.ContainsFunc([]string{".sh", ".bat", ".cmd", ".ps1"}, func(ending string) bool { return strings.HasSuffix(path, ending) })
}

// leadsToCommand reports whether words before a colon say that the command behind it is
// to be run, without a verb that does: "in a terminal", "terminal 2", "if it is not
// running", "verify the answer".
func leadsToCommand(words []word) bool {
	const most = 6
	if len(words) == 0 || len(words) > most {
		return false
	}
	last := words[len(words)-1].text
	switch words[0].text {
	case "in":
		return last == "terminal" || last == "shell"
	case "if":
		return last == "running" || last == "started" || last == "up"
	}
	return slices.Contains([]string{"terminal", "verify", "check", "test", "confirm", "try"}, words[0].text)
}

// configEndings are those of files that are settings.
var configEndings = []string{".env", ".env.local", ".env.example", ".json", ".yaml", ".yml", ".toml", ".ini", ".conf", ".cfg"}

// isOpened reports whether words only open a file of settings, so that what is said next
// is said of it: "open .env.local and add PORT=3000".
func isOpened(words []word) bool {
	rest, is := imperative(words)
	return is && rest[0].text == "open" && configOf(rest) != ""
}

// configOf is the name of a file of settings among words; "" if there is none.
func configOf(words []word) string {
	for _, w := range words {
		name := strings.ToLower(w.text)
		if !strings.ContainsAny(name, " ()") && !strings.Contains(name, "://") &&
			slices.ContainsFunc(configEndings, func(e string) bool { return strings.HasSuffix(name, e) }) {
			return name
		}
	}
	return ""
}
