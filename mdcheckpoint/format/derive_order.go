package format

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// inOrder puts all into an order that every file keeps; ok is false if there is none.
func inOrder(all []*found) (sorted []*found, ok bool) {
	before := func(a, b *found) bool { // in some file some of a stands in front of some of b
		for i, sections := range a.in {
			if of := b.in[i]; len(of) > 0 && sections[0].Heading.Start < of[len(of)-1].Heading.Start {
				return true
			}
		}
		return false
	}
	left := slices.Clone(all)
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(x *found) bool {
			return !slices.ContainsFunc(left, func(y *found) bool { return y != x && before(y, x) })
		})
		if i < 0 {
			return all, false
		}
		sorted = append(sorted, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return sorted, !slices.ContainsFunc(sorted, func(x *found) bool { return x.ordered() && !x.runs(false) && !x.runs(true) })
}

// numbered reports whether what tells the sections of x apart is a number.
func (x *found) numbered() bool { return (&schema.Group{Title: x.title}).Numbered() }

// ordered reports whether x repeats with numbers or dates, which lint wants in order.
func (x *found) ordered() bool {
	return x.numbered() || (&schema.Group{Title: x.title}).Dated()
}

// runs reports whether the numbers or dates of x rise in every file or, if falling is
// true, fall.
func (x *found) runs(falling bool) bool {
	for _, sections := range x.in {
		for i, s := range sections[1:] {
			last := x.value(sections[i])
			value := x.value(s)
			order := strings.Compare(last, value)
			switch {
			case x.numbered():
				order = atoi(last) - atoi(value)
			case isEntry(x.title):
				order = compareEntries(last, value)
			}
			if order > 0 && !falling || order < 0 && falling {
				return false
			}
		}
	}
	return true
}
