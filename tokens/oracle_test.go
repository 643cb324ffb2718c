package tokens

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/dlclark/regexp2"
	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// An oracle does with tiktoken-go and regexp2 what an Encoding does by hand.
type oracle struct {
	ours   *Encoding
	theirs *tiktoken.Tiktoken
	split  *regexp2.Regexp
}

// oracles holds one for each encoding. To build them takes half a second.
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

// patterns are the official ones, as the comments in scan.go quote them.
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

// check says where the tokens of text differ from those of tiktoken-go.
func (o oracle) check(t *testing.T, text string) {
	t.Helper()
	want := o.theirs.EncodeOrdinary(text)
	got := o.ours.Encode(text)
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != uint32(want[i]) {
			t.Fatalf("%s: token %d of %s differs:\ngot  %v\nwant %v", o.ours.name, i, excerpt(text), after(got, i), after(want, i))
		}
	}
	if n := o.ours.Count(text); n != len(want) {
		t.Fatalf("%s: %s has %d tokens, want %d", o.ours.name, excerpt(text), n, len(want))
	}
}

// checkSplit says where the pieces of text differ from those of the pattern.
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

// bounded cuts text so that tiktoken-go, which takes the square of the length
// of a piece, has no piece of more than a few thousand bytes. A text that has
// none comes back as it is, bytes that are not UTF-8 included.
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

// fragments are what generated texts are made of, by kind.
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

// randomText makes a text of about size bytes. Kinds and fragments come in
// runs, because that is where the patterns go back.
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
