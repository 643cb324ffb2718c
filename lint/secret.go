package lint

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

// Secrets returns findings about credentials, sorted and without overlaps. Their messages do not
// contain the credentials.
func Secrets(text string) []Finding {
	found := findSecrets(text)
	if plain, gaps := unescape(text); len(gaps) > 0 {
		for _, f := range findSecrets(plain) {
			f.Span = source.Between(originalOffset(gaps, f.Span.Start), originalOffset(gaps, f.Span.End))
			found = append(found, f)
		}
	}
	return withoutOverlaps(found)
}

// findSecrets finds credentials in a text without escapes, the more specific kinds first.
func findSecrets(text string) []Finding {
	return slices.Concat(findKeys(text), findNamed(text), findPasswords(text), findPrivateKeys(text))
}

func withoutOverlaps(found []Finding) []Finding {
	sort.SliceStable(found, func(i, j int) bool {
		return cmp.Or(found[i].Span.Start-found[j].Span.Start, found[j].Span.End-found[i].Span.End) < 0
	})
	end := -1
	return slices.DeleteFunc(found, func(f Finding) bool {
		overlaps := f.Span.Start < end
		end = max(end, f.Span.End)
		return overlaps
	})
}

// findKeys finds the keys of issuers. It skips most bytes.
func findKeys(text string) (found []Finding) {
	const shortest = 20 // in bytes
	scanned := 0        // text[start:scanned] contains only key bytes
	for start := 0; start+shortest <= len(text); {
		end := start + shortest
		for end > scanned && isKeyByte(text[end-1]) {
			end--
		}
		if end > scanned {
			start, scanned = end, end
			continue
		}
		scanned = start + shortest
		if start > 0 && isAlnum(text[start-1]) && !endsPercent(text[:start]) {
			start++ // inside a word
			continue
		}
		f, n := keyAt(text, start)
		if n > 0 {
			found = append(found, f)
		}
		start += max(1, n)
		scanned = max(start, scanned)
	}
	return found
}

func isKeyByte(c byte) bool {
	return isLower(c) || '-' <= c && c <= ':' || isUpper(c) || c == '_' || c == '+'
}

func keyAt(text string, offset int) (Finding, int) {
	for _, f := range keyForms()[text[offset]] {
		if !strings.HasPrefix(text[offset:], f.literal) {
			continue
		}
		if key := f.find(text, offset); key.Len() > 0 {
			return Finding{Span: key, Message: "found a possible " + f.title()}, key.Len()
		}
	}
	return Finding{}, 0
}

func endsPercent(text string) bool {
	n := len(text)
	return n > 2 && text[n-3] == '%' && count('h', text[n-2:]) == 2
}

func findNamed(text string) (found []Finding) {
	for _, sign := range []string{"=", ":", "|"} {
		for offset := range indexes(text, sign) {
			if f := namedAt(text, offset); f.Span.Len() > 0 {
				found = append(found, f)
			}
		}
	}
	return found
}

func namedAt(text string, offset int) Finding {
	const marks = " \t\"'`*\\>" // allowed around the sign: spaces, quotes, JSON and Markdown
	end := offset
	for end > 0 && strings.IndexByte(marks, text[end-1]) >= 0 {
		end--
	}
	name := text[:end]
	if name == "" {
		return Finding{}
	}
	for _, f := range nameForms()[(name[len(name)-1]|0x20)&0x7f] {
		before := len(name) - len(f.literal)
		if before < 0 || !strings.EqualFold(name[before:], f.literal) {
			continue
		}
		start := len(text) - len(strings.TrimLeft(text[offset+1:], marks))
		if value := f.find(text, start); value.Len() > 0 {
			return Finding{Span: value, Message: "the name before this value suggests a secret: " + f.kind}
		}
	}
	return Finding{}
}

// findPasswords finds passwords as in "scheme://user:password@host".
func findPasswords(text string) (found []Finding) {
	const longest = 128 // in bytes
	for offset := range indexes(text, "://") {
		user := offset + len("://")
		colon := user + count('a', text[user:])
		end := colon + 1 + count('a', text[min(len(text), colon+1):min(len(text), colon+1+longest)])
		if offset == 0 || !isAlnum(text[offset-1]) || end+1 >= len(text) || text[colon] != ':' || text[end] != '@' || !isAlnum(text[end+1]) {
			continue
		}
		if isPassword(text[colon+1:end], text[end+1:]) {
			found = append(found, Finding{Span: source.Between(colon+1, end), Message: "this looks like a password in a URL"})
		}
	}
	return found
}

func findPrivateKeys(text string) (found []Finding) {
	const begin, dashes = "-----BEGIN ", "-----"
	for offset := range indexes(text, begin) {
		rest := text[offset+len(begin):]
		label, _, ok := strings.Cut(rest[:min(len(rest), 64)], dashes)
		end := len(label) + len(dashes)
		if ok && strings.Contains(label, "PRIVATE KEY") && !strings.ContainsAny(label, "\r\n") && beginsKeyData(rest[end:]) {
			found = append(found, Finding{
				Span:    source.Between(offset, offset+len(begin)+end),
				Message: "this looks like the start of a private key: " + label,
			})
		}
	}
	return found
}

func beginsKeyData(text string) bool {
	const most, least = 64, 12 // bytes to look at, and the fewest bytes of data in them
	const shortest = 44        // bytes of data in a complete key
	text = strings.ReplaceAll(text[:min(len(text), most)], `\n`, "\n")
	data := strings.TrimLeft(text, " \t\r\n")
	if strings.Contains(text[:len(text)-len(data)], "\n") {
		data = strings.TrimLeft(data, "\"'>|+# \t\r\n") // of a string, a quote or a comment
	}
	n := count('f', data)
	rest := strings.TrimLeft(data[n:], " \\\r\n")
	isWhole := strings.HasPrefix(rest, "-----END") || strings.HasPrefix(rest, "...") || strings.HasPrefix(rest, "…")
	isShort := n < least || n < shortest && isWhole
	return !isShort && !isSample(data[:n]) || strings.HasPrefix(data, "Proc-Type:")
}

func indexes(text, part string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for offset := 0; ; offset += len(part) {
			i := strings.Index(text[offset:], part)
			if i < 0 || !yield(offset+i) {
				return
			}
			offset += i
		}
	}
}

func isAlnum(c byte) bool { return isLower(c) || isUpper(c) || isDigit(c) }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
