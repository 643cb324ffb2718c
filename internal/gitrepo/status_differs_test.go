package gitrepo

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
)

func TestDiffers(t *testing.T) {
	w := newWork(t)
	w.commitAs("x", map[string]string{"a.md": "a\nb\n"})
	r := w.open()
	for _, attributes := range []string{"", "text", "text=auto", "-text", "eol=crlf", "eol=lf", "crlf", "crlf=input", "-crlf", "binary"} {
		for _, autocrlf := range []string{"false", "true", "input"} {
			w.write(".gitattributes", "*.md "+attributes+"\n")
			w.git("config", "core.autocrlf", autocrlf)
			for _, text := range []string{"a\nb\n", "a\r\nb\n", "a\r\nc\r\n", "a\r\nb\r\n\r"} {
				w.write("a.md", text)
				want := w.gitDiffers("a.md")
				if got := must[bool](t)(r.Differs("a.md")); got != want {
					t.Errorf("%q with %q and autocrlf %s differs: %v, git says %v", text, attributes, autocrlf, got, want)
				}
			}
		}
	}
}

func (w work) gitDiffers(path string) bool {
	w.t.Helper()
	cmd := exec.Command("git", "-c", "core.safecrlf=false", "diff", "--quiet", "HEAD", "--", path)
	cmd.Dir = w.dir
	out, err := cmd.CombinedOutput()
	if err != nil && (status(err) != 1 || len(out) > 0) {
		w.t.Fatalf("git diff: %v\n%s", err, out)
	}
	return err != nil
}

func TestDiffersGone(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		w := newWork(t)
		if err := os.RemoveAll(w.path(".git")); err != nil {
			t.Fatal(err)
		}
		w.git("init", "--quiet", "--object-format="+format)
		w.differsGone()
	}
}

func (w work) differsGone() {
	t, r := w.t, w.open()
	differs := func(want bool) {
		t.Helper()
		if got := must[bool](t)(r.Differs("a.md")); got != want {
			t.Errorf("differs: %v, want %v", got, want)
		}
	}
	differs(false) // no commit and no file
	w.commitAs("x", map[string]string{"a.md": "b.md", "b.md": "x\n"})
	differs(false)
	if err := os.Remove(w.path("a.md")); err != nil {
		t.Fatal(err)
	}
	differs(true)
	w.git("update-index", "--skip-worktree", "a.md")
	differs(false)
	w.git("update-index", "--no-skip-worktree", "a.md")
	w.git("update-index", "--assume-unchanged", "a.md")
	differs(false)
	w.git("update-index", "--no-assume-unchanged", "a.md")
	if runtime.GOOS != "windows" {
		if err := os.Symlink("b.md", w.path("a.md")); err != nil {
			t.Fatal(err)
		}
		differs(true)
		w.git("add", "a.md")
		w.git("commit", "--quiet", "--message", "y")
		differs(false)
	}
}

func TestDiffersUntracked(t *testing.T) {
	w := newWork(t)
	r := w.open()
	differs := func(path string, want bool) {
		t.Helper()
		if got := must[bool](t)(r.Differs(path)); got != want {
			t.Errorf("%q differs: %v, want %v", path, got, want)
		}
	}
	names := []string{"a.md", "a b .md", "dir/HEAD:é.md"}
	if runtime.GOOS != "windows" {
		names = append(names, "a\nb.md")
	}
	for _, path := range names {
		w.write(path, "a\n")
		differs(path, true) // before the first commit
	}
	w.git("add", "--all")
	differs("a.md", true)
	w.git("commit", "--quiet", "--message", "x")
	w.write(".git/info/exclude", "ignored.md\n")
	for _, path := range names {
		differs(path, false)
		w.write(path+".new", "a\n")
		differs(path+".new", true)
	}
	w.write("ignored.md", "a\n")
	differs("ignored.md", true)
	w.git("rm", "--quiet", "--cached", "a.md")
	differs("a.md", true)
}
