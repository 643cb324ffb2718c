package safefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNeverFollowed(t *testing.T) {
	files := func(n int, name func(i int) string) (all []journalFile) {
		for i := range n {
			all = append(all, journalFile{Name: name(i), Old: []byte("x"), New: []byte(fmt.Sprint(i)), Mode: 0o644})
		}
		return all
	}
	same, numbered := func(int) string { return "a" }, func(i int) string { return fmt.Sprint("a", i) }
	for name, c := range map[string]struct {
		journal journal
		tracked bool
		why     string
	}{
		"tracked":  {journal{Files: files(1, same)}, true, "is tracked by git"},
		"too many": {journal{Files: files(maxFiles+1, numbered)}, false, "names 1001 files"},
		"one file": {journal{Files: files(12, same)}, false, `names "a" twice`},
	} {
		t.Run(name, func(t *testing.T) {
			s := dirWith(t, map[string]string{"a": "0"})
			for i := 1; i <= keptBackups+1; i++ {
				_, err := s.set("a", fmt.Sprint("mine ", i))
				must(t, err)
			}
			text, _ := c.journal.encode() // the error is only about the size
			s.write(t, ".mdck/txn", text)
			s.Tracked = func(string) bool { return c.tracked }
			before, err := s.Backups("a")
			must(t, err)
			found, err := s.Recover()
			if err != nil || found.Recovered || !strings.Contains(found.Aside, c.why) {
				t.Errorf("found %+v, %v, want that it %s", found, err, c.why)
			}
			if found, err = s.Recover(); err != nil || found.Aside != "" {
				t.Errorf("then %+v, %v", found, err)
			}
			s.wantText(t, "a", "mine 11")
			s.wantText(t, ".mdck/txn.aside", text)
			after, err := s.Backups("a")
			must(t, err)
			if refused, err := s.Refused("a"); len(refused) > 0 || err != nil || fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("refused are %v (%v), backups %v, want %v", refused, err, after, before)
			}
		})
	}
}

func TestTrackedLeftovers(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "0"})
	tx := &txn{Store: s}
	planted := map[string]bool{}
	for i := range 2 * keptBackups {
		name := filepath.Base(outOf(tx.tempName(filepath.Join(s.Dir, "a"))))
		s.write(t, name, fmt.Sprint("made up ", i))
		planted[name] = true
	}
	s.Tracked = func(name string) bool { return planted[name] }
	r, err := s.set("a", "1")
	must(t, err)
	if len(r.Rescued) > 0 || r.Dropped {
		t.Errorf("found %+v", r.Found)
	}
	s.checkCopies(t, s.Backups, "a", "0")
	for name := range planted {
		if _, err := os.Lstat(filepath.Join(s.Dir, name)); err != nil {
			t.Error(err)
		}
	}
}

type endless struct {
	unflushed
	name string
	line string
	read *int
}

type vast struct{ fs.FileInfo }

func (vast) Size() int64 { return 1 << 40 }

func (e endless) Lstat(name string) (fs.FileInfo, error) {
	info, err := e.unflushed.Lstat(name)
	if err == nil && filepath.Base(name) == e.name {
		info = vast{info}
	}
	return info, err
}

func (e endless) ReadFile(name string) ([]byte, error) {
	if filepath.Base(name) == e.name {
		return nil, errors.New("it was to be read whole")
	}
	return e.unflushed.ReadFile(name)
}

func (e endless) ReadPart(name string, offset int64, most int) ([]byte, int64, error) {
	if filepath.Base(name) != e.name {
		return e.unflushed.ReadPart(name, offset, most)
	}
	if offset < 0 {
		offset += 1 << 40
	}
	*e.read += most
	return []byte(strings.Repeat(e.line, most/len(e.line)+1)[:most]), offset, nil
}

func TestReadsEnd(t *testing.T) {
	line := fmt.Sprintf("%063s\n", `{"path":"a","version":3}`) // 64 bytes, which divides the parts
	line = strings.Replace(line, strings.Repeat("0", 39), strings.Repeat(" ", 39), 1)
	s := dirWith(t, map[string]string{"a": "a", ".mdck/ledger.jsonl": "", ".mdck/txn": ""})
	read := 0
	s.FS = endless{name: ledgerName, line: line, read: &read}
	if e, err := s.Last("a"); err != nil || e == nil || e.Version != 3 || read > ledgerPart {
		t.Errorf("last is %v (%v), %d bytes read", e, err, read)
	}
	if e, err := s.Last("b"); err != nil || e != nil || read > 3*ledgerMost {
		t.Errorf("last of none is %v (%v), %d bytes read", e, err, read)
	}
	read = 0
	if all, err := s.Ledger(); err != nil || len(all) != ledgerMost/64-1 || read != ledgerMost {
		t.Errorf("%d entries (%v), %d bytes read", len(all), err, read)
	}
	read = 0
	s.FS = endless{name: journalName, read: &read}
	if found, err := s.Recover(); err != nil || !strings.Contains(found.Aside, "which exceeds the limit of one write") || read > 0 {
		t.Errorf("found %+v (%v), %d bytes read", found, err, read)
	}
	if _, err := os.Lstat(filepath.Join(s.Dir, home, asideName)); err != nil {
		t.Error(err)
	}
}

func owned(name string) bool { return name == "a" || name == "b" || name == "x/a" || name == "link" }

// cloned returns the Store of a cloned repository.
func cloned(t testing.TB) Store {
	t.Helper()
	s := Store{Dir: t.TempDir(), Holder: "mdck test", Owns: owned}
	for name, text := range map[string]string{
		"a": "a", "README.md": "read me", "run.sh": "#!/bin/sh\n", ".git/config": "[core]\n",
		".mdck/ledger.jsonl": "", ".mdck/backups/a.000001.ca978112": "a",
	} {
		path := filepath.Join(s.Dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	must(t, os.Chmod(filepath.Join(s.Dir, "run.sh"), 0o755))
	symlink(t, ".git/config", filepath.Join(s.Dir, "link"))
	return s
}

func others(t testing.TB, s Store) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(s.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		rel, _ := filepath.Rel(s.Dir, path)
		name := filepath.ToSlash(rel)
		if err != nil || (owned(name) && name != "link" || strings.HasPrefix(name, ".mdck/")) && info.Mode().Perm()&0o111 == 0 {
			return err
		}
		raw, err := os.ReadFile(path)
		all.WriteString(name + " " + info.Mode().String() + " " + string(raw) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func contents(t testing.TB, s Store) string {
	t.Helper()
	var all bytes.Buffer
	err := filepath.WalkDir(s.Dir, func(path string, e fs.DirEntry, err error) error {
		if info, failed := os.Stat(path); err != nil || failed == nil && info.IsDir() { // a directory
			return err
		}
		raw, err := os.ReadFile(path)
		all.WriteString(path + "\n" + string(raw) + "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func TestForeignJournal(t *testing.T) {
	good := journalFile{Name: "a", Old: []byte("a"), New: []byte("A")}
	for name, f := range map[string]journalFile{
		".git/hooks/post-commit": {New: []byte("#!/bin/sh\n"), Like: "run.sh"},
		".GIT/config":            {New: []byte("x")},
		"README.md":              {Old: []byte("read me")},
		"run.sh":                 {Old: []byte("#!/bin/sh\n"), New: []byte("x")},
		".mdck/ledger.jsonl":     {New: []byte("x")},
		"x/.mdck/txn":            {New: []byte("x")},
		"../a":                   {New: []byte("x")},
		"/etc/passwd":            {New: []byte("x")},
		"x/../a":                 {New: []byte("x")},
		"":                       {New: []byte("x")},
	} {
		t.Run(name, func(t *testing.T) {
			s := cloned(t)
			f.Name = name
			text, err := journal{Files: []journalFile{good, f}, Ledger: []Entry{{Path: "a"}}}.encode()
			must(t, err)
			s.write(t, ".mdck/txn", text)
			before := contents(t, s)
			_, err = s.Recover()
			wantForeign(t, err, name)
			_, err = s.set("a", "next")
			wantForeign(t, err, name)
			if after := contents(t, s); after != before {
				t.Errorf("found\n%s\nwant\n%s", after, before)
			}
		})
	}
}

func wantForeign(t *testing.T, err error, name string) {
	t.Helper()
	foreign, ok := errors.AsType[*JournalError](err)
	if !ok || !strings.Contains(foreign.Reason, `"`+name+`"`) || filepath.Base(foreign.Path) != journalName {
		t.Fatalf("want a JournalError about %q, found %v", name, err)
	}
}

func TestForeignLike(t *testing.T) {
	s := cloned(t)
	text, err := journal{Files: []journalFile{{Name: "b", New: []byte("B"), Like: "run.sh"}}}.encode()
	must(t, err)
	s.write(t, ".mdck/txn", text)
	_, err = s.Recover()
	wantForeign(t, err, "run.sh")

	must(t, os.Remove(filepath.Join(s.Dir, ".mdck/txn")))
	must(t, os.Chmod(filepath.Join(s.Dir, "a"), 0o750))
	_, err = s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"b", "B"}}, Like: map[string]string{"b": "a"}}, nil
	})
	must(t, err)
	if info, err := os.Stat(filepath.Join(s.Dir, "b")); err != nil || info.Mode().Perm()&0o111 != 0 {
		t.Errorf("the copy has the mode %v, %v", info.Mode(), err)
	}
}

func TestOwns(t *testing.T) {
	for _, c := range []Change{
		{Files: []File{{"README.md", "x"}}},
		{Gone: []string{"README.md"}},
		{Files: []File{{"b", "x"}}, Like: map[string]string{"b": "run.sh"}},
		{Files: []File{{"link", "x"}}}, // a link to .git/config
		{Files: []File{{".git/config", "x"}}},
	} {
		s := cloned(t)
		before := others(t, s)
		if _, err := s.Update(func(Old) (Change, error) { return c, nil }); err == nil {
			t.Errorf("%v is made", c)
		}
		if after := others(t, s); after != before {
			t.Errorf("found %q, want %q", after, before)
		}
	}
	s := cloned(t)
	s.Owns = nil
	if _, err := s.set("a", "x"); err == nil {
		t.Error("a Store without files changes one")
	}
}

func FuzzForeignJournal(f *testing.F) {
	for _, j := range []journal{
		{Files: []journalFile{{Name: "a", Old: []byte("a"), New: []byte("A")}}, Ledger: []Entry{{Path: "a"}}},
		{Files: []journalFile{{Name: ".git/hooks/post-commit", New: []byte("A"), Like: "run.sh"}}},
		{Files: []journalFile{{Name: "README.md", Old: []byte("read me")}}},
		{Files: []journalFile{{Name: "x/a", New: []byte("A"), Like: "a"}, {Name: "a", Old: []byte("a")}}, LedgerSize: -7},
		{Files: []journalFile{{Name: "link", Old: []byte("[core]\n"), New: []byte("A")}}},
		{Files: []journalFile{{Name: "b", New: []byte("A"), Like: "../run.sh"}}, LedgerSize: 1 << 40},
	} {
		body, err := json.Marshal(j)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(body))
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := cloned(t)
		s.write(t, ".mdck/txn", journalHead+hash(body)+"\n"+body)
		before := others(t, s)
		_, err := s.Recover()
		if after := others(t, s); after != before {
			t.Errorf("%v: found\n%s\nwant\n%s", err, after, before)
		}
		_, err = s.set("a", "next")
		if after := others(t, s); after != before {
			t.Errorf("%v: found\n%s\nwant\n%s", err, after, before)
		}
	})
}
