package tokens

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"
)

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

func second() map[string]int {
	ranks := map[string]int{"cab": 256, "cabcab": 257}
	for token, rank := range toy() {
		if rank < byteTokens {
			ranks[token] = rank
		} else if rank < 756 {
			ranks[token] = 1013 - rank // 757 down to 258
		}
	}
	return ranks
}

func TestVocabulary(t *testing.T) {
	all := []map[string]int{toy(), second()}
	texts, tables, err := buildTables(all...)
	if err != nil {
		t.Fatal(err)
	}
	for i, ranks := range all {
		v := openVocabulary(openTexts(string(texts)), string(tables[i]))
		for token, rank := range ranks {
			if got := v.rank(token); got != uint32(rank) || spelling(&v, got) != token {
				t.Errorf("%q has rank %d, want %d", token, got, rank)
			}
			for _, other := range []string{token + "c", "c?" + token, token + token, token + "\x00"} {
				if rank := v.rank(other); rank != noRank && other != "cabcab" {
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
}

func TestBuildIsDeterministic(t *testing.T) {
	build := func() (string, error) {
		texts, tables, err := buildTables(toy(), second())
		return string(texts) + string(bytes.Join(tables, nil)), err
	}
	first, err := build()
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if again, err := build(); err != nil || again != first {
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
		if _, tables, err := buildTables(ranks); tables != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d tables, error %v; want error %s", name, len(tables), err, c.want)
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

// buildTables builds the tables from the ranks of tokens, which have no gaps. The first 256 tokens
// are the single bytes.
func buildTables(all ...map[string]int) (texts []byte, tables [][]byte, err error) {
	numbers, list := map[string]int{}, []string{} // of all texts
	for _, ranks := range all {
		tokens, err := byRank(ranks)
		if err != nil {
			return nil, nil, err
		}
		for rank, token := range tokens {
			if at, ok := numbers[token]; rank < byteTokens && ok && at != rank {
				return nil, nil, fmt.Errorf("expected the bytes in the same order, found %q", token)
			} else if !ok {
				numbers[token] = len(list)
				list = append(list, token)
			}
		}
		table, err := vocabularyTable(tokens, numbers)
		if err != nil {
			return nil, nil, err
		}
		tables = append(tables, table)
	}
	pairs, err := pairsOf(list, numbers)
	if err != nil {
		return nil, nil, err
	}
	texts = append([]byte(strings.Join(list[:byteTokens], "")), pack(pairs, 2*rankBits)...)
	return append(texts, make([]byte, padding)...), tables, nil
}

// padding is the number of bytes after a packed list.
const padding = 8

func vocabularyTable(tokens []string, numbers map[string]int) ([]byte, error) {
	seeds, slots, err := perfectHash(tokens)
	if err != nil {
		return nil, err
	}
	longest, listed, own := 0, []uint64{}, false
	for rank, token := range tokens {
		longest = max(longest, len(token))
		listed = append(listed, uint64(numbers[token]))
		own = own || numbers[token] != rank
	}
	if !own {
		listed = nil
	}
	var out []byte
	for _, n := range []int{len(slots), len(seeds), longest, len(listed)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	for _, seed := range seeds {
		out = binary.LittleEndian.AppendUint16(out, seed)
	}
	return slices.Concat(out, pack(slots, rankBits), pack(listed, rankBits), make([]byte, padding)), nil
}

func pairsOf(list []string, numbers map[string]int) (pairs []uint64, err error) {
	for number, text := range list {
		least, pair := number, uint64(0)
		for i := 1; i < len(text); i++ {
			left, ok := numbers[text[:i]]
			right, also := numbers[text[i:]]
			if ok && also && max(left, right) < least {
				least, pair = max(left, right), uint64(left)|uint64(right)<<rankBits
			}
		}
		if number >= byteTokens && least == number {
			return nil, fmt.Errorf("expected each token made of two of lower rank, found %q", text)
		}
		pairs = append(pairs, pair)
	}
	return pairs, nil
}

func perfectHash(tokens []string) (seeds []uint16, slots []uint64, err error) {
	const inBucket, spare = 5, 100 // tokens in a bucket; tokens for one spare slot
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

func spelling(v *vocabulary, rank uint32) string { return spelled(&v.texts, v.text(rank)) }

func spelled(t *texts, number uint32) string {
	if number < byteTokens {
		return t.bytes[number : number+1]
	}
	left, right := t.pair(number)
	return spelled(t, left) + spelled(t, right)
}
