package app

import (
	"io"
	"slices"

	"mdck/internal/spelling"
)

// An Output is a stream that makes tags in its text harmless. Output of mdck quotes files, and
// agents might obey tags in those files. JSON passes unchanged: [mdck/mdcheckpoint/jsondoc.Visible]
// has already made its tags harmless.
type Output struct {
	To   io.Writer
	held []byte // end of the text that may be the beginning of a tag
}

// pieceSize is the number of bytes that Write processes at a time.
const pieceSize = 64 << 10

// Write writes text and makes its tags harmless. If the end of text may be the beginning of a tag,
// Write keeps it for the next call.
func (o *Output) Write(text []byte) (int, error) {
	for piece := range slices.Chunk(text, pieceSize) {
		o.held = append(o.held, piece...)
		if err := o.print(spelling.Decided(o.held)); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// Flush writes the text that Write kept.
func (o *Output) Flush() error { return o.print(len(o.held)) }

func (o *Output) print(size int) error {
	if size == 0 {
		return nil
	}
	_, err := o.To.Write(spelling.BreakTagBytes(o.held[:size]))
	o.held = append(o.held[:0], o.held[size:]...)
	return err
}

// Raw returns standard output for bytes that must not change: diffs, which programs apply; fixed
// texts; and the messages of a protocol.
func (s Streams) Raw() io.Writer {
	if o, ok := s.Out.(*Output); ok {
		_ = o.Flush() // a later write returns the error again
		return o.To
	}
	return s.Out
}
