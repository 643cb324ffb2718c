package ccc

import (
	"fmt"
	"slices"
	"strings"
)

// What a continuation prompt can lack.
const (
	LacksIssue = "no issue"
	LacksTask  = "no \"task N of M\""
	LacksFile  = "no existing key file"
	LacksNext  = "no next action"
)

// Vague says what prompt lacks to start from, in the order above. issue is the id
// that it should name, "" for any. exists tells whether a slash-separated path
// is there; without it every path counts. Numbers of a task that cannot be are said
// behind [LacksTask].
func Vague(prompt, issue string, exists func(name string) bool) []string {
	var lacks []string
	if issue != "" && !NamesIssue(prompt, issue) || issue == "" && IssueIn(prompt, "*") == "" {
		lacks = append(lacks, LacksIssue)
	}
	folded := strings.ToLower(prompt)
	begun := !strings.Contains(folded, noTask)
	switch n, total, ok := looseNumbers(prompt); {
	case !ok && begun && !strings.Contains(folded, allDone):
		lacks = append(lacks, LacksTask)
	case ok && !isTaskOf(n, total):
		lacks = append(lacks, fmt.Sprintf("%s but \"%d of %d\"", LacksTask, n, total))
	}
	if begun && !namesFile(prompt, exists) {
		lacks = append(lacks, LacksFile)
	}
	if next := nextAction(prompt); IsBlank(next) || saysGoOn(next) {
		lacks = append(lacks, LacksNext)
	}
	return lacks
}

// blanksOfPrompt are what is to be filled in in the prompt of the template, in lower case. Source: checkpoint, step 1.
var blanksOfPrompt = [...]string{"[task n of m]", "[file list]", "[specific next step]"}

// IsTemplatePrompt reports whether prompt is that of the protocol's template, with or
// without an issue in it.
func IsTemplatePrompt(prompt string) bool {
	folded := strings.ToLower(OneLine(prompt))
	return !slices.ContainsFunc(blanksOfPrompt[:], func(p string) bool { return !strings.Contains(folded, p) })
}

// NamesIssue reports whether text has that id, in any case, as a whole: CIA-412 does
// not stand in CIA-4120.
func NamesIssue(text, id string) bool {
	text, id = strings.ToLower(text), strings.ToLower(id)
	inWord := func(c byte) bool { return isLetter(c) || isDigit(c) }
	for at := 0; id != ""; at++ {
		i := strings.Index(text[at:], id)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(id)
		if (at == 0 || !inWord(text[at-1]) || !inWord(id[0])) && (end == len(text) || !inWord(text[end]) || !inWord(id[len(id)-1])) {
			return true
		}
	}
	return false
}

// TaskNumbers finds "task 3 of 7", "task: 3/7" or "task: header (3 out of 7)" in
// text, in any case.
func TaskNumbers(text string) (n, total int, ok bool) {
	for line := range strings.SplitSeq(numbered(text), "\n") {
		if n, total, ok = numbersIn(line, isTaskWord); ok {
			return n, total, true
		}
	}
	return 0, 0, false
}

func isTaskWord(word string) bool { return word == "task" }

// looseNumbers finds the numbers of the task also where people call it a step, or put
// them in brackets alone: "(3/5)". Those may also count something else, so nothing is
// claimed by them.
func looseNumbers(text string) (n, total int, ok bool) {
	if n, total, ok = TaskNumbers(text); ok {
		return n, total, true
	}
	for line := range strings.SplitSeq(numbered(text), "\n") {
		if n, total, ok = numbersIn(line, func(word string) bool { return word == "step" }); !ok {
			n, total, ok = bracketed(strings.Fields(line))
		}
		if ok {
			return n, total, true
		}
	}
	return 0, 0, false
}

// isTaskOf reports whether there can be a task n of total.
func isTaskOf(n, total int) bool { return 1 <= n && n <= total }

// numbered is text in lower case with the numbers parted from what stands around
// them, and colons and brackets as words of their own.
func numbered(text string) string {
	return strings.NewReplacer("/", " of ", " out of ", " of ", "*", " ", "`", " ", "#", " ", ":", " : ", "：", " : ", "(", " ( ", "[", " ( ", ")", " ) ", "]", " ) ").Replace(strings.ToLower(text))
}

// numbersIn finds the numbers behind a label in a line of [numbered]: directly, or in brackets
// further on if a colon follows the label.
func numbersIn(line string, isLabel func(string) bool) (n, total int, ok bool) {
	words := strings.Fields(line)
	var behind []string // behind the first label with a colon
	for i, word := range words {
		if !isLabel(word) {
			continue
		}
		rest := words[i+1:]
		if behind == nil && len(rest) > 0 && rest[0] == ":" {
			behind = rest
		}
		for len(rest) > 0 && (rest[0] == ":" || rest[0] == "(") {
			rest = rest[1:]
		}
		if n, total, ok = ofNumbers(rest); ok {
			return n, total, true
		}
	}
	return bracketed(behind)
}

// bracketed finds "( 3 of 5 )" among words.
func bracketed(words []string) (n, total int, ok bool) {
	for i, word := range words {
		if word != "(" || i+4 >= len(words) || words[i+4] != ")" {
			continue
		}
		if n, total, ok = ofNumbers(words[i+1:]); ok {
			return n, total, true
		}
	}
	return 0, 0, false
}

// ofNumbers reads "3 of 5" at the beginning of words; what stands behind the digits
// of the last word does not count.
func ofNumbers(words []string) (n, total int, ok bool) {
	if len(words) < 3 || words[1] != "of" {
		return 0, 0, false
	}
	n, isFirst := atoi(words[0])
	total, isLast := atoi(leadingDigits(words[2]))
	return n, total, isFirst && isLast
}

func leadingDigits(word string) string {
	return word[:len(word)-len(strings.TrimLeft(word, "0123456789"))]
}
