package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/source"
)

// halfSaved is a file system on which a program writes a file piece by piece.
type halfSaved struct {
	disk.System
	t      *testing.T
	file   string
	now    *time.Time
	pieces *[]string
	waits  *int
}

func (h halfSaved) Now() time.Time { return *h.now }

func (h halfSaved) Sleep(d time.Duration) {
	*h.now = h.now.Add(d)
	*h.waits++
	if len(*h.pieces) > 0 {
		must(h.t, os.WriteFile(h.file, []byte((*h.pieces)[0]), 0o644))
		*h.pieces = (*h.pieces)[1:]
		must(h.t, os.Chtimes(h.file, *h.now, *h.now))
	}
}

func TestHalfSaved(t *testing.T) {
	begun := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	long := make([]string, 200)
	for i := range long {
		long[i] = strings.Repeat("o", i)
	}
	for name, c := range map[string]struct {
		there  string
		age    time.Duration
		pieces []string
		ledger bool // mdck wrote the text last
		want   string
		waits  int
		err    error
	}{
		"in pieces":         {"", 0, []string{"o", "one\ntw", "one\ntwo\n"}, false, "one\ntwo\n", 3, nil},
		"slow":              {"o", 0, []string{"o", "o", "o", "one"}, false, "one", 9, nil},
		"for ever":          {"", 0, long, false, "", 50, ErrChanged},
		"touched for ever":  {"o", 0, slices.Repeat([]string{"o"}, 200), false, "o", 50, nil},
		"known, by another": {"one\n", 10 * time.Millisecond, nil, true, "one\n", 0, nil},
		"a moment ago":      {"one", 99 * time.Millisecond, []string{"two"}, false, "two", 6, nil},
		"a while ago":       {"one", 100 * time.Millisecond, []string{"two"}, false, "one", 0, nil},
		"clock set back":    {"one", -time.Hour, []string{"two"}, false, "one", 0, nil},
		"whole":             {"one\n", 0, []string{"two"}, false, "one\n", 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := dirWith(t, nil)
			file := filepath.Join(s.Dir, "a")
			if c.ledger {
				_, err := s.Update(func(Old) (Change, error) {
					return Change{Files: []File{{"a", c.there}}, Ledger: []Entry{{Path: "a"}}}, nil
				})
				must(t, err)
			}
			s.write(t, "a", c.there)
			must(t, os.Chtimes(file, begun.Add(-c.age), begun.Add(-c.age)))
			now, pieces, waits := begun, c.pieces, 0
			s.FS = halfSaved{t: t, file: file, now: &now, pieces: &pieces, waits: &waits}
			_, err := s.Update(func(old Old) (Change, error) {
				text, _, err := old("a")
				if text != c.want && err == nil {
					t.Errorf("read %q, want %q", text, c.want)
				}
				return Change{}, err
			})
			if !errors.Is(err, c.err) {
				t.Errorf("error is %v, want %v", err, c.err)
			}
			if waits != c.waits {
				t.Errorf("waited %d times, want %d", waits, c.waits)
			}
		})
	}
}

func TestSavedByAnother(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a\n"})
	set := func(text string) error {
		_, err := s.Update(func(Old) (Change, error) {
			return Change{Files: []File{{"a", text}}, Ledger: []Entry{{Path: "a"}}}, nil
		})
		return err
	}
	must(t, set("b\n"))
	now, waits, pieces := time.Now().Add(time.Minute), 0, []string{"mine\nand more\n"}
	s.write(t, "a", "mine\n")
	must(t, os.Chtimes(filepath.Join(s.Dir, "a"), now, now))
	s.FS = halfSaved{t: t, file: filepath.Join(s.Dir, "a"), now: &now, pieces: &pieces, waits: &waits}
	must(t, set("c\n"))
	all, err := s.Backups("a")
	must(t, err)
	if waits == 0 || all[0].sum != hash("mine\nand more\n") {
		t.Errorf("waited %d times, backups are %v", waits, all)
	}
}

// TestEmptied checks that an emptied file needs RestoresText.
func TestEmptied(t *testing.T) {
	for name, ledger := range map[string][]Entry{"ledger": {{Path: "a"}}, "backups": nil} {
		for _, text := range []string{"", " \n\t\n"} {
			s := dirWith(t, map[string]string{"a": "a", "b": ""})
			_, err := s.Update(func(Old) (Change, error) {
				return Change{Files: []File{{"a", "A"}}, Ledger: ledger}, nil
			})
			must(t, err)
			s.write(t, "a", text)
			must(t, os.Chtimes(filepath.Join(s.Dir, "a"), time.Unix(0, 0), time.Unix(0, 0)))
			_, err = s.set("a", "new")
			if e, ok := errors.AsType[*EmptiedError](err); !ok || e.Name != "a" {
				t.Errorf("%s, %q: error %v", name, text, err)
			}
			s.wantText(t, "a", text)
			_, err = s.set("b", "new") // always empty
			must(t, err)
			s.RestoresText = true
			_, err = s.set("a", "A")
			must(t, err)
		}
	}
}

type lateWriter struct {
	disk.System
	s *Store
	t *testing.T
}

func (l lateWriter) SyncDir(dir string) error {
	outs, err := filepath.Glob(filepath.Join(l.s.Dir, ".*"+outSuffix))
	must(l.t, err)
	for _, out := range outs {
		must(l.t, os.WriteFile(out, []byte("late"), 0o644))
	}
	return l.System.SyncDir(dir)
}

func TestWrittenAfterTheSwap(t *testing.T) {
	for name, c := range map[string]Change{
		"one":  {Files: []File{{"a", "A"}}},
		"two":  {Files: []File{{"a", "A"}, {"b", "B"}}},
		"gone": {Gone: []string{"a"}},
	} {
		s := dirWith(t, map[string]string{"a": "a", "b": "b"})
		s.FS = lateWriter{s: &s, t: t}
		r, err := s.Update(func(Old) (Change, error) { return c, nil })
		must(t, err)
		if len(r.Late) == 0 || len(r.Rescued) > 0 {
			t.Errorf("%s: result is %+v", name, r)
			continue
		}
		s.wantText(t, r.Late[0], "late")
		noTemporary(t, s.Dir)
	}
}

func TestLateSave(t *testing.T) {
	for name, c := range map[string]struct {
		fs     FS
		change Change
	}{
		"swapped":   {unflushed{}, Change{Files: []File{{"a", "new"}}}},
		"renamed":   {noSwap{}, Change{Files: []File{{"a", "new"}}}},
		"with more": {unflushed{}, Change{Files: []File{{"b", "new"}, {"a", "new"}}, Ledger: []Entry{{Path: "a"}}}},
		"gone":      {unflushed{}, Change{Gone: []string{"a"}}},
		"archived":  {unflushed{}, Change{Files: []File{{"a", "new"}}, Archive: []source.Named{{Name: "a", Text: "old"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := dirWith(t, map[string]string{"a": "old", "b": "b"})
			s.FS = c.fs
			f, err := os.OpenFile(filepath.Join(s.Dir, "a"), os.O_WRONLY, 0)
			must(t, err)
			_, err = s.Update(func(Old) (Change, error) { return c.change, nil })
			must(t, err)
			must(t, f.Truncate(0))
			for i, part := range []string{"typed ", "slowly"} {
				_, err = f.WriteString(part)
				must(t, err)
				s.checkCopies(t, s.Backups, "a", []string{"typed ", "typed slowly"}[i])
			}
			must(t, f.Close())
			late := 0
			for i := range 3 * keptBackups {
				r, err := s.set("a", fmt.Sprint(i))
				must(t, err)
				late += len(r.Late)
				if i == 1 && late != 1 {
					t.Errorf("it was reported %d times after two writes", late)
				}
				if i == keptBackups-3 {
					all, err := s.Backups("a")
					must(t, err)
					if text, err := s.Text(all[len(all)-1].Path); err != nil || text != "typed slowly" {
						t.Errorf("the oldest backup is %q, %v", text, err)
					}
				}
			}
			if late != 1 {
				t.Errorf("it was reported %d times", late)
			}
			noTemporary(t, s.Dir)
		})
	}
}

func TestLateSaveOfTheCopy(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	f, err := os.OpenFile(filepath.Join(s.Dir, "a"), os.O_WRONLY, 0)
	must(t, err)
	_, err = s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"backups/a", "old"}, {"a", "new"}}, Kept: []string{"a"}}, nil
	})
	must(t, err)
	_, err = f.WriteString("late")
	must(t, errors.Join(err, f.Close()))
	s.wantText(t, "backups/a", "late")
}

// TestProgress checks the recovery of a change whose files were changed since: a is old, A new, x
// edited.
func TestProgress(t *testing.T) {
	for files, want := range map[string]string{
		"a b c": "A B C", "A b c": "A B C", "A B C": "A B C",
		"A x c": "a x c", "A B x": "a b x", "x b c": "x b c",
		"x B c": "x B C", "x B C": "x B C", "A x C": "A x C",
		"x y c": "x y c", "A x y": "a x y", "x y C": "x y C",
	} {
		t.Run(files, func(t *testing.T) {
			is := strings.Fields(files)
			s := dirWith(t, map[string]string{"a": is[0], "b": is[1], "c": is[2]})
			var j journal
			for _, name := range []string{"a", "b", "c"} {
				j.Files = append(j.Files, journalFile{Name: name, Old: []byte(name), New: []byte(strings.ToUpper(name)), Mode: 0o644})
				j.Ledger = append(j.Ledger, Entry{Path: name})
			}
			text, err := j.encode()
			must(t, err)
			s.write(t, ".mdck/txn", text)
			found, err := s.Recover()
			got := s.read(t, "a") + " " + s.read(t, "b") + " " + s.read(t, "c")
			if err != nil || got != want || found.Recovered == (found.Undone != nil) {
				t.Errorf("files are %s after %+v, %v, want %s", got, found, err, want)
			}
			ledger, err := s.Ledger()
			must(t, err)
			lines := 0
			for _, text := range strings.Fields(want) {
				if found.Recovered && strings.Contains("ABC", text) {
					lines++
				}
			}
			if len(ledger) != lines {
				t.Errorf("ledger is %v, want %d lines", ledger, lines)
			}
			s.nothingLeft(t)
		})
	}
}
