package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"mdck/mdcheckpoint/source"
)

// FingerprintSize is the number of bytes in a [Fingerprint], which has two hex digits for each
// byte. It is enough for the few findings of one rule in one file.
const FingerprintSize = 8

// Fingerprint returns a hash, in hex digits, that distinguishes d from other findings of its rule
// in its file. The hash covers the rule, the names that the message quotes, and the words of the
// line.
//
// The hash does not change if lines are added, removed or moved elsewhere in the file. It does not
// depend on white space, line endings, the byte order mark, the severity of the rule, or the
// wording and numbers of the message.
//
// The hash changes if the line is edited. For rules about the whole file, it does not cover the
// line. If the line is very long, as in JSON without line breaks, the hash covers the span of the
// finding instead.
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

// quoted returns the parts of a message in double quotes. The rest of a message is wording and
// numbers.
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

// quoteEnd returns the offset of the quotation mark that ends s, or the length of s if there is
// none.
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

// A line with more than longLine bytes has much text besides the finding.
const longLine = 500

func lineOf(d *Diagnostic) string {
	line := d.File.LineSpan(d.File.Line(d.Span.Start))
	if line.Len() > longLine {
		line = source.Span{Start: d.Span.Start, End: min(d.Span.End, line.End, d.Span.Start+longLine)}
	}
	text := strings.TrimPrefix(d.File.Slice(line), "\ufeff")
	return strings.Join(strings.Fields(text), " ")
}
