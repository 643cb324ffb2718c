package mdcheckpoint

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestGrowth(t *testing.T) {
	for name, text := range map[string]func(n int) string{
		"headings":        repeat("# a\n"),
		"nested headings": repeat("# a\n## b\n### c\n"),
		"setext":          repeat("a\n=\n"),
		"items":           repeat("- a\n"),
		"loose items":     repeat("- a\n\n"),
		"empty items":     repeat("-\n"),
		"items with tabs": repeat("-\ta\n\t- b\n"),
		"comment openers": repeat("<!--\n"),
		"comments":        repeat("<!-- a -->\n"),
		"fences":          repeat("```\n"),
		"quotes":          repeat("> a\n"),
		"definitions":     repeat("[a]: /u\n"),
		"open titles":     repeat("[a]: /u '\n"),
		"faulty titles":   repeat("[a]: /u\n'b' [c]: /v\n"),
		"open labels":     repeat("[a]:"),
		"lists in a line": repeat("- "),
		"quotes in lines": repeat(">"),
		"tabs":            repeat("\t"),
		"blank lines":     func(n int) string { return strings.Repeat("- ", MaxDepth) + "a" + strings.Repeat("\n", n) },
		"ladders":         func(n int) string { return strings.Repeat(ladder(MaxDepth, "  ")+"\n# a\n", n/200) },
	} {
		t.Run(name, func(t *testing.T) {
			const n = 2000
			once, twice := allocated(text(n)), allocated(text(2*n))
			if limit := 2*once + once/2; twice > limit {
				t.Errorf("%d of them take %d bytes, and %d take %d, want at most %d", n, once, 2*n, twice, limit)
			}
		})
	}
}

func repeat(text string) func(int) string {
	return func(n int) string { return strings.Repeat(text, n) }
}

func allocated(text string) uint64 {
	least := ^uint64(0)
	for range 4 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _ = Parse("", text) // the text may be nested too deep
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

func TestBlankLines(t *testing.T) {
	for _, text := range samples(t) {
		longer := strings.ReplaceAll(text, "\n\n", "\n\n\n \n\t\n\n\n\n")
		got, want := parse(t, longer), parse(t, text)
		if outline(got.Blocks) != outline(want.Blocks) || titles(got) != titles(want) {
			t.Errorf("%q is\n%swant\n%s", longer, outline(got.Blocks), outline(want.Blocks))
		}
		checkLaws(t, got)
	}
}

func BenchmarkParse(b *testing.B) {
	raw, err := os.ReadFile("../testdata/bench/checkpoint.md")
	if err != nil {
		b.Fatal(err)
	}
	text := string(raw)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("checkpoint.md", text); err != nil {
			b.Fatal(err)
		}
	}
}
