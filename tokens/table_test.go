package tokens

import (
	"fmt"
	"strings"
	"testing"
)

// toy is the 256 bytes in order and more tokens, each of which begins like
// another, of all lengths that the hash treats on its own.
func toy() map[string]int {
	ranks := map[string]int{}
	for b := range 256 {
		ranks[string([]byte{byte(b)})] = b
	}
	for n := 2; n <= 40; n++ {
		for i := range n {
			token := []byte(strings.Repeat("a", n))
			token[i] = 'b'
			ranks[string(token)] = len(ranks)
		}
	}
	return ranks
}

// A built vocabulary knows the tokens that it was made of, and no others.
func TestVocabulary(t *testing.T) {
	ranks := toy()
	data, err := buildVocabulary(ranks)
	if err != nil {
		t.Fatal(err)
	}
	v := openVocabulary(string(data))
	if v.len() != len(ranks) {
		t.Errorf("%d tokens, want %d", v.len(), len(ranks))
	}
	for token, rank := range ranks {
		if got := v.rank(token); got != uint32(rank) || v.token(got) != token {
			t.Errorf("%q has rank %d, want %d", token, got, rank)
		}
		for _, other := range []string{token + "c", "c" + token, token + token, token + "\x00"} {
			if rank := v.rank(other); rank != noRank {
				t.Errorf("%q has rank %d, want none", other, rank)
			}
		}
	}
	for _, none := range []string{"", "aa", "é", strings.Repeat("a", 41), strings.Repeat("b", 1000)} {
		if rank := v.rank(none); rank != noRank {
			t.Errorf("%q has rank %d, want none", none, rank)
		}
	}
}

func TestBuildIsDeterministic(t *testing.T) {
	first, err := buildVocabulary(toy())
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if again, err := buildVocabulary(toy()); err != nil || string(again) != string(first) {
			t.Fatalf("the same vocabulary makes another table (error %v)", err)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	for name, c := range map[string]struct {
		change func(ranks map[string]int)
		want   string
	}{
		"gap":      {func(r map[string]int) { delete(r, "ab"); r["c"], r["c?"] = 5000, r["c"] }, "want each of the ranks"},
		"twice":    {func(r map[string]int) { r["ab"] = r["ba"] }, "want each of the ranks"},
		"negative": {func(r map[string]int) { r["ab"] = -1 }, `found -1 for "ab"`},
		"byte":     {func(r map[string]int) { r["??"] = r["A"]; delete(r, "A") }, "want a token for each byte, found none for 0x41"},
		"long": {func(r map[string]int) {
			for i := range 300 {
				r[strings.Repeat("a", 500)+fmt.Sprint(i)] = len(r)
			}
		}, "want at most 65535 bytes in the tokens of 256 ranks"},
		"many": {func(r map[string]int) {
			for i := range 1 << rankBits {
				r[fmt.Sprint("x", i)] = len(r)
			}
		}, "want fewer than 262144 tokens"},
	} {
		ranks := toy()
		c.change(ranks)
		if data, err := buildVocabulary(ranks); data != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d bytes, error %v; want error %s", name, len(data), err, c.want)
		}
	}
}

func TestASCII(t *testing.T) {
	for c := range byte(0x80) {
		if got, after := classAt(string(rune(c)), 0); got != classify(rune(c)) || got != classOf(rune(c)) || after != 1 {
			t.Errorf("%q is of class %07b up to %d, want %07b", c, got, after, classify(rune(c)))
		}
	}
}
