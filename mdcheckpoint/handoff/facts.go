package handoff

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Facts has the recorded facts about the repository, by label.
type Facts struct {
	values map[string]Fact
	Span   source.Span // heading of the section, or empty
}

// A Fact is a fact as written.
type Fact struct {
	Text string
	Span source.Span
}

// labels has the labels of the facts. mdck writes "repository" only without a repository.
var labels = [...]string{claim.BranchKey, claim.HeadKey, claim.WorktreeKey, claim.DirtyKey, "repository", writtenKey}

const writtenKey = "written"

const byDesign = "<!-- mdck writes these facts with each edit of the note -->"

// noValue stands for no branch, commit or dirty file.
const noValue = "none"

// mainWorktree stands for a work tree that is not linked.
const mainWorktree = "main"

const (
	maxDirty   = 20
	headDigits = 12 // length of an abbreviated commit
)

func (f *Facts) text(label string) string { return f.values[label].Text }

// known reports whether mdck wrote the facts.
func (f *Facts) known() bool { return f.text(writtenKey) != "" }

func (f *Facts) time() time.Time {
	at, _ := spelling.ReadTime(f.text(writtenKey), time.UTC)
	return at
}

func (n *Note) readFacts(g *schema.GroupMatch) {
	if n.Facts.Span.Len() > 0 {
		return
	}
	n.Facts = Facts{values: map[string]Fact{}, Span: g.Section.Heading}
	for _, item := range g.Section.Bullets() {
		e := n.itemEntry(factsKey, item)
		if label, value := cutFact(e.Line); label != "" && n.Facts.text(label) == "" {
			n.Facts.values[label] = Fact{value, e.Body}
		}
	}
}

// cutFact splits a line such as "**Branch:** main".
func cutFact(line string) (label, value string) {
	label, value, _ = strings.Cut(line, ":")
	label = strings.ToLower(strings.Trim(label, "*` "))
	if !slices.Contains(labels[:], label) {
		return "", ""
	}
	return label, strings.Trim(value, "*` ")
}

// otherText returns the text in the facts section that mdck did not write.
func (n *Note) otherText(s *mdcheckpoint.Section) string {
	var all []string
	for _, b := range s.Blocks {
		switch {
		case b.Kind == mdcheckpoint.List:
			for _, item := range b.Items {
				if label, _ := cutFact(spelling.OneLine(n.slice(item.Text))); label == "" {
					all = append(all, n.slice(item.Span))
				}
			}
		case b.Kind != mdcheckpoint.Break && n.slice(b.Span) != byDesign:
			all = append(all, "\n"+n.slice(b.Span))
		}
	}
	if len(s.Children) > 0 {
		all = append(all, "\n"+strings.TrimSpace(n.slice(source.Between(s.Children[0].Own.Start, s.Span.End))))
	}
	return strings.ReplaceAll(strings.Join(all, "\n"), "\r\n", "\n")
}

func factLines(f claim.Facts, repository bool, now time.Time) string {
	lines := []string{byDesign}
	add := func(label, value string) { lines = append(lines, "- "+label+": "+value) }
	if repository {
		add("Branch", cmp.Or(word(f.Branch), noValue))
		add("HEAD", cmp.Or(f.Head[:min(len(f.Head), headDigits)], noValue))
		add("Worktree", cmp.Or(word(f.Worktree), mainWorktree))
		add("Dirty", dirtyLine(f.Dirty))
	} else {
		add("Repository", noValue)
	}
	add("Written", spelling.FormatTime(now))
	return strings.Join(lines, "\n")
}

func (f *Facts) recorded() (r claim.Facts, ok bool) {
	name := func(label string) string { return unword(f.text(label)) }
	r = claim.Facts{Branch: name(claim.BranchKey), Head: name(claim.HeadKey), Worktree: name(claim.WorktreeKey), Time: f.time()}
	if r.Worktree == mainWorktree {
		r.Worktree = ""
	}
	r.Dirty, r.More = f.dirty()
	for i := range r.Dirty {
		r.Dirty[i] = unword(r.Dirty[i])
	}
	return r, f.known() && f.text(claim.HeadKey) != ""
}

func facts(tree fs.FS, t protocol.Target) (f claim.Facts, ok bool) {
	n, err := load(tree, t.Main)
	if err != nil {
		return f, false
	}
	return n.Facts.recorded()
}

func (f *Facts) line() string {
	var all []string
	for _, label := range labels {
		if text := f.text(label); text != "" {
			all = append(all, strings.Replace(label, claim.HeadKey, "HEAD", 1)+" "+text)
		}
	}
	return strings.Join(all, "; ")
}

// word returns name with percent escapes for the characters of Markdown and of lists.
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

func unword(text string) string {
	if text == noValue {
		return ""
	}
	name, err := url.PathUnescape(text)
	if err != nil { // not written by mdck
		return text
	}
	return name
}

func dirtyLine(names []string) string {
	if len(names) == 0 {
		return noValue
	}
	var words []string
	for _, name := range names {
		words = append(words, word(name))
	}
	return strings.Join(spelling.FirstOf(words, maxDirty), ", ")
}

// dirty parses a text such as "a.go, b.go, and 2 more".
func (f *Facts) dirty() (names []string, more int) {
	text := f.text(claim.DirtyKey)
	if text == "" || text == noValue {
		return nil, 0
	}
	for name := range strings.SplitSeq(text, ", ") {
		rest, ok := strings.CutPrefix(name, "and ")
		if n, err := strconv.Atoi(strings.TrimSuffix(rest, " more")); ok && err == nil {
			more = n
			continue
		}
		names = append(names, name)
	}
	return names, more
}
