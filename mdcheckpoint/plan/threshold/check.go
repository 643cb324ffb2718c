package threshold

import (
	"fmt"
	"slices"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// CheckAcks finds what in acknowledgments, in either of their shapes, is of the wrong
// form, and numbers and levels that cannot be read. An acknowledgment of what is not
// measured is a problem of class [jsondoc.Unknown].
func CheckAcks(d *jsondoc.Document) []jsondoc.Problem {
	problems := d.Check(AckFields)
	add := func(v *jsondoc.Value, class jsondoc.Class, path, message string) {
		problems = append(problems, jsondoc.Problem{Span: v.Span, Path: path, Class: class, Message: message})
	}
	for _, m := range members(d.Root.Get(acksKey)) {
		kind, err := ParseKind(m.Key)
		if err != nil {
			problems = append(problems, jsondoc.Problem{Span: m.KeySpan, Path: acksKey + ".", Class: jsondoc.Unknown, Message: err.Error()})
		}
		for _, name := range valueKeys {
			path := acksKey + "." + m.Key + "." + name
			if _, message := number(kind, m.Value.Get(name)); message != "" && err == nil {
				add(m.Value.Get(name), jsondoc.BadValue, path, message)
			}
		}
		level := m.Value.Get("threshold_level")
		if s, ok := level.Str(); ok {
			if _, err := ParseLevel(s); err != nil {
				add(level, jsondoc.BadValue, acksKey+"."+m.Key+".threshold_level", err.Error())
			}
		}
	}
	return problems
}

// timeKeys are the keys of all state files whose values are times. Source: seed, state.
var timeKeys = []string{atKey, resetKey, "last_check", "last_triggered", "session_start", "reset_at"}

// CheckTimes finds values of a state file, at any depth, that should be times and are
// texts that cannot be read as one.
func CheckTimes(v *jsondoc.Value) []jsondoc.Problem {
	var found []jsondoc.Problem
	if v == nil {
		return nil
	}
	for _, m := range v.Members {
		if s, ok := m.Value.Str(); ok && slices.Contains(timeKeys, m.Key) {
			if _, ok := readTime(s); !ok {
				found = append(found, jsondoc.Problem{
					Span: m.Value.Span, Path: m.Key, Class: jsondoc.BadValue,
					Message: fmt.Sprintf("%q is %q, want a time such as %s, or null", m.Key, short(s), spelling.TimeLayout),
				})
			}
		}
		found = append(found, CheckTimes(m.Value)...)
	}
	for _, e := range v.Elements {
		found = append(found, CheckTimes(e)...)
	}
	return found
}
