package gitrepo

import "testing"

// TestMoved holds that a file is found in HEAD under the name that it had before git mv, be
// it changed since or not, and that no other file has an older name.
func TestMoved(t *testing.T) {
	w := newWork(t)
	w.git("config", "diff.renames", "false")
	if got := must[string](t)(w.open().Moved("a.md")); got != "" {
		t.Errorf("before the first commit: %q", got)
	}
	text := "one\ntwo\nthree\nfour\nfive\n"
	w.commitAs("x", map[string]string{"a.md": text, "dir/ö \n.md": text + "six\nseven\n", "copied.md": "1\n2\n3\n4\n", "gone.md": "x\n"})
	w.git("mv", "a.md", "b.md")
	w.git("mv", "dir/ö \n.md", "dir/c.md")
	w.write("dir/c.md", text+"six\nseven\neight\n")
	w.git("add", "dir/c.md")
	w.write("b.md", "something else\n")
	w.write("copy.md", "1\n2\n3\n4\n")
	w.write("new.md", "quite another text\n")
	w.git("add", "copy.md", "new.md")
	w.git("rm", "-q", "gone.md")
	r := w.open()
	for path, want := range map[string]string{"b.md": "a.md", "dir/c.md": "dir/ö \n.md", "a.md": "", "copied.md": "", "copy.md": "", "new.md": "", "gone.md": "", "none.md": ""} {
		if got := must[string](t)(r.Moved(path)); got != want {
			t.Errorf("%q was moved from %q, want %q", path, got, want)
		}
	}
}
