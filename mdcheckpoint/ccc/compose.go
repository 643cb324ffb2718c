package ccc

import (
	"fmt"
	"strings"
)

// How a prompt says that there is no current task, in lower case.
const (
	allDone = "tasks are done"
	noTask  = "no task is listed yet"
)

// maxKeyFiles and maxDecisions are how many files and decisions a composed prompt
// names; the newest decisions are the ones that are told.
const (
	maxKeyFiles  = 10
	maxDecisions = 3
)

// MaxNamed is how many files a prompt, or a state, is taken to name at most: each
// of them is looked for.
const MaxNamed = 200

// Compose writes the continuation prompt that f allows, with line feeds and none
// at the end; "" if nothing is known. What is not known is left out, and [Vague]
// says so. Source of the words before the colons: checkpoint, step 1.
func Compose(f Facts) string {
	var head, lines []string
	if f.Issue != "" {
		head = append(head, "Resume "+withTitle(f.Issue, f.Title)+".")
	}
	if task := currentTask(&f); task != "" {
		head = append(head, "Current task: "+task+".")
	}
	if f.Unlisted {
		head = append(head, "N"+noTask[1:]+".")
	}
	if files := fileList(f.Files); files != "" {
		head = append(head, "Key files: "+files+".")
	}
	if len(head) > 0 {
		lines = append(lines, strings.Join(head, " "))
	}
	if f.Gate != 0 {
		lines = append(lines, fmt.Sprintf("Waiting for gate %d.", f.Gate))
	}
	for _, b := range f.Blockers {
		lines = append(lines, "Blocked: "+sentence(b.Line))
	}
	for _, d := range f.Decisions[max(0, len(f.Decisions)-maxDecisions):] {
		lines = append(lines, "Decided: "+sentence(d.Line))
	}
	if next := nextOf(&f); next != "" {
		lines = append(lines, "Next action: "+sentence(next))
	}
	return strings.Join(lines, "\n")
}

// nextOf returns the next action of a prompt.
func nextOf(f *Facts) string {
	const list = "list the tasks (mdck ccc next) and take up the first (mdck ccc current)"
	switch {
	case f.Done > 0:
		return "review what was done, and close the issue"
	case f.Unlisted && f.Issue == "":
		return "name the issue, if there is one (mdck ccc write), " + list
	case f.Unlisted:
		return list
	}
	return f.Next
}

func withTitle(issue, title string) string {
	if title == "" {
		return OneLine(issue)
	}
	return OneLine(issue + " (" + title + ")")
}

func currentTask(f *Facts) string {
	task := OneLine(f.Task)
	switch of := f.PromptTaskOf(); {
	case f.Done > 0:
		return fmt.Sprintf("none, all %d "+allDone, f.Done)
	case of == "":
		return strings.TrimRight(task, ".")
	case task == "":
		return "task " + of
	default:
		return "task " + of + dash + strings.TrimRight(task, ".")
	}
}

// fileList names the first of names, and how many there are besides. A name that
// would not be read back from the list is only counted, and so is a file by which
// sessions are kept; "" if all are such.
func fileList(names []string) string {
	var shown []string
	for _, name := range names {
		if written, ok := inList(name); ok && len(shown) < maxKeyFiles && !keeps(name) {
			shown = append(shown, written)
		}
	}
	if more := len(names) - len(shown); more > 0 && len(shown) > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, ", ")
}

// inList is the name of a file as it can stand in a list of them, in backticks where
// it has to: it is found there, and Markdown takes it for nothing else.
func inList(name string) (written string, ok bool) {
	for _, written := range []string{name, "`" + name + "`"} {
		files := listed(sentenceOf(written+". "), 0)
		if len(files) == 1 && files[0].name == name && OneLine(clean(name)) == name && !strings.ContainsAny(name, "`<>") {
			return written, true
		}
	}
	return "", false
}

func sentence(text string) string {
	text = OneLine(text)
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}
