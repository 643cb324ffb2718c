package schema

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint/source"
)

// A Budget is how much of a limit a file, or a part of it, uses.
type Budget struct {
	Kind        string // what it is about, as its format calls it
	Rule        string // the id of the rule about it; "" if that is Kind
	Title       string // of the group or subsection; "" for the file
	Unit        string // of Used and Limit: lines, bullets, tokens
	Used, Limit int
	Group       string      // title of the group; "" for the file
	Span        source.Span // what is counted
}

// Over is by how much the limit is exceeded; 0 if it is kept.
func (b Budget) Over() int { return max(0, b.Used-b.Limit) }

// Broken are the budgets of after that are exceeded, and by more than in before.
// Of several with one title the first is compared with the first, and so on.
func Broken(before, after []Budget) []Budget {
	type about struct{ kind, group, title string }
	was := map[about][]int{}
	for _, b := range before {
		a := about{b.Kind, b.Group, b.Title}
		was[a] = append(was[a], b.Used)
	}
	var broken []Budget
	for _, b := range after {
		a, used := about{b.Kind, b.Group, b.Title}, 0
		if list := was[a]; len(list) > 0 {
			used, was[a] = list[0], list[1:]
		}
		if b.Over() > 0 && b.Used > used {
			broken = append(broken, b)
		}
	}
	return broken
}

// A Saving is a bullet that could go to keep a budget.
type Saving struct {
	Group, Subsection string
	Bullet            string
	Frees             int // in the unit of the budget
	Sum               int // with those before it
}

// Largest are those of all that free most, one after the other until they free
// over. Of equal ones the longest come first. It sorts all.
func Largest(all []Saving, over int) []Saving {
	slices.SortStableFunc(all, func(x, y Saving) int {
		return cmp.Or(cmp.Compare(y.Frees, x.Frees), cmp.Compare(len(y.Bullet), len(x.Bullet)))
	})
	sum := 0
	for i := range all {
		sum += all[i].Frees
		all[i].Sum = sum
		if sum >= over {
			return all[:i+1]
		}
	}
	return all
}

// TokensWithin is the count of text. No token is shorter than a byte, so a text of
// fewer bytes than the limit keeps it, and its bytes stand for its tokens.
func TokensWithin(text string, limit int, count func(string) int) int {
	if len(text) <= limit {
		return len(text)
	}
	return count(text)
}
