package ccc

import (
	"slices"
	"strings"
)

// maxSentences is how many ends of sentences are tried for that of a task in a prompt.
const maxSentences = 8

// promptTask returns what a prompt has behind "Current task:", in lower case and without its
// numbers; ok is false without it.
func promptTask(prompt string) (task string, ok bool) {
	for line := range strings.SplitSeq(strings.ToLower(lineFeeds(prompt)), "\n") {
		rest, found := labelled(strings.NewReplacer("*", "", "`", "", "：", ":").Replace(line), "current task")
		if !found {
			continue
		}
		return withoutNumbers(strings.TrimSpace(rest)), true
	}
	return "", false
}

// withoutNumbers takes "task 3 of 7 — " or "3/7: " off the beginning of a task in lower case.
func withoutNumbers(task string) string {
	rest := strings.TrimLeft(strings.TrimPrefix(task, "task"), " #")
	digits := leadingDigits(rest)
	after := strings.TrimLeft(rest[len(digits):], " ")
	after, isOf := strings.CutPrefix(after, "of ")
	if !isOf {
		after, isOf = strings.CutPrefix(after, "/")
	}
	after = strings.TrimLeft(after, " ")
	total := leadingDigits(after)
	if digits == "" || !isOf || total == "" {
		return task
	}
	after = strings.TrimLeft(after[len(total):], " -–—:,")
	if inner, ok := strings.CutPrefix(after, "("); ok {
		after, _, _ = strings.Cut(inner, ")")
	}
	return after
}

// doneInPrompt returns the task at which the prompt is, if it is a completed one and none
// that is open; else "".
func (p *Progress) doneInPrompt() string {
	task, _ := promptTask(p.Prompt.Text)
	open := slices.Concat(p.Current, p.Remaining)
	var done []Entry
	for _, e := range p.Completed {
		if e.Mark == Open {
			open = append(open, e)
		} else {
			done = append(done, e)
		}
	}
	found := ""
	for _, text := range sentences(task) {
		named := Entry{Key: CurrentKey, Line: text}.read()
		if IsBlank(text) {
			continue
		}
		for i := range named.names {
			is := func(e Entry) bool { return e.isNamed(&named.names[i]) }
			if slices.ContainsFunc(open, is) {
				return ""
			}
			if at := slices.IndexFunc(done, is); at >= 0 && found == "" {
				found = done[at].Text
			}
		}
	}
	return found
}

// sentences returns text up to the end of each of its first sentences: a task may have a
// period in it.
func sentences(text string) []string {
	all := []string{text}
	for i := range text {
		if strings.HasPrefix(text[i:], ". ") && len(all) < maxSentences {
			all = append(all, text[:i])
		}
	}
	return all
}

// ended are words, in lower case, by which a prompt says that no task is left.
const ended = " none no nothing all done complete completed finished closed merged "

// namesTask reports whether a prompt names a task as the current one, and does not say that
// it is over.
func namesTask(prompt string) bool {
	task, ok := promptTask(prompt)
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
