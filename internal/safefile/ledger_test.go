package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"mdck/internal/safefile/disk"
	"mdck/mdcheckpoint/source"
)

func TestLedgerOfAnUpdate(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	given := []Entry{
		{Path: "a", Version: 3, Before: "x", After: "y", Content: "c", Command: "append <b> & \"q\"", Time: time.Date(2026, 11, 21, 6, 33, 0, 0, time.UTC)},
		{Path: "b", Version: 1},
		{Path: "elsewhere", Before: "x", After: "y"},
	}
	_, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"a", "new"}, {"b", "\xff"}}, Ledger: given}, nil
	})
	must(t, err)
	want := []Entry{given[0], given[1], given[2]}
	want[0].Before, want[0].After = hash("old"), hash("new")
	want[1].After = hash("\xff")
	got, err := s.Ledger()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("ledger is %+v (%v), want %+v", got, err, want)
	}
	s.wantText(t, "b", "\xff")
	line, _, _ := strings.Cut(s.read(t, ".mdck/ledger.jsonl"), "\n")
	if want := `{"path":"a","version":3,"before":"` + hash("old") + `","after":"` + hash("new") +
		`","content":"c","command":"append <b> & \"q\"","time":"2026-11-21T06:33:00Z"}`; line != want {
		t.Errorf("line is %s, want %s", line, want)
	}
}

func TestAppendToAnEditedLedger(t *testing.T) {
	s := dirWith(t, map[string]string{".mdck/ledger.jsonl": `{"path":"a"}`})
	_, err := s.Update(func(Old) (Change, error) {
		return Change{Archive: []source.Named{{Name: "x", Text: "x"}}, Ledger: []Entry{{Path: "b"}}}, nil
	})
	must(t, err)
	got, err := s.Ledger()
	if err != nil || len(got) != 2 || got[1].Path != "b" {
		t.Errorf("ledger is %v (%v), want a and b", got, err)
	}
}

func TestReadLedger(t *testing.T) {
	for text, want := range map[string]struct {
		paths string
		fails bool
	}{
		"":                                       {"", false},
		"{\"path\":\"a\"}\n":                     {"a", false},
		"{\"path\":\"a\"}":                       {"a", false},
		"{\"path\":\"a\"}\n{\"path\":\"b\"}\n":   {"a b", false},
		"{\"path\":\"a\"}\n{\"path\":\"b\"":      {"a", false},
		"{\"path\":\"a\"}\n{\"path\":\"b\"\n":    {"a", false},
		"{\"path\":\"a\"}\n\x00\x00":             {"a", false},
		"{\"path\"":                              {"", false},
		"{\"path\":\"a\"}\r\n{\"path\":\"b\"}":   {"a b", false},
		"{\"path\":\"a\"}\n\n{\"path\":\"b\"}\n": {"a b", false},
		"{\"path\":\"a\"}\n{\n{\"path\":\"b\"}":  {"a", true},
	} {
		got, err := ledgerLines{text: text}.entries()
		var paths []string
		for _, e := range got {
			paths = append(paths, e.Path)
		}
		if strings.Join(paths, " ") != want.paths || (err != nil) != want.fails {
			t.Errorf("%q gives %q, %v; want %+v", text, paths, err, want)
		}
	}
}

func FuzzAppendOnce(f *testing.F) {
	f.Add("", "command", uint16(0))
	f.Add("{\"path\":\"a\"}\n", "x", uint16(9))
	f.Add("{\"path\":\"a\"}", "x", uint16(200))
	f.Add("{\"path\":\"a\"}\n{\"pa", "", uint16(500))
	f.Add("{\"path\":\"a\"}\n{\"path\":\""+strings.Repeat("torn ", 200), "", uint16(500))
	f.Fuzz(func(t *testing.T, text, command string, torn uint16) {
		m := newMemory()
		s := Store{Dir: filepath.FromSlash("/"), FS: m, Owns: anything}
		x, err := s.begin()
		must(t, err)
		_, err = x.put(x.inHome(ledgerName), text, attributes{}, nil)
		must(t, err)
		before, errBefore := s.Ledger()
		end, err := x.ledgerEnd(ledgerPart)
		must(t, err)
		size := end.offset + int64(len(whole(end.text)))
		entries := []Entry{{Path: "new", Command: strings.ToValidUTF8(command, "")}, {Path: "newer"}}

		must(t, x.appendEntries(entries, size))
		full := s.textOfLedger(t)
		if cut := int(size) + int(torn); cut < len(full) {
			_, err := x.put(x.inHome(ledgerName), full[:cut], attributes{}, nil)
			must(t, err)
		}
		must(t, x.appendEntries(entries, size))
		must(t, x.appendEntries(entries, size))
		if got := s.textOfLedger(t); got != full {
			t.Fatalf("ledger is %q, want %q", got, full)
		}
		after, errAfter := s.Ledger()
		if errBefore == nil && (errAfter != nil || !reflect.DeepEqual(after, append(before, entries...))) {
			t.Fatalf("entries are %+v (%v), want %+v and the new ones", after, errAfter, before)
		}
	})
}

func (s Store) textOfLedger(t *testing.T) string {
	t.Helper()
	raw, err := s.FS.ReadFile(filepath.Join(s.Dir, home, ledgerName))
	must(t, err)
	return string(raw)
}

func FuzzJournal(f *testing.F) {
	f.Add("a/b.md", "text\xff\r\n", "", uint16(40))
	f.Add("", "", "x", uint16(3))
	f.Fuzz(func(t *testing.T, name, text, before string, at uint16) {
		name, before = strings.ToValidUTF8(name, ""), strings.ToValidUTF8(before, "")
		want := journal{
			Files:      []journalFile{{name, before, []byte(text), []byte(before), name, fs.FileMode(at)}},
			Ledger:     []Entry{{Path: name}},
			LedgerSize: 7,
		}
		raw, err := want.encode()
		must(t, err)
		got, err := decode(raw)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("journal is %+v (%v), want %+v", got, err, want)
		}
		i := int(at) % len(raw)
		if _, err := decode(raw[:i]); err == nil {
			t.Fatalf("the first %d bytes of %q pass for a journal", i, raw)
		}
		if _, err := decode(raw[:i] + string(raw[i]^1) + raw[i+1:]); err == nil {
			t.Fatalf("%q with another byte %d passes for a journal", raw, i)
		}
	})
}

func FuzzFlatNames(f *testing.F) {
	f.Add("a/b", "a%2Fb", 1)
	f.Add("a", "a.000001.0123abcd", 1)
	f.Add(strings.Repeat("x/", 120), strings.Repeat("x/", 121), 1234567)
	f.Fuzz(func(t *testing.T, a, b string, seq int) {
		file := backupName(a, seq&0xffffff, hash("text"))
		if strings.Contains(file, "/") || len(file) > 250 {
			t.Fatalf("%q is no name for a file", file)
		}
		if got, _, ok := parseBackup(file, flat(a)+"."); !ok || got != seq&0xffffff {
			t.Fatalf("%q is not a backup of %q", file, a)
		}
		if _, _, ok := parseBackup(file, flat(b)+"."); ok && a != b {
			t.Fatalf("%q is a backup of %q and %q", file, a, b)
		}
	})
}

func TestLast(t *testing.T) {
	s := Store{Dir: t.TempDir(), Owns: anything}
	if got, err := s.Last("a"); got != nil || err != nil {
		t.Errorf("without a ledger: %v, %v", got, err)
	}
	write := func(text string) {
		if err := os.MkdirAll(filepath.Join(s.Dir, home), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(s.Dir, home, ledgerName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"path":"a","version":1}` + "\n" + `{"path":"a","version":2}` + "\n" + `{"path":"b","version":9}` + "\n")
	if got, err := s.Last("a"); err != nil || got == nil || got.Version != 2 {
		t.Errorf("got %v, %v, want version 2", got, err)
	}
	if got, err := s.Last("c"); got != nil || err != nil {
		t.Errorf("of another file: %v, %v", got, err)
	}
	write("{\n{\n")
	if got, err := s.Last("a"); got != nil || err == nil {
		t.Errorf("of a broken one: %v, %v", got, err)
	}
}

type closedLedger struct{ *memory }

func (c closedLedger) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	if filepath.Base(name) == ledgerName && c.lines(name) > 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EACCES}
	}
	return c.memory.OpenFile(name, flag, mode)
}

func (c closedLedger) lines(name string) int {
	raw, _ := c.ReadFile(name)
	return strings.Count(string(raw), "\n")
}

func TestUnwritableLedger(t *testing.T) {
	for _, sc := range scenarios() {
		if len(sc.ledger) == 0 {
			continue
		}
		t.Run(sc.name, func(t *testing.T) {
			m := newMemory()
			s := sc.setUp(t, m)
			must(t, s.FS.Mkdir(filepath.Join(s.Dir, home), newDir))
			ledger, err := s.FS.OpenFile(filepath.Join(s.Dir, home, ledgerName), os.O_WRONLY|os.O_CREATE, newFile)
			must(t, err)
			_, err = ledger.WriteAt([]byte("{}\n"), 0)
			must(t, err)
			s.FS = closedLedger{m}
			_, err = s.Update(sc.change)
			if _, before := errors.AsType[*FailedError](err); !before || !errors.Is(err, fs.ErrPermission) {
				t.Errorf("error %v, want one of a missing right, before anything is done", err)
			}
			if state := sc.state(t, s); state != allOld {
				t.Errorf("files are %s after the error", state)
			}
			if names := Pending(s.Dir); names != nil {
				t.Errorf("a change of %q waits", names)
			}
		})
	}
}

func FuzzReadLedger(f *testing.F) {
	line := `{"path":"a","version":3,"before":"","after":"x","content":"c","command":"append","time":"t"}`
	for _, text := range []string{"", line, line + "\n", line + "\n" + line[:20], "\n \n" + line, "x\n" + line, "null\n" + line, line + "\r\n" + line} {
		f.Add(text, uint16(len(text)/2))
	}
	f.Fuzz(func(t *testing.T, text string, at uint16) {
		all, err := ledgerLines{text: text}.entries()
		lines, fault := encodeLines(all)
		must(t, fault)
		back, fault := ledgerLines{text: lines}.entries()
		if fault != nil || !reflect.DeepEqual(back, all) {
			t.Fatalf("%q is read as %+v, which is read again as %+v (%v)", text, all, back, fault)
		}
		cut := text[:int(at)%(len(text)+1)]
		cut = cut[:strings.LastIndexByte(cut, '\n')+1] // after complete lines
		some, _ := ledgerLines{text: cut}.entries()
		if len(some) > len(all) || !reflect.DeepEqual(some, all[:len(some)]) && len(some) > 0 {
			t.Fatalf("%q has %+v, its beginning %q %+v", text, all, cut, some)
		}
		if err != nil {
			return
		}
		base := whole(text) // before the append
		torn, fault := ledgerLines{text: base + newline(base) + line[:int(at)%len(line)]}.entries()
		if fault != nil || len(torn) != len(all) {
			t.Fatalf("%q with a torn line has %d entries (%v), want %d", text, len(torn), fault, len(all))
		}
	})
}
