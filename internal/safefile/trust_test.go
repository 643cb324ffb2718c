package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mdck/internal/safefile/disk"
)

// bait returns a Store from a stranger, with links to a hook, a secret and a directory.
func bait(t *testing.T) Store {
	t.Helper()
	s := cloned(t)
	for name, text := range map[string]string{".husky/pre-commit": "#!/bin/sh\n", ".env": "KEY=1\n", ".husky/a": "a"} {
		s.write(t, name, text)
	}
	must(t, os.Chmod(filepath.Join(s.Dir, ".husky/pre-commit"), 0o755))
	for name, to := range map[string]string{"b": ".husky/pre-commit", "x": ".husky"} {
		must(t, os.Symlink(to, filepath.Join(s.Dir, name)))
	}
	return s
}

func TestJournalThroughLink(t *testing.T) {
	hook := []byte("#!/bin/sh\n")
	for name, f := range map[string]journalFile{
		"write":     {Name: "b", Old: hook, New: []byte("x")},
		"at":        {Name: "a", At: "b", Old: hook, New: []byte("x")},
		"take away": {Name: "b", Old: hook},
		"through":   {Name: "x/a", Old: []byte("a"), New: []byte("x")},
		"gone":      {Name: "x/a", Old: []byte("a")},
		"unlink":    {Name: "x/a", At: "a", Old: []byte("a")},
		"like":      {Name: "a", Old: []byte("a"), New: []byte("x"), Like: "b"},
	} {
		t.Run(name, func(t *testing.T) {
			s := bait(t)
			text, err := journal{Files: []journalFile{f}}.encode()
			must(t, err)
			s.write(t, ".mdck/txn", text)
			before := contents(t, s)
			_, err = s.Recover()
			if _, ok := errors.AsType[*JournalError](err); !ok || !strings.Contains(err.Error(), "symbolic link") {
				t.Errorf("want a JournalError about a link, found %v", err)
			}
			_, err = s.set("a", "next")
			if _, ok := errors.AsType[*JournalError](err); !ok {
				t.Errorf("want a JournalError, found %v", err)
			}
			if after := contents(t, s); after != before {
				t.Errorf("found\n%s\nwant\n%s", after, before)
			}
		})
	}
}

func TestJournalOntoProgram(t *testing.T) {
	s := interrupted(t)
	path := filepath.Join(s.Dir, "a")
	if runtime.GOOS == "windows" {
		t.Skip("files have no right to be run there")
	}
	must(t, os.Chmod(path, 0o755))
	before := contents(t, s)
	_, err := s.Recover()
	if _, ok := errors.AsType[*JournalError](err); !ok || contents(t, s) != before {
		t.Errorf("want a JournalError and nothing done, found %v", err)
	}
	must(t, os.Chmod(path, 0o644))
	if did, err := s.Recover(); !did.Recovered || err != nil {
		t.Errorf("recovered %v, %v", did, err)
	}
	s.wantText(t, "a", "A")
}

func TestLinkRecovers(t *testing.T) {
	for _, gone := range []bool{false, true} {
		s := dirWith(t, map[string]string{"real/a": "old", "b": "b"})
		link := filepath.Join(s.Dir, "a")
		symlink(t, "real/a", link)
		change := Change{Files: []File{{"b", "B"}, {"a", "new"}}}
		if gone {
			change = Change{Files: []File{{"b", "B"}}, Gone: []string{"a"}}
		}
		s.FS = &noDrop{}
		_, err := s.Update(func(Old) (Change, error) { return change, nil })
		if unfinished, ok := errors.AsType[*UnfinishedError](err); !ok {
			t.Fatalf("want an UnfinishedError, found %v, %v", err, unfinished)
		}
		s.FS = nil
		s.write(t, "b", "b")
		if !gone {
			s.write(t, "real/a", "old")
		}
		if did, err := s.Recover(); !did.Recovered || err != nil {
			t.Fatalf("recovered %v, %v", did, err)
		}
		s.wantText(t, "b", "B")
		if _, err := os.Lstat(link); (err != nil) != gone {
			t.Errorf("removed %v: the link: %v", gone, err)
		}
		if !gone {
			s.wantText(t, "real/a", "new")
		}
	}
}

type noDrop struct{ disk.System }

func (noDrop) Remove(name string) error {
	if filepath.Base(name) == journalName || filepath.Base(name) == "a" && filepath.Base(filepath.Dir(name)) != "real" {
		return errors.New("stuck")
	}
	return disk.System{}.Remove(name)
}

func TestJournalNoFile(t *testing.T) {
	for want, set := range map[string]func(s Store) error{
		"is a symbolic link; expected a regular file": func(s Store) error { return os.Symlink("../a", filepath.Join(s.Dir, ".mdck/txn")) },
		"is a directory; expected a regular file":     func(s Store) error { return os.Mkdir(filepath.Join(s.Dir, ".mdck/txn"), 0o755) },
		"is a symbolic link; expected a directory": func(s Store) error {
			s.write(t, ".mdck/txn", "x")
			return errors.Join(os.Rename(filepath.Join(s.Dir, ".mdck"), filepath.Join(s.Dir, "other")), os.Symlink("other", filepath.Join(s.Dir, ".mdck")))
		},
	} {
		s := cloned(t)
		must(t, set(s))
		_, err := s.Recover()
		if _, ok := errors.AsType[*JournalError](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("want a JournalError that it %s, found %v", want, err)
		}
		if _, err := s.set("a", "next"); err == nil {
			t.Errorf("%s: something was written", want)
		}
		s.wantText(t, "a", "a")
	}
}
