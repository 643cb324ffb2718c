//go:build unix

package cli

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mdck/internal/cli/app"
)

var kinds = [...]struct {
	name string
	make func(path string) error
}{
	{"a pipe", func(path string) error { return syscall.Mkfifo(path, 0o644) }},
	{"a directory", func(path string) error { return os.Mkdir(path, 0o755) }},
	{"a link to itself", func(path string) error { return os.Symlink(filepath.Base(path), path) }},
	{"a device without end", func(path string) error { return os.Symlink("/dev/zero", path) }},
	{"a terminal", func(path string) error { return os.Symlink("/dev/tty", path) }},
	{"a link to nothing", func(path string) error { return os.Symlink("none", path) }},
	{"a socket", func(path string) error {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err == nil {
			l.SetUnlinkOnClose(false)
			err = l.Close()
		}
		return err
	}},
}

func TestKinds(t *testing.T) {
	files := hostileProject(t)
	for _, kind := range kinds {
		for _, place := range []string{".ohrfc/rfc-1/checkpoint.md", ".ccc-progress.md", "conductor/tracks/login/metadata.json", "epics/E-7/agent_checkpoints/secondary_a.json"} {
			p := &hostileRun{t: t, what: kind.name + " as " + place, create: func(dir string) { writeInside(t, dir, files, 0, "plain") }}
			p.begin()
			short, err := os.MkdirTemp("", "k") // a socket needs a short path
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(short) })
			made := filepath.Join(short, filepath.Base(place))
			if err := os.Remove(place); err != nil {
				t.Fatal(err)
			}
			if err := kind.make(made); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(made, place); err != nil {
				t.Fatal(err)
			}
			p.before = treeOf(t, p.dir)
			for _, args := range [][]string{{"lint", place}, {"bootstrap", place, "--pack"}, {"status"}, {"hook", "claude", "SessionStart"}} {
				p.run(hostileLine{args: args}, "{}")
			}
			if got := runHostile([]string{"lint", place}, ""); got.status != app.Failure || !strings.Contains(got.err, filepath.Base(place)) {
				t.Errorf("%s as %s: status %d, %q", kind.name, place, got.status, got.err)
			}
		}
	}
}
