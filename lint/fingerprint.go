package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"mdck/mdcheckpoint/source"
)

// FingerprintSize is the size of a [Fingerprint] in bytes. Each byte is two hex digits.
const FingerprintSize = 8

// Fingerprint returns a hash of the rule, the quoted parts of the message and, unless the rule is
// about whole files, the line.
//
// It stays the same if the line moves, its white space changes, or other words or numbers of the
// message change.
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

// longLine limits the line in a fingerprint, in bytes. Of a longer line, only the text of the
// finding counts.
const longLine = 500

func lineOf(d *Diagnostic) string {
	line := d.File.LineSpan(d.File.Line(d.Span.Start))
	if line.Len() > longLine {
		line = source.Between(d.Span.Start, min(d.Span.End, line.End, d.Span.Start+longLine))
	}
	text := strings.TrimPrefix(d.File.Slice(line), "\ufeff")
	return strings.Join(strings.Fields(text), " ")
}
