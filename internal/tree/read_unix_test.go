//go:build unix

package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mdck/mdcheckpoint/source"
)

func TestReadAll(t *testing.T) {
	want := strings.Repeat("0123456789", 1000)
	for _, size := range []int64{0, 1, 7, int64(len(want)) - 1, int64(len(want)), int64(len(want)) + 1, 3 * int64(len(want))} {
		if got, err := ReadAll(strings.NewReader(want), "file", size, max(size, int64(len(want)))); err != nil || string(got) != want {
			t.Errorf("with a size of %d: %d bytes, %v; want %d", size, len(got), err, len(want))
		}
	}
	for _, size := range []int64{0, 7} { // the file has grown, or has no size
		if _, err := ReadAll(strings.NewReader(want), "file", size, 100); !errors.Is(err, source.ErrTooLarge) {
			t.Errorf("with a size of %d: %v", size, err)
		}
	}
}

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
}

func TestReadWaitsForNobody(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"pipe": ErrNotFile, "dir": ErrIsDir, "none": fs.ErrNotExist, "../x": fs.ErrInvalid} {
		if text, err := fs.ReadFile(Dir(dir), name); !errors.Is(err, want) || text != nil {
			t.Errorf("%s: got %q, %v; want %v", name, text, err, want)
		}
	}
	if f, err := Dir(dir).Open("pipe"); !errors.Is(err, ErrNotFile) {
		t.Errorf("opened %v, %v; want %v", f, err, ErrNotFile)
	}
}

// TestReadText checks that a file read in one step is the same as one read in several.
func TestReadText(t *testing.T) {
	dir := t.TempDir()
	for name, size := range map[string]int64{"empty": 0, "small": 9, "largest": source.MaxSize, "larger": source.MaxSize + 1, "large": MaxRead + 1} {
		if err := errors.Join(os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644), os.Truncate(filepath.Join(dir, name), size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "dir"), 0o755), syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644), os.Symlink("none", filepath.Join(dir, "link"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"empty", "small", "largest", "larger", "large", "dir", "pipe", "link", "none", "small/x", "../x", ""} {
		for _, read := range []func(fs.FS, string) (string, error){source.ReadFile, source.ReadRegular} {
			got, err := read(Dir(dir), name)
			want, other := read(struct{ dirFS }{Dir(dir).(regular)}, name)
			if got != want || fmt.Sprint(Cause(err)) != fmt.Sprint(Cause(other)) {
				t.Errorf("%q: %d bytes, %v; want %d, %v", name, len(got), err, len(want), other)
			}
		}
	}
}
