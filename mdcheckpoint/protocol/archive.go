package protocol

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/internal/spelling"
)

const (
	BackupDir  = ".mdck/backups" // directory with the backups of the files of a directory
	ArchiveDir = ".mdck/archive" // directory with texts that were removed from the files of a directory

	maxTitle = 80  // maximum number of bytes of a title in the name of an archived text
	maxFile  = 120 // maximum number of bytes of a file name in the name of an archived text
)

// Backups returns the names of the backups of the file called name, oldest first. entries are those
// of [BackupDir]. name is relative to the parent of .mdck. A backup is called NAME.000012.HASH, so
// that names sort by age.
func Backups(entries []fs.DirEntry, name string) []string {
	prefix := strings.NewReplacer("%", "%25", "/", "%2F").Replace(name) + "."
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names
}

// ArchivePrefix returns the prefix of the names of all archived sections of the file called name.
// Files in a directory share an archive, so each file has its own prefix. After the prefix, the
// only full stop is before the extension. A name that is too long or not printable is replaced by a
// part of it and a hash.
func ArchivePrefix(name string) string {
	base := path.Base(name)
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	if len(base) <= maxFile && utf8.ValidString(base) && !strings.ContainsFunc(base, hidden) {
		return base + "."
	}
	sum := sha256.Sum256([]byte(base))
	return fmt.Sprintf("%s~%x.", ArchiveTitle(base), sum[:8])
}

// IsArchiveOf reports whether the archived text called archived belongs to the file called name.
func IsArchiveOf(archived, name string) bool {
	rest, ok := strings.CutPrefix(archived, ArchivePrefix(name))
	return ok && !strings.Contains(strings.TrimSuffix(rest, ".md"), ".")
}

// ArchiveTitle returns title in the form that names of archived texts contain.
func ArchiveTitle(title string) string {
	slug := spelling.Slug(title)
	if len(slug) > maxTitle {
		return strings.ToValidUTF8(slug[:maxTitle], "")
	}
	return slug
}
