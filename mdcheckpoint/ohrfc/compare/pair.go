package compare

import (
	"cmp"
	"slices"
)

const (
	// rewordedFrom is how much alike two bullets of a section are, at least, of
	// which one is the other in other words.
	rewordedFrom = 0.5
	// maxEffort bounds the search for rewordings in all sections together, each of which may
	// take the same part of it. A section of 300 bullets of 15 words that are all new is
	// within the whole of it.
	maxEffort = 1 << 22
)

// A crowd is what is left of one place after equal bullets were paired.
type crowd struct {
	place *place // in b
	a, b  []*bullet
}

// reword pairs bullets of a place that say it in other words.
func (c *comparer) reword() {
	c.reworded = map[*place][]Rewording{}
	var crowds []crowd
	for _, p := range c.b.places {
		if q := c.a.byID[p.id]; q != nil {
			if k := (crowd{p, q.open(), p.open()}); len(k.a) > 0 && len(k.b) > 0 {
				crowds = append(crowds, k)
			}
		}
	}
	for _, k := range crowds {
		readWords(k.a, k.b)
		if effort(k.a, k.b) > maxEffort/int64(len(crowds)) {
			c.result.Unpaired += len(k.a) + len(k.b)
			continue
		}
		c.pair(k)
	}
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
