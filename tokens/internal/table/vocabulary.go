// Package table is the form of the tables of package tokens: how they are
// made, and how they are looked up where they lie.
//
// A vocabulary is a hash table with open addressing over a list of tokens:
//
//	count   uint32            number of tokens
//	size    uint32            number of slots
//	longest uint32            bytes of the longest token
//	slots   [size]uint32      0, or fingerprint<<18 | rank+1
//	blocks  [count/256+1]uint32   where the token of each 256th rank starts in the text
//	offsets [count+1]uint16   where that of each rank starts behind that of its block, and the end
//	text    []byte            the tokens by rank, one after the other
//
// All numbers are little-endian.
package table

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// None is the rank of what is no token.
const None = ^uint32(0)

const (
	rankBits        = 18
	fingerprintMask = 1<<(32-rankBits) - 1
	header          = 12  // bytes
	block           = 256 // ranks
)

// A Vocabulary is a table that is looked up in place. Make one with [Open].
type Vocabulary struct {
	slots, blocks, offsets, text string
	size                         uint64 // number of slots
	longest                      int    // bytes of the longest token
}

// Open takes apart data, which [Build] made.
func Open(data string) Vocabulary {
	count, size := int(number(data, 0)), int(number(data, 1))
	blocks := header + 4*size
	offsets := blocks + 4*(count/block+1)
	text := offsets + 2*(count+1)
	return Vocabulary{
		slots:   data[header:blocks],
		blocks:  data[blocks:offsets],
		offsets: data[offsets:text],
		text:    data[text:],
		size:    uint64(size),
		longest: int(number(data, 2)),
	}
}

// Len is the number of tokens; their ranks are 0 to Len()-1.
func (v *Vocabulary) Len() int { return len(v.offsets)/2 - 1 }

// Token is the bytes of the token of that rank.
func (v *Vocabulary) Token(rank uint32) string {
	return v.text[v.start(uint64(rank)):v.start(uint64(rank)+1)]
}

// start is where the token of that rank starts in the text.
func (v *Vocabulary) start(rank uint64) uint32 {
	s := v.offsets[2*rank : 2*rank+2]
	return number(v.blocks, rank/block) + (uint32(s[0]) | uint32(s[1])<<8)
}

// Rank is the rank of token, or [None].
func (v *Vocabulary) Rank(token string) uint32 {
	if len(token) > v.longest {
		return None
	}
	at, fp := place(token, v.size)
	for {
		slot := number(v.slots, at)
		if slot == 0 {
			return None
		}
		if rank := slot&(1<<rankBits-1) - 1; slot>>rankBits == fp && v.Token(rank) == token {
			return rank
		}
		if at++; at == v.size {
			at = 0
		}
	}
}

// Build makes the table of the vocabulary that gives each token its rank.
// The ranks must be those from 0 on without a gap, and all 256 bytes must be
// tokens, so that every text has an encoding.
func Build(ranks map[string]int) ([]byte, error) {
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

// place is the slot where the search for token begins, and the fingerprint
// that the slot of token bears.
func place(token string, size uint64) (slot uint64, fingerprint uint32) {
	h := hash(token)
	slot, _ = bits.Mul64(h, size)
	return slot, uint32(h) & fingerprintMask
}

// hash takes eight bytes at a time. The two factors are odd numbers without a
// pattern, the first of them 2^64 divided by the golden ratio.
func hash(s string) uint64 {
	const odd, mix = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	h := uint64(len(s)) * odd
	for ; len(s) > 8; s = s[8:] {
		h = (h ^ (uint64(number(s, 0)) | uint64(number(s, 1))<<32)) * odd
		h ^= h >> 32
	}
	h = (h ^ tail(s)) * odd
	h = (h ^ h>>32) * mix
	return h ^ h>>29
}

// tail packs up to eight bytes; those of strings of one length are all different.
func tail(s string) uint64 {
	switch n := len(s); {
	case n >= 4:
		return uint64(number(s, 0)) | uint64(number(s[n-4:], 0))<<32
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	}
	return 0
}

// number is the number at index i of s, which holds 4 bytes for each.
func number[I int | uint64](s string, i I) uint32 {
	s = s[4*i : 4*i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
