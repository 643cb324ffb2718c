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

// Fingerprint returns a hash in hex digits. It distinguishes d from other findings of its rule in
// its file. The hash covers the rule, the quoted names in the message, and the words of the line.
//
// The hash stays the same if other lines change, or if lines move within the file. It does not
// depend on white space, line endings, a byte order mark, the severity, or the other words and
// numbers of the message.
//
// An edit of the line changes the hash. The hash of a finding about the whole file does not cover a
// line. For a very long line, as in JSON without line breaks, it covers only the span of the
// finding.
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

// quoted returns the parts of a message that are in double quotes. All other parts do not identify
// the finding.
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

// longLine is the length in bytes from which a line has too much text besides the finding.
const longLine = 500

func lineOf(d *Diagnostic) string {
	line := d.File.LineSpan(d.File.Line(d.Span.Start))
	if line.Len() > longLine {
		line = source.Span{Start: d.Span.Start, End: min(d.Span.End, line.End, d.Span.Start+longLine)}
	}
	text := strings.TrimPrefix(d.File.Slice(line), "\ufeff")
	return strings.Join(strings.Fields(text), " ")
}
