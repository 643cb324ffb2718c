package tokens

import "encoding/binary"

const (
	knownBits  = 13
	knownBytes = 15 // bytes of the longest cached piece
	countShift = 60 // first bit of the token count
)

// known caches token counts of short pieces. Words recur in a text.
type known [1 << knownBits]struct {
	low, high uint64 // bytes of the piece, its length in four bits, the token count in four
}

// slot returns the index of piece and its two words, with a token count of 0. piece has at most
// knownBytes bytes.
func slot(piece string) (at int, low, high uint64) {
	var b [16]byte
	copy(b[:], piece)
	b[knownBytes] = byte(len(piece))
	low, high = binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])
	hash := (low ^ high*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return int(hash >> (64 - knownBits)), low, high
}
