package format

import (
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// maxWithin is how many sections within one are proposed at most.
const maxWithin = 30

// subsections are what all sections of x have one level deeper, and as optional ones
// what half of them have, if no section has one of them twice.
func (d *deriver) subsections(x *found) []schema.Subsection {
	sections := x.sections()
	order, by := childrenOf(sections)
	var all []schema.Subsection
	slugs := map[string]bool{}
	for _, key := range order {
		title, times := schema.Uncolon(by[key][0].Title), timesOf(by[key])
		slug := schema.Slug(title)
		if isPassing(title, times) || 2*times < len(sections) || times < 2 && len(sections) > 1 || !isShowable(title) || slug == "" || slugs[slug] {
			continue
		}
		if len(all) == maxWithin {
			d.note("%q has more than %d sections, of which the first %[2]d are named", x.title, maxWithin)
			break
		}
		slugs[slug] = true
		s := schema.Subsection{Title: title, Optional: times < len(sections) || slices.ContainsFunc(by[key], isBlank)}
		s.Min, s.Max = bulletsOf(by[key])
		all = append(all, s)
	}
	return ordered(all, sections)
}

// isPassing reports whether a section of that title, which so many have, is one of a list
// that goes on, and so no title to ask for.
func isPassing(title string, times int) bool {
	all := patterns(title)
	return times < 2 && len(all) > 1 || len(all) > 0 && goesOn(all[0])
}

// childrenOf are the sections one level below some, by their folded titles, and these in
// the order in which they are first met.
func childrenOf(sections []*mdcheckpoint.Section) (order []string, by map[string][]*mdcheckpoint.Section) {
	by = map[string][]*mdcheckpoint.Section{}
	for _, s := range sections {
		for _, child := range s.Children {
			if key := schema.Fold(schema.Uncolon(child.Title)); child.Level == s.Level+1 {
				if by[key] == nil {
					order = append(order, key)
				}
				by[key] = append(by[key], child)
			}
		}
	}
	return order, by
}

// timesOf is how many sections have one of children; 0 if one has two.
func timesOf(children []*mdcheckpoint.Section) int {
	parents := map[*mdcheckpoint.Section]bool{}
	for _, c := range children {
		parents[c.Parent] = true
	}
	if len(parents) < len(children) {
		return 0
	}
	return len(parents)
}

// ordered is all in the order that all sections have them in; nothing where they
// differ, as order is asked of them.
func ordered(all []schema.Subsection, sections []*mdcheckpoint.Section) []schema.Subsection {
	ranks := map[string]int{}
	for i := range all {
		ranks[schema.Fold(all[i].Title)] = i
	}
	for _, s := range sections {
		last := -1
		for _, child := range s.Children {
			if r, ok := ranks[schema.Fold(schema.Uncolon(child.Title))]; ok && child.Level == s.Level+1 {
				if r < last {
					return nil
				}
				last = r
			}
		}
	}
	return all
}
