package safefile

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"mdck/internal/safefile/disk"
)

var errDead = errors.New("the process has ended")

// A memory is a file system in memory. A power cut loses what was not flushed.
//
// The call number end and all later calls do nothing, as in a killed process.
type memory struct {
	root *node
	ops  int
	end  int // 0 means never
}

type node struct {
	mode      fs.FileMode
	text      string
	safe      string
	names     map[string]*node // nil for a file
	safeNames map[string]*node
	log       []renamed // changes since the last flush
}

// renamed is a change of names: node gets the name to, and from disappears or, after a swap,
// belongs to other.
type renamed struct {
	from, to    string
	node, other *node
}

func (r renamed) apply(names map[string]*node) {
	if delete(names, r.from); r.other != nil {
		names[r.from] = r.other
	}
	if r.to != "" {
		names[r.to] = r.node
	}
}

func (d *node) change(r renamed) {
	r.apply(d.names)
	d.log = append(d.log, r)
}

func newDirNode() *node {
	return &node{mode: fs.ModeDir | 0o755, names: map[string]*node{}, safeNames: map[string]*node{}}
}

func newMemory() *memory { return &memory{root: newDirNode()} }

// cut simulates a power cut. survives decides for each change that was not flushed.
func (m *memory) cut(survives func() bool) { m.root.cut(survives) }

func (d *node) cut(survives func() bool) {
	if d.names == nil {
		// The new length may be on disk before the new bytes.
		if d.text != d.safe && survives() {
			if d.safe = d.text; !survives() {
				d.safe = d.text[:len(d.text)/2] + strings.Repeat("\x00", len(d.text)-len(d.text)/2)
			}
		}
		d.text = d.safe
		return
	}
	for _, r := range d.log {
		if survives() {
			r.apply(d.safeNames)
		}
	}
	d.log, d.names = nil, maps.Clone(d.safeNames)
	for _, name := range slices.Sorted(maps.Keys(d.names)) {
		d.names[name].cut(survives)
	}
}

func (m *memory) step() error {
	m.ops++
	if m.end > 0 && m.ops >= m.end {
		return errDead
	}
	return nil
}

func (m *memory) find(path string) (*node, error) {
	n := m.root
	for part := range strings.SplitSeq(strings.Trim(filepath.ToSlash(path), "/"), "/") {
		if part != "" {
			n = n.names[part]
		}
		if n == nil {
			return nil, &fs.PathError{Op: "find", Path: path, Err: fs.ErrNotExist}
		}
	}
	return n, nil
}

func (m *memory) Lstat(path string) (fs.FileInfo, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	n, err := m.find(path)
	return info{n, filepath.Base(path)}, err
}

func (m *memory) Resolve(path string) (string, error) {
	_, err := m.Lstat(path)
	return path, err
}

func (m *memory) ReadFile(path string) ([]byte, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	n, err := m.find(path)
	if err != nil {
		return nil, err
	}
	return []byte(n.text), nil
}

func (m *memory) ReadPart(path string, offset int64, most int) ([]byte, int64, error) {
	raw, err := m.ReadFile(path)
	size := int64(len(raw))
	if offset < 0 {
		offset = max(0, size+offset)
	}
	offset = min(offset, size)
	return raw[offset:min(size, offset+int64(most))], offset, err
}

func (m *memory) ReadDir(path string) ([]fs.DirEntry, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	d, err := m.find(path)
	if err != nil {
		return nil, err
	}
	var entries []fs.DirEntry
	for _, name := range slices.Sorted(maps.Keys(d.names)) {
		entries = append(entries, fs.FileInfoToDirEntry(info{d.names[name], name}))
	}
	return entries, nil
}

func (m *memory) OpenFile(path string, flag int, mode fs.FileMode) (disk.Handle, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	n, err := m.find(path)
	if err == nil {
		return handle{m, n}, nil
	}
	if flag&os.O_CREATE == 0 {
		return nil, err
	}
	return handle{m, &node{mode: mode}}.in(path)
}

func (h handle) in(path string) (disk.Handle, error) {
	dir, err := h.m.find(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	dir.change(renamed{to: filepath.Base(path), node: h.n})
	return h, nil
}

func (m *memory) Mkdir(path string, mode fs.FileMode) error {
	if err := m.step(); err != nil {
		return err
	}
	dir, err := m.find(filepath.Dir(path))
	if err == nil {
		dir.change(renamed{to: filepath.Base(path), node: newDirNode()})
	}
	return err
}

func (m *memory) Rename(from, to string) error {
	if err := m.step(); err != nil {
		return err
	}
	n, err := m.find(from)
	if err != nil {
		return err
	}
	dir, err := m.find(filepath.Dir(to))
	if err == nil {
		dir.change(renamed{from: filepath.Base(from), to: filepath.Base(to), node: n})
	}
	return err
}

func (m *memory) Swap(one, other string) error {
	if err := m.step(); err != nil {
		return err
	}
	a, err := m.find(one)
	b, err2 := m.find(other)
	dir, err3 := m.find(filepath.Dir(one))
	if err := errors.Join(err, err2, err3); err != nil {
		return err
	}
	dir.change(renamed{filepath.Base(one), filepath.Base(other), a, b})
	return nil
}

func (m *memory) Link(from, to string) error {
	if err := m.step(); err != nil {
		return err
	}
	n, err := m.find(from)
	dir, err2 := m.find(filepath.Dir(to))
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	dir.change(renamed{to: filepath.Base(to), node: n})
	return nil
}

func (m *memory) Claim(from, to string) error {
	if _, err := m.find(to); err == nil {
		return errors.Join(m.step(), &fs.PathError{Op: "claim", Path: to, Err: fs.ErrExist})
	}
	return m.Rename(from, to)
}

func (m *memory) CopyExtra(string, string, bool) { _ = m.step() }

func (m *memory) Remove(path string) error {
	if err := m.step(); err != nil {
		return err
	}
	n, err := m.find(path)
	if err != nil {
		return err
	}
	if len(n.names) > 0 {
		return syscall.ENOTEMPTY
	}
	dir, _ := m.find(filepath.Dir(path))
	dir.change(renamed{from: filepath.Base(path)})
	return nil
}

func (m *memory) SyncDir(path string) error {
	if err := m.step(); err != nil {
		return err
	}
	d, err := m.find(path)
	if err == nil {
		d.safeNames, d.log = maps.Clone(d.names), nil
	}
	return err
}

func (m *memory) TryLock(string, string) (func() error, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	return func() error { return nil }, nil
}

// Now returns a time long after that of all files.
func (m *memory) Now() time.Time      { return time.Time{}.Add(time.Hour) }
func (m *memory) Sleep(time.Duration) {}

type handle struct {
	m *memory
	n *node
}

func (h handle) WriteAt(p []byte, offset int64) (int, error) {
	err := h.m.step()
	if err != nil && h.m.ops == h.m.end {
		p = p[:len(p)/2]
	} else if err != nil {
		return 0, err
	}
	rest := h.n.text[min(len(h.n.text), int(offset)+len(p)):]
	h.n.text = h.n.text[:offset] + string(p) + rest
	return len(p), err
}

func (h handle) Truncate(size int64) error {
	if err := h.m.step(); err != nil {
		return err
	}
	h.n.text = h.n.text[:size]
	return nil
}

func (h handle) Sync() error {
	if err := h.m.step(); err != nil {
		return err
	}
	h.n.safe = h.n.text
	return nil
}

func (h handle) Chmod(mode fs.FileMode) error {
	if err := h.m.step(); err != nil {
		return err
	}
	h.n.mode = mode
	return nil
}

func (h handle) Stat() (fs.FileInfo, error) { return info{h.n, ""}, h.m.step() }

func (h handle) Chown(uid, gid int) error { return h.m.step() }
func (h handle) Close() error             { return h.m.step() }

type info struct {
	n    *node
	name string
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return int64(len(i.n.text)) }
func (i info) Mode() fs.FileMode  { return i.n.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.n.names != nil }
func (i info) Sys() any           { return nil }
