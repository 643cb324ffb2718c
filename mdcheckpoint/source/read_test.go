package source

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func TestReadFile(t *testing.T) {
	tree := fstest.MapFS{
		"small":   {Data: []byte("{}")},
		"largest": {Data: []byte(strings.Repeat("a", MaxSize))},
		"larger":  {Data: []byte(strings.Repeat("a", MaxSize+1))},
		"large":   {Data: []byte(strings.Repeat("a", 3*MaxSize))},
		"dir/x":   {},
	}
	for name, want := range map[string]struct {
		size int
		err  error
	}{
		"small": {2, nil}, "largest": {MaxSize, nil}, "larger": {MaxSize + 1, ErrTooLarge}, "large": {MaxSize + 1, ErrTooLarge},
		"dir": {0, fs.ErrInvalid}, "none": {0, fs.ErrNotExist}, "../x": {0, fs.ErrNotExist},
	} {
		text, err := ReadFile(tree, name)
		if len(text) != want.size || !errors.Is(err, want.err) {
			t.Errorf("%s: %d bytes, %v: want %d, %v", name, len(text), err, want.size, want.err)
		}
		if err := CheckSize(tree, name); errors.Is(err, ErrTooLarge) != (want.err == ErrTooLarge) || err != nil && want.err != ErrTooLarge {
			t.Errorf("%s: size %v", name, err)
		}
	}
	_, err := ReadFile(tree, "large")
	if want := "read large: too large (3145728 bytes); expected at most 1048576"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// grown has a file that is longer than its reported size.
type grown struct{ fstest.MapFS }

func (g grown) ReadFile(string) ([]byte, error) { return make([]byte, 2*MaxSize), nil }

func TestReadFileThatGrows(t *testing.T) {
	text, err := ReadFile(grown{fstest.MapFS{"log": {Data: []byte("a")}}}, "log")
	if len(text) != MaxSize+1 || !errors.Is(err, ErrTooLarge) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// oneStep is a tree that can only be read in one step.
type oneStep struct{ fstest.MapFS }

func (o oneStep) ReadText(name string) (string, error) {
	text, err := o.ReadFile(name)
	return string(text), err
}

func (oneStep) Stat(string) (fs.FileInfo, error) { panic("a second step") }

func TestReadInOneStep(t *testing.T) {
	for _, read := range []func(fs.FS, string) (string, error){ReadFile, ReadRegular} {
		for name, want := range map[string]string{"a": "text", "none": ""} {
			if text, err := read(oneStep{fstest.MapFS{"a": {Data: []byte("text")}}}, name); text != want || errors.Is(err, fs.ErrNotExist) != (want == "") {
				t.Errorf("%s: %q, %v", name, text, err)
			}
		}
	}
}

func TestReadRegular(t *testing.T) {
	tree := fstest.MapFS{"a/b.md": {Data: []byte("text")}}
	if text, err := ReadRegular(tree, "a/b.md"); err != nil || text != "text" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := ReadRegular(tree, "a"); !errors.Is(err, ErrNotRegular) {
		t.Errorf("got %v, want %v", err, ErrNotRegular)
	}
	if _, err := ReadRegular(tree, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}
