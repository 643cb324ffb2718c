package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// A found is what the files have under one title, or under titles that differ in a
// number or a date.
type found struct {
	title string                          // or pattern
	in    map[int][]*mdcheckpoint.Section // by the number of the file
}

// groups are the sections that all files have, and as optional ones those that at least
// two have and half of them; of one file all. What is left out is found under no title,
// and may be found under the pattern of another then.
func (d *deriver) groups(f *Format) []schema.Group {
	titles := d.titles(f.Schema.GroupLevel())
	all := d.matched(f, titles)
	for kept := d.chosen(all); len(kept) < len(all); kept = d.chosen(all) {
		titles = titles[:0]
		for _, x := range kept {
			titles = append(titles, x.title)
		}
		all = d.matched(f, titles)
	}
	all, f.Ordered = inOrder(all)
	var groups []schema.Group
	for _, x := range all {
		groups = append(groups, d.group(x))
	}
	return groups
}

// titles are what the sections of a level may go by, in the order in which they are
// first met.
func (d *deriver) titles(level int) []string {
	times := map[string]map[string]bool{} // different titles, by the pattern that fits them
	in := map[string]map[int]bool{}       // files, by the title that they have
	each := func(use func(file int, title string)) {
		for i, doc := range d.all {
			for _, s := range doc.Sections {
				if s.Level == level {
					use(i, schema.Uncolon(s.Title))
				}
			}
		}
	}
	each(func(file int, title string) {
		note(in, schema.Fold(title), file)
		for _, p := range patterns(title) {
			note(times, schema.Fold(p), schema.Fold(title))
		}
	})
	var all []string
	known := map[string]bool{}
	each(func(_ int, title string) {
		switch p := pattern(title, times, len(in[schema.Fold(title)])); {
		case p == "":
			d.note("%q is left out: a title with braces, or without a letter or digit", title)
		case known[schema.Fold(p)]:
		case len(all) == maxSections:
			d.note("there are more than %d sections, of which the first %[1]d are named", maxSections)
		default:
			known[schema.Fold(p)] = true
			all = append(all, p)
		}
	})
	return all
}

// note adds a value to those of key.
func note[V comparable](all map[string]map[V]bool, key string, value V) {
	if all[key] == nil {
		all[key] = map[V]bool{}
	}
	all[key][value] = true
}

// matched is what the files have of sections with these titles.
func (d *deriver) matched(f *Format, titles []string) []*found {
	var all []*found
	by := map[string]*found{}
	own := schema.Schema{Colons: true, Title: f.Schema.Title, Level: f.Schema.Level}
	for _, title := range titles {
		x := &found{title: title, in: map[int][]*mdcheckpoint.Section{}}
		all, by[title] = append(all, x), x
		own.Groups = append(own.Groups, schema.Group{Key: title, Title: title})
	}
	d.unnamed = nil
	for i, doc := range d.all {
		match := own.Match(doc)
		for _, s := range match.Extra {
			if s.Level == own.GroupLevel() {
				d.unnamed = append(d.unnamed, s.Title)
			}
		}
		for _, g := range match.Groups {
			x := by[g.Group.Key]
			x.in[i] = append(x.in[i], g.Section)
		}
	}
	return all
}

// pattern is the pattern that a title goes by: the first that at least two different
// titles have or that goes on, else the title itself. A title that several files have is no entry.
func pattern(title string, times map[string]map[string]bool, files int) string {
	entry := entryPattern(title)
	for _, p := range patterns(title) {
		wider := p != entry && len(times[schema.Fold(entry)]) > len(times[schema.Fold(p)])
		if files > 1 && p == entry || wider && strings.Contains(p, "{") {
			continue
		}
		first := goesOn(p) && (entry == "" || p == entry || p == "{"+dateSlot+"}")
		if first || len(times[schema.Fold(p)]) > 1 || !(&schema.Group{Title: p}).Repeats() {
			return p
		}
	}
	return ""
}

// repeats reports whether x goes by a pattern.
func (x *found) repeats() bool { return (&schema.Group{Title: x.title}).Repeats() }

// sections are all of x, file by file.
func (x *found) sections() []*mdcheckpoint.Section {
	var all []*mdcheckpoint.Section
	for _, i := range x.files() {
		all = append(all, x.in[i]...)
	}
	return all
}

// value is what stands in the title of s for the placeholder of x.
func (x *found) value(s *mdcheckpoint.Section) string {
	value, _ := schema.Fill(x.title, schema.Uncolon(s.Title))
	return value
}

func (x *found) files() []int {
	var all []int
	for i := range x.in {
		all = append(all, i)
	}
	slices.Sort(all)
	return all
}

// chosen are those of all that a format can name: which enough files have, none twice
// that does not repeat, and no two with one name on the command line.
func (d *deriver) chosen(all []*found) []*found {
	keys := map[string]bool{}
	var kept []*found
	for _, x := range all {
		key := groupKey(x.title)
		switch twice := slices.ContainsFunc(x.files(), func(i int) bool { return len(x.in[i]) > 1 }); {
		case len(x.in) < 2 && len(d.all) > 1, 2*len(x.in) < len(d.all):
			d.note("%q is left out: %d of %d files have it", x.title, len(x.in), len(d.all))
		case !x.repeats() && twice:
			d.note("%q is left out: a file has it twice", x.title)
		case isEntry(x.title) && x.strays():
			d.note("%q is left out: sections that are no such entries would be taken for some", x.title)
		case slices.ContainsFunc(d.unnamed, func(title string) bool { return goesBeyond(x.title, title) }):
			d.note("%q is left out: headings of others go on behind what it takes", x.title)
		case x.numbered() && numberedTwice(x):
			d.note("%q is left out: a file has a number twice", x.title)
		case keys[key]:
			d.note("%q is left out: on a command line it is called %q, as another section is", x.title, key)
		default:
			keys[key] = true
			kept = append(kept, x)
		}
	}
	return kept
}

// strays reports whether x, which goes by the pattern of entries, has a section that does
// not look like one.
func (x *found) strays() bool {
	return slices.ContainsFunc(x.sections(), func(s *mdcheckpoint.Section) bool {
		return schema.Fold(entryPattern(schema.Uncolon(s.Title))) != schema.Fold(x.title)
	})
}

// groupKey is what a group of that title is called on a command line.
func groupKey(title string) string {
	return cmp.Or(schema.Slug(placeholderExpr().ReplaceAllString(title, "")), schema.Slug(title))
}

func numberedTwice(x *found) bool {
	for _, sections := range x.in {
		seen := map[string]bool{}
		for _, s := range sections {
			value := x.value(s)
			if len(value) > 9 || seen[fmt.Sprint(atoi(value))] {
				return true
			}
			seen[fmt.Sprint(atoi(value))] = true
		}
	}
	return false
}

func atoi(digits string) int {
	n := 0
	for _, r := range digits {
		n = 10*n + int(r-'0')
	}
	return n
}

// group is x as a section of a format.
func (d *deriver) group(x *found) schema.Group {
	g := schema.Group{Key: groupKey(x.title), Title: x.title}
	most, least := 0, len(x.sections())
	for i := range d.all {
		most, least = max(most, len(x.in[i])), min(least, len(x.in[i]))
	}
	g.Optional = least == 0 || slices.ContainsFunc(x.sections(), isBlank)
	if g.Repeats() {
		g.NewestFirst = !x.runs(false) && x.runs(true) && (x.ordered() || isEntry(x.title))
	}
	seen := fmt.Sprintf("in %d of %d", len(x.in), len(d.all))
	if most > 1 && g.Repeats() && !isEntry(x.title) { // nobody wants a changelog to lose releases
		seen += fmt.Sprintf(", up to %d in one; keep would say how many stay", most)
	}
	d.p.seen[keySections+"/"+g.Key] = seen
	if isUnreleased(g.Title) {
		g.Optional = true // what is in it moves on
		return g
	}
	if g.Subsections = d.subsections(x); len(g.Subsections) == 0 {
		g.Min, g.Max = bulletsOf(x.sections())
		if g.Max > 0 {
			g.Holds = schema.InBullets
		}
	}
	return g
}

// isUnreleased reports whether a title is that of what has no release yet.
func isUnreleased(title string) bool { return schema.Slug(title) == "unreleased" }

// isBlank reports whether nothing stands below a heading but comments and breaks.
func isBlank(s *mdcheckpoint.Section) bool {
	return len(s.Children) == 0 && !slices.ContainsFunc(s.Blocks, func(b *mdcheckpoint.Block) bool {
		return b.Kind != mdcheckpoint.Comment && b.Kind != mdcheckpoint.Break
	})
}

// bulletsOf is a range that the bullets of all sections keep; 0, 0 where one has none.
func bulletsOf(all []*mdcheckpoint.Section) (least, most int) {
	for _, s := range all {
		n := len(schema.Items(s))
		if n == 0 {
			return 0, 0
		}
		most = max(most, n)
	}
	return 1, most + max(most/4, 2)
}
