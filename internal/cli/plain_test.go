package cli

import (
	"io"
	"reflect"
	"testing"

	"mdck/internal/cli/app"
)

// TestPlain compares parsing without and with the grammar.
func TestPlain(t *testing.T) {
	for _, c := range commands() {
		p, ok := c.Line().(app.PlainCommand)
		if !ok {
			continue
		}
		for _, args := range [][]string{nil, {"a"}, {"-"}, {"a", "b c", "a"}, {"@a", "~/b", "$c", "d=e", "é"}} {
			p, want := reflect.New(reflect.TypeOf(p).Elem()).Interface().(app.PlainCommand), c.Line()
			p.Plain(args)
			if _, err := c.Parse(want, args, app.Streams{Out: io.Discard, Err: io.Discard}); err != nil {
				t.Errorf("%s %q: %v", c.Name, args, err)
			}
			if !reflect.DeepEqual(any(p), any(want)) {
				t.Errorf("%s %q: without the grammar\n%+v, with it\n%+v", c.Name, args, p, want)
			}
		}
	}
}
