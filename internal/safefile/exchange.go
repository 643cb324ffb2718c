package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mdck/internal/safefile/disk"
)

// Programs that take no lock may save a file between our last look at it and the moment
// that we replace it. So it is not replaced but swapped with the new one, in one step, and
// what came out is looked at: if that is not what was to go, it is put back.

// exchange gives the file temp the name of r, whose file is as r.old says. If that has
// changed it is an [ErrChanged].
func (t *txn) exchange(temp string, r replacement) (done bool, err error) {
	if r.old.info == nil {
		err = t.appear(temp, r.old.path)
		return err == nil, err
	}
	out := outOf(temp)
	if err = t.FS.Rename(temp, out); err != nil {
		return false, err
	}
	switch err = t.FS.Swap(out, r.old.path); {
	case errors.Is(err, errors.ErrUnsupported):
		return t.renameOver(temp, out, r)
	case err != nil:
		_ = t.FS.Remove(out) // or next time
		return false, changedIfMissing(err)
	}
	if err = t.cameOut(out, r); err == nil {
		return true, nil
	}
	return t.swapBack(out, r, err)
}

// outOf is the name of a temporary file once it may be what the user had.
func outOf(temp string) string { return strings.TrimSuffix(temp, tempSuffix) + outSuffix }

// renameOver is exchange where no two names can be swapped: the new text is at out. Where there
// are links, the file that was replaced keeps that name.
func (t *txn) renameOver(temp, out string, r replacement) (done bool, err error) {
	if err = t.FS.Rename(out, temp); err != nil {
		_ = t.FS.Remove(out)
		return false, err
	}
	linked := t.FS.Link(r.old.path, out) == nil
	if err = t.FS.Rename(temp, r.old.path); err != nil && linked {
		_ = t.FS.Remove(out)
	} else if linked {
		t.outs = append(t.outs, swapped{out, t.keptAt[r.name], r})
	}
	return err == nil, err
}

// changedIfMissing is [ErrChanged] for a file that somebody removed.
func changedIfMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrChanged
	}
	return err
}

// appear gives the file temp a name that nothing has. That something has it is an
// [ErrChanged].
func (t *txn) appear(temp, path string) error {
	err := t.FS.Claim(temp, path)
	if errors.Is(err, errors.ErrUnsupported) {
		err = t.linkTemp(temp, path)
	}
	if errors.Is(err, fs.ErrExist) {
		return ErrChanged
	}
	return err
}

// linkTemp is appear where no rename keeps what has the name.
func (t *txn) linkTemp(temp, path string) error {
	err := t.FS.Link(temp, path)
	switch {
	case err == nil:
		_ = t.FS.Remove(temp) // or next time
		return nil
	case !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EPERM):
		return err
	}
	// There are no hard links here either.
	if _, err := t.FS.Lstat(path); !missing(err) {
		return first(err, fs.ErrExist)
	}
	return t.FS.Rename(temp, path)
}

// cameOut notes that the file of r is at out now. That it is not the one that was to go is an
// [ErrChanged].
func (t *txn) cameOut(out string, r replacement) error {
	t.know(r.old.text) // there is a backup, or the change keeps it
	same, err := t.is(out, r.old)
	if same {
		t.outs = append(t.outs, swapped{out, t.keptAt[r.name], r})
		return nil
	}
	return first(err, ErrChanged)
}

// is reports whether the file at path has the text of want, and its rights, if want has any.
func (t *txn) is(path string, want view) (bool, error) {
	info, err := t.FS.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || want.info != nil && like(info) != like(want.info) {
		return false, err
	}
	raw, err := t.FS.ReadFile(path)
	return err == nil && string(raw) == want.text, err
}

// swapBack gives the file out its name again, which r has now. If somebody has saved once
// more meanwhile, that stays, and what came out first is a backup.
func (t *txn) swapBack(out string, r replacement, why error) (done bool, err error) {
	if err := t.FS.Swap(out, r.old.path); err != nil {
		return true, fmt.Errorf("%v, and its content at that time is in %q: %w", why, out, err)
	}
	if ours, err := t.is(out, view{text: r.text}); err == nil && !ours {
		if err := t.FS.Swap(out, r.old.path); err != nil {
			return false, fmt.Errorf("%w, and the content saved last is in %q: %w", why, out, err)
		}
	}
	t.know(r.text)
	t.rescue(out, filepath.Base(r.old.path), &t.result.Rescued)
	return false, why
}

// vanish removes the file of r, which is as r.old says: it gets another name, and what
// came out is looked at.
func (t *txn) vanish(r replacement) error {
	out := outOf(t.tempName(r.old.path))
	if err := t.FS.Rename(r.old.path, out); err != nil {
		return changedIfMissing(err)
	}
	err := t.cameOut(out, r)
	if err == nil {
		return nil
	}
	switch back := t.appear(out, r.old.path); {
	case errors.Is(back, ErrChanged):
		t.rescue(out, filepath.Base(r.old.path), &t.result.Rescued)
	case back != nil:
		return fmt.Errorf("%w, and its content at that time is in %q: %w", err, out, back)
	}
	return err
}

// A swapped is a file that had a name of the user's and was replaced. Another program that
// opened it before may still write into it, also in some seconds: so it is not removed.
type swapped struct {
	path string
	keep string // path of the copy that was made of it; "" for none
	replacement
}

// lookAgain gives what was swapped out the place of its copy. What has changed since becomes
// a backup of its own.
func (t *txn) lookAgain() {
	outs := t.outs
	t.outs = nil
	for _, s := range outs {
		if same, err := t.is(s.path, view{text: s.old.text}); err == nil && same {
			t.keepAs(s.path, s.keep, s.old.text)
			continue
		}
		t.rescue(s.path, filepath.Base(s.old.path), &t.result.Late)
	}
}

// keepAs gives a file of ours, which has text, the name of a copy of it, or removes it if there
// is none.
func (t *txn) keepAs(path, keep, text string) {
	same, _ := t.is(keep, view{text: text})
	if keep == "" || !same || t.flush(path) != nil || t.FS.Rename(path, keep) != nil {
		_ = t.FS.Remove(path) // or next time
		return
	}
	_ = t.FS.SyncDir(filepath.Dir(keep))
}

// flush puts a file on disk.
func (t *txn) flush(path string) error {
	f, err := t.FS.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	err = disk.Flushed(f.Sync())
	return first(err, f.Close())
}
