package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/mdcheckpoint/source"
)

var texts = []string{
	"", "\n", "a", "a\n", "a\r\nb\r\n", "é\n𝕏y\n", "👩‍🚀 x\r\n", "\ufeffa\nb", "a\rb\n", "\r\n\n\r", "𝕏𝕏𝕏", "x\n\ny", "a\u2028b\n",
}

func FuzzPosition(f *testing.F) {
	for _, text := range texts {
		f.Add(text, 0, 0, true)
		f.Add(text, 1, 2, false)
	}
	f.Add("a\xffb\xf0\x9d", 0, 2, true)
	f.Fuzz(func(t *testing.T, text string, line, character int, bare bool) {
		{
			file := source.NewFile("", text)
			m := mapped(file, bare)
			before := position{}
			for at := 0; at <= len(text); {
				p := m.position(at)
				if before.Line > p.Line || before.Line == p.Line && before.Character > p.Character {
					t.Fatalf("%q: offset %d is at %v, after %v", text, at, p, before)
				}
				back := m.offset(p)
				inside := at < m.hidden || at > 0 && at < len(text) && text[at] == '\n' && text[at-1] == '\r'
				if back != at && !inside {
					t.Fatalf("%q: offset %d is at %v, which is offset %d", text, at, p, back)
				}
				if fresh := mapped(file, bare).position(at); fresh != p {
					t.Fatalf("%q: offset %d is at %v, and asked alone at %v", text, at, p, fresh)
				}
				before = p
				_, size := utf8.DecodeRuneInString(text[at:])
				at += max(size, 1)
			}
			at := m.offset(position{line, character})
			if at < m.hidden || at > len(text) || utf8.ValidString(text) && at < len(text) && !utf8.RuneStart(text[at]) {
				t.Fatalf("%q: %d:%d is offset %d", text, line, character, at)
			}
		}
	})
}

func mapped(file *source.File, onDisk bool) *mapper {
	if onDisk {
		return newFileMapper(file)
	}
	return newMapper(file)
}

func TestPosition(t *testing.T) {
	const text = "\ufeffaé𝕏b\r\nc\n"
	for _, c := range []struct {
		bare   bool
		offset int
		want   position
	}{
		{true, 0, position{0, 0}}, {true, 3, position{0, 0}}, {true, 4, position{0, 1}},
		{true, 10, position{0, 4}}, {false, 3, position{0, 1}},
		{true, 8, position{0, 2}},
		{true, 12, position{0, 5}}, {true, 13, position{1, 0}}, {true, 15, position{2, 0}}, {true, 99, position{2, 0}},
		{true, -1, position{0, 0}},
	} {
		if got := mapped(source.NewFile("", text), c.bare).position(c.offset); got != c.want {
			t.Errorf("offset %d, bare %v: %v, want %v", c.offset, c.bare, got, c.want)
		}
	}
}

// TestLongLine checks that the time is proportional to the length.
func TestLongLine(t *testing.T) {
	text := strings.Repeat("é", 500_000)
	m := newMapper(source.NewFile("", text))
	for i := range 100_000 {
		if got := m.position(i * 10); got.Character != i*5 {
			t.Fatalf("offset %d is at %v", i*10, got)
		}
	}
}

func TestURI(t *testing.T) {
	for _, c := range []struct {
		uri     string
		windows bool
		path    string // "" if not a file
	}{
		{"file:///a/b.md", false, "/a/b.md"}, {"file:///a%20b/%C3%A9%F0%9D%95%8F.md", false, "/a b/é𝕏.md"}, {"FILE:///a", false, "/a"},
		{"file://localhost/a", false, "/a"}, {"file:/a/b", false, "/a/b"}, {"file:///a%25b%23c%3Fd", false, "/a%b#c?d"}, {"file:///a+b", false, "/a+b"},
		{"file:///%FF", false, "/\xff"}, {"file://host/a", false, ""}, {"untitled:Untitled-1", false, ""}, {"https://x/a", false, ""}, {"", false, ""},
		{"file://", false, ""}, {"file:a", false, ""}, {"file:///a%", false, ""}, {"file:///a%00", false, ""}, {"vscode-notebook-cell:/a#x", false, ""},
		{"file:///c:/a/b.md", true, `C:\a\b.md`}, {"file:///c%3A/a%20b", true, `C:\a b`}, {"file:///C%3a/", true, `C:\`}, {"file://host/share/a", true, `\\host\share\a`},
		{"file:///a/b", true, ""}, {"file:///c:a", true, ""}, {"file:///1:/a", true, ""},
	} {
		got, ok := pathOf(c.uri, c.windows)
		if ok != (c.path != "") || ok && got != c.path {
			t.Errorf("%s on Windows %v: %q, %v, want %q", c.uri, c.windows, got, ok, c.path)
		}
		if !ok {
			continue
		}
		again, ok := pathOf(uriOfSlash(strings.ReplaceAll(got, `\`, "/")), c.windows)
		if !ok || again != got {
			t.Errorf("%q comes back as %q", got, again)
		}
	}
	for path, want := range map[string]string{"/a b/é#.md": "file:///a%20b/%C3%A9%23.md", "C:/x y": "file:///C:/x%20y", "//host/a/b": "file://host/a/b"} {
		if got := uriOfSlash(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}
