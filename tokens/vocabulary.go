package tokens

import "math/bits"

const noRank = ^uint32(0)

const (
	byteTokens = 256 // one byte each, with the lowest ranks
	header     = 16  // bytes
	rankBits   = 18  // bits of a rank, and of the number of a text
)

// texts has the numbered texts of all tokens. A text of several bytes joins two texts with lower
// numbers:
//
//	bytes [256]byte       the texts of one byte
//	pairs [n][2]number    the two parts of each text; the first 256 are not used
type texts struct {
	bytes string
	pairs packed
}

func openTexts(data string) texts {
	return texts{bytes: data[:byteTokens], pairs: packed{data[byteTokens:], 2 * rankBits}}
}

func (t *texts) pair(number uint32) (left, right uint32) {
	both := t.pairs.at(uint64(number))
	return uint32(both & (1<<rankBits - 1)), uint32(both >> rankBits)
}

func (t *texts) cut(s string, number uint32) (rest string, ok bool) {
	for number >= byteTokens {
		left, right := t.pair(number)
		if s, ok = t.cut(s, left); !ok {
			return "", false
		}
		number = right
	}
	if s == "" || s[0] != t.bytes[number] {
		return "", false
	}
	return s[1:], true
}

// A vocabulary is a list of tokens by rank, with a perfect hash:
//
//	size    uint32             number of slots
//	buckets uint32             number of buckets
//	longest uint32             bytes of the longest token
//	listed  uint32             number of elements of numbers
//	seeds   [buckets]uint16    the seed that gives each token of a bucket its own slot
//	slots   [size]rank         the rank of the token in each slot, or 0
//	numbers [listed]number     the number of the text of each token; without elements, it is the rank
//
// Ranks and numbers have 18 bits each, without gaps. Other numbers are little-endian. A slot has
// only a rank, so a text must be compared with its token.
type vocabulary struct {
	texts   texts
	seeds   string
	slots   packed
	numbers packed
	listed  bool
	buckets uint64
	size    uint64 // number of slots
	longest int    // in bytes
}

func openVocabulary(t texts, data string) vocabulary {
	size, buckets := int(number(data, 0)), int(number(data, 1))
	slots := header + 2*buckets
	return vocabulary{
		texts:   t,
		seeds:   data[header:slots],
		slots:   packed{data[slots:], rankBits},
		numbers: packed{data[slots+bytesOf(size, rankBits):], rankBits},
		listed:  number(data, 3) > 0,
		buckets: uint64(buckets),
		size:    uint64(size),
		longest: int(number(data, 2)),
	}
}

func (v *vocabulary) text(rank uint32) uint32 {
	if v.listed {
		return uint32(v.numbers.at(uint64(rank)))
	}
	return rank
}

func (v *vocabulary) rank(token string) uint32 {
	if len(token) > v.longest {
		return noRank
	}
	h := hash(token)
	seed := bucketOf(h, v.buckets) * 2
	at := slotOf(h, uint64(v.seeds[seed])|uint64(v.seeds[seed+1])<<8, v.size)
	rank := uint32(v.slots.at(at))
	if rest, ok := v.texts.cut(token, v.text(rank)); !ok || rest != "" {
		return noRank
	}
	return rank
}

func bucketOf(hash, buckets uint64) uint64 {
	bucket, _ := bits.Mul64(hash, buckets)
	return bucket
}

func slotOf(hash, seed, size uint64) uint64 {
	slot, _ := bits.Mul64(mix(hash+seed*odd), size)
	return slot
}

// odd and factor are irregular odd numbers. odd is 2^64 divided by the golden ratio.
const odd, factor = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93

func hash(s string) uint64 {
	h := uint64(len(s)) * odd
	for ; len(s) > 8; s = s[8:] {
		h = (h ^ (uint64(number(s, 0)) | uint64(number(s, 1))<<32)) * odd
		h ^= h >> 32
	}
	return mix((h ^ tail(s)) * odd)
}

// mix spreads the bits of h.
func mix(h uint64) uint64 {
	h = (h ^ h>>32) * factor
	return h ^ h>>29
}

func tail(s string) uint64 {
	switch n := len(s); {
	case n >= 4:
		return uint64(number(s, 0)) | uint64(number(s[n-4:], 0))<<32
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16
	}
	return 0
}

// packed is a list of numbers of width bits (at most 57) without gaps, and 8 bytes of padding,
// because at reads 8 bytes.
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

func number(s string, i int) uint32 {
	s = s[4*i : 4*i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
