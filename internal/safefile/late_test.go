package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLateSave checks that what an editor, which opened a file before an Update replaced it,
// writes after that is kept, by each way of replacing: it is listed at once, the next Update
// says so once, and no number of later ones removes it.
func TestLateSave(t *testing.T) {
	for name, c := range map[string]struct {
		fs     FS
		change Change
	}{
		"swapped":   {unflushed{}, Change{Files: []File{{"a", "new"}}}},
		"renamed":   {noSwap{}, Change{Files: []File{{"a", "new"}}}},
		"with more": {unflushed{}, Change{Files: []File{{"b", "new"}, {"a", "new"}}, Ledger: []Entry{{Path: "a"}}}},
		"gone":      {unflushed{}, Change{Gone: []string{"a"}}},
		"archived":  {unflushed{}, Change{Files: []File{{"a", "new"}}, Archive: []Archived{{"a", "old"}}}},
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
				s.wantCopies(t, s.Backups, "a", []string{"typed ", "typed slowly"}[i])
			}
			must(t, f.Close())
			late := 0
			for i := range 3 * keptBackups {
				r, err := s.set("a", fmt.Sprint(i))
				must(t, err)
				late += len(r.Late)
				if i == 1 && late != 1 {
					t.Errorf("it was said %d times after two writes", late)
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
				t.Errorf("it was said %d times", late)
			}
			noTemporary(t, s.Dir)
		})
	}
}

// TestLateSaveOfTheCopy checks the same of a file whose text the change keeps in a file of its
// own: what is written late is in that.
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

// TestProgress checks that an interrupted change of which another program has changed a file
// since is undone if that file was not replaced yet, and else finished.
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
