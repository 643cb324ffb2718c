package position

import (
	"strings"

	"mdck/mdcheckpoint/plan/planfile"
)

// A stage is the progress of the work according to a text.
type stage int

const (
	unsaid  stage = iota
	past          // a phase or plan is done
	check         // a phase is done and has to be verified
	current       // work is in progress, or comes next
	over          // all phases of the milestone are done
	shipped       // the milestone was closed and the next one has to begin
	waits         // a phase or plan waits for a person
	moved         // the work is planned elsewhere
)

// stages are the words by which a clause tells the stage. A row matches if the clause has a word
// from each side of "&"; the first match wins. A row with no also matches a clause with a negation.
// Source: GSD, state, and real files.
var stages = []struct {
	is    stage
	no    bool
	words string
}{
	{shipped, true, "new-milestone|new milestone|between milestones|no active milestone|no active roadmap|defining requirements|define requirements"},
	{shipped, false, "next milestone&ready|plan|planning|start|starting|begin|define|await*|waiting|no"},
	{over, false, "complete-milestone|audit-milestone|milestone-audit"},
	{shipped, false, "milestone|milestones&shipped|archived"},
	{over, false, "milestone|milestone_complete|project complete|project is complete|project done|project finished|roadmap complete&" +
		"complete|completed|milestone_complete|done|finished|closed|100%"},
	{over, false, "all&phases&complete|completed|done|finished|executed"},
	{waits, false, "await*|waiting|pending|needs|requires|blocked on|needed&" +
		"human|operator|manual|approval|sign-off|signoff|uat|smoke|smoke-check|user|founder|owner|person|customer|stakeholder"},
	{waits, false, "human_needed|human-verify|human verification|human uat"},
	{check, false, "verif*|validat*&" +
		"ready|pending|await*|needed|required|verifying|validating|verify-work|to verify|in verification"},
	{current, true, "not started|not-started|ready to|ready for|in progress|in-progress|in_progress|execut*|underway|working on|started|begun|planning|" +
		"ready_to_plan|discuss*|research*|next|plan-phase|execute-phase|paused|ongoing|transition to|→|resume|pending|active"},
	{past, false, "complete|completed|phase_complete|done|finished|shipped|verified|executed|✓|✅|merged|closed"},
}

// stageOf returns the stage of a lower-case clause. A negated "done" means current; other negated
// words mean nothing.
func stageOf(text string) stage {
	if isBlank(text) {
		return unsaid
	}
	if hasWord(text, "next phase") {
		return past // "ready for the next phase"; readSaid handles a named next phase
	}
	denied := saysAny(text, "not|no|never|isn't|aren't|incomplete|nothing|without")
	version := versionAt(strings.TrimLeft(text, " *_"))
	if version != "" && !denied && saysAny(text, "shipped|archived") {
		return shipped
	}
	for _, row := range stages {
		isUndone := row.is == past || row.is == over || row.is == check
		switch {
		case !saysAll(text, row.words):
		case !denied || row.no:
			return row.is
		case isUndone:
			return current
		}
	}
	if hasWord(text, "incomplete") {
		return current
	}
	return unsaid
}

// saysAll reports whether a text has a word from each side of "&".
func saysAll(text, words string) bool {
	for some := range strings.SplitSeq(words, "&") {
		if !saysAny(text, some) {
			return false
		}
	}
	return true
}

// A said is the stage that a text reports, and the phase and plan that it is about.
type said struct {
	is          stage
	phase, plan string // as [planfile.Number] formats them; "" if not named
}

// clausesOf splits a text into clauses.
func clausesOf(text string) []string {
	text = strings.ReplaceAll(text, "→", "\n→")
	for end := range strings.SplitSeq(";|, | — | – | -- | - |. | and | then |(|)", "|") {
		text = strings.ReplaceAll(text, end, "\n")
	}
	return strings.Split(text, "\n")
}

// readSaid returns the statement of a text. Of several clauses, the one with the latest stage wins:
// waiting before current before done. A clause without a phase is about the phase of the previous
// clause.
func readSaid(text string) said {
	text = strings.ToLower(text)
	working := saysAny(text, "in progress|in_progress|in-progress|executing")
	var best, at, first said // first names the first phase in the text
	for _, clause := range clausesOf(text) {
		one := said{is: stageOf(clause)}
		if one.phase, one.plan = namedIn(clause); one.phase == "" {
			one.phase, one.plan = at.phase, at.plan
		} else if one.is == past && strings.Contains(clause, "next phase") {
			one.is = current
		}
		at = one
		if first.phase == "" {
			first = said{unsaid, one.phase, one.plan}
		}
		isElse := working && (one.is == over || one.is == shipped) // the clause is about something other than the work in progress
		gains := best.phase == "" && one.phase != "" && one.is == best.is
		if !isElse && (one.is > best.is || gains) {
			best = one
		}
	}
	if best.is == unsaid {
		return first
	}
	return best
}

// namedIn returns the phase and plan that a lower-case clause names: "phase 8", "phase-5",
// "08-02-plan.md", "plan 03-06", "phase 08 plan 01". Missing names are "".
func namedIn(clause string) (phase, plan string) {
	words := strings.FieldsFunc(clause, func(r rune) bool { return strings.ContainsRune(" \t*`'\"[]:,/#", r) })
	before := "to" // the first word may be an id
	for i, raw := range words {
		word := strings.TrimSuffix(strings.Trim(raw, "."), "-plan.md")
		next := ""
		if i+1 < len(words) {
			next = strings.Trim(words[i+1], ".")
		}
		isOfPlan, isPhase := phase != "" && plan == "", phase == ""
		switch {
		case phase != "" && plan != "":
			return phase, plan
		case isPhase && strings.TrimSuffix(word, "s") == "phase" && phaseNumber(next) != "":
			phase = phaseNumber(next)
		case isPhase && strings.HasPrefix(word, "phase-") && phaseNumber(word) != "":
			phase = phaseNumber(word)
		case isOfPlan && strings.HasPrefix(word, "p") && len(word) < 5 && isDigits(word[1:]):
			plan = planfile.Number(word[1:])
		case isOfPlan && word == "plan" && isDigits(next):
			plan = planfile.Number(next)
		case isPhase && isOne(before, beforePlans):
			phase, plan, _ = pairIn(word)
		}
		before = raw
	}
	return phase, plan
}

// beforePlans are words that may precede a plan id: "completed 03-06".
const beforePlans = "plan|plans|phase|completed|complete|executed|execute|executing|finished|resume|resuming|start|next|then|after|at|through|to|of|done|run"

// pairIn parses plan ids such as "03-06" and "03.1-02". A day or a range is not an id.
func pairIn(word string) (phase, plan string, ok bool) {
	a, b, _ := strings.Cut(word, "-")
	isPlan := len(b) == 2 && isDigits(b) && !strings.Contains(b, ".")
	if !isPlan || len(a) < 2 || len(a) > 5 || !isDigits(a) {
		return "", "", false
	}
	phase = phaseNumber(a)
	return phase, planfile.Number(b), phase != ""
}

// commands are the workflow commands that files name as the next step, with their stage. Source:
// GSD.
var commands = []struct {
	is    stage
	names string
}{
	{shipped, "new-milestone|new-project"},
	{over, "complete-milestone|audit-milestone|milestone-audit"},
	{check, "verify-work|verify-phase|validate-phase|audit-uat"},
	{current, "discuss-phase|research-phase|spec-phase|ui-phase|plan-phase|execute-phase|execute-plan|autonomous|phase-autopilot"},
}

// commandIn returns the first workflow command in a text, with its phase.
func commandIn(text string) (s said, ok bool) {
	text = strings.ToLower(text)
	first := len(text)
	for _, row := range commands {
		for name := range strings.SplitSeq(row.names, "|") {
			i := strings.Index(text, name)
			if i > 0 && i < first && strings.ContainsAny(text[i-1:i], ":-/`$ ") {
				first, s = i, commanded(row.is, text[i+len(name):])
			}
		}
	}
	return s, first < len(text)
}

// commanded returns the statement of a command, with the phase and plan in its arguments, rest.
func commanded(is stage, rest string) said {
	s := said{is: is}
	line, _, _ := strings.Cut(rest, "\n")
	words := strings.Fields(strings.Trim(line, "`*"))
	if len(words) == 0 {
		return s
	}
	word := strings.Trim(words[0], "`*.,;()")
	if s.phase, s.plan, _ = pairIn(word); s.phase == "" {
		s.phase = phaseNumber(word)
	}
	return s
}

func hasCommand(text string) bool {
	_, ok := commandIn(text)
	return ok
}
