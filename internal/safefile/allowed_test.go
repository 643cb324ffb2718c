package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestAllowed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links")
	}
	for name, c := range map[string]struct {
		dir       string
		out, into bool // expected refusals
	}{
		"plain":                   {dir: "repo/plain"},
		"to be made":              {dir: "repo/plain/a/b"},
		"link within":             {dir: "repo/within"},
		"below a link within":     {dir: "repo/within/sub"},
		"link out":                {dir: "repo/out", out: true},
		"below a link out":        {dir: "repo/out/sub", out: true},
		"to be made in it":        {dir: "repo/out/a/b", out: true},
		"link into git":           {dir: "repo/git", into: true},
		"to be made there":        {dir: "repo/git/a", into: true},
		"link into mdck":          {dir: "repo/mdck", into: true},
		"link into another's git": {dir: "repo/theirs", into: true},
		"repository by a link":    {dir: "alias/plain"},
		"out of that":             {dir: "alias/out", out: true},
	} {
		t.Run(name, func(t *testing.T) {
			top := linkedTree(t)
			root := "repo"
			if strings.HasPrefix(c.dir, "alias") {
				root = "alias"
			}
			s := Store{Dir: filepath.Join(top, filepath.FromSlash(c.dir)), Owns: func(string) bool { return true }, Roots: func() []string { return []string{filepath.Join(top, root)} }}
			s.refuses(t, c.out, c.into)
			s.FollowOutside = true
			s.refuses(t, false, c.into)
		})
	}
}

func TestAllowedBelowGit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links")
	}
	root := filepath.Join(t.TempDir(), gitDir, "w")
	must(t, os.MkdirAll(filepath.Join(root, gitDir, "x"), 0o755))
	must(t, os.Symlink(filepath.Join(gitDir, "x"), filepath.Join(root, "link")))
	s := Store{Dir: root, FollowOutside: true, Roots: func() []string { return []string{root} }}
	s.refuses(t, false, false)
	s.Dir = filepath.Join(root, "link")
	s.refuses(t, false, true)
}

func linkedTree(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	for _, dir := range []string{"repo/plain/sub", "repo/.git/x", "repo/.mdck/x", "else/sub", "other/.git/x"} {
		must(t, os.MkdirAll(filepath.Join(top, filepath.FromSlash(dir)), 0o755))
	}
	for name, to := range map[string]string{"repo/within": "plain", "repo/out": "../else", "repo/git": ".git/x", "repo/mdck": ".mdck/x", "repo/theirs": "../other/.git/x", "alias": "repo"} {
		must(t, os.Symlink(filepath.FromSlash(to), filepath.Join(top, filepath.FromSlash(name))))
	}
	return top
}

func (s Store) refuses(t *testing.T, out, into bool) {
	t.Helper()
	errs := []error{s.Allowed()}
	if _, err := os.Stat(s.Dir); err == nil && (out || into) {
		journal := filepath.Join(s.Dir, home, journalName)
		_, err := s.Update(func(Old) (Change, error) { return Change{Files: []File{{"a", "x"}}}, nil })
		if _, made := os.Lstat(filepath.Join(s.Dir, home)); !errors.Is(made, fs.ErrNotExist) {
			t.Errorf("%s was made in %s", home, s.Dir)
		}
		must(t, os.MkdirAll(filepath.Dir(journal), 0o755))
		must(t, os.WriteFile(journal, []byte("x"), 0o644))
		_, failed := s.Recover()
		errs = append(errs, err, failed, s.RemoveMemo("memo"))
		if entries, err := os.ReadDir(filepath.Join(s.Dir, home)); err != nil || len(entries) != 1 {
			t.Errorf("recovery left %v, %v", entries, err)
		}
		must(t, os.RemoveAll(filepath.Dir(journal)))
	}
	for _, err := range errs {
		file, private := errors.AsType[*FileError](err)
		outside := private && file.Outside
		if outside != out || !outside && private != into || (err != nil) != (out || into) {
			t.Errorf("want out %t, private %t, found %v", out, into, err)
		}
	}
}
