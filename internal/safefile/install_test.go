package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"mdck/internal/safefile/disk"
)

// A poor is a system on which Claim and Link return these errors. With saves, another program
// creates the file before Link.
type poor struct {
	unflushed
	claim, link error
	saves       bool
}

func (p poor) Claim(from, to string) error {
	if p.claim != nil {
		return p.claim
	}
	return p.unflushed.Claim(from, to)
}

func (p poor) Link(from, to string) error {
	if p.saves {
		if err := os.WriteFile(to, []byte("saved"), 0o644); err != nil {
			return err
		}
	}
	if p.link != nil {
		return p.link
	}
	return p.unflushed.Link(from, to)
}

func TestAppear(t *testing.T) {
	none := errors.ErrUnsupported
	for i, c := range []struct {
		fs   poor
		want error // nil if the file must be created
	}{
		{poor{}, nil},
		{poor{claim: none}, nil},
		{poor{claim: none, link: none}, nil},
		{poor{claim: none, link: syscall.EPERM}, nil},
		{poor{claim: errFault}, errFault},
		{poor{claim: none, link: errFault}, errFault},
		{poor{claim: none, saves: true}, ErrChanged},
		{poor{claim: none, link: none, saves: true}, ErrChanged},
		{poor{claim: fs.ErrExist}, ErrChanged},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			s := dirWith(t, map[string]string{"b": "b"})
			s.FS = c.fs
			if _, err := s.set("a", "new"); !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			raw, err := os.ReadFile(filepath.Join(s.Dir, "a"))
			switch {
			case c.want == nil && string(raw) != "new", c.fs.saves && string(raw) != "saved":
				t.Errorf("found %q", raw)
			case c.want != nil && !c.fs.saves && err == nil:
				t.Errorf("found %q, want no file", raw)
			}
			noTemporary(t, s.Dir)
		})
	}
}

func TestClaim(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a", "b": "b"})
	a, b, c := filepath.Join(s.Dir, "a"), filepath.Join(s.Dir, "b"), filepath.Join(s.Dir, "c")
	err := disk.System{}.Claim(a, b)
	if errors.Is(err, errors.ErrUnsupported) {
		return // no Claim here
	}
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	s.wantText(t, "b", "b")
	must(t, disk.System{}.Claim(a, c))
	s.wantText(t, "c", "a")
}

type unsyncable struct {
	unflushed
	err error
}

type unsyncableHandle struct {
	disk.Handle
	err error
}

func (u unsyncable) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	h, err := u.unflushed.OpenFile(name, flag, mode)
	return unsyncableHandle{h, u.err}, err
}

func (h unsyncableHandle) Sync() error { return h.err }

func TestNothingIsFlushed(t *testing.T) {
	sc := scenarios()[2] // has a ledger
	for _, c := range []struct {
		err  error
		want bool
	}{{syscall.EINVAL, true}, {syscall.ENOTSUP, true}, {syscall.EIO, false}} {
		s := sc.onDisk(t)
		s.FS = unsyncable{err: &fs.PathError{Op: "sync", Err: c.err}}
		if _, err := s.Update(sc.change); (err == nil) != c.want {
			t.Errorf("%v: error %v", c.err, err)
		}
	}
}
