package gitrepo

import (
	"crypto/sha1" // by which git names objects
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/source"
)

// Differs reports whether the file at a slash path relative to the root differs from HEAD in
// kind or in text, apart from what git converts, such as line endings. Filters that the
// repository's own configuration names are not run. A file that does not exist does not differ
// if git is configured to leave it out.
func (r *Repo) Differs(path string) (bool, error) {
	old, there, err := r.atHead(path)
	if err != nil {
		return false, err
	}
	file := filepath.Join(r.git.dir, filepath.FromSlash(path))
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && there:
		out, err := r.git.leftOut(path)
		return !out, err
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !there || old.mode.Type() != info.Mode().Type():
		return true, nil
	case info.Mode().Type() == fs.ModeSymlink:
		to, err := os.Readlink(file)
		return !r.is(old.id, filepath.ToSlash(to)), err
	}
	if info.Size() > tree.MaxRead { // what git converts is no matter there
		size, err := r.objects.size(old.id)
		if err == nil && size == info.Size() {
			err = source.TooLarge(size, tree.MaxRead)
		}
		return size != info.Size(), err
	}
	raw, err := tree.ReadFile(file, tree.MaxRead)
	if err != nil || r.is(old.id, string(raw)) {
		return false, err
	}
	g, err := r.git.unfiltered()
	if err != nil {
		return false, err
	}
	id, err := g.filter(string(raw), "hash-object", "--stdin", "--path="+path)
	return strings.TrimSpace(id) != old.id, err
}

// atHead returns what HEAD has at a path; there is false if that is not a file or link.
func (r *Repo) atHead(path string) (e entry, there bool, err error) {
	id, err := r.objects.commit("HEAD")
	if errors.Is(err, ErrNoCommit) {
		return e, false, nil
	}
	if err != nil {
		return e, false, err
	}
	found, err := r.git.list("--literal-pathspecs", "ls-tree", "-z", "--full-tree", id, "--", path)
	for _, line := range found {
		if name, e, ok := parseEntry(line); ok && name == path {
			return e, true, nil
		}
	}
	return e, false, err
}

// leftOut reports whether git does not look for the file at a path, which does not exist: in a
// sparse checkout, or if it is assumed to be unchanged.
func (g git) leftOut(path string) (bool, error) {
	found, err := g.list("--literal-pathspecs", "ls-files", "-v", "-z", "--", path)
	for _, line := range found {
		if tag, name, _ := strings.Cut(line, " "); name == path {
			return tag == "S" || tag != strings.ToUpper(tag), err
		}
	}
	return false, err
}

// is reports whether the blob id has this text. The id is a hash of the contents, so a blob
// that a partial clone does not have need not be fetched.
func (r *Repo) is(id, text string) bool { return blobID(text, len(id)) == id }

// blobID returns the id of the blob with this text, in so many hex digits.
func blobID(text string, digits int) string {
	h := sha1.New()
	if digits == hex.EncodedLen(sha256.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00%s", len(text), text)
	return hex.EncodeToString(h.Sum(nil))
}
