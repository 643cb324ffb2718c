package gitrepo

import (
	"os"
	"strings"
	"testing"
)

func TestFileLists(t *testing.T) {
	w := messy(t)
	r := w.open()
	sameList(t, must[[]string](t)(r.Modified()), "a", "b", "c", "d", "dir/x", "dir/y", "e", "f", "g", "i", "l", "m")
	sameList(t, must[[]string](t)(r.Changed()), "a", "b", "c", "d", "dir/new", "dir/x", "dir/y", "e", "f", "g", "h", "i", "l", "m")
	nested := work{t, w.path("nested")}
	if err := os.Mkdir(nested.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	nested.git("init", "--quiet")
	nested.write("x", "1")
	sameList(t, must[[]string](t)(r.Changed()), "a", "b", "c", "d", "dir/new", "dir/x", "dir/y", "e", "f", "g", "h", "i", "l", "m")
	fresh := newWork(t)
	fresh.write("x", "1")
	fresh.write("y", "1")
	fresh.git("add", "x")
	sameList(t, must[[]string](t)(fresh.open().Modified()), "x")
	sameList(t, must[[]string](t)(fresh.open().Changed()), "x", "y")
}

func FuzzParseChange(f *testing.F) {
	f.Add("1 .M N... 100644 100644 100644 0 0 ", "a b")
	f.Add("u UU N... 1 2 3 4 0 0 0 ", " ")
	f.Add("? ", "a b")
	f.Add("1 .M S..U 160000 160000 160000 0 0 ", "x\ny")
	f.Fuzz(func(t *testing.T, head, path string) {
		c, ok := parseChange(head + path)
		if ok && !strings.HasSuffix(head+path, " "+c.path) {
			t.Errorf("%q is read as %q", head+path, c.path)
		}
		plainHead := "1 .M N... 100644 100644 100644 0 0 "
		if c, ok := parseChange(plainHead + path); !ok || c.path != path || c.staged != '.' || c.unstaged != 'M' {
			t.Errorf("%q is read as %+v", path, c)
		}
	})
}
