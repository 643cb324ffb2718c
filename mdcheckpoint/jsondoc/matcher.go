package jsondoc

import (
	"regexp"
	"sync"
)

// Matcher returns a [Field.Match] for a regular expression. The first use panics if it is invalid.
func Matcher(syntax string) func(string) bool {
	expr := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(syntax) })
	return func(s string) bool { return expr().MatchString(s) }
}
