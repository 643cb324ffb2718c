package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// A screen is a terminal that is drawn on in place. Nothing on it has to be put back,
// however the program ends: it draws on the ordinary screen, below what was scrolled
// away, and each frame leaves the terminal as it was.
type screen struct {
	out   io.Writer
	size  func() (columns, rows int) // now; 0 where that is not known
	begun bool

	columns, rows int // when it was drawn on last
}

// screenOf is out, if it can be drawn on in place; else nil.
func screenOf(out io.Writer, getenv func(string) string) *screen {
	if !isTerminal(out) || getenv("TERM") == "dumb" || !readsEscapes(out) {
		return nil
	}
	return &screen{out: out, size: func() (int, int) { return terminalWidth(out), terminalHeight(out) }}
}

// The sequences that frames are drawn with. Source: ECMA-48; wrapping of lines: DEC.
const (
	home      = "\x1b[H"
	toLineEnd = "\x1b[K"
	toEnd     = "\x1b[J"
	noWrap    = "\x1b[?7l"
	wrap      = "\x1b[?7h"
)

// resized reports whether the terminal has another size than when it was drawn on.
func (s *screen) resized() bool {
	columns, rows := s.size()
	return columns != s.columns || rows != s.rows
}

// measure asks for the size that the next frame is for.
func (s *screen) measure() (columns, rows int) {
	s.columns, s.rows = s.size()
	return s.columns, s.rows
}

// draw puts lines, as many as the terminal has rows at most, in place of what is there,
// line by line, so that nothing flickers. The first time what is there is scrolled away.
func (s *screen) draw(lines []string) error {
	var b strings.Builder
	if !s.begun {
		b.WriteString(strings.Repeat("\n", s.rows))
		s.begun = true
	}
	b.WriteString(noWrap + home)
	for i, line := range lines {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(line + toLineEnd)
	}
	b.WriteString(toEnd + wrap)
	_, err := io.WriteString(s.out, b.String())
	return err
}

// end puts the cursor below the last frame.
func (s *screen) end() {
	if s.begun {
		_, _ = io.WriteString(s.out, "\n")
	}
}

// fitBlocks gives the lines of blocks, each of one thing, that have room in so many
// rows below those of head and above those of foot, and says how many things have none;
// 0 rows are as many as it takes. Of the first the beginning is there if all of it has no
// room, from two rows on.
func fitBlocks(head []string, blocks [][]string, foot []string, rows int) []string {
	all := 0
	for _, b := range blocks {
		all += len(b)
	}
	lines := append([]string{}, head...)
	room := rows - len(head) - len(foot)
	whole := rows <= 0 || all <= room
	for i, b := range blocks {
		if i == 0 && !whole && len(b) >= room { // else nothing of any would be seen
			lines = append(lines, firstLines(b, len(blocks)-1, room)...)
			break
		}
		if room -= len(b); !whole && room < 1 { // one line is for saying so
			lines = append(lines, fmt.Sprintf("and %d more", len(blocks)-i))
			break
		}
		lines = append(lines, b...)
	}
	lines = append(lines, foot...)
	if rows > 0 && len(lines) > rows {
		lines = lines[:rows]
	}
	return lines
}

// firstLines are as many lines of block as room allows, at least one of them, and a line
// for the others behind it that have none, where that has room too.
func firstLines(block []string, others, room int) []string {
	if others == 0 || room < 2 {
		return block[:min(max(room, 1), len(block))]
	}
	return append(block[:room-1:room-1], fmt.Sprintf("and %d more", others))
}

// drawsInPlace is [screenOf] by the environment.
func drawsInPlace(out io.Writer) *screen { return screenOf(out, os.Getenv) }
