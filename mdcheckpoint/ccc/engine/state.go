package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A State is a .ccc-state.json, read. A missing key, or one of another kind, is
// what the protocol's hooks take for it. The methods of a nil State do the same
// for all keys.
type State struct{ Doc *jsondoc.Document }

// Parse reads text as the state called name. It fails as [jsondoc.Parse]
// does.
func Parse(name, text string) (*State, error) { return jsondoc.ParseAs[State](name, text) }

// Value is the value of the key; nil if it does not exist.
func (s *State) Value(key string) *jsondoc.Value {
	if s == nil {
		return nil
	}
	return s.Doc.Root.Get(key)
}

// Has reports whether the key is there, with any value.
func (s *State) Has(key string) bool { return s.Value(key) != nil }

// Span is where the value of the key stands; empty at the start of the document
// if it does not exist.
func (s *State) Span(key string) source.Span {
	if v := s.Value(key); v != nil {
		return v.Span
	}
	return source.Span{}
}

// Str is the text at key; "" if there is none.
func (s *State) Str(key string) string {
	text, _ := s.Value(key).Str()
	return text
}

// Int is the whole number at key, or the default of the protocol's hooks.
func (s *State) Int(key string) int {
	if n, ok := s.Value(key).Int(); ok {
		return n
	}
	switch key {
	case TaskField:
		return 1
	case maxTaskField:
		return maxTask
	case maxGlobalField:
		return maxGlobal
	}
	return 0
}

// Phase is phase; "" if there is none.
func (s *State) Phase() string { return s.Str(PhaseField) }

// Mode is executionMode.
func (s *State) Mode() string { return cmp.Or(s.Str(ModeField), "quick") }

// Complete reports whether all tasks are done: none is the current one.
func (s *State) Complete() bool {
	return s.Has(IndexField) && s.Int(TotalField) > 0 && s.Int(IndexField) >= s.Int(TotalField)
}

// Spec is specPath; "" if there is none.
func (s *State) Spec() string { return s.Str(SpecField) }

// CommentID is checkpointCommentId; "" if there is none.
func (s *State) CommentID() string { return s.Str(CommentField) }

// Files are activeTaskFiles, without what is no text.
func (s *State) Files() []string {
	var names []string
	for _, v := range s.Value(ActiveFilesField).List() {
		if name, _ := v.Str(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Updated is lastUpdatedAt; ok is false if it cannot be read.
func (s *State) Updated() (at time.Time, ok bool) {
	return spelling.ReadTime(s.Str(UpdatedField), time.UTC)
}

// Gate is the gate that is awaited, 0 if none. Loose is true where it is given as
// a text, such as "3" or "null".
func (s *State) Gate() (gate int, loose bool) {
	v := s.Value(GateField)
	if text, ok := v.Str(); ok {
		gate, _ = strconv.Atoi(text)
		return max(gate, 0), true
	}
	gate, _ = v.Int()
	return gate, false
}

// Stale reports whether the state was last written more than [StaleAfter] before
// now. It is false where the time cannot be read.
func (s *State) Stale(now time.Time) bool {
	at, ok := s.Updated()
	return ok && now.Sub(at) > StaleAfter
}

// Issue is the issue that is worked on: linearIssue, else activeIssue; "" if neither names one.
func (s *State) Issue() string { return cmp.Or(s.Str(IssueField), s.Str(OldIssueField)) }

// Loose is the class of a value that the hooks read although they would write it differently. It extends the classes of package jsondoc.
const Loose jsondoc.Class = 100

// IsWarning reports whether a problem of that class is only to be warned of: the
// hooks do what they should anyway.
func IsWarning(c jsondoc.Class) bool { return c == jsondoc.Unknown || c == Loose }

// Check finds what in s does not fit [Fields] and what the loop would stumble
// over, in the order of the text.
func (s *State) Check() []jsondoc.Problem {
	problems := s.relaxed(s.Doc.Check(Fields))
	// of one value one thing is said
	say := func(key string, class jsondoc.Class, format string, args ...any) {
		span, start := s.Span(key), s.Doc.Root.Span.Start
		problems = slices.DeleteFunc(problems, func(p jsondoc.Problem) bool { return p.Path == key && p.Span == span })
		if !s.Has(key) {
			span = source.Span{Start: start, End: start + 1}
		}
		problems = append(problems, jsondoc.Problem{Span: span, Path: key, Class: class, Message: fmt.Sprintf(format, args...)})
	}
	if text, ok := s.Value(GateField).Str(); ok && (text == "null" || slices.Contains(gates, text)) {
		say(GateField, Loose, "%q is the string %q; expected %s without quotes", GateField, text, text)
	}
	if _, ok := s.Value(OldIssueField).Str(); ok && s.Str(IssueField) == "" {
		say(OldIssueField, Loose, "the loop does not read %q; expected %q", OldIssueField, IssueField)
	}
	for i := range Fields.Fields {
		key := Fields.Fields[i].Name
		said := func(p jsondoc.Problem) bool { return p.Path == key }
		if s.TooLarge(key) && !slices.ContainsFunc(problems, said) {
			say(key, jsondoc.BadValue, "the number in %q is too large for the loop", key)
		}
	}
	if is := s.countsNone(); is != "" {
		say(TotalField, jsondoc.BadValue, "%q %s in phase %q: the next stop deletes the state", TotalField, is, PhaseExecution)
	}
	slices.SortStableFunc(problems, func(a, b jsondoc.Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return problems
}

// TooLarge reports whether the value of the key is a whole number that does not fit
// into one.
func (s *State) TooLarge(key string) bool {
	v := s.Value(key)
	_, fits := v.Int()
	return v != nil && v.Kind == jsondoc.Int && !fits
}

// countsNone returns how the state counts no tasks while it runs them; "" if it counts some, or the value is not a number.
func (s *State) countsNone() string {
	v := s.Value(TotalField)
	switch n, fits := v.Int(); {
	case s.Phase() != PhaseExecution:
		return ""
	case v == nil:
		return "is missing, which counts as 0,"
	case v.Kind == jsondoc.Null:
		return "is null, which counts as 0,"
	case fits && n == 0:
		return "is 0"
	}
	return ""
}

// relaxed turns problems into [Loose] ones if the hooks read the value as intended: null, which they treat like a missing key, for an optional key,
// and a time in another form.
func (s *State) relaxed(problems []jsondoc.Problem) []jsondoc.Problem {
	for i := range problems {
		p := &problems[i]
		v := s.Value(p.Path)
		text, _ := v.Str()
		_, isTime := spelling.ReadTime(text, time.UTC)
		switch {
		case v == nil || v.Span != p.Span:
		case v.Kind == jsondoc.Null && p.Path != PhaseField,
			isTime && (p.Path == createdField || p.Path == UpdatedField):
			p.Class = Loose
		}
	}
	return problems
}
