package tokens

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"
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

// buildVocabulary makes the table of the vocabulary that gives each token its rank.
// The ranks must be those from 0 on without a gap, and all 256 bytes must be
// tokens, so that every text has an encoding.
func buildVocabulary(ranks map[string]int) ([]byte, error) {
	tokens, err := byRank(ranks)
	if err != nil {
		return nil, err
	}
	size := uint64(len(tokens)*3/2 + 1)
	slots := make([]uint32, size)
	var text, offsets []byte
	var blocks []uint32
	longest := 0
	for rank, token := range append(tokens, "") {
		if rank%block == 0 {
			blocks = append(blocks, uint32(len(text)))
		}
		offset := uint32(len(text)) - blocks[rank/block]
		if offset > math.MaxUint16 {
			return nil, fmt.Errorf("want at most %d bytes in the tokens of %d ranks, found more up to rank %d", math.MaxUint16, block, rank)
		}
		offsets = binary.LittleEndian.AppendUint16(offsets, uint16(offset))
		if rank == len(tokens) {
			break
		}
		at, fp := place(token, size)
		for slots[at] != 0 {
			at = (at + 1) % size
		}
		slots[at] = fp<<rankBits | uint32(rank+1)
		text = append(text, token...)
		longest = max(longest, len(token))
	}
	out := []byte{}
	for _, part := range [][]uint32{{uint32(len(tokens)), uint32(size), uint32(longest)}, slots, blocks} {
		for _, n := range part {
			out = binary.LittleEndian.AppendUint32(out, n)
		}
	}
	return slices.Concat(out, offsets, text), nil
}

// byRank lists the tokens by rank.
func byRank(ranks map[string]int) ([]string, error) {
	if len(ranks) >= 1<<rankBits {
		return nil, fmt.Errorf("want fewer than %d tokens, found %d", 1<<rankBits, len(ranks))
	}
	tokens, seen := make([]string, len(ranks)), make([]bool, len(ranks))
	for token, rank := range ranks {
		if rank < 0 || rank >= len(ranks) || seen[rank] {
			return nil, fmt.Errorf("want each of the ranks 0 to %d once, found %d for %q", len(ranks)-1, rank, token)
		}
		tokens[rank], seen[rank] = token, true
	}
	for b := range 256 {
		if _, ok := ranks[string([]byte{byte(b)})]; !ok {
			return nil, fmt.Errorf("want a token for each byte, found none for 0x%02x", b)
		}
	}
	return tokens, nil
}

// buildClasses makes the table of classes from package unicode.
func buildClasses() []byte {
	table := make([]byte, firstStage)
	blocks := map[[256]byte]byte{}
	for i := range int(firstStage) {
		var block [256]byte
		for j := range block {
			block[j] = byte(classify(rune(i<<8 + j)))
		}
		number, ok := blocks[block]
		if !ok {
			number = byte(len(blocks))
			blocks[block] = number
			table = append(table, block[:]...)
		}
		table[i] = number
	}
	if len(blocks) > 256 {
		panic("more than 256 different blocks of characters")
	}
	return table
}

func classify(r rune) charClass {
	switch {
	case r == '\r' || r == '\n':
		return classSpace | classNewline
	case unicode.IsSpace(r):
		return classSpace
	case unicode.In(r, unicode.Lu, unicode.Lt):
		return classLetter | classUpper
	case unicode.Is(unicode.Ll, r):
		return classLetter | classLower
	case unicode.IsLetter(r):
		return classLetter | classUpper | classLower
	case unicode.IsNumber(r):
		return classNumber
	case unicode.IsMark(r):
		return classOther | classUpper | classLower
	}
	return classOther
}

// len is the number of tokens; their ranks are 0 to len()-1.
func (v *vocabulary) len() int { return len(v.offsets)/2 - 1 }
