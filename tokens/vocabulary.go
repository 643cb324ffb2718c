package tokens

import "math/bits"

// noRank is the rank of what is no token.
const noRank = ^uint32(0)

const (
	rankBits        = 18
	fingerprintMask = 1<<(32-rankBits) - 1
	header          = 12  // bytes
	block           = 256 // ranks
)

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
// All numbers are little-endian. A test makes the table.
type vocabulary struct {
	slots, blocks, offsets, text string
	size                         uint64 // number of slots
	longest                      int    // bytes of the longest token
}

// openVocabulary takes apart data, which buildVocabulary made.
func openVocabulary(data string) vocabulary {
	count, size := int(number(data, 0)), int(number(data, 1))
	blocks := header + 4*size
	offsets := blocks + 4*(count/block+1)
	text := offsets + 2*(count+1)
	return vocabulary{
		slots:   data[header:blocks],
		blocks:  data[blocks:offsets],
		offsets: data[offsets:text],
		text:    data[text:],
		size:    uint64(size),
		longest: int(number(data, 2)),
	}
}

// token is the bytes of the token of that rank.
func (v *vocabulary) token(rank uint32) string {
	return v.text[v.start(uint64(rank)):v.start(uint64(rank)+1)]
}

// start is where the token of that rank starts in the text.
func (v *vocabulary) start(rank uint64) uint32 {
	s := v.offsets[2*rank : 2*rank+2]
	return number(v.blocks, rank/block) + (uint32(s[0]) | uint32(s[1])<<8)
}

// rank is the rank of token, or noRank.
func (v *vocabulary) rank(token string) uint32 {
	if len(token) > v.longest {
		return noRank
	}
	at, fp := place(token, v.size)
	for {
		slot := number(v.slots, at)
		if slot == 0 {
			return noRank
		}
		if rank := slot&(1<<rankBits-1) - 1; slot>>rankBits == fp && v.token(rank) == token {
			return rank
		}
		if at++; at == v.size {
			at = 0
		}
	}
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
