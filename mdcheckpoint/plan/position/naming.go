package position

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// How surely a text says that a file exists.
type saying int

const (
	says    saying = iota // it exists, unless it was removed later
	now                   // it exists now
	might                 // it exists, unless it was deleted or renamed, or is to be made yet
	wasMade               // it was to be made: it may be elsewhere, or deleted or renamed since
)

// cleaned is the path that people write: with slashes, and without "./" before it and "/"
// behind it.
func cleaned(name string) string {
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
	if bare := strings.TrimRight(name, "/"); bare != "" {
		return bare
	}
	return name
}

// file claims of the file called name, which may be written from one of the folders
// beside, what a text says of it.
func (c *claimer) file(name string, span source.Span, as saying, beside ...string) {
	c.fileIn(name, span, as, func(fs.FS) []string { return beside })
}

// fileIn is file with folders that the tree tells.
func (c *claimer) fileIn(name string, span source.Span, as saying, folders func(fs.FS) []string) {
	name = cleaned(name)
	c.add(ClaimFile, "file "+name, claim.Present, span, func(tree fs.FS) (string, error) {
		beside := folders(tree)
		found, err := existsIn(tree, name, beside)
		switch {
		case err != nil || found == claim.Present:
			return found, err
		case isBelow(tree, name):
			return "", errors.New("the path may begin above this tree")
		}
		fate, err := c.fate(name, beside)
		switch {
		case fate.Lost && as != might, as == now && fate.Removed != "":
			return found, nil
		case fate.String() != "":
			return "", errors.New(fate.String())
		case as == wasMade && c.out.Fate != nil && err == nil:
			return "", errors.New("no commit ever had it")
		case as == might, as == wasMade:
			return "", errors.New("it may have been deleted or renamed, or be still to be made")
		}
		return found, err
	})
}

// fate asks the repository what became of a file that is not in the tree, nor in one of the
// folders beside it.
func (c *claimer) fate(name string, beside []string) (found claim.Fate, err error) {
	for _, dir := range append([]string{"."}, beside...) {
		at := path.Join(dir, name)
		if c.out.Fate == nil || !claim.Inside(at) || err != nil || found != (claim.Fate{}) {
			continue
		}
		found, err = c.out.Fate(at)
	}
	return found, err
}

// existsIn is [claim.Exists] of name, in the tree or in one of the folders.
func existsIn(tree fs.FS, name string, folders []string) (string, error) {
	found, err := claim.Exists(name)(tree)
	for _, dir := range folders {
		if err == nil && found == claim.Absent {
			found, err = claim.Exists(path.Join(dir, name))(tree)
		}
	}
	return found, err
}

// isBelow reports whether the path without some of its first directories is that of a
// file in a directory of the tree: it may be written from the root of a repository that
// the tree is a part of.
func isBelow(tree fs.FS, name string) bool {
	for {
		_, rest, ok := strings.Cut(name, "/")
		if !ok || !strings.Contains(rest, "/") {
			return false
		}
		if info, err := claim.Stat(tree, rest); err == nil && info.Mode().IsRegular() {
			return true
		}
		name = rest
	}
}

// resume claims the file that a state in dir says to resume from. A bare name may be that
// of a file in the directory of the phase at hand, where notes lie. Source: GSD.
func (c *claimer) resume(v Value, dir, phase string) {
	name, phases := target(v.Text), path.Join(dir, phasesDir)
	switch {
	case name == "" || isBlank(name) || strings.Contains(name, " "):
	case strings.Contains(name, "://"):
		c.add(ClaimFile, "file "+name, claim.Present, v.Span, func(fs.FS) (string, error) { return "", errors.New("it is an address") })
	default:
		c.fileIn(name, v.Span, now, func(tree fs.FS) []string { return append(dirsOf(tree, phases, phase), dir, phases) })
	}
}

// dirsOf are the directories of a phase in the folder of phases.
func dirsOf(tree fs.FS, phases, number string) []string {
	var all []string
	entries, _ := fs.ReadDir(tree, phases) // without it no phase has one
	for _, e := range entries {
		if e.IsDir() && number != "" && phaseNumber(e.Name()) == number {
			all = append(all, path.Join(phases, e.Name()))
		}
	}
	return all
}

// target is the path that a value names: itself, in backticks, or that of a link, without
// a line or a heading behind it: ".planning/a.md" of "[a](.planning/a.md:12)".
func target(text string) string {
	if _, rest, ok := strings.Cut(text, "]("); ok && strings.HasPrefix(text, "[") {
		text, _, _ = strings.Cut(rest, ")")
	}
	if rest, ok := strings.CutPrefix(text, "`"); ok {
		text, _, _ = strings.Cut(rest, "`")
	}
	text = strings.Trim(text, "`[]<>*\"' ")
	if strings.Contains(text, "://") {
		return text
	}
	text, _, _ = strings.Cut(text, "#")
	if i := strings.LastIndexByte(text, ':'); i > 0 && strings.Trim(text[i+1:], "0123456789-") == "" {
		text = text[:i]
	}
	return text
}

// leaves are words of a line that is about files that need not exist.
var leaves = []string{
	"delete", "deleted", "deletes", "remove", "removed", "removes", "rename", "renamed", "move", "moved", "drop", "dropped", "replaced", "gone",
	"create", "add", "write", "make", "will", "todo", "next", "need", "needs", "missing", "yet", "not", "no", "without",
}

// sayingOf is how surely a line says that the files exist that it names between backticks,
// at which it is split.
func sayingOf(parts []string) saying {
	for i := 0; i < len(parts); i += 2 {
		if slices.ContainsFunc(wordsOf(parts[i]), func(word string) bool { return slices.Contains(leaves, word) }) {
			return might
		}
	}
	return says
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return (r < 'a' || r > 'z') && r != '\'' })
}
