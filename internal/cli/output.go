package cli

import (
	"io"
	"slices"

	"mdck/mdcheckpoint/spelling"
)

// An output is a stream in which the tags that agents obey are broken, whatever writes to it:
// results, messages and hints quote files. JSON passes as it is, with its tags broken by
// [mdck/mdcheckpoint/jsondoc.Visible].
type output struct {
	to   io.Writer
	held string // what may be the beginning of a tag
}

// pieceSize is how many bytes are looked at together.
const pieceSize = 64 << 10

// Write writes text with its tags broken. The end of text waits for the next call if it may
// be the beginning of a tag.
func (o *output) Write(text []byte) (int, error) {
	for piece := range slices.Chunk(text, pieceSize) {
		all := o.held + string(piece)
		whole := spelling.Whole(all)
		o.held = all[whole:]
		if err := o.print(all[:whole]); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

func (o *output) print(text string) error {
	if text == "" {
		return nil
	}
	_, err := io.WriteString(o.to, spelling.BreakTags(text))
	return err
}

// flush writes what waits.
func (o *output) flush() error {
	text := o.held
	o.held = ""
	return o.print(text)
}

// raw returns standard output for bytes that are used as they are: differences, which must
// apply, fixed texts, and the frames of a protocol.
func (s Streams) raw() io.Writer {
	if o, ok := s.Out.(*output); ok {
		_ = o.flush() // an error comes again
		return o.to
	}
	return s.Out
}
