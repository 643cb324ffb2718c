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

// A diffLine is a line of one or both texts.
type diffLine struct {
	op       byte // ' ', '-' or '+'
	text     string
	old, new int // how many lines of either text are before it
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

// noFile is the name of a file that does not exist.
const noFile = "/dev/null"

func writeDiff(w io.Writer, from, to, before, after string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, to)
	writeHunks(&b, diffLines(before, after))
	_, err := io.WriteString(w, b.String())
	return err
}

// diffName is a name as git writes it: quoted as in C if it holds quotes,
// backslashes, control characters or bytes outside ASCII, and followed by a
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

// diffLines returns the lines of both texts and one after them.
func diffLines(before, after string) []diffLine {
	var all []diffLine
	end := diffLine{op: ' '}
	for _, d := range CompareLines(before, after) {
		for line := range strings.Lines(d.Text) {
			all = append(all, diffLine{"- +"[d.Type+1], line, end.old, end.new})
			if d.Type != diffmatchpatch.DiffInsert {
				end.old++
			}
			if d.Type != diffmatchpatch.DiffDelete {
				end.new++
			}
		}
	}
	return append(all, end)
}

// writeHunks writes the changes with the lines around them; changes that are near to each
// other share a hunk.
func writeHunks(b *strings.Builder, lines []diffLine) {
	end := len(lines) - 1
	for start := 0; start < end; {
		first := start
		for first < end && lines[first].op == ' ' {
			first++
		}
		if first == end {
			return
		}
		last, equal := first, 0
		for i := first; i < end && equal <= 2*contextLines; i++ {
			if equal++; lines[i].op != ' ' {
				last, equal = i, 0
			}
		}
		from, to := max(first-contextLines, start), min(last+1+contextLines, end)
		fmt.Fprintf(b, "@@ -%s +%s @@\n", hunkRange(lines[from].old, lines[to].old), hunkRange(lines[from].new, lines[to].new))
		for _, l := range lines[from:to] {
			b.WriteByte(l.op)
			b.WriteString(l.text)
			if !strings.HasSuffix(l.text, "\n") {
				b.WriteString("\n\\ No newline at end of file\n")
			}
		}
		start = to
	}
}

// hunkRange returns the lines from the one after start up to end.
func hunkRange(start, end int) string {
	switch end - start {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(end)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}
