package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/handoff"
	"mdck/mdcheckpoint/protocol"
)

func TestBelow(t *testing.T) {
	dir := makeFiles(t,
		"z/.ohrfc/late/checkpoint.md",
		".ohrfc/b/state.json",
		".ohrfc/a/checkpoint.md",
		".ohrfc/a/state.json",
		".ohrfc/only-rfc/rfc.md",
		".ohrfc/nothing/",
		".ohrfc/README.md",
		".ohrfc/.hidden/checkpoint.md",
		".ohrfc/a/.ohrfc/inner/checkpoint.md",
		".github/.ohrfc/dot/checkpoint.md",
		"ignored/.ohrfc/seen/checkpoint.md",
		".gitignore",
		"env/.ohrfc/plain/checkpoint.md",
		"backups/.ohrfc/kept/checkpoint.md",
		"file/.ohrfc",
		"bare/.ohrfc/",
		"agent_checkpoints/backups/.ohrfc/no/checkpoint.md",
		"node_modules/p/.ohrfc/no/checkpoint.md",
		".git/.ohrfc/no/checkpoint.md",
		".mdck/.ohrfc/no/checkpoint.md",
		"venv/pyvenv.cfg", "venv/lib/.ohrfc/no/checkpoint.md",
		".venv/pyvenv.cfg", ".venv/.ohrfc/no/checkpoint.md",
		".venv-3.12/pyvenv.cfg", ".venv-3.12/.ohrfc/no/checkpoint.md",
	)
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("ignored/\n.ohrfc/\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	all := []string{
		".github/.ohrfc/dot/checkpoint.md",
		".ohrfc/a/checkpoint.md",
		".ohrfc/b/checkpoint.md",
		"backups/.ohrfc/kept/checkpoint.md",
		"env/.ohrfc/plain/checkpoint.md",
		"ignored/.ohrfc/seen/checkpoint.md",
		"z/.ohrfc/late/checkpoint.md",
	}
	for _, c := range []struct {
		start string
		want  []string
	}{
		{"", all},
		{".ohrfc", all[1:3]},
		{".ohrfc/a", all[1:2]},
		{".ohrfc/b", all[2:3]},
		{".ohrfc/nothing", nil},
		{".ohrfc/only-rfc", nil},
		{".ohrfc/.hidden", nil},
		{".github", all[:1]},
		{"bare", nil},
		{"file", nil},
		{"node_modules", []string{"node_modules/p/.ohrfc/no/checkpoint.md"}}, // the start of a walk is never skipped
		{".venv", []string{".venv/.ohrfc/no/checkpoint.md"}},
	} {
		t.Run("from "+c.start, func(t *testing.T) {
			start := filepath.Join(dir, filepath.FromSlash(c.start))
			got, err := known().Below(start)
			if err != nil {
				t.Fatal(err)
			}
			want(t, paths(t, dir, got), c.want...)
			named, err := known().Named(start)
			if err != nil {
				t.Fatal(err)
			}
			want(t, paths(t, dir, named), c.want...)
		})
	}
}

func TestBelowOrder(t *testing.T) {
	dir := makeFiles(t)
	for i := range 40 {
		add(t, dir, fmt.Sprintf("%c/%d/.ohrfc/%c/checkpoint.md", 'a'+i*7%13, i, 'z'-i*5%17))
	}
	first, err := known().Below(dir)
	again, err2 := known().Below(dir)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	got := paths(t, dir, first)
	want(t, paths(t, dir, again), got...)
	sorted := slices.Clone(got)
	slices.SortFunc(sorted, func(a, b string) int { return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/")) })
	want(t, got, sorted...)
	if len(got) != 40 {
		t.Errorf("found %d of 40", len(got))
	}
}

func TestLinks(t *testing.T) {
	elsewhere := makeFiles(t, "far/checkpoint.md", "store/two/state.json", "other/.ohrfc/unseen/checkpoint.md", "file.md", "real.md", "deep/")
	dir := makeFiles(t, "repo/.ohrfc/own/checkpoint.md", "repo/linked/", "repo/.ohrfc/file/")
	repo := filepath.Join(dir, "repo")
	link(t, filepath.Join(elsewhere, "far"), filepath.Join(repo, ".ohrfc", "away"))
	link(t, filepath.Join(elsewhere, "store"), filepath.Join(repo, "linked", ".ohrfc"))
	add(t, repo, "linked/zz/.ohrfc/after/checkpoint.md") // the walk continues after a link
	link(t, filepath.Join(elsewhere, "other"), filepath.Join(repo, "other"))
	link(t, repo, filepath.Join(repo, "circle"))
	link(t, "nowhere", filepath.Join(repo, ".ohrfc", "dangling"))
	link(t, filepath.Join(elsewhere, "file.md"), filepath.Join(repo, ".ohrfc", "to-file"))
	link(t, filepath.Join(elsewhere, "real.md"), filepath.Join(repo, ".ohrfc", "file", "checkpoint.md"))
	add(t, repo, "gone/")
	link(t, "nowhere", filepath.Join(repo, "gone", ".ohrfc"))
	link(t, repo, filepath.Join(dir, "link"))
	names := []string{
		".ohrfc/away/checkpoint.md", ".ohrfc/file/checkpoint.md", ".ohrfc/own/checkpoint.md",
		"linked/.ohrfc/two/checkpoint.md", "linked/zz/.ohrfc/after/checkpoint.md",
	}
	for _, start := range []string{repo, filepath.Join(dir, "link")} {
		got, err := known().Below(start)
		if err != nil {
			t.Fatal(err)
		}
		want(t, paths(t, start, got), names...)
		here, err := known().Here(filepath.Join(start, "linked", "zz", ".."))
		if err != nil {
			t.Fatal(err)
		}
		want(t, paths(t, start, here), names[3:]...)
	}
	got, err := known().Named(filepath.Join(repo, ".ohrfc", "away"))
	if err != nil {
		t.Fatal(err)
	}
	want(t, paths(t, repo, got), names[0])
}

func TestUnreadable(t *testing.T) {
	dir := makeFiles(t, "a/.ohrfc/one/checkpoint.md", "b/.ohrfc/broken/", "b/.ohrfc/sound/state.json", "c/.ohrfc/two/state.json")
	loop := filepath.Join(dir, "b", ".ohrfc", "broken", "checkpoint.md")
	link(t, "checkpoint.md", loop)
	got, err := known().Below(dir)
	if err == nil || !strings.Contains(err.Error(), loop) {
		t.Errorf("error %v, want one about %s", err, loop)
	}
	want(t, paths(t, dir, got), "a/.ohrfc/one/checkpoint.md", "b/.ohrfc/sound/checkpoint.md", "c/.ohrfc/two/checkpoint.md")

	near, whole := known().Near(filepath.Join(dir, "b"), 100) // even if unreadable
	if want(t, paths(t, dir, near), "b/.ohrfc/sound/checkpoint.md", "b/.ohrfc/broken/checkpoint.md"); !whole {
		t.Error("not all was searched")
	}
	near, _ = known().Near(filepath.Dir(loop), 100)
	want(t, paths(t, dir, near), "b/.ohrfc/broken/checkpoint.md")

	if got, err := known().Below(filepath.Dir(loop)); err == nil || len(got) != 0 {
		t.Errorf("the workspace alone: %v, %v", got, err)
	}
	if _, err := known().Below(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory: %v", err)
	}
	if _, err := known().Below(filepath.Join(dir, "missing", ".ohrfc")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory .ohrfc: %v", err)
	}
}

func TestRights(t *testing.T) {
	if os.Getuid() <= 0 {
		return // root, or no such permissions
	}
	dir := makeFiles(t, "a/.ohrfc/one/checkpoint.md", "b/.ohrfc/no/checkpoint.md", "c/.ohrfc/closed/checkpoint.md", "d/.ohrfc/two/checkpoint.md")
	for _, name := range []string{"b", "c/.ohrfc/closed"} {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(filepath.Join(dir, name), 0o777) })
	}
	got, err := known().Below(dir)
	want(t, paths(t, dir, got), "a/.ohrfc/one/checkpoint.md", "d/.ohrfc/two/checkpoint.md")
	for _, name := range []string{filepath.Join(dir, "b"), filepath.Join(dir, "c", ".ohrfc", "closed")} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want one about %s", err, name)
		}
	}
}

func TestStart(t *testing.T) {
	dir := makeFiles(t,
		"repo/.git/HEAD", "repo/src/deep/x.go", "repo/.ohrfc/a/checkpoint.md", "repo/.ohrfc/a/.reviews/gateb/", "repo/.ohrfc/a/.mdck/", "repo/.ohrfc/.hidden/",
		"repo/pkg/.ohrfc/b/checkpoint.md", "repo/pkg/src/",
		"tree/.git", "tree/sub/",
		"plain/.git", "plain/.ohrfc/c/",
	)
	for start, end := range map[string]string{
		"repo":                         "repo",
		"repo/src/deep":                "repo",
		"repo/.ohrfc":                  "repo",
		"repo/.ohrfc/a":                "repo/.ohrfc/a",
		"repo/.ohrfc/a/.reviews/gateb": "repo/.ohrfc/a",
		"repo/.ohrfc/a/.mdck":          "repo/.ohrfc/a",
		"repo/.ohrfc/.hidden":          "repo",
		"repo/pkg/src":                 "repo/pkg",
		"repo/missing/too":             "repo",
		"tree/sub":                     "tree", // .git is a file
		"plain/.ohrfc/c":               "plain/.ohrfc/c",
	} {
		if got := known().Start(filepath.Join(dir, filepath.FromSlash(start))); got != filepath.Join(dir, filepath.FromSlash(end)) {
			t.Errorf("from %s: got %s, want %s", start, got, end)
		}
	}
	if root := filepath.VolumeName(dir) + string(filepath.Separator); known().Start(root) != root {
		t.Errorf("from the root: %s", known().Start(root))
	}
}

func TestHere(t *testing.T) {
	dir := makeFiles(t, ".git/HEAD", ".ohrfc/a/checkpoint.md", ".ohrfc/b/checkpoint.md", ".ohrfc/empty/", ".ohrfc/a/.reviews/", "src/", "pkg/.ohrfc/c/state.json", "pkg/src/")
	all := []string{".ohrfc/a/checkpoint.md", ".ohrfc/b/checkpoint.md", "pkg/.ohrfc/c/checkpoint.md"}
	for start, names := range map[string][]string{
		"": all, "src": all, ".ohrfc": all, ".ohrfc/a": all[:1], ".ohrfc/a/.reviews": all[:1], ".ohrfc/empty": nil, "pkg": all[2:], "pkg/src": all[2:],
	} {
		got, err := known().Here(filepath.Join(dir, filepath.FromSlash(start)))
		if err != nil {
			t.Fatal(err)
		}
		want(t, paths(t, dir, got), names...)
	}
}

func TestGitIgnored(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	dir := makeFiles(t, ".ohrfc/a/checkpoint.md")
	if out, err := exec.Command(git, "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(".ohrfc/\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(git, "-C", dir, "check-ignore", ".ohrfc/a/checkpoint.md").CombinedOutput(); err != nil {
		t.Fatalf("git does not ignore it: %v: %s", err, out)
	}
	got, err := known().Here(dir)
	if err != nil {
		t.Fatal(err)
	}
	want(t, paths(t, dir, got), ".ohrfc/a/checkpoint.md")
}

func TestSince(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is missing")
	}
	dir := makeFiles(t)
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "commit", "-q", "--allow-empty", "-m", "a"}} {
		if out, err := exec.Command(git, append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	note := known().Target(protocol.Target{Protocol: handoff.Name, Root: dir, Main: handoff.File, Path: handoff.File})
	since := note.Outside(note.Git(), claim.Outside{}).Since
	for i := range 5_000 {
		if s, err := since("0000000"); err != nil || s.Known {
			t.Fatalf("call %d: %v, %v", i, s, err)
		}
	}
	for i := 1; i < maxSince+2; i++ {
		if _, err := since(fmt.Sprintf("%07x", i)); (err != nil) != (i >= maxSince) {
			t.Errorf("commit %d: %v", i, err)
		}
	}
	if _, err := since("0000000"); err != nil {
		t.Errorf("a known commit: %v", err)
	}
}

func BenchmarkBelow(b *testing.B) {
	dir := makeFiles(b)
	for i := range 1000 {
		place := fmt.Sprintf("d%02d/.ohrfc/rfc-%04d/", i%100, i)
		add(b, dir, place+"checkpoint.md")
		add(b, dir, place+"state.json")
		add(b, dir, fmt.Sprintf("d%02d/src%d/x.go", i%100, i%7))
	}
	b.ReportAllocs()
	for b.Loop() {
		if got, err := known().Below(dir); err != nil || len(got) != 1000 {
			b.Fatal(len(got), err)
		}
	}
}
