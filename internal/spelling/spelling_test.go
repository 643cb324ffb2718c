package spelling

import (
	"strings"
	"testing"
	"time"
)

func TestReadTime(t *testing.T) {
	zone := time.FixedZone("", 3600)
	for text, want := range map[string]string{
		"2026-01-15T14:30:00Z": "2026-01-15T14:30:00Z", "2026-01-15T14:30:00+02:00": "2026-01-15T12:30:00Z",
		"2026-01-15": "2026-01-14T23:00:00Z", "2026-01-15 14:30": "2026-01-15T13:30:00Z", "N/A": "", "": "", "2026-01-15T14:30:00": "",
	} {
		got, ok := ReadTime(text, zone)
		if ok != (want != "") || ok && got.UTC().Format(TimeLayout) != want {
			t.Errorf("%q is %v, %v: want %s", text, got, ok, want)
		}
	}
}

func FuzzOneLine(f *testing.F) {
	for _, text := range []string{"", " ", "a", " a", "a ", "a  b", "a b", "a\tb\n", "\u00a0é\u2028x", "a\x7fb", "\xff \x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := OneLine(text)
		if line != strings.Join(strings.Fields(text), " ") || OneLine(line) != line || isOneLine(text) && line != text {
			t.Errorf("%q becomes %q", text, line)
		}
	})
}

func TestCut(t *testing.T) {
	for _, char := range []string{"a", "é", "…", "😀", "\xff", "\x80"} {
		for limit := 5; limit < 15; limit++ {
			n := limit / len(char)
			whole := strings.Repeat(char, n)
			if got := Cut(whole, limit); got != whole {
				t.Errorf("%d bytes of %q are cut to %q", limit, char, got)
			}
			if got := Cut(whole+char, limit); !strings.HasPrefix(whole, strings.TrimSuffix(got, "…")) || !strings.HasSuffix(got, "…") || len(got) < limit-3 {
				t.Errorf("%d bytes of %q: %q", limit, char, got)
			}
		}
	}
}

func TestShorten(t *testing.T) {
	for text, want := range map[string]string{"": "", "é…": "é…", "é…a": "é…a", "é…ab": "é…a…"} {
		if got := Shorten(text, 3); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestFirstOf(t *testing.T) {
	for limit, want := range map[int][2]string{0: {"and 2 more", " and 2 more"}, 1: {"a|and 1 more", "a and 1 more"}, 2: {"a|b", "a, b"}, 3: {"a|b", "a, b"}} {
		texts := []string{"a", "b"}
		if got := strings.Join(FirstOf(texts, limit), "|"); got != want[0] || texts[1] != "b" {
			t.Errorf("%d: %q", limit, got)
		}
		if got := JoinFirst(texts, limit); got != want[1] {
			t.Errorf("%d: %q", limit, got)
		}
	}
}

func TestClean(t *testing.T) {
	if got := Clean("\ufeffa\r\nb\rc\t\x00\x7f\u0085\xff"); got != "a\nb\nc\t\ufffd" {
		t.Errorf("got %q", got)
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "007": 7, "999999999": 999999999, "": -1, "-1": -1, "+1": -1, "1000000000": -1, "1_0": -1} {
		if n, ok := Number(text); ok != (want >= 0) || ok && n != want {
			t.Errorf("%q: %d, %v", text, n, ok)
		}
	}
}

func TestOneLineEdge(t *testing.T) {
	for text, want := range map[string]bool{"a~": true, "a\x7f": false, "a\u0080": false} {
		if got := isOneLine(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestFirstLine(t *testing.T) {
	for text, want := range map[string]string{"": "", "\n \n": "", "\n  a\tb \nc": "a b", "a": "a"} {
		if got := FirstLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestHasWord(t *testing.T) {
	for text, want := range map[string]bool{
		"done": true, "it is (done).": true, "undone, but done": true, "✅done—": true, "done-ish": true, "done, 3/3": true,
		"": false, "undone": false, "redone, doneness": false, "ädone": false, "doneŀ": false, "done_": false, "2done": false, "done.md": false,
	} {
		if got := HasWord(text, "done", "_"); got != want {
			t.Errorf("%q has the word: %t", text, got)
		}
	}
	if HasWord("done-ish", "done", "-") || HasWord("done", "", "") || !HasWord("verified", "verif*", "") || HasWord("unverified", "verif*", "") {
		t.Error("a hyphen, an empty word or a prefix is read wrongly")
	}
}
