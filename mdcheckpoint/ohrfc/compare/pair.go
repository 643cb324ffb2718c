package compare

import (
	"cmp"
	"slices"
)

const (
	// rewordedFrom is how much alike two bullets of a section are, at least, of
	// which one is the other in other words.
	rewordedFrom = 0.5
	// maxEffort bounds the search for rewordings in all sections together. A
	// section of 300 bullets of 15 words that are all new is within it; sections
	// that ask for more are left out, the costliest first.
	maxEffort = 1 << 22
)

// A crowd is what is left of one place after equal bullets were paired.
type crowd struct {
	place  *place // in b
	a, b   []*bullet
	effort int64
}

// reword pairs bullets of a place that say it in other words.
func (c *comparer) reword() {
	c.reworded = map[*place][]Rewording{}
	crowds := c.crowds()
	limit := affordable(crowds)
	for _, k := range crowds {
		if k.effort > limit {
			c.result.Unpaired += len(k.a) + len(k.b)
			continue
		}
		c.pair(k)
	}
}

func (c *comparer) crowds() []crowd {
	var all []crowd
	for _, p := range c.b.places {
		q := c.a.byID[p.id]
		if q == nil {
			continue
		}
		k := crowd{place: p, a: q.open(), b: p.open()}
		if len(k.a) == 0 || len(k.b) == 0 {
			continue
		}
		c.readWords(k.a, k.b)
		k.effort = effort(k.a, k.b)
		all = append(all, k)
	}
	return all
}

func (c *comparer) readWords(lists ...[]*bullet) {
	for _, list := range lists {
		for _, b := range list {
			c.words.read(b)
		}
	}
}

// affordable is the effort up to which crowds can be searched. It does not
// depend on their order, so that a comparison the other way round does the same.
func affordable(crowds []crowd) int64 {
	efforts := make([]int64, len(crowds))
	for i, k := range crowds {
		efforts[i] = k.effort
	}
	slices.Sort(efforts)
	sum, limit := int64(0), int64(0)
	for i, e := range efforts {
		if sum += e; sum > maxEffort {
			return limit
		}
		if i+1 == len(efforts) || efforts[i+1] > e {
			limit = e
		}
	}
	return limit
}

// An alike is two bullets that are alike, by their numbers in a crowd.
type alike struct {
	a, b int
	like float64
}

// pair takes the most alike first, and of equals those nearest to the top. That
// gives the same pairs from both sides: the first of A goes to the first of B that
// it is as much alike as any, and none before that one could have taken it.
func (c *comparer) pair(k crowd) {
	var found []alike
	for i, x := range k.a {
		for j, y := range k.b {
			if x.label != y.label {
				continue
			}
			if like := c.likeness(x, y); like >= rewordedFrom {
				found = append(found, alike{i, j, like})
			}
		}
	}
	slices.SortFunc(found, func(m, n alike) int {
		return cmp.Or(cmp.Compare(n.like, m.like), cmp.Compare(m.a, n.a), cmp.Compare(m.b, n.b))
	})
	from := make([]*bullet, len(k.b))
	for _, m := range found {
		if x, y := k.a[m.a], k.b[m.b]; !x.done && !y.done {
			x.done, y.done = true, true
			from[m.b] = x
		}
	}
	for j, x := range from {
		if x != nil {
			c.reworded[k.place] = append(c.reworded[k.place], Rewording{From: x.text, To: k.b[j].text})
		}
	}
}
