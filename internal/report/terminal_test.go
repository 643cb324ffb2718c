package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

func onTerminal(t testing.TB, width int, files ...File) string {
	t.Helper()
	var b bytes.Buffer
	terminal := &Terminal{Width: width}
	for _, f := range files {
		if err := terminal.Print(&b, f); err != nil {
			t.Fatal(err)
		}
	}
	if err := terminal.Summary(&b, 3); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func uncoloured(text string) string {
	return regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, "")
}

func FuzzTerminal(f *testing.F) {
	long := strings.Repeat("0123456789", 30)
	for _, s := range []struct {
		text       string
		start, len uint
		width      int
	}{
		{"plain text\nmore", 2, 3, 80}, {"\ufeff# é\t🚲 x", 8, 4, 80}, {"検査e\u0301\u0301e\u200d\tx", 6, 3, 40}, {"\x1b[31m\x00\u202e\xff", 1, 9, 30},
		{long, 150, 20, 60}, {long, 0, 300, 60}, {long, 299, 1, 60}, {long, 300, 0, 60}, {"\u0301" + strings.Repeat("\u0301", 500) + "x", 900, 3, 20},
		{"a\r\n\r\nb\r\n", 3, 2, 0}, {strings.Repeat("\t", 200), 100, 1, 50}, {strings.Repeat("検", 200), 90, 30, 33}, {"", 0, 0, 10}, {"a\rb", 1, 1, -4},
	} {
		f.Add(s.text, s.start, s.len, s.width)
	}
	f.Fuzz(func(t *testing.T, text string, start, length uint, width int) {
		from := int(start % uint(len(text)+1))
		d := lint.Diagnostic{Rule: &lint.Rule{ID: "ohrfc/meta"}, File: source.NewFile("a.md", text)}
		d.Path, d.Message, d.Severity = "a.md", "m\x1b", lint.Error
		d.Span = source.Span{Start: from, End: from + int(length%uint(len(text)-from+1))}
		found := File{Shown: same, Diagnostics: []lint.Diagnostic{d}}
		var b bytes.Buffer
		if err := (&Terminal{Width: width}).Print(&b, found); err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(uncoloured(b.String()), "\n")
		var plain bytes.Buffer
		if err := Text(&plain, []File{found}); err != nil || lines[0] != plain.String() {
			t.Fatalf("got %q, the text form is %q", lines[0], plain.String())
		}
		if text == "" {
			return
		}
		if len(lines) != 4 || lines[3] != "" {
			t.Fatalf("got %q", lines)
		}
		_, shown, _ := strings.Cut(strings.TrimSuffix(lines[1], "\n"), "| ")
		_, carets, _ := strings.Cut(strings.TrimSuffix(lines[2], "\n"), "| ")
		if invisible(shown) || !utf8.ValidString(shown) || strings.Trim(carets, " ^") != "" || !strings.HasSuffix(carets, "^") {
			t.Fatalf("got %q and %q", shown, carets)
		}
		room := (&Terminal{Width: width}).excerptWidth(len(lines[1]) - len(strings.TrimLeft(lines[1], " 0123456789")) - 2)
		if w := columnsOf(shown); w > room || len(carets) > max(w, 0)+1 {
			t.Fatalf("%d columns for %q, which has %d, over %q", room, shown, w, carets)
		}
		checkCarets(t, &d, shown, carets)
	})
}

func columnsOf(text string) int {
	n := 0
	for _, r := range text {
		n += columns(r)
	}
	return n
}

func checkCarets(t *testing.T, d *lint.Diagnostic, shown, carets string) {
	t.Helper()
	line := d.File.LineSpan(d.File.Line(d.Span.Start))
	text := strings.TrimRight(d.File.Slice(line), "\r\n")
	plain := func(text string) bool {
		return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return spelling.Hidden(0, r, 0) || columns(r) == 0 })
	}
	if strings.Contains(shown, "…") || !plain(text) {
		return
	}
	before := min(d.Span.Start-line.Start, len(text))
	in := min(d.Span.End-line.Start, len(text))
	if !utf8.ValidString(text[:before]) || !utf8.ValidString(text[before:in]) {
		return // inside a character
	}
	want := strings.Repeat(" ", columnsOf(text[:before])) + strings.Repeat("^", max(columnsOf(text[before:in]), 1))
	if shown != text || carets != want {
		t.Fatalf("%q is shown as %q with %q, want %q", text, shown, carets, want)
	}
}

func TestExcerpt(t *testing.T) {
	digits := strings.Repeat("0123456789", 30)
	for name, c := range map[string]struct {
		text string
		room int
		want string
	}{
		"in the middle":          {"one «two» three\nfour", 40, "one two three\n    ^^^"},
		"an empty span":          {"one «»two", 40, "one two\n    ^"},
		"the end":                {"one«»\ntwo", 40, "one\n   ^"},
		"a line ending":          {"one«\r\n»two", 40, "one\n   ^"},
		"an empty line":          {"one\n«»\ntwo", 40, "\n^"},
		"several lines":          {"o«ne\ntwo»", 40, "one\n ^^"},
		"tabs":                   {"\ta\t«b\tc»", 40, "    a   b   c\n        ^^^^^"},
		"wide characters":        {"検査 «検査» é", 40, "検査 検査 é\n     ^^^^"},
		"emoji":                  {"🚲 «x»", 40, "🚲 x\n   ^"},
		"a combining mark":       {"e\u0301 «e\u0301e\u0301» x", 40, "e\u0301 e\u0301e\u0301 x\n  ^^"},
		"from a combining mark":  {"ae«\u0301»b", 40, "ae\u0301b\n  ^"},
		"control characters":     {"a\x1b[31m«b\x00»", 40, `a\x1b[31mb\x00` + "\n         ^^^^^"},
		"not UTF-8":              {"a\xff«b»", 40, `a\xffb` + "\n     ^"},
		"a mark that swaps text": {"a«\u202e»b", 40, `a\u202eb` + "\n ^^^^^^"},
		"a lone CR":              {"a\r«b»", 40, `a\rb` + "\n   ^"},
		"a byte order mark":      {"\ufeff«# A»", 40, `\ufeff# A` + "\n      ^^^"},
		"at a byte order mark":   {"«\ufeff»# A", 40, `\ufeff# A` + "\n^^^^^^"},
		"just room":              {digits[:39] + "«9»", 40, digits[:40] + "\n" + strings.Repeat(" ", 39) + "^"},
		"long, at the beginning": {"01«2»" + digits[3:], 30, digits[:29] + "…\n  ^"},
		"long, in the middle":    {digits[:100] + "«0»" + digits[101:], 30, "…0123456789" + "012345678901234567…\n           ^"},
		"long, at the end":       {digits[:299] + "«9»", 30, "…9012345678" + "9\n           ^"},
		"long span":              {digits[:100] + "«" + digits[100:200] + "»" + digits[200:], 30, "…0123456789012345678901234567…\n           ^^^^^^^^^^^^^^^^^^"},
		"many marks":             {"e" + strings.Repeat("\u0301", 50) + "«x»", 30, "e" + strings.Repeat("\u0301", 8) + "x\n ^"},
	} {
		d := diagnostic("a.md", c.text, "m", nil)
		e := excerptOf(d.File, d.Span, c.room)
		if got := e.text + "\n" + strings.Repeat(" ", e.from) + strings.Repeat("^", e.carets); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestTerminal(t *testing.T) {
	mild := diagnostic("b.md", strings.Repeat("\n", 99)+"a «b»", "mild", nil)
	mild.Severity = lint.Warning
	secret := diagnostic("b.md", "key «s3cr3t»", "a key", nil)
	secret.Rule = &lint.Rule{ID: "any/secret", Sensitive: true}
	got := onTerminal(t, 0,
		File{Shown: same, Diagnostics: []lint.Diagnostic{diagnostic("a\n.md", "one «two»\n", "m\x1b", nil), mild}}, File{Shown: same},
		File{Shown: same, Diagnostics: []lint.Diagnostic{secret, diagnostic("b.md", "«key» s3cr3t", "in its line", nil), diagnostic("gone.md", "", "not there", nil)}})
	want := "" +
		"<1>a\\n.md:1:5:<0> <1;31>error:<0> m\\x1b <36>[ohrfc/meta]<0>\n" +
		"<2> 1 |<0> one two\n" +
		"<2>   |<0>     <1;31>^^^<0>\n" +
		"<1>b.md:100:3:<0> <1;33>warning:<0> mild <36>[ohrfc/meta]<0>\n" +
		"<2> 100 |<0> a b\n" +
		"<2>     |<0>   <1;33>^<0>\n" +
		"<1>b.md:1:5:<0> <1;31>error:<0> a key <36>[any/secret]<0>\n" +
		"<1>b.md:1:1:<0> <1;31>error:<0> in its line <36>[ohrfc/meta]<0>\n" +
		"<1>gone.md:1:1:<0> <1;31>error:<0> not there <36>[ohrfc/meta]<0>\n" +
		"<1>4 errors, 1 warning in 3 files<0>\n"
	if got := regexp.MustCompile("\x1b\\[([0-9;]*)m").ReplaceAllString(got, "<$1>"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := uncoloured(onTerminal(t, 80, File{Shown: same})); got != "No problems in 3 files\n" {
		t.Errorf("no findings print %q", got)
	}
	if got := uncoloured(onTerminal(t, 80, File{Shown: same, Diagnostics: []lint.Diagnostic{mild}})); !strings.HasSuffix(got, "\n1 warning in 1 file\n") {
		t.Errorf("got %q", got)
	}
}

func TestLongLine(t *testing.T) {
	text := strings.Repeat("é🚲\u0301x", 1<<17)
	for _, start := range []int{0, 5, 1000, len(text) / 2, len(text) - 1, len(text)} {
		from, to := around(text, start, 90)
		if to-from > 16*90+utf8.UTFMax || from > start || start > to {
			t.Errorf("at %d, bytes %d to %d are read", start, from, to)
		}
	}
}
