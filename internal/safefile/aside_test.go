package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeverFollowed checks that a journal which no write of ours can have made is moved aside
// once, whoever comes by, that nothing of it is done, and that it takes no copy away that
// there is.
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
			text, _ := c.journal.encode() // also what is more than we would write
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

// TestTrackedLeftovers checks that files which came with a repository, under the names of those
// that a crash leaves, stay as they are and become no backups: they would rotate real ones away.
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
	s.wantCopies(t, s.Backups, "a", "0")
	for name := range planted {
		if _, err := os.Lstat(filepath.Join(s.Dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// endless is a disk whose journal and ledger have no end; it counts what is read of them.
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

// TestReadsEnd checks that a ledger without bound is read from its end: one entry by what a few
// writes add, all of them by a few MiB; and that a journal is not read at all.
func TestReadsEnd(t *testing.T) {
	line := fmt.Sprintf("%063s\n", `{"path":"a","version":3}`) // divides what is read, so the end is whole
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
	if found, err := s.Recover(); err != nil || !strings.Contains(found.Aside, "more than any write makes") || read > 0 {
		t.Errorf("found %+v (%v), %d bytes read", found, err, read)
	}
	if _, err := os.Lstat(filepath.Join(s.Dir, home, asideName)); err != nil {
		t.Error(err)
	}
}
