package tokens

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// toy returns a vocabulary for tests: the 256 bytes in order, and longer tokens with common
// prefixes. Their lengths cover each case of the hash function.
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

func TestVocabulary(t *testing.T) {
	ranks := toy()
	data, err := buildVocabulary(ranks)
	if err != nil {
		t.Fatal(err)
	}
	v := openVocabulary(string(data))
	for token, rank := range ranks {
		if got := v.rank(token); got != uint32(rank) || spelling(&v, got) != token {
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
		"gap":      {func(r map[string]int) { delete(r, "ab"); r["c"], r["c?"] = 5000, r["c"] }, "expected each of the ranks"},
		"twice":    {func(r map[string]int) { r["ab"] = r["ba"] }, "expected each of the ranks"},
		"negative": {func(r map[string]int) { r["ab"] = -1 }, `found -1 for "ab"`},
		"byte":     {func(r map[string]int) { r["??"] = r["A"]; delete(r, "A") }, "expected the bytes as the first tokens, found none for 0x41"},
		"alone":    {func(r map[string]int) { r["xyz"] = len(r) }, `expected each token made of two of lower rank, found "xyz"`},
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

// buildVocabulary builds the table of a vocabulary from the rank of each token. The ranks must be
// consecutive from 0. The first 256 must be the single bytes, so that every text has an encoding.
// Every other token must be the concatenation of two tokens.
func buildVocabulary(ranks map[string]int) ([]byte, error) {
	tokens, err := byRank(ranks)
	if err != nil {
		return nil, err
	}
	pairs, err := pairsOf(tokens, ranks)
	if err != nil {
		return nil, err
	}
	width := bits.Len(uint(len(tokens) - 1))
	seeds, slots, err := perfectHash(tokens)
	if err != nil {
		return nil, err
	}
	longest := 0
	for _, token := range tokens {
		longest = max(longest, len(token))
	}
	var out []byte
	for _, n := range []int{len(tokens), len(slots), len(seeds), longest} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	out = append(out, strings.Join(tokens[:byteTokens], "")...)
	for _, seed := range seeds {
		out = binary.LittleEndian.AppendUint16(out, seed)
	}
	return slices.Concat(out, pack(slots, width), pack(pairs, 2*width), make([]byte, padding)), nil
}

// pairsOf returns the two tokens that form each longer token. The left one is in the lower bits.
// Often several pairs form the same token. Then pairsOf prefers low ranks, which are near the start
// of the table: it compares the higher rank of each pair.
func pairsOf(tokens []string, ranks map[string]int) (pairs []uint64, err error) {
	width := bits.Len(uint(len(tokens) - 1))
	for rank, token := range tokens {
		least, pair := rank, uint64(0)
		for i := 1; i < len(token); i++ {
			left, ok := ranks[token[:i]]
			right, also := ranks[token[i:]]
			if ok && also && max(left, right) < least {
				least, pair = max(left, right), uint64(left)|uint64(right)<<width
			}
		}
		if rank >= byteTokens && least == rank {
			return nil, fmt.Errorf("expected each token made of two of lower rank, found %q", token)
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

// perfectHash assigns each token its own slot. It tries seeds for each bucket, starting with the
// fullest.
func perfectHash(tokens []string) (seeds []uint16, slots []uint64, err error) {
	const inBucket, spare = 5, 100 // inBucket: average number of tokens in a bucket; spare: one spare slot for this many slots
	size, buckets := uint64(len(tokens)+len(tokens)/spare+1), uint64(len(tokens)/inBucket+1)
	members, order := make([][]int, buckets), make([]int, buckets)
	for rank, token := range tokens {
		b := bucketOf(hash(token), buckets)
		members[b] = append(members[b], rank)
	}
	for b := range order {
		order[b] = b
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(members[b]) - len(members[a]) })
	seeds, slots = make([]uint16, buckets), make([]uint64, size)
	taken := make([]bool, size)
	for _, b := range order {
		seed := 0
		for ; seed <= math.MaxUint16 && !placed(tokens, members[b], uint64(seed), slots, taken); seed++ {
		}
		if seed > math.MaxUint16 {
			return nil, nil, fmt.Errorf("no seed for a bucket of %d tokens", len(members[b]))
		}
		seeds[b] = uint16(seed)
	}
	return seeds, slots, nil
}

// placed puts the tokens of a bucket into their slots. It reports whether all these slots were
// free. Otherwise it leaves taken unchanged.
func placed(tokens []string, ranks []int, seed uint64, slots []uint64, taken []bool) bool {
	for i, rank := range ranks {
		at := slotOf(hash(tokens[rank]), seed, uint64(len(slots)))
		if taken[at] {
			for _, done := range ranks[:i] {
				taken[slotOf(hash(tokens[done]), seed, uint64(len(slots)))] = false
			}
			return false
		}
		slots[at], taken[at] = uint64(rank), true
	}
	return true
}

func pack(numbers []uint64, width int) []byte {
	out := make([]byte, bytesOf(len(numbers), width))
	for i, n := range numbers {
		for bit := range width {
			at := i*width + bit
			out[at/8] |= byte(n>>bit&1) << (at % 8)
		}
	}
	return out
}

func byRank(ranks map[string]int) ([]string, error) {
	tokens, seen := make([]string, len(ranks)), make([]bool, len(ranks))
	for token, rank := range ranks {
		if rank < 0 || rank >= len(ranks) || seen[rank] {
			return nil, fmt.Errorf("expected each of the ranks 0 to %d once, found %d for %q", len(ranks)-1, rank, token)
		}
		tokens[rank], seen[rank] = token, true
	}
	for b := range byteTokens {
		if rank, ok := ranks[string([]byte{byte(b)})]; !ok || rank >= byteTokens {
			return nil, fmt.Errorf("expected the bytes as the first tokens, found none for 0x%02x", b)
		}
	}
	return tokens, nil
}

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

func spelling(v *vocabulary, rank uint32) string {
	if rank < byteTokens {
		return v.bytes[rank : rank+1]
	}
	left, right := v.pair(rank)
	return spelling(v, left) + spelling(v, right)
}
