package position

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

const (
	ClaimPercent = "percent"
	ClaimPlans   = "plans"
	ClaimDone    = "done"
	ClaimPhases  = "phases"
	ClaimFile    = "file"
	ClaimCommit  = "commit"
	ClaimFront   = "front"   // the front matter can be parsed
	ClaimChanged = "changed" // a named file has uncommitted changes
)

// A certainty is how definitely a text claims that a file exists.
type certainty int

const (
	now    certainty = iota // the file exists
	before                  // the file existed when the text was written
	might                   // the file may be deleted, renamed or not yet created
)

type claimer struct {
	out        claim.Outside
	all        []claim.Claim
	added      map[[2]string]bool
	dir, phase string // folder of plans, and number of the phase
}

type actualFunc = func(fs.FS) (string, error)

//go:noinline
func (c *claimer) add(key, name string, recorded Value, actual actualFunc) {
	if c.added == nil {
		c.added = map[[2]string]bool{}
	}
	if once := [2]string{key, name}; recorded.Text != "" && !c.added[once] {
		c.added[once] = true
		one := claim.Claim{Key: key, Name: name, Actual: actual}
		one.Recorded, one.Span = recorded.Text, recorded.Span
		c.all = append(c.all, one)
	}
}

func (c *claimer) commit(hash string, span source.Span) {
	c.add(ClaimCommit, "commit "+hash, Value{claim.Present, span}, c.out.CommitExists(hash))
}

func (c *claimer) changed(name string, span source.Span) {
	question := c.out.Changed
	if !claim.Inside(cleaned(name)) {
		question = func(string) (bool, error) { return false, errors.New("the path is outside the tree") }
	}
	c.add(ClaimChanged, "uncommitted change of "+name, Value{claim.Present, span}, claim.Ask(question, name, claim.Present, claim.Absent))
}

// named adds claims for the commits and files between backticks in text, which begins at offset at.
func (c *claimer) named(text string, at int) {
	for line := range strings.Lines(text) {
		parts := strings.Split(line, "`")
		mentionsMissing, from := mentionsMissing(parts), at
		for i, name := range parts {
			span := source.Span{Start: from, End: from + len(name)}
			switch isBetween := i%2 == 1 && i < len(parts)-1; {
			case isBetween && isHash(name):
				c.commit(name, span)
			case isBetween && isPath(name) && !mentionsMissing:
				c.file(name, span, before)
			}
			from = span.End + len("`")
		}
		at += len(line)
	}
}

const missingWords = "delete|deleted|deletes|remove|removed|removes|rename|renamed|move|moved|drop|dropped|replaced|gone|" +
	"create|add|write|make|will|todo|next|need|needs|missing|yet|not|no|without"

// mentionsMissing reports whether a line is about files that need not exist. parts is the line,
// split at backticks.
func mentionsMissing(parts []string) bool {
	for i := 0; i < len(parts); i += 2 {
		for _, word := range wordsOf(parts[i]) {
			if isOne(word, missingWords) {
				return true
			}
		}
	}
	return false
}

func (c *claimer) file(name string, span source.Span, as certainty) {
	name = cleaned(name)
	dir, phase := c.dir, c.phase
	c.add(ClaimFile, "file "+name, Value{claim.Present, span}, func(tree fs.FS) (string, error) {
		folders := append([]string{"."}, foldersOf(tree, dir, phase)...)
		found, err := existsIn(tree, name, folders)
		if err != nil || found == claim.Present {
			return found, err
		}
		fate, err := c.fate(name, folders)
		why := fate.String()
		switch {
		case isBelow(tree, name):
			why = "the path may be relative to a directory above this tree"
		case fate.Lost, as == now && fate.Removed != "", as != might && why == "":
			return found, err
		case why != "":
		case c.out.Fate != nil && err == nil:
			why = "no commit contains it"
		default:
			why = "the file may be deleted, renamed or not yet written"
		}
		return "", errors.New(why)
	})
}

// foldersOf returns the folders that a path may be relative to. Source: GSD.
func foldersOf(tree fs.FS, dir, phase string) (all []string) {
	if dir == "" {
		return nil
	}
	phases := path.Join(dir, phasesDir)
	entries, _ := fs.ReadDir(tree, phases)
	for _, e := range entries {
		if e.IsDir() && phase != "" && phaseNumber(e.Name()) == phase {
			all = append(all, path.Join(phases, e.Name()))
		}
	}
	return append(all, dir, phases)
}

func existsIn(tree fs.FS, name string, folders []string) (found string, err error) {
	found = claim.Absent
	for _, dir := range folders {
		if err == nil && found == claim.Absent {
			found, err = claim.Exists(path.Join(dir, name))(tree)
		}
	}
	return found, err
}

func (c *claimer) fate(name string, folders []string) (found claim.Fate, err error) {
	for _, dir := range folders {
		at := path.Join(dir, name)
		isOpen := err == nil && found == claim.Fate{}
		if c.out.Fate != nil && claim.Inside(at) && isOpen {
			found, err = c.out.Fate(at)
		}
	}
	return found, err
}

// isBelow reports whether the tree contains a file at the end of name, such as b/c.go for a/b/c.go.
func isBelow(tree fs.FS, name string) bool {
	_, rest, _ := strings.Cut(name, "/")
	if !strings.Contains(rest, "/") {
		return false
	}
	info, err := claim.Stat(tree, rest)
	return err == nil && info.Mode().IsRegular() || isBelow(tree, rest)
}

func cleaned(name string) string {
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
	if bare := strings.TrimRight(name, "/"); bare != "" {
		return bare
	}
	return name
}

func isHash(text string) bool {
	isBoth := strings.ContainsAny(text, "0123456789") && strings.ContainsAny(text, "abcdef")
	return claim.IsCommit(text) && len(text) <= 40 && text == strings.ToLower(text) && isBoth
}

func isPath(text string) bool {
	isOdd := strings.ContainsAny(text, " \t*?<>{}$|\"'()=:;,@#[]") || hasAny(text, "//|..")
	if isOdd || beginsWith(text, "/|~") {
		return false
	}
	bare := strings.TrimPrefix(text, "./")
	top, _, below := strings.Cut(bare, "/")
	isElse := isOne(top, "origin|upstream") || strings.LastIndexByte(top, '.') > 0
	ending := path.Ext(text)
	return !isElse && (below || bare != text) && len(ending) > 1 && len(ending) <= 6
}

// target returns the path in a value, such as .planning/a.md in "[a](.planning/a.md:12)".
func target(text string) string {
	if _, link, ok := strings.Cut(text, "]("); ok {
		text, _, _ = strings.Cut(link, ")")
	} else if quoted, ok := strings.CutPrefix(text, "`"); ok {
		text, _, _ = strings.Cut(quoted, "`")
	}
	if strings.Contains(text, "://") {
		return ""
	}
	text, _, _ = strings.Cut(text, "#")
	text, _, _ = strings.Cut(text, ":")
	return strings.Trim(text, "`[]<>*\"' ")
}
