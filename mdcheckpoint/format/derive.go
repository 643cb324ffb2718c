package format

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// A Proposal is a format that fits some files, with what was seen in them.
type Proposal struct {
	Format *Format
	// Notes are what the format cannot say of the files, or leaves to the reader.
	Notes []string
	seen  map[string]string // comments, by the path of the key
}

// Derive proposes a format called name for documents, of which there is at least one:
// no rule about formats finds anything in them then. Files are its patterns; count
// counts tokens. Budgets have a quarter of headroom.
func Derive(name string, files []string, documents []*mdcheckpoint.Document, count func(string) int) *Proposal {
	d := &deriver{all: documents, count: count, p: &Proposal{seen: map[string]string{}}}
	f := &Format{Name: name, Files: files, Ordered: true}
	d.p.Format = f
	f.Schema.Colons = true
	f.Schema.Level = d.level()
	f.Schema.Title = d.title(f.Schema.Level)
	f.Schema.Groups = d.groups(f)
	d.budgets(f)
	return d.p
}

// A deriver makes one proposal.
type deriver struct {
	all   []*mdcheckpoint.Document
	count func(string) int
	p     *Proposal

	unnamed []string // titles of sections that the last try found under no title
}

// level is that of the sections: 1 where a file has several headings of it, else that
// of the highest headings below the title.
func (d *deriver) level() int {
	highest := deepest + 1
	for _, doc := range d.all {
		tops := 0
		for _, s := range doc.Sections {
			if s.Level == 1 {
				tops++
			} else {
				highest = min(highest, s.Level)
			}
		}
		if tops > 1 {
			return 1
		}
	}
	if highest > deepest {
		return 2
	}
	return highest
}

// title is the heading above the sections, if all files have one: as it is, or with a
// placeholder where they differ.
func (d *deriver) title(level int) string {
	if level == 1 {
		return ""
	}
	var titles []string
	for _, doc := range d.all {
		i := slices.IndexFunc(doc.Sections, func(s *mdcheckpoint.Section) bool { return s.Level < level })
		if i < 0 || !isShowable(schema.Uncolon(doc.Sections[i].Title)) {
			return ""
		}
		titles = append(titles, schema.Uncolon(doc.Sections[i].Title))
	}
	if dated := datedTitle(titles); dated != "" {
		return dated
	}
	first := asWritten(titles[0])
	same := func(t string) bool { _, ok := schema.Fill(first, t); return ok }
	if first != "" && !slices.ContainsFunc(titles, func(t string) bool { return !same(t) }) {
		return first
	}
	return common(titles)
}

// isShowable reports whether a title can stand in a format as it is: it has no braces, no
// marks of a heading, and nothing that YAML does not take or nobody sees.
func isShowable(title string) bool {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	return strings.TrimSpace(title) != "" && unmarked(title) == strings.TrimSpace(title) && !strings.ContainsAny(title, "{}") && !strings.ContainsFunc(title, hidden)
}

// maxNotes is how many notes are worth reading.
const maxNotes = 20

// maxSections is how many sections are proposed at most: nobody reads more, and a
// configuration has no room for many.
const maxSections = 100

// ceiling is n with a quarter of headroom, up to the next multiple of step.
func ceiling(n, step int) int { return max((n+n/4+step-1)/step, 1) * step }

// budgets sets the limits of the files.
func (d *deriver) budgets(f *Format) {
	lines, tokens, each := 0, 0, 0
	for _, doc := range d.all {
		lines, tokens = max(lines, doc.File.Lines()), max(tokens, d.count(doc.File.Text))
		for _, s := range doc.Sections {
			if s.Level == f.Schema.GroupLevel() {
				each = max(each, doc.File.CountLines(schema.Body(s)))
			}
		}
	}
	f.Schema.Limits = schema.Limits{Lines: ceiling(lines, 10), Tokens: ceiling(tokens, 100)}
	d.p.seen[keyLines] = fmt.Sprintf("the largest has %d", lines)
	d.p.seen[keyTokens] = fmt.Sprintf("the largest has %d", tokens)
	if each > 0 {
		f.Schema.Limits.GroupLines = ceiling(each, 5)
		d.p.seen[keyEach] = fmt.Sprintf("the largest has %d", each)
	}
}

func (d *deriver) note(text string, args ...any) {
	if note := fmt.Sprintf(text, args...); len(d.p.Notes) < maxNotes && !slices.Contains(d.p.Notes, note) {
		d.p.Notes = append(d.p.Notes, note)
	}
}
