package prose

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
)

const (
	LacksIssue = "the issue"
	LacksTask  = "\"task N of M\""
	LacksFile  = "a key file that exists"
	LacksNext  = "the next action"
)

// what a prompt says if there is no current task
const (
	AllDone = "tasks are done"
	NoTask  = "no task is listed yet"
)

// Lacks returns the parts that prompt lacks. An empty issue means any issue. Impossible task numbers,
// such as "9 of 7", are added to [LacksTask].
func Lacks(prompt, issue string, exists func(name string) bool) (lacks []string) {
	if issue != "" && !NamesIssue(prompt, issue) || issue == "" && IssueIn(prompt, "*") == "" {
		lacks = append(lacks, LacksIssue)
	}
	folded := strings.ToLower(prompt)
	begun := !strings.Contains(folded, NoTask)
	switch n, total, ok := numbers(prompt, taskNumber, taskBracket, stepNumber, anyBracket); {
	case !ok && begun && !strings.Contains(folded, AllDone):
		lacks = append(lacks, LacksTask)
	case ok && (n < 1 || n > total):
		lacks = append(lacks, fmt.Sprintf("%s (\"%d of %d\" is not possible)", LacksTask, n, total))
	}
	if begun && !namesFile(prompt, exists) {
		lacks = append(lacks, LacksFile)
	}
	if next := nextAction(prompt); IsNothing(next) || goOn.regexp().MatchString(next) {
		lacks = append(lacks, LacksNext)
	}
	return lacks
}

// Patterns for the task number in a prompt. No claim uses stepNumber and anyBracket, because they
// also match other numbers.
var (
	taskNumber  pattern = `\btask[ \t*` + "`" + `:：#(\[]*` + ofNumbers
	taskBracket pattern = `\btask[*` + "`" + `]*[:：].*` + inBrackets
	stepNumber  pattern = `\bstep[ \t*` + "`" + `:：#(\[]*` + ofNumbers
	anyBracket  pattern = inBrackets
)

const (
	ofNumbers  = `([0-9]{1,9})[ \t*]*(?:/|\bof\b|\bout of\b)[ \t*]*([0-9]{1,9})\b`
	inBrackets = `[(\[][ \t]*` + ofNumbers + `[ \t]*[)\]]`
)

// TaskNumbers returns the numbers in a text such as "task 3 of 7".
func TaskNumbers(text string) (n, total int, ok bool) {
	return numbers(text, taskNumber, taskBracket)
}

func numbers(text string, patterns ...pattern) (n, total int, ok bool) {
	for _, p := range patterns {
		if m := p.regexp().FindStringSubmatch(examined(text)); m != nil {
			n, _ = strconv.Atoi(m[1]) // nine digits fit in an int
			total, _ = strconv.Atoi(m[2])
			return n, total, true
		}
	}
	return 0, 0, false
}

// goOn matches next actions without content, such as "continue".
const goOn pattern = "^[*_`.!…() ]*(?:to )?(?:" +
	"continue(?: (?:work|working|(?:the|with the)(?: current)? (?:work|task)|as before|from here|where we left off))?|keep (?:going|working)|go (?:on|ahead)|" +
	"proceed|resume(?: work)?|carry on|move on|finish(?: (?:it|the task|the work))?|(?:see |same )?as (?:above|before)|see above|same|do it|(?:more )?work|(?:the )?next(?: task| step)?" +
	")[*_`.!…() ]*$"

const currentTask pattern = `\bcurrent task[*_` + "`" + `]*(?:[ \t]*[:：]|[ \t]+is\b)[*_ \t` + "`" + `]*(.*)`

// taskNumbers matches "task 3 of 7 — " at the start of a task.
const taskNumbers pattern = `^(?:task)?[ #]*[0-9]+ ?(?:of|/) ?[0-9]+[ –—:,-]*(?:\(([^)]*).*)?`

// CurrentTask returns the text after "Current task:" in lower case, without task numbers.
func CurrentTask(prompt string) (task string, ok bool) {
	m := currentTask.regexp().FindStringSubmatch(examined(prompt))
	if m == nil {
		return "", false
	}
	task = strings.ToLower(spelling.Bare(m[1]))
	return strings.TrimSpace(taskNumbers.regexp().ReplaceAllString(task, "$1")), true
}

const ended = " none no nothing all done complete completed finished closed merged "

// NamesTask reports whether a prompt names a current task that is not finished.
func NamesTask(prompt string) bool {
	task, ok := CurrentTask(prompt)
	if !ok {
		if _, _, ok = TaskNumbers(prompt); !ok {
			return false
		}
		task = strings.ToLower(prompt)
	}
	task, _, _ = strings.Cut(task, ". ")
	words := strings.FieldsFunc(task, func(r rune) bool { return strings.ContainsRune(" \t\n.,;:()—–!", r) })
	return !slices.ContainsFunc(words, func(w string) bool { return hasWord(ended, w) })
}

var (
	branch pattern = "(?m)^[-*_ \t]*branch:[*_ \t`]*([^\\s`,;(\\[<]+?)[*_ \t`.]*$"
	commit pattern = "\\bcommit[:*_` \t]+([0-9a-f]{7,40})\\b"
)

// Branch returns the branch from a line such as "Branch: main".
func Branch(prompt string) (n Named, ok bool) {
	m := branch.regexp().FindStringSubmatchIndex(examined(prompt))
	if m == nil {
		return n, false
	}
	return Named{prompt[m[2]:m[3]], m[2], m[3]}, true
}

// Commits returns the hashes after the word commit, at most [MaxNamed].
func Commits(prompt string) (found []Named) {
	for _, m := range commit.regexp().FindAllStringSubmatchIndex(examined(prompt), MaxNamed) {
		hash := prompt[m[2]:m[3]]
		if strings.ContainsAny(hash, "0123456789") { // without a digit, it could be a word such as "defaced"
			found = append(found, Named{hash, m[2], m[3]})
		}
	}
	return found
}
