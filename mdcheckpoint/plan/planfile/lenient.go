package planfile

import (
	"errors"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// readKeys are the keys that decide when a plan is executed and where it pauses. What
// reads the others takes them line by line, whether they are YAML or prose.
var readKeys = []string{PhaseKey, PlanKey, WaveKey, DependsKey, AutonomousKey, CheckpointKey}

// A Misread is an entry of front matter that is no YAML.
type Misread struct {
	Key  string // "" of a line that has none
	Read bool   // its value was read all the same
	Err  error  // a [*source.Error] of the file
}

// serious reports whether a key that has to be read is not.
func (f *Front) serious(fault *Misread) bool {
	return !fault.Read && slices.Contains(readKeys, fault.Key) && !f.mayBeRight(fault.Err)
}

// whole reports whether front matter is an error whose entries can be read and that
// cannot be read as a whole.
func (f *Front) whole() bool { return !f.Closed || !f.mayBeRight(f.Err) }

// mayBeRight reports whether an error is about what the parser only does not support, or
// about what stands below a key: other readers may take it.
func (f *Front) mayBeRight(err error) bool {
	return errors.Is(err, yamldoc.ErrUnsupported) || f.below(err) && errors.Is(err, yamldoc.ErrSyntax)
}

// below reports whether an error stands in a line that belongs to a key before it.
func (f *Front) below(err error) bool {
	located, ok := errors.AsType[*source.Error](err)
	if !ok {
		return false
	}
	line := f.file.LineSpan(located.Pos.Line)
	return line.Len() > 0 && strings.IndexByte(" \t-", f.file.Text[line.Start]) >= 0
}

// salvage reads front matter that is no YAML key by key, so that one value which
// cannot be read does not hide the others from what has to be executed.
func (f *Front) salvage() {
	const most = 4 * yamldoc.MaxSize
	f.Root = &jsondoc.Value{Kind: jsondoc.Object, Span: f.Body}
	for at := f.Body.Start; at < f.Body.End && f.Body.Len() <= most; {
		end := f.entryEnd(at)
		f.entry(f.Root, source.Span{Start: at, End: end})
		at = end
	}
	if errors.Is(f.Err, yamldoc.ErrTooLarge) {
		f.Faults = nil // it is said once
	}
}

// entryEnd is where the key at the beginning of a line and all that belongs to it
// ends: before the next line that begins with a letter.
func (f *Front) entryEnd(at int) int {
	for at = lineEnd(f.file.Text, at); at < f.Body.End && !isNameByte(f.file.Text[at], true); {
		at = lineEnd(f.file.Text, at)
	}
	return at
}

// entry adds to root what one entry says, or notes why it cannot be read.
func (f *Front) entry(root *jsondoc.Value, span source.Span) {
	text := f.file.Slice(span)
	d, err := yamldoc.Parse("", text)
	switch {
	case isBare(text):
		return
	case err != nil:
		key, _, _ := strings.Cut(text, ":")
		if key == text || strings.ContainsAny(key, " \t\n") {
			key = ""
		}
		var v *jsondoc.Value
		if key == CheckpointKey {
			v = f.loosePause(source.Span{Start: span.Start + len(key) + 1, End: span.End})
		}
		f.Faults = append(f.Faults, Misread{Key: key, Read: v != nil, Err: f.moved(err, span)})
		if v != nil && root.Get(key) == nil {
			root.Members = append(root.Members, jsondoc.Member{Key: key, KeySpan: source.Span{Start: span.Start, End: span.Start + len(key)}, Value: v})
		}
		return
	}
	move(d.Root, span.Start)
	for _, m := range d.Root.Members {
		if root.Get(m.Key) != nil {
			f.Faults = append(f.Faults, Misread{Key: m.Key, Err: f.file.Errorf(m.KeySpan.Start, "%w %q", yamldoc.ErrDuplicateKey, m.Key)})
			continue
		}
		root.Members = append(root.Members, m)
	}
}

// isBare reports whether text has only blank lines and comments.
func isBare(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// looseText is a text as a value.
func looseText(text string, span source.Span) *jsondoc.Value {
	return jsondoc.Literal(jsondoc.Quote(text), span)
}

// loosePause reads the lines below the key of a checkpoint one by one. One that is prose
// is text up to its end.
func (f *Front) loosePause(span source.Span) *jsondoc.Value {
	first := lineEnd(f.file.Text, span.Start)
	if strings.TrimSpace(f.file.Text[span.Start:first]) != "" {
		return nil
	}
	pause := &jsondoc.Value{Kind: jsondoc.Object, Span: source.Span{Start: first, End: span.End}}
	for at := first; at < span.End; at = lineEnd(f.file.Text, at) {
		line := f.file.Text[at:lineEnd(f.file.Text, at)]
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			start := at + strings.Index(line, key)
			value, _, _ = strings.Cut(value, " #") // a comment
			behind := start + len(key) + len(": ")
			pause.Members = append(pause.Members, jsondoc.Member{
				Key: key, KeySpan: source.Span{Start: start, End: start + len(key)},
				Value: looseText(strings.Trim(value, `"'`), source.Span{Start: behind, End: behind + len(value)}),
			})
		}
	}
	return pause
}

// moved is the error of the text at span at its place in the file.
func (f *Front) moved(err error, span source.Span) error {
	located, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err
	}
	return f.file.Errorf(span.Start+source.NewFile("", f.file.Slice(span)).ErrorSpan(err).Start, "%w", located.Err)
}
