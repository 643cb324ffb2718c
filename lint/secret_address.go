package lint

import (
	"strings"
	"unicode"

	"mdck/mdcheckpoint/source"
)

// inAddresses finds what is secret in addresses: the password in scheme://user:password@host,
// and the whole of one that hookForms has.
func inAddresses(text string) []Finding {
	const begin = "://"
	var found []Finding
	for at := 0; ; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			return found
		}
		named := at+i > 0 && isAlnum(text[at+i-1])
		at += i + len(begin)
		f := inAddress(text, at)
		if named && f.Span.Len() > 0 {
			found = append(found, f)
			at = f.Span.End
		}
	}
}

// inAddress is the secret of the address whose host, or user, begins at offset; its span is
// empty if there is none.
func inAddress(text string, offset int) Finding {
	for i := range hookForms {
		if key := hookForms[i].at(text, offset); key.Len() > 0 {
			return hookForms[i].finding(key)
		}
	}
	return Finding{Span: password(text, offset), Message: "this looks like a password in an address"}
}

// password is where the password of an address stands whose host, or user, begins at offset;
// empty if it has none, or one that only shows where it belongs.
func password(text string, offset int) source.Span {
	const longest = 128 // bytes of a user or a password
	user := userLen(text[offset:min(len(text), offset+longest)])
	start := offset + user + 1
	if start >= len(text) || text[start-1] != ':' {
		return source.Span{}
	}
	end := start + userLen(text[start:min(len(text), start+longest)])
	if end+1 >= len(text) || text[end] != '@' || !isAlnum(text[end+1]) || !isPassword(text[start:end], host(text[end+1:])) {
		return source.Span{}
	}
	return source.Span{Start: start, End: end}
}

// isPassword reports whether pw is one that somebody may have, at host, and does not only show
// where it belongs. A short one counts where it has letters and digits and the host has a domain.
func isPassword(pw, host string) bool {
	const least, short = 8, 6 // bytes
	n := len(pw) - 2*strings.Count(pw, "%")
	if n < least && !(n >= short && strings.Contains(host, ".") && isMixed(pw)) {
		return false
	}
	return !isSample(pw) && !isPhrase(pw) && !namesSample(pw, sampleSecrets[:]) && !isSampleHost(host)
}

// isMixed reports whether pw has letters and digits.
func isMixed(pw string) bool {
	return strings.ContainsAny(pw, "0123456789") && strings.ContainsFunc(pw, unicode.IsLetter)
}

// isPhrase reports whether pw is nothing but words of small letters, or of capitals, with a
// separator between them.
func isPhrase(pw string) bool {
	letters := strings.Trim(pw, "-._")
	return strings.ContainsAny(letters, "-._") && (strings.Trim(letters, "abcdefghijklmnopqrstuvwxyz-._") == "" || strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-._") == "")
}

// userLen is how many bytes of text can be of a user or a password: what RFC 3986 has for
// them, but for brackets, commas and signs of variables.
func userLen(text string) int {
	for i := range len(text) {
		if !isAlnum(text[i]) && strings.IndexByte("-._~%!&*+=;", text[i]) < 0 {
			return i
		}
	}
	return len(text)
}

// host is the name at the beginning of text.
func host(text string) string {
	for i := range len(text) {
		if !isAlnum(text[i]) && text[i] != '.' && text[i] != '-' {
			return text[:i]
		}
	}
	return text
}

// sampleSecrets are parts of passwords for show, sampleHosts those of hosts where one has no
// worth. Source of the hosts: RFC 2606 and RFC 6761.
var (
	sampleSecrets = [...]string{"PASS", "SWORD", "PWD", "SECRET", "CHANGEME", "TOKEN", "VAULT"}
	sampleHosts   = [...]string{"localhost", "127.0.0.", "example", ".test", ".invalid"}
)

// isSampleHost reports whether nobody but the reader has this host.
func isSampleHost(host string) bool {
	for _, w := range sampleHosts {
		if strings.Contains(strings.ToLower(host), w) {
			return true
		}
	}
	return false
}
