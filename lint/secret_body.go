package lint

import (
	"strconv"
	"strings"
)

// lead is how many bytes at the end of text, which stands before the prefix, are of the key,
// and whether they are those that the form asks for.
func (f *keyForm) lead(text string) (n int, ok bool) {
	if f.before == "" {
		return 0, true
	}
	const most = 16 // bytes that any form has before its prefix
	for n = 1; n <= min(most, len(text)); n++ {
		start := len(text) - n
		if bodyLen(f.before, text[start:]) == n && beginsWord(text, start) {
			return n, true
		}
	}
	return 0, false
}

// random is the part of a body that an issuer draws by lot.
func (f *keyForm) random(body string) string {
	if f.judged == 0 {
		return body
	}
	return body[strings.LastIndexByte(body, f.judged)+1:]
}

// bodyLen is how many bytes of text are as pattern says, as many as can be; -1 if none are.
// <w36> in a pattern stands for 36 bytes of the alphabet w, <w20-64> for 20 to 64; all else
// is itself. No letter or digit may follow; a "-" or "_" may, of a label.
func bodyLen(pattern, text string) int {
	if pattern == "" {
		if text != "" && isAlnum(text[0]) {
			return -1
		}
		return 0
	}
	if pattern[0] != '<' {
		if text == "" || text[0] != pattern[0] {
			return -1
		}
		return plus(1, bodyLen(pattern[1:], text[1:]))
	}
	part, rest, _ := strings.Cut(pattern[1:], ">")
	low, high, ranged := strings.Cut(part[1:], "-")
	least, _ := strconv.Atoi(low)
	most := least
	if ranged {
		most, _ = strconv.Atoi(high)
	}
	n := 0
	for n < min(most, len(text)) && inAlphabet(part[0], text[n]) {
		n++
	}
	for ; n >= least; n-- {
		if more := bodyLen(rest, text[n:]); more >= 0 {
			return n + more
		}
	}
	return -1
}

// plus is n and more, or -1 if more is.
func plus(n, more int) int {
	if more < 0 {
		return more
	}
	return n + more
}

// inAlphabet reports whether c is in the alphabet that patterns call name.
func inAlphabet(name, c byte) bool {
	switch name {
	case 'd':
		return '0' <= c && c <= '9'
	case 'x':
		return isDigit16(c)
	case 'h':
		return isDigit16(c | 0x20)
	case 'u':
		return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z'
	case 's':
		return isAlnum(c) || c == '-'
	case 'b': // base64 for addresses
		return isAlnum(c) || c == '-' || c == '_'
	case 'e': // that, and its padding
		return isAlnum(c) || c == '-' || c == '_' || c == '='
	case 'p': // base64, with the escapes of addresses
		return isAlnum(c) || strings.IndexByte("+/=%", c) >= 0
	case 'f': // base64
		return isAlnum(c) || strings.IndexByte("+/=", c) >= 0
	}
	return isAlnum(c) // 'w'
}
