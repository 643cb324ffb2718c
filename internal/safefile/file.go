package safefile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"mdck/internal/safefile/disk"
)

type view struct {
	path string      // with links resolved
	info fs.FileInfo // nil if the file does not exist
	text string
}

func (v view) equal(w view) bool {
	return v.path == w.path && (v.info == nil) == (w.info == nil) && v.text == w.text && like(v.info) == like(w.info)
}

func (v view) attributes() attributes {
	a := like(v.info)
	if v.info != nil {
		a.from = v.path
	}
	return a
}

func (v view) hash() string {
	if v.info == nil {
		return ""
	}
	return hash(v.text)
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// readFile reads the file called name. A [*FileError] means that mdck must not write it.
func (t *txn) readFile(name string) (view, error) {
	path, err := t.find(name)
	if err != nil {
		return view{}, err
	}
	info, err := t.FS.Lstat(path)
	if missing(err) {
		return view{path: path}, nil
	}
	if err != nil {
		return view{}, err
	}
	if !info.Mode().IsRegular() {
		return view{}, &FileError{Name: name, Reason: "is a " + disk.Kind(info) + "; expected a regular file"}
	}
	text, err := t.FS.ReadFile(path)
	return view{path, info, string(text)}, err
}

func (t *txn) find(name string) (string, error) {
	local, err := filepath.Localize(name)
	if err != nil || name == "." || private(local) && !t.isOwnedJSON(name) {
		return "", &FileError{Name: name, Reason: "is not a file name; expected a path with slashes, below the directory but not in " + home + " or " + gitDir}
	}
	path, err := t.follow(name, t.at(name))
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(t.Dir, path)
	inside := err == nil && filepath.IsLocal(rel)
	switch {
	case private(local) && filepath.ToSlash(rel) != name:
		return "", &FileError{Name: name, Reason: "is a symbolic link, or is below a symbolic link"}
	case inside && private(rel) && filepath.ToSlash(rel) != name:
		return "", &FileError{Name: name, Reason: "leads into a directory " + home + " or " + gitDir}
	case !inside && !t.FollowOutside:
		return "", &FileError{Name: name, Reason: fmt.Sprintf("leads to %q, which is not below %q", path, t.Dir), Outside: true}
	}
	return path, nil
}

func private(rel string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), func(element string) bool {
		return strings.EqualFold(element, home) || strings.EqualFold(element, gitDir)
	})
}

func (t *txn) mayChange(name string) bool {
	local, err := filepath.Localize(name)
	return err == nil && (!private(local) || t.isOwnedJSON(name)) && t.Owns != nil && t.Owns(name)
}

func (t *txn) isOwnedJSON(name string) bool {
	return path.Dir(name) == home && path.Ext(name) == ".json" && t.Owns != nil && t.Owns(name)
}

// follow resolves links in path, whose last elements may not exist. name is for errors.
func (t *txn) follow(name, path string) (string, error) {
	full, err := t.FS.Resolve(path)
	if err == nil {
		return full, nil
	}
	if !missing(err) {
		return "", fmt.Errorf("%q: %w", name, err)
	}
	info, err := t.FS.Lstat(path)
	switch {
	case err == nil && (info.Mode().IsRegular() || info.IsDir()): // another program has created it
		return "", fmt.Errorf("%q: %w", name, ErrChanged)
	case err == nil:
		return "", &FileError{Name: name, Reason: fmt.Sprintf("cannot be reached: the symbolic link %q has no target", path)}
	case !missing(err):
		return "", err
	}
	dir, err := t.follow(name, filepath.Dir(path))
	if err != nil {
		return "", err
	}
	if info, err = t.FS.Lstat(dir); err == nil && !info.IsDir() {
		return "", &FileError{Name: name, Reason: fmt.Sprintf("cannot exist: %q is not a directory", dir)}
	}
	return filepath.Join(dir, filepath.Base(path)), ignoreMissing(err)
}

func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}
