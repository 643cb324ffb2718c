package protocol

import (
	"crypto/sha256"
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/mdcheckpoint/schema"
)

const (
	maxTitle = 80  // bytes of a title that go into the name of an archived text
	maxFile  = 120 // and of the name of the file
)

// ArchivePrefix is what the names of archived sections of the file called name, and of
// no other file of its directory, begin with: files of a directory share an archive.
// What follows has one full stop, that before its ending. A name that is too long for
// another after it, or cannot be shown, goes by a part of it and a hash.
func ArchivePrefix(name string) string {
	base := path.Base(name)
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	if len(base) <= maxFile && utf8.ValidString(base) && !strings.ContainsFunc(base, hidden) {
		return base + "."
	}
	sum := sha256.Sum256([]byte(base))
	return fmt.Sprintf("%s~%x.", ArchiveTitle(base), sum[:8])
}

// IsArchiveOf reports whether a text in the archive, by the name that it was archived
// under, is of the file called name.
func IsArchiveOf(archived, name string) bool {
	rest, ok := strings.CutPrefix(archived, ArchivePrefix(name))
	return ok && !strings.Contains(strings.TrimSuffix(rest, ".md"), ".")
}

// ArchiveTitle is what the name of an archived text has of a title.
func ArchiveTitle(title string) string {
	slug := schema.Slug(title)
	if len(slug) > maxTitle {
		return strings.ToValidUTF8(slug[:maxTitle], "")
	}
	return slug
}
