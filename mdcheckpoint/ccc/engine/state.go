package engine

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A State is a parsed .ccc-state.json. Missing keys, and a nil State, have the default values of
// the protocol's hooks.
type State struct{ Doc *jsondoc.Document }

// Parse parses text as the state file called name. It returns the errors of [jsondoc.Parse].
func Parse(name, text string) (*State, error) { return jsondoc.ParseAs[State](name, text) }

// Value returns the value of the key, or nil.
func (s *State) Value(key string) *jsondoc.Value {
	if s == nil {
		return nil
	}
	return s.Doc.Root.Get(key)
}

// Has reports whether the key exists, with any value.
func (s *State) Has(key string) bool { return s.Value(key) != nil }

// Span returns the span of the value, or a zero span.
func (s *State) Span(key string) source.Span {
	if v := s.Value(key); v != nil {
		return v.Span
	}
	return source.Span{}
}

// Str returns the string at key, or "".
func (s *State) Str(key string) string {
	text, _ := s.Value(key).Str()
	return text
}

// Int returns the whole number at key, or else the default.
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

//go:noinline
func (s *State) Phase() string { return s.Str(PhaseField) }

// Mode returns the value of executionMode, or else "quick".
func (s *State) Mode() string { return cmp.Or(s.Str(ModeField), "quick") }

// Complete reports whether all tasks are done.
func (s *State) Complete() bool {
	return s.Has(IndexField) && s.Int(TotalField) > 0 && s.Int(IndexField) >= s.Int(TotalField)
}

// Spec returns the value of specPath, or "".
func (s *State) Spec() string { return s.Str(SpecField) }

// CommentID returns the value of checkpointCommentId, or "".
func (s *State) CommentID() string { return s.Str(CommentField) }

// Files returns the strings in activeTaskFiles that are not empty.
func (s *State) Files() (names []string) {
	for _, v := range s.Value(ActiveFilesField).List() {
		if name, _ := v.Str(); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Updated returns the time in lastUpdatedAt.
func (s *State) Updated() (at time.Time, ok bool) {
	return spelling.ReadTime(s.Str(UpdatedField), time.UTC)
}

// Gate returns the awaited gate, or 0.
func (s *State) Gate() int {
	v := s.Value(GateField)
	gate, _ := v.Int()
	if text, ok := v.Str(); ok {
		gate, _ = strconv.Atoi(text)
	}
	return max(gate, 0)
}

// Stale reports whether the state is older than [StaleAfter].
func (s *State) Stale(now time.Time) bool {
	at, ok := s.Updated()
	return ok && now.Sub(at) > StaleAfter
}

// Issue returns linearIssue, or else activeIssue, or else "".
func (s *State) Issue() string { return cmp.Or(s.Str(IssueField), s.Str(OldIssueField)) }

// loose is the class of a value that the hooks accept but write differently.
const loose jsondoc.Class = 100

// IsWarning reports whether the hooks work in spite of a problem of class c.
func IsWarning(c jsondoc.Class) bool { return c == jsondoc.Unknown || c == loose }

// Check returns the values of s that break the loop or do not match [Fields], in text order.
func (s *State) Check() []jsondoc.Problem {
	problems := s.relaxed(s.Doc.Check(Fields()))
	// each value has at most one message
	say := func(key string, class jsondoc.Class, format string, args ...any) {
		span, start := s.Span(key), s.Doc.Root.Span.Start
		problems = slices.DeleteFunc(problems, func(p jsondoc.Problem) bool { return p.Path == key && p.Span == span })
		if !s.Has(key) {
			span = source.Between(start, start+1)
		}
		problems = append(problems, jsondoc.Problem{Span: span, Path: key, Class: class, Message: fmt.Sprintf(format, args...)})
	}
	if text, ok := s.Value(GateField).Str(); ok && slices.Contains([]string{"null", "1", "2", "3"}, text) {
		say(GateField, loose, "%q is the string %q; expected %s without quotes", GateField, text, text)
	}
	if _, ok := s.Value(OldIssueField).Str(); ok && s.Str(IssueField) == "" {
		say(OldIssueField, loose, "the loop does not read %q; expected %q", OldIssueField, IssueField)
	}
	for _, f := range Fields().Fields {
		v := s.Value(f.Name)
		if _, fits := v.Int(); v != nil && v.Kind == jsondoc.Int && !fits {
			say(f.Name, jsondoc.BadValue, "the number in %q is too large for the loop", f.Name)
		}
	}
	v := s.Value(TotalField)
	if n, isInt := v.Int(); s.Phase() == PhaseExecution && (isInt && n == 0 || v.IsNothing()) {
		say(TotalField, jsondoc.BadValue, "%q is 0 or missing in phase %q: the stop handler will delete the state file", TotalField, PhaseExecution)
	}
	sort.SliceStable(problems, func(i, j int) bool { return problems[i].Span.Start < problems[j].Span.Start })
	return problems
}

// relaxed changes problems to class [loose] if the hooks read the value as intended.
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
			p.Class = loose
		}
	}
	return problems
}
