package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// contextLines is how many equal lines stand around a change.
const contextLines = 3

// maxDiffLines is how many lines of two texts are compared: with nothing in common, the
// time grows with their square.
const maxDiffLines = 20000

// A diffLine is a line of one or both texts; op is ' ', '-' or '+'.
type diffLine struct {
	op   byte
	text string
}

// Diff prints the difference of two texts of the file called name as a unified
// diff that patch -p1 and git apply take in the directory that name is relative
// to; an absolute name is relative to the root directory. Equal texts print
// nothing. exists is false if there was no such file before.
//
// There is no "diff --git" line: it would make git read name as relative to the
// top of the repository, wherever it is called.
func Diff(w io.Writer, name, before, after string, exists bool) error {
	if before == after {
		return nil
	}
	name = strings.TrimLeft(name, "/")
	from := diffName("a/" + name)
	if !exists {
		from = noFile
	}
	return writeDiff(w, from, diffName("b/"+name), before, after)
}

// Removal is [Diff] of a file that goes. An empty one has nothing to print.
func Removal(w io.Writer, name, text string) error {
	if text == "" {
		return nil
	}
	return writeDiff(w, diffName("a/"+strings.TrimLeft(name, "/")), noFile, text, "")
}

// noFile is the name of a file that is not there.
const noFile = "/dev/null"

func writeDiff(w io.Writer, from, to, before, after string) error {
	if _, err := fmt.Fprintf(w, "--- %s\n+++ %s\n", from, to); err != nil {
		return err
	}
	for _, h := range hunks(diffLines(before, after)) {
		if _, err := io.WriteString(w, h); err != nil {
			return err
		}
	}
	return nil
}

// diffName is a name as git writes it: quoted as in C if it holds quotes,
// backslashes, control characters or bytes outside of ASCII, and followed by a
// tab if it holds a space, which would end it otherwise.
func diffName(name string) string {
	plain := !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' })
	if !plain {
		name = quoted(name)
	}
	if strings.Contains(name, " ") {
		name += "\t"
	}
	return name
}

func quoted(name string) string {
	const letters = "abtnvfr" // of the control characters 7 to 13
	var b strings.Builder
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= '\a' && c <= '\r':
			b.WriteByte('\\')
			b.WriteByte(letters[c-'\a'])
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}

// CompareLines compares two texts by whole lines. Texts of very many lines differ as a
// whole.
func CompareLines(before, after string) []diffmatchpatch.Diff {
	if strings.Count(before, "\n")+strings.Count(after, "\n") > maxDiffLines {
		return []diffmatchpatch.Diff{{Type: diffmatchpatch.DiffDelete, Text: before}, {Type: diffmatchpatch.DiffInsert, Text: after}}
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // with a deadline, the result would depend on the speed of the machine
	a, b, lines := dmp.DiffLinesToRunes(before, after)
	return dmp.DiffCharsToLines(dmp.DiffMainRunes(a, b, false), lines)
}

func diffLines(before, after string) []diffLine {
	var all []diffLine
	for _, d := range CompareLines(before, after) {
		op := byte(' ')
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			op = '-'
		case diffmatchpatch.DiffInsert:
			op = '+'
		}
		all = append(all, splitLines(op, d.Text)...)
	}
	return all
}

func splitLines(op byte, text string) []diffLine {
	var all []diffLine
	for line := range strings.SplitAfterSeq(text, "\n") {
		if line != "" {
			all = append(all, diffLine{op, line})
		}
	}
	return all
}

// hunks are the changes with the lines around them; changes that are near to
// each other share a hunk.
func hunks(lines []diffLine) []string {
	var all []string
	for start := 0; start < len(lines); {
		first := start
		for first < len(lines) && lines[first].op == ' ' {
			first++
		}
		if first == len(lines) {
			break
		}
		end, equal := first, 0
		for i := first; i < len(lines) && equal <= 2*contextLines; i++ {
			if lines[i].op == ' ' {
				equal++
				continue
			}
			end, equal = i+1, 0
		}
		from, to := max(first-contextLines, start), min(end+contextLines, len(lines))
		all = append(all, hunk(lines, from, to))
		start = to
	}
	return all
}

func hunk(lines []diffLine, from, to int) string {
	oldStart, newStart := 1, 1
	for _, l := range lines[:from] {
		oldStart += count(l, '-')
		newStart += count(l, '+')
	}
	oldCount, newCount := 0, 0
	var b strings.Builder
	for _, l := range lines[from:to] {
		oldCount += count(l, '-')
		newCount += count(l, '+')
		b.WriteByte(l.op)
		b.WriteString(l.text)
		if !strings.HasSuffix(l.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
	return fmt.Sprintf("@@ -%s +%s @@\n", hunkRange(oldStart, oldCount), hunkRange(newStart, newCount)) + b.String()
}

// count is 1 for a line that the side of op has.
func count(l diffLine, op byte) int {
	if l.op == ' ' || l.op == op {
		return 1
	}
	return 0
}

func hunkRange(start, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, n)
}
