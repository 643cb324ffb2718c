package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"mdck/mdcheckpoint/source"
)

func TestKeptTexts(t *testing.T) {
	s := dirWith(t, map[string]string{"a.md": "one"})
	for _, text := range []string{"two", "three \xe9"} {
		_, err := s.Update(func(Old) (Change, error) {
			return Change{Files: []File{{"a.md", text}}, Archive: []source.Named{{Name: "round.md", Text: "of " + text}}}, nil
		})
		must(t, err)
	}
	s.write(t, ".mdck/archive/notes.md", "of somebody else")
	s.write(t, ".mdck/archive/12-notes.md", "of somebody else")
	must(t, os.Mkdir(filepath.Join(s.Dir, ".mdck/archive/0009-folder"), 0o755))
	var got []string
	backups, err := s.Backups("a.md")
	must(t, err)
	for _, b := range backups {
		text, err := s.Text(b.Path)
		must(t, err)
		got = append(got, text)
	}
	archive, err := s.Archive()
	must(t, err)
	for i, k := range archive {
		text, err := s.Text(k.Path)
		must(t, err)
		if got = append(got, text); k.Seq != i+1 || k.Name != "round.md" {
			t.Errorf("archived text %d is %+v", i, k)
		}
	}
	want := []string{"two", "one", "of two", "of three \xe9"}
	if len(got) != len(want) {
		t.Fatalf("kept are %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("kept text %d is %q, want %q", i, got[i], want[i])
		}
	}
}

func TestNothingKept(t *testing.T) {
	s := dirWith(t, nil)
	backups, err := s.Backups("a.md")
	archive, err2 := s.Archive()
	if len(backups)+len(archive) > 0 || err != nil || err2 != nil {
		t.Errorf("of nothing there is %v, %v (%v, %v)", backups, archive, err, err2)
	}
}

func TestTextStaysInside(t *testing.T) {
	s := dirWith(t, map[string]string{"secret": "s", ".mdck/archive/0001-a.md": "a", ".mdck/ledger.jsonl": "", ".mdck/archive/deep/x": "x"})
	must(t, os.Mkdir(filepath.Join(s.Dir, ".mdck/backups"), 0o755))
	must(t, os.Symlink("../../secret", filepath.Join(s.Dir, ".mdck/backups/link")))
	for _, rel := range []string{
		"", "secret", ".mdck/ledger.jsonl", ".mdck/archive", ".mdck/archive/", ".mdck/archive/../ledger.jsonl", "./.mdck/archive/0001-a.md",
		".mdck/archive/../../secret", ".mdck/archive/deep/x", ".mdck/archive/deep", ".mdck/backups/link", "/etc/passwd", "../x",
	} {
		text, err := s.Text(rel)
		if text != "" || err == nil {
			t.Errorf("Text(%q) is %q, %v, want an error", rel, text, err)
		}
	}
	if text, err := s.Text(".mdck/archive/0001-a.md"); text != "a" || err != nil {
		t.Errorf("the archived text is %q, %v", text, err)
	}
	if _, err := s.Text(".mdck/archive/0002-b.md"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing text: %v", err)
	}
}

func TestHomeIsNoLink(t *testing.T) {
	other := dirWith(t, map[string]string{"a": "a"})
	_, err := other.set("a", "b")
	must(t, err)
	for _, name := range []string{".mdck", ".mdck/backups", ".mdck/archive"} {
		s := dirWith(t, nil)
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(s.Dir, name)), 0o755))
		must(t, os.Symlink(filepath.Join(other.Dir, name), filepath.Join(s.Dir, name)))
		_, err := s.Backups("a")
		_, err2 := s.Archive()
		if err == nil && err2 == nil {
			t.Errorf("%s is a link, and was followed", name)
		}
	}
}

func TestLedgerIsAFile(t *testing.T) {
	s := dirWith(t, nil)
	must(t, os.MkdirAll(filepath.Join(s.Dir, ".mdck/ledger.jsonl"), 0o755))
	if entries, err := s.Ledger(); err == nil {
		t.Errorf("a directory was read as %v", entries)
	}
}
