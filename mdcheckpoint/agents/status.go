package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// ErrNotUTF8 is wrapped by the error of a text file that is not UTF-8.
var ErrNotUTF8 = source.ErrNotUTF8

// readText makes a file of text, or a [*source.Error] at the first byte that is not
// UTF-8.
func readText(name, text string) (*source.File, error) {
	f := source.NewFile(name, text)
	if at := source.InvalidUTF8(text); at >= 0 {
		return nil, f.Errorf(at, "%w", ErrNotUTF8)
	}
	return f, nil
}

// Keys of a STATUS file. Source: handoff (the template of the status file).
const (
	StatusStage    = "STAGE"
	StatusPhase    = "PHASE"
	StatusAgent    = "AGENT"
	StatusAgentID  = "AGENT_ID"
	StatusUpdated  = "UPDATED"
	StatusStatus   = "STATUS"
	StatusBlockers = "BLOCKERS"
	StatusNext     = "NEXT_ACTION"
	StatusReady    = "READY_FOR_SYNC"
)

// updatedKeys are the names under which files have UPDATED. Source: handoff, seen.
var updatedKeys = [...]string{StatusUpdated, "LAST_UPDATE", "LAST_UPDATED"}

// A Status is a STATUS file: lines of a key, a colon and a value, in their order.
// Other lines are nothing to it, and stay.
type Status struct {
	File  *source.File
	Lines []StatusLine
}

// A StatusLine is one key and its value.
type StatusLine struct {
	Key   string
	Value string
	Span  source.Span // of the value, without white space around it
}

// ParseStatus reads text as the STATUS file called name. It fails with a
// [*source.Error] if the text is not UTF-8.
func ParseStatus(name, text string) (*Status, error) {
	f, err := readText(name, text)
	if err != nil {
		return nil, err
	}
	s := &Status{File: f}
	for line := range eachLine(f) {
		if l, ok := readStatusLine(f, line); ok {
			s.Lines = append(s.Lines, l)
		}
	}
	return s, nil
}

// eachLine gives the lines of f without their endings and without a byte order
// mark.
func eachLine(f *source.File) func(yield func(source.Span) bool) {
	return func(yield func(source.Span) bool) {
		start := 0
		if strings.HasPrefix(f.Text, "\ufeff") {
			start = len("\ufeff")
		}
		for start < len(f.Text) {
			end, next := len(f.Text), len(f.Text)
			if i := strings.IndexByte(f.Text[start:], '\n'); i >= 0 {
				end, next = start+i, start+i+1
			}
			if end > start && f.Text[end-1] == '\r' {
				end--
			}
			if !yield(source.Span{Start: start, End: end}) {
				return
			}
			start = next
		}
	}
}

// readStatusLine reads a line such as "STAGE: S2.P1". The key is of capitals,
// digits and underscores and begins the line; the colon may be a wide one.
func readStatusLine(f *source.File, line source.Span) (StatusLine, bool) {
	text := f.Slice(line)
	n := 0
	for n < len(text) && (text[n] == '_' || isDigit(text[n]) || 'A' <= text[n] && text[n] <= 'Z') {
		n++
	}
	value, ok := strings.CutPrefix(text[n:], ":")
	if !ok {
		value, ok = strings.CutPrefix(text[n:], "：")
	}
	if n == 0 || !ok {
		return StatusLine{}, false
	}
	space := len(value) - len(strings.TrimPrefix(value, " ")) // what an empty value is written behind
	span := trim(f, source.Span{Start: line.End - len(value) + space, End: line.End})
	return StatusLine{Key: text[:n], Value: f.Slice(span), Span: span}, true
}

// trim is s without white space at its ends; nothing but white space becomes the
// start of s.
func trim(f *source.File, s source.Span) source.Span {
	text := f.Slice(s)
	bare := strings.TrimSpace(text)
	if bare == "" {
		return source.Span{Start: s.Start, End: s.Start}
	}
	start := s.Start + strings.Index(text, bare)
	return source.Span{Start: start, End: start + len(bare)}
}

// Get is the value of the first line with that key; ok is false if there is none.
func (s *Status) Get(key string) (value string, ok bool) {
	for _, l := range s.Lines {
		if l.Key == key {
			return l.Value, true
		}
	}
	return "", false
}

// ahead reports whether s says that the feature is further than c does, or is newer. Without
// a file it is not.
func (s *Status) ahead(c *Checkpoint) bool {
	if s == nil {
		return false
	}
	last, known := c.Last()
	return slices.ContainsFunc(s.Lines, func(l StatusLine) bool {
		switch {
		case l.Key == StatusStatus:
			return saysFinished(l.Value) && !saysFinished(c.Status())
		case l.Key == StatusStage:
			return compareStages(l.Value, c.Stage()) > 0
		case l.isUpdated():
			at, ok := ReadTime(l.Value)
			return ok && (!known || at.After(last))
		}
		return false
	})
}

// saysFinished reports whether a status says, in whatever words, that the work is finished.
func saysFinished(status string) bool {
	words := strings.FieldsFunc(foldStatus(status), func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') })
	says := func(words ...string) func(string) bool {
		return func(word string) bool { return slices.Contains(words, word) }
	}
	return slices.ContainsFunc(words, says(Complete, "COMPLETED", "DONE", "FINISHED", "READY")) && !slices.ContainsFunc(words, says("NOT"))
}

// isUpdated reports whether l says when the file was written.
func (l *StatusLine) isUpdated() bool { return slices.Contains(updatedKeys[:], l.Key) }

// withBlockers returns the blockers of s with more; "" if s has none.
func (s *Status) withBlockers(more []string) string {
	value, _ := s.Get(StatusBlockers)
	if isBlank(value) {
		return ""
	}
	there := lines(strings.Split(value, strings.TrimSpace(blockerSeparator)))
	for _, text := range more {
		if !slices.ContainsFunc(there, func(t string) bool { return identity(t) == identity(text) }) {
			value += blockerSeparator + text
		}
	}
	return value
}

// differences returns a line for the stage and the status, if s and c say different things.
func (s *Status) differences(c *Checkpoint) []string {
	var all []string
	for _, pair := range [...]struct{ key, value string }{{StatusStage, c.Stage()}, {StatusStatus, c.Status()}} {
		value, ok := s.Get(pair.key)
		value, recorded := spelling.OneLine(value), spelling.OneLine(pair.value)
		if ok && pair.value != "" && !strings.EqualFold(value, recorded) {
			all = append(all, fmt.Sprintf("%s is %s, and the checkpoint says %s", pair.key, bootstrap.QuoteValue(value), bootstrap.QuoteValue(recorded)))
		}
	}
	return all
}

// blockerSeparator is between the blockers in a STATUS file.
const blockerSeparator = "; "

// A StatusValue is what a key of a STATUS file should say.
type StatusValue struct{ Key, Value string }

// StatusValues are what c says of the keys of a STATUS file: of its stage, phase,
// status, blockers and next action.
func (c *Checkpoint) StatusValues() []StatusValue {
	var all []StatusValue
	add := func(key, value string) {
		if value != "" {
			all = append(all, StatusValue{key, value})
		}
	}
	add(StatusStage, c.Stage())
	add(StatusPhase, c.Phase())
	add(StatusStatus, c.Status())
	add(StatusBlockers, cmp.Or(strings.Join(texts(c.Blockers()), blockerSeparator), "none"))
	next := c.Step()
	if steps := c.Next(); len(steps) > 0 {
		next = steps[0].Text
	}
	add(StatusNext, next)
	return all
}

// Set makes the change that gives values to those of their keys that s has, and
// sets UPDATED to now, unless that is later: under the name that s has for it, or in a line
// behind the others. A key that stands twice is changed in both places.
func (s *Status) Set(values []StatusValue, now time.Time) (*Change, error) {
	for _, key := range updatedKeys {
		values = append(slices.Clip(values), StatusValue{key, stamp(now)})
	}
	var edits []source.Edit
	var did []string
	for _, v := range values {
		for _, l := range s.Lines {
			value := oneLine(v.Value)
			if at, ok := ReadTime(l.Value); l.Key != v.Key || l.Value == value || l.isUpdated() && ok && at.After(now) {
				continue
			}
			did = append(did, fmt.Sprintf("%s: %s", l.Key, value))
			if l.Span.Len() == 0 && s.File.Text[l.Span.Start-1] != ' ' {
				value = " " + value
			}
			edits = append(edits, source.Edit{Span: l.Span, New: value})
		}
	}
	if !slices.ContainsFunc(s.Lines, func(l StatusLine) bool { return l.isUpdated() }) {
		line := StatusUpdated + ": " + stamp(now)
		edits, did = append(edits, appendLine(s.File, line)), append(did, line)
	}
	return edited(s.File, edits, did...)
}

// edited makes the change of a text file.
func edited(f *source.File, edits []source.Edit, did ...string) (*Change, error) {
	text, err := source.Apply(f.Text, edits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	return &Change{Text: text, Did: did}, nil
}

// appendLine makes the edit that puts line behind the others of f, which has a
// line ending at its end afterwards if it had one before.
func appendLine(f *source.File, line string) source.Edit {
	if f.Text == "" || strings.HasSuffix(f.Text, "\n") {
		return source.Insert(len(f.Text), line+f.EOL())
	}
	return source.Insert(len(f.Text), f.EOL()+line)
}
