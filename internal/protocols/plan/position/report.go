package position

import (
	"cmp"
	"strings"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/plan/planfile"
)

type stage int

const (
	unknownStage stage = iota
	past
	check   // a phase is done but not verified
	current // work is in progress, or comes next
	over    // all phases of the milestone are done
	shipped // the milestone is closed, and the next milestone has to begin
	waits   // a phase or plan needs a person
	moved   // the plans are in another place
	noted   // a session file is about work outside of the plans
)

// stages lists words for stages. The first row that matches decides. "all&phases&done|finished"
// requires "all", "phases", and "done" or "finished". Source: GSD, state, real files.
var stages = []struct {
	is          stage
	evenNegated bool // matches even with a word such as "not"
	words       string
}{
	{shipped, true, "new-milestone|new milestone|between milestones|no active milestone|no active roadmap|no active phase"},
	{shipped, true, "requirements&defining|define|definition"},
	{shipped, false, "next milestone&ready|plan|planning|start|starting|begin|define|await*|waiting|no"},
	{over, false, "complete-milestone|audit-milestone|milestone-audit"},
	{shipped, false, "milestone|milestones&shipped|archived"},
	{over, false, "milestone|milestone_complete|project complete|project is complete|project done|project finished|roadmap complete&" +
		"complete|completed|milestone_complete|done|finished|closed|100%"},
	{over, false, "all&phases&complete|completed|done|finished|executed|shipped"},
	{waits, false, "await*|waiting|pending|needs|requires|blocked on|needed&" +
		"human|operator|manual|approval|sign-off|signoff|checkpoint|uat|smoke|smoke-check|user|founder|owner|person|customer|stakeholder"},
	{past, false, "human&verify|verification|uat|checkpoint&confirmed|approved|accepted|passed|complete|completed|done"},
	{waits, false, "human*&human_needed|verify|verification|uat|checkpoint"},
	{check, false, "verif*|validat*&" +
		"ready|pending|await*|needed|required|verifying|validating|verify-work|to verify|in verification"},
	{current, false, "plans&verified|created|checked|approved|written"},
	{current, true, "not started|not-started|ready to|ready for|in progress|in-progress|in_progress|execut*|underway|working on|started|begun|planning|" +
		"ready_to_plan|discuss*|research*|next|plan-phase|execute-phase|paused|ongoing|transition to|→|resume|pending|active|incomplete"},
	{past, false, "complete|completed|phase_complete|done|finished|shipped|verified|executed|✓|✅|merged|closed"},
}

// stageOf returns the stage of a clause in lower case. "not done" is work in progress.
func stageOf(text string) stage {
	if spelling.IsNoneWord(text) {
		return unknownStage
	}
	if hasAnyWord(text, "next phase") {
		return past // for example "ready for the next phase"
	}
	denied := hasAnyWord(text, "not|no|never|isn't|aren't|incomplete|nothing|without")
	version := versionAt(strings.TrimLeft(text, " *_"))
	if version != "" && !denied && hasAnyWord(text, "shipped|archived") {
		return shipped
	}
	for _, row := range stages {
		isUndone := row.is == past || row.is == over || row.is == check
		switch {
		case !matchesAll(text, row.words):
		case !denied || row.evenNegated:
			return row.is
		case isUndone:
			return current
		}
	}
	return unknownStage
}

func matchesAll(text, words string) bool {
	for some := range strings.SplitSeq(words, "&") {
		if !hasAnyWord(text, some) {
			return false
		}
	}
	return true
}

// A report is what a text says about the stage of a phase or plan.
type report struct {
	is          stage
	phase, plan string // in the format of [planfile.Number], or ""
}

func clausesOf(text string) []string {
	text = strings.NewReplacer("→", "\n→", "phases (", "phases ").Replace(text)
	for end := range strings.SplitSeq(";|, | — | – | -- | - |. | and | then |(|)", "|") {
		text = strings.ReplaceAll(text, end, "\n")
	}
	return strings.Split(text, "\n")
}

// parseReport returns the highest stage in text, with its phase and plan.
func parseReport(text string) report {
	text = strings.ToLower(text)
	working := hasAnyWord(text, "in progress|in_progress|in-progress|executing")
	var best, at, first report // first has the phase that the text names first
	for _, clause := range clausesOf(text) {
		one := report{is: stageOf(clause)}
		one.phase, one.plan = namedIn(clause)
		switch {
		case one.phase == "" && at.phase != "":
			one.phase, one.plan = namedIn("phase " + at.phase + " " + clause)
			one.plan = cmp.Or(one.plan, at.plan)
		case one.phase != "" && one.is == past && strings.Contains(clause, "next phase"):
			one.is = current
		}
		at = one
		if first.phase == "" {
			first = report{unknownStage, one.phase, one.plan}
		}
		isElse := working && (one.is == over || one.is == shipped)
		gains := best.phase == "" && one.phase != "" && one.is == best.is
		if !isElse && (one.is > best.is || gains) {
			best = one
		}
	}
	if best.is == unknownStage {
		return first
	}
	return best
}

func namedIn(clause string) (phase, plan string) {
	words := strings.FieldsFunc(clause, func(r rune) bool { return strings.ContainsRune(" \t*`'\"[]:,/#", r) })
	before := "to" // the first word can be an id, as if "to" came before it
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
			if phase, plan, _ = pairIn(next); phase == "" || word == "phases" { // "phases 05-08" is a range
				phase, plan = phaseNumber(next), ""
			}
		case isPhase && strings.HasPrefix(word, "phase-") && phaseNumber(word) != "":
			phase = phaseNumber(word)
		case isOfPlan && strings.HasPrefix(word, "p") && len(word) < 5 && isDigits(word[1:]):
			plan = planfile.Number(word[1:])
		case isOfPlan && word == "plan" && isDigits(strings.TrimPrefix(next, phase+"-")):
			plan = planfile.Number(strings.TrimPrefix(next, phase+"-")) // "plan 02" or "plan 03-02"
		case isPhase && isOne(before, beforePlans):
			phase, plan, _ = pairIn(word)
		}
		before = raw
	}
	return phase, plan
}

// beforePlans are words that may come before a plan id: "completed 03-06".
const beforePlans = "plan|plans|phase|completed|complete|executed|execute|executing|finished|resume|resuming|start|next|then|after|at|through|to|of|done|run"

// pairIn parses a plan id such as "03-06". Dates and ranges are not ids.
func pairIn(word string) (phase, plan string, ok bool) {
	a, b, _ := strings.Cut(word, "-")
	isPlan := len(b) == 2 && isDigits(b) && !strings.Contains(b, ".")
	if !isPlan || len(a) < 2 || len(a) > 5 || !isDigits(a) {
		return "", "", false
	}
	phase = phaseNumber(a)
	return phase, planfile.Number(b), phase != ""
}

// commands lists workflow commands that files name as the next step. Source: GSD.
var commands = []struct {
	is    stage
	names string
}{
	{shipped, "new-milestone|new-project"},
	{over, "complete-milestone|audit-milestone|milestone-audit"},
	{check, "verify-work|verify-phase|validate-phase|audit-uat"},
	{current, "discuss-phase|research-phase|spec-phase|ui-phase|plan-phase|execute-phase|execute-plan|autonomous|phase-autopilot"},
}

func commandIn(text string) (s report, ok bool) {
	text = strings.ToLower(text)
	first := len(text)
	for _, row := range commands {
		for name := range strings.SplitSeq(row.names, "|") {
			i := strings.Index(text, name)
			if i > 0 && i < first && strings.ContainsAny(text[i-1:i], ":-/`$ ") {
				first, s = i, commandReport(row.is, text[i+len(name):])
			}
		}
	}
	return s, first < len(text)
}

func commandReport(is stage, rest string) report {
	s := report{is: is}
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
