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

// A full is a disk with space for a limited number of calls.
type full struct {
	*memory
	left *int
}

func (f full) takes() error {
	if *f.left--; *f.left < 0 {
		return syscall.ENOSPC
	}
	return nil
}

func (f full) Mkdir(name string, mode fs.FileMode) error {
	if err := f.takes(); err != nil {
		return err
	}
	return f.memory.Mkdir(name, mode)
}

func (f full) Link(from, to string) error {
	if err := f.takes(); err != nil {
		return err
	}
	return f.memory.Link(from, to)
}

func (f full) OpenFile(name string, flag int, mode fs.FileMode) (disk.Handle, error) {
	if _, err := f.find(name); err != nil && flag&os.O_CREATE != 0 {
		if err := f.takes(); err != nil {
			return nil, err
		}
	}
	h, err := f.memory.OpenFile(name, flag, mode)
	return fullHandle{h, f}, err
}

type fullHandle struct {
	disk.Handle
	f full
}

func (h fullHandle) WriteAt(p []byte, offset int64) (int, error) {
	if err := h.f.takes(); err != nil {
		n, _ := h.Handle.WriteAt(p[:len(p)/2], offset)
		return n, err
	}
	return h.Handle.WriteAt(p, offset)
}

func TestDiskFillsUp(t *testing.T) {
	for _, sc := range scenarios() {
		for n, fits := 0, false; !fits; n++ {
			t.Run(fmt.Sprintf("%s, room for %d", sc.name, n), func(t *testing.T) {
				m := newMemory()
				s := sc.setUp(t, m)
				left := n
				s.FS = full{m, &left}
				_, err := s.Update(sc.change)
				if fits = left >= 0; err != nil && !errors.Is(err, syscall.ENOSPC) {
					t.Errorf("error %v does not wrap the cause", err)
				}
				state := sc.state(t, s)
				if state == mixed {
					t.Errorf("files are %s after the error: %v", state, err)
				}
				if left := sc.newDirs(m, s.Dir); err != nil && state == allOld && len(left) > 0 {
					t.Errorf("directories %q are left after the error: %v", left, err)
				}
				s.FS = m
				checkError(t, err, sc.settled(t, s))
				sc.finishes(t, s)
			})
		}
	}
}

func (sc scenario) newDirs(m *memory, root string) (there []string) {
	for _, f := range sc.files {
		dir := filepath.Dir(filepath.Join(root, filepath.FromSlash(f.Name)))
		if _, old := sc.before[f.Name]; old || dir == root {
			continue
		}
		if _, err := m.find(dir); err == nil {
			there = append(there, dir)
		}
	}
	return there
}
