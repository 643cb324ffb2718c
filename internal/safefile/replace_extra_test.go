//go:build linux || darwin

package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"mdck/internal/safefile/disk"
)

// onDisk is TMPDIR before TestMain, because file systems in memory may lack extended attributes.
var onDisk = os.Getenv("TMPDIR")

func TestExtraStays(t *testing.T) {
	t.Setenv("TMPDIR", onDisk)
	s := dirWith(t, map[string]string{"a": "a", "b": "b"})
	a := filepath.Join(s.Dir, "a")
	if err := unix.Setxattr(a, "user.note", []byte("mine"), 0); errors.Is(err, unix.ENOTSUP) {
		t.Skip(err)
	} else {
		must(t, err)
	}
	must(t, unix.Setxattr(a, "user.empty", nil, 0))
	_, err := s.Update(func(Old) (Change, error) {
		return Change{Files: []File{{"a", "A"}, {"b", "B"}, {"c", "A"}}, Like: map[string]string{"c": "a"}}, nil
	})
	must(t, err)
	_, err = s.set("a", "AA")
	must(t, err)
	for _, name := range []string{"a", "c"} {
		path := filepath.Join(s.Dir, name)
		note, ok := extra(path, "user.note")
		if _, empty := extra(path, "user.empty"); !ok || !empty || string(note) != "mine" {
			t.Errorf("%s: note %q (%t), empty %t", name, note, ok, empty)
		}
	}
	if size, err := unix.Llistxattr(filepath.Join(s.Dir, "b"), nil); size > 0 || err != nil {
		t.Errorf("b has attributes of %d bytes, %v", size, err)
	}
}

func TestAccessStays(t *testing.T) {
	t.Setenv("TMPDIR", onDisk)
	s := dirWith(t, map[string]string{"a": "a"})
	a := filepath.Join(s.Dir, "a")
	const list = "system.posix_acl_access"
	// The list: owner rw, user 1234 r, group none, mask rw, others none.
	acl := "\x02\x00\x00\x00" +
		"\x01\x00\x06\x00\xff\xff\xff\xff" + "\x02\x00\x04\x00\xd2\x04\x00\x00" +
		"\x04\x00\x00\x00\xff\xff\xff\xff" + "\x10\x00\x06\x00\xff\xff\xff\xff" + "\x20\x00\x00\x00\xff\xff\xff\xff"
	if err := unix.Setxattr(a, list, []byte(acl), 0); err != nil {
		t.Skip(err)
	}
	_, err := s.set("a", "A")
	must(t, err)
	if got, _ := extra(a, list); string(got) != acl {
		t.Errorf("list is %q, want %q", got, acl)
	}
	must(t, os.WriteFile(a+"2", nil, 0o600))
	disk.System{}.CopyExtra(a, a+"2", false)
	if got, _ := extra(a+"2", list); len(got) > 0 {
		t.Errorf("another group has the list %q", got)
	}
}

func extra(path, name string) (value []byte, ok bool) {
	value = make([]byte, 100)
	size, err := unix.Lgetxattr(path, name, value)
	return value[:max(size, 0)], err == nil
}
