package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

const contextLines = 3

// maxDiffLines limits the lines to compare, because the time grows quadratically.
const maxDiffLines = 20000

type diffLine struct {
	op       byte // ' ' unchanged, '-' removed or '+' added
	text     string
	old, new int // lines before this one, in each text
}

// Diff prints a unified diff of the file called name; nothing for equal texts. exists is false for
// a new file.
//
// A "diff --git" line is omitted, because git would then resolve name from the top of the
// repository.
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

// Removal prints the diff for a removed file.
func Removal(w io.Writer, name, text string) error {
	if text == "" {
		return nil
	}
	return writeDiff(w, diffName("a/"+strings.TrimLeft(name, "/")), noFile, text, "")
}

const noFile = "/dev/null"

func writeDiff(w io.Writer, from, to, before, after string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, to)
	writeHunks(&b, diffLines(before, after))
	_, err := io.WriteString(w, b.String())
	return err
}

// diffName formats a name as git does: quoted as in C if necessary, with a tab after a name with
// spaces.
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
	const letters = "abtnvfr" // control characters 7 to 13
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

// CompareLines compares two texts line by line. Above maxDiffLines, nothing is equal.
func CompareLines(before, after string) []diffmatchpatch.Diff {
	if strings.Count(before, "\n")+strings.Count(after, "\n") > maxDiffLines {
		return []diffmatchpatch.Diff{{Type: diffmatchpatch.DiffDelete, Text: before}, {Type: diffmatchpatch.DiffInsert, Text: after}}
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // with a deadline, the result would depend on the machine
	a, b, lines := dmp.DiffLinesToRunes(before, after)
	return dmp.DiffCharsToLines(dmp.DiffMainRunes(a, b, false), lines)
}

// diffLines returns the lines of both texts, and an empty line at the end.
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

// hunkRange formats the lines start+1 to end, 1-based.
func hunkRange(start, end int) string {
	switch end - start {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(end)
	}
	return fmt.Sprintf("%d,%d", start+1, end-start)
}
