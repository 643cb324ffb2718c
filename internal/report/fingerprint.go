package report

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode"

	"mdck/lint"
)

// fingerprintKey names the way in which fingerprints are made; another way needs
// another version. GitHub's own key, primaryLocationLineHash, is left to its
// upload, which warns of every value but the one that it computes.
const fingerprintKey = "mdckFinding/v1"

// fingerprints tells the findings of one run apart.
type fingerprints map[string]int

// of is the fingerprint of the next finding: a hash, a colon, and the number of the
// finding among those with the same hash.
//
// The hash is of the rule, the path in the tree of the checkpoint, the message
// without its numbers and the text of the line where the finding begins. So it
// outlives lines that are added or taken out elsewhere, an indent, other line
// endings, a count that changes, another severity, and another directory that mdck
// is started in. It does not outlive a change of the line itself, or of the file's
// name. Findings with the same hash change places when the first of them goes.
func (f fingerprints) of(d *lint.Diagnostic) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.Rule.ID, d.Path, withoutNumbers(d.Message), around(d)}, "\x00")))
	hash := fmt.Sprintf("%x", sum[:16])
	f[hash]++
	return fmt.Sprintf("%s:%d", hash, f[hash])
}

// withoutNumbers is text with # for each word that has a digit in it: counts,
// versions, hashes.
func withoutNumbers(text string) string {
	var b strings.Builder
	for text != "" {
		end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if end < 0 {
			end = len(text)
		}
		if strings.ContainsFunc(text[:end], unicode.IsDigit) {
			b.WriteByte('#')
		} else {
			b.WriteString(text[:end])
		}
		rest := strings.TrimLeftFunc(text[end:], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		b.WriteString(text[end : len(text)-len(rest)])
		text = rest
	}
	return b.String()
}

// Of a line of more than maxHashed bytes, only so many on either side of a finding
// are hashed: it may be the whole of a file, and have 100,000 findings.
const (
	maxHashed = 1 << 10
	hashed    = 1 << 7
)

// around is the text that a finding is known by: its line, or the part of a long
// line that it begins in.
func around(d *lint.Diagnostic) string {
	line := d.File.LineSpan(d.File.Line(d.Span.Start))
	if line.Len() > maxHashed {
		line.Start, line.End = max(line.Start, d.Span.Start-hashed), min(line.End, d.Span.Start+hashed)
	}
	return strings.TrimSpace(strings.TrimPrefix(d.File.Slice(line), bom))
}
