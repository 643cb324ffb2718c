package roff

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// checkEscape states what holds of every escaped text: it is one line of printable
// ASCII, and a formatter that reads it finds the characters of the text again, but for
// white space and control characters.
func checkEscape(t *testing.T, text string) {
	t.Helper()
	escaped := Escape(text)
	for _, r := range escaped {
		if r < ' ' || r > '~' {
			t.Fatalf("%q becomes %q, which has %q", text, escaped, r)
		}
	}
	want := strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r':
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError:
			return -1
		}
		return r
	}, strings.ReplaceAll(text, "\t", "    "))
	if got := read(t, escaped); got != want {
		t.Fatalf("%q becomes %q, which reads %q", text, escaped, got)
	}
}

// read is what a formatter makes of escaped text.
func read(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	for len(text) > 0 {
		if text[0] != '\\' {
			if strings.ContainsRune("-'`^~", rune(text[0])) {
				t.Fatalf("%q stands bare", text[0])
			}
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		name, rest := text[1:2], text[2:]
		switch text[1] {
		case '(':
			name, rest = text[2:4], text[4:]
		case '[':
			name, rest, _ = strings.Cut(text[2:], "]")
		}
		known := map[string]string{"-": "-", "rs": `\`, "aq": "'", "ga": "`", "ha": "^", "ti": "~"}
		if r, ok := known[name]; ok {
			b.WriteString(r)
		} else {
			b.WriteRune(codePoint(t, name))
		}
		text = rest
	}
	return b.String()
}

// codePoint is the character of a name such as u2713.
func codePoint(t *testing.T, name string) rune {
	t.Helper()
	r := rune(0)
	for _, digit := range strings.TrimPrefix(name, "u") {
		i := strings.IndexRune("0123456789ABCDEF", digit)
		if i < 0 || !strings.HasPrefix(name, "u") || len(name) < 5 {
			t.Fatalf("escape %q", name)
		}
		r = r<<4 | rune(i)
	}
	return r
}

func FuzzEscape(f *testing.F) {
	for _, text := range []string{"", ".TH", "'", `a\fB`, "--json -h", "`^~", "é検査✓\U0001f600", "a\tb\nc\r", "\x00\x1b[2J\x7f\u0085", "\xff", `"q"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkEscape(t, text) })
}

// TestPage holds that no text becomes a request: lines that begin with a dot or a quote
// are those that the page itself wrote.
func TestPage(t *testing.T) {
	for _, text := range []string{".so /etc/passwd", "'br", "", ".", `\fB`, `"`, "a\n.sp 100"} {
		p := NewPage(text, text)
		p.Section(text)
		p.Sub(text)
		p.Name(text, text)
		p.Text(text)
		p.Item(Bold(text), text)
		p.Item(Italic(text), text)
		p.Example([]string{text, text})
		for line := range strings.Lines(p.String()) {
			request, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			switch {
			case !strings.HasPrefix(line, ".") && !strings.HasPrefix(line, "'"):
			case strings.Contains(" .\\\" .TH .nh .ad .SH .SS .PP .TP .RS .RE .nf .fi ", " "+request+" "):
			default:
				t.Errorf("%q gives the line %q", text, line)
			}
		}
	}
}
