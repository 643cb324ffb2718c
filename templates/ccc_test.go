package templates

import (
	"strings"
	"testing"
)

func TestProgress(t *testing.T) {
	for shape, want := range map[string][]string{"P": {"{issue}", "{session}", "{mode}"}, "E": {"{issue:}"}} {
		text := Progress(shape)
		for _, name := range want {
			if strings.Count(text, name) != 1 {
				t.Errorf("%s has %d of %s", shape, strings.Count(text, name), name)
			}
		}
		if strings.Count(text, "{") != len(want) {
			t.Errorf("%s has other placeholders", shape)
		}
		for line := range strings.Lines(text) {
			if line != strings.TrimRight(line, " \t\r\n")+"\n" {
				t.Errorf("white space at the end of %q", line)
			}
		}
	}
}
