package tokens

import "encoding/binary"

const (
	knownBits  = 13
	knownBytes = 15 // length in bytes of the longest piece in the cache
	countShift = 60 // shift for the token count: a piece in the cache has at most 15 tokens, so four bits are enough
)

// known is a cache of the token counts of short pieces, because words recur in a text. The tables
// of an encoding are larger than the caches of a processor, so reading them takes longer.
type known [1 << knownBits]struct {
	low, high uint64 // the bytes of the piece, zeros, the length (four bits) and the token count (top four bits)
}

// slot returns the index of piece in the cache. low and high are the words that an entry for piece
// has, without the token count. piece must have at most knownBytes bytes.
func slot(piece string) (at int, low, high uint64) {
	var b [16]byte
	copy(b[:], piece)
	b[knownBytes] = byte(len(piece))
	low, high = binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])
	hash := (low ^ high*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return int(hash >> (64 - knownBits)), low, high
}
