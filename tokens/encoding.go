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

// The tables are read-only data. TestTables with -update makes them from tiktoken-go-loader.
var (
	//go:embed texts.table
	textsTable string

	//go:embed o200k_base.table
	o200kTable string

	//go:embed cl100k_base.table
	cl100kTable string
)

// An Encoding is a built-in vocabulary. Get one from [New]; the zero value is not usable.
type Encoding struct {
	name  string
	vocab vocabulary
	// next returns the end of the piece at byte i of text, which must be valid UTF-8.
	next func(text string, i int) int

	counted atomic.Int64 // bytes, up to cacheFrom
	caches  sync.Pool    // of *known
}

// cacheFrom is the number of bytes after which pieces are cached. A small file needs no cache.
const cacheFrom = 1 << 16

func newO200k() *Encoding {
	return &Encoding{name: o200kName, vocab: openVocabulary(openTexts(textsTable), o200kTable), next: nextO200k}
}

func newCL100k() *Encoding {
	return &Encoding{name: cl100kName, vocab: openVocabulary(openTexts(textsTable), cl100kTable), next: nextCL100k}
}

// Name returns the name of e, as passed to [New].
func (e *Encoding) Name() string { return e.name }

// Count returns the number of tokens of text.
func (e *Encoding) Count(text string) int {
	m := merger{vocab: &e.vocab}
	if e.counted.Load() < cacheFrom {
		e.counted.Add(int64(len(text)))
		e.add(text, &m)
		return m.count
	}
	cache, ok := e.caches.Get().(*known)
	if !ok {
		cache = new(known)
	}
	m.known = cache
	e.add(text, &m)
	e.caches.Put(cache)
	return m.count
}

func (e *Encoding) add(text string, m *merger) {
	text = repair(text)
	for i := 0; i < len(text); {
		end := e.next(text, i)
		m.add(text[i:end])
		i = end
	}
}

// repair replaces invalid bytes with U+FFFD.
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
