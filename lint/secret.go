package lint

import (
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// shortestKey is the least number of bytes of a key, its prefix included.
const shortestKey = 20

func checkSecret(u *Unit) []Finding { return Secrets(u.File.Text) }

// Secrets finds what looks like a credential in text: keys by how they begin, passwords
// in addresses, private keys. Messages do not repeat it; spans are those of text, ascending
// within a kind. Escapes of JSON and of addresses count as what they stand for: borders.
func Secrets(text string) []Finding {
	found := slices.Concat(privateKeys(text), passwords(text))
	for run := nextRun(text, 0); run.Len() > 0; {
		keys, end := keysIn(text, run)
		found = append(found, keys...)
		run = nextRun(text, end)
	}
	return found
}

// nextRun is the next run of at least shortestKey bytes that keys are made of,
// from offset on; empty if there is none. It looks at few bytes of prose: where
// the last byte of a window is part of no key, no key begins in it.
func nextRun(text string, offset int) source.Span {
	for offset+shortestKey <= len(text) {
		start := offset + shortestKey
		for start > offset && isKeyByte(text[start-1]) {
			start--
		}
		if start > offset {
			offset = start
			continue
		}
		end := offset + shortestKey
		for end < len(text) && isKeyByte(text[end]) {
			end++
		}
		return source.Span{Start: offset, End: end}
	}
	return source.Span{}
}

// isKeyByte reports whether c is in the first shortestKey bytes of a key.
func isKeyByte(c byte) bool { return isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '/' }

// keysIn are the keys that begin in run, a run of bytes that keys are made of, and the end of
// the run or of the last key, whichever is later.
func keysIn(text string, run source.Span) (found []Finding, end int) {
	for at := run.Start; at < run.End; at++ {
		if at > run.Start+longestEscape && isAlnum(text[at-1]) && text[at] != '.' {
			continue // most bytes
		}
		if strings.IndexByte(keyFirsts, text[at]) < 0 || !beginsWord(text, at) {
			continue
		}
		form, key := keyAt(text, at)
		if key.Len() == 0 {
			continue
		}
		found = append(found, Finding{
			Span:    key,
			Message: fmt.Sprintf("this looks like a key: %s (%s…)", form.what, form.prefix),
		})
		at = key.End - 1 // what is in the key is not looked at again
		run.End = max(run.End, key.End)
	}
	return found, run.End
}

// keyAt is the key whose prefix stands at offset, and its form; empty if there is none.
func keyAt(text string, offset int) (*keyForm, source.Span) {
	for i := range keyForms {
		form := &keyForms[i]
		if form.prefix[0] != text[offset] || !strings.HasPrefix(text[offset:], form.prefix) {
			continue
		}
		lead, ok := form.lead(text[:offset])
		if !ok {
			continue
		}
		start := offset + len(form.prefix)
		n := bodyLen(form.body, text[start:])
		if n < 0 || form.alone && !standsAlone(text, offset, start+n) || isSample(form.random(text[start:start+n])) {
			continue
		}
		return form, source.Span{Start: offset - lead, End: start + n}
	}
	return nil, source.Span{}
}

// longestEscape is how many bytes of a run may be of an escape: "u000a", for a backslash and
// a percent sign are of no run.
const longestEscape = 5

// beginsWord reports whether no letter or digit stands before at, but for those of an
// escape. A "_" or "-" before it may be of a label; a dot is behind letters, too.
func beginsWord(text string, at int) bool {
	return at == 0 || !isAlnum(text[at-1]) || text[at] == '.' || endsEscape(text[max(0, at-longestEscape-1):at])
}

// endsEscape reports whether text ends with an escape of JSON (\n, \u000a) or of an
// address (%0A).
func endsEscape(text string) bool {
	n := len(text)
	switch {
	case n >= 2 && text[n-2] == '\\' && strings.IndexByte("bfnrt", text[n-1]) >= 0:
		return true
	case n >= 3 && text[n-3] == '%':
		return isHex(text[n-2:])
	case n >= 4 && text[n-4:n-2] == `\x`:
		return isHex(text[n-2:])
	}
	return n >= 6 && text[n-6:n-4] == `\u` && isHex(text[n-4:])
}

// standsAlone reports whether text from start to end is no part of a path, of a host or of
// a name with hyphens.
func standsAlone(text string, start, end int) bool {
	const joins = "/:@-_."
	behind := text[end:min(len(text), end+2)]
	return (start == 0 || strings.IndexByte(joins, text[start-1]) < 0) &&
		(behind == "" || strings.IndexByte(joins, behind[0]) < 0 || behind[0] == '.' && !(len(behind) > 1 && isAlnum(behind[1])))
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isHex reports whether text has nothing but the digits of hexadecimal numbers.
func isHex(text string) bool {
	for i := range len(text) {
		if !isDigit16(text[i] | 0x20) {
			return false
		}
	}
	return true
}

// isDigit16 reports whether c is a digit of a hexadecimal number in small letters.
func isDigit16(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }
