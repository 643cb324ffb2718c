// Package vocab counts tokens in vocabularies that package tokens has not
// built in. The caller brings the ranks and the pattern; nothing is fetched
// and nothing is kept from one vocabulary to another.
//
// A text is split as tiktoken-go splits it, by the same library for patterns, and
// the pieces are encoded by tiktoken-go, except for those of more than 512 bytes,
// for which it takes the square of the length: package tokens merges them to the
// same tokens. To set up a vocabulary of 100,000 tokens takes about a tenth of a
// second.
package vocab

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
	"github.com/pkoukk/tiktoken-go"

	"mdck/tokens"
)

// A Counter counts tokens in a vocabulary that was brought. It is safe for
// concurrent use.
type Counter struct {
	name   string
	ranks  map[string]int
	split  *regexp2.Regexp
	engine *tiktoken.Tiktoken // takes what it is given for one piece
}

var _ tokens.Counter = (*Counter)(nil)

// FromRanks returns a Counter called name over the tokens in ranks, which the
// caller must not change afterwards.
//
// The pattern, in the syntax of .NET, says what the pieces of a text are; text
// that it does not match is not counted. As with the built-in encodings there
// are no control tokens, and a byte that is not valid UTF-8 counts as U+FFFD.
//
// It is an error if the pattern is empty or no regular expression, if a rank
// is negative, above 1<<31-1 or given twice, or if one of the 256 bytes has no
// rank, because then there are texts without an encoding.
func FromRanks(name string, ranks map[string]int, pattern string) (*Counter, error) {
	c, err := newCounter(name, ranks, pattern)
	if err != nil {
		return nil, fmt.Errorf("vocabulary %q: %w", name, err)
	}
	return c, nil
}

func newCounter(name string, ranks map[string]int, pattern string) (*Counter, error) {
	if err := check(ranks, pattern); err != nil {
		return nil, err
	}
	split, err := regexp2.Compile(pattern, regexp2.None)
	if err != nil {
		return nil, fmt.Errorf("want a regular expression in the syntax of .NET: %w", err)
	}
	core, err := tiktoken.NewCoreBPE(ranks, nil, `[\s\S]+`)
	if err != nil {
		return nil, err
	}
	return &Counter{name, ranks, split, tiktoken.NewTiktoken(core, nil, nil)}, nil
}

// check finds what tiktoken-go would count wrong without a word.
func check(ranks map[string]int, pattern string) error {
	if pattern == "" {
		return fmt.Errorf("want a pattern that splits text, found none")
	}
	for b := range 256 {
		if _, ok := ranks[string([]byte{byte(b)})]; !ok {
			return fmt.Errorf("want a rank for each byte, found none for 0x%02x", b)
		}
	}
	owner := make(map[int]string, len(ranks))
	for token, rank := range ranks {
		if rank < 0 {
			return fmt.Errorf("want ranks from 0 on, found %d for %q", rank, token)
		}
		if rank > math.MaxInt32 {
			return fmt.Errorf("want ranks up to %d, found %d for %q", math.MaxInt32, rank, token)
		}
		if other, ok := owner[rank]; ok {
			return fmt.Errorf("want one token for rank %d, found %q and %q", rank, min(token, other), max(token, other))
		}
		owner[rank] = token
	}
	return nil
}

// Name is the name that the Counter was given.
func (c *Counter) Name() string { return c.name }

// long is from how many bytes on a piece is not left to tiktoken-go.
const long = 512

// Count is the number of tokens of text.
func (c *Counter) Count(text string) int {
	count, _ := c.Measure(text)
	return count
}

// Measure is the number of tokens of text, and of how many bytes the pattern leaves
// out, which are not counted. A byte that is not valid UTF-8 is three bytes there,
// those of U+FFFD.
func (c *Counter) Measure(text string) (count, left int) {
	left = len(text)
	if !utf8.ValidString(text) {
		left = len(string([]rune(text)))
	}
	c.pieces(text, func(piece string) {
		count += c.count(piece)
		left -= len(piece)
	})
	return count, left
}

func (c *Counter) count(piece string) int {
	if _, ok := c.ranks[piece]; ok {
		return 1
	}
	if len(piece) > long {
		return tokens.Merged(c.ranks, piece)
	}
	return len(c.engine.EncodeOrdinary(piece))
}

// pieces calls do with each piece of text that is not empty.
func (c *Counter) pieces(text string, do func(piece string)) {
	m, err := c.split.FindStringMatch(text)
	for ; m != nil && err == nil; m, err = c.split.FindNextMatch(m) {
		if m.Length > 0 {
			do(m.String())
		}
	}
}
