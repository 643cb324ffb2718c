package lint

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// passwords finds those of addresses: scheme://user:password@host.
func passwords(text string) []Finding {
	const begin = "://"
	var found []Finding
	for at := 0; ; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			return found
		}
		named := at+i > 0 && isAlnum(text[at+i-1])
		at += i + len(begin)
		if span := password(text, at); named && span.Len() > 0 {
			found = append(found, Finding{Span: span, Message: "this looks like a password in an address"})
			at = span.End
		}
	}
}

// password is where the password of an address stands whose host, or user, begins at offset;
// empty if it has none, or one that only shows where it belongs.
func password(text string, offset int) source.Span {
	const longest, least = 128, 8 // bytes of a user or a password; bytes of one that somebody drew by lot
	user := userLen(text[offset:min(len(text), offset+longest)])
	start := offset + user + 1
	if start >= len(text) || text[start-1] != ':' {
		return source.Span{}
	}
	end := start + userLen(text[start:min(len(text), start+longest)])
	if end-start < least || end+1 >= len(text) || text[end] != '@' || !isAlnum(text[end+1]) {
		return source.Span{}
	}
	if isSample(text[start:end]) || namesSample(text[start:end], sampleSecrets[:]) || isSampleHost(host(text[end+1:])) {
		return source.Span{}
	}
	return source.Span{Start: start, End: end}
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
	sampleSecrets = [...]string{"PASS", "SWORD", "PWD", "SECRET", "CHANGEME", "TOKEN"}
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
