package linear

import (
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Key is a secret: it prints as "[key]".
type Key string

const hidden = "[key]"

// Format implements [fmt.Formatter] for all verbs.
func (Key) Format(f fmt.State, _ rune) { io.WriteString(f, hidden) }

// MarshalText implements [encoding.TextMarshaler], which encoding/json and
// log/slog use.
func (Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// header returns the value of the Authorization header. An OAuth token follows "Bearer".
func (k Key) header() string {
	key := strings.TrimSpace(string(k))
	if strings.HasPrefix(key, "lin_api_") {
		return key
	}
	return "Bearer " + key
}

const (
	shown    = 300     // bytes of a server's text in an error
	examined = 4 << 10 // bytes of a server's text that are processed
	piece    = 8       // a part of the key with at least this many bytes must not be shown
)

// scrub turns a server's text into one printable line without keys.
func (k Key) scrub(text string) string {
	text = k.Hide(oneLine(text[:min(len(text), examined)]))
	if len(text) > shown {
		text = strings.ToValidUTF8(text[:shown], "") + "…"
	}
	return text
}

// address returns text if it is a web address without the key, otherwise "".
func (k Key) address(text string) string {
	u, err := url.Parse(text)
	plain, bad := url.PathUnescape(text)
	if err != nil || bad != nil || u.Scheme != "https" && u.Scheme != "http" || text != k.scrub(text) || plain != k.Hide(plain) || strings.ContainsAny(text, " <>\"") {
		return ""
	}
	return text
}

func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != utf8.RuneError {
			return r
		}
		return ' '
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

var foreign = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`lin_(api|oauth)_[\w-]*`) })

// Hide replaces the key, parts of it, and what looks like another key.
func (k Key) Hide(text string) string {
	text = foreign().ReplaceAllLiteralString(text, hidden)
	key := strings.TrimSpace(string(k))
	var out strings.Builder
	for i := 0; i < len(text); {
		n := common(text[i:], key)
		if n > 0 {
			out.WriteString(hidden)
		} else {
			n = 1
			out.WriteByte(text[i])
		}
		i += n
	}
	return out.String()
}

// common returns the length of the longest prefix of text in key; 0 if shorter than piece.
func common(text, key string) int {
	n := 0
	for n < len(text) && strings.Contains(key, text[:n+1]) {
		n++
	}
	if n < piece { // a normal word, perhaps
		return 0
	}
	return n
}
