package tokens

import (
	_ "embed" // for the tables
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

const (
	o200kName  = "o200k_base"
	cl100kName = "cl100k_base"
)

// Embedded as strings the tables are part of the read-only data of the
// program: the system reads a page of them when it is first looked at. They come from
// the vocabularies in tiktoken-go-loader; TestTables makes them with -update.
var (
	//go:embed o200k_base.table
	o200kTable string

	//go:embed cl100k_base.table
	cl100kTable string
)

// An Encoding is a built-in vocabulary with its way to split text. It is the
// [Counter] that [New] returns; its zero value is of no use.
type Encoding struct {
	name  string
	vocab vocabulary
	// next gives the end of the piece that starts at byte i of text, which is
	// valid UTF-8 with i < len(text).
	next func(text string, i int) int

	counted atomic.Int64 // bytes, until caches pay
	caches  sync.Pool    // of *known
}

// cacheFrom is how many bytes an Encoding has to have counted until it remembers
// pieces: memory that is used for the first time costs more than one file gains.
const cacheFrom = 1 << 16

func newO200k() *Encoding {
	return &Encoding{name: o200kName, vocab: openVocabulary(o200kTable), next: nextO200k}
}

func newCL100k() *Encoding {
	return &Encoding{name: cl100kName, vocab: openVocabulary(cl100kTable), next: nextCL100k}
}

// Name is the name of e as [New] takes it.
func (e *Encoding) Name() string { return e.name }

// Count is the number of tokens of text, the length of what Encode gives.
func (e *Encoding) Count(text string) int {
	m := merger{vocab: &e.vocab}
	if e.counted.Load() < cacheFrom {
		e.counted.Add(int64(len(text)))
		e.encode(text, &m)
		return m.count
	}
	cache, ok := e.caches.Get().(*known)
	if !ok {
		cache = new(known)
	}
	m.known = cache
	e.encode(text, &m)
	e.caches.Put(cache)
	return m.count
}

// Encode returns the tokens of text, by rank.
func (e *Encoding) Encode(text string) []uint32 {
	m := merger{vocab: &e.vocab, keep: true}
	e.encode(text, &m)
	return m.tokens
}

// encode hands the pieces of text to m one by one.
func (e *Encoding) encode(text string, m *merger) {
	text = repair(text)
	for i := 0; i < len(text); {
		end := e.next(text, i)
		m.add(text[i:end])
		i = end
	}
}

// repair returns text with each byte that is not valid UTF-8 made U+FFFD.
func repair(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var whole strings.Builder
	whole.Grow(len(text))
	for _, r := range text {
		whole.WriteRune(r)
	}
	return whole.String()
}
