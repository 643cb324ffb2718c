package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestRefusedRotatesNothingOut holds of a change that is tried again and again, with
// another text each time, and is taken back each time: the backups are what the files did
// hold, once each and newest last written, and what was refused is beside them, bounded.
func TestRefusedRotatesNothingOut(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "0", "b": "0"})
	both := func(text string) (Result, error) {
		return s.Update(func(Old) (Change, error) { return Change{Files: []File{{"a", text}, {"b", text}}}, nil })
	}
	for i := 1; i <= 6; i++ {
		_, err := both(fmt.Sprint(i))
		must(t, err)
	}
	for i := range keptBackups + 3 {
		s.FS = fixed{swaps: new(int)}
		if _, err := both(fmt.Sprint("refused ", i)); !errors.Is(err, errFault) {
			t.Fatalf("error is %v", err)
		}
	}
	s.FS = nil
	for _, name := range []string{"a", "b"} {
		s.wantCopies(t, s.Backups, name, "6", "5", "4", "3", "2", "1", "0")
		var refused []string
		for i := keptBackups + 2; i > 2; i-- {
			refused = append(refused, fmt.Sprint("refused ", i))
		}
		s.wantCopies(t, s.Refused, name, refused...)
	}
}

// TestOneBackupOfEachText holds of a file that has one of a few texts at a time, in any
// order: each is kept once, and the one that was replaced last is the newest.
func TestOneBackupOfEachText(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "0"})
	want, now := []string{}, "0"
	for i := range 30 {
		next := fmt.Sprint((i*i + 1) % 7)
		if next == now {
			continue
		}
		_, err := s.set("a", next)
		must(t, err)
		want = slices.Insert(slices.DeleteFunc(want, func(text string) bool { return text == now }), 0, now)
		now = next
		s.wantCopies(t, s.Backups, "a", want...)
	}
	if len(want) < 4 {
		t.Errorf("%d texts, want 4 and more", len(want))
	}
}

// wantCopies fails unless list gives these texts of the file called name.
func (s Store) wantCopies(t *testing.T, list func(string) ([]Backup, error), name string, want ...string) {
	t.Helper()
	all, err := list(name)
	must(t, err)
	var got []string
	for _, b := range all {
		text, err := s.Text(b.Path)
		must(t, err)
		got = append(got, text)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("copies of %q are %q, want %q", name, got, want)
	}
}

// noRoom has no room for a refused text; where it is stuck too, nothing can be taken back.
type noRoom struct{ fixed }

func (f noRoom) Mkdir(name string, mode os.FileMode) error {
	if filepath.Base(name) == refusedDir {
		return errFault
	}
	return f.fixed.Mkdir(name, mode)
}

// TestWhatIsNotKeptIsSaid holds of texts that cannot be kept: each is named, whether the
// change was taken back or is left to the next run; those that are kept are not.
func TestWhatIsNotKeptIsSaid(t *testing.T) {
	for _, stuck := range []bool{false, true} {
		for _, room := range []bool{false, true} {
			s := dirWith(t, map[string]string{"a": "a", "b": "b"})
			f := fixed{stuck: stuck, swaps: new(int)}
			if s.FS = f; !room {
				s.FS = noRoom{f}
			}
			_, err := s.setBoth()
			var unkept []string
			if back, ok := errors.AsType[*UndoneError](err); ok {
				for _, why := range back.Unkept {
					unkept = append(unkept, strings.Split(why, `"`)[1])
				}
				if said := strings.Contains(err.Error(), `what "b" was to hold could not be kept`); said == room {
					t.Errorf("room %t: error is %v", room, err)
				}
			}
			want := []string{"a", "b"}
			switch {
			case room, stuck: // then they are in the journal
				want = nil
			}
			if slices.Sort(unkept); !slices.Equal(unkept, want) {
				t.Errorf("stuck %t, room %t: unkept are %q, want %q: %v", stuck, room, unkept, want, err)
			}
		}
	}
}

// TestRefusedModes holds of a refused text: nobody reads it who may not read the file.
func TestRefusedModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes here")
	}
	s := dirWith(t, map[string]string{"a": "a"})
	must(t, os.Chmod(filepath.Join(s.Dir, "a"), 0o600))
	_, err := s.Update(func(old Old) (Change, error) {
		_, _, err := old("a")
		s.write(t, "a", "mine")
		return Change{Files: []File{{"a", "A"}, {"n", "N"}}}, err
	})
	back, ok := errors.AsType[*UndoneError](err)
	if !ok || len(back.Kept) != 2 {
		t.Fatalf("error is %v", err)
	}
	for _, kept := range back.Kept {
		info, err := os.Stat(filepath.Join(s.Dir, kept.Path))
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%q has mode %v", kept.Path, info.Mode())
		}
	}
}
