// Package compare lists what changed in meaning between two versions of an RFC checkpoint:
// tensions, bullets, facts and budgets.
package compare

import (
	"cmp"
	"sort"

	"mdck/mdcheckpoint/ohrfc"
)

// A Comparison lists the differences in meaning between an earlier version A and a later version B.
// No list is nil.
type Comparison struct {
	Facts    []FactChange    `json:"meta"`
	Rounds   []RoundChange   `json:"rounds"` // by number
	Tensions TensionChanges  `json:"tensions"`
	Sections []SectionChange `json:"sections"`
}

func (c *Comparison) Differs() bool {
	t := &c.Tensions
	return len(c.Facts)+len(c.Rounds)+len(c.Sections)+len(t.Resolved)+len(t.Intensified)+len(t.New)+len(t.Dropped) > 0
}

const (
	Changed = "changed"
	New     = "new"    // only in B
	Gone    = "gone"   // only in A
	Pruned  = "pruned" // only A has the round, because B has a newer one
)

// A RoundChange is a Gate-B round that only A or only B has.
type RoundChange struct {
	Round   int    `json:"round"`
	Change  string `json:"change"`
	Bullets int    `json:"bullets"` // bullets of a new round, or bullets lost with a removed one
}

// A SectionChange is the difference directly under one heading, or before the first.
type SectionChange struct {
	Section string `json:"section"` // titles from level 2 on, separated by " / "
	Change  string `json:"change"`
	Under   bool   `json:"-"`

	Added    []string    `json:"added"`
	Gone     []string    `json:"gone"`
	Reworded []Rewording `json:"reworded"`
	Moved    []Move      `json:"moved"` // bullets that A has in another section
	Text     bool        `json:"text"`  // text other than bullets differs, comments included
}

func (s *SectionChange) changed() bool {
	return len(s.Added)+len(s.Gone)+len(s.Reworded)+len(s.Moved) > 0 || s.Text
}

// A Rewording is a bullet with different words in A and B.
type Rewording struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// A Move is a bullet in different sections of A and B.
type Move struct {
	Text string `json:"text"`
	From string `json:"from"`
}

// Checkpoints returns the differences in meaning between a and b. It does not search for rewordings
// in very large checkpoints.
func Checkpoints(a, b *ohrfc.Checkpoint) *Comparison {
	c := &comparer{after: b}
	c.a = readOutline(a, &outline{})
	c.b = readOutline(b, c.a)
	c.equal()
	c.reword()
	c.move()
	c.result.Facts = factChanges(a, b)
	c.result.Rounds = c.rounds()
	c.tensions()
	c.result.Sections = c.sections()
	return &c.result
}

type comparer struct {
	after         *ohrfc.Checkpoint
	a, b          *outline
	reworded      map[*place][]Rewording
	moved         map[*place][]Move
	removedRounds map[int]string // number of a round that only a has -> Gone or Pruned
	result        Comparison
}

func (c *comparer) equal() {
	for _, b := range c.b.places {
		if b.twin != nil {
			pairEqual(b.twin.bullets, b.bullets)
		}
	}
}

func (c *comparer) move() {
	c.moved = map[*place][]Move{}
	for _, p := range pairEqual(c.a.open(), c.b.open()) {
		c.moved[p.b.place] = append(c.moved[p.b.place], Move{Text: p.b.text, From: p.a.place.label})
	}
}

// pairEqual marks equal bullets as done, and returns their pairs.
func pairEqual(a, b []*bullet) (pairs []pair) {
	there := map[bulletKey][]*bullet{}
	for _, x := range a {
		there[x.key()] = append(there[x.key()], x)
	}
	for _, y := range b {
		if list := there[y.key()]; len(list) > 0 {
			there[y.key()] = list[1:]
			list[0].done, y.done = true, true
			pairs = append(pairs, pair{a: list[0], b: y})
		}
	}
	return pairs
}

func (c *comparer) rounds() []RoundChange {
	newest := c.after.NewestRound()
	earlier := c.a.bulletsOfRounds(func(p *place) int { return len(p.open()) })
	later := c.b.bulletsOfRounds(func(p *place) int { return len(p.bullets) })
	c.removedRounds = map[int]string{}
	all := []RoundChange{}
	for n, bullets := range earlier {
		if _, there := later[n]; there {
			continue
		}
		if c.removedRounds[n] = Gone; n < newest {
			c.removedRounds[n] = Pruned
		}
		all = append(all, RoundChange{Round: n, Change: c.removedRounds[n], Bullets: bullets})
	}
	for n, bullets := range later {
		if _, there := earlier[n]; !there {
			all = append(all, RoundChange{Round: n, Change: New, Bullets: bullets})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Round < all[j].Round })
	return all
}

func (c *comparer) sections() []SectionChange {
	all := []SectionChange{}
	for _, b := range c.b.places {
		if s := c.section(b.twin, b); s.changed() || s.Change != Changed && !b.title {
			all = append(all, s)
		}
	}
	for _, a := range c.a.places {
		if s := c.section(a, nil); a.twin == nil && (s.changed() || !a.title) {
			all = append(all, s)
		}
	}
	return all
}

func (c *comparer) section(a, b *place) SectionChange {
	was, is := cmp.Or(a, &place{}), cmp.Or(b, &place{})
	s := SectionChange{
		Section: cmp.Or(is.label, was.label), Change: Changed, Added: is.leftover(), Gone: was.leftover(),
		Reworded: append([]Rewording{}, c.reworded[b]...), Moved: append([]Move{}, c.moved[b]...),
		Text: was.text != is.text,
	}
	switch {
	case a == nil:
		s.Change, s.Under = New, b.parent != nil && b.parent.twin == nil
	case b == nil:
		s.Change, s.Under = cmp.Or(c.removedRounds[a.round()], Gone), a.parent != nil && a.parent.twin == nil
	}
	return s
}
