package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"mdck/mdcheckpoint/source"
)

// FingerprintSize is how many bytes of a hash a [Fingerprint] is, two digits each:
// enough for the few findings of one rule in one file.
const FingerprintSize = 8

// Fingerprint tells d from other findings of its rule in its file: it is a hash of
// the rule, of the names that the message quotes, and of the text of the line
// without white space around and between words, in hex digits.
//
// So a finding keeps it when lines are added, removed or moved elsewhere in the
// file, when counts and line numbers in its message change, when the message is
// reworded in another release, when white space, line endings or the byte order
// mark change, and when its rule gets another severity. It gets another one when
// its line is edited. Of rules about a whole file the line says nothing and is left
// out; where a line is very long, which is JSON without line breaks, what the
// finding is about stands for it.
func Fingerprint(d *Diagnostic) string {
	h := sha256.New()
	h.Write([]byte(d.Rule.ID))
	for _, name := range quoted(d.Message) {
		h.Write([]byte("\x00" + name))
	}
	if !d.Rule.WholeFile {
		h.Write([]byte("\x01" + lineOf(d)))
	}
	return hex.EncodeToString(h.Sum(nil)[:FingerprintSize])
}

// quoted are the parts of a message between double quotes, as they are written
// there. What stands outside of quotes is wording and numbers.
func quoted(message string) []string {
	var names []string
	for {
		_, rest, ok := strings.Cut(message, `"`)
		if !ok {
			return names
		}
		end := quoteEnd(rest)
		names = append(names, rest[:end])
		message = strings.TrimPrefix(rest[end:], `"`)
	}
}

// quoteEnd is the offset of the quote that ends s, or of its end.
func quoteEnd(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return len(s)
}

// longLine is the length in bytes from which a line holds much besides the
// finding.
const longLine = 500

// lineOf is the text that d is known by: that of the line where it begins, its
// words with one space between them.
func lineOf(d *Diagnostic) string {
	line := d.File.LineSpan(d.File.Line(d.Span.Start))
	if line.Len() > longLine {
		line = source.Span{Start: d.Span.Start, End: min(d.Span.End, line.End, d.Span.Start+longLine)}
	}
	text := strings.TrimPrefix(d.File.Slice(line), "\ufeff")
	return strings.Join(strings.Fields(text), " ")
}
