package handoff

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/url"
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

// Facts contains the recorded facts about the repository, as written; "" if missing.
type Facts struct {
	Branch, Head, Worktree, Dirty, Written Fact
	Span                                   source.Span // heading of the section; empty if there is none
}

type Fact struct {
	Text string
	Span source.Span
}

const byDesign = "<!-- mdck writes these facts with each edit of the note -->"

// noValue is written if there is no branch, commit or dirty file.
const noValue = "none"

// mainWorktree is written for the main work tree, one that is not linked.
const mainWorktree = "main"

const (
	maxDirty   = 20
	headDigits = 12 // length of an abbreviated commit
)

// byLabel returns nil if the label is unknown.
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

// known reports whether mdck wrote the facts.
func (f *Facts) known() bool { return f.Written.Text != "" }

// time returns the zero time if it is unknown.
func (f *Facts) time() time.Time {
	at, _ := spelling.ReadTime(f.Written.Text, time.UTC)
	return at
}

func (n *Note) readFacts(g *schema.GroupMatch) {
	if n.Facts.Span.Len() > 0 {
		return
	}
	n.Facts.Span = g.Section.Heading
	for _, item := range g.Section.Bullets() {
		e := n.itemEntry(factsKey, item)
		label, value, _ := strings.Cut(e.Line, ":")
		if f := n.Facts.byLabel(strings.Trim(label, "*` ")); f != nil && f.Text == "" {
			*f = Fact{strings.Trim(value, "*` "), e.Body}
		}
	}
}

// kept returns the text in the facts section that mdck did not write. An update keeps this text.
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

// Without a repository, the text has only the time.
func factLines(f claim.Facts, repository bool, now time.Time) string {
	lines := []string{byDesign}
	add := func(label, value string) { lines = append(lines, "- "+label+": "+value) }
	if repository {
		add("Branch", orNone(word(f.Branch)))
		add("HEAD", orNone(f.Head[:min(len(f.Head), headDigits)]))
		add("Worktree", cmp.Or(word(f.Worktree), mainWorktree))
		add("Dirty", dirtyLine(f.Dirty))
	} else {
		add("Repository", noValue)
	}
	add("Written", spelling.FormatTime(now))
	return strings.Join(lines, "\n")
}

func (f *Facts) recorded() (r claim.Facts, ok bool) {
	r = claim.Facts{Branch: unword(f.Branch.Text), Head: unword(f.Head.Text), Worktree: unword(f.Worktree.Text), Time: f.Written.Text}
	if r.Worktree == mainWorktree {
		r.Worktree = ""
	}
	r.Dirty, r.More = f.dirty()
	for i := range r.Dirty {
		r.Dirty[i] = unword(r.Dirty[i])
	}
	return r, f.known() && f.Head.Text != ""
}

func facts(tree fs.FS, t protocol.Target) (f claim.Facts, ok bool) {
	text, err := source.ReadRegular(tree, t.Main)
	if err != nil {
		return f, false
	}
	n, err := Parse(t.Main, text)
	if err != nil {
		return f, false
	}
	return n.Facts.recorded()
}

func orNone(text string) string {
	if text == "" {
		return noValue
	}
	return text
}

// word returns a name with percent escapes for characters that Markdown could interpret, that
// separate list items, or that end the line.
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

// unword reverses word. It returns "" for noValue.
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
	for _, name := range names[:min(len(names), maxDirty)] {
		words = append(words, word(name))
	}
	text := strings.Join(words, ", ")
	if more := len(names) - maxDirty; more > 0 {
		text += fmt.Sprintf(", and %d more", more)
	}
	return text
}

// dirty parses the text of dirtyLine: the names, and the number of others.
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
