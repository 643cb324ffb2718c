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

// String names the kinds of k: "string or null", "whole number".
func (k Kind) String() string { return k.phrase(Kind.name) }

// article is String with articles, as messages want it: "a string or null".
func (k Kind) article() string {
	return k.phrase(func(one Kind) string {
		switch name := one.name(); one {
		case Null:
			return name
		case Array, Object:
			return "an " + name
		default:
			return "a " + name
		}
	})
}

func (k Kind) phrase(name func(Kind) string) string {
	var names []string
	for _, one := range k.split() {
		names = append(names, name(one))
	}
	last := len(names) - 1
	switch {
	case last < 0:
		return "any value"
	case last == 0:
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// split gives the kinds in k one by one. Int is left out beside Number.
func (k Kind) split() []Kind {
	var kinds []Kind
	for _, one := range [...]Kind{String, fraction, Int, Bool, Array, Object, Null} {
		if k&one != 0 && !(one == Int && k&fraction != 0) {
			kinds = append(kinds, one)
		}
	}
	return kinds
}

// name names a single kind.
func (k Kind) name() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "boolean"
	case Int:
		return "whole number"
	case String:
		return "string"
	case Array:
		return "array"
	case Object:
		return "object"
	default:
		return "number"
	}
}
