package handoff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Facts are what a note records of the repository, as they are written; "" if it does not.
type Facts struct {
	Branch, Head, Worktree, Dirty, Written Fact
	Span                                   source.Span // the heading of the section; empty if there is none
}

// A Fact is a value and its place.
type Fact struct {
	Text string
	Span source.Span
}

// byDesign is the comment above the facts.
const byDesign = "<!-- mdck writes these facts with each edit of the note -->"

// noValue is what is written where there is no branch, no commit or no dirty file.
const noValue = "none"

const (
	maxDirty   = 20 // files that the facts name
	headDigits = 12 // of a commit
)

// byLabel returns the facts by what is written in front of them.
func (f *Facts) byLabel(label string) *Fact {
	switch strings.ToLower(label) {
	case "branch":
		return &f.Branch
	case "head":
		return &f.Head
	case "worktree":
		return &f.Worktree
	case "dirty":
		return &f.Dirty
	case "written":
		return &f.Written
	}
	return nil
}

// known reports whether the facts are those that mdck writes.
func (f *Facts) known() bool { return f.Written.Text != "" }

// time returns when the facts were written; zero if they do not say so.
func (f *Facts) time() time.Time {
	at, _ := spelling.ReadTime(f.Written.Text, time.UTC)
	return at
}

// readFacts reads the first section of facts.
func (n *Note) readFacts(g *schema.GroupMatch) {
	if n.Facts.Span.Len() > 0 {
		return
	}
	n.Facts.Span = g.Section.Heading
	for _, item := range g.Section.Bullets() {
		e := n.itemEntry(FactsKey, item)
		label, value, _ := strings.Cut(e.Line, ":")
		if f := n.Facts.byLabel(strings.Trim(label, "*` ")); f != nil && f.Text == "" {
			*f = Fact{strings.Trim(value, "*` "), e.Body}
		}
	}
}

// kept returns what else is in the section of facts: it is not mdck's, and stays.
func (n *Note) kept(s *mdcheckpoint.Section) string {
	var all []string
	for _, b := range s.Blocks {
		switch {
		case b.Kind == mdcheckpoint.List:
			for _, item := range b.Items {
				label, _, _ := strings.Cut(spelling.OneLine(n.slice(item.Text)), ":")
				if n.Facts.byLabel(strings.Trim(label, "*` ")) == nil && label != "Repository" {
					all = append(all, n.slice(item.Span))
				}
			}
		case b.Kind != mdcheckpoint.Break && n.slice(b.Span) != byDesign:
			all = append(all, "\n"+n.slice(b.Span))
		}
	}
	if len(s.Children) > 0 {
		all = append(all, "\n"+strings.TrimSpace(n.slice(source.Span{Start: s.Children[0].Own.Start, End: s.Span.End})))
	}
	return strings.ReplaceAll(strings.Join(all, "\n"), "\r\n", "\n")
}

// factLines returns the facts about work as they are written at a time. Note is the slash path
// of the note, which is no fact about itself. Without a repository there is only the time.
func factLines(work claim.Work, repository bool, note string, now time.Time) string {
	lines := []string{byDesign}
	add := func(label, value string) { lines = append(lines, "- "+label+": "+value) }
	if repository {
		add("Branch", orNone(word(work.Branch)))
		add("HEAD", orNone(work.Head[:min(len(work.Head), headDigits)]))
		add("Worktree", orNone(word(work.Worktree)))
		add("Dirty", dirtyLine(dirtyWords(work, note)))
	} else {
		add("Repository", noValue)
	}
	add("Written", spelling.FormatTime(now))
	return strings.Join(lines, "\n")
}

func orNone(text string) string {
	if text == "" {
		return noValue
	}
	return text
}

// word returns a name without what could be read as Markdown, as a list or as something else than
// one line.
func word(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" ._/+@=~-", r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return spelling.OneLine(b.String())
}

// dirtyWords returns the files that differ from HEAD, as they are written, but for the note.
func dirtyWords(work claim.Work, note string) []string {
	var all []string
	for _, name := range work.Dirty {
		if name != note {
			all = append(all, word(name))
		}
	}
	return all
}

// dirtyLine lists the first of names, and how many there are besides.
func dirtyLine(names []string) string {
	if len(names) == 0 {
		return noValue
	}
	text := strings.Join(names[:min(len(names), maxDirty)], ", ")
	if more := len(names) - maxDirty; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}

// dirty reads what dirtyLine wrote: the names, and how many there were besides.
func (f *Facts) dirty() (names []string, more int) {
	if f.Dirty.Text == "" || f.Dirty.Text == noValue {
		return nil, 0
	}
	for name := range strings.SplitSeq(f.Dirty.Text, ", ") {
		rest, ok := strings.CutPrefix(name, "and ")
		if n, err := strconv.Atoi(strings.TrimSuffix(rest, " more")); ok && err == nil {
			more = n
			continue
		}
		names = append(names, name)
	}
	return names, more
}

// moved returns how HEAD differs from the facts, in words; "" if it does not. A commit that has
// no more than the note and, together with it, files that the note names as dirty, is the one
// that the note was committed with.
func (f *Facts) moved(since claim.Since, note string) string {
	switch {
	case !since.Known:
		return "the repository does not have that commit"
	case !since.Follows:
		return "that commit is not in the history of HEAD"
	}
	n := len(f.foreign(since, note))
	switch n {
	case 0:
		return ""
	case 1:
		return "HEAD moved by 1 commit"
	}
	return fmt.Sprintf("HEAD moved by %d commits", n)
}

// foreign returns the commits that have more than the note knows of.
func (f *Facts) foreign(since claim.Since, note string) [][]string {
	named, _ := f.dirty()
	own := func(files []string) bool {
		withNote := slices.Contains(files, note)
		return !slices.ContainsFunc(files, func(name string) bool { return name != note && (!withNote || !slices.Contains(named, word(name))) })
	}
	return slices.DeleteFunc(slices.Clone(since.Commits), own)
}

// changedFiles returns how the dirty files differ from the facts, in words; "" if they do not.
// What was committed since is not missing.
func (f *Facts) changedFiles(work claim.Work, since claim.Since, note string) string {
	named, more := f.dirty()
	now := dirtyWords(work, note)
	unnamed := slices.DeleteFunc(slices.Clone(now), func(name string) bool { return slices.Contains(named, name) })
	var committed []string
	for _, files := range since.Commits {
		for _, name := range files {
			committed = append(committed, word(name))
		}
	}
	clean := slices.DeleteFunc(named, func(name string) bool { return slices.Contains(now, name) || slices.Contains(committed, name) })
	var all []string
	if len(unnamed) > more {
		all = append(all, fmt.Sprintf("%s dirty that the note does not name: %s", files(len(unnamed)), some(unnamed)))
	}
	if len(clean) > 0 && since.Follows {
		all = append(all, fmt.Sprintf("%s that the note names as dirty not dirty any more, and in no commit since: %s", files(len(clean)), some(clean)))
	}
	return strings.Join(all, "; ")
}

func files(n int) string {
	if n == 1 {
		return "1 file"
	}
	return strconv.Itoa(n) + " files"
}

// some lists the first few of names.
func some(names []string) string {
	const most = 5
	text := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		text += ", …"
	}
	return text
}
