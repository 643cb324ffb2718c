package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff prints the difference of two texts of the file called name as a unified
// diff that patch -p1 and git apply take in the directory that name is relative
// to; an absolute name is relative to the root directory. Equal texts print
// nothing. exists is false if there was no such file before.
//
// There is no "diff --git" line: it would make git read name as relative to the
// top of the repository, wherever it is called.
func Diff(w io.Writer, name, before, after string, exists bool) error {
	name = strings.TrimLeft(name, "/")
	from := noFile
	if exists {
		from = diffName("a/" + name)
	}
	return writeDiff(w, from, diffName("b/"+name), before, after)
}

// Removal is [Diff] of a file that is deleted. An empty one has nothing to print.
func Removal(w io.Writer, name, text string) error {
	return writeDiff(w, diffName("a/"+strings.TrimLeft(name, "/")), noFile, text, "")
}

// noFile is the name of a file that does not exist.
const noFile = "/dev/null"

func writeDiff(w io.Writer, from, to, before, after string) error {
	text := diff.Diff(from, []byte(before), to, []byte(after))
	_, hunks, _ := bytes.Cut(text, []byte("\n")) // behind the line "diff FROM TO"
	return writeAll(w, hunks)
}

// diffName returns a name as git writes it: quoted as in C if it holds quotes,
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
			b.WriteString("\\" + string(c))
		case c >= '\a' && c <= '\r':
			b.WriteString("\\" + letters[c-'\a':c-'\a'+1])
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}
