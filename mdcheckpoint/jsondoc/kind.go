package jsondoc

import "strings"

// A Kind is a set of kinds of JSON values. In a [Field], zero allows any kind.
type Kind uint8

// To test for a number, use Kind&Number != 0, because Number includes Int.
const (
	Null     Kind = 1 << 0
	Bool     Kind = 1 << 1
	Int      Kind = 1 << 2
	fraction Kind = 1 << 3 // a number written with a fraction or exponent
	Number   Kind = Int | fraction
	String   Kind = 1 << 4
	Array    Kind = 1 << 5
	Object   Kind = 1 << 6
)

// kinds is in the order of names in messages.
var kinds = [...]struct {
	kind          Kind
	name, article string
}{
	{String, "string", "a string"}, {fraction, "number", "a number"}, {Int, "whole number", "a whole number"}, {Bool, "boolean", "a boolean"},
	{Array, "array", "an array"}, {Object, "object", "an object"}, {Null, "null", "null"},
}

// String returns the names of the kinds: "string or null", "whole number".
func (k Kind) String() string {
	names, _ := k.names()
	return either(names)
}

func (k Kind) article() string {
	_, names := k.names()
	return either(names)
}

func (k Kind) names() (names, articles []string) {
	for _, one := range kinds {
		if k&one.kind != 0 && !(one.kind == Int && k&fraction != 0) {
			names, articles = append(names, one.name), append(articles, one.article)
		}
	}
	return names, articles
}

func either(names []string) string {
	last := len(names) - 1
	switch {
	case last < 0:
		return "any value"
	case last == 0:
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
