//go:build unix

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"
)

// oddKinds lists entries that are not readable regular files. Source: inode(7).
var oddKinds = [...]struct {
	name string
	make func(path string) error
}{
	{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o644) }},
	{"directory", func(path string) error { return os.Mkdir(path, 0o755) }},
	{"file", func(path string) error { return os.WriteFile(path, nil, 0o644) }},
	{"loop", func(path string) error { return os.Symlink(filepath.Base(path), path) }},
	{"endless", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"terminal", func(path string) error { return os.Symlink("/dev/tty", path) }},
	{"dangling", func(path string) error { return os.Symlink("none", path) }},
	{"dangling out", func(path string) error { return os.Symlink(outOfHere, path) }},
	{"unreadable", func(path string) error { return os.WriteFile(path, []byte("\x1b[2J\x00\xff"), 0) }},
	{"socket", makeSocket},
	{"closed file", func(path string) error { return os.WriteFile(path, nil, 0o444) }},
	{"closed directory", func(path string) error { return os.Mkdir(path, 0o555) }},
}

// outOfHere must never exist.
const outOfHere = "/dev/shm/mdck-test-none"

// makeSocket moves a socket to path, because path can be too long to create it there.
func makeSocket(path string) error {
	dir, err := os.MkdirTemp("", "s")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: made, Net: "unix"})
	if err != nil {
		return err
	}
	l.SetUnlinkOnClose(false)
	return errors.Join(l.Close(), os.Rename(made, path))
}

// TestOddKinds replaces files by such entries. MDCK_HOSTILE=0 tests all commands.
func TestOddKinds(t *testing.T) {
	few := cmp.Or(os.Getenv("MDCK_HOSTILE"), "200")
	for i, k := range killed {
		if few != "0" && i%3 > 0 {
			continue
		}
		t.Run(k.name(), func(t *testing.T) {
			t.Parallel()
			o := newOdd(t, &k)
			turn := 0
			for _, place := range o.places {
				for n := range oddKinds {
					if turn++; few == "0" || turn == 1+int(hashed(k.name())%uint64(len(o.places)*len(oddKinds))) {
						o.try(place, n)
					}
				}
			}
			if few == "0" {
				t.Logf("%d runs", turn)
			}
		})
	}
}

type odd struct {
	*victim
	places []string
}

func newOdd(t *testing.T, k *kill) *odd {
	t.Helper()
	o := &odd{victim: &victim{T: t, kill: k, dir: t.TempDir()}}
	o.make(t, o.dir)
	for _, line := range k.before {
		o.mustRun(0, line)
	}
	o.before = o.snapshot()
	o.mustRun(k.status, k.run)
	all := o.before.with(o.snapshot())
	dirs := map[string]bool{}
	for name := range all {
		if dir := path.Dir(name); path.Base(dir) == ".mdck" {
			dirs[dir] = true
		}
	}
	for dir := range dirs {
		for _, name := range []string{"", "txn", "archive", "backups", "lock"} {
			all[path.Join(dir, name)] = ""
		}
	}
	o.places = slices.Sorted(maps.Keys(all))
	return o
}

func (o *odd) try(place string, n int) {
	o.Helper()
	entries, err := os.ReadDir(o.dir)
	must(o.T, err)
	for _, e := range entries { // the entry may be a pipe
		must(o.T, os.RemoveAll(filepath.Join(o.dir, e.Name())))
	}
	o.before.write(o.T, o.dir)
	kind, at := oddKinds[n], filepath.Join(o.dir, filepath.FromSlash(place))
	wrong := func(format string, args ...any) {
		o.Helper()
		o.Errorf("a %s as %s: %s", kind.name, place, fmt.Sprintf(format, args...))
	}
	must(o.T, os.RemoveAll(at))
	must(o.T, os.MkdirAll(filepath.Dir(at), 0o755))
	must(o.T, kind.make(at))
	before := inodes(o.T, o.dir)
	status, said, ended := o.runFor(time.Minute)
	after := inodes(o.T, o.dir)
	switch {
	case !ended:
		wrong("no end\n%s", said)
		return
	case status < 0 || status > 2 || strings.Contains(said, "goroutine "):
		wrong("status %d\n%s", status, said)
	case status == 2 && !strings.Contains(said, "mdck: "):
		wrong("status 2 and no word why\n%s", said)
	}
	if i := strings.IndexFunc(said, func(r rune) bool {
		return r == unicode.ReplacementChar || unicode.IsControl(r) && r != '\n' && r != '\t'
	}); i >= 0 {
		wrong("printed raw %q", said[i:min(len(said), i+20)])
	}
	if _, err := os.Lstat(outOfHere); err == nil {
		wrong("written through the link")
		_ = os.Remove(outOfHere)
	}
	if !isOwn(place) && !strings.HasSuffix(kind.name, "file") && kind.name != "unreadable" && before[place] != after[place] {
		wrong("it is %s now and was %s, status %d\n%s", after[place], before[place], status, said)
	}
	for name := range after.with(before) {
		if isTemporary(name) && !strings.HasSuffix(name, ".lock") && name != place {
			wrong("%s is left, status %d\n%s", name, status, said)
		}
		// may change even after a failure
		free := path.Base(name) == ".mdck" || name == "known.json" || name == ".epic_locks"
		if !isOwn(name) && !free && !isTemporary(name) && status == 2 && before[name] != after[name] {
			wrong("status 2, and %s is %.40q and was %.40q\n%s", name, after[name], before[name], said)
		}
	}
}

func (o *odd) runFor(limit time.Duration) (status int, said string, ended bool) {
	o.Helper()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	made := mdckLine(o.dir, o.run, o.in)
	cmd := exec.CommandContext(ctx, made.Path, made.Args[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Env = made.Dir, made.Stdin, made.Env
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		o.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out), ctx.Err() == nil
}

func inodes(t *testing.T, dir string) snapshot {
	t.Helper()
	all := snapshot{}
	must(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var text []byte
		switch {
		case info.Mode().IsRegular():
			if text, err = os.ReadFile(name); errors.Is(err, fs.ErrPermission) {
				err = nil // the test made it unreadable
			}
		case info.Mode().Type() == fs.ModeSymlink:
			var to string
			to, err = os.Readlink(name)
			text = []byte(to)
		}
		all[strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(dir)+"/")] = info.Mode().String() + " " + strconv.Quote(string(text))
		return err
	}))
	return all
}
