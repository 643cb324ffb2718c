// Package vocab counts tokens in vocabularies that package tokens has not
// built in. The caller brings the ranks and the pattern; nothing is fetched
// and nothing is kept from one vocabulary to another.
//
// The engine is tiktoken-go. To set up a vocabulary of 100,000 tokens takes
// about a tenth of a second, and the time for a piece grows with the square of
// its length. Programs that name no vocabulary of their own do without both
// by not importing this package.
package vocab

import (
	"fmt"

	"github.com/pkoukk/tiktoken-go"

	"mdck/tokens"
)

// FromRanks returns a [tokens.Counter] called name over the tokens in ranks,
// which the caller must not change afterwards.
//
// The pattern, in the syntax of .NET, says what the pieces of a text are; text
// that it does not match is not counted. As with the built-in encodings there
// are no control tokens, and a byte that is not valid UTF-8 counts as U+FFFD.
//
// It is an error if the pattern is empty or no regular expression, if a rank
// is negative or given twice, or if one of the 256 bytes has no rank, because
// then there are texts without an encoding.
func FromRanks(name string, ranks map[string]int, pattern string) (tokens.Counter, error) {
	if err := check(ranks, pattern); err != nil {
		return nil, fmt.Errorf("vocabulary %q: %w", name, err)
	}
	core, err := tiktoken.NewCoreBPE(ranks, nil, pattern)
	if err != nil {
		return nil, fmt.Errorf("vocabulary %q: %w", name, err)
	}
	return &counter{name: name, engine: tiktoken.NewTiktoken(core, nil, nil)}, nil
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
		if other, ok := owner[rank]; ok {
			return fmt.Errorf("want one token for rank %d, found %q and %q", rank, min(token, other), max(token, other))
		}
		owner[rank] = token
	}
	return nil
}

type counter struct {
	name   string
	engine *tiktoken.Tiktoken
}

func (c *counter) Name() string { return c.name }

func (c *counter) Count(text string) int { return len(c.engine.EncodeOrdinary(text)) }
