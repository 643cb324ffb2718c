package ccc

import (
	"fmt"
	"path"
	"strings"
)

// allDone is how a prompt says that there is no task to be the current one.
const allDone = "tasks are done"

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
	if f.Next != "" {
		lines = append(lines, "Next action: "+sentence(f.Next))
	} else if f.Done > 0 {
		lines = append(lines, "Next action: review what was done, and close the issue.")
	}
	return strings.Join(lines, "\n")
}

func withTitle(issue, title string) string {
	if title == "" {
		return OneLine(issue)
	}
	return OneLine(issue + " (" + title + ")")
}

func currentTask(f *Facts) string {
	task := OneLine(f.Task)
	switch of := f.TaskOf(); {
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
// would not be read back from the list is only counted; "" if all are such.
func fileList(names []string) string {
	var shown []string
	for _, name := range names {
		if len(shown) < maxKeyFiles && listable(name) {
			shown = append(shown, name)
		}
	}
	if more := len(names) - len(shown); more > 0 && len(shown) > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(shown, ", ")
}

// listable reports whether the name of a file can stand in a list of them: it is
// found there, and Markdown takes it for nothing else.
func listable(name string) bool {
	files := listed(name, 0)
	return len(files) == 1 && files[0].name == name && OneLine(clean(name)) == name && !strings.ContainsAny(name, "`<>")
}

func sentence(text string) string {
	text = OneLine(text)
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

func namesFile(prompt string, exists func(string) bool) bool {
	for _, f := range keyFiles(prompt) {
		if exists == nil || exists(f.name) {
			return true
		}
	}
	tries := 1000 // exists may ask the disk
	for _, word := range strings.Fields(prompt) {
		name := fileName(word)
		if tries--; tries == 0 {
			break
		}
		if strings.ContainsAny(strings.Trim(word, quotes+"."), "./") && !strings.Contains(name, "://") && (exists == nil || exists(name)) {
			return true
		}
	}
	return false
}

// A keyFile is a file that a prompt names, and where in the prompt.
type keyFile struct {
	name       string // slash-separated, relative, as it is looked for
	start, end int
}

// keyFiles are the files behind "Key files:", up to the end of the sentence or
// the line; if nothing stands there, those of the list below. There are at most
// [MaxNamed].
func keyFiles(prompt string) []keyFile {
	const label = "key files:"
	lower := strings.ToLower(prompt)
	at := strings.Index(lower, label)
	if at < 0 || len(lower) != len(prompt) {
		return nil
	}
	at += len(label)
	at += len(prompt[at:]) - len(strings.TrimLeft(prompt[at:], "* \t"))
	line, _, _ := strings.Cut(prompt[at:], "\n")
	if strings.TrimSpace(line) != "" {
		return listed(sentenceOf(line), at)
	}
	var files []keyFile
	for at += len(line); at < len(prompt); at += len(line) {
		at++
		line, _, _ = strings.Cut(prompt[at:], "\n")
		if bare := strings.TrimLeft(line, " \t"); !strings.HasPrefix(bare, "- ") && !strings.HasPrefix(bare, "* ") || len(files) >= MaxNamed {
			break
		}
		files = append(files, listed(line, at)...)
	}
	return files[:min(len(files), MaxNamed)]
}

// sentenceOf is text up to a full stop that ends a sentence.
func sentenceOf(text string) string {
	for i := range len(text) {
		if text[i] == '.' && strings.HasPrefix(text[i+1:], " ") && !strings.HasPrefix(strings.TrimLeft(text[i+1:], " "), ".") {
			return text[:i]
		}
	}
	return text
}

// listed are the names in a list with commas that stands at an offset.
func listed(list string, at int) []keyFile {
	var files []keyFile
	for part := range strings.SplitSeq(list, ",") {
		if len(files) == MaxNamed {
			break
		}
		start := at + len(part) - len(strings.TrimLeft(part, "-* \t"))
		word, _, _ := strings.Cut(strings.TrimLeft(part, "-* \t"), " ")
		if name := fileName(word); name != "" && name != "and" && name != "or" && !IsBlank(name) && !isPlaceholder(part) {
			files = append(files, keyFile{name, start, start + len(word)})
		}
		at += len(part) + 1
	}
	return files
}

// isPlaceholder reports whether part of a list is the template's "[file list]", and
// no name in brackets.
func isPlaceholder(part string) bool {
	part = strings.TrimRight(strings.TrimSpace(part), ".")
	return isTemplate(part) && !strings.ContainsAny(part, "./")
}

// quotes are what may stand around the name of a file.
const quotes = "`\"'()[]*<>,;:"

// fileName is word as a path: without quotes, closing punctuation and the number
// of a line; "" if it has no letter.
func fileName(word string) string {
	name := strings.Trim(word, quotes)
	name = strings.TrimRight(name, ".")
	if before, line, ok := strings.Cut(name, ":"); ok && leadingDigits(line) != "" {
		name = before
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return r > 127 || isLetter(byte(r)) }) {
		return ""
	}
	return path.Clean(strings.TrimRight(name, "`\"'"))
}
