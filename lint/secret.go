package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// shortestKey is the least number of bytes of a key, its prefix included.
const shortestKey = 20

func checkSecret(u *Unit) []Finding { return Secrets(u.File.Text) }

// Secrets finds what looks like a credential in text: keys by how they begin, secrets under a
// fixed name, passwords in addresses, private keys. Messages do not repeat it; spans are those of
// text, ascending and apart. Escapes of JSON and of addresses count as what they stand for, borders,
// and those of Markdown and HTML as the bytes that a reader sees.
func Secrets(text string) []Finding {
	found := append(written(text), privateKeys(text)...)
	if plain, gaps := unescaped(text); len(gaps) > 0 {
		for _, f := range written(plain) {
			f.Span = original(gaps, f.Span)
			found = append(found, f)
		}
	}
	return apart(found)
}

// written are the findings of text as it stands, but for private keys; of two at the same
// place the one that says more is first.
func written(text string) []Finding {
	return append(append(keys(text), inLabels(text)...), inAddresses(text)...)
}

// keys are those that are told by how they begin.
func keys(text string) (found []Finding) {
	for run := nextRun(text, 0); run.Len() > 0; {
		more, end := keysIn(text, run)
		found = append(found, more...)
		run = nextRun(text, end)
	}
	return found
}

// apart puts found in order and keeps, of those that overlap, the one that begins first, of
// those the longest.
func apart(found []Finding) []Finding {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(a.Span.Start-b.Span.Start, b.Span.End-a.Span.End)
	})
	end := -1
	return slices.DeleteFunc(found, func(f Finding) bool {
		over := f.Span.Start < end
		end = max(end, f.Span.End)
		return over
	})
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
func isKeyByte(c byte) bool { return isIn(c, digits|1<<'-'|1<<'.', letters|1<<('_'-64)) }

// keysIn are the keys that begin in run, a run of bytes that keys are made of, and the end of
// the run or of the last key, whichever is later.
func keysIn(text string, run source.Span) (found []Finding, end int) {
	for at := run.Start; at < run.End; at++ {
		if at > run.Start+longestEscape && isAlnum(text[at-1]) && text[at] != '.' {
			continue // most bytes
		}
		if !beginsForm(text[at:]) || !beginsWord(text, at) {
			continue
		}
		form, key := keyAt(text, at)
		if key.Len() == 0 {
			continue
		}
		found = append(found, form.finding(key))
		at = key.End - 1 // what is in the key is not looked at again
		run.End = max(run.End, key.End)
	}
	return found, run.End
}

// beginsForm reports whether the first two bytes of text are those of a prefix.
func beginsForm(text string) bool {
	return len(text) > 1 && int(text[0]) < len(beginnings) && strings.IndexByte(beginnings[text[0]], text[1]) >= 0
}

// keyAt is the key whose prefix stands at offset, and its form; empty if there is none.
func keyAt(text string, offset int) (*keyForm, source.Span) {
	first := text[offset]
	from, _ := slices.BinarySearchFunc(keyForms[:], first, func(f keyForm, c byte) int { return int(f.prefix[0]) - int(c) })
	for i := from; i < len(keyForms) && keyForms[i].prefix[0] == first; i++ {
		if key := keyForms[i].at(text, offset); key.Len() > 0 {
			return &keyForms[i], key
		}
	}
	return nil, source.Span{}
}

// at is the key of form f whose prefix stands at offset; empty if there is none.
func (f *keyForm) at(text string, offset int) source.Span {
	if !strings.HasPrefix(text[offset:], f.prefix) || !f.isNear(text[:offset]) {
		return source.Span{}
	}
	lead, ok := f.lead(text[:offset])
	start := offset + len(f.prefix)
	n := bodyLen(f.body, text[start:])
	if !ok || n < 0 || f.alone && !standsAlone(text, offset, start+n) {
		return source.Span{}
	}
	body := text[start : start+n]
	if isSample(f.random(body)) || f.public != nil && f.public(body) {
		return source.Span{}
	}
	return source.Span{Start: offset - lead, End: start + n}
}

// isNear reports whether what a key of form f asks for stands at the end of text.
func (f *keyForm) isNear(text string) bool {
	const most = 64 // bytes: a name, a sign, a header
	return f.near == "" || strings.Contains(strings.ToLower(text[max(0, len(text)-most):]), f.near)
}

func (f *keyForm) finding(key source.Span) Finding {
	return Finding{Span: key, Message: fmt.Sprintf("this looks like a key: %s (%s…)", f.what, f.prefix)}
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

// Sets of bytes, a bit each: those below 64, and those from there to 127.
const (
	digits  uint64 = (1<<10 - 1) << '0'
	letters uint64 = (1<<26-1)<<('A'-64) | (1<<26-1)<<('a'-64)
)

func isAlnum(c byte) bool { return isIn(c, digits, letters) }

// isIn reports whether c is in one of two sets: low has the bytes below 64, high the next 64.
func isIn(c byte, low, high uint64) bool {
	if c < 64 {
		return low>>c&1 != 0
	}
	return c < 128 && high>>(c-64)&1 != 0
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
