package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

func sheetOf(t testing.TB, text string, limits schema.Limits) *Sheet {
	t.Helper()
	c, err := ohrfc.ParseCheckpoint("", text)
	if err != nil {
		t.Skip(err)
	}
	return &Sheet{Path: "a/checkpoint.md", Encoding: "four", Bullets: true, Outline: c.Outline(limits, func(s string) int { return len(s) / 4 })}
}

func sessionSheetOf(t testing.TB, text string) *Sheet {
	t.Helper()
	p, err := ccc.ParseProgress("", text)
	if err != nil {
		t.Skip(err)
	}
	return &Sheet{Path: "a/.ccc-progress.md", Encoding: "four", Bullets: true, Outline: p.Outline(func(s string) int { return len(s) / 4 })}
}

func drawn(t testing.TB, s *Sheet) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Draw(&b, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func FuzzDraw(f *testing.F) {
	for _, text := range []string{
		"", "# A\n## B\n- c\n", "## 検査項目検査項目検査項目検査項目検査項目検査項目\n### \x1b[31m\n- \u202e\n", "## a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301b\n",
		"## 🙂🙂🙂👩‍👩‍👧\n##### deep\n- 1\n  2\n", strings.Repeat("## DISCOVER Exit\n### Scan Insights\n- x\n", 50), "##\n###\n",
	} {
		f.Add(text, 200, 3000)
	}
	f.Add("## Blockers\n- "+strings.Repeat("wide 検査項目 ", 20)+"\n- b\n## Current Task\n"+strings.Repeat("x", 200)+"\n", 0, 0)
	f.Fuzz(func(t *testing.T, text string, lines, tokens int) {
		roomy := max(lines, tokens) < 1e6 // more digits need a wider line
		checkDrawing(t, sheetOf(t, text, schema.Limits{Lines: lines, GroupLines: lines, Tokens: tokens}), roomy)
		checkDrawing(t, sessionSheetOf(t, text), true)
	})
}

func checkDrawing(t *testing.T, s *Sheet, narrow bool) {
	t.Helper()
	out := drawn(t, s)
	rows := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for _, line := range rows {
		if invisible(line) || narrow && Width(line) > sheetWidth || strings.HasSuffix(line, " ") {
			t.Errorf("line %q of %d columns", line, Width(line))
		}
	}
	want := 3 // the path, lines and tokens of the file
	if n := entries(s.Outline.Sections); n > 0 {
		want += 1 + n
	}
	if len(rows) != want {
		t.Errorf("%d lines, want %d:\n%s", len(rows), want, out)
	}
	var b bytes.Buffer
	if err := Sheets(&b, []*Sheet{s}); err != nil || !json.Valid(b.Bytes()) {
		t.Errorf("%v: %s", err, b.String())
	}
}

func entries(sections []*schema.OutlineSection) int {
	n := 0
	for _, s := range sections {
		n += 1 + len(s.Items) + entries(s.Sections)
	}
	return n
}

func FuzzFit(f *testing.F) {
	for _, text := range []string{"", "plain", "検査項目", "a検b査", "e\u0301e\u0301", strings.Repeat("\u0301", 400), "🙂🙂", "\x1b[2J", "\xff"} {
		f.Add(text, 5)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		n = 1 + abs(n)%100
		got := fit(text, n)
		line := OneLine(text)
		if Width(got) != n || invisible(got) || !utf8.ValidString(got) {
			t.Fatalf("%q in %d columns is %q of %d", text, n, got, Width(got))
		}
		if kept := strings.TrimRight(got, " "); Width(line) <= n && strings.TrimRight(line, " ") != kept && !strings.HasSuffix(kept, "…") {
			t.Errorf("%q in %d columns is %q", text, n, got)
		}
		if marks := utf8.RuneCountInString(got); marks > (maxMarks+1)*(n+1) {
			t.Errorf("%d characters in %d columns", marks, n)
		}
		if Width(line) > n && !strings.Contains(got, "…") {
			t.Errorf("%q was cut to %q without a mark", text, got)
		}
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"a": 1, "é": 1, "e\u0301": 1, "検": 2, "ひ": 2, "カ": 2, "한": 2, "（": 2, "ｶ": 1, "🙂": 2, "…": 1, "—": 1, "\u200b": 0, "ß": 1, "я": 1, "ก": 1,
	} {
		if got := Width(text); got != want {
			t.Errorf("%q has %d columns, want %d", text, got, want)
		}
	}
}

func TestWideIsSorted(t *testing.T) {
	for i, block := range wide {
		if block[0] > block[1] || i > 0 && wide[i-1][1] >= block[0] {
			t.Errorf("block %x is out of order", block)
		}
	}
}

func TestBar(t *testing.T) {
	for limit := 1; limit < 50; limit++ {
		last := 0
		for used := 0; used < limit+3; used++ {
			got := bar(schema.Amount{Used: used, Limit: limit}, rowBar)
			empty, full := strings.Count(got, "-") == rowBar-2, strings.Count(got, "#") == rowBar-2
			halves := 2*strings.Count(got, "#") + strings.Count(got, "=")
			if len(got) != rowBar || empty != (used == 0) || full != (used >= limit) || halves < last {
				t.Errorf("%d of %d is %s, after %d half cells", used, limit, got, last)
			}
			last = halves
		}
	}
	for _, e := range []struct {
		used, limit int
		want        string
	}{
		{0, 40, "[--------]"}, {1, 40, "[=-------]"}, {5, 40, "[#-------]"}, {8, 40, "[#=------]"}, {20, 40, "[####----]"},
		{39, 40, "[#######=]"}, {40, 40, "[########]"}, {400, 40, "[########]"}, {4, 0, ""},
	} {
		if got := bar(schema.Amount{Used: e.used, Limit: e.limit}, rowBar); got != e.want {
			t.Errorf("%d of %d is %s, want %s", e.used, e.limit, got, e.want)
		}
	}
}

func TestMark(t *testing.T) {
	for _, e := range []struct {
		amount      schema.Amount
		shown, mark string
	}{
		{schema.Amount{Used: 35, Limit: 40}, "35/40", ""}, {schema.Amount{Used: 36, Limit: 40}, "36/40", "4 left"},
		{schema.Amount{Used: 40, Limit: 40}, "40/40", "full"}, {schema.Amount{Used: 43, Limit: 40}, "43/40", "3 over"},
		{schema.Amount{Used: 1, Min: 3, Limit: 7}, "1/3-7", "2 short"}, {schema.Amount{Used: 3, Min: 3, Limit: 7}, "3/3-7", ""},
		{schema.Amount{Used: 2, Limit: 5}, "2/5", ""}, {schema.Amount{Used: 2, Min: 1}, "2/1+", ""}, {schema.Amount{Used: 2, Min: 2, Limit: 2}, "2/2", "full"},
		{schema.Amount{Used: 12}, "12", ""},
	} {
		if shown, said := amount(e.amount), mark(e.amount); shown != e.shown || said != e.mark {
			t.Errorf("%+v is shown as %q %q, want %q %q", e.amount, shown, said, e.shown, e.mark)
		}
	}
}

func TestDrawIsStraight(t *testing.T) {
	text := "# A\n## Meta\n- one\n## DISCOVER Exit\n### 検査項目の長い見出しがここにあります\n- 検査項目の長い文章がここにありますのでちょっと見てください何か問題がありますか\n- 🙂 a\n### Scan Insights\n- " + strings.Repeat("word ", 400) + "\n"
	for _, limits := range []schema.Limits{{Lines: 200, GroupLines: 40, Tokens: 300}, {Lines: 2, GroupLines: 2, Tokens: 20}} {
		ends := map[int]bool{}
		for _, line := range strings.Split(drawn(t, sheetOf(t, text, limits)), "\n")[3:] {
			head, _, _ := strings.Cut(strings.TrimRight(line, " "), "missing")
			head = strings.TrimRight(strings.TrimSuffix(head, "unknown"), " ")
			if i := strings.LastIndex(head, "["); i > 40 {
				ends[Width(head[:i])] = true
			}
		}
		if len(ends) > 1 {
			t.Errorf("bars begin in columns %v:\n%s", ends, drawn(t, sheetOf(t, text, limits)))
		}
	}
}

func TestNoSheets(t *testing.T) {
	var b bytes.Buffer
	if err := Sheets(&b, nil); err != nil || b.String() != "[]\n" {
		t.Errorf("got %q, %v", b.String(), err)
	}
	b.Reset()
	if err := Sheets(&b, []*Sheet{{Outline: &schema.Outline{}}}); err != nil || !strings.Contains(b.String(), `"sections": []`) {
		t.Errorf("got %s, %v", b.String(), err)
	}
}
