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

// header is the value of the Authorization header: Linear takes personal keys as
// they are, and OAuth tokens after "Bearer".
func (k Key) header() string {
	key := strings.TrimSpace(string(k))
	if strings.HasPrefix(key, "lin_api_") {
		return key
	}
	return "Bearer " + key
}

const (
	shown    = 300     // bytes of a text of the server that stand in an error
	examined = 4 << 10 // bytes of it that are looked at
	piece    = 8       // bytes of a key that give it away
)

// scrub makes one printable line of what a server sent, without the key, pieces
// of it, or what looks like another key of Linear.
func (k Key) scrub(text string) string {
	text = k.hide(oneLine(text[:min(len(text), examined)]))
	if len(text) > shown {
		text = strings.ToValidUTF8(text[:shown], "") + "…"
	}
	return text
}

// address returns an address from a server; "" if it is not a web address, or has characters that are not
// allowed, such as control characters, or the key.
func (k Key) address(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || text != k.scrub(text) || strings.ContainsAny(text, " <>\"") {
		return ""
	}
	if plain, err := url.PathUnescape(text); err != nil || plain != k.hide(plain) {
		return ""
	}
	return text
}

// oneLine replaces line ends, control characters and bytes that are not UTF-8.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != utf8.RuneError {
			return r
		}
		return ' '
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// foreign matches prefixes of Linear keys.
var foreign = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`lin_(api|oauth)_[\w-]*`) })

// hide replaces words with the prefix of a Linear key, and pieces of the key.
func (k Key) hide(text string) string {
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

// common is the length of the longest beginning of text that is part of key; 0
// if that is less than a piece.
func common(text, key string) int {
	n := 0
	for n < len(text) && strings.Contains(key, text[:n+1]) {
		n++
	}
	if n < min(piece, len(key)) {
		return 0
	}
	return n
}
