package cli

import (
	"io"
	"reflect"
	"testing"
)

// TestPlain checks that a command line without flags means the same with and without
// the grammar.
func TestPlain(t *testing.T) {
	for _, c := range commands() {
		p, ok := c.grammar().(plainCommand)
		if !ok {
			continue
		}
		for _, args := range [][]string{nil, {"a"}, {"-"}, {"a", "b c", "a"}, {"@a", "~/b", "$c", "d=e", "é"}} {
			p, want := reflect.New(reflect.TypeOf(p).Elem()).Interface().(plainCommand), c.grammar()
			p.plain(args)
			if _, err := c.parse(want, args, Streams{Out: io.Discard, Err: io.Discard}); err != nil {
				t.Errorf("%s %q: %v", c.name, args, err)
			}
			if !reflect.DeepEqual(any(p), any(want)) {
				t.Errorf("%s %q: without the grammar\n%+v, with it\n%+v", c.name, args, p, want)
			}
		}
	}
}
