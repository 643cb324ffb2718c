package app

import (
	"io"
	"slices"

	"mdck/internal/spelling"
)

// An Output is a stream that makes tags in its text harmless. Results, messages and hints quote
// files, whose tags agents might obey. JSON passes unchanged, because
// [mdck/mdcheckpoint/jsondoc.Visible] already does this for it.
type Output struct {
	To   io.Writer
	held []byte // end of the text, if it may be the beginning of a tag
}

// pieceSize is the number of bytes that are processed at a time.
const pieceSize = 64 << 10

// Write writes text with its tags made harmless. It keeps the end of text until the next call if it may be
// the beginning of a tag.
func (o *Output) Write(text []byte) (int, error) {
	for piece := range slices.Chunk(text, pieceSize) {
		o.held = append(o.held, piece...)
		if err := o.print(spelling.Decided(o.held)); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// Flush writes the bytes that Write kept.
func (o *Output) Flush() error { return o.print(len(o.held)) }

// print writes the first size bytes of the buffer.
func (o *Output) print(size int) error {
	if size == 0 {
		return nil
	}
	_, err := o.To.Write(spelling.BreakTagBytes(o.held[:size]))
	o.held = append(o.held[:0], o.held[size:]...)
	return err
}

// Raw returns standard output for bytes that must not change: differences, which programs apply;
// fixed texts; and the messages of a protocol.
func (s Streams) Raw() io.Writer {
	if o, ok := s.Out.(*Output); ok {
		_ = o.Flush() // a later write returns the same error
		return o.To
	}
	return s.Out
}
