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
	BackupDir  = ".mdck/backups"
	ArchiveDir = ".mdck/archive" // texts removed from the files of a directory

	maxTitle = 80  // maximum length in bytes of a title in the name of an archived text
	maxFile  = 120 // maximum length in bytes of a file name there
)

// Backups returns the names of a file's backups, such as "notes.md.000012.1a2b3c4d", oldest first.
// entries is the sorted [BackupDir]. name is relative to the parent of .mdck.
func Backups(entries []fs.DirEntry, name string) []string {
	prefix := strings.NewReplacer("%", "%25", "/", "%2F").Replace(name) + "."
	var names []string
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), prefix)
		if ok && strings.Count(rest, ".") == 1 && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names
}

// ArchivePrefix returns the prefix of the names of a file's archived texts, such as "notes.md.".
func ArchivePrefix(name string) string {
	base := path.Base(name)
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	if len(base) <= maxFile && utf8.ValidString(base) && !strings.ContainsFunc(base, hidden) {
		return base + "."
	}
	sum := sha256.Sum256([]byte(base))
	return fmt.Sprintf("%s~%x.", ArchiveTitle(base), sum[:8])
}

// IsArchiveOf reports whether an archived text belongs to the file called name.
func IsArchiveOf(archived, name string) bool {
	rest, ok := strings.CutPrefix(archived, ArchivePrefix(name))
	return ok && !strings.Contains(strings.TrimSuffix(rest, ".md"), ".")
}

// ArchiveTitle returns title as a slug for the name of an archived text.
func ArchiveTitle(title string) string {
	slug := spelling.Slug(title)
	if len(slug) > maxTitle {
		return strings.ToValidUTF8(slug[:maxTitle], "")
	}
	return slug
}
