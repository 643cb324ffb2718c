package tokens

import "encoding/binary"

const (
	knownBits  = 13
	knownBytes = 15 // length in bytes of the longest piece in the cache
	countShift = 60 // position of the token count, which has four bits: a cached piece has at most 15 tokens
)

// known is a cache of the token counts of short pieces. Words recur in a text, and the tables of an
// encoding are too large for the caches of a processor.
type known [1 << knownBits]struct {
	low, high uint64 // the bytes of the piece, zeros, its length in four bits, and the token count in the top four bits
}

// slot returns the index at which the cache can have piece. The results low and high are the two
// words of this entry, with a token count of 0. The piece must have at most knownBytes bytes.
func slot(piece string) (at int, low, high uint64) {
	var b [16]byte
	copy(b[:], piece)
	b[knownBytes] = byte(len(piece))
	low, high = binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])
	hash := (low ^ high*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return int(hash >> (64 - knownBits)), low, high
}
