package jsondoc

import (
	"strconv"
	"strings"
	"sync"
)

// Table returns a function that returns the field of an object. Each line of text describes keys:
//
//	status phase!: string|null = open closed # two keys; phase is required
//	items: array of object open
//		count: int >=0 # a key of each element
//
// The kinds are string, int, number, bool, null, array, object and any. Other words are:
//
//   - of, before the kind of the elements of an array
//   - each, before the kind of the values of an object
//   - filled: the string must not be empty
//   - time: the string is a time as in RFC 3339
//   - open: the object may have other keys
//   - >=N: the number is at least N
//   - =, before the allowed values, at the end of the line
//
// The function panics at any other word, because tables are constants.
func Table(text string) func() Field {
	return sync.OnceValue(func() Field {
		t := table{strings.Split(text, "\n")}
		return Field{Kind: Object, Fields: t.fields("")}
	})
}

type table struct{ lines []string }

func (t *table) fields(indent string) (all []Field) {
	for len(t.lines) > 0 {
		line, ok := strings.CutPrefix(t.lines[0], indent)
		if !ok {
			break
		}
		t.lines = t.lines[1:]
		line, _, _ = strings.Cut(line, " #")
		names, words, _ := strings.Cut(line, ":")
		below := t.fields(indent + "\t")
		for name := range strings.FieldsSeq(names) {
			var f Field
			f.Name, f.Required = strings.CutSuffix(name, "!")
			f.read(strings.Fields(words), below)
			all = append(all, f)
		}
	}
	return all
}

// read sets f to what words describe. below has the keys of the innermost object.
func (f *Field) read(words []string, below []Field) {
	inner := f
	for i, word := range words {
		switch word {
		case "of":
			inner.Elem = &Field{}
			inner = inner.Elem
		case "each":
			inner.Each = &Field{}
			inner = inner.Each
		case "filled":
			inner.MinLen = 1
		case "time":
			inner.Format = dateTime
		case "open":
			inner.Open = true
		case "=":
			inner.Values = words[i+1:]
			return
		default:
			inner.addKinds(word)
		}
	}
	inner.Fields = below
}

func (f *Field) addKinds(word string) {
	if least, ok := strings.CutPrefix(word, ">="); ok {
		f.Min, _ = strconv.Atoi(least)
		f.HasMin = true
		return
	}
	for name := range strings.SplitSeq(word, "|") {
		f.Kind |= kindNamed(name)
	}
}

func kindNamed(name string) Kind {
	switch name {
	case "any":
		return 0
	case "string":
		return String
	case "int":
		return Int
	case "number":
		return Number
	case "bool":
		return Bool
	case "null":
		return Null
	case "array":
		return Array
	case "object":
		return Object
	}
	panic("jsondoc: unknown word in a table: " + name)
}
