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

// Other programs take no lock. So mdck swaps the file with the new one in one step, checks the old
// file, and swaps back if another program has changed it.

// exchange renames the file temp to r's name. [ErrChanged] means that the state is not r.old.
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
		_ = t.FS.Remove(out) // or clean removes it later
		return false, changedIfMissing(err)
	}
	if err = t.cameOut(out, r); err == nil {
		return true, nil
	}
	return t.swapBack(out, r, err)
}

// outOf returns the name of the user's old file after the swap.
func outOf(temp string) string { return strings.TrimSuffix(temp, tempSuffix) + outSuffix }

// renameOver is exchange without Swap. The new text is at out.
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

func changedIfMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrChanged
	}
	return err
}

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

// linkTemp is appear without Claim: it creates a hard link.
func (t *txn) linkTemp(temp, path string) error {
	err := t.FS.Link(temp, path)
	switch {
	case err == nil:
		_ = t.FS.Remove(temp)
		return nil
	case !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EPERM):
		return err
	}
	// Hard links are not supported.
	if _, err := t.FS.Lstat(path); !missing(err) {
		return first(err, fs.ErrExist)
	}
	return t.FS.Rename(temp, path)
}

func (t *txn) cameOut(out string, r replacement) error {
	t.know(r.old.text) // the old text exists elsewhere, too
	same, err := t.is(out, r.old)
	if same {
		t.outs = append(t.outs, swapped{out, t.keptAt[r.name], r})
		return nil
	}
	return first(err, ErrChanged)
}

func (t *txn) is(path string, want view) (bool, error) {
	info, err := t.FS.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || want.info != nil && like(info) != like(want.info) {
		return false, err
	}
	raw, err := t.FS.ReadFile(path)
	return err == nil && string(raw) == want.text, err
}

// swapBack restores the file at out, unless another program has saved a newer one.
func (t *txn) swapBack(out string, r replacement, why error) (done bool, err error) {
	if err := t.FS.Swap(out, r.old.path); err != nil {
		return true, fmt.Errorf("%v, and the changed content is in %q: %w", why, out, err)
	}
	if ours, err := t.is(out, view{text: r.text}); err == nil && !ours {
		if err := t.FS.Swap(out, r.old.path); err != nil {
			return false, fmt.Errorf("%w, and the content that was saved last is in %q: %w", why, out, err)
		}
	}
	t.know(r.text)
	t.rescue(out, filepath.Base(r.old.path), &t.result.Rescued)
	return false, why
}

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
		return fmt.Errorf("%w, and the changed content is in %q: %w", err, out, back)
	}
	return err
}

// A swapped is a replaced file. It stays for a while, because a program may still write into it.
type swapped struct {
	path string
	keep string
	replacement
}

// settleSwapped checks the replaced files again. A changed one becomes a backup of its own.
func (t *txn) settleSwapped() {
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

// keepAs moves the file at path to keep if keep contains text. Otherwise it removes the file.
func (t *txn) keepAs(path, keep, text string) {
	same, _ := t.is(keep, view{text: text})
	if keep == "" || !same || t.flush(path) != nil || t.FS.Rename(path, keep) != nil {
		_ = t.FS.Remove(path) // or clean removes it later
		return
	}
	_ = t.FS.SyncDir(filepath.Dir(keep))
}

func (t *txn) flush(path string) error {
	f, err := t.FS.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	err = disk.Flushed(f.Sync())
	return first(err, f.Close())
}
