package tokens

import "encoding/binary"

const (
	knownBits  = 13
	knownBytes = 15 // length in bytes of the longest piece in the cache
	countShift = 60 // such a piece has at most 15 tokens, so four bits are enough
)

// known is a cache of the token counts of short pieces. Words recur in a text, and the tables are
// larger than the caches of a processor.
type known [1 << knownBits]struct {
	low, high uint64 // the bytes of the piece; the top four bits of high are its token count, the next four its length
}

// slot returns the index of piece in the cache, and the two words that identify it there, without
// the token count. piece must have at most knownBytes bytes.
func slot(piece string) (at int, low, high uint64) {
	var b [16]byte
	copy(b[:], piece)
	b[knownBytes] = byte(len(piece))
	low, high = binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])
	hash := (low ^ high*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return int(hash >> (64 - knownBits)), low, high
}
