package safefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMemo(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a"})
	if text, ok, err := s.ReadMemo("note"); text != "" || ok || err != nil {
		t.Fatalf("before anything: %q, %v, %v", text, ok, err)
	}
	if err := s.WriteMemo("note", "x"); err == nil {
		t.Error("it was noted without .mdck")
	}
	must(t, s.RemoveMemo("note"))
	if _, err := os.Lstat(filepath.Join(s.Dir, home)); err == nil {
		t.Fatal(".mdck was made")
	}
	for range 2 {
		must(t, s.Furnish())
		if text, err := os.ReadFile(filepath.Join(s.Dir, home, ignoreName)); string(text) != "*\n" {
			t.Fatalf("git sees .mdck: %q, %v", text, err)
		}
	}
	_, err := s.set("a", "A")
	must(t, err)
	for _, text := range []string{"one", "", strings.Repeat("é", MaxMemo/2)} {
		must(t, s.WriteMemo("note", text))
		if got, ok, err := s.ReadMemo("note"); got != text || !ok || err != nil {
			t.Fatalf("noted %d bytes, read %d, %v, %v", len(text), len(got), ok, err)
		}
	}
	must(t, s.WriteMemo("note", strings.Repeat("x", MaxMemo+1)))
	if _, _, err := s.ReadMemo("note"); err == nil {
		t.Error("a memo without bound was read")
	}
	must(t, s.RemoveMemo("note"))
	must(t, s.RemoveMemo("note"))
	if _, ok, _ := s.ReadMemo("note"); ok {
		t.Error("it is not forgotten")
	}
	noTemporary(t, s.Dir)
}

func TestMemoElsewhere(t *testing.T) {
	for name, where := range map[string]string{"the directory": home, "the file": home + "/note"} {
		t.Run(name, func(t *testing.T) {
			outside := t.TempDir()
			theirs := filepath.Join(outside, "note")
			must(t, os.WriteFile(theirs, []byte("theirs"), 0o600))
			s := dirWith(t, map[string]string{"a": "a"})
			target := theirs
			if where == home {
				target = outside
			} else {
				must(t, os.Mkdir(filepath.Join(s.Dir, home), 0o755))
			}
			if err := os.Symlink(target, filepath.Join(s.Dir, filepath.FromSlash(where))); err != nil {
				t.Skip("no symbolic links here")
			}
			if text, _, err := s.ReadMemo("note"); err == nil || text != "" {
				t.Errorf("read %q, %v", text, err)
			}
			if s.WriteMemo("note", "mine") == nil || s.RemoveMemo("note") == nil {
				t.Error("it was written, or forgotten")
			}
			if got, err := os.ReadFile(theirs); err != nil || string(got) != "theirs" {
				t.Errorf("the target of the link is %q, %v", got, err)
			}
		})
	}
}

func TestMemoChanges(t *testing.T) {
	const memo = home + "/answers.json"
	s := dirWith(t, map[string]string{"a": "a", "b.json": "b"})
	s.Owns = func(string) bool { return true }
	both := func(name string) error {
		_, err := s.Update(func(old Old) (Change, error) {
			if _, _, err := old(name); err != nil {
				return Change{}, err
			}
			return Change{Files: []File{{Name: name, New: "{}"}, {Name: "a", New: "A" + name}}}, nil
		})
		return err
	}
	must(t, both(memo))
	if text, ok, err := s.ReadMemo("answers.json"); text != "{}" || !ok || err != nil {
		t.Errorf("the memo is %q, %v, %v", text, ok, err)
	}
	for _, name := range []string{home + "/txn", home + "/ledger.jsonl", home + "/backups/a.json", "sub/" + home + "/answers.json", ".git/a.json"} {
		if err := both(name); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	path := filepath.Join(s.Dir, filepath.FromSlash(memo))
	must(t, os.Remove(path))
	if os.Symlink(filepath.Join(s.Dir, "b.json"), path) == nil {
		if err := both(memo); err == nil {
			t.Error("a memo was written through a link")
		}
	}
	if text, err := os.ReadFile(filepath.Join(s.Dir, "a")); string(text) != "A"+memo || err != nil {
		t.Errorf("the file is %q, %v", text, err)
	}
}
