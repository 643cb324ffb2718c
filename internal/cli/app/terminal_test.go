package app

import (
	"os"
	"strings"
	"testing"
)

func TestIsTerminal(t *testing.T) {
	streams := []any{strings.NewReader(""), (*os.File)(nil), &strings.Builder{}, nil}
	for _, name := range []string{os.DevNull, "/dev/zero", "/dev/full", t.TempDir()} {
		if f, err := os.Open(name); err == nil {
			defer f.Close()
			streams = append(streams, f)
		}
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	for _, stream := range append(streams, reader, writer) {
		if IsTerminal(stream) || TerminalWidth(stream) != 0 || UseColour("auto", stream, func(string) string { return "" }) {
			t.Errorf("%v counts as a terminal", stream)
		}
	}
}

func TestUseColour(t *testing.T) {
	for _, c := range []struct {
		flag, noColor string
		want          bool
	}{{"always", "", true}, {"always", "1", true}, {"never", "", false}, {"auto", "", false}} {
		env := map[string]string{"NO_COLOR": c.noColor}
		if got := UseColour(c.flag, &strings.Builder{}, func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}
