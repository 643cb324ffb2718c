package jsondoc

import "strings"

// A Kind is a set of kinds of JSON values. The zero Kind in a [Field] stands
// for all of them.
type Kind uint8

// The kinds. Int is a number that is spelled without fraction and exponent;
// Number is every number, Int included. The Kind of a [Value] 1.5 is what
// Number has beside Int, so numbers are found with Kind&Number != 0.
const (
	Null     Kind = 1 << 0
	Bool     Kind = 1 << 1
	Int      Kind = 1 << 2
	fraction Kind = 1 << 3 // a number spelled with fraction or exponent
	Number   Kind = Int | fraction
	String   Kind = 1 << 4
	Array    Kind = 1 << 5
	Object   Kind = 1 << 6
)

// kinds are the single kinds as messages list them.
var kinds = [...]struct {
	kind          Kind
	name, article string
}{
	{String, "string", "a string"}, {fraction, "number", "a number"}, {Int, "whole number", "a whole number"}, {Bool, "boolean", "a boolean"},
	{Array, "array", "an array"}, {Object, "object", "an object"}, {Null, "null", "null"},
}

// String names the kinds of k: "string or null", "whole number".
func (k Kind) String() string {
	names, _ := k.names()
	return either(names)
}

// article is String with articles, as messages want it: "a string or null".
func (k Kind) article() string {
	_, names := k.names()
	return either(names)
}

// names are the names of the kinds in k, and the same with articles. Int is left out beside Number.
func (k Kind) names() (names, articles []string) {
	for _, one := range kinds {
		if k&one.kind != 0 && !(one.kind == Int && k&fraction != 0) {
			names, articles = append(names, one.name), append(articles, one.article)
		}
	}
	return names, articles
}

// either joins alternatives for people.
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
