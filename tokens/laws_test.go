package tokens

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dlclark/regexp2"
	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

var (
	corpus    = flag.String("corpus", ".", "directory whose files TestEqualCorpus counts")
	update    = flag.Bool("update", false, "write the tables")
	generated = flag.Int("generated", 100_000, "bytes that TestEqualGenerated makes and counts")
)

func TestTables(t *testing.T) {
	want := map[string][]byte{"classes": buildClasses()}
	var all []map[string]int
	for _, name := range Encodings() {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, ranks)
	}
	texts, tables, err := buildTables(all...)
	if err != nil {
		t.Fatal(err)
	}
	want["texts"] = texts
	for i, name := range Encodings() {
		want[name] = tables[i]
	}
	for name, text := range want {
		file := name + ".table"
		if *update {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is stale (error %v): run go test ./tokens -run Tables -update", file, err)
		}
	}
}

func TestEqual(t *testing.T) {
	texts := []string{
		"", " ", "\n", "a", "\x00", "\xff", "\xff\xfe\xfd", "a\xffb", "\xe4\xb8", "\xed\xa0\x80",
		"Hello, world!", "<|endoftext|>", "a <|endofprompt|> b <|endoftext|>",
		"\n \n", "a\n \n \nb", "  a", "   a", " \t a", "a  ", "a \n", "\r\n\r\n  x", "\n\n\n   ", "\u00a0\u00a0x", " \u2003\n\u2003y",
		"can't CAN'T Can'T it's IT'S we'RE 've 'VE 'll 'L 'r 'v ' 's", "'s's's", "'ſ", "it'ſ", "x'\u212a", "'re\u0301", "''s",
		"ABCdef ABCDef aB AbC ABC", "ABC中DEF", "中ABCdef", "ABC\u0301DEF", "\u0301ABC", "\u0301Abc", "\u0301's", "\u0301\u0301A", "ʰABC", "AʰBʰC", "ǅabc", "aǅ",
		"1234567890", "12a345", "٣٤٥٦", "½¾⅐Ⅷ", "1\u0301", "3.14159", "!1", " 1", "\u00a01",
		"a//b\n//c", "!\n/\n/x", "! /", "/\r\n/", "//\n\n/ /", " !", "  !", "\t!", "\n!", " !\n", "...\r\n\r\n",
		"## Heading\n\n- [x] item `code`\n  - nested **bold**\n\n```go\nfunc main() {}\n```\n",
		"😀😀👩‍👩‍👧‍👦🇩🇪❤️", "日本語のテキスト、한국어 텍스트。", "עִבְרִית العَرَبِيَّة हिन्दी ไทยไทย",
		strings.Repeat("a", 3000), strings.Repeat(" ", 3000), strings.Repeat("\n", 3000), strings.Repeat("中", 1000),
		strings.Repeat("-", 3000), strings.Repeat("😀", 700), strings.Repeat("\u0301", 1500), strings.Repeat("1", 3000),
		strings.Repeat("ab", 1500), strings.Repeat(" ", 2000) + "x" + strings.Repeat("\t", 2000),
	}
	for n := 60; n < 70; n++ { // above 64 bytes, a queue is used
		texts = append(texts, strings.Repeat("qz", n)[:n], strings.Repeat("é", n)[:n], "x"+strings.Repeat("=-", n)[:n])
	}
	for _, o := range oracles() {
		for _, text := range texts {
			o.check(t, text)
			o.checkSplit(t, text)
		}
	}
}

// TestEqualGenerated compares random texts with tiktoken-go: go test ./tokens -run EqualGenerated
// -generated 20000000.
func TestEqualGenerated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	size := 0
	for size < *generated {
		text := randomText(r, r.IntN(1500))
		if unit := runs[r.IntN(len(runs))].unit; r.IntN(2) == 0 {
			from := r.IntN(len(unit)) // maybe inside a character
			text += stretch(unit, 2000)[from:min(len(stretch(unit, 2000)), from+r.IntN(2000))]
		}
		for _, o := range oracles() {
			o.check(t, text)
			o.checkSplit(t, text)
		}
		size += len(text)
	}
	t.Logf("%d bytes", size)
}

// TestEqualCorpus compares files with tiktoken-go: go test ./tokens -run EqualCorpus -v -corpus
// DIR.
func TestEqualCorpus(t *testing.T) {
	files, bytes, tokens := 0, 0, make([]int, len(oracles()))
	tree := os.DirFS(*corpus)
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || strings.HasSuffix(name, ".table") {
			return err
		}
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		for i, o := range oracles() {
			text := o.bounded(string(data))
			o.check(t, text)
			tokens[i] += o.ours.Count(text)
		}
		files, bytes = files+1, bytes+len(data)
		return nil
	})
	if err != nil || files == 0 {
		t.Fatalf("counted %d files: %v", files, err)
	}
	t.Logf("%d files, %d bytes, tokens by encoding: %v", files, bytes, tokens)
}

func TestTokensSpellText(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		text := randomText(r, 5000) + strings.Repeat("long", r.IntN(2000))
		for _, e := range encodings() {
			var spelled strings.Builder
			for _, rank := range e.tokens(text) {
				spelled.WriteString(spelling(&e.vocab, rank))
			}
			if spelled.String() != string([]rune(text)) {
				t.Fatalf("%s: tokens of %q spell %q", e.name, text, spelled.String())
			}
		}
	}
}

func TestMergesAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		piece := randomText(r, 1+r.IntN(short))
		piece = piece[:min(len(piece), 1+r.IntN(short))]
		for _, e := range encodings() {
			if a, b := e.shortTokens(piece), e.longTokens(piece); !slices.Equal(a, b) {
				t.Fatalf("%s: %q is %v without a queue, %v with it", e.name, piece, a, b)
			}
		}
	}
}

func FuzzEqual(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		f.Add(randomText(r, 60))
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = text[:min(len(text), 4000)] // tiktoken-go takes quadratic time
		for _, o := range oracles() {
			o.checkSplit(t, text)
			o.check(t, text)
		}
	})
}

// tokens returns the ranks of the tokens of text, as Count finds them.
func (e *Encoding) tokens(text string) (ranks []uint32) {
	text = repair(text)
	for i := 0; i < len(text); {
		piece := text[i:e.next(text, i)]
		switch rank := e.vocab.rank(piece); {
		case rank != noRank:
			ranks = append(ranks, rank)
		case len(piece) <= short:
			ranks = append(ranks, e.shortTokens(piece)...)
		default:
			ranks = append(ranks, e.longTokens(piece)...)
		}
		i += len(piece)
	}
	return ranks
}

func (e *Encoding) shortTokens(piece string) (ranks []uint32) {
	var starts [short + 1]uint8
	for i := range e.vocab.mergeShort(piece, &starts) {
		ranks = append(ranks, e.vocab.rank(piece[starts[i]:starts[i+1]]))
	}
	return ranks
}

func (e *Encoding) longTokens(piece string) (ranks []uint32) {
	var c chain
	n := c.merge(&e.vocab, piece)
	for i := 0; i < len(piece); i = int(c.next[i]) {
		ranks = append(ranks, e.vocab.rank(piece[i:c.next[i]]))
	}
	if n != len(ranks) {
		panic(fmt.Sprintf("merge of %q returns %d for %d tokens", piece, n, len(ranks)))
	}
	return ranks
}

type oracle struct {
	ours   *Encoding
	theirs *tiktoken.Tiktoken
	split  *regexp2.Regexp
}

// oracles returns an oracle for each encoding. The first call takes half a second.
var oracles = sync.OnceValue(func() []oracle {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	var all []oracle
	for _, ours := range encodings() {
		theirs, err := tiktoken.GetEncoding(ours.name)
		if err != nil {
			panic(err)
		}
		all = append(all, oracle{ours, theirs, regexp2.MustCompile(patterns[ours.name], regexp2.None)})
	}
	return all
})

var patterns = map[string]string{
	o200kName: strings.Join([]string{
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`,
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?`,
		`\p{N}{1,3}`,
		` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
		`\s*[\r\n]+`,
		`\s+(?!\S)`,
		`\s+`,
	}, "|"),
	cl100kName: `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|` +
		` ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
}

func encodings() []*Encoding { return []*Encoding{newO200k(), newCL100k()} }

func (o oracle) check(t *testing.T, text string) {
	t.Helper()
	want := o.theirs.EncodeOrdinary(text)
	got := o.ours.tokens(text)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != uint32(want[i]) {
			t.Fatalf("%s: token %d of %s differs:\ngot  %v\nwant %v", o.ours.name, i, excerpt(text), after(got, i), after(want, i))
		}
	}
	if n := o.ours.Count(text); n != len(want) {
		t.Fatalf("%s: %s has %d tokens, want %d", o.ours.name, excerpt(text), n, len(want))
	}
}

func (o oracle) checkSplit(t *testing.T, text string) {
	t.Helper()
	got, want := o.pieces(text), o.wantPieces(text)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: pieces of %q differ:\ngot  %q\nwant %q", o.ours.name, text, got, want)
	}
}

func (o oracle) pieces(text string) []string {
	text = repair(text)
	var pieces []string
	for i := 0; i < len(text); {
		end := o.ours.next(text, i)
		pieces = append(pieces, text[i:end])
		i = end
	}
	return pieces
}

func (o oracle) wantPieces(text string) []string {
	var pieces []string
	m, err := o.split.FindStringMatch(text)
	for ; m != nil && err == nil; m, err = o.split.FindNextMatch(m) {
		pieces = append(pieces, m.String())
	}
	return pieces
}

// bounded shortens long pieces, for which tiktoken-go is slow.
func (o oracle) bounded(text string) string {
	const most = 4000
	pieces := o.pieces(text)
	if !slices.ContainsFunc(pieces, func(piece string) bool { return len(piece) > most }) {
		return text
	}
	var out strings.Builder
	for _, piece := range pieces {
		for ; len(piece) > most; piece = piece[most:] {
			out.WriteString(piece[:most] + "1 ")
		}
		out.WriteString(piece)
	}
	return out.String()
}

func excerpt(text string) string {
	const most = 200
	if len(text) > most {
		return fmt.Sprintf("%q…", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

func after[T any](tokens []T, i int) []T {
	start := max(0, min(i-2, len(tokens)))
	return tokens[start:min(i+8, len(tokens))]
}

var fragments = [][]string{
	{" ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", " \n", "\u00a0", "\u2003", "\u0085", "\u2028", "\v", "\f", "   \n  \n"},
	{"a", "the", "Words", "UPPER", "camelCase", "HTMLParser", "ǅ", "ß", "İstanbul", "ſ", "K", "naïve", "ª", "ʰ"},
	{"'s", "'S", "'t", "'T", "'re", "'RE", "'rE", "'ve", "'Ve", "'m", "'ll", "'lL", "'d", "'D", "'x", "'", "’s", "'ſ", "can't", "I'LL"},
	{"0", "7", "12", "345", "6789", "1234567", "٣", "Ⅷ", "½", "๑", "𝟘"},
	{"中", "文字", "日本語のテキスト", "한국어", "हिन्दी", "ไทย", "العربية", "עִבְרִית", "Ελληνικά", "Русский", "ЪЫ", "ꙮ", "𠀀"},
	{"\u0301", "e\u0301", "E\u0301", "\u0301\u0302\u0303", "\u20dd", "\u0bcd", "\ufe0f", "\u200d", "\u200b"},
	{"😀", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤️", "☃", "→"},
	{"!", "...", "//", "/", "/\n", "*/\n/", "---", "=====", "`", "```go\n", "**", "- [x] ", "## ", "> ", "| a |", "](", "{\"", "<!--", ";\r\n"},
	{"\xff", "\xc3", "\xe4\xb8", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x00", "\x7f", "\ufffd", "\ufeff"},
	{"<|endoftext|>", "<|fim_prefix|>", "<|endofprompt|>", "<|im_start|>"},
}

// randomText returns about size bytes that make the patterns backtrack.
func randomText(r *rand.Rand, size int) string {
	var out strings.Builder
	for out.Len() < size {
		kind := fragments[r.IntN(len(fragments))]
		for range 1 + r.IntN(4) {
			fragment := kind[r.IntN(len(kind))]
			repeat := 1
			if r.IntN(8) == 0 {
				repeat = 1 + r.IntN(40)
			}
			out.WriteString(strings.Repeat(fragment, repeat))
		}
	}
	return out.String()
}
