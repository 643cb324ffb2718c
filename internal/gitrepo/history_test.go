package gitrepo

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// revisionsOf returns a line per revision, such as "subject: a.md from old.md text".
func revisionsOf(t *testing.T, r *Repo, path string, most int) []string {
	t.Helper()
	var all []string
	for _, v := range must[[]Revision](t)(r.History(path, most)) {
		line := v.Subject + ": " + v.Path
		if v.From != "" {
			line += " from " + v.From
		}
		switch {
		case v.Gone:
			line += " gone"
		case v.Other:
			line += " other"
		case v.Mode.Type() == fs.ModeSymlink:
			line += " link"
		default:
			text, size, err := r.Contents(v.Blob, 1<<20)
			if err != nil || int64(len(text)) != size {
				t.Fatalf("contents of %s: %d bytes of %d: %v", v.Blob, len(text), size, err)
			}
			line += " " + strings.TrimSpace(text[strings.LastIndex(strings.TrimSpace(text), "\n")+1:])
		}
		all = append(all, line)
	}
	return all
}

func checkRevisions(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("history is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// long is long enough for git to recognize a rename.
var long = strings.Repeat("a line that was not changed\n", 20)

func (w work) commitAs(subject string, files map[string]string) {
	w.t.Helper()
	for name, text := range files {
		w.write(name, text)
	}
	w.git("add", "--all")
	w.git("commit", "--quiet", "--allow-empty", "--message", subject)
}

func TestHistory(t *testing.T) {
	w := newWork(t)
	if got := must[[]Revision](t)(w.open().History("a.md", 0)); len(got) != 0 {
		t.Errorf("before the first commit there is %v", got)
	}
	for _, setting := range [][2]string{
		{"log.showRoot", "false"}, {"log.showSignature", "true"}, {"diff.renames", "false"}, {"color.ui", "always"}, {"log.decorate", "full"},
		{"format.pretty", "fuller"}, {"log.date", "relative"}, {"diff.external", "false"}, {"core.quotePath", "true"}, {"log.diffMerges", "off"},
		{"i18n.logOutputEncoding", "UTF-16"}, {"alias.log", "!false"}, {"diff.noprefix", "true"},
	} {
		w.git("config", setting[0], setting[1])
	}
	w.commitAs("one", map[string]string{"a.md": long + "1\n", "other": "x"})
	w.commitAs("two", map[string]string{"a.md": long + "2\n"})
	w.commitAs("else", map[string]string{"other": "y"})
	w.git("checkout", "--quiet", "-b", "side")
	w.commitAs("side", map[string]string{"a.md": long + "s\n"})
	w.git("checkout", "--quiet", "main")
	w.commitAs("main", map[string]string{"other": "z"})
	w.git("-c", "diff.external=", "merge", "--quiet", "--no-ff", "-m", "merged", "side")
	w.git("mv", "a.md", "b.md")
	w.commitAs("moved", nil)
	w.commitAs("copied", map[string]string{"c.md": long + "s\nc\n"})
	b := []string{"moved: b.md from a.md s", "merged: a.md s", "two: a.md 2", "one: a.md 1"}
	r := w.open()
	checkRevisions(t, revisionsOf(t, r, "b.md", 0), b...)
	checkRevisions(t, revisionsOf(t, r, "b.md", 2), b[:2]...)
	checkRevisions(t, revisionsOf(t, r, "c.md", 0), "copied: c.md c")
	checkRevisions(t, revisionsOf(t, r, "a.md", 0), append([]string{"moved: a.md gone"}, b[1:]...)...)
	checkRevisions(t, revisionsOf(t, r, "nothing", 0))
	w.git("rm", "--quiet", "b.md")
	w.commitAs("dropped", nil)
	checkRevisions(t, revisionsOf(t, w.open(), "b.md", 0), append([]string{"dropped: b.md gone"}, b...)...)
}

func TestHistoryNames(t *testing.T) {
	names := []string{"-all", "--", "a b", "é.md", "sub/*.md", "[a].md"}
	if runtime.GOOS != "windows" {
		names = append(names, ":(top)x", "a\"b", "a\nb", "tab\there")
	}
	w := newWork(t)
	for _, name := range names {
		w.commitAs("made", map[string]string{name: long + name})
	}
	for _, name := range names {
		if got := must[[]Revision](t)(w.open().History(name, 0)); len(got) != 1 || got[0].Path != name || got[0].From != "" {
			t.Errorf("history of %q is %+v", name, got)
		}
	}
}

func TestHistoryKinds(t *testing.T) {
	w := newWork(t)
	w.commitAs("a \x1b[31mred: :100644 0 0 0 M", map[string]string{"a.md": long + "1\n"})
	if err := os.Remove(w.path("a.md")); err != nil {
		t.Fatal(err)
	}
	switch err := os.Symlink("b.md", w.path("a.md")); {
	case err != nil && runtime.GOOS == "windows": // links need a privilege
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	w.commitAs("linked", nil)
	checkRevisions(t, revisionsOf(t, w.open(), "a.md", 0), "linked: a.md link", "a \x1b[31mred: :100644 0 0 0 M: a.md 1")
}

func TestHistoryDirectory(t *testing.T) {
	w := newWork(t)
	w.commitAs("one", map[string]string{"a": "1\n", "b": "x"})
	w.git("rm", "--quiet", "a")
	w.commitAs("directory", map[string]string{"a/x": "2\n", "a/y": long, "a/:z": long + "z"})
	w.commitAs("in it", map[string]string{"a/x": "3\n", "a/y": long + "4\n"})
	w.git("rm", "--quiet", "-r", "a")
	w.commitAs("file", map[string]string{"a": "something else\n"})
	w.commitAs("again", map[string]string{"a": "and again\n"})
	checkRevisions(t, revisionsOf(t, w.open(), "a", 0), "again: a and again", "file: a something else", "directory: a gone", "one: a 1")
}

// TestHistoryMost checks that the limit counts only revisions of the file.
func TestHistoryMost(t *testing.T) {
	w := newWork(t)
	w.commitAs("one", map[string]string{"a": "1\n", "b": "x"})
	w.commitAs("two", map[string]string{"a": "2\n"})
	w.git("rm", "--quiet", "a")
	w.commitAs("directory", map[string]string{"a/x": "0"})
	for i := range 9 {
		w.commitAs("in it", map[string]string{"a/x": strings.Repeat("y", i+1)})
	}
	w.git("rm", "--quiet", "-r", "a")
	w.commitAs("file", map[string]string{"a": "something else\n"})
	all := []string{"file: a something else", "directory: a gone", "two: a 2", "one: a 1"}
	r := w.open()
	for most := range 6 {
		want := all
		if most > 0 {
			want = all[:min(most, len(all))]
		}
		checkRevisions(t, revisionsOf(t, r, "a", most), want...)
	}
}

func FuzzParseHistory(f *testing.F) {
	f.Add("a\x001\x00s\x00\n:100644 100644 1 2 M\x00p")
	f.Add("a\x001\x00s\x00\n:100644 100644 1 2 R100\x00q\x00p\x00b\x002\x00:\x00\n:100644 000000 1 2 D\x00q")
	f.Add("a\x001\x00s\x00\n:000000 100644 1 2 A\x00p/x\x00b\x002\x00s\x00\n:100644 160000 1 2 T\x00p\x00c\x003\x00\x00\n:100644 100644 1 2 C90\x00q\x00p")
	f.Fuzz(func(t *testing.T, text string) {
		all := records(text)
		found, seen, err := parseHistory("p", all)
		if err != nil {
			if len(found) > 0 {
				t.Fatalf("%d revisions with %v", len(found), err)
			}
			return
		}
		if len(found) > seen || seen > len(all)/3 {
			t.Fatalf("%d revisions of %d commits in %d records", len(found), seen, len(all))
		}
		path, rest := "p", all
		for i := range found {
			v := &found[i]
			if v.Path != path || (v.Blob == "") != (v.Gone || v.Other) || v.Gone && v.Other {
				t.Fatalf("revision %+v of %q", v, path)
			}
			if rest = after(rest, v); rest == nil {
				t.Fatalf("revision %+v is not in the records %q, or not in their order", v, all)
			}
			path = cmp.Or(v.From, path)
		}
		for n := range min(len(all), 40) {
			checkParts(t, all, n, found)
		}
	})
}

func checkParts(t *testing.T, all []string, n int, found []Revision) {
	t.Helper()
	first, _, err := parseHistory("p", all[:n])
	if err != nil {
		return
	}
	if !slices.Equal(first, found[:min(len(first), len(found))]) {
		t.Fatalf("of %d of the records %+v, of all %+v", n, first, found)
	}
	isCopy := func(record string) bool { return strings.Contains(record, ":") && strings.Contains(record, "C") }
	if strings.HasPrefix(strings.TrimPrefix(all[n], "\n"), ":") || slices.ContainsFunc(all, isCopy) || strings.HasPrefix(all[0], ":") {
		return // all[n:] does not begin with a commit
	}
	path := "p"
	for _, v := range first {
		path = cmp.Or(v.From, path)
	}
	rest, _, err := parseHistory(path, all[n:])
	if err != nil || !slices.Equal(slices.Concat(first, rest), found) {
		t.Fatalf("in two parts, cut at %d, %+v and %+v, %v, and at once %+v", n, first, rest, err, found)
	}
}

// after returns the records that follow a revision, or nil.
func after(all []string, v *Revision) []string {
	for i := 0; i+4 < len(all); i++ {
		seconds, err := strconv.ParseInt(all[i+1], 10, 64)
		if err != nil || all[i] != v.Commit || seconds != v.Time.Unix() || all[i+2] != v.Subject {
			continue
		}
		if j := slices.Index(all[i+3:], v.Path); j > 0 {
			return all[i+3+j+1:]
		}
	}
	return nil
}

func TestHistoryReplaced(t *testing.T) {
	w := newWork(t)
	w.commitAs("one", map[string]string{"a.md": "1\n"})
	w.commitAs("two", map[string]string{"a.md": "2\n"})
	w.git("replace", "HEAD:a.md", "HEAD~1:a.md")
	w.git("replace", "HEAD", "HEAD~1")
	checkRevisions(t, revisionsOf(t, w.open(), "a.md", 0), "two: a.md 2", "one: a.md 1")
}

func TestContents(t *testing.T) {
	w := newWork(t)
	w.commitAs("x", map[string]string{"big": strings.Repeat("x", 300_000), "small": "abc"})
	r := w.open()
	big, small := must[[]Revision](t)(r.History("big", 0))[0].Blob, must[[]Revision](t)(r.History("small", 0))[0].Blob
	if text, size, err := r.Contents(big, 299_999); text != "" || size != 300_000 || err != nil {
		t.Errorf("a large blob has %d bytes of %d: %v", len(text), size, err)
	}
	if text, size, err := r.Contents(small, 3); text != "abc" || size != 3 || err != nil {
		t.Errorf("the next blob is %q, %d bytes: %v", text, size, err)
	}
	if _, _, err := r.Contents(strings.Repeat("1", 40), 3); !errors.Is(err, ErrDamaged) {
		t.Errorf("a missing blob: %v", err)
	}
	w.git("config", "remote.origin.promisor", "true")
	if _, _, err := r.Contents(strings.Repeat("1", 40), 3); !errors.Is(err, ErrPartial) {
		t.Errorf("a missing blob in a partial clone: %v", err)
	}
}

func TestHistoryPartial(t *testing.T) {
	w := newWork(t)
	w.git("config", "uploadpack.allowFilter", "true")
	w.commitAs("one", map[string]string{"a.md": long + "1\n", "other.md": long})
	w.git("mv", "a.md", "b.md")
	w.commitAs("two", map[string]string{"b.md": long + "2\n"})
	dir := t.TempDir()
	w.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://"+filepath.ToSlash(w.dir), dir)
	r := open(t, dir)
	found, err := r.History("b.md", 0)
	if len(found) == 0 || !errors.Is(err, ErrPartial) {
		t.Fatalf("history is %v: %v", found, err)
	}
	for _, v := range found {
		if text, _, err := r.Contents(v.Blob, 1<<20); !errors.Is(err, ErrPartial) {
			t.Errorf("contents are %q: %v", text, err)
		}
	}
	treeless := t.TempDir()
	w.git("clone", "--quiet", "--no-checkout", "--filter=tree:0", "file://"+filepath.ToSlash(w.dir), treeless)
	if found, err := open(t, treeless).History("b.md", 0); len(found) > 0 || !errors.Is(err, ErrPartial) {
		t.Errorf("without trees history is %v: %v", found, err)
	}
}
