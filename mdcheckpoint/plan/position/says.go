package position

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

// A stage is where a text says that the work is.
type stage int

const (
	unsaid  stage = iota
	past          // a phase or plan is done
	check         // it is done, and is to be verified
	current       // it is worked on, or comes next
	over          // all phases of the milestone are done
	shipped       // the milestone was closed: the next one is to be begun
	waits         // a phase or plan waits for a person
	moved         // it is planned elsewhere
)

// stages are the words by which a clause says where the work is, in lower case: of each list of a
// row one has to be there, as a word; "*" stands for any ending. The first row that fits counts.
// A row with no is also one of a clause that denies something. Source: GSD, state, and real files.
var stages = [...]struct {
	is  stage
	no  bool
	all [][]string
}{
	{shipped, true, [][]string{{"new-milestone", "new milestone", "between milestones", "no active milestone", "no active roadmap", "defining requirements", "define requirements"}}},
	{shipped, false, [][]string{{"next milestone"}, {"ready", "plan", "planning", "start", "starting", "begin", "define", "await*", "waiting", "no"}}},
	{over, false, [][]string{{"complete-milestone", "audit-milestone", "milestone-audit"}}},
	{shipped, false, [][]string{{"milestone", "milestones"}, {"shipped", "archived"}}},
	{over, false, [][]string{{"milestone", "milestone_complete", "project complete", "project is complete", "project done", "project finished", "roadmap complete"}, {"complete", "completed", "milestone_complete", "done", "finished", "closed", "100%"}}},
	{over, false, [][]string{{"all"}, {"phases"}, {"complete", "completed", "done", "finished", "executed"}}},
	{waits, false, [][]string{{"await*", "waiting", "pending", "needs", "requires", "blocked on", "needed"}, {"human", "operator", "manual", "approval", "sign-off", "signoff", "uat", "smoke", "smoke-check", "user", "founder", "owner", "person", "customer", "stakeholder"}}},
	{waits, false, [][]string{{"human_needed", "human-verify", "human verification", "human uat"}}},
	{check, false, [][]string{{"verif*", "validat*"}, {"ready", "pending", "await*", "needed", "required", "verifying", "validating", "verify-work", "to verify", "in verification"}}},
	{current, true, [][]string{{"not started", "not-started", "ready to", "ready for", "in progress", "in-progress", "in_progress", "execut*", "underway", "working on", "started", "begun", "planning", "ready_to_plan", "discuss*", "research*", "next", "plan-phase", "execute-phase", "paused", "ongoing", "transition to", "→", "resume", "pending", "active"}}},
	{past, false, [][]string{{"complete", "completed", "phase_complete", "done", "finished", "shipped", "verified", "executed", "✓", "✅", "merged", "closed"}}},
}

// denials are words of a clause that says that something is not so.
var denials = []string{"not", "no", "never", "isn't", "aren't", "incomplete", "nothing", "without"}

// stageOf returns what a clause in lower case says by its words. What is not done is at work, and
// what does not wait says nothing.
func stageOf(text string) stage {
	if isBlank(text) {
		return unsaid
	}
	if hasWord(text, "next phase") {
		return past // "ready for the next phase"; one that is named is found by its clause
	}
	denied := containsWord(text, denials)
	if version := versionIn(text); version != "" && strings.HasPrefix(strings.TrimLeft(text, " *_"), version) && !denied && containsWord(text, []string{"shipped", "archived"}) {
		return shipped
	}
	for _, row := range stages {
		switch {
		case slices.ContainsFunc(row.all, func(words []string) bool { return !containsWord(text, words) }):
		case !denied || row.no:
			return row.is
		case row.is == past || row.is == over || row.is == check:
			return current
		}
	}
	if hasWord(text, "incomplete") {
		return current
	}
	return unsaid
}

// containsWord reports whether a text has one of the words, each as [hasWord] finds it.
func containsWord(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return hasWord(text, word) })
}

// hasWord reports whether a text has a word that neither begins nor ends within another; behind
// "*" it may end anyhow.
func hasWord(text, word string) bool {
	word, open := strings.CutSuffix(word, "*")
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		if end := i + len(word); (i == 0 || !isWordByte(text[i-1])) && (open || end == len(text) || !isWordByte(text[end])) {
			return true
		}
		from = i + 1
	}
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && r != '\'' })
}

func isWordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// A said is what a clause of a text says, and of what.
type said struct {
	is          stage
	phase, plan string // as [planfile.Number] has them; "" if it names none
}

// clausesOf parts a text where one statement ends and the next begins.
func clausesOf(text string) []string {
	text = strings.NewReplacer(";", "\n", ", ", "\n", " — ", "\n", " – ", "\n", " -- ", "\n", " - ", "\n", ". ", "\n", "→", "\n→", " and ", "\n", " then ", "\n", "(", "\n", ")", "\n").Replace(text)
	return strings.Split(text, "\n")
}

// readSaid reads what a text says, clause by clause. Of several the one that says most of what
// comes next counts: what waits, then what is at hand, then what is done. A clause without a
// phase is about that of the clause before it.
func readSaid(text string) said {
	var best said
	working := containsWord(strings.ToLower(text), []string{"in progress", "in_progress", "in-progress", "executing"})
	phase, plan := "", ""
	var first said // of the first phase that is named
	for _, clause := range clausesOf(strings.ToLower(text)) {
		if a, b := namedIn(clause); a != "" {
			phase, plan = a, b
			if first.phase == "" {
				first = said{unsaid, a, b}
			}
		}
		one := said{stageOf(clause), phase, plan}
		if a, _ := namedIn(clause); a != "" && one.is == past && strings.Contains(clause, "next phase") {
			one.is = current
		}
		if working && (one.is == over || one.is == shipped) {
			continue // of something else than what is at work
		}
		if one.is > best.is || best.phase == "" && one.phase != "" && one.is == best.is {
			best = one
		}
	}
	if best.is == unsaid {
		return first
	}
	return best
}

// namedIn returns the phase, and the plan, that a clause in lower case names: "phase 8",
// "phase-5", "08-02-plan.md", "plan 03-06", "phase 08 plan 01". "" if it names none.
func namedIn(clause string) (phase, plan string) {
	words := strings.FieldsFunc(clause, func(r rune) bool { return strings.ContainsRune(" \t*`'\"[]:,/#", r) })
	for i, word := range words {
		word = strings.TrimSuffix(strings.Trim(word, "."), "-plan.md")
		next := ""
		if i+1 < len(words) {
			next = strings.Trim(words[i+1], ".")
		}
		switch {
		case phase != "" && plan != "":
			return phase, plan
		case strings.TrimSuffix(word, "s") == "phase" && phase == "" && phaseNumber(next) != "":
			phase = phaseNumber(next)
		case strings.HasPrefix(word, "phase-") && phase == "" && phaseNumber(word) != "":
			phase = phaseNumber(word)
		case strings.HasPrefix(word, "p") && len(word) < 5 && isDigits(word[1:]) && phase != "":
			plan = planfile.Number(word[1:])
		case word == "plan" && isDigits(next) && phase != "":
			plan = planfile.Number(next)
		case phase == "" && (i == 0 || slices.Contains(beforePlans, words[i-1])):
			phase, plan, _ = pairIn(word)
		}
	}
	return phase, plan
}

// beforePlans are words before the id of a plan: "completed 03-06".
var beforePlans = []string{"plan", "plans", "phase", "completed", "complete", "executed", "execute", "executing", "finished", "resume", "resuming", "start", "next", "then", "after", "at", "through", "to", "of", "done", "run"}

// pairIn reads "03-06" and "03.1-02" as a plan of a phase. A day or a range is none.
func pairIn(word string) (phase, plan string, ok bool) {
	a, b, ok := strings.Cut(word, "-")
	if !ok || !isDigits(a) || !isDigits(b) || len(b) != 2 || len(a) < 2 || len(a) > 5 || strings.Contains(b, ".") {
		return "", "", false
	}
	phase = phaseNumber(a)
	return phase, planfile.Number(b), phase != ""
}

// commands are those of the workflow that a file names as the next step, and what they say.
// Source: GSD.
var commands = [...]struct {
	name string
	is   stage
}{
	{"new-milestone", shipped}, {"new-project", shipped}, {"complete-milestone", over}, {"audit-milestone", over}, {"milestone-audit", over},
	{"verify-work", check}, {"verify-phase", check}, {"validate-phase", check}, {"audit-uat", check},
	{"discuss-phase", current}, {"research-phase", current}, {"spec-phase", current}, {"ui-phase", current}, {"plan-phase", current}, {"execute-phase", current}, {"execute-plan", current}, {"autonomous", current}, {"phase-autopilot", current},
}

// commandIn returns the first command of the workflow that a text names, with its phase.
func commandIn(text string) (s said, ok bool) {
	text = strings.ToLower(text)
	first := len(text)
	for _, c := range commands {
		i := strings.Index(text, c.name)
		if i < 0 || i >= first || i == 0 || !strings.ContainsAny(text[i-1:i], ":-/`$ ") {
			continue
		}
		first, ok = i, true
		s = said{is: c.is}
		line, _, _ := strings.Cut(text[i+len(c.name):], "\n")
		if words := strings.Fields(strings.Trim(line, "`*")); len(words) > 0 {
			word := strings.Trim(words[0], "`*.,;()")
			if s.phase, s.plan, _ = pairIn(word); s.phase == "" {
				s.phase = phaseNumber(word)
			}
		}
	}
	return s, ok
}

func hasCommand(text string) bool {
	_, ok := commandIn(text)
	return ok
}
