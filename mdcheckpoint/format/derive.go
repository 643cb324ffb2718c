package format

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
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
		if i < 0 || !isShowable(doc.Sections[i].Title) {
			return ""
		}
		titles = append(titles, doc.Sections[i].Title)
	}
	first := asWritten(titles[0])
	same := func(t string) bool { _, ok := schema.Fill(first, t); return ok }
	if first != "" && !slices.ContainsFunc(titles, func(t string) bool { return !same(t) }) {
		return first
	}
	return common(titles)
}

// common is what titles have in common before and behind a placeholder; "" if they
// begin with nothing in common.
func common(titles []string) string {
	head, tail := strings.Fields(titles[0]), strings.Fields(titles[0])
	for _, t := range titles[1:] {
		words := strings.Fields(t)
		head = head[:agree(head, words, func(w []string, i int) string { return w[i] })]
		tail = tail[len(tail)-agree(tail, words, func(w []string, i int) string { return w[len(w)-1-i] }):]
	}
	least := len(strings.Fields(titles[0]))
	for _, t := range titles {
		least = min(least, len(strings.Fields(t)))
	}
	if len(head) == 0 || len(head) >= least {
		return ""
	}
	if len(head)+len(tail) >= least {
		tail = nil
	}
	title := strings.Join(append(append(slices.Clone(head), "{NAME}"), tail...), " ")
	for _, t := range titles {
		if _, ok := schema.Fill(title, t); !ok {
			return ""
		}
	}
	return title
}

// agree is how many words of a and b are the same, taken in turn.
func agree(a, b []string, at func([]string, int) string) int {
	n := 0
	for n < min(len(a), len(b)) && at(a, n) == at(b, n) {
		n++
	}
	return n
}

// isShowable reports whether a title can stand in a format as it is: it has no braces, and
// nothing that YAML does not take or nobody sees.
func isShowable(title string) bool {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	return strings.TrimSpace(title) != "" && !strings.ContainsAny(title, "{}") && !strings.ContainsFunc(title, hidden)
}

// maxNotes is how many notes are worth reading.
const maxNotes = 20

// maxSections is how many sections are proposed at most: nobody reads more, and a
// configuration has no room for many.
const maxSections = 100

var (
	dateExpr   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}`) })
	numberExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+`) })
)

// patterns are what a title may be an instance of, the most telling first: with a date
// or a number in its place, and itself.
func patterns(title string) []string {
	if !isShowable(title) || schema.Slug(title) == "" {
		return nil
	}
	var all []string
	for _, form := range [...]struct {
		expr *regexp.Regexp
		slot string
	}{{dateExpr(), "{DATE}"}, {numberExpr(), "{N}"}} {
		found := form.expr.FindAllStringIndex(title, 2)
		if len(found) != 1 {
			continue
		}
		pattern := title[:found[0][0]] + form.slot + title[found[0][1]:]
		if _, ok := schema.Fill(pattern, title); ok {
			all = append(all, pattern)
		}
	}
	if own := asWritten(title); own != "" {
		all = append(all, own)
	}
	return all
}

// asWritten is a title as a format has it, which leaves out pictures; "" if nothing is
// left.
func asWritten(title string) string {
	own := strings.TrimSpace(schema.Bare(title))
	if schema.Slug(own) == "" {
		return ""
	}
	return own
}

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
