package vocab

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/pkoukk/tiktoken-go"
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

// Given the ranks of a built-in encoding and the name of its pattern, the counts are
// those of the built-in one.
func TestFromRanksAgreesWithBuiltIn(t *testing.T) {
	for _, encoding := range tokens.Encodings() {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(encoding + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		brought, err := FromRanks("mine", ranks, Pattern(encoding))
		if err != nil || brought.Name() != "mine" {
			t.Fatal(brought, err)
		}
		builtIn, err := tokens.New(encoding)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"", "Hello, world!\n \n", "中文 can't 12345", "<|endoftext|>", "\xff\xfe", "a\xffb", strings.Repeat("é", 300), mixed} {
			want := builtIn.Count(text)
			if got, left := brought.Measure(text); got != want || left != 0 || brought.Count(text) != want {
				t.Errorf("%s: %.40q has %d tokens, %d bytes left out; want %d and none", encoding, text, got, left, want)
			}
		}
	}
}

// mixed has pieces of all lengths, about that from which they are merged here, too.
var mixed = strings.Join([]string{
	"word", strings.Repeat("a", long-1), strings.Repeat("ab", long/2), strings.Repeat("A", long+1), strings.Repeat("中", 2000),
	strings.Repeat("=-", 5000), strings.Repeat("\n", 3000), strings.Repeat(" ", 3000) + "x", strings.Repeat("\xff", 3000), "end",
}, " ")

// The counts are those of tiktoken-go alone.
func TestEqual(t *testing.T) {
	for _, pattern := range []string{`\w+|\s`, `[ab]+`, `[\s\S]+`, `a*`, `(?=a)`, `\b\w`, `ab|b`, Pattern("cl100k_base"), Pattern("o200k_base")} {
		ours, err := FromRanks("toy", toy(), pattern)
		if err != nil {
			t.Fatal(err)
		}
		core, err := tiktoken.NewCoreBPE(toy(), nil, pattern)
		if err != nil {
			t.Fatal(err)
		}
		theirs := tiktoken.NewTiktoken(core, nil, nil)
		for _, text := range []string{"", "ab", "abab ab\tba!", "é\xffab\xe4\xb8", strings.Repeat("ab", 400) + " " + strings.Repeat("b", 600) + "!ab", mixed} {
			if got, want := ours.Count(text), len(theirs.EncodeOrdinary(text)); got != want {
				t.Errorf("%s: %.40q has %d tokens, want %d", pattern, text, got, want)
			}
		}
	}
}

// What is left out and what is counted is the whole text.
func TestMeasure(t *testing.T) {
	c, err := FromRanks("toy", toy(), `[a-z]+`)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"": 0, "ab": 0, "ab ab": 1, "é!": 3, "a\xffb": 3, "\n": 1} {
		if _, left := c.Measure(text); left != want {
			t.Errorf("%d bytes of %q are left out, want %d", left, text, want)
		}
	}
}

// One Counter counts for several at a time.
func TestConcurrent(t *testing.T) {
	c, err := FromRanks("toy", toy(), `\w+|\s`)
	if err != nil {
		t.Fatal(err)
	}
	want := c.Count(mixed)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := c.Count(mixed); got != want {
				t.Errorf("%d tokens, want %d", got, want)
			}
		})
	}
	wait.Wait()
}

// A text of 1 MiB that is one piece takes no time that grows with its square: with
// tiktoken-go alone this test would not end.
func TestLongPiece(t *testing.T) {
	c, err := FromRanks("toy", toy(), `[\s\S]+`)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Count(strings.Repeat("ab", 1<<19)); got != 1<<18 {
		t.Errorf("%d tokens, want %d", got, 1<<18)
	}
}

func TestPattern(t *testing.T) {
	if Pattern("p50k_base") != "" || Pattern("") != "" {
		t.Error("there is a pattern for what is not built in")
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
		"huge":         {func(r map[string]int) { r["ab"] = 1 << 31 }, `.`, `vocabulary "toy": want ranks up to 2147483647, found 2147483648 for "ab"`},
		"twice":        {func(r map[string]int) { r["ab"] = 257 }, `.`, `vocabulary "toy": want one token for rank 257, found "ab" and "abab"`},
		"no pattern":   {func(map[string]int) {}, ``, `vocabulary "toy": want a pattern that splits text, found none`},
		"open pattern": {func(map[string]int) {}, `(a`, `vocabulary "toy": want a regular expression in the syntax of .NET: `},
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
