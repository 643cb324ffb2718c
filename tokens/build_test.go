package tokens

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unicode"
)

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
