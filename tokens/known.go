package tokens

import "encoding/binary"

const (
	knownBits  = 12
	knownBytes = 15 // of the longest piece that is remembered
)

// A known remembers how many tokens short pieces have. Words come again, and the
// tables are larger than the caches of a processor.
type known [1 << knownBits]struct {
	low, high uint64 // the piece and its length; that is in the highest byte
	count     uint32
}

// slot is the place for piece, which is not longer than knownBytes, and what
// is there if it is known.
func slot(piece string) (at int, low, high uint64) {
	var b [16]byte
	copy(b[:], piece)
	b[knownBytes] = byte(len(piece))
	low, high = binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])
	hash := (low ^ high*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return int(hash >> (64 - knownBits)), low, high
}
