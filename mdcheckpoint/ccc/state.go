package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A State is a .ccc-state.json, read. A missing key, or one of another kind, is
// what the protocol's hooks take for it. The methods of a nil State do the same
// for all keys.
type State struct{ Doc *jsondoc.Document }

// ParseState reads text as the state called name. It fails as [jsondoc.Parse]
// does.
func ParseState(name, text string) (*State, error) { return jsondoc.ParseAs[State](name, text) }

func (s *State) value(key string) *jsondoc.Value {
	if s == nil {
		return nil
	}
	return s.Doc.Root.Get(key)
}

// Has reports whether the key is there, with any value.
func (s *State) Has(key string) bool { return s.value(key) != nil }

// Span is where the value of the key stands; empty at the start of the document
// if it is not there.
func (s *State) Span(key string) source.Span {
	if v := s.value(key); v != nil {
		return v.Span
	}
	return source.Span{}
}

func (s *State) str(key string) string { return str(s.value(key)) }

// Int is the whole number at key, or the default of the protocol's hooks.
func (s *State) Int(key string) int {
	if n, ok := s.value(key).Int(); ok {
		return n
	}
	switch key {
	case TaskField:
		return 1
	case MaxTaskField:
		return MaxTask
	case MaxGlobalField:
		return MaxGlobal
	}
	return 0
}

// Phase is phase; "" if there is none.
func (s *State) Phase() string { return s.str(PhaseField) }

// Mode is executionMode.
func (s *State) Mode() string { return cmp.Or(s.str(ModeField), "quick") }

// Spec is specPath; "" if there is none.
func (s *State) Spec() string { return s.str(SpecField) }

// CommentID is checkpointCommentId; "" if there is none.
func (s *State) CommentID() string { return s.str(CommentField) }

// Files are activeTaskFiles, without what is no text.
func (s *State) Files() []string {
	return slices.DeleteFunc(strs(s.value(ActiveFilesField)), func(name string) bool { return name == "" })
}

// Updated is lastUpdatedAt; ok is false if it cannot be read.
func (s *State) Updated() (at time.Time, ok bool) { return ReadTime(s.str(UpdatedField)) }

// Gate is the gate that is awaited, 0 if none. Loose is true where it is given as
// a text, such as "3" or "null".
func (s *State) Gate() (gate int, loose bool) {
	v := s.value(GateField)
	if text, ok := v.Str(); ok {
		gate, _ = atoi(text)
		return gate, true
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

// IssueID returns the issue that is worked on: linearIssue, else activeIssue, else that of the
// progress file, else that of the name of the branch; "" if none names one. team is that of
// [IssueIn]. Both p and s may be nil.
func IssueID(s *State, p *Progress, branch, team string) string {
	id := cmp.Or(s.str(IssueField), s.str(OldIssueField))
	if p != nil {
		id = cmp.Or(id, p.IssueID)
	}
	return cmp.Or(id, IssueIn(branch, team))
}

// SetCommentID makes the edits that store the id of the comment.
func (s *State) SetCommentID(id string) ([]source.Edit, error) {
	return s.Doc.Set(jsondoc.Quote(id), CommentField)
}

// Loose is the class of a value that the protocol's hooks read, though it is not
// as they write it; it stands beside the classes of package jsondoc.
const Loose jsondoc.Class = 100

// IsWarning reports whether a problem of that class is only to be warned of: the
// hooks do what they should all the same.
func IsWarning(c jsondoc.Class) bool { return c == jsondoc.Unknown || c == Loose }

// Check finds what in s does not fit [StateFields] and what the loop would stumble
// over, in the order of the text.
func (s *State) Check() []jsondoc.Problem {
	problems := s.Doc.Check(StateFields)
	add := func(key string, class jsondoc.Class, format string, args ...any) {
		v := s.value(key)
		span := source.Span{Start: s.Doc.Root.Span.Start, End: s.Doc.Root.Span.Start + 1}
		if v != nil {
			span = v.Span
		}
		problems = append(problems, jsondoc.Problem{Span: span, Path: key, Class: class, Message: fmt.Sprintf(format, args...)})
	}
	if text, ok := s.value(GateField).Str(); ok && (text == "null" || slices.Contains(gates, text)) {
		span := s.Span(GateField)
		problems = slices.DeleteFunc(problems, func(p jsondoc.Problem) bool { return p.Span == span })
		add(GateField, Loose, "%q is the text %q, want %s without quotes", GateField, text, text)
	}
	if s.Has(OldIssueField) && s.str(IssueField) == "" {
		add(OldIssueField, Loose, "%q is not read by the loop, want %q", OldIssueField, IssueField)
	}
	s.relax(problems)
	for i := range StateFields.Fields {
		key := StateFields.Fields[i].Name
		if at := s.Span(key); s.TooLarge(key) && !slices.ContainsFunc(problems, func(p jsondoc.Problem) bool { return p.Span == at }) {
			add(key, jsondoc.BadValue, "%q is too large a number, want one that the loop can count to", key)
		}
	}
	if is := s.countsNone(); is != "" {
		at := s.Span(TotalField) // of one value one thing is said
		problems = slices.DeleteFunc(problems, func(p jsondoc.Problem) bool { return p.Path == TotalField && p.Span == at })
		add(TotalField, jsondoc.BadValue, "%q %s in phase %q: the next stop deletes the state", TotalField, is, PhaseExecution)
	}
	slices.SortStableFunc(problems, func(a, b jsondoc.Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return problems
}

// TooLarge reports whether the value of the key is a whole number that does not fit
// into one.
func (s *State) TooLarge(key string) bool {
	v := s.value(key)
	_, fits := v.Int()
	return v != nil && v.Kind == jsondoc.Int && !fits
}

// countsNone says how the state counts no tasks while it runs them; "" if it counts
// some, or what it has is no number.
func (s *State) countsNone() string {
	v := s.value(TotalField)
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

// relax makes [Loose] what the hooks read as it is meant: null, which is to them a
// key that is not there, where the key may be missing, and a time in another form.
func (s *State) relax(problems []jsondoc.Problem) {
	for i := range problems {
		p := &problems[i]
		v := s.value(p.Path)
		text, _ := v.Str()
		_, isTime := ReadTime(text)
		switch {
		case v == nil || v.Span != p.Span:
		case v.Kind == jsondoc.Null && p.Path != PhaseField,
			isTime && (p.Path == CreatedField || p.Path == UpdatedField):
			p.Class = Loose
		}
	}
}
