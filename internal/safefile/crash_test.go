package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/source"
)

type scenario struct {
	name    string
	before  map[string]string
	files   []File
	archive []source.Named
	ledger  []Entry
	gone    []string
}

func scenarios() []scenario {
	before := map[string]string{"checkpoint.md": "# Old\n", "state.json": "{\"v\":1}\n"}
	checkpoint, state := File{"checkpoint.md", "# New, and longer\n"}, File{"state.json", "{\"v\":2}\n"}
	line := Entry{Path: "checkpoint.md", Version: 2, Content: "c", Command: "append", Time: time.Date(2026, 11, 21, 6, 33, 0, 0, time.UTC)}
	return []scenario{
		{name: "one file", before: before, files: []File{checkpoint}},
		{name: "new file in new directories", before: before, files: []File{{"a/b/c.md", "new\n"}}},
		{name: "one file and ledger", before: before, files: []File{checkpoint}, ledger: []Entry{line}},
		{name: "two files", before: before, files: []File{checkpoint, state}},
		{
			name: "old and new file, archive, ledger", before: before,
			files:   []File{checkpoint, {"a/b/c.md", "new\n"}},
			archive: []source.Named{{Name: "round-1.md", Text: "pruned\n"}},
			ledger:  []Entry{line, {Path: "a/b/c.md", Version: 1, Time: line.Time}},
		},
		{
			name: "files in folders", before: map[string]string{"x/a": "old", "y/b": "old"},
			files: []File{{"x/a", "new"}, {"y/b", "new"}},
		},
		{name: "file that goes", before: before, gone: []string{"state.json"}},
		{
			name: "copy, new file, and file that goes", before: before, gone: []string{"state.json"},
			files:  []File{{"copies/state.json", before["state.json"]}, {"other.json", "{}"}},
			ledger: []Entry{{Path: "state.json", Time: line.Time}},
		},
	}
}

func (sc scenario) change(old Old) (Change, error) {
	for _, f := range sc.files {
		if _, _, err := old(f.Name); err != nil {
			return Change{}, err
		}
	}
	like := map[string]string{}
	if len(sc.gone) > 0 {
		like["copies/state.json"] = "state.json"
	}
	return Change{sc.files, sc.archive, sc.ledger, sc.gone, like, nil}, nil
}

func (sc scenario) setUp(t *testing.T, m *memory) Store {
	t.Helper()
	s := Store{Dir: filepath.FromSlash("/store"), FS: m, Owns: anything}
	must(t, m.Mkdir(s.Dir, newDir))
	must(t, m.SyncDir("/"))
	x := &txn{Store: s}
	for name, text := range sc.before {
		path := filepath.Join(s.Dir, name)
		_, err := x.makeDirs(filepath.Dir(path))
		must(t, err)
		f, err := m.OpenFile(path, os.O_CREATE, 0o644)
		must(t, err)
		_, err = f.WriteAt([]byte(text), 0)
		must(t, errors.Join(err, f.Sync(), m.SyncDir(filepath.Dir(path))))
	}
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const (
	allOld = "all old"
	allNew = "all new"
	mixed  = "mixed"
)

func (sc scenario) state(t *testing.T, s Store) string {
	t.Helper()
	olds, news := 0, 0
	for _, f := range sc.files {
		raw, err := s.fs().ReadFile(filepath.Join(s.Dir, f.Name))
		before, ok := sc.before[f.Name]
		switch {
		case err == nil && string(raw) == f.New:
			news++
		case err == nil && ok && string(raw) == before, errors.Is(err, fs.ErrNotExist) && !ok:
			olds++
		default:
			t.Fatalf("%q is %q (%v), want %q or %q", f.Name, raw, err, before, f.New)
		}
	}
	for _, name := range sc.gone {
		raw, err := s.fs().ReadFile(filepath.Join(s.Dir, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			news++
		case err == nil && string(raw) == sc.before[name]:
			olds++
		default:
			t.Fatalf("%q is %q (%v), want %q or none", name, raw, err, sc.before[name])
		}
	}
	switch {
	case news == 0:
		return allOld
	case olds == 0:
		return allNew
	}
	return mixed
}

func (sc scenario) settled(t *testing.T, s Store) string {
	t.Helper()
	if _, err := s.Recover(); err != nil {
		t.Fatalf("recover: %v", err)
	}
	state := sc.state(t, s)
	if state == mixed {
		t.Fatalf("files are %s after Recover", state)
	}
	ledger, err := s.Ledger()
	must(t, err)
	want := 0
	if state == allNew {
		want = len(sc.ledger)
		sc.checkArchive(t, s)
	}
	if len(ledger) != want {
		t.Fatalf("files are %s, want %d lines in the ledger, found %d", state, want, len(ledger))
	}
	return state
}

func (sc scenario) checkArchive(t *testing.T, s Store) {
	t.Helper()
	var texts []string
	dir := filepath.Join(s.Dir, home, archiveDir)
	for _, e := range sc.entriesOf(t, s, dir) {
		raw, err := s.fs().ReadFile(filepath.Join(dir, e))
		must(t, err)
		texts = append(texts, string(raw))
	}
	var want []string
	for _, a := range sc.archive {
		want = append(want, a.Text)
	}
	if !slices.Equal(texts, want) {
		t.Fatalf("archive has %q, want %q", texts, want)
	}
}

func (sc scenario) entriesOf(t *testing.T, s Store, dir string) (names []string) {
	t.Helper()
	entries, err := s.fs().ReadDir(dir)
	must(t, ignoreMissing(err))
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), tempSuffix) && !strings.HasSuffix(e.Name(), outSuffix) {
			names = append(names, e.Name())
		}
	}
	return names
}

func (sc scenario) finishes(t *testing.T, s Store) {
	t.Helper()
	if _, err := s.Update(sc.change); err != nil {
		t.Fatalf("next update: %v", err)
	}
	if state := sc.settled(t, s); state != allNew {
		t.Fatalf("files are %s after the next update", state)
	}
	sc.checkBackups(t, s)
	if _, err := s.fs().Lstat(filepath.Join(s.Dir, home, journalName)); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("journal is still there (%v)", err)
	}
}

func (sc scenario) checkBackups(t *testing.T, s Store) {
	t.Helper()
	for _, f := range sc.files {
		found, err := s.Backups(f.Name)
		must(t, err)
		before, ok := sc.before[f.Name]
		var olds, news int
		for _, b := range found {
			if ok && b.sum == hash(before) {
				olds++
			} else if b.sum == hash(f.New) {
				news++
			}
		}
		if olds+news != len(found) || news > 1 || ok != (olds > 0) || olds > 1 {
			t.Fatalf("backups of %q are %v", f.Name, found)
		}
	}
}

func checkError(t *testing.T, err error, settled string) {
	t.Helper()
	var unfinished *UnfinishedError
	decided := err == nil || errors.As(err, &unfinished)
	if decided != (settled == allNew) {
		t.Fatalf("files are %s after the error: %v", settled, err)
	}
}

type loss struct {
	name     string
	survives func() bool
}

func losses(seed ...uint64) []loss {
	random := rand.New(rand.NewPCG(seed[0], seed[len(seed)-1]))
	return []loss{
		{"nothing is left", func() bool { return false }},
		{"all is left", func() bool { return true }},
		{"half is left", func() bool { return random.IntN(2) == 0 }},
		{"most is left", func() bool { return random.IntN(5) > 0 }},
	}
}

func TestPowerCut(t *testing.T) {
	for _, sc := range scenarios() {
		for i := range losses(0) {
			for n, hit := 1, true; hit; n++ {
				l := losses(uint64(n))[i]
				t.Run(fmt.Sprintf("%s, call %d, %s", sc.name, n, l.name), func(t *testing.T) {
					m := newMemory()
					s := sc.setUp(t, m)
					m.ops, m.end = 0, n
					_, err := s.Update(sc.change)
					hit = m.ops >= n
					m.end = 0
					m.cut(l.survives)
					sc.state(t, s)
					if state := sc.settled(t, s); err == nil && state != allNew {
						t.Fatalf("files are %s after an update without error", state)
					}
					sc.finishes(t, s)
				})
			}
		}
	}
}

func TestKilledInMemory(t *testing.T) {
	for _, sc := range scenarios() {
		for n, hit := 1, true; hit; n++ {
			t.Run(fmt.Sprintf("%s, call %d", sc.name, n), func(t *testing.T) {
				m := newMemory()
				s := sc.setUp(t, m)
				m.ops, m.end = 0, n
				_, err := s.Update(sc.change)
				hit = m.ops >= n
				m.end = 0
				sc.state(t, s)
				checkError(t, err, sc.settled(t, s))
				sc.finishes(t, s)
			})
		}
	}
}

func TestCrashOfTheNextRun(t *testing.T) {
	t.Parallel()
	for _, sc := range scenarios() {
		if sc.name == "two files" {
			continue // another scenario contains this one
		}
		for n, hit := 1, true; hit; n++ {
			t.Run(fmt.Sprintf("%s, call %d", sc.name, n), func(t *testing.T) {
				hit = sc.crashTwice(t, n)
			})
		}
	}
}

func (sc scenario) crashTwice(t *testing.T, n int) (hit bool) {
	t.Helper()
	step := 40
	if testtmp.Long() {
		step = 3
	}
	if testing.Short() { // with the race detector, which is slow
		step = 50
	}
	for k, hitAgain := 1+n%step, true; hitAgain; k += step {
		m := newMemory()
		s := sc.setUp(t, m)
		m.ops, m.end = 0, n
		_, err := s.Update(sc.change)
		hit = m.ops >= n
		m.ops, m.end = 0, k
		r, err2 := s.Update(sc.change)
		hitAgain = m.ops >= k
		m.end = 0
		m.cut(losses(uint64(n), uint64(k))[k/3%2*2].survives)
		sc.state(t, s)
		if state := sc.settled(t, s); (err == nil || err2 == nil && len(r.Changed) > 0) && state != allNew {
			t.Fatalf("call %d of the second update: files are %s after the errors %v and %v", k, state, err, err2)
		}
		sc.finishes(t, s)
	}
	return hit
}

func symlink(t testing.TB, target, name string) {
	t.Helper()
	err := os.Symlink(target, name)
	if err != nil && runtime.GOOS == "windows" {
		t.Skip(err)
	}
	must(t, err)
}
