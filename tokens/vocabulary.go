package tokens

import "math/bits"

const noRank = ^uint32(0)

const (
	byteTokens = 256 // number of one-byte tokens, which have the lowest ranks
	header     = 16  // bytes
	slotBits   = 18
	padding    = 8 // extra bytes after the last number, because a read takes eight bytes
)

// A vocabulary is a list of tokens, by rank, with a perfect hash:
//
//	count   uint32             number of tokens
//	size    uint32             number of slots
//	buckets uint32             number of buckets
//	longest uint32             bytes of the longest token
//	bytes   [256]byte          the one-byte tokens, by rank
//	seeds   [buckets]uint16    the seed that puts each token of a bucket into its own slot
//	slots   [size]rank         the rank of the token in each slot, or 0
//	pairs   [count][2]rank     the two tokens that form a longer token
//
// A rank has as many bits as the greatest one needs. Numbers are little-endian and have no gaps
// between them. The table has no texts of longer tokens, because pairs has their parts. So whether
// a text is the token in its slot is found by comparing it with these parts. A test builds the
// table.
type vocabulary struct {
	bytes, seeds string
	slots, pairs packed
	buckets      uint64
	size         uint64 // number of slots
	longest      int    // in bytes
	width        int
}

// openVocabulary splits data, the result of buildVocabulary, into its parts.
func openVocabulary(data string) vocabulary {
	count, size, buckets := int(number(data, 0)), int(number(data, 1)), int(number(data, 2))
	width := bits.Len(uint(count - 1))
	seeds := header + byteTokens
	slots := seeds + 2*buckets
	pairs := slots + bytesOf(size, width)
	return vocabulary{
		bytes:   data[header:seeds],
		seeds:   data[seeds:slots],
		slots:   packed{data[slots:], width},
		pairs:   packed{data[pairs:], 2 * width},
		buckets: uint64(buckets),
		size:    uint64(size),
		longest: int(number(data, 3)),
		width:   width,
	}
}

// pair returns the two tokens that form the token with the given rank. That token must have more
// than one byte.
func (v *vocabulary) pair(rank uint32) (left, right uint32) {
	both := v.pairs.at(uint64(rank))
	return uint32(both & (1<<v.width - 1)), uint32(both >> v.width)
}

func (v *vocabulary) rank(token string) uint32 {
	if len(token) > v.longest {
		return noRank
	}
	h := hash(token)
	seed := bucketOf(h, v.buckets) * 2
	at := slotOf(h, uint64(v.seeds[seed])|uint64(v.seeds[seed+1])<<8, v.size)
	rank := uint32(v.slots.at(at))
	if rest, ok := v.cut(token, rank); !ok || rest != "" {
		return noRank
	}
	return rank
}

// cut removes the token with the given rank from the beginning of s. ok is false if s does not
// begin with it.
func (v *vocabulary) cut(s string, rank uint32) (rest string, ok bool) {
	for rank >= byteTokens {
		left, right := v.pair(rank)
		if s, ok = v.cut(s, left); !ok {
			return "", false
		}
		rank = right
	}
	if s == "" || s[0] != v.bytes[rank] {
		return "", false
	}
	return s[1:], true
}

// bucketOf returns the bucket for a hash.
func bucketOf(hash, buckets uint64) uint64 {
	bucket, _ := bits.Mul64(hash, buckets)
	return bucket
}

// slotOf returns the slot for a hash and the seed of its bucket.
func slotOf(hash, seed, size uint64) uint64 {
	slot, _ := bits.Mul64(mix(hash+seed*odd), size)
	return slot
}

// Two odd numbers without a pattern; the first is 2^64 divided by the golden ratio.
const odd, factor = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93

// hash returns the hash of s, eight bytes at a time.
func hash(s string) uint64 {
	h := uint64(len(s)) * odd
	for ; len(s) > 8; s = s[8:] {
		h = (h ^ (uint64(number(s, 0)) | uint64(number(s, 1))<<32)) * odd
		h ^= h >> 32
	}
	return mix((h ^ tail(s)) * odd)
}

// mix makes each bit of the result depend on all bits of h.
func mix(h uint64) uint64 {
	h = (h ^ h>>32) * factor
	return h ^ h>>29
}

// tail packs up to eight bytes. Different strings of the same length have different results.
func tail(s string) uint64 {
	switch n := len(s); {
	case n >= 4:
		return uint64(number(s, 0)) | uint64(number(s[n-4:], 0))<<32
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	}
	return 0
}

// packed is a list of numbers without gaps. Each has width bits, at most 57. Eight more bytes
// follow the list.
type packed struct {
	data  string
	width int
}

func (p packed) at(i uint64) uint64 {
	bit := i * uint64(p.width)
	s := p.data[bit/8 : bit/8+8]
	word := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	return word >> (bit % 8) & (1<<p.width - 1)
}

func bytesOf(n, width int) int { return (n*width + 7) / 8 }

// number returns the number at index i of s, a list of 4-byte numbers.
func number(s string, i int) uint32 {
	s = s[4*i : 4*i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
