package vocab

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// longestLine is far above that of any published vocabulary, in bytes.
const longestLine = 1 << 20

// ParseRanks reads a vocabulary in the format of .tiktoken files: a token in
// base64, a space and its rank on each line. Empty lines are passed over, and
// lines may end in CR LF. An error names the line; a token or a rank that is
// given twice is one.
func ParseRanks(r io.Reader) (map[string]int, error) {
	p := parser{ranks: map[string]int{}, lines: map[int]int{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	line := 1
	for ; lines.Scan(); line++ {
		if err := p.add(lines.Text(), line); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: want at most %d bytes", line, longestLine)
	case err != nil:
		return nil, fmt.Errorf("line %d: %w", line, err)
	case len(p.ranks) == 0:
		return nil, errors.New("line 1: want a token and its rank, found nothing")
	}
	return p.ranks, nil
}

type parser struct {
	ranks map[string]int
	lines map[int]int // where each rank was given
}

func (p *parser) add(text string, line int) error {
	if text == "" {
		return nil
	}
	encoded, number, ok := strings.Cut(text, " ")
	if !ok {
		return fmt.Errorf("want a token in base64, a space and its rank, found %.40q", text)
	}
	token, err := base64.StdEncoding.Strict().DecodeString(encoded)
	if err != nil || len(token) == 0 {
		return fmt.Errorf("want a token in base64, found %.40q", encoded)
	}
	rank, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return fmt.Errorf("want a rank from 0 to %d, found %.40q", 1<<31-1, number)
	}
	if first, ok := p.lines[int(rank)]; ok {
		return fmt.Errorf("want each rank once, found %d again (first on line %d)", rank, first)
	}
	if first, ok := p.ranks[string(token)]; ok {
		return fmt.Errorf("want each token once, found %q again (first with rank %d)", token, first)
	}
	p.ranks[string(token)], p.lines[int(rank)] = int(rank), line
	return nil
}
