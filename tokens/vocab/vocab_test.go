package vocab

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	loader "github.com/pkoukk/tiktoken-go-loader"

	"mdck/tokens"
)

// toy is the bytes in order and two tokens more.
func toy() map[string]int {
	ranks := map[string]int{"ab": 256, "abab": 257}
	for b := range 256 {
		ranks[string([]byte{byte(b)})] = b
	}
	return ranks
}

// Given the ranks and the pattern of a built-in encoding, the counts are those
// of the built-in one.
func TestFromRanksAgreesWithBuiltIn(t *testing.T) {
	const pattern = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|` +
		` ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe("cl100k_base.tiktoken")
	if err != nil {
		t.Fatal(err)
	}
	brought, err := FromRanks("mine", ranks, pattern)
	if err != nil || brought.Name() != "mine" {
		t.Fatal(brought, err)
	}
	builtIn, err := tokens.New("cl100k_base")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "Hello, world!\n \n", "中文 can't 12345", "<|endoftext|>", "\xff\xfe", "a\xffb", strings.Repeat("é", 300)} {
		if got, want := brought.Count(text), builtIn.Count(text); got != want {
			t.Errorf("%q has %d tokens, want %d", text, got, want)
		}
	}
}

func TestCountToy(t *testing.T) {
	c, err := FromRanks("toy", toy(), `\w+|\s`)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{
		"": 0, "a": 1, "ab": 1, "abab": 1, "ababab": 2, "ba": 2, "ab ab": 3, "é": 2,
		"ab!": 1, // the pattern has no place for the mark
	} {
		if got := c.Count(text); got != want {
			t.Errorf("%q has %d tokens, want %d", text, got, want)
		}
	}
}

func TestFromRanksErrors(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(ranks map[string]int)
		pattern string
		want    string
	}{
		"no byte":      {func(r map[string]int) { delete(r, "A") }, `.`, `vocabulary "toy": want a rank for each byte, found none for 0x41`},
		"negative":     {func(r map[string]int) { r["ab"] = -1 }, `.`, `vocabulary "toy": want ranks from 0 on, found -1 for "ab"`},
		"twice":        {func(r map[string]int) { r["ab"] = 257 }, `.`, `vocabulary "toy": want one token for rank 257, found "ab" and "abab"`},
		"no pattern":   {func(map[string]int) {}, ``, `vocabulary "toy": want a pattern that splits text, found none`},
		"open pattern": {func(map[string]int) {}, `(a`, `vocabulary "toy": error compiling regex`},
	} {
		ranks := toy()
		c.change(ranks)
		counter, err := FromRanks("toy", ranks, c.pattern)
		if counter != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v; want error %s", name, counter, err, c.want)
		}
	}
}

// What is written in the format is read as it was.
func TestParseRanksReadsWhatIsWritten(t *testing.T) {
	want := toy()
	for _, end := range []string{"\n", "\r\n", "\n\n"} {
		got, err := ParseRanks(strings.NewReader(write(want, end)))
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("lines ending in %q: %d ranks, %v; want %d", end, len(got), err, len(want))
		}
	}
}

func write(ranks map[string]int, end string) string {
	var out strings.Builder
	for _, token := range slices.Sorted(maps.Keys(ranks)) {
		fmt.Fprintf(&out, "%s %d%s", base64.StdEncoding.EncodeToString([]byte(token)), ranks[token], end)
	}
	return out.String()
}

func TestParseRanksErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `line 1: want a token and its rank, found nothing`,
		"\n\n":                   `line 1: want a token and its rank, found nothing`,
		"YQ== 0\nYg==\n":         `line 2: want a token in base64, a space and its rank, found "Yg=="`,
		"YQ== 0\n\nY 1\n":        `line 3: want a token in base64, found "Y"`,
		" 1\n":                   `line 1: want a token in base64, found ""`,
		"YR== 1\n":               `line 1: want a token in base64, found "YR=="`,
		"YQ== x\n":               `line 1: want a rank from 0 to 2147483647, found "x"`,
		"YQ== -1\n":              `line 1: want a rank from 0 to 2147483647, found "-1"`,
		"YQ== 1 2\n":             `line 1: want a rank from 0 to 2147483647, found "1 2"`,
		"YQ== 0\r\nYg== 0\r\n":   `line 2: want each rank once, found 0 again (first on line 1)`,
		"YQ== 0\nYQ== 1":         `line 2: want each token once, found "a" again (first with rank 0)`,
		"YQ== 0\n<html>oops</a>": `line 2: want a token in base64, a space and its rank, found "<html>oops</a>"`,
		"YQ== 0\n" + strings.Repeat("Y", longestLine+1): `line 2: want at most 1048576 bytes`,
	} {
		ranks, err := ParseRanks(strings.NewReader(text))
		if ranks != nil || err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, %v; want error %s", text, ranks, err, want)
		}
	}
}

func TestParseRanksReaderFails(t *testing.T) {
	cause := errors.New("disk on fire")
	_, err := ParseRanks(iotest.ErrReader(cause))
	if !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), "line 1: ") {
		t.Errorf("got error %v, want that of the reader with a line", err)
	}
}

// FuzzParseRanks states that what is read can be written and read again.
func FuzzParseRanks(f *testing.F) {
	f.Add("YQ== 0\nYg== 1\n")
	f.Add("YQ== 7\r\n\r\nYg== 1")
	f.Add("YQ==  7")
	r := rand.New(rand.NewPCG(1, 2))
	f.Add(write(map[string]int{"ab": r.IntN(9), "c": 9}, "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		ranks, err := ParseRanks(strings.NewReader(text))
		if err != nil {
			if ranks != nil || !strings.HasPrefix(err.Error(), "line ") {
				t.Fatalf("%q: %v with error %v, want nil and the line", text, ranks, err)
			}
			return
		}
		again, err := ParseRanks(strings.NewReader(write(ranks, "\n")))
		if err != nil || !maps.Equal(again, ranks) {
			t.Fatalf("%q: read as %v, written and read as %v, %v", text, ranks, again, err)
		}
	})
}
