//go:build unix

package tree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mdck/mdcheckpoint/source"
)

// TestReadAll checks that all of a file is read, whatever size it was said to have.
func TestReadAll(t *testing.T) {
	want := strings.Repeat("0123456789", 1000)
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{0, 1, 7, len(want) - 1, len(want), len(want) + 1, 3 * len(want)} {
		fd, err := opened(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := readAll(fd, size, len(want)); err != nil || string(got) != want {
			t.Errorf("with a size of %d: %d bytes, %v; want %d", size, len(got), err, len(want))
		}
		if err := syscall.Close(fd); err != nil {
			t.Error(err)
		}
	}
}

// TestReadFileBounds checks that of a file that is too large nothing is read, whatever size it has.
func TestReadFileBounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for size, fits := range map[int64]bool{0: true, 99: true, 100: true, 101: false, 1 << 40: false} {
		if err := errors.Join(os.WriteFile(path, nil, 0o644), os.Truncate(path, size)); err != nil {
			t.Fatal(err)
		}
		text, err := ReadFile(path, 100)
		if fits != (err == nil && int64(len(text)) == size) || !fits && (text != nil || !errors.Is(err, source.ErrTooLarge)) {
			t.Errorf("of %d bytes %d are read, %v", size, len(text), err)
		}
	}
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int64{0, 7} { // the file has grown
		fd, err := opened(path)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := readAll(fd, int(size), 100); err != nil || len(text) <= 100 || len(text) > 10_000 {
			t.Errorf("%d bytes are read, %v", len(text), err)
		}
		if err := syscall.Close(fd); err != nil {
			t.Error(err)
		}
	}
}

// TestReadWaitsForNobody checks that what is no file is an error at once.
func TestReadWaitsForNobody(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"pipe": ErrNotFile, "dir": syscall.EISDIR, "none": fs.ErrNotExist, "../x": fs.ErrInvalid} {
		if text, err := fs.ReadFile(Dir(dir), name); !errors.Is(err, want) || text != nil {
			t.Errorf("%s: got %q, %v; want %v", name, text, err, want)
		}
	}
	if f, err := Dir(dir).Open("pipe"); !errors.Is(err, ErrNotFile) {
		t.Errorf("opened %v, %v; want %v", f, err, ErrNotFile)
	}
}
