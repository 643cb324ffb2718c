package threshold

import (
	"fmt"
	"strings"

	"mdck/internal/nearest"
	"mdck/mdcheckpoint/jsondoc"
)

const numberKinds = jsondoc.Number | jsondoc.String

func members(v *jsondoc.Value) []jsondoc.Member {
	if v == nil || v.Kind != jsondoc.Object {
		return nil
	}
	return v.Members
}

// number reads a number that is spelled as one or as a text with its unit. A value
// of another kind is no number and no problem of this function.
func number(k Kind, v *jsondoc.Value) (float64, string) {
	text, ok := v.Number()
	if !ok {
		if text, ok = v.Str(); !ok {
			return 0, ""
		}
	}
	n, err := ParseNumber(k, text)
	if err != nil {
		return 0, err.Error()
	}
	return n, ""
}

// levelList is "warning, alert, stop".
func levelList() string { return strings.Join(levelNames[1:], ", ") }

// ParseLevel is the level of that name.
func ParseLevel(name string) (Level, error) {
	for _, l := range Levels() {
		if name == l.String() {
			return l, nil
		}
	}
	return None, fmt.Errorf("unknown level %q, want one of %s%s", short(name), levelList(), nearest.Hint(name, levelNames[1:]))
}
