package ccc

import (
	"slices"
	"strings"
)

// nextLabels are what people put before the next action, the protocol's first, and
// nextVerbs what they put behind the words for it instead of a colon.
var (
	nextLabels = [...]string{
		"next action", "next actions", "next step", "next steps", "next task", "next up", "next", "todo", "to do", "to-do", "action",
	}
	nextVerbs = [...]string{" should be", " will be", " would be", " is", " are"}
)

// openings begin a sentence that says what to do next.
var openings = [...]string{"next,", "first,", "first ", "firstly,", "start by ", "start with ", "start at ", "begin by ", "begin with ", "begin at ", "then, ", "now, "}

// nextAction is what stands behind the first of nextLabels that text has, or below a
// heading that says the same: the rest of the line or, if that is empty, the next
// line that is not. Without one it is a sentence that begins with one of openings.
// Emphasis is left out.
func nextAction(text string) string {
	plain := strings.NewReplacer("*", "", "__", "", "_:", ":", "：", ":", " —", ":", " –", ":", " - ", ": ", " →", ":", "→", ":", " ->", ":", " =>", ":").Replace(text)
	lower := strings.ToLower(plain)
	if len(lower) != len(plain) { // places in one are not those in the other
		plain = lower
	}
	lines, folded := strings.Split(plain, "\n"), strings.Split(lower, "\n")
	written := func(i int, rest string) string {
		return firstFilled(lines[i][len(lines[i])-len(rest):], lines[i+1:])
	}
	for _, label := range nextLabels {
		for i, line := range folded {
			rest, ok := labelled(line, label)
			if heading := strings.Trim(line, "# :"); !ok && strings.HasPrefix(line, "#") && heading == label {
				rest, ok = "", true
			}
			if ok {
				return written(i, rest)
			}
		}
	}
	for i, line := range folded {
		if rest, ok := opened(line); ok {
			return written(i, rest)
		}
	}
	return ""
}

// NextAction is the next action that a prompt names, on one line as it is written; ""
// if it names none, or only that of the template.
func NextAction(prompt string) string {
	if text := strings.TrimRight(OneLine(nextAction(prompt)), "."); !IsBlank(text) {
		return text
	}
	return ""
}

// labelled is what stands in a line behind a label and a colon, or a verb.
func labelled(line, label string) (rest string, ok bool) {
	for at := 0; ; at++ {
		i := strings.Index(line[at:], label)
		if i < 0 {
			return "", false
		}
		at += i
		rest = line[at+len(label):]
		if at > 0 && isLetter(line[at-1]) {
			continue
		}
		if after, ok := strings.CutPrefix(rest, ":"); ok {
			return strings.TrimLeft(after, ": "), true
		}
		for _, verb := range nextVerbs {
			if after, ok := strings.CutPrefix(rest, verb+":"); ok {
				return after, true
			}
			if after, ok := strings.CutPrefix(rest, verb+" "); ok && strings.Contains(label, " ") {
				return after, true
			}
		}
	}
}

// opened is what stands behind one of openings at the beginning of a sentence.
func opened(line string) (rest string, ok bool) {
	for sentence := range strings.SplitSeq(line, ". ") {
		sentence = strings.TrimLeft(sentence, "-+># 0123456789.)")
		for _, opening := range openings {
			if rest, ok := strings.CutPrefix(sentence, opening); ok {
				return rest, true
			}
		}
	}
	return "", false
}

// firstFilled is text or, if it is blank, the first of lines that is not.
func firstFilled(text string, lines []string) string {
	for strings.TrimSpace(text) == "" && len(lines) > 0 {
		text, lines = strings.TrimLeft(lines[0], "-+ "), lines[1:]
	}
	return strings.TrimSpace(text)
}

// goOn are next actions that name none, folded.
var goOn = [...]string{
	"continue", "continue work", "continue working", "continue the work", "continue the task", "continue with the task", "continue the current task",
	"continue with the current task", "continue as before", "continue from here", "continue where we left off", "keep going", "keep working", "go on", "go ahead",
	"proceed", "resume", "resume work", "carry on", "move on", "finish", "finish it", "finish the task", "finish the work", "see above", "as above", "as before",
	"same as before", "same", "do it", "work", "more work", "the next task", "the next step", "next",
}

// saysGoOn reports whether an action says only to go on.
func saysGoOn(action string) bool {
	action = strings.TrimPrefix(strings.Trim(strings.ToLower(OneLine(action)), "*_`.!…() "), "to ")
	return slices.Contains(goOn[:], action)
}
