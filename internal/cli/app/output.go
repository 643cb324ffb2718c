package app

import (
	"io"
	"slices"

	"mdck/internal/spelling"
)

// An Output makes tags in its text harmless, because agents might obey tags in quoted files.
type Output struct {
	To   io.Writer
	held []byte // possible beginning of a tag
}

const pieceSize = 64 << 10

// Write may keep the end of text for the next call.
func (o *Output) Write(text []byte) (int, error) {
	for piece := range slices.Chunk(text, pieceSize) {
		o.held = append(o.held, piece...)
		if err := o.print(spelling.Decided(o.held)); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// Flush writes what Write kept.
func (o *Output) Flush() error { return o.print(len(o.held)) }

func (o *Output) print(size int) error {
	if size == 0 {
		return nil
	}
	_, err := o.To.Write(spelling.BreakTagBytes(o.held[:size]))
	o.held = append(o.held[:0], o.held[size:]...)
	return err
}

// Raw returns standard output for bytes that must not change, such as diffs.
func (s Streams) Raw() io.Writer {
	if o, ok := s.Out.(*Output); ok {
		_ = o.Flush() // a later write returns the error again
		return o.To
	}
	return s.Out
}
